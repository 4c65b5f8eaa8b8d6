package wear

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
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
		c := Candidate{ID: fmt.Sprint(k), Name: fmt.Sprintf("ruleset %d", k),
			Family: fmt.Sprintf("family %d", k/10), Agent: "random", Images: half(),
			Concept: map[string]float64{fmt.Sprintf("Of%d", k/10): 1, "All": 1}}
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

var quick = Options{Folding: Orient, Bootstrap: 20, Shuffles: 99, Seed: 1, NullPrior: 0.5}

// TestCoverage: 100 studies (200 by ASTRAGAL_COVERAGE, as docs/wear.md tells) of wear that comes from one of 40
// rulesets, with slopes and noise as the model has them. The calibrated set has the true ruleset in 95 ± 3 % of them,
// the credible set in no fewer. So that this is no luck of the lots, the sets of other levels are counted as well, by
// the probability that the truth is in them: the posterior is neither too wide nor too narrow. When the wear is nothing
// but noise, at most 5 % of the studies claim anything.
func TestCoverage(t *testing.T) {
	if testing.Short() {
		t.Skip("makes hundreds of studies")
	}
	const rulesets = 40
	trials := uint64(100)
	if n, err := strconv.ParseUint(os.Getenv("ASTRAGAL_COVERAGE"), 10, 64); err == nil {
		trials = n
	}
	all := float64(trials)
	calibrated, held, claims, size, right, determined, mass := 0, 0, 0, 0, 0, 0, 0.0
	levels := []float64{0.5, 0.8, 0.9, Level, 0.99}
	shares := make([]float64, len(levels))
	for trial := range trials {
		w := newWorld(100+trial, rulesets)
		r := rand.New(rand.NewPCG(trial, 2))
		k := r.IntN(rulesets)
		o := w.worn(r, k)
		o.Near = nil // the earth mover's distance has no part in it
		quick := quick
		quick.Seed = trial // of the lot as well
		rep, err := Analyse(o, w.candidates, quick)
		if err != nil {
			t.Fatal(err)
		}
		size += len(rep.CredibleID)
		before := 0.0
		for i, s := range rep.Rulesets {
			if s.id == fmt.Sprint(k) {
				if i < len(rep.CredibleID) {
					held++
					if rep.Determined {
						right++
					}
				}
				if i < rep.Calibrated {
					calibrated++
				}
				for j, level := range levels {
					shares[j] += max(0, min(1, (level-before)/s.Posterior)) / all
				}
			}
			if i < len(rep.CredibleID) && s.id != rep.CredibleID[i] {
				t.Fatal("the credible set is not of the most probable rulesets")
			}
			before += s.Posterior
		}
		mass += rep.CredibleMass
		if rep.Determined {
			determined++
		}
		o = w.worn(r, -1)
		o.Near = nil
		if rep, err = Analyse(o, w.candidates, quick); err != nil {
			t.Fatal(err)
		}
		if rep.Determined {
			claims++
		}
	}
	t.Logf("calibrated sets hold the true ruleset in %.1f %%; credible ones, of %.1f rulesets with %.1f %% of the "+
		"posterior on average, in %.1f %%",
		100*float64(calibrated)/all, float64(size)/all, 100*mass/all, 100*float64(held)/all)
	t.Logf("sets of exactly %.2f hold it in %.3f", levels, shares)
	t.Logf("%d studies determine something, %d of them rightly; under noise %d of %d claim something", determined, right,
		claims, trials)
	if share := float64(calibrated) / all; share < 0.92 || share > 0.98 {
		t.Errorf("%.3f of the calibrated sets hold the truth", share)
	}
	for j, level := range levels {
		if math.Abs(shares[j]-level) > 3*math.Sqrt(level*(1-level)/all) {
			t.Errorf("%.3f of the sets of exactly %g hold the truth", shares[j], level)
		}
	}
	if share := float64(held) / all; share < 0.95 {
		t.Errorf("%.3f of the credible sets hold the truth", share)
	}
	if float64(claims)/all > Claim {
		t.Errorf("%d of %d studies of noise claim something", claims, trials)
	}
}

// smooth makes values that vary slowly around the ring, and lines that touch alike.
func smooth(x []float64) []float64 {
	out := make([]float64, len(x))
	for i := range x {
		for d := -3; d <= 3; d++ {
			out[i] += x[(i+d+len(x))%len(x)] / 7
		}
	}
	return out
}

// TestSpatial: 200 studies of rulesets whose traffic varies slowly over the board, and
// of wear that does so without any ruleset. Shuffled wear is no match for it and would let
// far too many claims pass; wear of the same spatial order lets at most 5 % pass. Wear
// that does come from a ruleset is still found when it is strong.
func TestSpatial(t *testing.T) {
	const trials, rulesets = 200, 12
	quick := quick
	quick.Bootstrap = 5
	shuffled, claims, found := 0, 0, 0
	for trial := range uint64(trials) {
		w := newWorld(900+trial, rulesets)
		for k := range w.candidates {
			w.truth[k] = smooth(w.truth[k])
			for _, p := range w.candidates[k].Plays {
				for i := range p {
					p[i] = int32(math.Round(10 * w.truth[k][i]))
				}
			}
		}
		r := rand.New(rand.NewPCG(trial, 7))
		o := w.worn(r, -1)
		o.Value = smooth(o.Value)
		rep, err := Analyse(o, w.candidates, quick)
		if err != nil {
			t.Fatal(err)
		}
		if rep.GlobalP <= Claim {
			shuffled++
		}
		if rep.Determined {
			claims++
		}
		for i := range o.Value {
			o.Value[i] = 5 + w.truth[3][i] + 0.05*r.NormFloat64()
		}
		if rep, err = Analyse(o, w.candidates, quick); err != nil {
			t.Fatal(err)
		}
		if rep.Determined && rep.CredibleID[0] == "3" {
			found++
		}
	}
	t.Logf("smooth noise passes the shuffles in %d of %d studies, is claimed in %d; strong wear is found in %d", shuffled,
		trials,
		claims, found)
	if shuffled <= trials/10 {
		t.Errorf("smooth noise passes the shuffles in %d studies only: no test of the spatial one", shuffled)
	}
	if float64(claims)/trials > Claim {
		t.Errorf("%d of %d studies of smooth noise claim something", claims, trials)
	}
	if found < trials/2 {
		t.Errorf("strong wear is found in %d of %d studies", found, trials)
	}
}

// TestSpectrum: a draw has the mean, the variance and Moran's index of what was measured.
func TestSpectrum(t *testing.T) {
	w := newWorld(3, 1)
	o := w.worn(rand.New(rand.NewPCG(1, 7)), 0)
	o.Near = append(o.Near, [2]int{0, 12}, [2]int{3, 17})
	o.Value[5] = math.NaN()
	target := newTarget(o)
	s := newSpectrum(o, target)
	moran := func(x []float64) (mean, variance, index float64) {
		mean, variance = stat.PopMeanVariance(x, nil)
		number := map[int]int{}
		for k, i := range target.lines {
			number[i] = k
		}
		for _, p := range o.Near {
			a, ok := number[p[0]]
			if b, too := number[p[1]]; ok && too {
				index += (x[a] - mean) * (x[b] - mean)
			}
		}
		return mean, variance, index
	}
	mean, variance, index := moran(target.w)
	r := stream(1, "test", "", "")
	draw, last := make([]float64, len(target.w)), make([]float64, len(target.w))
	for range 50 {
		copy(last, draw)
		s.draw(draw, &r)
		m, v, x := moran(draw)
		if math.Abs(m-mean) > 1e-9 || math.Abs(v-variance) > 1e-9 || math.Abs(x-index) > 1e-9 {
			t.Fatalf("mean %v, variance %v, Moran's sum %v; want %v, %v, %v", m, v, x, mean, variance, index)
		}
		if slices.Equal(draw, last) {
			t.Fatal("the same wear twice")
		}
	}
	if newSpectrum(&Observed{Lines: o.Lines, Value: o.Value, Weight: o.Weight}, target) != nil {
		t.Error("lines that do not touch have a spectrum")
	}
}

// TestDeterminism: equal studies have equal reports, and a candidate's figures do
// not depend on which others there are, but for what is shared among all.
func TestDeterminism(t *testing.T) {
	w := newWorld(5, 6)
	o := w.worn(rand.New(rand.NewPCG(3, 3)), 2)
	report := func(c []Candidate) (*Report, string) {
		rep, err := Analyse(o, c, quick)
		if err != nil {
			t.Fatal(err)
		}
		text, err := json.Marshal(rep)
		if err != nil {
			t.Fatal(err)
		}
		return rep, string(text)
	}
	whole, text := report(w.candidates)
	if _, again := report(w.candidates); again != text {
		t.Error("two equal studies differ")
	}
	fewer, _ := report(w.candidates[1:4])
	for _, a := range fewer.Results {
		for _, b := range whole.Results {
			if a.ID == b.ID && (a.Averaged != b.Averaged || a.EvidenceInterval != b.EvidenceInterval) {
				t.Errorf("%s: evidence %v among few, %v among many", a.Name, a.Averaged, b.Averaged)
			}
		}
	}
	total := whole.Nulls
	for _, r := range whole.Results {
		if !r.Null {
			total += r.Posterior
		}
	}
	if math.Abs(total-1) > 1e-9 {
		t.Errorf("the posterior adds up to %v", total)
	}
}

// TestVerdicts: strong wear of one ruleset is found, of none is not, and a candidate
// that is twice there cannot be told from itself.
func TestVerdicts(t *testing.T) {
	w, quick := newWorld(11, 12), quick
	quick.Shuffles = 999
	o := w.worn(rand.New(rand.NewPCG(1, 1)), -1)
	for i := range o.Value {
		o.Value[i] = 3 + 2*w.truth[4][(i+lines/2)%lines] // turned by half
	}
	rep, err := Analyse(o, w.candidates, quick)
	if err != nil {
		t.Fatal(err)
	}
	if !rep.Determined || len(rep.CredibleID) != 1 || rep.CredibleID[0] != "4" || rep.Families[0].Name != "family 0" {
		t.Errorf("%s: %v", rep.Verdict, rep.Credible)
	}
	if best := rep.Results[0]; best.View != 1 || best.Correlation < 0.95 || best.P > 0.01 || best.Q > 0.05 {
		t.Errorf("best %+v", best.Fit)
	}
	if c := rep.Concepts; len(c) != 2 || c[0].Name == "All" {
		t.Errorf("concepts %+v", c)
	}
	fixed := quick
	fixed.Folding = Fixed
	if rep, err = Analyse(o, w.candidates, fixed); err != nil ||
		rep.Results[0].ID == "4" && rep.Results[0].Correlation > 0.9 {
		t.Errorf("%v: the turned board fits unturned", err)
	}
	average := quick
	average.Folding = Average
	if rep, err = Analyse(o, w.candidates, average); err != nil ||
		rep.Results[0].Correlation > 0.9 && rep.Results[0].ID == "4" && w.asymmetric(4) {
		t.Errorf("%v: averaged traffic has the asymmetry of single plays", err)
	}
	twin := w.candidates[4]
	twin.ID, twin.Name = "twin", "its twin"
	rep, err = Analyse(o, append(w.candidates[:12:12], twin), quick)
	if err != nil {
		t.Fatal(err)
	}
	if len(rep.CredibleID) != 2 {
		t.Errorf("the twin is told apart: %v", rep.Credible)
	}
	for i := range o.Value {
		o.Value[i] = float64((i * 7919) % 24)
	}
	if rep, err = Analyse(o, w.candidates, quick); err != nil || rep.Determined {
		t.Errorf("%v: noise determines %v", err, rep.Verdict)
	}
}

// asymmetric reports whether the two halves of a ruleset's traffic differ.
func (w *world) asymmetric(k int) bool {
	return math.Abs(stat.Correlation(w.truth[k][:lines/2], w.truth[k][lines/2:], nil)) < 0.9
}

// TestMover: the earth mover's distance on a path is the area between the
// distribution functions, on a ring it takes the shorter way.
func TestMover(t *testing.T) {
	path := &Observed{}
	ring := &Observed{Near: [][2]int{{0, 9}}}
	all := []int{}
	for i := range 10 {
		all = append(all, i)
		if i > 0 {
			path.Near = append(path.Near, [2]int{i - 1, i})
		}
	}
	ring.Near = append(ring.Near, path.Near...)
	r := rand.New(rand.NewPCG(9, 9))
	for range 50 {
		a, b := make([]float64, 10), make([]float64, 10)
		for i := range a {
			a[i], b[i] = r.Float64(), r.Float64()*r.Float64()
		}
		sa, sb := stat.Mean(a, nil)*10, stat.Mean(b, nil)*10
		onPath, over := 0.0, 0.0
		var flows []float64
		for i := range 9 {
			over += a[i]/sa - b[i]/sb
			onPath += math.Abs(over)
			flows = append(flows, over)
		}
		if got := newMover(path, all).distance(a, b); math.Abs(got-onPath) > 1e-9 {
			t.Fatalf("on a path %v, want %v", got, onPath)
		}
		// On a ring any constant may go around; the best is a median of the flows and 0.
		onRing := math.Inf(1)
		for _, c := range append(flows, 0) {
			sum := math.Abs(c)
			for _, f := range flows {
				sum += math.Abs(f - c)
			}
			onRing = min(onRing, sum)
		}
		if got := newMover(ring, all).distance(a, b); math.Abs(got-onRing) > 1e-9 {
			t.Fatalf("on a ring %v, want %v", got, onRing)
		}
	}
	if newMover(&Observed{}, all) != nil {
		t.Error("there is a way between lines that do not touch")
	}
}

// TestWalk: on a path of three sites one step uses either pair as often.
func TestWalk(t *testing.T) {
	along, visits := Walk(3, [][2]int32{{0, 1}, {1, 2}}, 1)
	if math.Abs(along[0]-0.5) > 1e-12 || math.Abs(along[1]-0.5) > 1e-12 || math.Abs(visits[1]-2.0/3) > 1e-12 {
		t.Errorf("%v, %v", along, visits)
	}
	along, visits = Walk(2, nil, 5)
	if len(along) != 0 || visits[0] != 0 {
		t.Errorf("without pairs %v, %v", along, visits)
	}
}

// TestRefusals: what cannot be compared is refused.
func TestRefusals(t *testing.T) {
	w := newWorld(1, 3)
	r := rand.New(rand.NewPCG(1, 1))
	for name, change := range map[string]func(o *Observed, c []Candidate, opt *Options){
		"three lines":   func(o *Observed, _ []Candidate, _ *Options) { blank(o, 3) },
		"all alike":     func(o *Observed, _ []Candidate, _ *Options) { level(o) },
		"weight 0":      func(o *Observed, _ []Candidate, _ *Options) { o.Weight[2] = 0 },
		"infinite":      func(o *Observed, _ []Candidate, _ *Options) { o.Value[1] = math.Inf(1) },
		"no plays":      func(_ *Observed, c []Candidate, _ *Options) { c[1].Plays = nil },
		"only nulls":    func(_ *Observed, c []Candidate, _ *Options) { c[0].Null, c[1].Null, c[2].Null = true, true, true },
		"line 99":       func(_ *Observed, c []Candidate, _ *Options) { c[0].Parts[3].Line = 99 },
		"folding":       func(_ *Observed, _ []Candidate, opt *Options) { opt.Folding = "greedy" },
		"prior 1":       func(_ *Observed, _ []Candidate, opt *Options) { opt.NullPrior = 1 },
		"five shuffles": func(_ *Observed, _ []Candidate, opt *Options) { opt.Shuffles = 5 },
		"no bootstrap":  func(_ *Observed, _ []Candidate, opt *Options) { opt.Bootstrap = 0 },
		"fewer weights": func(o *Observed, _ []Candidate, _ *Options) { o.Weight = o.Weight[:5] },
		"no length":     func(_ *Observed, c []Candidate, _ *Options) { c[0].Parts[3].Length = 0 },
	} {
		o, opt := w.worn(r, 0), quick
		c := newWorld(1, 3).candidates
		change(o, c, &opt)
		if _, err := Analyse(o, c, opt); err == nil {
			t.Errorf("%s is accepted", name)
		}
	}
}

func blank(o *Observed, but int) {
	for i := but; i < len(o.Value); i++ {
		o.Value[i] = math.NaN()
	}
}

func level(o *Observed) {
	for i := range o.Value {
		o.Value[i] = 1
	}
}
