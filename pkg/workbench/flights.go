package workbench

import (
	"github.com/astragal/astragal/engine/formal"
)

// mark is what a move does to a variable of a deduction puzzle.
type mark struct {
	Value  int  `json:"value"`
	Toggle bool `json:"toggle"` // whether the value leaves or joins the candidates; else it is set
}

// flight is the way of pieces in a move.
type flight struct {
	From  place `json:"from"`
	To    place `json:"to"`
	Count int   `json:"count"`
}

// mostFlights bounds what is told of one move.
const mostFlights = 500

// flights are the ways of pieces in the last move, in order; none in games that hide
// anything, and after a decision that waits for those of others.
func (b *Bench) flights() []flight {
	p, onBoard := b.play.Position.(placed)
	if !onBoard || b.plan() == nil || b.plan().Hides {
		return nil
	}
	if j, ok := b.play.Position.(formal.Joint); ok && j.Pending() > 0 {
		return nil
	}
	var list []flight
	for _, f := range p.Flights() {
		if len(list) == mostFlights {
			break
		}
		list = append(list, flight{place{f.From.Type.String(), f.From.Site}, place{f.To.Type.String(), f.To.Site}, f.Count})
	}
	return list
}
