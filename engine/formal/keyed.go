package formal

// Keyed is a Position that can tell all that its future depends on. Where the rules
// do not ask for them, the limits of the length of a play and the numbers of moves
// and turns are no part of it.
type Keyed interface {
	// AppendKey appends the key of the position: where two keys of a game are equal,
	// the same decisions lead to equal keys and the same payoffs, whatever their
	// order. The first visible bytes are those of what lies on the board; two
	// positions may agree in them and still differ, by the last move for example.
	AppendKey(dst []byte) (key []byte, visible int)
}

// Endless is a Position that knows whether a play which never ends from here is a
// draw, worth 0 to everybody: its rules have limits of length that make it so.
type Endless interface{ Endless() bool }

// Limited is a Game whose rules end plays that last too long.
type Limited interface {
	// Unlimited is the same game without these limits, and the number of decisions
	// in which no play can reach them; false if the rules ask for the limits, so that
	// there is no such game.
	Unlimited() (g Game, safe int, ok bool)
}

// Symmetries is a Game that finds its symmetries: permutations of what holds in its
// positions that keep the rules, the players and the payoffs, the identity first. Positions of
// such games are Symmetric.
type Symmetries interface{ Symmetries() ([][]int32, error) }

// Symmetric is a Keyed position of a game with symmetries.
type Symmetric interface {
	// AppendImage appends the same bytes for a position and its images under the
	// symmetries, and other bytes for all others.
	AppendImage(dst []byte, symmetries [][]int32) []byte
}
