package game

import (
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// Options are choices about how a game is compiled; none changes what it is.
type Options struct {
	// Stop is asked now and then; the error that it returns ends the compilation.
	// Nil never ends it.
	Stop func() error
}

// Compile turns the checked description of a game into a Game. Errors are
// *lgdl.Error with the position of the clause at fault.
func Compile(root *lgdl.Expr) (*Game, error) { return CompileWith(root, Options{}) }

// CompileWith is Compile with options.
func CompileWith(root *lgdl.Expr, opt Options) (g *Game, err error) {
	k := &Compiler{G: &Game{TurnLimit: 1250, MoveLimit: 10000}, nameIDs: map[string]int32{}, varIDs: map[string]int32{}}
	k.Name("")
	k.G.thens = append(k.G.thens, nil)
	k.G.afterAll = map[int32]bool{}
	k.G.making = &Limits{Stop: (&making{stop: opt.Stop, pos: root.Pos}).look}
	err = Catch(func() { k.game(root) })
	if err != nil {
		return nil, err
	}
	k.G.making = nil
	return k.G, nil
}

func (k *Compiler) game(e *lgdl.Expr) {
	if e.Form == nil || e.Form.Keyword != "game" {
		k.Fail(e, "expected a game, found %s", e.Text)
	}
	g := k.G
	g.pos, g.root = e.Pos, e
	g.Name = clause.Game(e).String().Text
	g.DeductionPuzzle = isPuzzle(e, map[*lgdl.Expr]bool{})
	k.ThreeD = uses(e, "layer")
	k.players(clause.Game(e).Players())
	k.mode(clause.Game(e).Mode())
	k.equipment(clause.Game(e).Equipment())
	k.rules(clause.Game(e).Rules())
	for i := 0; i < len(k.generators); i++ {
		if x := k.generators[i]; k.forEachPiece {
			gen := k.Moves(x.moves)
			for _, comp := range x.components {
				g.Components[comp].Moves, g.Components[comp].Rule = gen, x.moves
			}
		}
	}
	if g.DeductionPuzzle {
		// The pieces of a deduction puzzle only name values.
		g.Components, g.ownerLists = g.Components[:1], make([][]int32, g.Players+2)
	}
	k.finish(e)
}

// uses reports whether a clause with the keyword occurs in a tree.
func uses(e *lgdl.Expr, keyword string) bool {
	return e.Any(func(x *lgdl.Expr) bool { return x.Is(keyword) })
}

func (k *Compiler) players(e *lgdl.Expr) {
	g := k.G
	switch a := clause.AnyPlayers(e).Which(); a.Kind {
	case lgdl.Int:
		g.Players = a.Int
	case lgdl.List:
		g.Players = len(a.Items)
		g.Facings = make([]board.Direction, g.Players+1)
		g.Facings[0] = board.NoDirection
		for i, p := range a.Items {
			facing := clause.AnyPlayer(p).Which().Text
			d, ok := board.ParseDirection(facing)
			if !ok {
				k.Fail(p, "%q is not a direction a player can face", facing)
			}
			g.Facings[i+1] = d
		}
	}
	if g.Players < 0 || g.Players > 16 {
		k.Fail(e, "found %d players; a game has 0 to 16", g.Players)
	}
}

func (k *Compiler) mode(e *lgdl.Expr) {
	g := k.G
	switch {
	case g.Players == 0:
		g.Mode = Simulation
	case g.Players == 1 || e == nil:
		g.Mode = Alternating
	default:
		switch clause.Mode(e).ModeType().Text {
		case "Simultaneous":
			g.Mode = Simultaneous
		case "Simulation":
			g.Mode = Simulation
		}
	}
}

// itemOrder is the order in which equipment is created (part 3, §3.1).
func itemOrder(keyword string) int {
	switch keyword {
	case "board", "boardless", "mancalaBoard", "surakartaBoard":
		return 0
	case "hand", "deck":
		return 1
	case "dice":
		return 2
	case "hints":
		return 3
	case "regions":
		return 4
	case "map":
		return 5
	case "dominoes":
		return 6
	}
	return 7
}

func (k *Compiler) equipment(e *lgdl.Expr) {
	items := slices.Clone(clause.Equipment(e).Items().Items)
	sort.SliceStable(items, func(i, j int) bool {
		return itemOrder(items[i].Form.Keyword) < itemOrder(items[j].Form.Keyword)
	})
	if len(items) == 0 || itemOrder(items[0].Form.Keyword) != 0 {
		k.Fail(e, "the equipment has no board; expected one of board, boardless, mancalaBoard, surakartaBoard")
	}
	g := k.G
	g.Components = []Component{{Kind: "none"}}
	boards := 0
	for _, x := range items {
		if itemOrder(x.Form.Keyword) == 0 {
			if boards++; boards > 1 {
				k.Fail(x, "a second board; a game has one")
			}
		}
		f, ok := k.impl(x).(ItemRule)
		if !ok {
			k.Fail(x, "expected an item of equipment, found %s", x.Form.Text)
		}
		f(k, x)
	}
	if len(g.Components) == 1 && !g.DeductionPuzzle {
		for p := 1; p <= g.Players; p++ {
			name := "Ball" + string(rune('0'+p))
			k.AddComponent(Component{Name: name, BaseName: "Ball", Kind: "piece", Owner: p}, "P", nil)
		}
	}
	g.ownerLists = make([][]int32, g.Players+2)
	for i := 1; i < len(g.Components); i++ {
		o := g.Components[i].Owner
		g.ownerLists[o] = append(g.ownerLists[o], int32(i))
	}
}

// SetBoard gives the game its board; every board item calls it once.
func (k *Compiler) SetBoard(t *board.Topology, st board.SiteType) {
	g := k.G
	g.Topo, g.DefaultType = t, st
	k.RequireType(st)
	if st == board.Cell {
		g.Flags &^= GraphFlag
	}
	g.Containers = append(g.Containers, Container{Name: "Board", Kind: Board, Sites: t.Num(st)})
	g.containerOf = make([]int32, max(t.Num(board.Cell), t.Num(st)))
	k.resize()
}

func (k *Compiler) resize() {
	g := k.G
	g.Sites = len(g.containerOf)
	n := g.Sites
	for st := range board.NumSiteTypes {
		n = max(n, g.Topo.Num(board.SiteType(st)))
	}
	g.SetWords = (n + 63) / 64
}

// AddContainer appends a hand, dice or deck of the given number of sites.
func (k *Compiler) AddContainer(c Container) int {
	g := k.G
	c.First = len(g.containerOf)
	g.Containers = append(g.Containers, c)
	id := len(g.Containers) - 1
	for range c.Sites {
		g.containerOf = append(g.containerOf, int32(id))
	}
	k.Require(CellFlag)
	k.resize()
	return id
}

// GrowContainer adds sites to the last container.
func (k *Compiler) GrowContainer(id, sites int) {
	g := k.G
	g.Containers[id].Sites += sites
	for range sites {
		g.containerOf = append(g.containerOf, int32(id))
	}
	k.resize()
}

type pieceGenerator struct {
	moves      *lgdl.Expr
	components []int
}

// AddComponent appends a component declared with a role; role "Each" makes one
// for every player. The owner's number is added to the name where the rules say
// so (part 3, §3.4). moves is its generator or nil. It returns the first index.
func (k *Compiler) AddComponent(c Component, role string, moves *lgdl.Expr) int {
	g := k.G
	first := len(g.Components)
	add := func(c Component, number bool) {
		if number && !(strings.Contains(c.Name, "Domino") || strings.Contains(c.Name, "Die")) {
			c.Name += strconv.Itoa(c.Owner)
		}
		if c.Owner >= 1 && c.Owner < len(g.Facings) && g.Facings[c.Owner] != board.NoDirection {
			c.Facing, c.HasFacing = g.Facings[c.Owner], true
		}
		g.Components = append(g.Components, c)
	}
	switch n, numbered := RoleNumber(role); {
	case role == "Each":
		for p := 1; p <= g.Players; p++ {
			c.Owner = p
			add(c, g.Players != 1)
		}
	case role == "Shared" || role == "All":
		c.Owner = g.Shared()
		add(c, false)
	case role == "Neutral":
		c.Owner = 0
		add(c, true)
	case numbered:
		c.Owner = n
		add(c, g.Players != 1)
	case role == "P": // the default balls: the owner is set
		add(c, g.Players != 1)
	default:
		c.Owner = 0
		add(c, false)
	}
	for i := first; i < len(g.Components); i++ {
		if g.Components[i].Owner > g.Shared() {
			k.Fail(moves, "the piece %s belongs to player %d, but the game has %d", g.Components[i].Name, g.Components[i].Owner,
				g.Players)
		}
	}
	if moves != nil {
		p := pieceGenerator{moves: moves}
		for i := first; i < len(g.Components); i++ {
			p.components = append(p.components, i)
		}
		k.generators = append(k.generators, p)
	}
	return first
}

// PieceMoves notes that the generators of the components are used.
func (k *Compiler) PieceMoves() { k.forEachPiece = true }

func (k *Compiler) rules(e *lgdl.Expr) {
	g := k.G
	meta, start := clause.AnyRules(e).Meta(), clause.AnyRules(e).Start()
	if meta != nil {
		for _, x := range lgdl.Flat(meta.Args...) {
			if f, ok := k.impl(x).(MetaRule); ok {
				f(k, x)
			} else {
				k.NotPlayable(x)
			}
		}
	}
	if start != nil {
		for _, x := range lgdl.Flat(start.Args...) {
			g.Starts = append(g.Starts, k.StartRule(x))
		}
	}
	phases := e.Arg("phases")
	if phases == nil {
		g.Phases = []Phase{{Name: "Default Phase", Owner: g.Shared(),
			Play: k.Moves(clause.Play(clause.AnyRules(e).Play()).Moves())}}
		g.End = k.end(clause.RulesPlay(e).End())
		return
	}
	var common *Gen
	if clause.AnyRules(e).Play() != nil {
		common = k.Moves(clause.Play(clause.AnyRules(e).Play()).Moves())
	}
	names := map[string]int{}
	for i, x := range phases.Items {
		name := clause.PhaseString(x).String().Text
		if _, dup := names[name]; !dup {
			names[name] = i
		}
	}
	for _, x := range phases.Items {
		g.Phases = append(g.Phases, k.phase(x, common, names))
	}
	if len(g.Phases) == 0 {
		k.Fail(e, "phases: is empty; expected at least one phase")
	}
	g.End = k.end(clause.RulesPhases(e).End())
}

// StartRule compiles one start rule.
func (k *Compiler) StartRule(e *lgdl.Expr) Start {
	if f, ok := k.impl(e).(StartRule); ok {
		rule := f(k, e)
		return Start{Steady: rule.Steady, Eval: func(c *Context) {
			outer := c.at
			c.at = e
			c.unsettled(rule.Steady)
			rule.Eval(c)
			c.at = outer
		}}
	}
	k.Fail(e, "expected a start rule, found %s", e.Text)
	return Start{}
}

func (k *Compiler) end(e *lgdl.Expr) []EndRule {
	if e == nil {
		return nil
	}
	var rules []EndRule
	for _, x := range lgdl.Flat(e.Args...) {
		f, ok := k.impl(x).(EndRuleRule)
		if !ok {
			k.Fail(x, "expected an end rule, found %s", x.Text)
		}
		rule := f(k, x)
		rule.at = x
		rules = append(rules, rule)
	}
	return rules
}

func (k *Compiler) phase(e *lgdl.Expr, common *Gen, names map[string]int) Phase {
	g := k.G
	p := Phase{Name: clause.PhaseString(e).String().Text, Owner: g.Shared()}
	if r := clause.PhaseString(e).RoleType(); r != nil && r.Text != "Shared" && r.Text != "All" {
		p.Owner, _ = RoleNumber(r.Text)
	}
	p.Play = k.Moves(clause.Play(clause.PhaseString(e).Play()).Moves())
	if common != nil {
		own := p.Play
		p.Play = &Gen{Eval: func(c *Context, out *MoveList) {
			own.Eval(c, out)
			common.Eval(c, out)
		}, CanMove: func(c *Context) bool { return c.CanMove(own) || c.CanMove(common) }}
	}
	p.End = k.end(clause.PhaseString(e).End())
	var next []*lgdl.Expr
	if clause.PhaseString(e).NextPhase() != nil {
		next = append(next, clause.PhaseString(e).NextPhase())
	}
	if clause.PhaseString(e).NextPhases() != nil {
		next = append(next, clause.PhaseString(e).NextPhases().Items...)
	}
	for _, x := range next {
		n := NextPhase{Who: IntOf(g.Shared()), Cond: k.Cond(clause.NextPhase(x).Bool()), Phase: -1}
		if clause.NextPhase(x).RoleType() != nil {
			n.Who = k.Role(clause.NextPhase(x).RoleType().Text)
		}
		if clause.NextPhase(x).Player() != nil {
			n.Who = k.Int(clause.PlayerInt(clause.NextPhase(x).Player()).Int())
		}
		if s := clause.NextPhase(x).String(); s != nil {
			i, ok := names[s.Text]
			if !ok {
				k.Fail(s, "there is no phase named %q", s.Text)
			}
			n.Phase = i
		}
		p.Next = append(p.Next, n)
	}
	return p
}

// NoRepeat sets the repetition rule of the game.
func (k *Compiler) NoRepeat(f Flag) {
	k.Require(f)
	k.G.noRepeat = f
}

// AfterAll marks consequent t as one that runs after all players' moves.
func (k *Compiler) AfterAll(t int32) { k.G.afterAll[t] = true }

// PlacesAtStart notes that a start rule puts up to n pieces on the board, n computed on the
// blank state; it bounds the counts of the game.
func (k *Compiler) PlacesAtStart(n func(c *Context) int) { k.placed = append(k.placed, n) }
