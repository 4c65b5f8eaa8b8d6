package metadata

import (
	"github.com/astragal/astragal/engine/concept"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// mancalaConcepts: a board drawn as one of holes is taken to be one (part 9, §3.8).
func mancalaConcepts(w *concept.Walk, e *lgdl.Expr, s *concept.Set) {
	if !concept.Says(e, "Mancala") {
		return
	}
	item := w.Board()
	if item.Form.Keyword != "mancalaBoard" {
		graph := w.Of(item)
		s.AddIf(graph.Has(concept.CircleTiling), concept.MancalaCircular)
		return
	}
	s.Add(concept.Sow)
	store := item.Arg("store")
	s.AddIf(store == nil || store.Text != "None", concept.MancalaStores)
	rows := map[int]concept.ID{2: concept.MancalaTwoRows, 3: concept.MancalaThreeRows, 4: concept.MancalaFourRows,
		6: concept.MancalaSixRows}
	if id := rows[clause.MancalaBoard(item).Int1().Int]; id != 0 {
		s.Add(id)
	}
}

// familiesConcepts: abstract images are markers.
func familiesConcepts(_ *concept.Walk, e *lgdl.Expr, s *concept.Set) {
	for _, x := range concept.Slot(e, "{string}").Items {
		s.AddIf(x.Text == "Abstract", concept.MarkerComponent)
	}
}
