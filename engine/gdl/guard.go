package gdl

import "slices"

// Most moves of a game with turns need the same condition: that it is the role's
// turn. It changes in every step, and all its legal moves with it. So the condition
// that most moves of a role share is kept apart: the moves' own conditions change
// seldom.

// guard is the condition that moves share, and what each needs besides; litFalse
// in plain or inner for moves that stand in the other.
type guard struct {
	shared lit
	plain  []lit // without the shared condition
	inner  []lit // with it
}

// minGuarded is the number of moves from which on a shared condition is kept apart.
const minGuarded = 4

// guards finds the condition that most of the literals share.
func (f *formulas) guards(legal []lit) guard {
	g := guard{shared: litFalse, plain: slices.Clone(legal), inner: make([]lit, len(legal))}
	for i := range g.inner {
		g.inner[i] = litFalse
	}
	count := map[lit]int{}
	best := 0
	for _, l := range legal {
		for _, c := range f.needs(l) {
			count[c]++
			if n := count[c]; n > best || n == best && c < g.shared {
				best, g.shared = n, c
			}
		}
	}
	if best < minGuarded {
		g.shared = litFalse
		return g
	}
	for i, l := range legal {
		if inner, ok := f.without(l, g.shared); ok {
			g.plain[i], g.inner[i] = litFalse, inner
		}
	}
	return g
}

// needs lists conditions that a literal implies on its face.
func (f *formulas) needs(l lit) []lit {
	if l.neg() {
		return nil
	}
	switch n := l.node(); f.kinds[n] {
	case nodeAnd:
		return f.children[n]
	case nodeOr:
		if f.group[n] != 0 {
			return nil
		}
		var common []lit
		for i, c := range f.children[n] {
			if c.neg() || f.kinds[c.node()] != nodeAnd {
				return nil
			}
			if i == 0 {
				common = slices.Clone(f.children[c.node()])
				continue
			}
			common = slices.DeleteFunc(common, func(x lit) bool { return !slices.Contains(f.children[c.node()], x) })
		}
		return common
	}
	return nil
}

// without gives what a literal needs besides a condition; false if it does not
// plainly need it.
func (f *formulas) without(l, condition lit) (lit, bool) {
	if !slices.Contains(f.needs(l), condition) {
		return 0, false
	}
	strip := func(n int) lit {
		return f.and(slices.DeleteFunc(slices.Clone(f.children[n]), func(x lit) bool { return x == condition }))
	}
	n := l.node()
	if f.kinds[n] == nodeAnd {
		return strip(n), true
	}
	var all []lit
	for _, c := range f.children[n] {
		all = append(all, strip(c.node()))
	}
	return f.or(all), true
}
