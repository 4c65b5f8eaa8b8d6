package posterior

import (
	"cmp"
	"math"
	"slices"
)

// What further evidence would tell. The rules decide whether a concept holds and how many pieces there are, so that
// the expected reduction of the uncertainty about the rules (the mutual information of rules and answer) is the
// entropy of the answer's posterior. A measurement of wear has noise: what it tells is found by package wear, of the
// completions as the wear alone leaves them.

// Question is something that could be found out, with the expected reduction of the uncertainty, in bits.
type Question struct {
	Name string  `json:"name"`
	Bits float64 `json:"bits"`
	Kind string  `json:"kind"` // of the concept: Equipment, Start, Play, End …; Find for counts; Wear for lines
}

// Kinds of questions that are no concepts.
const (
	kindFind = "Find"
	kindWear = "Wear"
)

// linesAsked is the number of lines whose wear is asked for.
const linesAsked = 5

// ask adds a question whose answers have these shares of the posterior, if they leave anything open.
func (t *Study) ask(name, kind string, shares map[float64]float64) {
	list := make([]float64, 0, len(shares))
	for _, p := range shares {
		if p > 0 {
			list = append(list, p)
		}
	}
	if len(list) < 2 {
		return
	}
	slices.Sort(list) // so that rounding is the same each time
	bits := 0.0
	for _, p := range list {
		bits -= p * math.Log2(p)
	}
	t.Next = append(t.Next, Question{name, bits, kind})
}

// questions adds counts of finds and measurements of wear to the concepts, and sorts all by what they tell.
func (t *Study) questions(w *weighing) {
	t.count("number of pieces at the start", w, func(f *facts) float64 { return f.pieces })
	t.count("number of dice", w, func(f *facts) float64 { return f.dice })
	if t.Wear != nil {
		for _, n := range t.Wear.next[:min(linesAsked, len(t.Wear.next))] {
			again := ""
			if n.Measured {
				again = ", measured again"
			}
			t.Next = append(t.Next, Question{"wear of " + n.Line + again, n.Bits, kindWear})
		}
	}
	slices.SortStableFunc(t.Next, func(a, b Question) int { return cmp.Compare(b.Bits, a.Bits) })
}

// count asks how many there are of something, if that is known of every completion that is left.
func (t *Study) count(name string, w *weighing, of func(*facts) float64) {
	shares := map[float64]float64{}
	for i, f := range w.draws {
		if w.weights[i] > 0 {
			n := of(f)
			if math.IsNaN(n) {
				return
			}
			shares[n] += w.weights[i] / w.total
		}
	}
	t.ask(name, kindFind, shares)
}
