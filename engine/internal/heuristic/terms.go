package heuristic

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// valuer is the value of a term, see term.
type valuer = func(c Position, player int, least float32, legal int) float32

// valuation returns the value of a term by its clause.
func valuation(g *game.Game, e *lgdl.Expr) (valuer, error) {
	weights := pieceWeights(g, e.Arg("pieceWeights"))
	st := tableType(g)
	switch e.Text {
	case "centreProximity":
		table := g.Topo.ToCentre(st)
		return proximity(weights, table, greatest(table), true), nil
	case "cornerProximity":
		table := g.Topo.ToCorners(st)
		return proximity(weights, table, greatest(table), false), nil
	case "sidesProximity":
		table := g.Topo.ToSides(st)
		return proximity(weights, table, greatest(table), true), nil
	case "regionProximity":
		i := e.Arg("region").Int
		if i < 0 || i >= len(g.Regions) {
			return nil, fmt.Errorf("%v: there is no region %d, expected 0 to %d", e.Pos, i, len(g.Regions)-1)
		}
		table := distances(g, &g.Regions[i])
		return proximity(weights, table, greatest(table), true), nil
	case "playerRegionsProximity":
		table, most := nearest(g, e.Arg("player").Int)
		return proximity(weights, table, most, true), nil
	case "material":
		return material(weights, flag(e), func(Position, game.Place) float32 { return 1 }), nil
	case "componentValues":
		return material(weights, flag(e), func(c Position, p game.Place) float32 {
			return float32(c.ValueAt(p))
		}), nil
	case "unthreatenedMaterial":
		return unthreatened(weights), nil
	case "mobilitySimple":
		return moverOnly(func(_ Position, legal int) float32 { return float32(legal) }), nil
	case "mobilityAdvanced":
		return mobility, nil
	case "influence":
		return moverOnly(func(c Position, _ int) float32 { return influence(c, c.Mover()) }), nil
	case "influenceAdvanced":
		return func(c Position, player int, _ float32, _ int) float32 { return influence(c, player) }, nil
	case "lineCompletionHeuristic":
		length := lineLength(g)
		if n := e.Arg("targetLength"); n != nil {
			length = n.Int
		}
		return lines(length), nil
	case "ownRegionsCount":
		return ownRegions(g), nil
	case "playerSiteMapCount":
		return siteMaps, nil
	case "score":
		return func(c Position, player int, _ float32, _ int) float32 {
			if !c.Game().Has(game.Score) {
				return 0
			}
			return float32(c.Score(player))
		}, nil
	case "currentMoverHeuristic":
		return moverOnly(func(Position, int) float32 { return 1 }), nil
	case "intercept":
		weights := map[int]float32{}
		for _, pair := range clauses(e.Arg("playerWeights")) {
			if p, err := strconv.Atoi(strings.TrimPrefix(clause.PairStringFloat(pair).String().Text, "P")); err == nil {
				weights[p] = float32(clause.PairStringFloat(pair).Float().Float)
			}
		}
		return func(_ Position, player int, _ float32, _ int) float32 { return weights[player] }, nil
	case "nullHeuristic":
		return func(Position, int, float32, int) float32 { return 0 }, nil
	}
	return nil, fmt.Errorf("%v: no heuristic is known as %q", e.Pos, e.Text)
}

// moverOnly is a term that is 0 for everybody but the player to move.
func moverOnly(value func(c Position, legal int) float32) valuer {
	return func(c Position, player int, _ float32, legal int) float32 {
		if player != c.Mover() {
			return 0
		}
		return value(c, legal)
	}
}

// flag is the boardOnly argument.
func flag(e *lgdl.Expr) bool {
	b := e.Arg("boardOnly")
	return b != nil && b.Int == 1
}

// tableType is the site type in whose tables distances are looked up.
func tableType(g *game.Game) board.SiteType {
	if g.DefaultType == board.Vertex {
		return board.Vertex
	}
	return board.Cell
}

// pieceWeights are the weights of the components: 1 without the argument, else
// that of the last pair whose key is the component's name or that without a number.
func pieceWeights(g *game.Game, e *lgdl.Expr) []float32 {
	weights := make([]float32, len(g.Components))
	if e == nil {
		for i := range weights {
			weights[i] = 1
		}
		return weights
	}
	for _, pair := range clauses(e) {
		key := strings.TrimSpace(clause.PairStringFloat(pair).String().Text)
		for i := range g.Components {
			if matches(g.Components[i].Name, key) {
				weights[i] = float32(clause.PairStringFloat(pair).Float().Float)
			}
		}
	}
	return weights
}

func matches(name, key string) bool {
	rest, ok := strings.CutPrefix(name, key)
	switch {
	case !ok:
		return false
	case key == "":
		return true
	case digit(key[len(key)-1]):
		return rest == ""
	}
	for i := range len(rest) {
		if !digit(rest[i]) {
			return false
		}
	}
	return true
}

func digit(b byte) bool { return b >= '0' && b <= '9' }

// owned calls f for every recorded place of a player's pieces of some weight.
func owned(c Position, player int, weights []float32, least float32, f func(weight float32, p game.Place)) {
	for _, k := range c.Game().ComponentsOf(player) {
		if w := weights[k]; abs(w) >= least {
			for _, p := range c.Places(int(k)) {
				f(w, p)
			}
		}
	}
}

// proximity adds up how near a player's pieces are to where a table of distances
// is 0: 1 there, 0 at a distance of most. Pieces beyond the table do not count. Where
// no distance is positive that is 0, or undefined if it is not guarded.
func proximity(weights []float32, table []int32, most int32, guarded bool) valuer {
	return func(c Position, player int, least float32, _ int) (sum float32) {
		if len(table) == 0 || most == 0 && guarded {
			return 0
		}
		owned(c, player, weights, least, func(w float32, p game.Place) {
			if int(p.Site) < len(table) {
				sum += w * (1 - float32(table[p.Site])/float32(most))
			}
		})
		return sum
	}
}

// material adds up the pieces of a player, and the neutral ones in his first hand
// where anybody has a hand; on the board alone if that is asked of a game with more
// containers.
func material(weights []float32, boardOnly bool, each func(c Position, p game.Place) float32) valuer {
	return func(c Position, player int, least float32, _ int) (sum float32) {
		alone := boardOnly && len(c.Game().Containers) > 1
		owned(c, player, weights, least, func(w float32, p game.Place) {
			if !alone || containerOf(c, p) == 0 {
				sum += w * each(c, p)
			}
		})
		hand, hands := firstHand(c.Game(), player)
		if !hands || boardOnly {
			return sum
		}
		owned(c, 0, weights, least, func(w float32, p game.Place) {
			if containerOf(c, p) == hand {
				sum += w * float32(c.CountAt(p.Type, int(p.Site))) * each(c, p)
			}
		})
		return sum
	}
}

// containerOf is the container of a place; sites that are no cells are the board's.
func containerOf(c Position, p game.Place) int {
	if p.Type != board.Cell {
		return 0
	}
	return c.Game().ContainerAt(int(p.Site))
}

// firstHand is the first hand of a player, 0 if he has none, and whether anybody has one.
func firstHand(g *game.Game, player int) (hand int, any bool) {
	for i := range g.Containers {
		if g.Containers[i].Kind != game.Hand {
			continue
		}
		any = true
		if g.Containers[i].Owner == player && hand == 0 {
			hand = i
		}
	}
	return hand, any
}

// siteMaps counts what lies on the sites that maps give for the player.
func siteMaps(c Position, player int, _ float32, _ int) (sum float32) {
	for i := range c.Game().Maps {
		if site, ok := c.Game().Maps[i].Pair[player]; ok && site >= 0 && site < c.Game().Topo.NumSites() {
			sum += float32(c.CountAt(c.Game().DefaultType, site))
		}
	}
	return sum
}
