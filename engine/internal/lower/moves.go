package lower

import (
	"fmt"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/internal/position"
	"github.com/astragal/astragal/engine/lgdl"
)

// rule is what the candidates of one clause do.
type rule struct {
	apply    *ir.Func // of from, to and data
	pass     bool
	tests    []*ir.Func // of from, to and data: what must hold after a candidate that is chosen
	asked    []filter   // the tests that make the move as it is chosen
	all      *ir.Func   // all tests in one, nil where there is none
	credit   *lgdl.Expr // the ludeme that its candidates are credited to
	late     bool       // what it does is found out when it is done
	finds    ir.Fields  // of an effect: what is asked to find what it begins with
	several  bool       // it is several effects that begin with the same others
	bare     bool       // by the rules its candidates go to site 0, see Bare
	siteless bool       // by the rules they go nowhere
	holds    []int      // the iterators that its candidates carry as data
	fronted  int        // see Lowerer.fronted, 0 for none

	draws    bool      // what it does draws, its consequents aside
	regroups bool      // it asks for the group that it was found with
	after    *ir.Func  // of a part of a move: what comes after the moves of all players, nil for nothing
	asks     ir.Fields // of a part of a move: what its action asks that by the rules is known before
}

// maxRules bounds the numbers of rules, which are 12 bits of a packed candidate.
const maxRules = 1 << 12

// filter is a condition that must hold after a move.
type filter struct {
	depth int // number of consequents around that the move does not have yet
	cond  *lgdl.Expr
	saved *ir.Field // the position before the move
	mover int       // who asks, as whom, and what he takes for constant
	as    *acting
	seen  [layout.NumVars]*ir.Expr
	holds func() *ir.Expr // the condition, where no clause says it

	repeats bool // it is that the position is none of those so far
	turn    bool // it is that the mover does not lose by the turn

	supports bool // it is that no action is one that what lies on what forbids

	first func() // notes what it asks about the position before the move, nil for nothing

	goesOn bool // it is asked after forced moves
	passes bool // passes must meet it, too
}

// Candidate is a move of a clause while it is lowered.
type Candidate struct {
	From, To, Data *ir.Expr // nil is Off, Off and 0
	Same           Same
	Puts           int // of candidates to the sites of a set: all they do is to put a component there; 0 for others

	quiet func(site, test *ir.Expr) *ir.Expr // see Lowerer.quiet
}

// Emit emits a candidate whose move does what act adds, given the from, to and data
// of the move, and then the consequents of its own clause and of those around it.
func (k *Lowerer) Emit(c Candidate, then *lgdl.Expr, act func(from, to, data *ir.Expr)) {
	k.emit(c, then, act)
}

func (k *Lowerer) emit(c Candidate, then *lgdl.Expr, act func(from, to, data *ir.Expr)) *rule {
	if k.isOther() {
		return &rule{}
	}
	siteless := c.To == nil || k.siteless
	act = k.noted(k.sited(&c, act))
	n := 0
	var made *rule // of number n
	env := k.Env
	held := k.hold(&c)
	prefixes := k.prefixes
	k.prefixes = held.prefixed(prefixes, &c)
	defer func() { k.prefixes = prefixes }()
	act = held.taking(k, act)
	if k.effect || !k.dependsOn(dependsOnOn).on {
		made = k.ruleOf(c.Same, then, k.thens, held.own, act)
		made.siteless = siteless
		n = k.numbered(made)
		made = k.rules[n]
		held.use(k, made)
	}
	var tests []*ir.Func
	var of []*rule // whose moves they make
	var asked []filter
	for i := len(k.filters) - 1; i >= 0; i-- {
		test, by := k.test(k.filters[i], made, then, held.own, act, c.Same)
		if test == nil { // it holds whatever is done
			continue
		}
		held.use(k, by)
		if by.draws {
			k.No(k.clause, "a draw by what is tested") // the condition would be asked of another draw than is made
		}
		tests, of, asked = append(tests, test), append(of, by), append(asked, k.filters[i])
	}
	k.Env = env
	// The tests of moves that others come before are asked after those, see behind.
	drawn := len(k.prefixes) == 0
	data := held.data(k, c.Data)
	emit := &ir.Stmt{Op: ir.Emit, Args: []*ir.Expr{ir.Num(n), position.OrOff(c.From), position.OrOff(c.To), data}}
	s := emit
	for i, test := range tests {
		s = ir.When(ir.Invoke(test, position.OrOff(c.From), position.OrOff(c.To), data), s)
		s.Test = drawn
		if made != nil && drawn {
			made.tests = append(made.tests, test)
			if x := asked[i]; of[i] == made && x.as == nil && x.mover == k.Mover && !x.turn && !x.supports && !x.goesOn {
				made.asked = append(made.asked, x)
			}
		}
	}
	if made != nil && drawn && len(tests) > 1 && len(made.asked) == len(tests) {
		made.all = k.testAll(made)
		s = ir.When(ir.Invoke(made.all, position.OrOff(c.From), position.OrOff(c.To), data), emit)
		s.Test = true
	}
	if c.quiet != nil && made != nil && drawn && len(made.asked) == len(tests) && s.Op == ir.If && s.Body[0] == emit {
		s.Args[0] = c.quiet(c.To, s.Args[0])
	} else if made != nil && drawn && len(tests) == 1 && s.Op == ir.If && s.Body[0] == emit {
		if passes := k.unlined(&c, made, then); passes != nil {
			s.Args[0] = ir.Any(passes, s.Args[0])
		}
	}
	k.Add(s)
	if made == nil {
		return &rule{}
	}
	return made
}

// sited sees to the sites that a candidate without sites of its own does not have: an
// effect takes those around it along, for a move they have no value when it is made.
func (k *Lowerer) sited(c *Candidate, act func(from, to, data *ir.Expr)) func(from, to, data *ir.Expr) {
	if k.effect && c.From == nil {
		c.From = k.Env.From
	}
	if k.effect && c.To == nil {
		c.To = k.Env.To
	}
	noFrom, noTo := c.From == nil, c.To == nil
	lost := k.Env
	if noFrom {
		lost.Drop(&lost.From)
	}
	if noTo {
		lost.Drop(&lost.To)
	}
	return func(from, to, data *ir.Expr) {
		k.Env.lost |= lost.lost
		if noFrom {
			k.Env.From = nil
		}
		if noTo {
			k.Env.To = nil
		}
		act(from, to, data)
	}
}

// EmitLate emits an effect without sites that is found out when it is done, though by the
// rules before any other effect is.
func (k *Lowerer) EmitLate(then *lgdl.Expr, act func()) *rule {
	return k.emitLate(Candidate{}, then, act)
}

func (k *Lowerer) emitLate(c Candidate, then *lgdl.Expr, act func()) *rule {
	late := k.late
	k.late = true
	r := k.emit(c, then, func(_, _, _ *ir.Expr) { act() })
	k.late = late
	return r
}

// EmitSeveral is EmitLate for an effect that is several, one after the other: as moves they would be several, too.
func (k *Lowerer) EmitSeveral(act func()) {
	k.OnlyEffect(k.clause, false)
	k.beSeveral(k.EmitLate(nil, act))
}

// beSeveral notes that a rule is several effects. By the rules each is a candidate, of which alone it is asked what
// holds after it, and which has the consequents around it.
func (k *Lowerer) beSeveral(r *rule) {
	switch {
	case len(k.filters) > 0:
		k.No(k.clause, "a condition after each of several effects")
	case len(k.thens) > 0:
		k.No(k.clause, "consequents of each of several effects")
	}
	r.several = true
}

// EmitPass emits the decision to pass.
func (k *Lowerer) EmitPass(then *lgdl.Expr) {
	outer := k.filters
	k.filters = nil
	for _, x := range outer {
		if x.passes {
			k.filters = append(k.filters, x)
		}
	}
	k.mayPass(false, k.performed() || k.joint != nil)
	k.passing = true
	k.emit(Candidate{}, then, func(_, _, _ *ir.Expr) { k.Log(game.ActPass, nil) })
	k.passing = false
	k.filters = outer
}

// EmitSet emits candidates to all sites of a set, each with the site as from if the
// candidate has none.
func (k *Lowerer) EmitSet(c Candidate, set *ir.Expr, then *lgdl.Expr, act func(from, to, data *ir.Expr)) {
	if len(k.filters) > 0 {
		c.quiet = k.quiet(c.Puts, then)
		k.Each(set, func(site *ir.Expr) {
			one := c
			one.To = site
			if c.From == nil {
				one.From = site
			}
			k.Emit(one, then, act)
		})
		return
	}
	if k.isOther() {
		return
	}
	r, data := 0, orZero(c.Data)
	if k.effect || !k.dependsOn(dependsOnOn).on {
		env := k.Env
		held := k.hold(&c)
		prefixes := k.prefixes
		k.prefixes = held.prefixed(prefixes, &c)
		r = k.numbered(k.ruleOf(c.Same, then, k.thens, held.own, held.taking(k, k.noted(act))))
		k.prefixes = prefixes
		held.use(k, k.rules[r])
		k.Env = env
		data = held.data(k, c.Data)
	}
	k.Add(&ir.Stmt{Op: ir.EmitSet, Args: []*ir.Expr{ir.Num(r), position.OrOff(c.From), set, data}})
}

// Filter lowers moves after which a condition must hold.
func (k *Lowerer) Filter(cond *lgdl.Expr, f func()) {
	threat, stuck := game.Guarded(cond)
	if threat && k.dependsOn(dependsOnThreat).threat || stuck && k.dependsOn(dependsOnStuck).stuck {
		f()
		return
	}
	k.filtered(filter{cond: cond, passes: true}, f)
}

// filtered lowers moves after which the condition of a filter must hold, which is asked here and by the mover of now.
func (k *Lowerer) filtered(x filter, f func()) {
	if x.cond != nil && k.falling {
		k.No(x.cond, "a condition after moves that gravity follows") // which does not see what falls
	}
	outer := k.filters
	x.goesOn = (x.repeats || x.turn) && k.forces && k.ahead == (look{})
	x.depth, x.saved, x.mover, x.as, x.seen = len(k.thens), k.P.Snapshot("before"), k.Mover, k.as, k.Fields.Seen
	k.filters = append(append([]filter{}, outer...), x)
	f()
	k.filters = outer
}

// numbered is the number of a rule. An effect that does what another one does has its number: one that is
// lowered for every condition that may be asked after a move is a single one.
func (k *Lowerer) numbered(r *rule) int {
	text := ""
	if k.effect && !r.late {
		text = fmt.Sprintf("%t %p %v %s", r.pass, r.credit, r.holds, k.texts.Of(r.apply))
		if k.goesOn() { // which asks where they go
			text = fmt.Sprintf("%t %t %s", r.bare, r.siteless, text)
		}
		if n, ok := k.same[text]; ok {
			return n
		}
	}
	n := k.append(r)
	if text != "" {
		k.same[text] = n
	}
	return n
}

// append appends a rule, and returns its number.
func (k *Lowerer) append(r *rule) int {
	if len(k.rules) == maxRules {
		k.No(nil, "more than %d kinds of moves and effects", maxRules)
	}
	k.rules = append(k.rules, r)
	return len(k.rules) - 1
}

// rule makes a rule; thens are the consequents around it, and own says that its candidates have data of their own.
func (k *Lowerer) rule(then *lgdl.Expr, thens []*lgdl.Expr, own bool, act func(from, to, data *ir.Expr)) *rule {
	f := &k.Fields
	part, plain, back := k.withinRule()
	r := &rule{pass: k.passing, credit: k.credit.of(), late: k.late}
	single := 0 // the rule of the action alone, where it is written down
	if k.resolver.on && !k.late {
		single = k.alone(own, act)
	}
	from, to := ir.Within("from", -1, f.Span-1), ir.Within("to", -1, f.Span-1)
	if k.siteless {
		from, to = ir.NewLocal("from", ir.I32), ir.NewLocal("to", ir.I32)
	}
	data := ir.NewLocal("data", ir.I32)
	siteless := k.siteless
	outer, effect, env, filters, passing := k.thens, k.effect, k.Env, k.filters, k.passing
	endings, prefixes, making, arrived, hurdles, late := k.endings, k.prefixes, k.making, k.arrived, k.Hurdles, k.late
	isDecision := k.isDecision
	k.mayPass(!effect && !isDecision && !r.pass, false)
	again := k.regroups(effect, prefixes)
	bare, nobody, outerFinding := k.bare, k.nobody, k.finding
	byPiece := k.Env.Piece > 0 // what a piece does is the mover's
	if k.finding = nil; k.performed() {
		k.finding = &finding{}
	}
	k.arrived, k.Hurdles, k.late, k.bare, k.nobody, k.siteless = nil, nil, false, false, false, false
	k.filters, k.passing, k.endings, k.prefixes, k.making = nil, false, nil, nil, true
	k.isDecision = false // what comes with a decision is none
	r.apply = k.Func("apply", ir.None, func() {
		k.Env.From, k.Env.To = ir.Read(from), ir.Read(to)
		if k.Env.Sites != nil {
			k.Env.Sites, k.Env.noSites, k.Env.again = nil, true, again
		}
		acting, choosing := k.acting, k.choosing
		k.acting, k.choosing = true, choosing || !effect
		var held [2 * numIterators]*ir.Local
		k.Env.unpack(ir.Read(from), ir.Read(to), &held)
		written := func() {}
		if single > 0 && k.resolver.whole {
			written = k.resolver.begin(k)
		}
		move := k.Inside(func() {
			if single > 0 {
				if !effect {
					k.ForgetTypes()
				}
				k.writtenDown(single, ir.Read(from), ir.Read(to), ir.Read(data))
				return
			}
			mine := k.Env
			if again != nil {
				again.first = mine.Member
			}
			for _, p := range prefixes {
				k.Env = p.env
				k.Env.again = again
				k.Env.unpack(ir.Read(from), ir.Read(to), &held)
				k.Uncounted(func() { k.inFront(func() { k.performBefore(p) }) })
			}
			k.Env = mine
			if !effect {
				k.ForgetTypes()
			}
			drew := k.drew
			k.withEndings(endings, func() { act(ir.Read(from), ir.Read(to), ir.Read(data)) })
			r.draws = k.drew != drew
		})
		if head := again.found(k); head != nil {
			move, r.regroups = append(head, move...), true
		}
		if r.holds = k.unhold(held, own, move, ir.Read(data)); single > 0 {
			r.holds, r.draws = k.rules[single].holds, k.rules[single].draws
		}
		k.Add(move...)
		k.acting, k.choosing = false, false
		if part && !plain {
			r.asks = ir.Effects(move).Asks
		}
		if !effect && !part {
			from, to := ir.Read(from), ir.Read(to)
			if k.bare {
				from, to = ir.Num(0), ir.Num(0)
			}
			by := k.Mover
			if (nobody || k.bare) && !k.apartly && !byPiece {
				by = 0
			}
			k.recorded(by, from, to, orZero(k.arrived), ir.Truth(r.pass))
		}
		// The consequents of the clause come first, those of the clauses around it after
		// them. What they are about is told by (last …): they have no iterators.
		k.Env = Env{}
		k.sequel(r, part, then, thens)
		if !effect && !part {
			k.settleDown()
		}
		written()
		k.acting, k.choosing = acting, choosing
	}, from, to, data)
	back()
	r.bare = k.bare
	k.thens, k.effect, k.Env, k.filters, k.passing = outer, effect, env, filters, passing
	k.endings, k.prefixes, k.making, k.arrived, k.Hurdles, k.late = endings, prefixes, making, arrived, hurdles, late
	k.isDecision, k.bare, k.nobody, k.siteless = isDecision, bare, nobody, siteless
	if k.finding != nil {
		r.finds = k.finding.asks
	}
	k.finding = outerFinding
	return r
}
