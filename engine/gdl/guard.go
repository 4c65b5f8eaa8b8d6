package gdl

import "slices"

// Most moves of a game with turns need the same condition: that it is the role's
// turn. It changes in every step, and all its legal moves with it. So conditions that
// many moves of a role share are kept apart: the moves' own conditions change seldom.

// section is a condition that moves share, and what each needs besides; litFalse for
// moves of other sections.
type section struct {
	shared lit
	inner  []lit
}

const (
	// minGuarded is the number of moves from which on a shared condition is kept apart,
	// and guardedPart their part of the moves at hand.
	minGuarded  = 4
	guardedPart = 4
	// mostSections bounds the sections of a role.
	mostSections = 6
)

// guards divides moves by the conditions that they share, such as that it is the role's
// turn, and that nothing is to be captured. The first section has no condition.
func (f *formulas) guards(legal []lit) []section { return f.divide(nil, section{litTrue, legal}) }

// divide adds the parts of a section to others.
func (f *formulas) divide(all []section, s section) []section {
	count := map[lit]int{}
	best, shared, moves := 0, litFalse, 0
	for _, l := range s.inner {
		if l != litFalse {
			moves++
		}
		for _, c := range f.needs(l) {
			count[c]++
			if n := count[c]; n > best || n == best && c < shared {
				best, shared = n, c
			}
		}
	}
	if best < minGuarded || guardedPart*best < moves || len(all)+2 > mostSections {
		return append(all, s)
	}
	apart := section{f.and([]lit{s.shared, shared}), make([]lit, len(s.inner))}
	rest := section{s.shared, slices.Clone(s.inner)}
	for i, l := range s.inner {
		apart.inner[i] = litFalse
		if inner, ok := f.without(l, shared); ok {
			apart.inner[i], rest.inner[i] = inner, litFalse
		}
	}
	if best < moves || len(all) == 0 {
		all = f.divide(all, rest)
	}
	return f.divide(all, apart)
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
