package formal

// Clocked is a Game with rules that end plays when a number which grows with every move reaches a limit. Moves may set
// it back.
type Clocked interface {
	// Clocked is the same game with positions that are Clocks and whose keys do not contain the number, and the
	// limit: a move at a number of at least that ends the play unless it sets the number back, and nothing else
	// depends on the number. False if rules ask for it in other ways, or for none.
	Clocked() (g Game, limit int, ok bool)
}

// Clock is a Position of a Clocked game.
type Clock interface {
	// Clock is the number, from -1.
	Clock() int
	// SetClock sets it where the play is not over.
	SetClock(n int)
}
