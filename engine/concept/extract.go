package concept

import (
	"strings"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// Extractor derives vectors from descriptions. It is immutable and safe for
// use by several goroutines.
type Extractor struct {
	rows map[*lgdl.Form]row
}

// NewExtractor reads what the rows of a grammar mark. The error names a row
// whose Concepts or Marks cannot be understood.
func NewExtractor(g *lgdl.Grammar) (*Extractor, error) {
	x := &Extractor{rows: map[*lgdl.Form]row{}}
	for _, f := range g.Forms() {
		r, err := parseRow(f)
		if err != nil {
			return nil, err
		}
		x.rows[f] = r
	}
	return x, nil
}

// Input is one compiled ruleset.
type Input struct {
	Checked  *lgdl.Checked // the typed tree; its game is a (game …) or a (match …)
	Game     *game.Game
	Defines  []string // names of the known defines that the description invokes
	Subgames []Input  // the games of a match
}

// Extract derives the vector of a ruleset in the steps of part 9, §2.
func (x *Extractor) Extract(in Input) *Vector {
	if in.Game.IsMatch() {
		return x.match(in)
	}
	root, g := in.Checked.Game, in.Game
	w := &Walk{rows: x.rows, game: g, memo: map[*lgdl.Expr]Set{}}
	var s Set
	w.description(root, &s)
	w.compiled(&s)
	s.Close()
	for _, d := range in.Defines {
		s.Add(boardDefines[d]...)
	}
	v := &Vector{Numbers: numbers(g, &s)}
	if m := in.Checked.Metadata; m != nil {
		w.metadata(m, &s)
	}
	v.Holds = s
	return v
}

// description unites what the ludemes contribute: players, equipment, rules.
func (w *Walk) description(root *lgdl.Expr, s *Set) {
	s.Unite(w.Of(Slot(root, "(players)")))
	declared := false
	for _, item := range clause.Equipment(Slot(root, "(equipment)")).Items().Items {
		switch kind := item.Form.Keyword; {
		case components[kind]:
			declared = true
			if moves := Slot(item, "moves"); moves != nil {
				w.pieces = append(w.pieces, moves)
			}
			if w.game.DeductionPuzzle {
				continue // the pieces of a deduction puzzle only name values
			}
		case boards[kind]:
			w.board = item
		}
		s.Unite(w.Of(item))
	}
	// A description without pieces plays with balls.
	s.AddIf(!declared && len(w.game.Components) > 1 && w.game.Components[1].Kind == "piece", Piece)
	s.Unite(w.Of(Slot(root, "(rules)")))
	s.Add(End)
}

// components and boards are the items that make components, and the board.
var (
	components = map[string]bool{"piece": true, "tile": true, "card": true, "die": true, "domino": true, "dominoes": true}
	boards     = map[string]bool{"board": true, "boardless": true, "mancalaBoard": true, "surakartaBoard": true}
)

// Board returns the item that is the board.
func (w *Walk) Board() *lgdl.Expr { return w.board }

// Sites returns the sites that an int, a list of ints or a region names before
// the game has started; none when it has no value then.
func (w *Walk) Sites(e *lgdl.Expr) []int {
	sites, err := w.game.SitesOf(e)
	if err != nil {
		return nil
	}
	return sites
}

// compiled adds what the compiled game knows: steps 2 to 10.
func (w *Walk) compiled(s *Set) {
	g := w.game
	s.AddIf(len(g.Hints) > 0, Hints)
	s.AddIf(len(g.Regions) > 0, Region)
	kinds := kindsByOwner(g)
	for p := 2; p <= g.Players; p++ {
		s.AddIf(!contains(kinds[p], kinds[1]), AsymmetricPiecesType)
		s.AddIf(!contains(kinds[p], kinds[1]) || !contains(kinds[1], kinds[p]), AsymmetricPieceKinds)
	}
	s.AddIf(len(g.Phases) > 1, Phase)
	if g.Stacks {
		s.Add(StackState, Stack)
	}
	s.Add([...]ID{board.Vertex: Vertex, board.Edge: Edge, board.Cell: Cell}[g.DefaultType])
	s.AddIf(s.HasAny(Dice, Domino, Card), Stochastic)
	s.AddIf(s.HasAny(Dice, LargePiece), SiteState)
	s.AddIf(s.Has(Domino), PieceCount)
	for i := range g.Components {
		if id := styleOf(g.Components[i].BaseName); id != 0 {
			s.Add(id)
		}
		s.AddIf(g.Components[i].HasFacing, PieceFacing)
	}
	switch g.Mode {
	case game.Simulation:
		s.Add(Realtime, Simulation)
	case game.Simultaneous:
		s.Add(Discrete, Simultaneous)
	default:
		s.Add(Discrete, Alternating)
	}
	switch {
	case g.Players == 1:
		s.Add(Solitaire)
		s.AddIf(!s.Has(DeductionPuzzle), PlanningPuzzle)
	case g.Players == 2:
		s.Add(TwoPlayer)
	case g.Players > 2:
		s.Add(Multiplayer)
	}
}

// kindsByOwner returns the names of the kinds of pieces of each player, without
// the numbers at their ends.
func kindsByOwner(g *game.Game) []map[string]bool {
	kinds := make([]map[string]bool, g.Players+1)
	for p := range kinds {
		kinds[p] = map[string]bool{}
	}
	for _, c := range g.Components {
		if c.Owner >= 1 && c.Owner <= g.Players {
			kinds[c.Owner][strings.TrimRight(c.Name, "0123456789")] = true
		}
	}
	return kinds
}

// contains reports whether every member of b is one of a.
func contains(a, b map[string]bool) bool {
	for name := range b {
		if !a[name] {
			return false
		}
	}
	return true
}

// boardDefines are the concepts of the traditional boards that the library of
// known defines provides, by the names of the defines.
var boardDefines = map[string][]ID{
	"AlquerqueBoard":                                {AlquerqueBoard},
	"AlquerqueGraph":                                {AlquerqueBoard},
	"AlquerqueBoardWithBottomTriangle":              {AlquerqueBoard, AlquerqueBoardWithOneTriangle},
	"AlquerqueGraphWithBottomTriangle":              {AlquerqueBoard, AlquerqueBoardWithOneTriangle},
	"AlquerqueBoardWithBottomAndTopTriangles":       {AlquerqueBoard, AlquerqueBoardWithTwoTriangles},
	"AlquerqueGraphWithBottomAndTopTriangles":       {AlquerqueBoard, AlquerqueBoardWithTwoTriangles},
	"AlquerqueBoardWithFourTriangles":               {AlquerqueBoard, AlquerqueBoardWithFourTriangles},
	"AlquerqueGraphWithFourTriangles":               {AlquerqueBoard, AlquerqueBoardWithFourTriangles},
	"AlquerqueBoardWithEightTriangles":              {AlquerqueBoard, AlquerqueBoardWithEightTriangles},
	"ThreeMensMorrisBoard":                          {ThreeMensMorrisBoard},
	"ThreeMensMorrisBoardWithLeftAndRightTriangles": {ThreeMensMorrisBoard, ThreeMensMorrisBoardWithTwoTriangles},
	"ThreeMensMorrisGraphWithLeftAndRightTriangles": {ThreeMensMorrisBoard, ThreeMensMorrisBoardWithTwoTriangles},
	"NineMensMorrisBoard":                           {NineMensMorrisBoard},
	"StarBoard":                                     {StarBoard},
	"CrossBoard":                                    {CrossBoard},
	"CrossGraph":                                    {CrossBoard},
	"KintsBoard":                                    {KintsBoard},
	"PachisiBoard":                                  {PachisiBoard},
	"FortyStonesWithFourGapsBoard":                  {FortyStonesWithFourGapsBoard},
}

// metadata adds what the graphics section says, without closure: step 13.
func (w *Walk) metadata(m *lgdl.Expr, s *Set) {
	var drawn Set
	if graphics := Slot(m, "(graphics)"); graphics != nil {
		for _, a := range graphics.Args {
			switch {
			case a == nil:
			case a.Kind == lgdl.List:
				for _, x := range a.Items {
					drawn.Unite(w.Own(x))
				}
			default:
				drawn.Unite(w.Own(a))
			}
		}
	}
	s.Unite(drawn)
	if s.Has(StackType) && !drawn.Has(Stack) && s.Has(StackState) {
		s.Remove(Stack)
	}
	if w.board != nil && s.Has(MancalaBoard) && s.Has(Track) {
		sowing(w.game, s)
	}
}

// sowing marks which way round the tracks of a board of holes run, by the
// direction of their first step. Its sites are taken for vertices.
func sowing(g *game.Game, s *Set) {
	t := g.Topo
	for _, track := range g.Tracks {
		a, b := track.Elems[0].Site, track.Elems[0].Next
		if a < 0 || int(a) >= t.Num(board.Vertex) {
			continue
		}
		for _, d := range t.Supported(board.Vertex, board.RelAll) {
			for _, to := range t.Steps(board.Vertex, a, d) {
				if to == b {
					s.AddIf(d == board.N || d == board.E || d == board.CCW, SowCCW)
					s.AddIf(d == board.S || d == board.W || d == board.CW, SowCW)
				}
			}
		}
	}
}
