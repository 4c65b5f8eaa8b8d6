package metric

import (
	"bytes"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
)

func randomPlayout(r *rand.Rand) *Playout {
	plies := r.IntN(3000)
	p := &Playout{Plies: plies, Turns: r.IntN(plies + 1), Winner: r.IntN(3), Branching: make([]int32, plies)}
	for i := range p.Branching {
		p.Branching[i] = int32(r.IntN(50))
	}
	p.Limit = p.Winner == 0 && r.IntN(2) == 0
	p.Utilities = []float64{float64(r.IntN(3) - 1), float64(r.IntN(3) - 1)}
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
		b.Add(&Playout{Plies: plies, Turns: plies, Branching: slices.Repeat([]int32{4}, plies), Winner: []int{1, 1, 2, 0}[i],
			Limit: i == 3, Utilities: [][]float64{{1, -1}, {1, -1}, {-1, 1}, {0, 0}}[i]})
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
	// Where the variance grows with the distance from the least and the greatest value.
	const t3 = 3.182446305284263
	near("upper end", d.High, 55.25+t3*83.58341641/math.Sqrt(3)*math.Sqrt((d.High-5)/(55.25-5)))
	near("lower end", d.Low, max(0, 55.25-t3*83.58341641/math.Sqrt(3)*math.Sqrt((200-d.Low)/(200-55.25))))
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
	for _, bad := range []string{"", "{}", `{"players":2,"wins":[1]}`, `{"version":VERSION,"players":1e9}`,
		`{"version":VERSION,"players":-1}`,
		`{"version":VERSION,"players":0,"wins":[],"outcomes":[],"pairs":[],"squares":[[0,"0","0",0,0]],"length":{},"turns":{},"metrics":{"x":[1,"a","2",0,0]}}`,
		`{"version":VERSION,"players":0,"wins":[],"outcomes":[],"pairs":[],"squares":[[0,"0","0",0,0]],"length":{},"turns":{},"metrics":{"x":[1,"1","1"]}}`,
		`{"version":VERSION,"players":0,"wins":[],"outcomes":[],"pairs":[],"squares":[[0,"0","0",0,0]],"length":{},"turns":{},"metrics":{"x":null}}`,
		`{"version":VERSION,"players":1,"wins":[0],"outcomes":[[0]],"pairs":[],"squares":[[0,"0","0",0,0]],"length":{},"turns":{},"metrics":{}}`} {
		var b Batch
		bad = strings.Replace(bad, "VERSION", strconv.Itoa(Version), 1)
		if err := b.UnmarshalBinary([]byte(bad)); err == nil ||
			strings.Contains(err.Error(), "of version") && strings.Contains(bad, "version") {
			t.Errorf("%s is read: %v; expected an error that is not about its version", bad, err)
		}
	}
}

func TestNumber(t *testing.T) {
	values := []float64{0, 1, -1, 0.5, 1e9, -1e9, 1 << 30, -(1 << 30), 3.25e17, -4.5e18, 1.5, -1.0 / 3}
	var sum, square number
	wantSum, wantSquare := new(big.Int), new(big.Int)
	for _, v := range values {
		x := fixed(v)
		exact, _ := new(big.Float).SetMantExp(big.NewFloat(v), fraction).Int(nil)
		if back, err := parseNumber(x.big().String()); err != nil || back != x {
			t.Errorf("%v comes back as %v, %v", x, back, err)
		}
		if v != -1.0/3 && x.big().Cmp(exact) != 0 {
			t.Errorf("%g is %v steps, want %v", v, x.big(), exact)
		}
		sq := x.squared()
		if want := new(big.Int).Mul(x.big(), x.big()); sq.big().Cmp(want) != 0 {
			t.Errorf("%v² = %v, want %v", x.big(), sq.big(), want)
		}
		wantSum.Add(wantSum, x.big())
		wantSquare.Add(wantSquare, new(big.Int).Mul(x.big(), x.big()))
		if math.Abs(v) < 1<<30 {
			sum.addSmall(x.big().Int64())
			square.addSquare(x.big().Int64())
		} else {
			sum.add(&x)
			square.add(&sq)
		}
	}
	if sum.big().Cmp(wantSum) != 0 || square.big().Cmp(wantSquare) != 0 {
		t.Errorf("sums %v and %v, want %v and %v", sum.big(), square.big(), wantSum, wantSquare)
	}
	for _, bad := range []string{"", "x", "1" + strings.Repeat("0", 80)} {
		if _, err := parseNumber(bad); err == nil {
			t.Errorf("%q is a number", bad)
		}
	}
}

func TestMomentsUndefined(t *testing.T) {
	var m Moments
	for _, v := range []float64{1, math.Inf(-1), math.NaN(), 3, 1e300} {
		m.Add(v)
	}
	data, err := m.MarshalJSON()
	var back Moments
	if err != nil || back.UnmarshalJSON(data) != nil || back != m || m.Undefined() != 2 || m.n != 3 {
		t.Errorf("%s comes back as %+v", data, back)
	}
}
