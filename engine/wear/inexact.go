package wear

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// Traffic is known from plays only. What was counted on a line is the true traffic of it with an error, and wear goes
// by
// the true one (errors in variables; Fuller 1987, Measurement Error Models, chapter 3). Given the counts, the true
// traffic of a line is normal about the count shrunk to the mean of all lines. A model that forgets this excludes the
// true rules where wear is measured well and plays are few.

// slopes is the number of slopes, and points that of lengths of noise, over which is summed.
const (
	slopes = 200
	points = 41
)

// slope is a point of the prior of slopes, half a normal distribution, with the logarithm of its share.
type slope struct{ size, log float64 }

// prior has slopes from a hundredth to twelve standard deviations, each by a constant factor greater than the one
// before: strong wear needs the tail.
var prior = func() (list [slopes]slope) {
	const low, high = 0.01, 12.0
	factor := math.Pow(high/low, 1/float64(slopes))
	from := 0.0
	for i := range list {
		to := low * math.Pow(factor, float64(i+1))
		share := 2 * (distuv.UnitNormal.Survival(from) - distuv.UnitNormal.Survival(to))
		list[i] = slope{math.Sqrt(max(from, low) * to), math.Log(share)}
		from = to
	}
	return list
}()

// inexact is what evidence returns, for traffic of the measured lines whose errors have the covariance spread, nil for
// traffic that is known exactly. It works in coordinates in which errors do not depend on each other.
func (t *target) inexact(x []float64, spread *mat.SymDense) float64 {
	c := t.turn(x, spread)
	if c == nil {
		return t.evidence(0)
	}
	unit := 1 / math.Sqrt(c.true) // the prior of the slope has unit information
	none := c.sloped(0)
	var logs [slopes]float64
	for i, p := range prior {
		logs[i] = p.log + c.sloped(unit*p.size) - none
	}
	return floats.LogSumExp(logs[:])
}

// turned are wear, likely traffic and the level of all lines in coordinates in which the errors of the traffic are
// independent, with the variances unsure.
type turned struct {
	wear, traffic, level, unsure []float64
	true                         float64 // variance of the true traffic over the lines
}

// turn weighs and turns; nil if all traffic is alike.
func (t *target) turn(x []float64, spread *mat.SymDense) *turned {
	n := len(x)
	c := &turned{wear: make([]float64, n), traffic: make([]float64, n), level: make([]float64, n),
		unsure: make([]float64, n)}
	mean, variance, chance := stat.Mean(x, t.weight), 0.0, 0.0
	for i := range x {
		root := math.Sqrt(t.weight[i])
		c.wear[i], c.traffic[i], c.level[i] = root*t.w[i], root*(x[i]-mean), root
		variance += c.traffic[i] * c.traffic[i] / float64(n)
	}
	if variance < 1e-12 {
		return nil
	}
	if spread == nil {
		c.true = variance
		return c
	}
	weighed := mat.NewSymDense(n, nil)
	for i := range n {
		chance += t.weight[i] * spread.At(i, i) / float64(n)
		for k := i; k < n; k++ {
			weighed.SetSym(i, k, c.level[i]*c.level[k]*spread.At(i, k))
		}
	}
	var eigen mat.EigenSym
	if !eigen.Factorize(weighed, true) {
		return nil
	}
	var q mat.Dense
	eigen.VectorsTo(&q)
	values := eigen.Values(nil)
	for _, v := range []*[]float64{&c.wear, &c.traffic, &c.level} {
		var out mat.VecDense
		out.MulVec(q.T(), mat.NewVecDense(n, *v))
		*v = out.RawVector().Data
	}
	c.true = max(0.01*variance, variance-chance)
	for i, e := range values {
		share := c.true / (c.true + max(0, e))
		c.traffic[i] *= share
		c.unsure[i] = share * max(0, e)
	}
	return c
}

// sloped is the logarithm of the probability of the wear, up to a constant, when it rises by slope times the traffic,
// in
// units of the noise of a line of weight 1; the size of the noise and the level of all lines have no prior.
func (c *turned) sloped(slope float64) float64 {
	n := float64(len(c.wear))
	level, wear, traffic, logs := 0.0, 0.0, 0.0, 0.0
	for i, e := range c.unsure {
		w := 1 / (1 + slope*slope*e)
		level += w * c.level[i] * c.level[i]
		wear += w * c.level[i] * c.wear[i]
		traffic += w * c.level[i] * c.traffic[i]
		logs += math.Log(w) / 2
	}
	yy, xy, xx := 0.0, 0.0, 0.0
	for i, e := range c.unsure {
		w := 1 / (1 + slope*slope*e)
		y, x := c.wear[i]-wear/level*c.level[i], c.traffic[i]-traffic/level*c.level[i]
		yy, xy, xx = yy+w*y*y, xy+w*x*y, xx+w*x*x
	}
	// The integral over q, the length of the wear in units of its noise, of q^(n-2) exp(-q²/2 + pull·q).
	pull := slope * xy / math.Sqrt(yy)
	peak := (pull + math.Sqrt(pull*pull+4*(n-2))) / 2
	width := 8 / math.Sqrt((n-2)/(peak*peak)+1)
	low := math.Max(peak-width, 1e-6)
	step := (peak + width - low) / (points - 1)
	var terms [points]float64
	for k := range terms {
		q := low + float64(k)*step
		terms[k] = (n-2)*math.Log(q) - q*q/2 + pull*q
	}
	return floats.LogSumExp(terms[:]) + math.Log(step) - slope*slope*xx/2 - (n-1)/2*math.Log(yy) + logs - math.Log(level)/2
}

// spread is the covariance of the mean counts on the measured lines in a view, from the plays; nil for too few. The
// variance of a line is at least that of one passage in all plays.
func (t *target) spread(view int, c *Candidate, v *views, f Folding) *mat.SymDense {
	plays := len(c.Plays)
	if c.Traffic != nil || plays < 2 {
		return nil
	}
	lines := mat.NewDense(plays, len(t.lines), nil)
	counts := make([]float64, len(c.Plays[0]))
	for i, p := range c.Plays {
		for k, n := range p {
			counts[k] = float64(n)
		}
		lines.SetRow(i, t.pick(v.predict(counts, f)[view]))
	}
	var s mat.SymDense
	stat.CovarianceMatrix(&s, lines, nil)
	s.ScaleSym(1/float64(plays), &s)
	for i := range t.lines {
		for k := range i {
			s.SetSym(i, k, s.At(i, k)/2)
		}
		s.SetSym(i, i, s.At(i, i)+1/float64(plays*plays))
	}
	return &s
}
