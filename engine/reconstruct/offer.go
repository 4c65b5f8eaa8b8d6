package reconstruct

import (
	"fmt"
	"slices"
	"strings"

	"github.com/astragal/astragal/engine/lgdl"
)

// class is a kind of things that have names.
type class uint8

const (
	aPiece class = iota
	aRegion
	aTrack
	aMap
	aPhase
	classes
)

var classNames = [...]string{"piece", "region", "track", "map", "phase"}

// declaring gives the class of what a clause declares with its first string.
var declaring = map[string]class{"piece": aPiece, "tile": aPiece, "card": aPiece, "die": aPiece, "domino": aPiece,
	"regions": aRegion, "track": aTrack, "map": aMap, "phase": aPhase}

// Owners of named things that are no single player.
const (
	ownerNone   = 0
	ownerEach   = -1 // every player has one
	ownerShared = -2
)

// named is a thing with a name and the player who owns it.
type named struct {
	name  string
	owner int
}

// need is a kind of equipment that rules ask for.
type need uint16

const (
	needDice need = 1 << iota
	needHand
	needTrack
	needMap
	needRegions
	needMoves  // pieces that have moves of their own
	needPlaced // pieces that come into play
)

var needNames = []string{"dice", "a hand", "a track", "a map", "regions of players",
	"pieces with moves", "pieces in play"}

func (n need) String() string {
	var list []string
	for i, name := range needNames {
		if n&(1<<i) != 0 {
			list = append(list, name)
		}
	}
	return strings.Join(list, ", ")
}

// offer is what the equipment of a game has that rules may speak of.
type offer struct {
	players int // 0 if not known
	things  [classes][]named
	has     need

	bases [classes][]base // by settle
	text  string          // likewise
}

// offerOf collects what a game declares.
func offerOf(game *lgdl.Node) *offer {
	o := &offer{}
	o.visit(game, false)
	return o
}

// providing gives what a clause of the equipment provides.
var providing = map[string]need{"dice": needDice, "die": needDice, "hand": needHand, "deck": needHand, "bag": needHand,
	"track": needTrack, "map": needMap, "regions": needRegions, "mancalaBoard": needHand}

// visit collects from a node; equipment reports whether it is part of the equipment, where
// (piece …) declares one.
func (o *offer) visit(n *lgdl.Node, equipment bool) {
	if n.Kind == lgdl.Clause {
		_, started := playerOf(strings.TrimPrefix(opening(n), "set ")) // (set P1 …) of start rules
		if started || placing[n.Text] || placing[opening(n)] {
			o.has |= needPlaced
		}
		switch {
		case n.Text == "equipment":
			equipment = true
		case n.Text == "players":
			o.countPlayers(n)
		case equipment || n.Text == "phase":
			o.declare(n)
		}
		if equipment {
			o.has |= providing[n.Text]
			if n.Text == "piece" && slices.ContainsFunc(n.Items, isClause) {
				o.has |= needMoves
			}
			for _, x := range n.Items {
				// Pieces that step along their own moves are no equipment.
				o.visit(x, n.Text != "piece")
			}
			return
		}
	}
	for _, x := range n.Items {
		o.visit(x, equipment)
	}
}

// placing are the clauses, by keyword or keyword and first constant, that bring pieces into play.
var placing = map[string]bool{"place": true, "deal": true, "add": true, "move Add": true, "set Count": true,
	"dominoes": true,
	"deck":     true, "take Domino": true, "claim": true, "move Claim": true, "insert": true}

func isClause(n *lgdl.Node) bool { return n.Kind == lgdl.Clause && n.Label == "" }

// opening returns the keyword of a clause and its first constant, "" without one.
func opening(n *lgdl.Node) string {
	if len(n.Items) > 0 && n.Items[0].Kind == lgdl.Const && n.Items[0].Label == "" {
		return n.Text + " " + n.Items[0].Text
	}
	return ""
}

func (o *offer) countPlayers(n *lgdl.Node) {
	for _, x := range n.Items {
		switch x.Kind {
		case lgdl.Int:
			o.players = x.Int
		case lgdl.List:
			o.players = len(x.Items)
		}
	}
}

func (o *offer) declare(n *lgdl.Node) {
	c, ok := declaring[n.Text]
	if !ok {
		return
	}
	t := named{owner: ownerNone}
	if c == aPiece {
		t.owner = ownerShared // without a role
	}
	for _, x := range n.Items {
		if x.Kind == lgdl.String && t.name == "" {
			t.name = x.Text
		}
		if x.Kind == lgdl.Const && x.Label == "" {
			if owner, ok := ownerOf(x.Text); ok {
				t.owner = owner
				break
			}
		}
	}
	if t.name != "" && !slices.Contains(o.things[c], t) {
		o.things[c] = append(o.things[c], t)
	}
}

// ownerOf returns the owner that a role names.
func ownerOf(role string) (owner int, ok bool) {
	switch role {
	case "Neutral":
		return ownerNone, true
	case "Each":
		return ownerEach, true
	case "Shared", "All":
		return ownerShared, true
	}
	return playerOf(role)
}

// playerOf returns the player that a role of the form P1 names.
func playerOf(role string) (player int, ok bool) {
	if len(role) < 2 || len(role) > 3 || role[0] != 'P' {
		return 0, false
	}
	for _, c := range role[1:] {
		if c < '0' || c > '9' {
			return 0, false
		}
		player = player*10 + int(c-'0')
	}
	return player, player >= 1 && player <= 16
}

// base is a name of a class with its owners: bit 0 for nobody, bit p for player p.
type base struct {
	name   string
	owners uint32
}

const everyPlayer = 1<<17 - 2

// settle lists the names by class, each once, in the order of their declarations, and
// writes down what bindings depend on: not the names themselves.
func (o *offer) settle() *offer {
	var b strings.Builder
	fmt.Fprint(&b, o.players, o.has)
	for c := range classes {
		for _, t := range o.things[c] {
			i := slices.IndexFunc(o.bases[c], func(x base) bool { return x.name == t.name })
			if i < 0 {
				i = len(o.bases[c])
				o.bases[c] = append(o.bases[c], base{name: t.name})
			}
			switch {
			case t.owner == ownerEach:
				o.bases[c][i].owners |= everyPlayer
			case t.owner >= 0:
				o.bases[c][i].owners |= 1 << t.owner
			}
		}
		b.WriteByte('|')
		for _, x := range o.bases[c] {
			if c == aPiece {
				fmt.Fprintf(&b, "%x,", x.owners)
			} else {
				b.WriteByte(',')
			}
		}
	}
	o.text = b.String()
	return o
}

// names writes the offer, equal for offers that are equal with all names.
func (o *offer) names() string { return fmt.Sprint(o.players, o.things, o.has) }

// find returns what a string of the game names: the class, the name, and the player whose
// number stands behind the name of a piece (-1 for none).
func (o *offer) find(s string) (c class, base string, player int, ok bool) {
	for c = range classes {
		for _, t := range o.things[c] {
			if t.name == s {
				return c, s, -1, true
			}
		}
	}
	base = strings.TrimRight(s, "0123456789")
	for ; len(base) < len(s); base = s[:len(base)+1] {
		if len(s)-len(base) > 2 || s[len(base)] == '0' && len(s)-len(base) > 1 {
			continue
		}
		for _, t := range o.things[aPiece] {
			if t.name == base {
				fmt.Sscan(s[len(base):], &player)
				return aPiece, base, player, player <= 16
			}
		}
	}
	return 0, "", 0, false
}

// asking gives what a clause asks of the equipment.
var asking = map[string]need{"roll": needDice, "pips": needDice, "face": needDice, "handSite": needHand,
	"trackSite": needTrack, "mapEntry": needMap, "sow": needTrack}

// askingFirst does so for clauses with a first constant.
var askingFirst = map[string]need{"forEach Die": needDice, "all DiceUsed": needDice, "all DiceEqual": needDice,
	"is AnyDie": needDice, "count Pips": needDice, "sites Hand": needHand, "sites Track": needTrack,
	"sites Mover": needRegions, "sites Next": needRegions}

// needs returns what rules ask of the equipment.
func needs(nodes ...*lgdl.Node) need {
	var all need
	for _, n := range nodes {
		switch n.Kind {
		case lgdl.Clause:
			all |= asking[n.Text] | askingFirst[opening(n)]
			if _, ok := playerOf(strings.TrimPrefix(opening(n), "sites ")); ok {
				all |= needRegions
			}
			if opening(n) == "forEach Piece" {
				all |= needPlaced
				if !slices.ContainsFunc(n.Items, isClause) {
					all |= needMoves
				}
			}
		case lgdl.String:
			if n.Text == "Hand" {
				all |= needHand
			}
		}
		all |= needs(n.Items...)
	}
	return all
}
