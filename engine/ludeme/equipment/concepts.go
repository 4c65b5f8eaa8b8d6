package equipment

import (
	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/concept"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// What the items mark depending on their arguments (part 9, §3.2).

// trackConcepts: the tracks of the board.
func trackConcepts(w *concept.Walk, _ *lgdl.Expr, s *concept.Set) {
	for _, t := range w.Game().Tracks {
		s.Add(concept.Track)
		s.AddIf(t.Loop, concept.TrackLoop)
		s.AddIf(t.Owner != 0, concept.TrackOwned)
	}
}

// boardConcepts: a board played on its lines is drawn as a graph, unless it is
// that of a deduction puzzle.
func boardConcepts(w *concept.Walk, e *lgdl.Expr, s *concept.Set) {
	puzzle := concept.Slot(e, "(values)") != nil || concept.Slot(e, "{(values)}") != nil
	s.AddIf(w.Game().DefaultType != board.Cell && !puzzle, concept.GraphStyle)
	trackConcepts(w, e, s)
}

// boardlessConcepts: the plane counts as the board that stands for it.
func boardlessConcepts(_ *concept.Walk, e *lgdl.Expr, s *concept.Set) {
	s.Add(concept.RegularShape, concept.PolygonShape)
	switch clause.Boardless(e).TilingBoardlessType().Text {
	case "Square":
		s.Add(concept.SquareTiling, concept.SquareShape)
	case "Hexagonal":
		s.Add(concept.HexTiling, concept.HexShape)
	default:
		s.Add(concept.TriangleTiling, concept.TriangleShape)
	}
}

// diceConcepts: the number of faces.
func diceConcepts(_ *concept.Walk, e *lgdl.Expr, s *concept.Set) {
	faces := 6
	switch d, list, byDie := e.Arg("d"), e.Arg("faces"), e.Arg("facesByDie"); {
	case d != nil:
		faces = d.Int
	case list != nil:
		faces = len(list.Items)
	case byDie != nil && len(byDie.Items) > 0:
		faces = len(byDie.Items[0].Items)
	}
	kinds := map[int]concept.ID{2: concept.DiceD2, 3: concept.DiceD3, 4: concept.DiceD4, 6: concept.DiceD6}
	if id := kinds[faces]; id != 0 {
		s.Add(id)
	}
}
