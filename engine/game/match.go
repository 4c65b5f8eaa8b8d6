package game

// Match is the play of a match: a sequence of games whose results add up to
// match scores (part 3, §17).
type Match struct {
	Scores []int // by player, entry 0 unused
	Trials int   // completed instances
}
