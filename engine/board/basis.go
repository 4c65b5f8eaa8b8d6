package board

import "slices"

// basis records what kind of lattice a graph or element was made from. It
// decides only whether a board counts as regular, and what loops a Surakarta
// board has.
type basis uint8

// The bases. Unset is not the same as none, which a generator or operator
// records to say that there is no basis.
const (
	basisUnset basis = iota
	basisNone
	basisSquare
	basisTri
	basisHex
	basisTiling // any of the semi-regular tilings
	basisBrick
	basisCeltic
	basisQuadHex
	basisConcentric
	basisSpiral
	basisDual
)

// setBasis records one basis on the graph and another on all its elements.
func (g *Graph) setBasis(graph, elements basis) {
	g.basis = graph
	for i := range g.vs {
		g.vs[i].basis = elements
	}
	for i := range g.es {
		g.es[i].basis = elements
	}
	for i := range g.fs {
		g.fs[i].basis = elements
	}
}

// regular reports whether the graph counts as regular.
func (g *Graph) regular() bool {
	if g.basis == basisSquare || g.basis == basisTri || g.basis == basisHex {
		return true
	}
	var b basis
	switch {
	case len(g.fs) > 0:
		b = g.fs[0].basis
	case len(g.es) > 0:
		b = g.es[0].basis
	case len(g.vs) > 0:
		b = g.vs[0].basis
	}
	if b == basisUnset || b == basisNone {
		return false
	}
	return !slices.ContainsFunc(g.vs, func(v vertex) bool { return v.basis != b }) &&
		!slices.ContainsFunc(g.es, func(e edge) bool { return e.basis != b }) &&
		!slices.ContainsFunc(g.fs, func(f face) bool { return f.basis != b })
}
