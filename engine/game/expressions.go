package game

import (
	"github.com/astragal/astragal/engine/board"
)

// The compiled forms of expressions. Each is a small value around a closure
// that reads a Context; a constant carries its value so that parents can fold.

// Off is the number of "no site", "no value", "undefined" (part 3, §1).
const Off = -1

// Infinity is the largest number of the language.
const Infinity = 1_000_000_000

// Int is a compiled integer expression.
type Int struct {
	F     func(c *Context) int
	Const bool // when true the value is V and F is nil
	V     int
}

// IntOf returns the constant v.
func IntOf(v int) Int { return Int{Const: true, V: v} }

// IntFn returns the expression computed by f.
func IntFn(f func(c *Context) int) Int { return Int{F: f} }

// Get evaluates the expression.
func (i Int) Get(c *Context) int {
	if i.Const {
		return i.V
	}
	return i.F(c)
}

// Given reports whether the expression was present in the description.
func (i Int) Given() bool { return i.Const || i.F != nil }

// Bool is a compiled boolean expression.
type Bool struct {
	F     func(c *Context) bool
	Const bool // when true the value is V and F is nil
	V     bool
}

// BoolOf returns the constant v.
func BoolOf(v bool) Bool { return Bool{Const: true, V: v} }

// BoolFn returns the expression computed by f.
func BoolFn(f func(c *Context) bool) Bool { return Bool{F: f} }

// Get evaluates the expression.
func (b Bool) Get(c *Context) bool {
	if b.Const {
		return b.V
	}
	return b.F(c)
}

// Given reports whether the expression was present in the description.
func (b Bool) Given() bool { return b.Const || b.F != nil }

// Ok evaluates a condition that holds when absent.
func (b Bool) Ok(c *Context) bool { return !b.Given() || b.Get(c) }

// Float is a compiled floating-point expression (32-bit arithmetic of the
// language is done by the ludemes themselves).
type Float struct {
	F     func(c *Context) float64
	Const bool
	V     float64
}

// Get evaluates the expression.
func (f Float) Get(c *Context) float64 {
	if f.Const {
		return f.V
	}
	return f.F(c)
}

// Ints is a compiled integer array: Eval appends the elements to dst.
type Ints struct {
	Eval func(c *Context, dst []int32) []int32
}

// Given reports whether the expression was present in the description.
func (i Ints) Given() bool { return i.Eval != nil }

// Range is a compiled range of integers, both ends included.
type Range struct{ Min, Max Int }

// Region is a compiled region: a set of site numbers.
type Region struct {
	// Eval adds the sites to out, an empty set of Game.SetWords words.
	Eval func(c *Context, out Set)
	// Has answers membership of a site ≥ 0; nil means: evaluate and look.
	Has func(c *Context, site int) bool
	// Static is the value of a region that is the same in every position.
	Static Set
	// Constant marks a region without Static that counts as constant all the same:
	// operators on constant regions are evaluated once, on the blank state.
	Constant bool
}

// Given reports whether the expression was present in the description.
func (r Region) Given() bool { return r.Eval != nil || r.Static != nil }

// RegionFn returns the region computed by f.
func RegionFn(f func(c *Context, out Set)) Region { return Region{Eval: f} }

// RegionOf returns the constant region s.
func RegionOf(s Set) Region { return Region{Static: s} }

// AddTo adds the region's sites to out, which need not be empty.
func (r Region) AddTo(c *Context, out Set) {
	t := r.Borrow(c)
	out.Union(t)
	r.Return(c, t)
}

// Borrow returns the region's sites now as a set that must not be changed; give it back with Return.
func (r Region) Borrow(c *Context) Set {
	if r.Static != nil {
		return r.Static
	}
	t := c.TakeSet()
	r.Eval(c, t)
	return t
}

// Return gives back a borrowed set.
func (r Region) Return(c *Context, s Set) {
	if r.Static == nil {
		c.GiveSet(s)
	}
}

// Contains reports whether site is in the region; a negative site never is.
func (r Region) Contains(c *Context, site int) bool {
	if site < 0 {
		return false
	}
	if r.Static == nil && r.Has != nil {
		return r.Has(c, site)
	}
	t := r.Borrow(c)
	ok := t.Has(site)
	r.Return(c, t)
	return ok
}

// Each calls f for every site in ascending order until f returns false. The region
// is evaluated completely first.
func (r Region) Each(c *Context, f func(site int) bool) {
	t := r.Borrow(c)
	t.Each(f)
	r.Return(c, t)
}

// Sites appends the sites in ascending order to dst.
func (r Region) Sites(c *Context, dst []int32) []int32 {
	r.Each(c, func(s int) bool { dst = append(dst, int32(s)); return true })
	return dst
}

// Count is the number of sites of the region now.
func (r Region) Count(c *Context) int {
	t := r.Borrow(c)
	n := t.Len()
	r.Return(c, t)
	return n
}

// Directions is a compiled direction argument, resolved for a site: Eval
// appends the absolute directions in order (part 4, §1.10).
type Directions struct {
	// Relative tells that how the piece faces may matter.
	Relative bool
	Eval     func(c *Context, st board.SiteType, site int, dst []board.Direction) []board.Direction
}

// Given reports whether the argument was present in the description.
func (d Directions) Given() bool { return d.Eval != nil }

// Gen is a compiled moves ludeme.
type Gen struct {
	// Eval appends the moves it generates, in order, to out.
	Eval func(c *Context, out *MoveList)
	// CanMove overrides the question "has it at least one move that passes the
	// repetition and suicide rules" (part 6, §1.10).
	CanMove func(c *Context) bool
	// CanMoveTo overrides the question "is there a move whose to is site".
	CanMoveTo func(c *Context, site int) bool
	// Part appends the next part of the moves that Eval lists, with at least one move
	// unless none is left; done is 0 at first, later what the last call returned, and -1
	// when there are no more. nil: all moves are made at once.
	Part func(c *Context, out *MoveList, done int) int

	draws bool // evaluating it may draw random numbers
}

// Start is a compiled start rule: it plays its placements on the live state.
type Start struct {
	Eval   func(c *Context)
	Steady bool // it does the same whatever stands on the board, or asks Context.Dealing
}
