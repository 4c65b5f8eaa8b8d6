package wear

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// TestInexact: with exact traffic the integral is the closed form; the same wear says less where the counts of traffic
// are
// in doubt, and next to nothing where they are nothing but chance.
func TestInexact(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for _, n := range []int{5, 24, 60} {
		for _, noise := range []float64{0.2, 1, 5} {
			o := &Observed{}
			x := make([]float64, n)
			for i := range n {
				x[i] = r.Float64() * 4
				o.Lines, o.Weight = append(o.Lines, ""), append(o.Weight, 0.5+r.Float64())
				o.Value = append(o.Value, x[i]+noise*r.NormFloat64())
			}
			k := newTarget(o)
			errors := mat.NewSymDense(n, nil)
			want := k.evidence(cosine(centred(k.w, k.weight), centred(x, k.weight)))
			if got := k.inexact(x, errors); math.Abs(got-want) > 0.02+0.005*math.Abs(want) {
				t.Errorf("%d lines, noise %v: %v, want %v", n, noise, got, want)
			}
			for i := range n {
				errors.SetSym(i, i, 0.3)
			}
			if got := k.inexact(x, errors); want > 10 && got >= want {
				t.Errorf("%d lines, noise %v: %v in doubt, %v if not", n, noise, got, want)
			}
			for i := range n {
				errors.SetSym(i, i, 1e6)
			}
			if got := k.inexact(x, errors); math.Abs(got) > 1.5 {
				t.Errorf("%d lines, noise %v: chance has the evidence %v", n, noise, got)
			}
		}
	}
}
