package board

import (
	"math"
	"math/big"
	"testing"
)

// series300 is the Taylor series of the sine (from 1) or cosine (from 0) of x to 300 bits.
func series300(x float64, from int64) float64 {
	number := func() *big.Float { return new(big.Float).SetPrec(300) }
	term := number().SetInt64(1)
	if from == 1 {
		term.SetFloat64(x)
	}
	square, sum := number().SetFloat64(x), number().Set(term)
	square.Mul(square, square)
	for n := from; n < 200; n += 2 {
		term.Mul(term, square)
		term.Quo(term, number().SetInt64(-(n+1)*(n+2)))
		sum.Add(sum, term)
	}
	f, _ := sum.Float64()
	return f
}

// TestTrigonometryIsRounded compares sine and cosine with sums of 300 bits, at the
// angles of regular polygons and others: not a bit may differ.
func TestTrigonometryIsRounded(t *testing.T) {
	check := func(x float64) {
		t.Helper()
		if got, want := sin(x), series300(x, 1); got != want {
			t.Errorf("sin(%v) is %v, want %v", x, got, want)
		}
		if got, want := cos(x), series300(x, 0); got != want {
			t.Errorf("cos(%v) is %v, want %v", x, got, want)
		}
	}
	for n := 1; n <= 60; n++ {
		for k := range n {
			check(math.Pi/2 + 2*math.Pi*float64(k)/float64(n))
			check(-math.Pi * float64(k) / float64(n))
		}
	}
	for x := -20.0; x < 20; x += 0.0371 {
		check(x)
	}
	for _, x := range []float64{0, math.Copysign(0, -1), 1e-300, 1e-9, math.Pi, math.Pi / 4, -math.Pi / 4,
		0.7853981633974482, 0.7853981633974484} {
		check(x)
	}
}
