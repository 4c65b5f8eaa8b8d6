package equipment

import (
	"strconv"
	"strings"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

var pieceRows = []lgdl.Form{
	{Text: "(card string roleType cardType rank:int! value:int! trumpRank:int! trumpValue:int! suit:int! [moves] [maxState:int!] [maxCount:int!] [maxValue:int!])",
		Result: "item", Concepts: []string{"Card", "skip *"}, Impl: game.ItemRule(card), Meaning: "A single playing card."},
	{Text: "(die string roleType numFaces:int! [directionFacing] [moves])", Result: "item",
		Concepts: []string{"Dice", "skip *"}, Impl: game.ItemRule(die), Meaning: "A die that is a piece of its own."},
	{Text: "(domino string roleType value:int! value2:int! [moves])", Result: "item",
		Concepts: []string{"CanNotMove", "LargePiece", "Tile", "skip *"}, Impl: game.ItemRule(domino),
		Meaning: "A domino with its two values."},
	{Text: "(dominoes [upTo:int!])", Result: "item", Concepts: []string{"CanNotMove", "LargePiece", "Tile"},
		Impl: game.ItemRule(dominoes), Meaning: "A full set of dominoes up to a value."},
	{Text: "(path from:int! [slotsFrom:int!] to:int! [slotsTo:int!] colour:int!)", Result: "(path)",
		Impl:    game.Structural{},
		Meaning: "A coloured line across a tile from one side to another."},
	{Text: "(piece string [roleType] [directionFacing] [(flips)] [moves] [maxState:int!] [maxCount:int!] [maxValue:int!])",
		Result: "item", Concepts: []string{"Piece", "skip *"},
		Impl: game.ItemRule(piece), Meaning: "A kind of piece, with the moves it makes."},
	{Text: "(tile string [roleType] [{stepType} | {{stepType}}] [numSides:int!] [slots:{int!} | slotsPerSide:int!] [{(path)}] [(flips)] [moves] [maxState:int!] [maxCount:int!] [maxValue:int!])",
		Result: "item", Concepts: []string{"Tile", "LargePiece if {stepType}|{{stepType}}", "skip *"},
		Impl: game.ItemRule(tile), Meaning: "A tile, with paths on it or with a shape that covers several cells."},
}

func facing(k *game.Compiler, c *game.Component, e *lgdl.Expr) {
	if e == nil {
		return
	}
	d, ok := board.ParseDirection(e.Text)
	if !ok {
		k.Fail(e, "%q is not a direction a piece can face", e.Text)
	}
	c.Facing, c.HasFacing = d, true
}

func flips(c *game.Component, e *lgdl.Expr) {
	if e != nil {
		c.Flips = append(c.Flips, [2]int{clause.Flips(e).Int1().Int, clause.Flips(e).Int2().Int})
	}
}

func limits(c *game.Component, e *lgdl.Expr) {
	c.MaxState, c.MaxCount, c.MaxValue = intOr(e.Arg("maxState"), 0), intOr(e.Arg("maxCount"), 0),
		intOr(e.Arg("maxValue"), 0)
}

// baseName is a declared name without trailing digits, unless it is all digits.
func baseName(name string) string {
	if b := strings.TrimRight(name, "0123456789"); b != "" {
		return b
	}
	return name
}

func newComponent(e *lgdl.Expr, kind string) game.Component {
	return game.Component{Name: clause.Component(e).String().Text,
		BaseName: baseName(clause.Component(e).String().Text), Kind: kind}
}

func piece(k *game.Compiler, e *lgdl.Expr) {
	a := clause.PieceString(e)
	c := newComponent(e, "piece")
	facing(k, &c, a.DirectionFacing())
	flips(&c, a.Flips())
	limits(&c, e)
	k.AddComponent(c, roleOr(a.RoleType(), "Each"), a.Moves())
}

func steps(e *lgdl.Expr) []byte {
	var w []byte
	for _, x := range e.Items {
		w = append(w, x.Text[0])
	}
	return w
}

func tile(k *game.Compiler, e *lgdl.Expr) {
	a := clause.Tile(e)
	g := k.G
	c := newComponent(e, "tile")
	switch {
	case a.StepTypes1() != nil:
		c.Walks = [][]byte{steps(a.StepTypes1())}
	case a.StepTypes2() != nil:
		for _, w := range a.StepTypes2().Items {
			c.Walks = append(c.Walks, steps(w))
		}
	}
	if n := a.NumSides(); n != nil {
		c.Sides = n.Int
		if c.Sides < 0 || c.Sides > 16 {
			k.Fail(n, "a tile with %d sides; expected 0 to 16", c.Sides)
		}
	} else if g.Topo.Num(board.Cell) > 0 {
		c.Sides = len(g.Topo.Incident(board.Cell, 0, board.Edge))
	}
	slots := 1
	if a.SlotsPerSide() != nil {
		slots = a.SlotsPerSide().Int
	}
	if a.Slots() != nil {
		for _, x := range a.Slots().Items {
			c.Slots = append(c.Slots, x.Int)
		}
	} else {
		for range c.Sides {
			c.Slots = append(c.Slots, slots)
		}
	}
	if a.Paths() != nil {
		for _, x := range a.Paths().Items {
			c.Paths = append(c.Paths, game.Path{From: x.Arg("from").Int, SlotFrom: intOr(x.Arg("slotsFrom"), 0),
				To: x.Arg("to").Int, SlotTo: intOr(x.Arg("slotsTo"), 0), Colour: x.Arg("colour").Int})
		}
	}
	flips(&c, a.Flips())
	limits(&c, e)
	k.AddComponent(c, roleOr(a.RoleType(), "Shared"), a.Moves())
}

func die(k *game.Compiler, e *lgdl.Expr) {
	a := clause.Die(e)
	c := newComponent(e, "die")
	c.BaseName = ""
	facing(k, &c, a.DirectionFacing())
	k.Require(game.Stochastic)
	k.AddComponent(c, a.RoleType().Text, a.Moves())
}

func card(k *game.Compiler, e *lgdl.Expr) {
	a := clause.CardString(e)
	c := newComponent(e, "card")
	c.BaseName = ""
	c.CardType, c.Suit = a.CardType().Text, e.Arg("suit").Int
	c.Rank, c.Value = e.Arg("rank").Int, e.Arg("value").Int
	c.TrumpRank, c.TrumpValue = e.Arg("trumpRank").Int, e.Arg("trumpValue").Int
	limits(&c, e)
	k.Require(game.Card)
	k.AddComponent(c, a.RoleType().Text, a.Moves())
}

// dominoWalk is the shape of a domino: a block of two by four cells.
var dominoWalk = [][]byte{[]byte("FRFRFLFLFRFRF")}

func domino(k *game.Compiler, e *lgdl.Expr) {
	a := clause.Domino(e)
	c := newComponent(e, "domino")
	c.Value, c.Value2, c.Walks, c.Sides = a.Value().Int, a.Value2().Int, dominoWalk, 4
	k.Require(game.DominoFlag)
	k.AddComponent(c, a.RoleType().Text, a.Moves())
}

func dominoes(k *game.Compiler, e *lgdl.Expr) {
	top := intOr(clause.Dominoes(e).UpTo(), 6)
	if top < 0 || top > 16 {
		k.Fail(clause.Dominoes(e).UpTo(), "dominoes up to %d; expected 0 to 16", top)
	}
	k.Require(game.DominoFlag)
	for i := 0; i <= top; i++ {
		for j := i; j <= top; j++ {
			name := "Domino" + strconv.Itoa(i) + strconv.Itoa(j)
			k.AddComponent(game.Component{Name: name, BaseName: "Domino", Kind: "domino", Value: i, Value2: j, Walks: dominoWalk,
				Sides: 4}, "Shared", nil)
		}
	}
}
