package lower

import (
	"slices"

	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/ir/transform"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/lgdl"
)

// Large descriptions are large by definitions that are used again and again, each time with the same text. A long
// condition or number that is asked a second time where all around it is the same, and no iterator has a value, is a
// function from then on. That is so of large programs alone: elsewhere it costs more to look for such conditions than
// is saved, and functions hide from the passes what is in them.

// Conditions are looked for once so many statements have been added, if they have so many parts, and each where at most
// so many different things stand around it; functions have to be so large.
const (
	largeProgram  = 8000
	longCondition = 8
	mostSettings  = 8
	worthCalling  = 60
)

// questionAt is all on which it may depend what a condition comes to, besides what again tells apart.
type questionAt struct {
	mover  int
	as     acting
	seen   [layout.NumVars]*ir.Expr
	inType int
	flags  [17]bool
}

// question is a condition or a number that has been asked for before.
type question struct {
	at   questionAt
	made []memo
	open bool // it is no function, as it depends on more
}

// Asked lowers a condition or a number with f, unless there is a function for it.
func (k *Lowerer) asked(e *lgdl.Expr, f func() *ir.Expr) *ir.Expr {
	if k.Size() < largeProgram || !nested(e) || k.enough[e] > 0 || k.Env != (Env{}) || k.levels != (levels{}) ||
		k.BeforeLoop != nil || k.resolver.on || k.resolver.counting || k.branches != nil || k.joint != nil || k.puzzle != nil ||
		len(k.thens)+len(k.filters)+len(k.prefixes)+len(k.endings) > 0 {
		return f()
	}
	says := k.shape(e)
	if k.shapes.long[says] < longCondition {
		return f()
	}
	if k.questions == nil {
		k.questions = map[int][]*question{}
	}
	at, known := k.questionAt(), k.questions[says]
	i := slices.IndexFunc(known, func(q *question) bool { return q.at == at })
	if i < 0 {
		if len(known) < mostSettings {
			k.questions[says] = append(known, &question{at: at})
		}
		return f()
	}
	q := known[i]
	if q.open {
		return f()
	}
	made, list := k.again(q.made, place{clause: e}, func() any { return k.question(f) })
	fn, ok := made.(*ir.Func)
	if q.made, q.open = list, !ok || len(list) > 1; !ok {
		return made.(*ir.Expr)
	}
	return ir.Invoke(fn)
}

func (k *Lowerer) questionAt() questionAt {
	at := questionAt{mover: k.Mover, seen: k.Fields.Seen, inType: k.InType, flags: [...]bool{k.as != nil, k.effect,
		k.acting, k.passing, k.atEnd, k.asking, k.apartly, k.late, k.early, k.choosing, k.making, k.chance, k.listsMoves,
		k.deciding, k.prior, k.asPart, k.appending}}
	if k.as != nil {
		at.as = *k.as
	}
	return at
}

// nested reports whether a clause has others in it that have parts.
func nested(e *lgdl.Expr) bool {
	for x := range e.Parts() {
		if len(x.Args)+len(x.Items) > 0 {
			return true
		}
	}
	return false
}

// question is a function that answers what f lowers, or else what f lowers.
func (k *Lowerer) question(f func() *ir.Expr) any {
	var v *ir.Expr
	fn := k.Func("asked", ir.I32, func() {
		v = f()
		k.Add(ir.Give(v))
	})
	if transform.Alone(fn) && transform.Size(fn) >= worthCalling {
		return fn
	}
	k.P.Funcs = slices.DeleteFunc(k.P.Funcs, func(x *ir.Func) bool { return x == fn })
	return v
}
