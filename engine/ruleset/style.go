package ruleset

import (
	"image/color"
	"slices"
	"strconv"
	"strings"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/draw"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// style takes over what the description says about looks as far as our pictures
// can follow: the colours of players and of the board's phases, and kinds of board. A set
// of pieces has its own board.
func (r *Ruleset) style(o *draw.Options, set draw.Kind) {
	plain := set == draw.Wedge && r.game.DefaultType == board.Cell // whether all squares have one colour
	if t := r.game.Topo; r.game.DefaultType == board.Vertex && t.Rows(board.Vertex).Len() == 10 &&
		t.Columns(board.Vertex).Len() == 9 {
		o.Layout = map[draw.Kind]draw.Layout{draw.Round: draw.River, draw.Octagon: draw.Palaces}[set]
	}
	o.Colours, o.Phases = map[int]color.NRGBA{}, map[int]color.NRGBA{}
	r.described(o, &plain)
	if plain && len(o.Phases) == 0 {
		for phase := range 6 {
			o.Phases[phase] = color.NRGBA{0xec, 0xcf, 0x98, 0xff}
		}
	}
}

// described is what the metadata say of style.
func (r *Ruleset) described(o *draw.Options, plain *bool) {
	if r.checked.Metadata == nil {
		return
	}
	eachClause(r.checked.Metadata, func(e *lgdl.Expr) {
		switch e.Form.Keyword + " " + e.Selector() {
		case "player Colour":
			owner, ok := game.RoleNumber(clause.PlayerColour(e).RoleType().Text)
			if c, given := colourOf(clause.PlayerColour(e).Colour()); given && ok {
				o.Colours[owner] = c
			}
		case "board Colour":
			phase, ok := strings.CutPrefix(clause.BoardColour(e).BoardGraphicsType().Text, "Phase")
			n, err := strconv.Atoi(phase)
			if c, given := colourOf(clause.BoardColour(e).Colour()); given && ok && err == nil {
				o.Phases[n] = c
			}
		case "board Style":
			kind := clause.BoardStyle(e).ContainerStyleType().Text
			if slices.Contains([]string{"Shogi", "Tafl", "Lasca"}, kind) && r.game.DefaultType == board.Cell {
				*plain = true
			}
			switch kind {
			case "Xiangqi":
				o.Layout = draw.River
			case "Janggi":
				o.Layout = draw.Palaces
			}
			if o.Style != draw.Auto || r.game.DefaultType == board.Cell {
				return
			}
			switch kind {
			case "Mancala":
				o.Style = draw.Pits
			case "PenAndPaper":
				o.Style = draw.Paper
			case "Go", "Graph":
				o.Style = draw.Grid
			}
		}
	})
}

// Colours are the colours of the players' pieces in pictures, as #rrggbb, the first player's first.
func (r *Ruleset) Colours() []string {
	var o draw.Options
	set := r.looks().set
	r.style(&o, set)
	return draw.OwnerColours(o, set, r.game.Players)
}

// eachClause visits all clauses of a typed tree.
func eachClause(e *lgdl.Expr, visit func(e *lgdl.Expr)) {
	if e.Kind == lgdl.Clause {
		visit(e)
	}
	for _, list := range [2][]*lgdl.Expr{e.Args, e.Items} {
		for _, x := range list {
			if x != nil {
				eachClause(x, visit)
			}
		}
	}
}

// colourOf reads (colour r g b [a]), (colour "#rrggbb") or (colour Name).
func colourOf(e *lgdl.Expr) (c color.NRGBA, ok bool) {
	if !e.Is("colour") {
		return c, false
	}
	switch e.Form.Text {
	case "(colour string)":
		n, err := strconv.ParseUint(strings.TrimPrefix(clause.ColourString(e).String().Text, "#"), 16, 24)
		return color.NRGBA{uint8(n >> 16), uint8(n >> 8), uint8(n), 255}, err == nil
	case "(colour userColourType)":
		rgb, known := userColours[e.Selector()]
		return color.NRGBA{uint8(rgb >> 16), uint8(rgb >> 8), uint8(rgb), 255}, known
	}
	channels := [4]uint8{3: 255}
	for i, x := range e.Args {
		if i == 0 && x.Kind != lgdl.Int {
			return c, false
		}
		channels[i] = uint8(min(max(x.Int, 0), 255))
	}
	return color.NRGBA{channels[0], channels[1], channels[2], channels[3]}, true
}

// userColours are the named colours (part 8, §8.2); Hidden is none.
var userColours = map[string]uint32{
	"White": 0xffffff, "Black": 0x000000, "Grey": 0x969696, "LightGrey": 0xc8c8c8, "VeryLightGrey": 0xe6e6e6,
	"DarkGrey": 0x646464, "VeryDarkGrey": 0x323232, "Dark": 0x1e1e1e, "Red": 0xff0000, "Green": 0x00c800,
	"Blue": 0x007fff, "Yellow": 0xfff500, "Pink": 0xff00ff, "Cyan": 0x00ffff, "Brown": 0x8b4513,
	"DarkBrown": 0x654321, "VeryDarkBrown": 0x322110, "Purple": 0x7f007f, "Magenta": 0xff00ff, "Turquoise": 0x007f7f,
	"Orange": 0xff7f00, "LightOrange": 0xffbf00, "LightRed": 0xff7f7f, "DarkRed": 0x7f0000, "Burgundy": 0x3f0000,
	"LightGreen": 0x7fff7f, "DarkGreen": 0x007f00, "LightBlue": 0x7fbfff, "VeryLightBlue": 0xcdeaed, "DarkBlue": 0x00007f,
	"IceBlue": 0xb7e2e4, "Gold": 0xd4af37, "Silver": 0xc0c0c0, "Bronze": 0xcd7f32, "GunMetal": 0x2c3539,
	"HumanLight": 0xccb68c, "HumanDark": 0x6c563c, "Cream": 0xffffe6, "DeepPurple": 0x7f007f, "PinkFloyd": 0xff4b96,
	"BlackSabbath": 0x000020, "KingCrimson": 0xdc143c, "TangerineDream": 0xf28500, "BabyBlue": 0x7fbfff,
	"LightTan": 0xfac864,
}
