package concept

import (
	"strconv"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
)

// numbers measures the compiled game (part 9, §5). holds tells which kinds of
// sites are played on.
func numbers(g *game.Game, holds *Set) map[ID]float64 {
	t, st := g.Topo, g.DefaultType
	set := func(k board.SetKind) float64 { return float64(len(t.Set(st, k))) }
	onBoard := 0
	for kind, id := range [...]ID{board.Vertex: Vertex, board.Edge: Edge, board.Cell: Cell} {
		if holds.Has(id) {
			onBoard += t.Num(board.SiteType(kind))
		}
	}
	sites := onBoard
	for _, c := range g.Containers[1:] {
		sites += c.Sites
	}
	colours := 0
	for k := board.Phase0; k <= board.Phase5; k++ {
		if len(t.Set(st, k)) > 0 {
			colours++
		}
	}
	owned, perPlayer := 0, 0.0
	for _, c := range g.Components[1:] {
		if c.Owner >= 1 && c.Owner <= g.Players {
			owned++
		}
	}
	if g.Players > 0 {
		perPlayer = float64(owned) / float64(g.Players)
	}
	return map[ID]float64{
		NumPlayers:                 float64(g.Players),
		NumPlayableSitesOnBoard:    float64(onBoard),
		NumPlayableSites:           float64(sites),
		NumColumns:                 float64(t.Columns(st).Len()),
		NumRows:                    float64(t.Rows(st).Len()),
		NumCorners:                 set(board.Corners),
		NumConvexCorners:           set(board.ConvexCorners),
		NumConcaveCorners:          set(board.ConcaveCorners),
		NumDirections:              meanNeighbours(t, st, board.RelAll),
		NumOrthogonalDirections:    meanNeighbours(t, st, board.RelOrthogonal),
		NumDiagonalDirections:      meanNeighbours(t, st, board.RelDiagonal),
		NumAdjacentDirections:      meanNeighbours(t, st, board.RelAdjacent),
		NumOffDiagonalDirections:   meanNeighbours(t, st, board.RelOff),
		NumOuterSites:              set(board.Outer),
		NumInnerSites:              set(board.Inner),
		NumLayers:                  float64(t.Layers(st).Len()),
		NumEdges:                   float64(t.Num(board.Edge)),
		NumCells:                   float64(t.Num(board.Cell)),
		NumVertices:                float64(t.Num(board.Vertex)),
		NumPerimeterSites:          set(board.Perimeter),
		NumTopSites:                set(board.Top),
		NumBottomSites:             set(board.Bottom),
		NumRightSites:              set(board.Right),
		NumLeftSites:               set(board.Left),
		NumCentreSites:             set(board.Centre),
		NumPhasesBoard:             float64(colours),
		NumContainers:              float64(len(g.Containers)),
		NumComponentsType:          float64(len(g.Components) - 1),
		NumComponentsTypePerPlayer: decimals(perPlayer),
		NumDice:                    float64(len(g.Dice)),
		NumPlayPhase:               float64(len(g.Phases)),
	}
}

// meanNeighbours is the mean number of neighbours of a site, as the catalogue
// writes it.
func meanNeighbours(t *board.Topology, st board.SiteType, rel board.Relation) float64 {
	if t.Num(st) == 0 {
		return 0
	}
	n := 0
	for site := range t.Num(st) {
		n += len(t.Neighbours(st, rel, int32(site)))
	}
	return decimals(float64(n) / float64(t.Num(st)))
}

// decimals rounds to two decimals, the exact binary value half to even.
func decimals(x float64) float64 {
	y, err := strconv.ParseFloat(strconv.FormatFloat(x, 'f', 2, 64), 64)
	if err != nil {
		panic(err) // a formatted number is one
	}
	return y
}
