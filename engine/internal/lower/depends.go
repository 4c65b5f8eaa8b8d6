package lower

import (
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/lgdl"
)

// What a move does hardly ever depends on all that stands around its clause: moves that are tested inside of several
// looks ahead, or by several pieces with the same rules, are lowered once. What of that was asked for is noted
// while they are lowered, since nobody knows it before.

// Same tells what a move does from all else that moves may do: whoever emits a candidate with it says that the move
// follows from this alone, and from what stands around the clause.
type Same struct {
	By     string     // what makes such moves; where it is empty nothing is said
	Effect *lgdl.Expr // what it does besides, nil for nothing
	Piece  int        // what is known to move, 0 for nothing
}

// dependencies are bits for what clauses ask of what stands around them.
type dependencies uint8

const (
	dependsOnThreat dependencies = 1 << iota
	dependsOnStuck
	dependsOnOn
	dependsOnSites
	dependsOnPiece
	dependsOnBetween
	dependsOnPlace
	dependsOnAhead = dependsOnThreat | dependsOnStuck | dependsOnOn | dependsOnSites
)

// dependsOn is inside which look ahead rules are lowered, of which these bits are asked.
func (k *Lowerer) dependsOn(what dependencies) look {
	k.dependent |= what
	return k.ahead
}

// Piece is the component whose moves are lowered, 0 for none.
func (k *Lowerer) Piece() int {
	k.dependent |= dependsOnPiece
	return k.Env.Piece
}

// Moving is the component of the piece that moves, 0 where it is not known: effects before may have taken it away.
func (k *Lowerer) Moving() int {
	if piece := k.Piece(); k.AnyOrder() {
		return piece
	}
	return 0
}

// Between is the site between from and to, nil where it has no value.
func (k *Lowerer) Between() *ir.Expr {
	k.dependent |= dependsOnBetween
	return k.Env.Between
}

// surroundings are what stands around a clause that may ask for it.
type surroundings struct {
	ahead   look
	piece   int
	between *ir.Expr
	place   place
}

// LevelAt tells clauses from others that say the same.
type place struct {
	clause, then *lgdl.Expr
	thens        [maxThens]*lgdl.Expr
}

// maxThens is the number of consequents around what is lowered once.
const maxThens = 4

// masked leaves of it what is asked for.
func (a surroundings) masked(what dependencies) surroundings {
	has := func(b dependencies) bool { return what&b != 0 }
	x := &a.ahead
	x.threat, x.stuck = x.threat && has(dependsOnThreat), x.stuck && has(dependsOnStuck)
	x.on, x.sites = x.on && has(dependsOnOn), x.sites && has(dependsOnSites)
	if !has(dependsOnPiece) {
		a.piece = 0
	}
	if !has(dependsOnBetween) {
		a.between = nil
	}
	if !has(dependsOnPlace) {
		a.place = place{}
	}
	return a
}

// memo is what has been lowered, a rule or a function, and what was asked for meanwhile.
type memo struct {
	made      any
	what      dependencies
	at        surroundings // masked
	performed int          // how often effects were lowered
	drew      int          // and draws
}

// again lowers something at a place with f unless it was lowered already where all that it asks for was the same. Of
// what stands around it nothing but these bits may have been different.
func (k *Lowerer) again(list []memo, at place, f func() any) (any, []memo) {
	now := surroundings{k.ahead, k.Env.Piece, k.Env.Between, at}
	for i := range list {
		if h := &list[i]; now.masked(h.what) == h.at {
			k.dependent |= h.what
			k.resolver.performed += h.performed
			k.drew += h.drew
			return h.made, list
		}
	}
	outer, performed, drew := k.dependent, k.resolver.performed, k.drew
	k.dependent = 0
	made := f()
	list = append(list, memo{made, k.dependent, now.masked(k.dependent), k.resolver.performed - performed,
		k.drew - drew})
	k.dependent |= outer
	return made, list
}

// selfMade is called when what has been lowered since outer was noted had set these bits itself: they were not
// asked of what stands around.
func (k *Lowerer) selfMade(what, outer dependencies) { k.dependent = k.dependent&^what | outer }

// setting is all else on which it may depend what a move does.
type setting struct {
	by           string
	piece, mover int
	effect, then int // the shapes of clauses, see shape
	thens        [maxThens]int
	as           acting
	seen         [layout.NumVars]*ir.Expr
	env          Env
	levels       levels
	inType       int
	flags        [12]bool
}

// setting is that of a move of a candidate; false where it may depend on more.
func (k *Lowerer) setting(same Same, then *lgdl.Expr, thens []*lgdl.Expr) (s setting, ok bool) {
	if same.By == "" || len(thens) > maxThens || k.effect || k.passing || k.late || k.early || k.resolver.on ||
		k.resolver.counting || k.branches != nil || len(k.prefixes)+len(k.endings) > 0 || k.Env.grouping != nil ||
		k.joint != nil || k.puzzle != nil {
		return s, false
	}
	decision := k.clause != nil && k.clause.Form.Result == "moves:decision"
	s = setting{by: same.By, piece: same.Piece, mover: k.Mover, effect: k.shape(same.Effect), then: k.shape(then),
		seen: k.Fields.Seen, env: k.Env, levels: k.levels, inType: k.InType, flags: [...]bool{k.as != nil, decision,
			k.asking, k.atEnd, k.apartly, k.deciding, k.prior, k.asPart, k.ActLog != nil && k.afterMove, k.appending,
			k.anySite, k.chance}}
	for i, x := range thens {
		s.thens[i] = k.shape(x)
	}
	if k.as != nil {
		s.as = *k.as
	}
	s.env.From, s.env.To, s.env.Between, s.env.Piece = nil, nil, nil, 0 // the sites are those of the candidate
	s.env.Sites, s.env.noSites = nil, s.env.noSites || s.env.Sites != nil
	return s, true
}

// ruleOf is the rule of a move. One that does what another one does, as far as can be told before it is lowered, shares
// its functions.
func (k *Lowerer) ruleOf(same Same, then *lgdl.Expr, thens []*lgdl.Expr, own bool,
	act func(from, to, data *ir.Expr)) *rule {
	s, ok := k.setting(same, then, thens)
	if !ok || own {
		return k.rule(then, thens, own, act)
	}
	at := place{clause: k.clause, then: then}
	copy(at.thens[:], thens)
	made, list := k.again(k.lowered[s], at, func() any { return k.rule(then, thens, own, act) })
	k.lowered[s] = list
	r := *made.(*rule)
	r.credit = k.credit.of()
	return &r
}
