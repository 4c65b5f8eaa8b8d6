package lower

import (
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/lgdl"
)

// nameNumber is the number of a name that is voted on.
func (k *Lowerer) nameNumber(e *lgdl.Expr) int { return k.nameOf(k.Parts.Name(e.Text)) }

func (k *Lowerer) nameOf(id int32) int {
	b := k.Ballots()
	for i, n := range b.Names {
		if n == id {
			return i
		}
	}
	if len(b.Names) == layout.MaxNames {
		k.No(k.clause, "more than %d names that are voted on", layout.MaxNames)
	}
	b.Names = append(b.Names, id)
	return len(b.Names) - 1
}

// propose makes a name one that is proposed.
func (k *Lowerer) propose(name int32) {
	b := k.Ballots()
	k.Add(ir.Write(b.Proposed, ir.Num(k.nameOf(name)), ir.Num(1)))
}

// Proposed reports whether a name is proposed.
func (k *Lowerer) Proposed(name *lgdl.Expr) *ir.Expr {
	b := k.Ballots()
	return ir.At(b.Proposed, ir.Num(k.nameNumber(name)))
}

// Decided reports whether the last move decided for a name.
func (k *Lowerer) Decided(name *lgdl.Expr) *ir.Expr {
	if k.acting {
		k.No(name, "what was decided, while the next move is made")
	}
	b := k.Ballots()
	return ir.Calc(ir.Eq, ir.At(b.Decision, ir.Num(0)), ir.Num(k.nameNumber(name)))
}

// vote votes for a name. The vote of the last player decides, if one name has more
// than half of all votes.
func (k *Lowerer) vote(name int32) {
	b, n := k.Ballots(), k.G.Players
	cast := k.Temp("cast", ir.At(b.Count, ir.Num(0)))
	k.Add(ir.Write(b.Votes, cast, ir.Num(k.nameOf(name))),
		ir.Write(b.Count, ir.Num(0), ir.Calc(ir.Add, cast, ir.Num(1))))
	k.If(ir.Calc(ir.Eq, cast, ir.Num(n-1)), func() {
		for i := range n {
			votes := ir.Num(0)
			for j := range n {
				votes = ir.Calc(ir.Add, votes, ir.Calc(ir.Eq, ir.At(b.Votes, ir.Num(i)), ir.At(b.Votes, ir.Num(j))))
			}
			k.If(ir.Calc(ir.Lt, ir.Num(n/2), votes), func() {
				k.Add(ir.Write(b.Decision, ir.Num(0), ir.At(b.Votes, ir.Num(i))))
			})
		}
		k.Add(ir.Write(b.Count, ir.Num(0), ir.Num(0)))
		for i := range n {
			k.Add(ir.Write(b.Votes, ir.Num(i), ir.Num(0)))
		}
		for i := range layout.MaxNames {
			k.Add(ir.Write(b.Proposed, ir.Num(i), ir.Num(0)))
		}
	})
}
