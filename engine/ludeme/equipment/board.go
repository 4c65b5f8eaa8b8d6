package equipment

import (
	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/concept"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
	"github.com/astragal/astragal/engine/ludeme/graphs"
)

var boardRows = []lgdl.Form{
	{Text: "(board graph [(track) | {(track)}] [(values) | {(values)}] [use:siteType] [largeStack:bool!])", Result: "item",
		Concepts: []string{"skip use:", "skip (track)", "skip {(track)}", "skip (values)", "skip {(values)}"},
		Marks:    concept.Rule(boardConcepts), Impl: game.ItemRule(boardItem),
		Meaning: "The board: a graph, the kind of its elements that is played on, and its tracks."},
	{Text: "(boardless tilingBoardlessType [dim] [largeStack:bool!])", Result: "item",
		Concepts: []string{"Boardless", "skip *"}, Marks: concept.Rule(boardlessConcepts), Impl: game.ItemRule(boardItem),
		Meaning: "An unbounded plane of square, hexagonal or triangular cells."},
	{Text: "(mancalaBoard int! int! [store:storeType] [numStores:int!] [largeStack:bool!] [(track) | {(track)}])",
		Result: "item", Concepts: []string{"GraphStyle", "skip *"}, Marks: concept.Rule(trackConcepts),
		Impl:    game.ItemRule(boardItem),
		Meaning: "A board of rows of holes, with or without stores."},
	{Text: "(surakartaBoard graph [loops:int!] [from:int!] [largeStack:bool!])", Result: "item",
		Concepts: []string{"GraphStyle"}, Marks: concept.Rule(trackConcepts), Impl: game.ItemRule(boardItem),
		Meaning: "A board with loops at its corners, as in Surakarta."},
	{Text: "(track string ({int!} | string | {(trackStep)}) [loop:bool!] [int! | roleType] [directed:bool!])",
		Result: "(track)", Impl: game.Structural{},
		Meaning: "A path along which pieces travel."},
	{Text: "(values siteType (range))", Result: "(values)", Impl: game.Structural{},
		Meaning: "The values that the variables of a deduction puzzle can take."},
}

func boardItem(k *game.Compiler, e *lgdl.Expr) {
	g := k.G
	item, err := graphs.Board(e, func(role *lgdl.Expr) (int, error) { return owner(k, role.Text), nil }, k.ThreeD)
	if err != nil {
		k.Fail(e, "%s", message(err))
	}
	g.Boardless = e.Form.Keyword == "boardless"
	g.Mancala = e.Form.Keyword == "mancalaBoard"
	g.LargeStack = item.LargeStack
	g.Tracks = item.Tracks
	g.ValueRange = [3][2]int{{0, -1}, {0, -1}, {0, -1}}
	k.SetBoard(item.Topology, item.Topology.Default())
	if len(item.Values) == 0 {
		return
	}
	g.DeductionPuzzle = true
	for st := range g.ValueRange {
		g.ValueRange[st] = [2]int{0, 0}
	}
	for _, v := range item.Values {
		a := clause.ValuesSiteType(v)
		st, _ := board.ParseSiteType(a.SiteType().Text)
		r := k.Range(a.Range())
		if !r.Min.Const || !r.Max.Const || r.Min.V < 0 || r.Max.V < 0 || r.Max.V > game.MaxPuzzleValue {
			k.Fail(v, "the values of a puzzle must be constants from 0 to %d", game.MaxPuzzleValue)
		}
		g.ValueRange[st] = [2]int{r.Min.V, r.Max.V}
	}
}

// message is the text of an error without the position that Fail adds again.
func message(err error) string {
	if l, ok := err.(*lgdl.Error); ok {
		return l.Detail()
	}
	return err.Error()
}
