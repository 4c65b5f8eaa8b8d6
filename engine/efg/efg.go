// Package efg handles finite games in extensive form as Gambit's .efg files
// describe them: a rooted tree whose inner nodes belong to chance or to a
// player, grouped into information sets, with exact rational probabilities and
// payoffs; and games in strategic form as Gambit's .nfg files do (Strategic).
//
// What enters is text (Read, ReadStrategic) or any game that fits the common interface within
// bounds (FromFormal). What leaves is the same game as text (Write), as a
// formal.Game for playouts, agents and the equivalence checker (Adapt), as an
// L-GDL description (LGDL), as a GDL-II description (GDL, WriteGDL; for large trees in a
// compact form), or as a drawing (Dot, SVG). Between the two stand the queries: expected payoffs, recall,
// information classes, subgames.
//
// A Game is immutable once read and may be shared between goroutines. Numbers
// are math/big rationals throughout; nothing here is ever rounded.
package efg

import (
	"fmt"
	"math/big"
)

// Owners of nodes besides the players 1, 2, ….
const (
	// Chance owns the nodes where nature decides.
	Chance = 0
	// Terminal marks nodes where the play is over.
	Terminal = -1
)

// Pos is a place in a source text; lines and columns count from 1, columns in
// characters.
type Pos struct {
	File      string
	Line, Col int
}

// String gives "file:line:column".
func (p Pos) String() string { return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Col) }

// Error is a fault of a description, or a warning about it, at a place.
type Error struct {
	Pos Pos
	Msg string
}

// Error gives "file:line:column: message".
func (e *Error) Error() string { return e.Pos.String() + ": " + e.Msg }

// Game is a game in extensive form.
type Game struct {
	Title   string
	Comment string
	// Players holds the players' names; player p is Players[p-1].
	Players []string
	// Nodes is the tree in preorder; Nodes[0] is the root.
	Nodes []Node
	// Sets holds the information sets of players and chance, by first appearance.
	Sets []Set
	// Outcomes holds the outcomes by first appearance.
	Outcomes []Outcome
	// Known holds, if the game records it, what each player knows where he does not
	// decide: Known[p-1][node] numbers the class of nodes that player p cannot tell
	// apart. Nil leaves that to the definitions of StaticClasses and TimedClasses.
	Known [][]int
	// Warnings lists oddities of the text that do not make it wrong.
	Warnings []*Error
}

// Node is a node of the tree. Other nodes are named by their preorder numbers.
type Node struct {
	Name string
	// Owner is a player from 1, Chance or Terminal.
	Owner int
	// Set indexes Game.Sets; -1 for terminal nodes.
	Set int
	// Outcome indexes Game.Outcomes; -1 for none.
	Outcome int
	// Parent is -1 for the root; Branch is the action of the parent that leads here.
	Parent, Branch int
	// Depth is the number of edges from the root.
	Depth int
	// Children has one node per action of the set.
	Children []int
}

// Set is an information set of a player, or of chance (Owner Chance).
type Set struct {
	Owner int
	// Number is the set's number in the file, unique among those of its owner.
	Number  int
	Name    string
	Actions []Action
	// Nodes lists the members in preorder.
	Nodes []int
}

// Action is one choice at an information set; its identity is its index.
type Action struct {
	Label string
	// Probability is nil at the sets of players.
	Probability *big.Rat
}

// Outcome is a vector of payoffs that nodes may carry. The payoff of a play is
// the sum of the outcomes on its path.
type Outcome struct {
	Number  int
	Name    string
	Payoffs []*big.Rat
}

// Actions gives the number of actions at a node, 0 for terminal nodes.
func (g *Game) Actions(node int) int { return len(g.Nodes[node].Children) }

// setName describes a set for messages, as the file numbers it.
func setName(owner, number int) string {
	if owner == Chance {
		return fmt.Sprintf("information set %d of chance", number)
	}
	return fmt.Sprintf("information set %d of player %d", number, owner)
}
