package booleans

import (
	"cmp"
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
	{Text: "(toBool (int | float))", Lower: lower.BoolRule(lowerToBool), Result: "boolean", Meaning: "A number is not 0.",
		Impl: game.BoolRule(toBool)},
	{Text: "(xor bool bool)", Result: "boolean", Concepts: []string{"ExclusiveDisjunction"},
		Meaning: "Exactly one of two conditions holds.", Impl: xor},
	{Text: "(!= int (int | roleType))", Lower: lowerCompare(ir.Ne, false), Result: "boolean",
		Concepts: []string{"NotEqual"}, Meaning: "Two numbers differ.", Impl: game.BoolRule(notEqual)},
	{Text: "(!= sites sites)", Lower: lowerSame(false), Result: "boolean", Concepts: []string{"NotEqual"},
		Meaning: "Two regions differ.", Impl: game.BoolRule(otherRegion)},
	{Text: "(< int int)", Lower: lowerCompare(ir.Lt, false), Result: "boolean", Concepts: []string{"LesserThan"},
		Marks: concept.Rule(comparisonConcepts), Meaning: "A number is less than another one.",
		Impl: compare(func(a, b int) bool { return a < b })},
	{Text: "(<= int int)", Lower: lowerCompare(ir.Le, false), Result: "boolean", Concepts: []string{"LesserThanOrEqual"},
		Marks: concept.Rule(comparisonConcepts), Meaning: "A number is at most another one.",
		Impl: compare(func(a, b int) bool { return a <= b })},
	{Text: "(= int (int | roleType))", Lower: lowerCompare(ir.Eq, false), Result: "boolean", Concepts: []string{"Equal"},
		Marks: concept.Rule(equalConcepts), Meaning: "Two numbers are equal.", Impl: game.BoolRule(equal)},
	{Text: "(= sites sites)", Lower: lowerSame(true), Result: "boolean", Concepts: []string{"Equal", "Fill"},
		Meaning: "Two regions have the same sites.", Impl: game.BoolRule(sameRegion)},
	{Text: "(> int int)", Lower: lowerCompare(ir.Lt, true), Result: "boolean", Concepts: []string{"GreaterThan"},
		Marks: concept.Rule(comparisonConcepts), Meaning: "A number is greater than another one.",
		Impl: game.BoolRule(greater)},
	{Text: "(>= int int)", Lower: lowerCompare(ir.Le, true), Result: "boolean", Concepts: []string{"GreaterThanOrEqual"},
		Marks: concept.Rule(comparisonConcepts), Meaning: "A number is at least another one.",
		Impl: compare(func(a, b int) bool { return a >= b })},
}

// conditions are the arguments of and, or: two of them or one list.
func conditions(e *lgdl.Expr) []*lgdl.Expr {
	if len(e.Args) == 1 {
		return e.Args[0].Items
	}
	return e.Args
}

// operands compiles the arguments of and, or.
func operands(k *game.Compiler, e *lgdl.Expr) []game.Bool {
	var first, rest []game.Bool
	for _, x := range conditions(e) {
		if b := k.Bool(x); light(x) {
			first = append(first, b)
		} else {
			rest = append(rest, b)
		}
	}
	return append(first, rest...)
}

// light reports whether a condition or number is quickly evaluated and has a value
// whatever holds, so that it may be asked before others.
func light(e *lgdl.Expr) bool {
	switch e.Kind {
	case lgdl.Int, lgdl.Bool, lgdl.Const:
		return true
	case lgdl.Clause:
	default:
		return false
	}
	args := e.Args
	switch e.Form.Keyword {
	case "from", "to", "site", "pips", "mover", "next", "mapEntry", "trackSite", "not", "=", "!=", "<", "<=", ">", ">=":
	case "who", "what":
		if len(args) < 3 || args[2] != nil {
			return false
		}
	case "count":
		if args[0] == nil || args[0].Text != "Pips" {
			return false
		}
	case "is":
		switch args[0].Text {
		case "Enemy", "Friend", "Empty", "Occupied", "Mover", "Next":
		default:
			return false
		}
	default:
		return false
	}
	for _, x := range args {
		if x != nil && x.Kind != lgdl.String && !light(x) {
			return false
		}
	}
	return true
}

// junction is "and" (stop false) or "or" (stop true) of conditions, tested in
// order until one decides. Constants that do not decide are dropped.
func junction(list []game.Bool, stop bool) game.Bool {
	constant := true
	for _, b := range list {
		constant = constant && b.Const
	}
	if constant {
		return game.BoolOf(slices.ContainsFunc(list, func(b game.Bool) bool { return b.V == stop }) == stop)
	}
	var fs []func(c *game.Context) bool
	for _, b := range list {
		if !b.Const {
			fs = append(fs, b.F)
		} else if b.V == stop {
			fs = append(fs, func(*game.Context) bool { return stop })
			break
		}
	}
	switch {
	case len(fs) == 1:
		return game.BoolFn(fs[0])
	case len(fs) == 2 && stop:
		f, g := fs[0], fs[1]
		return game.BoolFn(func(c *game.Context) bool { return f(c) || g(c) })
	case len(fs) == 2:
		f, g := fs[0], fs[1]
		return game.BoolFn(func(c *game.Context) bool { return f(c) && g(c) })
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
	return rule.Bool{Impl: func(k *game.Compiler, e *lgdl.Expr) game.Bool { return junction(operands(k, e), stop) },
		Lower: func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
			var cs []*ir.Expr
			for _, x := range conditions(e) {
				c := k.Bool(x)
				if cs = append(cs, c); c.Op == ir.Const && (c.K != 0) == stop {
					break
				}
			}
			return join(cs...)
		}}
}

func negate(b game.Bool) game.Bool {
	if b.Const {
		return game.BoolOf(!b.V)
	}
	f := b.F
	return game.BoolFn(func(c *game.Context) bool { return !f(c) })
}

var not = rule.Bool{
	Impl: func(k *game.Compiler, e *lgdl.Expr) game.Bool { return negate(k.Bool(clause.NotBool(e).Bool())) },
	Lower: func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
		return ir.Calc(ir.Not, k.Bool(clause.NotBool(e).Bool()))
	},
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

func toBool(k *game.Compiler, e *lgdl.Expr) game.Bool {
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
}

func equal(k *game.Compiler, e *lgdl.Expr) game.Bool {
	a := k.Int(clause.Comparison(e).Int1())
	b := k.Int(cmp.Or(clause.Comparison(e).Int2(), e.Args[2]))
	if a.Const {
		a, b = b, a
	}
	switch {
	case a.Const:
		return game.BoolOf(a.V == b.V)
	case b.Const:
		f, v := a.F, b.V
		return game.BoolFn(func(c *game.Context) bool { return f(c) == v })
	}
	f, g := a.F, b.F
	return game.BoolFn(func(c *game.Context) bool {
		x := f(c)
		return x == g(c)
	})
}

func notEqual(k *game.Compiler, e *lgdl.Expr) game.Bool { return negate(equal(k, e)) }

func sameRegion(k *game.Compiler, e *lgdl.Expr) game.Bool {
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
}

func otherRegion(k *game.Compiler, e *lgdl.Expr) game.Bool { return negate(sameRegion(k, e)) }

// compare is the rule of an order. In deduction puzzles the operands are not
// numbers but variables, whose values are compared once both are known.
func compare(op func(a, b int) bool) game.BoolRule {
	return func(k *game.Compiler, e *lgdl.Expr) game.Bool {
		return ordered(k.Int(clause.Comparison(e).Int1()), k.Int(clause.Comparison(e).Int2()), op)
	}
}

func ordered(a, b game.Int, op func(a, b int) bool) game.Bool {
	return game.BoolFn(func(c *game.Context) bool {
		x := a.Get(c)
		y := b.Get(c)
		if !c.G.DeductionPuzzle {
			return op(x, y)
		}
		st := c.G.DefaultType
		if !c.S.IsResolved(st, x) || !c.S.IsResolved(st, y) {
			return true
		}
		return op(c.S.What(st, x), c.S.What(st, y))
	})
}

// greater stops counting liberties as soon as there are more than asked for;
// that shows only when it asks for less than none: with no liberty the
// comparison is false.
func greater(k *game.Compiler, e *lgdl.Expr) game.Bool {
	args := clause.Greater(e)
	a := k.Int(args.Int1())
	b := k.Int(args.Int2())
	if f := args.Int1().Form; f != nil && f.Keyword == "count" && len(f.Slots) > 0 && f.Slots[0].Const == "Liberties" {
		return ordered(a, b, func(a, b int) bool { return a > b && a > 0 })
	}
	return ordered(a, b, func(a, b int) bool { return a > b })
}
