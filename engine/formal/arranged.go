package formal

// Arranger is a Game whose positions can be put up, not only reached.
type Arranger interface {
	// Arrangements are all ways to put up pieces, given by name with their numbers, on the board with nothing
	// else in play, each with either player to move. The error says why there are none.
	Arrangements(pieces map[string]int) (Arrangements, error)
}

// Arrangements are positions by number.
type Arrangements interface {
	Len() int
	// At makes position i, from 0.
	At(i int) (Position, error)
	// Alike is the number of positions that symmetries of the game take i to, itself included; 0 unless i is the
	// one of them that stands for all. Without symmetries it is 1.
	Alike(i int, symmetries [][]int32) int
}
