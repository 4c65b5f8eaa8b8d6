// Package regions has the ludemes that are sets of sites, and the direction
// functions (part 8 of the specification, §§1-5).
//
// A region that depends on the board alone is computed while the game is
// compiled. Regions of the equipment are known only when all of it is; regions
// made of them are frozen at the end of the compilation (see freeze.go). All
// others are evaluated in play, into sets borrowed from the context.
package regions

import (
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/rule"
	"github.com/astragal/astragal/engine/lgdl"
)

// Rows are the forms of the family, in the order in which candidates are tried.
var Rows = rule.Rows(directionsRows, rows)

// put adds a site that was computed to a region; a negative one, or one far
// beyond the board, stops the play.
func put(e *lgdl.Expr, out game.Set, site int) {
	if site < 0 || site >= 64*len(out) {
		game.Fault(e, "a region cannot hold site %d", site)
	}
	out.Add(site)
}

// putAll adds the sites of a list.
func putAll(e *lgdl.Expr, out game.Set, sites []int32) {
	for _, s := range sites {
		put(e, out, int(s))
	}
}

// setOf returns the constant region of a list of sites.
func setOf(k *game.Compiler, sites []int32) game.Set {
	s := make(game.Set, k.G.SetWords)
	for _, x := range sites {
		s.Add(int(x))
	}
	return s
}

// fixed returns the constant region of a list of board sites.
func fixed(k *game.Compiler, sites []int32) game.Region { return game.RegionOf(setOf(k, sites)) }

// empty is the region without sites.
func empty(k *game.Compiler) game.Region { return fixed(k, nil) }

// static evaluates a region that depends on the board alone while the game is compiled.
func static(k *game.Compiler, eval func(c *game.Context, out game.Set)) game.Region {
	out := make(game.Set, k.G.SetWords)
	eval(game.NewContext(k.G), out)
	return game.RegionOf(out)
}

// fold is static when all arguments are constant, else the region evaluated in play.
func fold(k *game.Compiler, constant bool, eval func(c *game.Context, out game.Set)) game.Region {
	if constant {
		return static(k, eval)
	}
	return game.RegionFn(eval)
}
