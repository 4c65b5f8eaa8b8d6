package lower

import (
	"errors"
	"fmt"
	"slices"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/ir/transform"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/internal/position"
	"github.com/astragal/astragal/engine/internal/write"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// player is what is lowered for one player as the mover.
type player struct {
	gens     []*ir.Func // by phase
	rules    []int      // the rules of their candidates
	measured []int      // those of candidates that are only measured, see Best
	begin    []*ir.Func // by phase: what comes before all moves, nil for nothing
	goOn     []*ir.Func // likewise, before those that go on with a turn that is only looked at
	turn     *ir.Func   // makes the move of a packed candidate, and all that follows
	turned   *ir.Func   // what follows a move, of whether it was a pass

	blocks      bool // he may have to pass though he could move, see MovesIfAny
	throwsAgain bool // whether he could not move when he passes is told by another throw of the dice
}

// Game lowers a game. The error is *Refusal for a game with a clause that is not
// lowered.
func Game(g *game.Game) (prog *Program, err error) { return lowered(g, false, false) }

// Optional are the steps and strategies that only make programs faster: conditions as sets, the steps and
// slides of all pieces at once, draws by rejection and from lists, tests of what is drawn alone, one function for
// all that do the same, and the passes of these names.
var Optional = []string{"gather", "parallel", "slides", "rejection", "listing", "tests", "strip", "aim", "order",
	"fold", "unite", "remember", "tabulate", "share", "inline", "forward", "undo", "common", "fuel", "bysets",
	"byvalue", "captured", "rounds", "tails"}

// off reports whether a program is made without one of Optional.
func (k *Lowerer) off(step string) bool { return slices.Contains(k.without, step) }

// Plays lowers a game for plays from the start alone, without some of Optional.
func Plays(g *game.Game, without ...string) (prog *Program, err error) {
	return lowered(g, false, false, append([]string{anyPosition}, without...)...)
}

// Instances lowers a game that is played in a match, as Plays does: it is read afterwards whose turn it was, and the
// scores.
func Instances(g *game.Game) (prog *Program, err error) {
	return lowered(g, false, false, anyPosition, inMatch)
}

// inMatch is the name by which is left out that nobody reads more than the winner of a play.
const inMatch = "outcome"

// anyPosition is the name by which is left out what only those need who go on from any position.
const anyPosition = "positions"

// Watched lowers a game with functions for plays that are watched.
func Watched(g *game.Game) (prog *Program, err error) { return lowered(g, true, false) }

// Course lowers a game as Watched does, but the numbers of legal moves are not told, which need
// not be counted then.
func Course(g *game.Game) (prog *Program, err error) { return lowered(g, true, false, uncounted) }

// Valued lowers a game such that all is kept that heuristics read.
func Valued(g *game.Game) (prog *Program, err error) { return lowered(g, false, true) }

// lowered lowers a game, and again if effects must be made in the order of lists that are not kept, or a clause goes by
// lists that others have changed in another order than the rules; and again if moves are found by draws, one after the
// other.
func lowered(g *game.Game, watched, valued bool, without ...string) (*Program, error) {
	p, err := loweredOnce(g, watched, valued, false, false, without)
	if err == nil && len(p.k.byDraws) > 0 {
		p, err = loweredOnce(g, watched, valued, false, true, without)
	}
	if err == nil && (p.k.wantsLists || p.k.anyTurn && p.ListsInOrder()) {
		return loweredOnce(g, watched, valued, true, len(p.k.byDraws) > 0, without)
	}
	return p, err
}

func loweredOnce(g *game.Game, watched, valued, byLists, inOrder bool, without []string) (prog *Program, err error) {
	k := &Lowerer{
		Code: &position.Code{
			Layout: &layout.Layout{G: g, Line: newLine()},
			Writer: write.New(&ir.Program{}),
			Valued: valued,
		},
		description: description{named: map[string]*game.NameSet{}},
		memos: memos{looked: map[looking]seen{}, relations: map[relation][2]*write.Rows{}, paired: map[string]*paired{},
			consequents: map[consequent][]memo{}, held: map[holding][]memo{}, lowered: map[setting][]memo{},
			lastings: map[ofMover]*ir.Expr{}},
		beginning: beginning{byDraws: map[*ir.Func]bool{}, ruleOrder: inOrder},
		byLists:   byLists,
		without:   without,
	}
	k.Context, k.Observer, k.Rules = k, k, k
	var why *position.Refusal
	fault := game.Catch(func() {
		defer func() {
			x := recover()
			if r, ok := x.(*position.Refusal); ok {
				why = r
			} else if x == write.ErrTooLarge {
				why = &position.Refusal{Why: write.ErrTooLarge.Error()}
			} else if x != nil {
				panic(x)
			}
		}()
		k.game(watched)
	})
	var broken *game.Broken
	switch {
	case why != nil:
		return nil, why
	case errors.As(fault, &broken): // not the description's, and no refusal: tests fail
		return nil, broken
	case fault != nil:
		return nil, &position.Refusal{Why: fault.Error()}
	}
	credits := make([]*lgdl.Expr, len(k.rules))
	for n, r := range k.rules {
		if r != nil {
			credits[n] = r.credit
		}
	}
	return &Program{Positions: layout.NewPositions(k.P, g, k.Layout), k: k, credits: credits, without: without,
		fuel: k.Fuel}, nil
}

// check refuses the games whose positions or turns are not laid out yet.
func (k *Lowerer) check() {
	g, root := k.G, k.G.Root()
	switch {
	case root == nil || g.IsMatch():
		k.No(nil, "a match")
	case g.Players < 1 || g.Players > layout.MaxPlayers || g.Mode == game.Simulation:
		k.No(root, "players do not simply take turns")
	case g.TypesKept() == 1 && g.TypeKept() != g.DefaultType:
		k.No(root, "pieces on sites of a type that is not the default")
	case g.Topo.Num(g.DefaultType) == 0:
		k.No(root, "a board without sites")
	case k.ownsLast() && k.AnyRule(startsCounted):
		k.No(root, "pieces counted at the start, which belong to nobody though their kind does")
	case len(g.Components) > 1<<position.MaxComponentBits || g.Topo.Num(g.DefaultType) > 1<<12:
		k.No(root, "too large")
	}
	for i := range g.Components {
		if x := &g.Components[i]; i > 0 && (!slices.Contains([]string{"piece", "die", "tile", "card", "domino"}, x.Kind)) {
			k.No(root, "pieces other than plain ones")
		}
	}
}

func (k *Lowerer) game(watched bool) {
	k.check()
	g := k.G
	k.Parts = g.Parts()
	k.Watched = watched
	k.fields()
	k.MoversField()
	if watched {
		k.Watch = k.newWatch()
	}
	k.Fuel = k.P.Field("fuel", ir.Scratch, ir.Int, 1)
	k.Fuel.Brief = true
	k.Candidates = transform.NewCandidates(k.P)
	k.d = transform.NewDeriver(k.P, k.Candidates.Fault)
	k.Settle()
	k.AnyRule(func(x *lgdl.Expr) bool { // both in one pass over large rules
		k.TellsActs, k.TellsArrival = k.TellsActs || asksAfter(x), k.TellsArrival || position.AsksLevel(x)
		return k.TellsActs && k.TellsArrival
	})
	if k.TellsActs && len(g.Dice) > 0 {
		k.No(nil, "the last action of a move, in a game with dice") // which may be that a die was thrown or used
	}
	rules := clause.Game(g.Root()).Rules()
	if k.AnyRule(setsPending) && k.AnyRule(asksPending) {
		k.PendedOnce = k.P.Sets("pending.before", ir.State, 1)
	}
	k.BetweenField()
	k.joint, k.puzzle, k.Large = k.newJoint(), k.newPuzzle(), k.NewLarge()
	k.LastTypes = k.newLastTypes()
	k.LastSites = k.NewWent()
	k.AllPass = k.joint == nil && (!g.Has(game.NotAllPass) || k.AnyRule(asksPassed))
	k.KeepCycles(rules)
	k.suicideField()
	k.Supports = k.NewSupports()
	k.checkAutomove()
	k.rules, k.same, k.texts = []*rule{nil}, map[string]int{}, transform.NewTexts()
	k.players = make([]player, g.Players+1)
	for p := 1; p <= g.Players; p++ {
		k.Mover = p
		if k.joint != nil {
			k.decide(rules)
		} else {
			k.player(&k.players[p], rules)
		}
	}
	if k.joint != nil {
		k.joints(rules)
		return
	}
	k.entries()
	k.turns(rules)
	for len(k.later) > 0 {
		f := k.later[0]
		k.later = k.later[1:]
		f()
	}
	k.playouts()
}

// AnyRule reports whether something holds for a clause of the rules or of the moves of a piece.
func (k *Lowerer) AnyRule(is func(x *lgdl.Expr) bool) bool {
	k.collect()
	return slices.ContainsFunc(k.clauses, is)
}

// AnyForm reports whether something holds for the form of a clause of the description. There are few forms, and going
// through all clauses of a large description once more takes a millisecond.
func (k *Lowerer) AnyForm(is func(f *lgdl.Form) bool) bool {
	k.collect()
	return slices.ContainsFunc(k.forms, is)
}

// collect lists what anyRule and anyForm look at.
func (k *Lowerer) collect() {
	if k.clauses != nil {
		return
	}
	seen, forms := map[*lgdl.Expr]bool{}, map[*lgdl.Form]bool{nil: true} // parts of the tree are shared
	var all []*lgdl.Expr
	var add func(list ...*lgdl.Expr)
	add = func(list ...*lgdl.Expr) {
		for _, e := range list {
			if e == nil {
				continue
			}
			if len(e.Args) > 0 || len(e.Items) > 0 { // others are most, and may as well be there twice
				if seen[e] {
					continue
				}
				seen[e] = true
			}
			if all = append(all, e); e.Kind == lgdl.Clause && !forms[e.Form] {
				forms[e.Form] = true
				k.forms = append(k.forms, e.Form)
			}
			add(e.Args...)
			add(e.Items...)
		}
	}
	add(clause.Game(k.G.Root()).Rules())
	for i := range k.G.Components {
		add(k.G.Components[i].Rule)
	}
	k.clauses = all[:len(all):len(all)]
	add(k.G.Root())
}

// ownsLast reports whether a player owns the last component.
func (k *Lowerer) ownsLast() bool {
	owner := k.G.Components[len(k.G.Components)-1].Owner
	return 1 <= owner && owner <= k.G.Players
}

// startsCounted reports whether a clause puts a number of pieces on sites at the start: of the last component, and by
// the rules they belong to nobody until something moves them.
func startsCounted(x *lgdl.Expr) bool {
	return position.IsForm(x, "(set setStartSitesType ") && x.Selector() == "Count"
}

// asksAfter reports whether a clause asks for the last action of a move.
func asksAfter(e *lgdl.Expr) bool { return e.Arg("afterConsequence") != nil }

// asksPassed reports whether a clause is whether all players have passed.
func asksPassed(x *lgdl.Expr) bool {
	return x.Is("all", "Passed")
}

// phases are the phases of the rules: a description without them has one.
func phases(rules *lgdl.Expr) []*lgdl.Expr {
	if p := rules.Arg("phases"); p != nil {
		return p.Items
	}
	return []*lgdl.Expr{nil}
}

// player lowers the moves of all phases for a player.
func (k *Lowerer) player(pl *player, rules *lgdl.Expr) {
	for i, ph := range phases(rules) {
		play := k.playOf(rules, ph)
		k.Env = Env{}
		begin, goOn := k.prepareBoth(play)
		pl.begin, pl.goOn = append(pl.begin, begin), append(pl.goOn, goOn)
		gen := k.Func(fmt.Sprintf("moves.p%d.phase%d", k.Mover, i), ir.None, func() {
			k.listsMoves = true
			k.legal(play)
			k.listsMoves = false
		})
		gen.Body = k.gather(gen.Body)
		k.parallel(gen)
		k.drawnMoves(play, gen, &pl.begin[i], &pl.goOn[i])
		pl.gens = append(pl.gens, gen)
		pl.rules = append(pl.rules, transform.Emitted(gen.Body)...)
	}
	slices.Sort(pl.rules)
	pl.rules = slices.Compact(pl.rules)
}

// byPhase calls f for the phase that a player is in, with the phase's number.
func (k *Lowerer) byPhase(p int, n int, f func(phase int)) {
	if n == 1 {
		f(0)
		return
	}
	at := k.Temp("phase", ir.At(k.Fields.Phase, ir.Num(p)))
	for i := range n {
		k.If(ir.Calc(ir.Eq, at, ir.Num(i)), func() { f(i) })
	}
}

// entries adds the pass, and list, which lists the legal moves: at once, or where nothing but plays is needed when it
// turns out that they list moves.
func (k *Lowerer) entries() {
	f := &k.Fields
	k.rules[0] = &rule{pass: true, apply: k.Func("pass", ir.None, func() {
		k.LogDecision(game.ActPass)
		k.noteMover(k.Temp("mover", f.Get(layout.Mover)), ir.Num(-1))
		k.Add(
			f.Put(layout.LastFrom, ir.Num(-1)),
			f.Put(layout.LastTo, ir.Num(-1)),
			f.Put(layout.LastLevel, ir.Num(0)),
			f.Put(layout.Passed, ir.Num(1)),
			f.Put(layout.MoveNumber, ir.Calc(ir.Add, f.Get(layout.MoveNumber), ir.Num(1))),
		)
		k.ForgetTypes()
		k.RecordTypes()
		k.NoteCrossed(nil)
		if k.TellsActs {
			k.Add(f.Put(layout.AfterFrom, ir.Num(-1)), f.Put(layout.AfterTo, ir.Num(-1)), f.Put(layout.ActFrom, ir.Num(-1)),
				f.Put(layout.ActTo, ir.Num(-1)))
		}
	}, ir.NewLocal("from", ir.I32), ir.NewLocal("to", ir.I32), ir.NewLocal("data", ir.I32))}
	list := k.P.Func("list", ir.I32)
	list.Export = true
	if !k.off(anyPosition) {
		k.listAll()
	}
}

// listAll makes the body of list.
func (k *Lowerer) listAll() {
	f, c := &k.Fields, k.Candidates
	lists := make([]*ir.Func, len(k.players))
	for p := 1; p < len(k.players); p++ {
		lists[p] = k.Func(fmt.Sprintf("list.p%d", p), ir.None, func() {
			k.byPhase(p, len(k.players[p].gens), func(i int) {
				k.listMoves(k.players[p].gens[i])
			})
		})
	}
	k.list().Body = k.Inside(func() {
		k.beginList()
		for p := 1; p < len(k.players); p++ {
			k.If(ir.Calc(ir.Eq, f.Get(layout.Mover), ir.Num(p)), func() {
				k.unstick(p)
				k.begin(p)
				k.Call(lists[p])
			})
		}
		n := k.Temp("n", ir.Calc(ir.Add, ir.At(c.Count, ir.Num(0)), ir.At(c.Count, ir.Num(2))))
		k.If(ir.Calc(ir.Eq, n, ir.Num(0)), func() {
			k.Add(ir.Write(c.Moves, ir.Num(0), transform.Pack(ir.Num(0), ir.Num(-1), ir.Num(-1), ir.Num(0))),
				ir.Write(c.Count, ir.Num(0), ir.Num(1)), ir.Give(ir.Num(1)))
		})
		k.Add(ir.Give(n))
	})
}
