package metric

import (
	"bytes"
	"math"
	"math/rand/v2"
	"testing"
)

func randomPlayout(r *rand.Rand) *Playout {
	plies := r.IntN(3000)
	p := &Playout{Plies: plies, Turns: r.IntN(plies + 1), Legal: int64(plies * r.IntN(50)), Decisions: r.IntN(plies + 1), Winner: r.IntN(3)}
	p.Draw = p.Winner == 0
	p.Limit = p.Draw && r.IntN(2) == 0
	p.Utilities = []float64{r.Float64()*2 - 1, r.Float64()*2 - 1}
	p.Values = map[string]float64{"ScoreDifferenceAverage": r.NormFloat64() * 1e6}
	return p
}

// Whatever the grouping and the order, merged batches have the same bytes.
func TestMergeIsBitIdentical(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	whole := NewBatch(2)
	parts := make([]*Batch, 7)
	for i := range parts {
		parts[i] = NewBatch(2)
	}
	for range 2000 {
		p := randomPlayout(r)
		whole.Add(p)
		parts[r.IntN(len(parts))].Add(p)
	}
	want, err := whole.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	for range 20 {
		merged := NewBatch(2)
		for _, i := range r.Perm(len(parts)) {
			data, err := parts[i].MarshalBinary()
			if err != nil {
				t.Fatal(err)
			}
			var b Batch
			if err := b.UnmarshalBinary(data); err != nil {
				t.Fatal(err)
			}
			if err := merged.Merge(&b); err != nil {
				t.Fatal(err)
			}
		}
		got, _ := merged.MarshalBinary()
		if !bytes.Equal(got, want) {
			t.Fatalf("merged batches differ:\n%s\n%s", got, want)
		}
	}
	if err := whole.Merge(NewBatch(3)); err == nil {
		t.Error("merging batches of 2 and 3 players is no error")
	}
}

func TestSummary(t *testing.T) {
	b := NewBatch(2)
	for i, plies := range []int{5, 7, 9, 200} {
		b.Add(&Playout{Plies: plies, Turns: plies, Legal: int64(4 * plies), Decisions: plies, Winner: []int{1, 1, 2, 0}[i],
			Draw: i == 3, Limit: i == 3, Utilities: [][]float64{{1, -1}, {1, -1}, {-1, 1}, {0, 0}}[i]})
	}
	s := b.Summary()
	near := func(what string, got, want float64) {
		t.Helper()
		if math.Abs(got-want) > 1e-6 {
			t.Errorf("%s = %v, want %v", what, got, want)
		}
	}
	d := s.Metrics["DurationMoves"]
	near("mean plies", d.Mean, 55.25)
	near("deviation", d.StdDev, 83.58341641)
	near("upper end", d.High, 55.25+1.959963985*83.58341641/math.Sqrt(3))
	near("branching", s.Metrics["BranchingFactorAverage"].Mean, 4)
	near("completion", s.Completion.Mean, 0.75)
	near("timeouts", s.Timeouts.Mean, 0.25)
	near("wins of player 1", s.Wins[0].Mean, 0.5)
	near("Wilson's lower end", s.Wins[0].Low, 0.1500390)
	near("advantage", s.Metrics["AdvantageP1"].Mean, 0.625)
	near("balance", s.Balance, 0.75)
	if s.Median != 9 {
		t.Errorf("median %d, want 9", s.Median)
	}
	if last := s.Length[3]; last != (Bin{200, 201, 1}) {
		t.Errorf("last bin %+v", last)
	}
	if e := Share(0, 0); e != (Estimate{}) {
		t.Errorf("a share of nothing is %+v", e)
	}
}

func TestHistogramBins(t *testing.T) {
	for v := range 100000 {
		h := Histogram{}
		h.Add(v)
		b := h.Bins()[0]
		if v < b.Low || v > b.High || (v < 128 && b.Low != b.High) || (b.High-b.Low+1)*64 > max(b.Low, 64) {
			t.Fatalf("%d lies in bin %+v", v, b)
		}
	}
}

func TestUnmarshalRejects(t *testing.T) {
	for _, bad := range []string{"", "{}", `{"players":2,"wins":[1]}`, `{"players":0,"wins":[],"length":{},"metrics":{"x":[1,"a","2"]}}`, `{"players":0,"wins":[],"length":{},"metrics":{"x":[1,"1"]}}`} {
		var b Batch
		if err := b.UnmarshalBinary([]byte(bad)); err == nil && bad != "{}" {
			t.Errorf("%s is read without error", bad)
		}
	}
}

func TestInt128(t *testing.T) {
	for _, v := range []int64{0, 1, -1, math.MaxInt64, math.MinInt64, -1 << 40} {
		x := int128{hi: v >> 63, lo: uint64(v)}
		if got := x.big(); got.Int64() != v || !got.IsInt64() {
			t.Errorf("%d becomes %v", v, got)
		}
		for _, y := range []int128{x, squareOf(v), x.plus(x)} {
			if back, err := parseInt128(y.big().String()); err != nil || back != y {
				t.Errorf("%v comes back as %v, %v", y, back, err)
			}
		}
	}
}
