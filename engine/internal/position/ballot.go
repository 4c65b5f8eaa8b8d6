package position

import (
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/layout"
)

// Ballots is what is proposed and voted for; it is kept from the first time that it is asked for.
func (k *Code) Ballots() *layout.Ballot {
	if k.Ballot == nil {
		number := func(name string, n int) *ir.Field { return k.P.Field(name, ir.State, ir.Int, n) }
		k.Ballot = &layout.Ballot{Votes: number("votes", k.G.Players), Count: number("votes.count", 1),
			Proposed: number("proposed", layout.MaxNames), Decision: number("decision", 1)}
	}
	return k.Ballot
}

// Undecide forgets the decision, before the next move is made.
func (k *Code) Undecide() {
	if k.Ballot != nil {
		k.Add(ir.Write(k.Ballot.Decision, ir.Num(0), ir.Num(-1)))
	}
}
