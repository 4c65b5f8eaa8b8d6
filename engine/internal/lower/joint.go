package lower

import (
	"fmt"
	"slices"
	"strings"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/ir/transform"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/internal/position"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// Players who decide at the same time (part 3, §16) each draw a candidate of their own, and all that were chosen
// are made in the order of the players as one move. The candidates of a player are those that the rules, lowered for
// whoever is the mover by number, give to him: by a role that the clause names, else to the mover.

// joint is what is lowered for players who decide at the same time.
type joint struct {
	*layout.Choices

	parts [][][]*ir.Func // by mover, player and phase: candidates whose rules are parts of the move
	alone [][][]*ir.Func // the same candidates with rules of moves of their own, for those who look at them

	makes []*ir.Func // by mover: make the move that was chosen

	pass int // the rule of the pass, as a move of its own, of one who has no other

	of    int  // whose candidates are emitted, 0 while other things are lowered
	by    int  // to whom a clause gives its candidates, 0 for the mover
	part  bool // they are parts of a move
	plain bool // what its action asks is asked when it is made, also by the rules
}

// newJoint lays that out; nil where players take turns.
func (k *Lowerer) newJoint() *joint {
	g := k.G
	if g.Mode != game.Simultaneous {
		return nil
	}
	if g.Meta != (game.Meta{}) || g.Repeats() || k.TellsArrival {
		k.No(g.Root(), "players who decide at the same time, and repetition, the pie rule or levels")
	}
	k.Choices = &layout.Choices{}
	j := &joint{Choices: k.Choices, parts: make([][][]*ir.Func, g.Players+1), alone: make([][][]*ir.Func, g.Players+1),
		makes: make([]*ir.Func, g.Players+1)}
	if k.Watched || k.off(anyPosition) {
		j.Chosen = k.P.Field("chosen", ir.Scratch, ir.Word, g.Players+1)
		return j
	}
	j.Chosen, j.Last = k.P.Field("chosen", ir.State, ir.Word, g.Players+1), k.P.Field("chosen.last", ir.State, ir.Int, 1)
	return j
}

// playOf are the moves of a phase.
func (k *Lowerer) playOf(rules, phase *lgdl.Expr) *lgdl.Expr {
	play := clause.AnyRules(rules).Play()
	if phase != nil {
		if play != nil {
			k.No(rules, "a play besides the phases")
		}
		play = clause.PhaseString(phase).Play()
	}
	return clause.Play(play).Moves()
}

// decide lowers the candidates of all players in all phases, with one of them as the mover.
func (k *Lowerer) decide(rules *lgdl.Expr) {
	j := k.joint
	lowered := func(part bool) [][]*ir.Func {
		list := make([][]*ir.Func, k.G.Players+1)
		for q := 1; q <= k.G.Players; q++ {
			for i, ph := range phases(rules) {
				play := k.playOf(rules, ph)
				if begins(play) {
					k.No(play, "moves that begin with others, of players who decide at the same time")
				}
				k.Env = Env{}
				j.of, j.part = q, part
				gen := k.Func(fmt.Sprintf("moves.p%d.of%d.phase%d", k.Mover, q, i), ir.None, func() { k.Moves(play) })
				j.of, j.part = 0, false
				gen.Body = k.gather(gen.Body)
				k.parallel(gen)
				list[q] = append(list[q], gen)
			}
		}
		return list
	}
	j.parts[k.Mover], j.alone[k.Mover] = lowered(true), lowered(false)
	for q := range j.parts[k.Mover] {
		k.independent(j.parts[k.Mover][:q+1])
	}
}

// others are the keywords of the clauses whose candidates may be those of several players.
var others = []string{"or", "if", "forEach", "move"}

// entered refuses a clause around the candidates of one of several players that depends on
// those of the others.
func (j *joint) entered(k *Lowerer, e *lgdl.Expr) {
	if slices.Contains(others, e.Form.Keyword) && e.Arg("noMoveYet") == nil {
		return
	}
	k.No(e, "%s, of players who decide at the same time", e.Form.Text)
}

// MovedBy lowers the candidates of a decision that may be the move of another player than the mover.
func (k *Lowerer) MovedBy(role *lgdl.Expr, f func()) {
	j := k.joint
	if role == nil || j == nil && role.Text == "Mover" {
		f()
		return
	}
	p, known := int64(0), false
	if j != nil {
		p, known = k.Role(role).Number()
	}
	if !known {
		k.No(role, "the move of another player")
	}
	k.movedBy(int(p), f)
}

// MovedByNumber lowers the candidates of a decision of a player: where players take turns it is the mover's all
// the same.
func (k *Lowerer) MovedByNumber(who *ir.Expr, f func(who *ir.Expr)) {
	p, known := who.Number()
	if k.joint != nil && k.joint.of > 0 && !known {
		k.No(nil, "a decision of a player who is not known before")
	}
	who = k.Temp("who", who)
	if !known { // players are numbers below 16
		who = k.Temp("who", ir.Cond(ir.Calc(ir.Below, who, ir.Num(layout.MaxPlayers+1)), who, ir.Num(0)))
	}
	k.movedBy(int(p), func() { f(who) })
}

func (k *Lowerer) movedBy(p int, f func()) {
	j := k.joint
	if j == nil || j.of == 0 || j.by != 0 { // the pieces around it, or nobody
		f()
		return
	}
	if j.by = p; p < 1 {
		j.by = nobody
	}
	f()
	j.by = 0
}

// Mine lowers moves that are the mover's, whatever their clauses say.
func (k *Lowerer) Mine(f func()) { k.movedBy(k.Mover, f) }

// Plainly lowers a candidate whose action asks nothing but what it asks by the rules when it is made.
func (k *Lowerer) Plainly(plain bool, f func()) {
	if k.joint == nil {
		f()
		return
	}
	outer := k.joint.plain
	k.joint.plain = plain
	f()
	k.joint.plain = outer
}

// Nobody is who makes the candidates that are given to a player who is none.
const nobody = -1

// isOther reports whether a candidate is not one of the player whose candidates are lowered.
func (k *Lowerer) isOther() bool {
	j := k.joint
	if j == nil || j.of == 0 || k.ahead.on {
		return false
	}
	if len(k.filters) > 0 {
		k.No(nil, "a condition after the moves of players who decide at the same time")
	}
	by := j.by
	if by == 0 {
		by = k.Mover
	}
	return by != j.of
}

// withinRule is for what is lowered inside of a rule, where nobody's candidates are chosen; it returns what the
// candidates outside are, and goes back to that.
func (k *Lowerer) withinRule() (part, plain bool, back func()) {
	if k.joint == nil {
		return false, false, func() {}
	}
	was := *k.joint
	k.joint.of, k.joint.by, k.joint.part, k.joint.plain = 0, 0, false, false
	return was.part && was.of > 0, was.plain, func() {
		j := k.joint
		j.of, j.by, j.part, j.plain = was.of, was.by, was.part, was.plain
	}
}

// afterAll reports whether a (then …) comes after the moves of all players.
func afterAll(e *lgdl.Expr) bool {
	return e != nil && clause.Then(e).ApplyAfterAllMoves() != nil && clause.Then(e).ApplyAfterAllMoves().Text == "True"
}

// sequel adds the consequents of a candidate, that of its own clause first: of a part of a move those that do
// not wait for the moves of all players, which are left to a function of their own.
func (k *Lowerer) sequel(r *rule, part bool, then *lgdl.Expr, thens []*lgdl.Expr) {
	var late []*lgdl.Expr
	all := []*lgdl.Expr{}
	if then != nil {
		all = append(all, then)
	}
	for i := len(thens) - 1; i >= 0; i-- {
		all = append(all, thens[i])
	}
	for _, e := range all {
		if e == resolved {
			k.clearEarly()
		} else if part && afterAll(e) {
			late = append(late, e)
		} else {
			k.Then(e)
		}
	}
	if len(late) > 0 {
		r.after = k.Func("after", ir.None, func() {
			for _, e := range late {
				k.Then(e)
			}
		})
	}
}

// independent refuses parts of moves whose actions are found out when they are made, where by the rules they are
// before any is, and the part of an earlier player may change what they are found from.
func (k *Lowerer) independent(of [][]*ir.Func) {
	last := len(of) - 1
	writes := map[*ir.Field]bool{}
	for _, gens := range of[:last] {
		for _, gen := range gens {
			for _, n := range transform.Emitted(gen.Body) {
				for _, w := range ir.Effects(k.rules[n].apply.Body).Writes {
					writes[w] = w.Kind == ir.State && (k.ActLog == nil || w != k.ActLog.Count)
				}
			}
		}
	}
	for _, gen := range of[last] {
		for _, n := range transform.Emitted(gen.Body) {
			for _, w := range k.rules[n].asks {
				if writes[w] {
					k.No(nil, "players whose moves at the same time depend on one another: %s", w.Name)
				}
			}
		}
	}
}

// isIn reports whether a player is still in the game.
func (k *Lowerer) isIn(q int) *ir.Expr {
	return ir.Calc(ir.And, ir.Calc(ir.Shr, k.Fields.Get(layout.Active), ir.Num(q)), ir.Num(1))
}

// drawJoint is the function that draws a move of the mover's turn at random, one candidate for each player.
func (k *Lowerer) drawJoint(p int, nth *ir.Func, chosen *ir.Field) *ir.Func {
	j := k.joint
	return k.Func(fmt.Sprintf("random.p%d", p), ir.None, func() {
		legal := k.Var("legal", 0, 1<<30, ir.Num(0))
		for q := 1; q <= k.G.Players; q++ {
			choose := func(rule int, from, to, data *ir.Expr) []*ir.Stmt {
				return []*ir.Stmt{ir.Write(j.Chosen, ir.Num(q), transform.Pack(ir.Num(rule), from, to, data))}
			}
			draws := transform.Sampler{P: k.P, Nth: nth, Chosen: chosen, Below: k.below(), Does: choose,
				None: func() []*ir.Stmt { return choose(0, ir.Num(-1), ir.Num(-1), ir.Num(0)) }}
			draw := k.Func("draw", ir.None, func() {
				k.byPhase(q, len(j.parts[p][q]), func(i int) {
					gen := j.parts[p][q][i]
					k.Add(draws.Draw(gen, k.d.Count(gen), false)...)
				})
			})
			if k.counts() {
				k.Add(ir.Put(legal, ir.Calc(ir.Add, ir.Read(legal), k.numberOf(p, q))))
			}
			k.If(k.isIn(q), func() { k.Call(draw) })
		}
		if k.counts() {
			k.Add(k.noteLegal(ir.Read(legal)))
		}
		k.Call(k.joint.makes[p])
	})
}

// numberOf is the number of moves of a player: 1 of one who has to pass.
func (k *Lowerer) numberOf(p, q int) *ir.Expr {
	gens := k.joint.alone[p][q]
	n := k.Var("n", 0, 1<<30, ir.Num(0))
	k.byPhase(q, len(gens), func(i int) { k.Add(ir.Put(n, ir.Invoke(k.d.Count(gens[i])))) })
	return ir.Cond(ir.Read(n), ir.Read(n), k.isIn(q))
}

// makeJoint adds the move that was chosen, and what follows it.
func (k *Lowerer) makeJoint(p int) {
	f, j := &k.Fields, k.joint
	pass := k.Var("pass", 0, 1, ir.Num(1))
	in := k.Temp("in", f.Get(layout.Active))
	each := func(f func(n int, from, to, data *ir.Expr)) {
		for q := 1; q <= k.G.Players; q++ {
			k.If(ir.Calc(ir.And, ir.Calc(ir.Shr, in, ir.Num(q)), ir.Num(1)), func() {
				rules := []int{0}
				for _, gen := range j.parts[p][q] {
					rules = append(rules, transform.Emitted(gen.Body)...)
				}
				slices.Sort(rules)
				move := k.Temp("move", ir.At(j.Chosen, ir.Num(q)))
				number := k.Temp("rule", transform.RuleOf(move))
				from, to := k.Temp("from", transform.FromOf(move)), k.Temp("to", transform.ToOf(move))
				data := k.Temp("data", transform.DataOf(move))
				k.dispatch(slices.Compact(rules), number, func(n int) { f(n, from, to, data) })
			})
		}
	}
	k.around(func() {
		each(func(n int, from, to, data *ir.Expr) {
			k.Call(k.rules[n].apply, from, to, data)
			if !k.rules[n].pass {
				k.Add(ir.Put(pass, ir.Num(0)))
			}
		})
		// A move of several players goes from site 0 to site 0.
		k.recorded(k.Mover, ir.Num(0), ir.Num(0), ir.Num(0), ir.Read(pass))
		each(func(n int, _, _, _ *ir.Expr) {
			if after := k.rules[n].after; after != nil {
				k.Call(after)
			}
		})
	})
	k.If(ir.Read(pass), func() { k.Add(ir.Put(pass, k.stillPass())) })
	k.Call(k.players[p].turned, ir.Read(pass))
	k.forgetChosen()
}

// joints adds the functions that are called from outside, for players who decide at the same time: none that makes
// a move that was listed, since that is no move of all.
func (k *Lowerer) joints(rules *lgdl.Expr) {
	f, c, j := &k.Fields, k.Candidates, k.joint
	passing := func(alone bool) *rule {
		return &rule{pass: true, apply: k.Func("pass", ir.None, func() {
			if k.LogDecision(game.ActPass); alone {
				k.recorded(k.Mover, ir.Num(-1), ir.Num(-1), ir.Num(0), ir.Num(1))
			}
		}, ir.NewLocal("from", ir.I32), ir.NewLocal("to", ir.I32), ir.NewLocal("data", ir.I32))}
	}
	k.rules[0] = passing(false)
	j.pass = k.numbered(passing(true))
	for p := 1; p <= k.G.Players; p++ {
		k.Mover = p
		pass := ir.Within("pass", 0, 1)
		k.players[p].turned = k.Func(fmt.Sprintf("turned.p%d", p), ir.None, func() { k.turned(rules, ir.Read(pass)) }, pass)
	}
	for len(k.later) > 0 {
		f := k.later[0]
		k.later = k.later[1:]
		f()
	}
	begin := k.starts()
	set := k.P.Sets("chosen.sites", ir.Scratch, 1)
	nth := k.nthSite(set)
	of := make([]*ir.Func, len(k.players))
	k.eachMover(func(p int) {
		j.makes[p] = k.Func(fmt.Sprintf("make.p%d", p), ir.None, func() { k.makeJoint(p) })
		of[p] = k.drawJoint(p, nth, set)
	})
	random := k.P.Func("random", ir.None)
	random.Body = k.Inside(func() {
		k.eachMover(func(p int) {
			k.If(ir.Calc(ir.Eq, f.Get(layout.Mover), ir.Num(p)), func() {
				k.Call(of[p])
				k.Add(ir.Give(nil))
			})
		})
	})
	list, count := k.P.Func("list", ir.I32), k.P.Func("count", ir.I32)
	list.Export, count.Export = true, true
	list.Body = k.Inside(func() {
		k.beginList()
		k.eachMover(func(p int) {
			k.If(ir.Calc(ir.Eq, f.Get(layout.Mover), ir.Num(p)), func() {
				for q := 1; q <= k.G.Players; q++ {
					gens := j.alone[p][q]
					none := k.Temp("none", ir.All(k.isIn(q), ir.Calc(ir.Not, k.any(q, gens))))
					k.byPhase(q, len(gens), func(i int) { k.Call(k.d.List(c, gens[i])) })
					k.If(none, func() {
						at := k.Temp("at", ir.At(c.Count, ir.Num(0)))
						k.Add(ir.Write(c.Moves, at, transform.Pack(ir.Num(j.pass), ir.Num(-1), ir.Num(-1), ir.Num(0))),
							ir.Write(c.Count, ir.Num(0), position.Plus(at, 1)))
					})
				}
			})
		})
		k.Add(ir.Give(ir.Calc(ir.Add, ir.At(c.Count, ir.Num(0)), ir.At(c.Count, ir.Num(2)))))
	})
	count.Body = k.Inside(func() {
		k.Add(k.refuel(), ir.When(f.Get(layout.Over), ir.Give(ir.Num(0))))
		n := k.Var("all", 0, 1<<30, ir.Num(0))
		k.eachMover(func(p int) {
			k.If(ir.Calc(ir.Eq, f.Get(layout.Mover), ir.Num(p)), func() {
				for q := 1; q <= k.G.Players; q++ {
					k.Add(ir.Put(n, ir.Calc(ir.Add, ir.Read(n), k.numberOf(p, q))))
				}
			})
		})
		k.Add(ir.Give(ir.Read(n)))
	})
	k.pick()
	k.playoutOf(begin, random)
	k.watches()
	if j.Last != nil {
		k.oneByOne()
	}
}

// any reports whether a player has a candidate.
func (k *Lowerer) any(q int, gens []*ir.Func) *ir.Expr {
	any := k.Var("any", 0, 1, ir.Num(0))
	k.byPhase(q, len(gens), func(i int) { k.Add(ir.Put(any, ir.Invoke(k.d.Exists(gens[i])))) })
	return ir.Read(any)
}

// eachMover lowers what f adds with each player as the mover.
func (k *Lowerer) eachMover(f func(p int)) {
	mover := k.Mover
	for p := 1; p < len(k.players); p++ {
		k.Mover = p
		f(p)
	}
	k.Mover = mover
}

// tried are the rules of the candidates that are listed with a player as the mover.
func (k *Lowerer) tried(p int) []int {
	if k.joint == nil {
		return append([]int{0}, k.players[p].rules...)
	}
	rules := []int{k.joint.pass}
	for _, gens := range k.joint.alone[p] {
		for _, gen := range gens {
			rules = append(rules, transform.Emitted(gen.Body)...)
		}
	}
	slices.Sort(rules)
	return slices.Compact(rules)
}

// takesPieces reports whether a clause gives all its moves to the mover.
func takesPieces(e *lgdl.Expr) bool { return strings.HasPrefix(e.Form.Text, "(forEach Piece ") }
