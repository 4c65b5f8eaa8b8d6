package lower

import (
	"slices"
	"strings"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// Where no clause around gives an iterator a value it is -1 by the rules, unless a clause that
// was evaluated before has left its own behind (part 5, §1.6 and §7.3 of the specification), or
// the clause is evaluated on a position that is looked at from inside another one that gives
// it a value. Neither can be in most games: their descriptions have no such clause.

// iterators is what is known of them.
type iterators struct {
	known      bool
	left       map[string]bool // iterators that a clause may leave assigned
	flat       bool            // pieces are on one kind of site of the board alone, one on each
	levelsStay *bool           // see LevelsStay
	inside     *inside         // what clauses may see of those assigned where positions are looked at from
}

// iteratorNames are the iterators of the language, in the order of Env.all.
var iteratorNames = [...]string{"from", "to", "between", "site", "level", "value", "player", "pips"}

// iteratorSet has a bit for each of them.
type iteratorSet uint8

func (env *Env) all() [len(iteratorNames)]**ir.Expr {
	return [...]**ir.Expr{&env.From, &env.To, &env.Between, &env.Site, &env.Level, &env.Value, &env.Player, &env.Pips}
}

// Drop takes the values of iterators away, which are not known from here on.
func (env *Env) Drop(iterators ...**ir.Expr) {
	for _, x := range iterators {
		if *x != nil {
			env.Lose(x)
		}
	}
}

// Lose is Drop, also of iterators that have no value: they have one that is not known.
func (env *Env) Lose(iterators ...**ir.Expr) {
	for _, x := range iterators {
		*x = nil
		for i, y := range env.all() {
			if x == y {
				env.lost |= 1 << i
			}
		}
	}
}

// DropAs takes the sites of a move away, as they would be where it was found.
func (env *Env) DropAs(found *Env) {
	env.lost |= found.lost
	if found.From != nil {
		env.Lose(&env.From)
	}
	if found.To != nil {
		env.Lose(&env.To)
	}
	env.From, env.To = nil, nil
}

// Iterator is the value of an iterator at a clause.
func (k *Lowerer) Iterator(e *lgdl.Expr, v *ir.Expr) *ir.Expr {
	if v == nil {
		if !k.unassigned(e) {
			k.No(e, "an iterator without a value")
		}
		return ir.Num(game.Off)
	}
	return v
}

// unassigned reports whether the iterator that a clause is, or may take for its default, is
// -1 where none has a value.
func (k *Lowerer) unassigned(e *lgdl.Expr) bool {
	k.dependent |= dependsOnPlace // as what may be left behind is told of clauses by where they stand
	x := &k.iterators
	if !x.known {
		x.known, x.left = true, map[string]bool{}
		c := k.Settle()
		for i, v := range [...]int{c.From, c.To, c.Between, c.Site, c.Level, c.Value, c.Player, c.Pips} {
			x.left[iteratorNames[i]] = v != game.Off
		}
		x.flat = !k.G.Stacks && !k.G.DeductionPuzzle && len(k.G.Containers) == 1 && k.G.TypesKept() == 1 &&
			k.G.DefaultType != board.Edge
		x.leaves(k.G.Root())
		for i := range k.G.Components {
			x.leaves(k.G.Components[i].Rule)
		}
		x.inside = k.insides()
	}
	is := func(name string) bool {
		return game.IsIterator(e, name) || name == "player" && e != nil && e.Kind == lgdl.Const && e.Text == "Player" ||
			(name == "from" || name == "to") && e != nil && e.Form != nil && e.Form.Keyword == name // the sites of a move
	}
	one := slices.ContainsFunc(iteratorNames[:], is)
	seen := x.inside.of(e) | k.Env.lost
	for i, name := range iteratorNames {
		if (x.left[name] || seen&(1<<i) != 0) && (!one || is(name)) {
			return false
		}
	}
	return true
}

// leaves notes the iterators that a clause or one inside it may leave assigned.
func (x *iterators) leaves(e *lgdl.Expr) {
	e.Any(func(e *lgdl.Expr) bool {
		if e.Kind != lgdl.Clause || e.Form == nil {
			return false
		}
		conditional := func(slot string, at int) bool { // a (from …) or (to …) with a condition
			return slices.ContainsFunc(e.Args, func(a *lgdl.Expr) bool {
				return a != nil && a.Form != nil && a.Form.Keyword == slot && len(a.Args) > at && a.Args[at] != nil
			})
		}
		kind := e.Selector()
		var left []string
		switch e.Form.Keyword {
		case "add", "claim":
			if conditional("to", 5) {
				left = []string{"to"}
			}
		case "step", "slide", "leap":
			if conditional("from", 4) {
				left = []string{"from"}
			}
		case "move":
			switch kind {
			case "Add", "Claim":
				if conditional("to", 5) {
					left = []string{"to"}
				}
			case "Step", "Slide", "Leap":
				if conditional("from", 4) {
					left = []string{"from"}
				}
			}
		case "forEach":
			switch {
			case kind == "Level":
				left = []string{"level"}
			case e.Arg("noMoveYet") != nil:
				left = []string{"to", "site"}
			}
		case "all":
			if kind == "Groups" {
				left = []string{"from", "to"}
			}
		case "is":
			if kind == "Line" && !(x.flat && ordinaryLine(e)) {
				left = []string{"to"}
			}
		case "size", "count":
			if kind == "Territory" || kind == "SizeBiggestLine" || kind == "SizeBiggestGroup" {
				left = []string{"to"}
			}
		case "forAll":
			left = []string{"from", "to"}
		}
		for _, name := range left {
			x.left[name] = true
		}
		return false
	})
}

// ordinaryLine reports whether a line goes through the last site that was moved to, of pieces like the one there:
// that is never turned down, unless it is beyond the board.
func ordinaryLine(e *lgdl.Expr) bool {
	a := clause.IsLine(e)
	return !slices.ContainsFunc([]*lgdl.Expr{a.SiteType(), a.Through(), a.ThroughAny(), a.RoleType(), a.What(), a.Whats(),
		a.IsVisible()}, func(x *lgdl.Expr) bool { return x != nil })
}

// LevelsStay reports whether a clause may ask for (level) after another one has gone through
// the levels of a stack, which leaves it at the last of them, while moves are found.
func (k *Lowerer) LevelsStay() bool {
	if x := &k.iterators; x.levelsStay == nil {
		stay := k.levelsStay()
		x.levelsStay = &stay
	}
	return *k.iterators.levelsStay
}

func (k *Lowerer) levelsStay() bool {
	var w levelWalk
	for i := range k.G.Components {
		w.left = false
		w.walk(k.G.Components[i].Rule)
	}
	w.left = false
	w.walk(clause.Game(k.G.Root()).Rules())
	return w.read
}

// levelWalk goes through clauses in the order in which they are evaluated.
type levelWalk struct {
	left bool // levels have been gone through
	read bool // and (level) was asked for afterwards
}

func (w *levelWalk) walk(e *lgdl.Expr) {
	if e == nil {
		return
	}
	if left := w.left; e.Is("then") && left { // consequents are evaluated once a move is made
		w.left = false
		defer func() { w.left = left }()
	}
	if game.IsIterator(e, "level") {
		w.read = w.read || w.left
		return
	}
	if eachLevel(e) {
		w.walk(clause.ForEachLevelInt(e).Int())
		w.left = true
		w.read = w.read || slices.ContainsFunc(e.Args, func(x *lgdl.Expr) bool { return x.Any(eachLevel) })
		return
	}
	left := w.left
	for x := range e.Parts() {
		w.walk(x)
	}
	if w.left && !left && e.Kind == lgdl.Clause && e.Form != nil && !slices.Contains(evaluatedOnce[:], e.Form.Keyword) {
		for x := range e.Parts() { // what comes first may be evaluated again after what comes last
			if !startsOnce(e, x) {
				w.walk(x)
			}
		}
	}
}

// startsOnce reports whether a part of a clause is the (from …) of a step, a leap, a slide or a hop, which is evaluated
// before all else, but for the condition of a hop, and of a hop has no level by the rules.
func startsOnce(e, part *lgdl.Expr) bool {
	moves := e.Is("move", "Step", "Leap", "Slide", "Hop") || e.Is("step") || e.Is("leap") || e.Is("slide") || e.Is("hop")
	return moves && part.Is("from") && (clause.From(part).If() == nil || !e.Is("move", "Hop") && !e.Is("hop"))
}

// evaluatedOnce are clauses that evaluate what they are made of once, from the first to the last.
var evaluatedOnce = [...]string{"and", "or", "if", "not", "=", "!=", "<", ">", "<=", ">=", "+", "-", "*", "/", "%",
	"priority", "then", "append", "rules", "phase", "play"}

// eachLevel reports whether a clause is moves for each level of a stack.
func eachLevel(e *lgdl.Expr) bool {
	return e.Kind == lgdl.Clause && e.Form != nil && strings.HasPrefix(e.Form.Text, "(forEach Level [siteType] int ")
}
