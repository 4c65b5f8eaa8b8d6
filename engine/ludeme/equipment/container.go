package equipment

import (
	"strconv"

	"github.com/astragal/astragal/engine/concept"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

var containerRows = []lgdl.Form{
	{Text: "(card cardType rank:int! value:int! [trumpRank:int!] [trumpValue:int!] [biased:int!])", Result: "(card)",
		Impl:    game.Structural{},
		Meaning: "A card of every suit of a deck."},
	{Text: "(deck [roleType] [cardsBySuit:int!] [suits:int!] [{(card)}])", Result: "item",
		Concepts: []string{"Card", "skip *"}, Impl: game.ItemRule(deck),
		Meaning: "A pack of cards, shuffled at the start of every play."},
	{Text: "(dice [d:int!] [faces:{int!} | facesByDie:{{int!}} | from:int!] [roleType] num:int! [biased:{int!}])",
		Result: "item", Concepts: []string{"Dice", "BiasedDice if biased:"}, Marks: concept.Rule(diceConcepts),
		Impl:    game.ItemRule(dice),
		Meaning: "A number of dice with the faces given."},
	{Text: "(hand roleType [size:int!])", Result: "item", Concepts: []string{"Hand"}, Impl: game.ItemRule(hand),
		Meaning: "A place beside the board where a player keeps pieces."},
}

// owner is the number of the player who owns an item with that role (part 8, §6.1).
func owner(k *game.Compiler, role string) int {
	if role == "Shared" || role == "All" {
		return k.G.Shared()
	}
	n, _ := game.RoleNumber(role)
	return n
}

// containerName is the kind of container followed by its owner's number, 0 when nobody's or shared.
func containerName(k *game.Compiler, kind string, owner int) string {
	if owner == k.G.Shared() {
		owner = 0
	}
	return kind + strconv.Itoa(owner)
}

func roleOr(e *lgdl.Expr, def string) string {
	if e == nil {
		return def
	}
	return e.Text
}

func intOr(e *lgdl.Expr, def int) int {
	if e == nil {
		return def
	}
	return e.Int
}

// maxHand bounds the sites of one hand.
const maxHand = 10000

func hand(k *game.Compiler, e *lgdl.Expr) {
	a := clause.HandRoleType(e)
	role, size := a.RoleType().Text, intOr(a.Size(), 1)
	if size < 0 || size > maxHand {
		k.Fail(a.Size(), "a hand of %d sites; expected 0 to %d", size, maxHand)
	}
	add := func(o int) {
		k.AddContainer(game.Container{Name: containerName(k, "Hand", o), Kind: game.Hand, Owner: o, Sites: size})
	}
	if role != "Each" {
		add(owner(k, role))
		return
	}
	for p := 1; p <= k.G.Players; p++ {
		add(p)
	}
}

func dice(k *game.Compiler, e *lgdl.Expr) {
	g := k.G
	d, faces, byDie, from := e.Arg("d"), e.Arg("faces"), e.Arg("facesByDie"), e.Arg("from")
	num := e.Arg("num").Int
	if num < 0 || num > 100 {
		k.Fail(e.Arg("num"), "%d dice; expected 0 to 100", num)
	}
	if faces != nil && from != nil {
		k.Fail(e, "faces: and from: together; expected one of them")
	}
	sides := 6
	switch {
	case d != nil:
		sides = d.Int
	case faces != nil:
		sides = len(faces.Items)
	case byDie != nil && len(byDie.Items) > 0:
		sides = len(byDie.Items[0].Items)
	}
	if sides < 1 || sides > 100 {
		k.Fail(e, "a die with %d faces; expected 1 to 100", sides)
	}
	var roleExpr *lgdl.Expr
	for i, s := range e.Form.Slots {
		if s.Type == "roleType" {
			roleExpr = e.Args[i]
		}
	}
	o := owner(k, roleOr(roleExpr, "Shared"))
	if i := g.DiceContainer(); i < 0 {
		k.AddContainer(game.Container{Name: containerName(k, "Dice", o), Kind: game.Dice, Owner: o, Sites: num})
	} else {
		k.GrowContainer(i, num)
		g.Containers[i].Name, g.Containers[i].Owner = containerName(k, "Dice", o), o
	}
	k.Require(game.Stochastic | game.NotAllPass)
	for i := range num {
		c := game.Component{Kind: "die", DieIndex: len(g.Dice)}
		c.Name = "Die" + strconv.Itoa(len(g.Dice)+1)
		if byDie != nil && i < len(byDie.Items) {
			// Dice of one set may have different numbers of faces.
			for _, f := range byDie.Items[i].Items {
				c.Faces = append(c.Faces, f.Int)
			}
		} else {
			for f := range sides {
				v := intOr(from, 1) + f
				if faces != nil && f < len(faces.Items) {
					v = faces.Items[f].Int
				}
				c.Faces = append(c.Faces, v)
			}
		}
		role := roleOr(roleExpr, "Shared")
		g.Dice = append(g.Dice, k.AddComponent(c, role, nil))
	}
}

var cardTypes = []string{"Joker", "Ace", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Jack",
	"Queen", "King"}

func deck(k *game.Compiler, e *lgdl.Expr) {
	a := clause.Deck(e)
	g := k.G
	o := owner(k, roleOr(a.RoleType(), "Shared"))
	bySuit, suits := intOr(a.CardsBySuit(), 13), intOr(a.Suits(), 4)
	k.AddContainer(game.Container{Name: containerName(k, "Deck", o), Kind: game.Deck, Owner: o, Sites: 1})
	k.Require(game.Card | game.Stochastic)
	var cards []game.Component
	if a.Cards() != nil {
		for _, x := range a.Cards().Items {
			a := clause.CardCardType(x)
			c := game.Component{Kind: "card", CardType: a.CardType().Text, Rank: a.Rank().Int, Value: a.Value().Int}
			c.TrumpRank, c.TrumpValue = intOr(a.TrumpRank(), c.Rank), intOr(a.TrumpValue(), c.Value)
			cards = append(cards, c)
		}
	} else {
		for i := 1; i <= bySuit; i++ {
			c := game.Component{Kind: "card", Rank: i, Value: i, TrumpRank: i, TrumpValue: i}
			if i < len(cardTypes) {
				c.CardType = cardTypes[i]
			}
			cards = append(cards, c)
		}
	}
	if suits < 0 || suits*len(cards) > 1000 {
		k.Fail(e, "a deck of %d suits of %d cards; expected at most 1000 cards", suits, len(cards))
	}
	n := 0
	for i := 1; i < len(g.Components); i++ {
		if g.Components[i].Kind == "card" {
			n++
		}
	}
	for s := 1; s <= suits; s++ {
		for _, c := range cards {
			n++
			c.Suit, c.Name = s, "Card"+strconv.Itoa(n)
			k.AddComponent(c, roleOr(a.RoleType(), "Shared"), nil)
		}
	}
}
