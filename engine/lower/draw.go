package lower

import "github.com/astragal/astragal/engine/ir"

// Where a move is legal only if a condition holds after it, looking at all moves costs
// as much as making them. A random move is then drawn among those that the rules
// generate, and drawn anew without it as long as the one that was drawn fails: each
// legal move is as likely as the others, and few of them are made.

// tested reports whether candidates of a generator are legal only if a condition holds
// after them.
func (k *Lowerer) tested(gen *ir.Func) bool {
	if k.watch != nil {
		return false // the number of legal moves is noted
	}
	for _, n := range ir.Emitted(gen.Body) {
		if len(k.rules[n].tests) > 0 {
			return true
		}
	}
	return false
}

// drawsTested reports whether candidates of a generator are drawn and tested: never
// where their number is noted.
func (k *Lowerer) drawsTested(gen *ir.Func) bool { return k.watch == nil && k.tested(gen) }

// maxTested is the number of candidates that are drawn and tested before all are listed,
// and drawn without those that failed.
const maxTested = 4

// untested is a generator of the candidates of another one, whether or not their tests hold.
func (k *Lowerer) untested(gen *ir.Func) *ir.Func {
	name := gen.Name + ".open"
	if k.made[name] == nil {
		open := &ir.Func{Name: name, Result: ir.None, Body: ir.GatherIn(k.P, ir.Untested(gen.Body), k.index())}
		k.parallel(open)
		k.made[name] = open
	}
	return k.made[name]
}
