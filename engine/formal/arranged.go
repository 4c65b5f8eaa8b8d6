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

// Sower is a Game in which counters, such as seeds, lie in holes and are taken by two players.
type Sower interface {
	// Distributions are all ways to lay n of the counters into the holes that have some at the start, while the
	// players have taken the others, neither being ahead by more than n; each with either player to move, just after
	// a capture. The error says why there are none.
	Distributions(n int) (Distributions, error)
}

// Distributions are Arrangements of counters.
type Distributions interface {
	Arrangements
	// Of tells what arrangement i is: the number of what lies in the holes together with whose move it is, from 0
	// in the order of the arrangements, and by how much the player to move is ahead in what was taken.
	Of(i int) (ground, lead int)
	// Ambiguous reports that it is not known whose stores are whose, so that leads may be the wrong way round.
	Ambiguous() bool
}
