package ruleset

import (
	"slices"

	"github.com/astragal/astragal/engine/lgdl"
)

// relation is a comparison of numbers that follow from at most two sites alone, such as whether two sites have the same
// column: whatever it means, the symmetries that keep it are found by trying all sites.
type relation struct {
	sign  string       // of the comparison
	sides []*lgdl.Expr // the two that are compared
	sites []string     // the iterators that it reads
	// holds tells for every value of the first site, and of the second one, whether it holds: 0 or 1, 2 where some
	// number is not defined. Values are those of all sites, after -1 for none.
	holds  []uint8
	values int
}

// maxRelation bounds the pairs of sites that are tried.
const maxRelation = 1 << 18

// relate makes a relation of a comparison; nil if it is none.
func (k *known) relate(e *lgdl.Expr) *relation {
	r := &relation{sign: e.Text, sides: lgdl.Flat(e.Args...), values: k.g.Topo.Num(k.g.DefaultType) + 1}
	for _, c := range k.g.Containers {
		r.values = max(r.values, c.First+c.Sites+1)
	}
	if len(r.sides) != 2 || !r.readsAll(r.sides) {
		return nil
	}
	if len(r.sites) == 0 || len(r.sites) > 2 {
		return nil
	}
	n := r.values
	if len(r.sites) == 2 {
		n *= r.values
	}
	if n > maxRelation {
		return nil
	}
	r.holds = make([]uint8, n)
	for i := range r.holds {
		r.holds[i] = k.compare(r, i%r.values-1, i/r.values-1)
	}
	return r
}

// readsAll reports whether it reads each of some expressions.
func (r *relation) readsAll(list []*lgdl.Expr) bool {
	return !slices.ContainsFunc(list, func(x *lgdl.Expr) bool { return !r.reads(x) })
}

// reads reports whether an expression is a number that follows from sites alone, and notes which.
func (r *relation) reads(e *lgdl.Expr) bool {
	switch {
	case e == nil:
		return true
	case e.Kind == lgdl.Int:
		return true
	case e.Kind != lgdl.Clause || e.Form == nil:
		return false
	}
	switch e.Form.Text {
	case "(+ int int)", "(- [int] int)", "(* int int)", "(/ int int)", "(% int int)":
		return r.readsAll(e.Args)
	case "(column [siteType] of:int)", "(row [siteType] of:int)":
		return e.Named("siteType") == nil && r.reads(e.Named("of"))
	case "(to)", "(site)", "(between)", "(from [at:whenType])", "(last lastType [afterConsequence:bool])":
		if r.site(e) < 0 {
			r.sites = append(r.sites, iterator(e))
		}
		return e.Arg("at") == nil
	}
	return false
}

// site is the number of an iterator among those of the relation, -1 if it is none.
func (r *relation) site(e *lgdl.Expr) int {
	for i, name := range r.sites {
		if name == iterator(e) {
			return i
		}
	}
	return -1
}

func iterator(e *lgdl.Expr) string {
	name := e.Text
	for _, x := range e.Args {
		if x != nil {
			name += " " + x.Text
		}
	}
	return name
}

// compare evaluates the comparison for the values of two sites.
func (k *known) compare(r *relation, first, second int) uint8 {
	at := [2]int{first, second}
	x, ok := k.number(r, r.sides[0], at)
	y, also := k.number(r, r.sides[1], at)
	if !ok || !also {
		return 2
	}
	holds := false
	switch r.sign {
	case "=":
		holds = x == y
	case "!=":
		holds = x != y
	case "<":
		holds = x < y
	case "<=":
		holds = x <= y
	case ">":
		holds = x > y
	case ">=":
		holds = x >= y
	}
	if holds {
		return 1
	}
	return 0
}

// number evaluates an expression of the relation; false where it has no value, or one that nothing is said about here.
func (k *known) number(r *relation, e *lgdl.Expr, at [2]int) (int, bool) {
	if e == nil {
		return 0, true
	}
	if e.Kind == lgdl.Int {
		return int(e.Int), true
	}
	if i := r.site(e); i >= 0 {
		return at[i], true
	}
	var of [2]int
	for i, x := range e.Args {
		var ok bool
		if of[i], ok = k.number(r, x, at); !ok {
			return 0, false
		}
	}
	t, st := k.g.Topo, k.g.DefaultType
	switch e.Text {
	case "+":
		return of[0] + of[1], true
	case "-":
		return of[0] - of[1], true
	case "*":
		return of[0] * of[1], true
	case "/":
		if of[0] < 0 || of[1] <= 0 {
			return 0, false
		}
		return of[0] / of[1], true
	case "%":
		if of[0] < 0 || of[1] <= 0 {
			return 0, false
		}
		return of[0] % of[1], true
	}
	if of[1] < 0 || of[1] >= t.Num(st) {
		return 0, false
	}
	if e.Text == "row" {
		return int(t.Row(st, int32(of[1]))), true
	}
	return int(t.Column(st, int32(of[1]))), true
}

// kept reports whether a permutation of the board keeps the relation.
func (r *relation) kept(p []int32) bool {
	image := func(value int) int { // of a site plus one
		if value >= 1 && value <= len(p) {
			return int(p[value-1]) + 1
		}
		return value
	}
	for i, holds := range r.holds {
		at := image(i % r.values)
		if len(r.sites) == 2 {
			at += image(i/r.values) * r.values
		}
		if r.holds[at] != holds {
			return false
		}
	}
	return true
}
