package metric

import "fmt"

// Scope is how much of watched plays is told. What takes long is counting the legal moves of
// every position, which playing alone need not do, then looking at some of them and valuing
// positions; each scope leaves out what it says, and tells all that smaller ones tell.
type Scope uint8

// The scopes, from the largest to the smallest.
const (
	// All is every metric.
	All Scope = iota
	// Choices leaves out what positions are worth for the players (Drama…, MoveEvaluation…,
	// StateEvaluationDifference…, LeadChange, Stability, Decisiveness…, Variance, Narrowness) and of
	// which kinds legal moves are (StepDecisionFrequency and the like).
	Choices
	// Course leaves out the numbers of legal moves as well (BranchingFactor…, DecisionFactor…,
	// DecisionMoves, GameTreeComplexity). What is left follows from the moves that were made: lengths
	// and results, actions, turns, distances, coverage, pieces, scores, repetition, ends.
	Course
)

var scopeNames = [...]string{"all", "choices", "course"}

// String is the name of a scope.
func (s Scope) String() string { return scopeNames[s] }

// ParseScope returns the scope of a name.
func ParseScope(name string) (Scope, error) {
	for i, x := range scopeNames {
		if x == name {
			return Scope(i), nil
		}
	}
	return All, fmt.Errorf("metrics %q, expected all, choices or course", name)
}

// Counts reports whether numbers of legal moves are told.
func (s Scope) Counts() bool { return s <= Choices }
