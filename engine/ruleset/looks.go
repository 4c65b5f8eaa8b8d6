package ruleset

import (
	"strings"

	"github.com/astragal/astragal/engine/draw"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// looks are how the components of a game look, as far as its description or its equipment
// as a whole tell. Cards and tiles that are pieces with values are described by
//
//	(piece Style "Card" Card)             suits of thirteen from the value 1 on, the ace first
//	(piece ExtendName piece:"Card" "AceHigh")   the same, the ace last
//	(piece Style "Tile" Domino)           the value 7a + b for the ends a and b
type looks struct {
	styles  map[string]draw.Kind // by the name of a piece without number
	aceHigh map[string]bool
	renames []rename  // the first that fits holds
	set     draw.Kind // of which the pieces are all, by the characters on them; Man for most games
	plain   []bool    // by component: its owner has no other kind, or only one that has a shape, as a king
	back    draw.Kind // what all pieces are
}

const (
	ranks = 13 // of a suit
	ends  = 7  // of tiles, 0 to 6
)

// looks reads the metadata. They do not change.
func (r *Ruleset) looks() looks {
	g := r.game
	l := looks{styles: map[string]draw.Kind{}, aceHigh: map[string]bool{}, plain: make([]bool, len(g.Components))}
	if r.checked.Metadata != nil {
		eachClause(r.checked.Metadata, func(e *lgdl.Expr) {
			switch e.Form.Keyword + " " + e.Selector() {
			case "board Style":
				if kind, ok := setBoards[clause.BoardStyle(e).ContainerStyleType().Text]; ok {
					l.set = kind
				}
			case "piece Rename":
				if r, drawn := renameOf(e); drawn {
					l.renames = append(l.renames, r)
				}
			case "piece Style":
				a := clause.PieceStyle(e)
				if kind, ok := pieceStyles[a.ComponentStyleType().Text]; ok {
					l.styles[a.String().Word("")] = kind
				}
			case "piece ExtendName":
				if a := clause.PieceName(e); a.String().Word("") == "AceHigh" {
					l.aceHigh[a.Piece().Word("")] = true
				}
			}
		})
	}
	if l.set == draw.Man {
		l.set = pieceSet(g)
	}
	shaped, shapeless := map[int]int{}, map[int]int{}
	for i := 1; i < len(g.Components); i++ {
		if k := &g.Components[i]; draw.Shaped(k.Name) {
			shaped[k.Owner]++
		} else {
			shapeless[k.Owner]++
		}
		kind := l.kind(&g.Components[i])
		if i == 1 {
			l.back = kind
		} else if l.back != kind {
			l.back = draw.Man
		}
	}
	for i := 1; i < len(g.Components); i++ {
		k := &g.Components[i]
		l.plain[i] = k.Owner > 0 && k.Owner <= g.Players && shapeless[k.Owner] == 1 && shaped[k.Owner] <= 1
	}
	return l
}

// pieceStyles are the styles of pieces that are no men.
var pieceStyles = map[string]draw.Kind{"Card": draw.Card, "Domino": draw.Domino}

// setBoards are the styles of boards on which the pieces are those of a set.
var setBoards = map[string]draw.Kind{"Shogi": draw.Wedge, "Xiangqi": draw.Round, "Janggi": draw.Octagon}

// pieceSet is the set that the pieces of a game are by their names.
func pieceSet(g *game.Game) draw.Kind {
	var names []string
	for i := 1; i < len(g.Components); i++ {
		names = append(names, g.Components[i].Name)
	}
	return draw.SetOf(names)
}

// kind is what a component is drawn as, Man for most.
func (l *looks) kind(k *game.Component) draw.Kind {
	switch k.Kind {
	case "card":
		return draw.Card
	case "domino":
		return draw.Domino
	}
	return l.styles[strings.TrimRight(k.Name, "0123456789")]
}

// valued sets how a piece looks that is known by its value.
func (l *looks) valued(x *draw.Piece, k *game.Component, value int) {
	name := strings.TrimRight(k.Name, "0123456789")
	switch kind := l.styles[name]; {
	case kind == draw.Card && value >= 1:
		suit, rank := (value-1)/ranks, (value-1)%ranks+1
		if l.aceHigh[name] {
			rank = rank%ranks + 1
		}
		// Ours are clubs, diamonds, spades and hearts; packs of the equipment have spades second.
		x.Kind, x.Faces = draw.Card, [2]int{[4]int{1, 3, 2, 4}[suit%4], rank}
	case kind == draw.Domino && value >= 0 && value < ends*ends:
		x.Kind, x.Faces = draw.Domino, [2]int{value / ends, value % ends}
	}
}
