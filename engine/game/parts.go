package game

import (
	"maps"
	"slices"

	"github.com/astragal/astragal/engine/lgdl"
)

// Root is the checked description that the game was compiled from, nil for a match.
func (g *Game) Root() *lgdl.Expr { return g.root }

// Parts returns a compiler for single clauses of a game that is compiled
// already, for those who plan how to play it: what it compiles can be read, but
// is no part of the game, which stays as it is.
func (g *Game) Parts() *Compiler {
	own := *g
	own.thens, own.Rules, own.Ends, own.EndParts = slices.Clip(own.thens), slices.Clip(own.Rules), slices.Clip(own.Ends), slices.Clip(own.EndParts)
	own.names, own.varNames = slices.Clip(own.names), slices.Clip(own.varNames)
	own.afterAll = maps.Clone(own.afterAll)
	k := &Compiler{G: &own, nameIDs: map[string]int32{}, varIDs: map[string]int32{}}
	for i, s := range own.names {
		k.nameIDs[s] = int32(i)
	}
	for i, s := range own.varNames {
		k.varIDs[s] = int32(i)
	}
	return k
}

// Settled tells the compiler of parts that no region of the equipment changes
// during the play, although some are worked out when they are asked for.
func (k *Compiler) Settled() { k.settled = true }

// Settle fills the tables of the parts compiled so far and returns a context on
// the blank state to evaluate them in.
func (k *Compiler) Settle() *Context {
	for _, f := range k.later {
		f()
	}
	c := NewContext(k.G)
	for _, f := range k.last {
		f(c)
	}
	k.later, k.last = nil, nil
	return c
}

// Complete tells whether the tables are filled.
func (a *Aims) Complete() bool { return a != nil && a.ready }

// Near returns the neighbours of a site for a component.
func (a *Aims) Near(what, site int) []int32 {
	i := a.facing[what] + int32(site)
	return a.list[a.off[i]:a.off[i+1]]
}

// Paths returns the lines from a site for a component, each with the site first.
func (a *Aims) Paths(what, site int) [][]int32 {
	i := a.facing[what] + int32(site)
	return a.rays[a.off[i]:a.off[i+1]]
}

// Complete tells whether the table is filled.
func (t *SiteTest) Complete() bool { return t != nil && t.ready }

// Local tells whether the test asks about the local state of the site instead of the component.
func (t *SiteTest) Local() bool { return t.local }

// Holds tells whether a component, or local state, on a board site passes when
// mover is to move and next after him.
func (t *SiteTest) Holds(mover, next, what, site int) bool {
	i := mover*(t.players+2) + next
	if t.where == nil {
		return t.mask[i]>>(what&63)&1 != 0
	}
	return t.where[i*t.comps+what].Has(site)
}

// BySite tells whether the test depends on the site itself.
func (t *SiteTest) BySite() bool { return t.where != nil }

// Repeats tells whether a repetition rule forbids moves.
func (g *Game) Repeats() bool { return g.noRepeat != 0 }

// RepeatsPositions tells whether the repetition rule forbids to bring back what
// stood where at the end of an earlier turn of the play.
func (g *Game) RepeatsPositions() bool { return g.noRepeat == RepeatPositionalInGame }
