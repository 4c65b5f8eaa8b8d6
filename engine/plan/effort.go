package plan

import "github.com/astragal/astragal/engine/game"

// The bounds of the moves that are tried for one decision: those of package game
// for positions that are looked at.
const (
	mostTried   = 2_000_000 // moves tried
	mostAhead   = 1_000     // moves tried after each other
	triedByLook = 16        // moves tried between two looks at the clock
)

// effort counts the moves tried for one decision. A state and its copies share it.
type effort struct {
	tried int
	stop  func() error
}

// Stop has stop asked now and then, also while moves are tried; the error that it
// returns ends the play, as game.Catch reports.
func (s *State) Stop(stop func() error) { s.effort.stop = stop }

// tries notes that a move is tried on a copy of s.
func (s *State) tries() {
	e := s.effort
	if e.tried++; e.tried%triedByLook != 0 {
		return
	}
	if e.tried > mostTried {
		game.Fault(s.p.g.Root(), "the rules ask for more than %d moves to be tried for one decision", mostTried)
	}
	if e.stop != nil {
		if err := e.stop(); err != nil {
			game.Abort(err)
		}
	}
}
