package moves

import (
	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/rule"
	"github.com/astragal/astragal/engine/lgdl"
)

// Hands, dice and decks are made of cells.
const (
	cell     = board.Cell
	cellType = int8(board.Cell)
)

// siteless is an effect whose moves go to no site.
func siteless(k *game.Compiler, then *lgdl.Expr, eval func(c *game.Context, out *game.MoveList)) *game.Gen {
	g := k.Followed(eval, then)
	g.CanMoveTo = rule.Never
	return g
}

// mover reads the player to move.
func mover(c *game.Context) int { return c.S.Mover }

// places is the argument "one site or a region": sites in ascending order, none
// for a negative site.
type places struct {
	at     game.Int
	region game.Region
}

// compilePlaces compiles the pair of arguments of which exactly one is present.
func compilePlaces(k *game.Compiler, at, region *lgdl.Expr) places {
	if region != nil {
		return places{region: k.Region(region)}
	}
	return places{at: k.Int(at)}
}

// addTo adds the sites to a set.
func (p *places) addTo(c *game.Context, set game.Set) {
	if !p.at.Given() {
		p.region.AddTo(c, set)
	} else if s := p.at.Get(c); s >= 0 && s < len(set)*64 {
		set.Add(s)
	}
}

// append adds the sites to dst.
func (p *places) append(c *game.Context, dst []int32) []int32 {
	if !p.at.Given() {
		return p.region.Sites(c, dst)
	}
	if s := p.at.Get(c); s >= 0 {
		dst = append(dst, int32(s))
	}
	return dst
}
