package lower_test

import (
	"testing"

	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/ir/closure"
	"github.com/astragal/astragal/engine/internal/lower"
)

// TestRounds plays games and has every loop that says how many rounds it takes at most count them: what a call may
// cost is bounded by these numbers, and compiled code can be stopped by nobody.
func TestRounds(t *testing.T) {
	loops := 0
	lowered(t, 16, func(name string, p *lower.Program) {
		counted := countRounds(p.Program)
		loops += len(counted)
		m := closure.New(p.Program)
		for seed := range seeds(2) {
			lockStep(t, newPlayer(p, m), seed) // TestLockStep tells of what goes otherwise than by the rules
		}
		pl := newPlayer(p, m)
		for range 20 {
			pl.call(t, pl.begin, 0)
			pl.call(t, pl.po, 100)
		}
		for label, over := range counted {
			if m.Memory()[over.Addr] != 0 {
				t.Errorf("%s: the loop %s takes more rounds than it says", name, label.Name)
			}
		}
	})
	t.Logf("%d loops", loops)
}

// countRounds has the loops of a program note, by label, that they take too many rounds, the one in which they are left
// apart.
func countRounds(p *ir.Program) map[*ir.Label]*ir.Field {
	var loops []*ir.Stmt
	seen := map[*ir.Stmt]bool{}
	for _, f := range p.Funcs {
		ir.Walk(f.Body, func(s *ir.Stmt) {
			if s.Op == ir.Loop && s.Rounds > 0 && !seen[s] {
				seen[s] = true
				loops = append(loops, s)
			}
		}, nil)
	}
	over := map[*ir.Label]*ir.Field{}
	for _, s := range loops {
		loop, n := *s, ir.NewLocal("n", ir.I32)
		x := p.Field("over."+s.Label.Name, ir.Scratch, ir.Int, 1)
		over[s.Label] = x
		loop.Body = append([]*ir.Stmt{ir.Increment(n),
			ir.When(ir.Calc(ir.Lt, ir.Num(s.Rounds+1), ir.Read(n)), ir.Write(x, ir.Num(0), ir.Num(1)), ir.Leave(s.Label)),
		}, s.Body...)
		*s = ir.Stmt{Op: ir.Scope, Label: &ir.Label{Name: "counted"}, Body: []*ir.Stmt{ir.Put(n, ir.Num(0)), &loop}}
	}
	p.Layout()
	return over
}
