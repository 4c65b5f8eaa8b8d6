package booleans

import (
	"slices"

	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/internal/rule"

	"github.com/astragal/astragal/engine/concept"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

var operatorRows = []lgdl.Form{
	{Text: "(and bool bool)", Result: "boolean", Concepts: []string{"Conjunction"},
		Marks: concept.Rule(andConcepts), Meaning: "Both conditions hold.", Impl: and},
	{Text: "(and {bool})", Result: "boolean", Concepts: []string{"Conjunction"},
		Marks: concept.Rule(andConcepts), Meaning: "All conditions hold.", Impl: and},
	{Text: "(if bool bool [bool])", Result: "boolean", Concepts: []string{"ConditionalStatement"},
		Meaning: "One of two conditions holds, chosen by another one.", Impl: choose},
	{Text: "(not bool)", Result: "boolean", Concepts: []string{"Negation"}, Marks: concept.Rule(notConcepts),
		Meaning: "A condition does not hold.", Impl: not},
	{Text: "(or bool bool)", Result: "boolean", Concepts: []string{"Disjunction"},
		Meaning: "At least one of two conditions holds.", Impl: or},
	{Text: "(or {bool})", Result: "boolean", Concepts: []string{"Disjunction"},
		Meaning: "At least one of many conditions holds.", Impl: or},
	{Text: "(toBool (int | float))", Result: "boolean", Meaning: "A number is not 0.",
		Impl: toBool},
	{Text: "(xor bool bool)", Result: "boolean", Concepts: []string{"ExclusiveDisjunction"},
		Meaning: "Exactly one of two conditions holds.", Impl: xor},
	{Text: "(!= int (int | roleType))", Result: "boolean", Concepts: []string{"NotEqual"},
		Meaning: "Two numbers differ.", Impl: compare(ir.Ne, func(a, b int) bool { return a != b }, false)},
	{Text: "(!= sites sites)", Result: "boolean", Concepts: []string{"NotEqual"}, Meaning: "Two regions differ.",
		Impl: negated(sameRegions)},
	{Text: "(< int int)", Result: "boolean", Concepts: []string{"LesserThan"}, Marks: concept.Rule(comparisonConcepts),
		Meaning: "A number is less than another one.", Impl: compare(ir.Lt, less, false)},
	{Text: "(<= int int)", Result: "boolean", Concepts: []string{"LesserThanOrEqual"},
		Marks: concept.Rule(comparisonConcepts), Meaning: "A number is at most another one.",
		Impl: compare(ir.Le, atMost, false)},
	{Text: "(= int (int | roleType))", Result: "boolean", Concepts: []string{"Equal"}, Marks: concept.Rule(equalConcepts),
		Meaning: "Two numbers are equal.", Impl: compare(ir.Eq, func(a, b int) bool { return a == b }, false)},
	{Text: "(= sites sites)", Result: "boolean", Concepts: []string{"Equal", "Fill"},
		Meaning: "Two regions have the same sites.", Impl: sameRegions},
	{Text: "(> int int)", Result: "boolean", Concepts: []string{"GreaterThan"}, Marks: concept.Rule(comparisonConcepts),
		Meaning: "A number is greater than another one.", Impl: compare(ir.Lt, less, true)},
	{Text: "(>= int int)", Result: "boolean", Concepts: []string{"GreaterThanOrEqual"},
		Marks: concept.Rule(comparisonConcepts), Meaning: "A number is at least another one.",
		Impl: compare(ir.Le, atMost, true)},
}

// junction is "and" (stop false) or "or" (stop true) of conditions, tested in
// order until one decides. Constants that do not decide are dropped.
func junction(k *game.Compiler, e *lgdl.Expr, stop bool) game.Bool {
	var fs []func(c *game.Context) bool
	for _, x := range lgdl.Flat(e.Args...) {
		if b := k.Bool(x); !b.Const {
			fs = append(fs, b.F)
		} else if b.V == stop {
			if len(fs) == 0 {
				return b
			}
			fs = append(fs, func(*game.Context) bool { return stop })
		}
	}
	if len(fs) == 0 {
		return game.BoolOf(!stop)
	}
	return game.BoolFn(func(c *game.Context) bool {
		for _, f := range fs {
			if f(c) == stop {
				return stop
			}
		}
		return !stop
	})
}

var (
	and = joined(false, ir.All)
	or  = joined(true, ir.Any)
)

// joined is the rule of "and" and "or": of two conditions or a list of them. In code they stand in the order of the
// description, as far as one that is always as it decides: those after it are never asked.
func joined(stop bool, join func(...*ir.Expr) *ir.Expr) rule.Bool {
	return rule.Bool{Impl: func(k *game.Compiler, e *lgdl.Expr) game.Bool { return junction(k, e, stop) },
		Lower: func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
			var cs []*ir.Expr
			for _, x := range lgdl.Flat(e.Args...) {
				c := k.Bool(x)
				if cs = append(cs, c); c.Op == ir.Const && (c.K != 0) == stop {
					break
				}
			}
			return join(cs...)
		}}
}

var not = negated(rule.Bool{
	Impl:  func(k *game.Compiler, e *lgdl.Expr) game.Bool { return k.Bool(clause.NotBool(e).Bool()) },
	Lower: func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr { return k.Bool(clause.NotBool(e).Bool()) },
})

// negated is the condition that another one does not hold.
func negated(of rule.Bool) rule.Bool {
	return rule.Bool{Impl: func(k *game.Compiler, e *lgdl.Expr) game.Bool {
		b := of.Impl(k, e)
		if b.Const {
			return game.BoolOf(!b.V)
		}
		return game.BoolFn(func(c *game.Context) bool { return !b.F(c) })
	}, Lower: func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr { return ir.Calc(ir.Not, of.Lower(k, e)) }}
}

var xor = rule.Bool{Impl: func(k *game.Compiler, e *lgdl.Expr) game.Bool {
	a, b := k.Bool(clause.Xor(e).Bool1()), k.Bool(clause.Xor(e).Bool2())
	if a.Const && b.Const {
		return game.BoolOf(a.V != b.V)
	}
	return game.BoolFn(func(c *game.Context) bool {
		x := a.Get(c)
		return x != b.Get(c)
	})
}, Lower: func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	return ir.Calc(ir.Xor, k.Bool(clause.Xor(e).Bool1()), k.Bool(clause.Xor(e).Bool2()))
}}

var choose = rule.If(rule.Choice[game.Bool]{
	Impl: func(k *game.Compiler, e *lgdl.Expr) game.Bool { return k.BoolOr(e, false) },
	Pick: func(cond, yes, no game.Bool) game.Bool {
		return game.BoolFn(func(c *game.Context) bool {
			if cond.F(c) {
				return yes.Get(c)
			}
			return no.Get(c)
		})
	},
	Lower: func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr { return k.BoolOr(e, false) }, Code: ir.Cond,
}, "bool1", "bool2", "bool3")

var toBool = rule.Bool{Impl: func(k *game.Compiler, e *lgdl.Expr) game.Bool {
	a := clause.ToBool(e)
	if a.Int() != nil {
		n := k.Int(a.Int())
		if n.Const {
			return game.BoolOf(n.V != 0)
		}
		return game.BoolFn(func(c *game.Context) bool { return n.F(c) != 0 })
	}
	x := k.Float(a.Float())
	if x.Const {
		return game.BoolOf(x.V != 0)
	}
	return game.BoolFn(func(c *game.Context) bool { return x.F(c) != 0 })
}, Lower: func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	if clause.ToBool(e).Int() == nil {
		return ir.Calc(ir.Not, ir.Calc(ir.EqualFloat, k.Float(clause.ToBool(e).Float()), ir.Fraction(0)))
	}
	return ir.Calc(ir.Ne, k.Int(clause.ToBool(e).Int()), ir.Num(0))
}}

var sameRegions = rule.Bool{Impl: func(k *game.Compiler, e *lgdl.Expr) game.Bool {
	a := k.Region(clause.SitesComparison(e).Sites1())
	b := k.Region(clause.SitesComparison(e).Sites2())
	return game.BoolFn(func(c *game.Context) bool {
		x, y := c.TakeSet(), c.TakeSet()
		a.AddTo(c, x)
		b.AddTo(c, y)
		same := slices.Equal(x, y)
		c.GiveSet(y)
		c.GiveSet(x)
		return same
	})
}, Lower: func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	a := k.Keep(k.Region(clause.SitesComparison(e).Sites1()))
	b := k.Keep(k.Region(clause.SitesComparison(e).Sites2()))
	differ := ir.Calc(ir.SetAny, ir.Calc(ir.SetOr, ir.Calc(ir.SetMinus, a, b), ir.Calc(ir.SetMinus, b, a)))
	return ir.Calc(ir.Not, differ)
}}

func less(a, b int) bool   { return a < b }
func atMost(a, b int) bool { return a <= b }

// compare is the rule of a relation, in code op, of two numbers or, if turned, of the second to the first. In deduction
// puzzles the operands of an order are not numbers but variables, whose values are compared once both are known.
func compare(op ir.Op, holds func(a, b int) bool, turned bool) rule.Bool {
	order := op == ir.Lt || op == ir.Le
	return rule.Bool{Impl: func(k *game.Compiler, e *lgdl.Expr) game.Bool {
		first := clause.Comparison(e).Int1()
		a, b := k.Int(first), k.Int(compared(e))
		if a.Const && b.Const && !order {
			return game.BoolOf(holds(a.V, b.V))
		}
		liberties := op == ir.Lt && turned && isLiberties(first)
		return game.BoolFn(func(c *game.Context) bool {
			x, st := a.Get(c), c.G.DefaultType
			y := b.Get(c)
			if order && c.G.DeductionPuzzle {
				if !c.S.IsResolved(st, x) || !c.S.IsResolved(st, y) {
					return true
				}
				x, y = c.S.What(st, x), c.S.What(st, y)
			}
			if turned {
				return holds(y, x) && (!liberties || x > 0)
			}
			return holds(x, y)
		})
	}, Lower: lowerCompare(op, turned)}
}

// isLiberties reports whether a number is one of liberties. By the rules they are counted until there are more than
// asked for; that shows only when it asks for less than none: with no liberty the comparison is false.
func isLiberties(e *lgdl.Expr) bool {
	return e.Is("count", "Liberties")
}
