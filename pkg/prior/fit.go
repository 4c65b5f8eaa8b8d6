package prior

import "math"

// axis is a parameter with the values that are tried.
type axis struct {
	of     func(*Parameters) *float64
	values []float64
}

var (
	space    = axis{func(p *Parameters) *float64 { return &p.Km }, []float64{0, 250, 500, 1000, 2000, 4000, 8000}}
	age      = axis{func(p *Parameters) *float64 { return &p.Years }, []float64{0, 50, 100, 250, 500, 1000, 2000}}
	culture  = axis{func(p *Parameters) *float64 { return &p.Culture }, []float64{0, 0.25, 0.5, 1, 2}}
	ludemes  = axis{func(p *Parameters) *float64 { return &p.Ludemes }, []float64{0, 2, 4, 6, 8, 12, 16, 24}}
	concepts = axis{func(p *Parameters) *float64 { return &p.Concepts }, []float64{0, 1, 2, 4, 8, 12, 16}}
	part     = axis{func(p *Parameters) *float64 { return &p.Part },
		[]float64{0.0003, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1}}
	shrink = axis{func(p *Parameters) *float64 { return &p.Shrink }, []float64{0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1}}

	all         = []axis{part, ludemes, concepts, shrink, space, age, culture}
	fewAxes     = []axis{part, ludemes, shrink, space, age} // neither culture nor concepts
	ludemeAxes  = []axis{part, ludemes, shrink}
	conceptAxes = []axis{part, concepts, shrink}
	originAxes  = []axis{part, shrink, space, age, culture}
	plainAxes   = []axis{part} // library frequency, with the one factor that it has
)

// start is where every fit begins.
var start = Parameters{Km: 2000, Years: 500, Culture: 0.5, Ludemes: 8, Concepts: 4, Part: 0.01, Shrink: 0.1}

// passes over all parameters end a fit that does not settle.
const passes = 4

// table keeps the answers by parameters, by case.
type table struct {
	c       *Cases
	workers int
	known   map[Parameters][][]answer
}

func (t *table) answers(p Parameters) [][]answer {
	if a, ok := t.known[p]; ok {
		return a
	}
	a := make([][]answer, len(t.c.list))
	each(len(a), t.workers, func(i int) { a[i] = t.c.kernel(t.c.list[i], p) })
	t.known[p] = a
	return a
}

// score is the mean logarithm of the probability of true fillers that are candidates, over all
// cases outside a fold; -1 leaves out none.
func (t *table) score(p Parameters, without int) float64 {
	total, n := 0.0, 0
	for i, a := range t.answers(p) {
		if t.c.list[i].fold == without {
			continue
		}
		for _, x := range a {
			if !math.IsNaN(x.log) {
				total += x.log
				n++
			}
		}
	}
	return total / float64(n)
}

// fit looks for the parameters with the best score outside a fold, one axis after the other. Of
// equal ones the first in the order of the axis is taken.
func (t *table) fit(from Parameters, axes []axis, without int) Parameters {
	best, score := from, t.score(from, without)
	for range passes {
		before := best
		for _, x := range axes {
			for _, v := range x.values {
				p := best
				*x.of(&p) = v
				if s := t.score(p, without); s > score {
					best, score = p, s
				}
			}
		}
		if best == before {
			break
		}
	}
	return best
}
