package wear

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/stat"
)

// lines is a board of 24 lines in a ring, with the turn by half as its symmetry.
const lines = 24

func half() [][]int32 {
	same, turned := make([]int32, lines), make([]int32, lines)
	for i := range same {
		same[i], turned[i] = int32(i), int32((i+lines/2)%lines)
	}
	return [][]int32{same, turned}
}

// world is 40 rulesets on the board: their true traffic, and samples of 100 plays.
type world struct {
	truth      [][]float64
	candidates []Candidate
}

func newWorld(seed uint64, rulesets int) *world {
	r := rand.New(rand.NewPCG(seed, 1))
	w := &world{}
	for k := range rulesets {
		x := make([]float64, lines)
		for i := range x {
			x[i] = 1 + 9*r.Float64()*r.Float64()
		}
		c := Candidate{ID: fmt.Sprint(k), Name: fmt.Sprintf("ruleset %d", k), Family: fmt.Sprintf("family %d", k/10), Agent: "random",
			Images: half(), Concept: map[string]float64{fmt.Sprintf("Of%d", k/10): 1, "All": 1}}
		for i := range lines {
			c.Parts = append(c.Parts, Part{i, i, 1})
		}
		for range 100 {
			p, pace := make([]int32, lines), 0.5+r.Float64()
			for i := range p {
				for mean := x[i] * pace; mean > 0; mean -= 0.25 {
					if r.Float64() < min(mean, 0.25) {
						p[i]++
					}
				}
			}
			c.Plays = append(c.Plays, p)
		}
		w.truth = append(w.truth, x)
		w.candidates = append(w.candidates, c)
	}
	return w
}

// worn is wear on the lines: of a ruleset's traffic in one of its orientations with
// the slope's own prior, or, for -1, of nothing.
func (w *world) worn(r *rand.Rand, k int) *Observed {
	o := &Observed{Value: make([]float64, lines), Weight: make([]float64, lines)}
	turn, slope, mean := r.IntN(2)*lines/2, 0.0, 0.0
	const noise = 0.3
	if k >= 0 {
		x := w.truth[k]
		mean = stat.Mean(x, nil)
		slope = math.Abs(r.NormFloat64()) * math.Sqrt(lines*noise*noise/(stat.Variance(x, nil)*(lines-1)))
	}
	for i := range lines {
		o.Lines = append(o.Lines, fmt.Sprint(i))
		o.Weight[i] = 1
		o.Near = append(o.Near, [2]int{i, (i + 1) % lines})
		o.Value[i] = 5 + noise*r.NormFloat64()
		if k >= 0 {
			o.Value[i] += slope * (w.truth[k][(i+turn)%lines] - mean)
		}
	}
	return o
}

var quick = Options{Folding: Orient, Bootstrap: 20, Shuffles: 199, Seed: 1, NullPrior: 0.5}

// TestCoverage: 200 studies of wear that comes from one of 40 rulesets, with slopes
// and noise as the model has them. The credible set is the smallest that holds at
// least 95 % of the posterior, mostly more, since rulesets come whole; the one that
// holds exactly 95 %, its last member in by lot, has the true ruleset in 95 ± 3 %,
// and the set that is reported in no fewer. When the wear is nothing but noise, at
// most 5 % of 200 studies claim anything.
func TestCoverage(t *testing.T) {
	if testing.Short() {
		t.Skip("makes 400 studies")
	}
	const trials, rulesets = 200, 40
	exact, held, claims, size, right, determined, mass := 0, 0, 0, 0, 0, 0, 0.0
	for trial := range uint64(trials) {
		w := newWorld(100+trial, rulesets)
		r := rand.New(rand.NewPCG(trial, 2))
		k := r.IntN(rulesets)
		rep, err := Analyse(w.worn(r, k), w.candidates, quick)
		if err != nil {
			t.Fatal(err)
		}
		size += len(rep.CredibleID)
		in, before := false, 0.0
		for i, s := range rep.Rulesets[:len(rep.CredibleID)] {
			if s.id != rep.CredibleID[i] {
				t.Fatal("the credible set is not of the most probable rulesets")
			}
			if s.id == fmt.Sprint(k) {
				in = true
				if i < len(rep.CredibleID)-1 || r.Float64() < (Level-before)/s.Posterior {
					exact++
				}
			}
			before += s.Posterior
		}
		mass += before
		if in {
			held++
		}
		if rep.Determined {
			determined++
			if in {
				right++
			}
		}
		if rep, err = Analyse(w.worn(r, -1), w.candidates, quick); err != nil {
			t.Fatal(err)
		}
		if rep.Determined {
			claims++
		}
	}
	t.Logf("sets of exactly 95 %% hold the true ruleset in %.1f %%; reported ones, of %.1f rulesets with %.1f %% of the posterior on average, in %.1f %%",
		100*float64(exact)/trials, float64(size)/trials, 100*mass/trials, 100*float64(held)/trials)
	t.Logf("%d studies determine something, %d of them rightly; under noise %d of %d claim something", determined, right, claims, trials)
	if share := float64(exact) / trials; share < 0.92 || share > 0.98 {
		t.Errorf("%.3f of the sets of 95 %% hold the truth", share)
	}
	if share := float64(held) / trials; share < 0.95 {
		t.Errorf("%.3f of the credible sets hold the truth", share)
	}
	if float64(claims)/trials > Claim {
		t.Errorf("%d of %d studies of noise claim something", claims, trials)
	}
}
