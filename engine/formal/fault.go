package formal

// Fault is what is wrong with a play because of the game's description: a player
// without a legal move, an end without result, a bound of the engine reached by
// what the rules ask for. Other plays of the same game may be sound.
type Fault struct {
	// Reason says what is wrong, in words of which a game has few: faults count
	// together by it.
	Reason string
	// Where describes the position for messages; it may be empty.
	Where string
}

// Error gives the reason and the place.
func (f *Fault) Error() string {
	if f.Where == "" {
		return f.Reason
	}
	return f.Reason + " " + f.Where
}
