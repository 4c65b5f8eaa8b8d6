package game

import (
	"fmt"
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
	own.names, own.varNames, own.thens = slices.Clip(g.names), slices.Clip(g.varNames), slices.Clip(g.thens)
	own.Regions, own.Starts = slices.Clip(g.Regions), slices.Clip(g.Starts)
	own.Rules, own.Ends, own.EndParts = slices.Clip(g.Rules), slices.Clip(g.Ends), slices.Clip(g.EndParts)
	own.afterAll = maps.Clone(g.afterAll)
	return reopen(&own)
}

// reopen returns a compiler that adds to a compiled game.
func reopen(g *Game) *Compiler {
	k := &Compiler{G: g, nameIDs: map[string]int32{}, varIDs: map[string]int32{}}
	for i, s := range g.names {
		k.nameIDs[s] = int32(i)
	}
	for i, s := range g.varNames {
		k.varIDs[s] = int32(i)
	}
	return k
}

// Settle does what the parts compiled so far have left for the end and returns a context
// on the blank state to evaluate them in. They only look at it: it is the same every time.
func (k *Compiler) Settle() *Context {
	for _, f := range k.later {
		f()
	}
	if s := k.blank; s != nil && (len(s.Vars) < len(k.G.varNames) || len(s.Remembered) < len(k.G.names)) {
		k.blank = nil // it has no room for names that are new
	}
	c := newContext(k.G, k.blank)
	if !k.G.DeductionPuzzle {
		k.blank = c.S
	}
	for _, f := range k.last {
		f(c)
	}
	k.later, k.last = nil, nil
	return c
}

// Repeats reports whether a repetition rule forbids moves.
func (g *Game) Repeats() bool { return g.noRepeat != 0 }

// SitesOf evaluates an int, a list of ints or a region of the description on
// the blank state of the game, as questions about the description need it that
// no play has begun for. The game is not changed. The error says why the
// expression has no value there.
func (g *Game) SitesOf(e *lgdl.Expr) (sites []int, err error) {
	k := g.Parts()
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%v: no value before the game has started: %v", e.Pos, r)
		}
	}()
	err = Catch(func() {
		var eval func(c *Context)
		switch {
		case IsRegion(e):
			r := k.Region(e)
			eval = func(c *Context) { r.Each(c, func(s int) bool { sites = append(sites, s); return true }) }
		case IsInts(e):
			list := k.Ints(e)
			eval = func(c *Context) {
				for _, s := range list.Eval(c, nil) {
					sites = append(sites, int(s))
				}
			}
		default:
			n := k.Int(e)
			eval = func(c *Context) { sites = append(sites, n.Get(c)) }
		}
		eval(k.Settle())
	})
	return sites, err
}
