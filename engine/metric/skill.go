package metric

import (
	"fmt"
	"math"
	"slices"

	"github.com/astragal/astragal/engine/rng"
)

// The metrics of a ladder: the same agent with its budget N, half of it, a quarter and so
// on; of alpha-beta with a depth of D plies, D − 1 and so on, which stand for N, N/2 … below.
// With every play of an evaluation a ladder plays (package strength):
//
//	SkillStepK           the agent with N/2^(K−1) iterations in one seat, which goes round, against N/2^K in the
//	                     others: its utility between −1 and 1; of one player half of the difference of
//	                     what both reach
//	AdvantageP1StepK     N/2^K iterations in all seats: the utility of the first player from 0 to 1, as
//	                     AdvantageP1 is of N
//	AgentDiscrimination  the agent against random play: its utility, as SkillStepK. How far a game tells good players
//	                     from bad ones (relative algorithm performance, Nielsen et al. 2015)
//
// From the L steps follow, with v_1…v_L the means of SkillStepK from the lowest to the highest budget,
//
//	SkillTraceScore           y + (1 − y)·A, with A the mean of max(v, 0), and y the least-squares line of v by
//	                          level at level L + 2, between 0 and 1 (Stephenson et al. 2020; part 9, §10)
//	SkillTraceSlope           the slope of that line: how far doubling pays less or more with every level
//	SkillTraceErrorSlope, SkillTraceErrorIntercept  standard errors of the line, from three steps on
//	SkillTraceTrials          games of all steps
//	StrategicDepth            the number of classes from N/2^L to N of which each scores three quarters against
//	                          the one before (Robertie 1980; Lantz et al. 2017): Σ log₃ p/(1 − p), with p
//	                          the share of the points of a step and half a point added on both sides
//
// Their intervals are those of 2,000 ladders drawn around the means that were found, with the standard
// errors of these (parametric bootstrap, Efron 1979), always the same ones.
const Discrimination = "AgentDiscrimination"

// MaxSteps is the largest number of steps of a ladder.
const MaxSteps = 8

// StepName is SkillStepK and AdvantageName AdvantageP1StepK.
func StepName(k int) string      { return fmt.Sprintf("SkillStep%d", k) }
func AdvantageName(k int) string { return fmt.Sprintf("AdvantageP1Step%d", k) }

// ladders is the number of ladders drawn for intervals.
const ladders = 2000

// Skill is what the steps of a ladder come to.
type Skill struct {
	Score, Slope, ErrorSlope, ErrorIntercept, Depth float64
}

// SkillOf computes it from the mean utilities of steps from the lowest to the highest,
// at least two, and the numbers of their games.
func SkillOf(v []float64, games []int64) (s Skill) {
	n := float64(len(v))
	sx, sy, sxx, sxy, positive := 0.0, 0.0, 0.0, 0.0, 0.0
	for i, y := range v {
		x := float64(i)
		sx, sy, sxx, sxy = sx+x, sy+y, sxx+x*x, sxy+x*y
		positive += max(y, 0) / n
		points := (y + 1) / 2 * float64(games[i])
		s.Depth += math.Log((points+0.5)/(float64(games[i])-points+0.5)) / math.Log(3)
	}
	spread := sxx - sx*sx/n
	s.Slope = (sxy - sx*sy/n) / spread
	start := (sy - s.Slope*sx) / n
	y := min(max(start+s.Slope*(n+1), 0), 1)
	s.Score = y + (1-y)*positive
	if len(v) > 2 {
		rest := 0.0
		for i, y := range v {
			d := y - start - s.Slope*float64(i)
			rest += d * d / (n - 2)
		}
		s.ErrorSlope = math.Sqrt(rest / spread)
		s.ErrorIntercept = math.Sqrt(rest * (1/n + sx*sx/(n*n)/spread))
	}
	return s
}

// ladder adds what follows from the steps.
func (b *Batch) ladder(s *Summary) {
	var steps []Estimate
	var trials int64
	for k := 1; k <= MaxSteps; k++ {
		if e, ok := s.Metrics[StepName(k)]; ok {
			steps = append(steps, e)
			trials += e.N
		}
	}
	if len(steps) < 2 {
		return
	}
	slices.Reverse(steps) // the lowest first
	v, games, dev := make([]float64, len(steps)), make([]int64, len(steps)), make([]float64, len(steps))
	for i, e := range steps {
		v[i], games[i], dev[i] = e.Mean, e.N, (e.High-e.Low)/2/z95
	}
	found := SkillOf(v, games)
	drawn, around, r := make([]Skill, ladders), make([]float64, len(v)), rng.New(1)
	for i := range drawn {
		for k := range v {
			around[k] = min(max(v[k]+dev[k]*gauss(&r), -1), 1)
		}
		drawn[i] = SkillOf(around, games)
	}
	all := make([]float64, ladders)
	put := func(name string, of func(Skill) float64) {
		for i, x := range drawn {
			all[i] = of(x)
		}
		slices.Sort(all)
		e := Estimate{N: games[0], Mean: of(found)}
		e.Low, e.High = min(all[ladders/40], e.Mean), max(all[ladders-1-ladders/40], e.Mean)
		e.StdDev = (e.High - e.Low) / 2 / z95 * math.Sqrt(float64(e.N))
		s.Metrics[name] = e
	}
	put("SkillTraceScore", func(x Skill) float64 { return x.Score })
	put("SkillTraceSlope", func(x Skill) float64 { return x.Slope })
	put("StrategicDepth", func(x Skill) float64 { return x.Depth })
	if len(v) > 2 {
		put("SkillTraceErrorSlope", func(x Skill) float64 { return x.ErrorSlope })
		put("SkillTraceErrorIntercept", func(x Skill) float64 { return x.ErrorIntercept })
	}
	t := float64(trials)
	s.Metrics["SkillTraceTrials"] = Estimate{N: games[0], Mean: t, Low: t, High: t}
}

// gauss draws a standard normal number (Box and Muller 1958).
func gauss(r *rng.SplitMix64) float64 {
	u := 1 - r.Float64()
	return math.Sqrt(-2*math.Log(u)) * math.Cos(2*math.Pi*r.Float64())
}
