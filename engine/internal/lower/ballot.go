package lower

import (
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/lgdl"
)

// ballot is what players vote on: the votes of the round, what is proposed in it, and
// the last decision, until the next move. Names are numbered as they are met.
type ballot struct {
	names    []int32 // by number, as the compiler of the rules numbers them
	votes    *ir.Field
	count    *ir.Field
	proposed *ir.Field // by number: whether it is proposed
	decision *ir.Field // the number, -1 for none
}

// maxNames bounds what can be voted on.
const maxNames = 64

func (k *Lowerer) ballots() *ballot {
	if k.ballot == nil {
		number := func(name string, n int) *ir.Field { return k.P.Field(name, ir.State, ir.Int, n) }
		k.ballot = &ballot{votes: number("votes", k.G.Players), count: number("votes.count", 1),
			proposed: number("proposed", maxNames), decision: number("decision", 1)}
	}
	return k.ballot
}

// nameNumber is the number of a name that is voted on.
func (k *Lowerer) nameNumber(e *lgdl.Expr) int { return k.nameOf(k.Parts.Name(e.Text)) }

func (k *Lowerer) nameOf(id int32) int {
	b := k.ballots()
	for i, n := range b.names {
		if n == id {
			return i
		}
	}
	if len(b.names) == maxNames {
		k.No(k.clause, "more than %d names that are voted on", maxNames)
	}
	b.names = append(b.names, id)
	return len(b.names) - 1
}

// propose makes a name one that is proposed.
func (k *Lowerer) propose(name int32) {
	b := k.ballots()
	k.Add(ir.Write(b.proposed, ir.Num(k.nameOf(name)), ir.Num(1)))
}

// Proposed reports whether a name is proposed.
func (k *Lowerer) Proposed(name *lgdl.Expr) *ir.Expr {
	b := k.ballots()
	return ir.At(b.proposed, ir.Num(k.nameNumber(name)))
}

// Decided reports whether the last move decided for a name.
func (k *Lowerer) Decided(name *lgdl.Expr) *ir.Expr {
	if k.acting {
		k.No(name, "what was decided, while the next move is made")
	}
	b := k.ballots()
	return ir.Calc(ir.Eq, ir.At(b.decision, ir.Num(0)), ir.Num(k.nameNumber(name)))
}

// vote votes for a name. The vote of the last player decides, if one name has more
// than half of all votes.
func (k *Lowerer) vote(name int32) {
	b, n := k.ballots(), k.G.Players
	cast := k.Temp("cast", ir.At(b.count, ir.Num(0)))
	k.Add(ir.Write(b.votes, cast, ir.Num(k.nameOf(name))),
		ir.Write(b.count, ir.Num(0), ir.Calc(ir.Add, cast, ir.Num(1))))
	k.If(ir.Calc(ir.Eq, cast, ir.Num(n-1)), func() {
		for i := range n {
			votes := ir.Num(0)
			for j := range n {
				votes = ir.Calc(ir.Add, votes, ir.Calc(ir.Eq, ir.At(b.votes, ir.Num(i)), ir.At(b.votes, ir.Num(j))))
			}
			k.If(ir.Calc(ir.Lt, ir.Num(n/2), votes), func() {
				k.Add(ir.Write(b.decision, ir.Num(0), ir.At(b.votes, ir.Num(i))))
			})
		}
		k.Add(ir.Write(b.count, ir.Num(0), ir.Num(0)))
		for i := range n {
			k.Add(ir.Write(b.votes, ir.Num(i), ir.Num(0)))
		}
		for i := range maxNames {
			k.Add(ir.Write(b.proposed, ir.Num(i), ir.Num(0)))
		}
	})
}

// undecide forgets the decision, before the next move is made.
func (k *Lowerer) undecide() {
	if k.ballot != nil {
		k.Add(ir.Write(k.ballot.decision, ir.Num(0), ir.Num(-1)))
	}
}
