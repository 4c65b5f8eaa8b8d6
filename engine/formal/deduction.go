package formal

// Deduction is a deduction puzzle: variables that must get values so that constraints hold.
// It belongs to one goroutine.
type Deduction interface {
	// Open lists the variables that are not given.
	Open() []int
	// Candidates appends the values with which all constraints still hold when a variable
	// gets them, as far as variables have values. The error is that of the rules.
	Candidates(variable int, dst []int) ([]int, error)
	// Set gives a variable a value, Unset takes it back.
	Set(variable, value int)
	Unset(variable int)
	// Satisfied reports whether all constraints hold.
	Satisfied() (bool, error)
}

// Deducible is a Game that may be a deduction puzzle.
type Deducible interface {
	// Deduction gives the puzzle at its start, nil if the game is none.
	Deduction() (Deduction, error)
}
