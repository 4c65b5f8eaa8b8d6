// Package ggp speaks the HTTP protocol of General Game Playing (Love, Hinrichs, Haley,
// Schkufza and Genesereth 2008, "General Game Playing: Game Description Language
// Specification", chapter 3): a game manager posts messages to players and they answer.
//
// A Player is a server for which an agent of ours plays the games of others' managers; a
// Match is a manager that has players of others play games of ours, beside agents. Messages
// are
//
//	(INFO)                                    → ((name …) (status …))
//	(START id role (rules …) startclock playclock) → READY
//	(PLAY id NIL), (PLAY id (move …))         → a move
//	(STOP id (move …)), (ABORT id)            → DONE, ABORTED
//
// with clocks in seconds and moves in the order of the roles. GDL-II, games with chance or
// secrets, is refused: its messages are no part of that specification. As messages do not name
// the role, a player has one role in a match.
package ggp

import (
	"fmt"
	"math/big"
	"strings"

	"github.com/astragal/astragal/engine/formal"
	"github.com/astragal/astragal/engine/gdl"
	"github.com/astragal/astragal/engine/rng"
)

// supported refuses games for which the protocol has no messages. In all others there is no
// chance, and the players are the roles.
func supported(g *gdl.Game) error {
	if g.Hidden() {
		return fmt.Errorf("%s: GDL-II, with chance or without everybody's seeing everything, has no messages in this "+
			"protocol", g.Name())
	}
	return nil
}

// rules is the description as a list of rules on one line.
func rules(g *gdl.Game) string {
	return "(" + strings.Join(strings.Fields(g.Description.KIF()), " ") + ")"
}

// begin gives the first position.
func begin(g *gdl.Game) (formal.Position, error) {
	p := g.NewPosition()
	r := rng.New(1)
	p.Restart(&r)
	return p, fault(p)
}

// fault is what is wrong with a position because of the description.
func fault(p formal.Position) error {
	if f, ok := p.(interface{ Err() error }); ok {
		return f.Err()
	}
	return nil
}

// find gives the number of the decision with a text, -1 if it is not legal.
func find(p formal.Position, move string) int {
	move = canonical(move)
	for i := range p.Moves() {
		if canonical(p.MoveText(i)) == move {
			return i
		}
	}
	return -1
}

// goals are the payoffs at the end.
func goals(p formal.Position) []string {
	var list []string
	for _, x := range p.Payoffs() {
		list = append(list, (*big.Rat).RatString(x))
	}
	return list
}
