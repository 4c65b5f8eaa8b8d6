package lower

import (
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/lgdl"
)

// What a move does hardly ever depends on all that stands around its clause: moves that are tested inside of several
// looks ahead, or by several pieces with the same rules, are lowered once. What of that was asked for is noted
// while they are lowered, since nobody knows it before.

// Same tells what a move does from all else that moves of its clause may do: whoever emits a candidate with it says
// that the move follows from this alone, and from what stands around the clause. Without a clause nothing is said.
type Same struct {
	Clause *lgdl.Expr
	Kind   int // of several ways in which the clause makes moves
	Piece  int // what is known to move, 0 for nothing
}

// dependencies are bits for what clauses ask of what stands around them.
type dependencies uint8

const (
	dependsOnThreat dependencies = 1 << iota
	dependsOnStuck
	dependsOnOn
	dependsOnSites
	dependsOnPiece
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

// surroundings are what stands around a clause that may ask for it.
type surroundings struct {
	ahead look
	piece int
}

// masked leaves of it what is asked for.
func (a surroundings) masked(what dependencies) surroundings {
	has := func(b dependencies) bool { return what&b != 0 }
	x := &a.ahead
	x.threat, x.stuck, x.on, x.sites = x.threat && has(dependsOnThreat), x.stuck && has(dependsOnStuck), x.on && has(dependsOnOn),
		x.sites && has(dependsOnSites)
	if !has(dependsOnPiece) {
		a.piece = 0
	}
	return a
}

// memo is what has been lowered, a rule or a function, and what was asked for meanwhile.
type memo struct {
	setting   // of a rule
	made      any
	what      dependencies
	at        surroundings // masked
	performed int          // how often effects were lowered
}

// again lowers something with f unless it was lowered already where all that it asks for was the same. Of what stands
// around it nothing but these bits may have been different.
func (k *Lowerer) again(list *[]memo, s *setting, f func() any) any {
	now := surroundings{k.ahead, k.Env.Piece}
	for i := range *list {
		if h := &(*list)[i]; now.masked(h.what) == h.at && h.setting == *s {
			k.dependent |= h.what
			k.resolver.performed += h.performed
			return h.made
		}
	}
	outer, performed := k.dependent, k.resolver.performed
	k.dependent = 0
	made := f()
	*list = append(*list, memo{*s, made, k.dependent, now.masked(k.dependent), k.resolver.performed - performed})
	k.dependent |= outer
	return made
}

// selfMade is called when what has been lowered since outer was noted had set these bits itself: they were not
// asked of what stands around.
func (k *Lowerer) selfMade(what, outer dependencies) { k.dependent = k.dependent&^what | outer }

// setting is all else on which it may depend what a move does.
type setting struct {
	same         Same
	clause, then *lgdl.Expr
	thens        [4]*lgdl.Expr
	mover        int
	as           acting
	seen         [numVars]*ir.Expr
	env          Env
	own, taken   *lgdl.Expr // the credit
	levels       levels
	inType       int
	flags        [10]bool
}

// setting is that of a move of a candidate; false where it may depend on more.
func (k *Lowerer) setting(same Same, then *lgdl.Expr, thens []*lgdl.Expr) (s setting, ok bool) {
	if same.Clause == nil || len(thens) > len(s.thens) || k.effect || k.passing || k.late || k.early || k.resolver.on ||
		k.resolver.counting || k.branches != nil || len(k.prefixes)+len(k.endings) > 0 ||
		k.Env.grouping != nil || k.joint != nil || k.puzzle != nil {
		return s, false
	}
	s = setting{same: same, clause: k.clause, then: then, mover: k.Mover, seen: k.Fields.seen, env: k.Env, own: k.credit.own,
		taken: k.credit.taken, levels: k.levels, inType: k.inType, flags: [...]bool{k.as != nil, k.credit.takes, k.asking,
			k.atEnd, k.apartly, k.deciding, k.prior, k.appending, k.anySite, k.chance}}
	copy(s.thens[:], thens)
	if k.as != nil {
		s.as = *k.as
	}
	s.env.From, s.env.To, s.env.Piece = nil, nil, 0 // the sites are those of the candidate
	s.env.Sites, s.env.noSites = nil, s.env.noSites || s.env.Sites != nil
	return s, true
}

// testedRule is the rule of a move that is tested without being one of the play.
func (k *Lowerer) testedRule(same Same, then *lgdl.Expr, thens []*lgdl.Expr, own bool,
	act func(from, to, data *ir.Expr)) *rule {
	s, ok := k.setting(same, then, thens)
	if !ok || own {
		return k.rule(then, thens, own, act)
	}
	list := k.triedOnce[same.Clause]
	made := k.again(&list, &s, func() any { return k.rule(then, thens, own, act) })
	k.triedOnce[same.Clause] = list
	return made.(*rule)
}
