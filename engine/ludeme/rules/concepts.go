package rules

import (
	"strings"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/concept"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// What start, meta and end rules mark depending on their arguments (part 9,
// §3.7 and §4.8).

// noRepeatConcepts: without a type the rule forbids positions of the game.
func noRepeatConcepts(_ *concept.Walk, e *lgdl.Expr, s *concept.Set) {
	s.AddIf(clause.NoRepeat(e).RepetitionType() == nil, concept.PositionalSuperko)
}

// placed marks where a start rule puts pieces: on the board or beside it.
func placed(w *concept.Walk, sites []int, kind *lgdl.Expr, s *concept.Set) {
	g := w.Game()
	st := g.DefaultType
	if kind != nil {
		st, _ = board.ParseSiteType(kind.Text)
	}
	for _, site := range sites {
		if site < g.Topo.Num(st) {
			s.Add(concept.PiecesPlacedOnBoard, concept.PiecesStartOnBoard)
		} else {
			s.Add(concept.PiecesPlacedOutsideBoard)
		}
	}
}

// placeAtConcepts: a rule that names its sites. The reference overlooks a single
// coordinate, but not that of a stack and not a list of them.
func placeAtConcepts(w *concept.Walk, e *lgdl.Expr, s *concept.Set) {
	for i, a := range e.Args {
		if a == nil {
			continue
		}
		switch slot := &e.Form.Slots[i]; {
		case slot.Type == "{string}" && slot.Label == "" && i > 1, slot.Label == "coord" && concept.Says(e, "Stack"):
			s.Add(concept.PiecesPlacedOnBoard, concept.PiecesStartOnBoard)
		case slot.Label == "coord":
			s.Add(concept.PiecesStartOnBoard)
		case slot.Label != "" && slot.Label != "at" && slot.Label != "to":
		case slot.Type == "int" || slot.Type == "{int}" || slot.Type == "sites":
			placed(w, w.Sites(a), concept.Slot(e, "siteType"), s)
		}
	}
}

// setSitesConcepts: giving sites a count puts pieces on them.
func setSitesConcepts(w *concept.Walk, e *lgdl.Expr, s *concept.Set) {
	if !concept.Says(e, "Count") {
		return
	}
	for _, label := range [...]string{"at", "to"} {
		if a := e.Arg(label); a != nil {
			placed(w, w.Sites(a), concept.Slot(e, "siteType"), s)
		}
	}
}

// placeConcepts: the data that a placement gives its pieces besides their sites.
func placeConcepts(w *concept.Walk, e *lgdl.Expr, s *concept.Set) {
	placeAtConcepts(w, e, s)
	for i, a := range e.Args {
		// The container is the second of two names.
		if a != nil && i > 0 && e.Form.Slots[i].Type == "string" && e.Form.Slots[i].Label == "" && e.Form.Slots[i].Optional &&
			strings.Contains(a.Text, "Hand") {
			s.Add(concept.PiecesPlacedOutsideBoard)
		}
	}
	above := func(a *lgdl.Expr, n int) bool {
		if a != nil && a.Kind == lgdl.List {
			if len(a.Items) == 0 {
				return false
			}
			a = a.Items[0]
		}
		return a != nil && (a.Kind != lgdl.Int || a.Int > n)
	}
	s.AddIf(above(e.Arg("count"), 1) || above(e.Arg("counts"), 1), concept.PieceCount)
	s.AddIf(above(e.Arg("state"), -1), concept.SiteState)
	if v := e.Arg("value"); v != nil && (v.Kind != lgdl.Int || v.Int != -1) {
		s.Add(concept.PieceValue)
	}
	if above(e.Arg("rotation"), -1) {
		s.Add(concept.PieceRotation, concept.SetRotation)
	}
}

// byScoreConcepts: scores that are sizes of territories.
func byScoreConcepts(w *concept.Walk, e *lgdl.Expr, s *concept.Set) {
	scores := w.Of(clause.ByScore(e).Scores())
	if scores.Has(concept.Territory) {
		s.Add(concept.TerritoryEnd, concept.TerritoryWin)
	}
}

// family is one way in which games end: a test in the condition of the end
// rule, and the concepts of ends by it.
type family struct {
	test, end, win, loss, draw concept.ID
}

var families = [...]family{
	{concept.NoMoves, concept.NoMovesEnd, concept.NoMovesWin, concept.NoMovesLoss, concept.NoMovesDraw},
	{concept.ProgressCheck, concept.NoProgressEnd, concept.NoProgressWin, concept.NoProgressLoss, concept.NoProgressDraw},
	{concept.Scoring, concept.ScoringEnd, concept.ScoringWin, concept.ScoringLoss, concept.ScoringDraw},
	{concept.NoPieceMover, concept.NoOwnPiecesEnd, concept.NoOwnPiecesWin, concept.NoOwnPiecesLoss,
		concept.NoOwnPiecesDraw},
	{concept.Fill, concept.FillEnd, concept.FillWin, concept.FillLoss, concept.FillDraw},
	{concept.Contains, concept.ReachEnd, concept.ReachWin, concept.ReachLoss, concept.ReachDraw},
	{concept.NoTargetPiece, concept.NoTargetPieceEnd, concept.NoTargetPieceWin, concept.NoTargetPieceLoss,
		concept.NoTargetPieceDraw},
	{concept.Line, concept.LineEnd, concept.LineWin, concept.LineLoss, concept.LineDraw},
	{concept.Connection, concept.ConnectionEnd, concept.ConnectionWin, concept.ConnectionLoss, concept.ConnectionDraw},
	{concept.Group, concept.GroupEnd, concept.GroupWin, concept.GroupLoss, concept.GroupDraw},
	{concept.Loop, concept.LoopEnd, concept.LoopWin, concept.LoopLoss, concept.LoopDraw},
	{concept.Pattern, concept.PatternEnd, concept.PatternWin, concept.PatternLoss, concept.PatternDraw},
	{concept.Territory, concept.TerritoryEnd, concept.TerritoryWin, concept.TerritoryLoss, concept.TerritoryDraw},
	{concept.PathExtent, concept.PathExtentEnd, concept.PathExtentWin, concept.PathExtentLoss, concept.PathExtentDraw},
}

var (
	checkmate = family{end: concept.Checkmate, win: concept.CheckmateWin, loss: concept.CheckmateLoss,
		draw: concept.CheckmateDraw}
	eliminate = family{end: concept.EliminatePiecesEnd, win: concept.EliminatePiecesWin, loss: concept.EliminatePiecesLoss,
		draw: concept.EliminatePiecesDraw}
)

// verdict is the result of an end rule as far as it is written: who is Mover,
// Next or any other role, kind is Win, Loss, Draw or another. The zero verdict
// is unknown.
type verdict struct{ who, kind string }

func verdictOf(e *lgdl.Expr) verdict {
	if e == nil || e.Form.Keyword != "result" {
		return verdict{}
	}
	return verdict{clause.Result(e).RoleType().Text, clause.Result(e).ResultType().Text}
}

// mark marks the end of the family and, from the point of view of the mover,
// its outcome.
func (f *family) mark(v verdict, players int, s *concept.Set) {
	s.Add(f.end)
	next := v.who == "Next" && players == 2
	switch {
	case v.kind == "Win" && v.who == "Mover", v.kind == "Loss" && next:
		s.Add(f.win)
	case v.kind == "Loss" && v.who == "Mover", v.kind == "Win" && next:
		s.Add(f.loss)
	case v.kind == "Draw":
		s.Add(f.draw)
	}
}

// endConcepts derives how a game ends from the condition and result of a rule.
func endConcepts(w *concept.Walk, e *lgdl.Expr, s *concept.Set) {
	cond := w.Of(concept.Slot(e, "bool"))
	if x := e.Arg("if"); x != nil {
		cond = w.Of(x)
	}
	outcome := concept.Slot(e, "(result)")
	v, players := verdictOf(outcome), w.Game().Players
	for i := range families {
		if f := &families[i]; cond.Has(f.test) {
			f.mark(v, players, s)
		}
	}
	if given := w.Of(outcome); cond.Has(concept.NoPieceMover) && given.Has(concept.Scoring) {
		s.Add(concept.NoOwnPiecesWin)
	}
	if fixed := strings.HasPrefix(v.who, "P") && v.who != "Player" ||
		strings.HasPrefix(v.who, "Team") && v.who != "TeamMover"; fixed && v.kind == "Win" {
		s.AddIf(cond.Has(concept.Fill), concept.FillWin)
	}
	if cond.Has(concept.CanNotMove) && cond.Has(concept.Threat) {
		checkmate.mark(v, players, s)
	}
	if cond.HasAny(concept.NoPieceNext, concept.CountPiecesNextComparison) ||
		cond.Has(concept.NoPiece) && !cond.Has(concept.NoPieceMover) {
		eliminate.mark(v, players, s)
	}
	s.AddIf(players == 2 && (v == verdict{"Next", "Win"} || v == verdict{"Mover", "Loss"}), concept.Misere)
}
