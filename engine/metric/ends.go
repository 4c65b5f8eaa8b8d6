package metric

// endNames are the ways of ending whose frequencies among plays are measured
// (part 9, §9): for most a name of the way alone, and of a win, a loss and a
// draw by it from the point of view of the mover.
var endNames = func() (names [numEnds]string) {
	n := 0
	for _, way := range [...]string{"Line", "Connection", "Group", "Loop", "Pattern", "PathExtent", "Territory",
		"Checkmate",
		"NoTargetPiece", "EliminatePieces", "NoOwnPieces", "Fill", "Reach", "Scoring", "NoMoves", "NoProgress"} {
		names[n] = way + "End"
		if way == "Checkmate" {
			names[n] = way
		}
		names[n+1], names[n+2], names[n+3] = way+"Win", way+"Loss", way+"Draw"
		n += 4
	}
	names[n] = "Draw"
	return names
}()

const numEnds = 4*16 + 1

// drawEnd is how a play ends that no rule of the game's end has decided.
var drawEnd = EndsOf(func(concept string) bool { return concept == "Draw" })

// Ends is a set of ways of ending.
type Ends struct{ Marks }

// EndsOf returns the ways of ending for which has tells that a play shows the concept.
func EndsOf(has func(concept string) bool) (e Ends) {
	for i, name := range endNames {
		if has(name) {
			e.add(i)
		}
	}
	return e
}

// endings judges how plays end, each way only once. It belongs to one goroutine.
type endings struct {
	of    func(ending []int32) Ends
	known map[string]*Ends
	key   []byte
}

// judge returns what the ending of a play is called.
func (x *endings) judge(ending []int32, decided bool) *Ends {
	if !decided {
		return &drawEnd
	}
	x.key = x.key[:0]
	for _, n := range ending {
		x.key = append(x.key, byte(n), byte(n>>8), byte(n>>16), byte(n>>24))
	}
	e := x.known[string(x.key)]
	if e == nil {
		e = new(Ends)
		*e = x.of(ending)
		x.known[string(x.key)] = e
	}
	return e
}
