package lower

import (
	"slices"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/ir/transform"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/lgdl"
)

// Sites is the number of sites of all containers.
func (k *Lowerer) Sites() int { return k.Fields.Sites }

// ActedFrom notes an action that comes from a site and goes nowhere.
func (k *Lowerer) ActedFrom(site *ir.Expr) {
	k.NoteWent(site, nil)
	if k.TellsActs {
		k.Add(k.Fields.Put(layout.ActFrom, site))
	}
}

// ValueOf emits a candidate without sites whose effect is given a player and a number, worked out before any effect is
// applied.
func (k *Lowerer) ValueOf(then *lgdl.Expr, p, v *ir.Expr, act func(p, v *ir.Expr)) {
	_, number := v.Number()
	_, known := p.Number()
	if number && known {
		k.Emit(Candidate{}, then, func(_, _, _ *ir.Expr) { act(p, v) })
		return
	}
	if number { // the player travels as the number does
		k.ValueOf(then, v, p, func(_, p *ir.Expr) { act(p, v) })
		return
	}
	if !known {
		p = k.Temp("p", p)
	}
	if k.effect {
		k.anyValue(then, p, v, known, act)
		return
	}
	// They travel as the data of the candidate, which has 20 bits.
	bits := 20
	if !known {
		bits = 16
	}
	half := 1 << (bits - 1)
	v = k.Fitting(v, -half, half-1)
	packed := ir.Calc(ir.And, ir.Calc(ir.Add, v, ir.Num(half)), ir.Num(2*half-1))
	if !known {
		packed = ir.Calc(ir.Or, packed, ir.Calc(ir.Shl, p, ir.Num(bits)))
	}
	k.Emit(Candidate{Data: packed}, then, func(_, _, data *ir.Expr) {
		who := p
		if !known {
			who = ir.Calc(ir.And, ir.Calc(ir.Shr, data, ir.Num(bits)), ir.Num(15))
		}
		act(who, ir.Calc(ir.Sub, ir.Calc(ir.And, data, ir.Num(2*half-1)), ir.Num(half)))
	})
}

// anyValue is ValueOf for effects, of any number: it takes the places of the sites that these do not have.
func (k *Lowerer) anyValue(then *lgdl.Expr, p, v *ir.Expr, known bool, act func(p, v *ir.Expr)) {
	v = k.Temp("v", v)
	c := Candidate{From: v, To: ir.Calc(ir.Shr, v, ir.Num(16))}
	if !known {
		c.Data = p
	}
	k.siteless = true
	k.Emit(c, then, func(low, high, data *ir.Expr) {
		if known {
			data = p
		}
		k.Env.Drop(&k.Env.From)
		k.Env.Drop(&k.Env.To)
		act(data, ir.Calc(ir.Or, ir.Calc(ir.And, low, ir.Num(0xffff)), ir.Calc(ir.Shl, high, ir.Num(16))))
	})
	k.siteless = false
}

// Sub is a generator of its own of what f emits; its parameters are the variables of
// the iterators where it is asked for. The sites of a group have a field of their own.
func (k *Lowerer) Sub(name string, f func()) *ir.Func {
	var params []*ir.Local
	for _, v := range append([]*ir.Expr{k.Env.From, k.Env.To}, k.Env.values()...) {
		if v != nil {
			for _, l := range v.Locals() {
				if !slices.Contains(params, l) {
					params = append(params, l)
				}
			}
		}
	}
	return k.Func(name, ir.None, f, params...)
}

// existsIn reports whether a generator emits a candidate.
func (k *Lowerer) existsIn(gen *ir.Func) *ir.Expr {
	args := make([]*ir.Expr, len(gen.Params))
	for i, l := range gen.Params {
		args[i] = ir.Read(l)
	}
	if k.findsByDraws && k.DrawsIn(gen.Body) { // what is found is drawn again where it is emitted
		rng := k.Fields.Rng
		was := ir.NewLocal("was", ir.I64)
		k.Add(ir.Put(was, ir.At(rng, ir.Num(0))))
		any := k.Temp("any", ir.Invoke(k.exists(gen), args...))
		k.If(any, func() { k.Add(ir.Write(rng, ir.Num(0), ir.Read(was))) })
		return any
	}
	return ir.Invoke(k.exists(gen), args...)
}

// hasAny reports whether moves have any, be it legal by the conditions around or not.
func (k *Lowerer) hasAny(moves *lgdl.Expr) *ir.Expr {
	filters, on := k.filters, k.ahead.on
	k.filters, k.ahead.on = nil, true // what is only asked for needs no rules
	gen := k.Sub("listed", func() { k.Moves(moves) })
	k.filters, k.ahead.on = filters, on
	return k.existsIn(gen)
}

// MovesIfAny lowers moves after which a scope ends if there are any, be they legal by the conditions around or not.
// Where it is asked of each part whether it has a legal move, any part that has one is as good.
func (k *Lowerer) MovesIfAny(e *lgdl.Expr, end *ir.Label) {
	if len(k.filters) > 0 && !(k.eachPart && k.ahead.on) {
		if k.eachPart {
			k.players[k.Mover].blocks = true
		}
		k.If(k.hasAny(e), func() {
			k.Moves(e)
			k.Add(ir.Leave(end))
		})
		return
	}
	gen := k.Sub("part", func() { k.Moves(e) })
	k.If(k.existsIn(gen), func() { k.Add(append(transform.Inlined(gen), ir.Leave(end))...) })
}

// Steady reports whether a condition is the same whatever stands where, so that it may
// be asked between changes of the position.
func (k *Lowerer) Steady(e *lgdl.Expr) bool {
	body := k.Inside(func() { k.Temp("c", ir.Calc(ir.Add, k.Bool(e), ir.Num(0))) })
	access := ir.Effects(body)
	for _, f := range access.Reads {
		if f.Kind == ir.State && !slices.Contains(k.Fields.Vars[:], f) {
			return false
		}
	}
	return !access.Unknown
}

// SowTrack is the track of a sowing: the index after an index (-1 at the end), the
// first index of a site (-1 if it is not on the track), and the site at an index, -1 for one beyond the board, of
// which beyond says that there is one. There are none where it has no track.
func (k *Lowerer) SowTrack(name, owner *lgdl.Expr) (next, first, site func(i *ir.Expr) *ir.Expr, beyond bool) {
	t := k.TrackOf(name, owner)
	if t == nil {
		return nil, nil, nil, false
	}
	var nexts, sites []int64
	firsts := make([]int64, k.Fields.Sites)
	for i := range firsts {
		firsts[i] = -1
	}
	for i, x := range t.Elems {
		s := int(x.Site)
		if s < 0 || s >= len(firsts) {
			s, beyond = -1, true
		} else if firsts[s] < 0 {
			firsts[s] = int64(i)
		}
		nexts, sites = append(nexts, int64(x.NextIndex)), append(sites, int64(s))
	}
	k.sownOn, k.sownInALoop = len(t.Elems), t.Loop
	nextTable, siteTable := k.Table("next", ir.I16, nexts), k.Table("site", ir.I16, sites)
	firstTable := k.Table("index", ir.I16, firsts)
	look := func(f *ir.Field) func(i *ir.Expr) *ir.Expr {
		return func(i *ir.Expr) *ir.Expr { return ir.At(f, i) }
	}
	return look(nextTable), func(s *ir.Expr) *ir.Expr {
		return ir.Cond(ir.Calc(ir.Below, s, ir.Num(len(firsts))), ir.At(firstTable, s), ir.Num(-1))
	}, look(siteTable), beyond
}

// TrackLength is the number of elements of the track of the sowing that is lowered.
func (k *Lowerer) TrackLength() int { return k.sownOn }

// Fixed is the value of a number that is the same throughout the play with the same
// mover; false when it may change.
func (k *Lowerer) Fixed(e *lgdl.Expr) (*ir.Expr, bool) {
	if !fixed(e) {
		return nil, false
	}
	v := k.Parts.Int(e)
	c := k.Settle()
	mover := c.S.Mover
	c.S.Mover = k.Mover
	n := v.Get(c)
	c.S.Mover = mover
	return ir.Num(n), true
}

// fixed reports whether a clause is made of the equipment, constants and the mover alone.
func fixed(e *lgdl.Expr) bool {
	if e == nil {
		return true
	}
	switch e.Kind {
	case lgdl.Int, lgdl.Bool, lgdl.String:
		return true
	case lgdl.Const:
		if e.Type == "roleType" {
			_, number := game.RoleNumber(e.Text)
			return number || e.Text == "Mover" || e.Text == "Shared" || e.Text == "All" || e.Text == "Each"
		}
		return true
	case lgdl.Clause:
		switch e.Form.Keyword {
		case "handSite", "id", "mapEntry", "mover", "centrePoint", "coord", "player", "+", "-", "*", "/", "%", "column",
			"row", "regionSite", "min", "max":
		default:
			return false
		}
	}
	for x := range e.Parts() {
		if !fixed(x) {
			return false
		}
	}
	return true
}

// OnlyOf is Only for a part of a clause that may be left out.
func (k *Lowerer) OnlyOf(part *lgdl.Expr, known ...string) {
	if part != nil {
		k.Only(part, known...)
	}
}

// NamedPieces is the set of sites with a component of a name, whoever owns it.
func (k *Lowerer) NamedPieces(name string) *ir.Expr {
	names := k.namesOf(name)
	set := k.None()
	for c := 1; c < k.Fields.Comps; c++ {
		if names.Has(c) {
			set = ir.Calc(ir.SetOr, set, k.Of(c))
		}
	}
	return set
}

// FoundLegal reports whether f emits a candidate that passes the rules against repetition and suicide.
func (k *Lowerer) FoundLegal(f func()) *ir.Expr {
	if k.lost != nil && k.atEnd {
		k.No(k.clause, "ends that ask for moves ahead where moves must not lose, of which each is asked such an end")
	}
	return k.Found(func() { k.unrepeated(func() { k.inParts(f) }) })
}

// inParts lowers moves of which it is asked of each part whether it has a legal move, where somebody asks whether there
// is one.
func (k *Lowerer) inParts(f func()) {
	outer := k.eachPart
	k.eachPart = true
	f()
	k.eachPart = outer
}

// handsOn reports whether moves hand the question whether one is legal on to their parts. Others list them all.
func handsOn(e *lgdl.Expr) bool {
	return slices.Contains([]string{"and", "or", "priority", "if"}, e.Form.Keyword) ||
		e.Is("forEach") && e.Selector() == "Piece"
}

// Found reports whether f emits a candidate.
func (k *Lowerer) Found(f func()) *ir.Expr {
	thens, effect, filters, ahead := k.thens, k.effect, k.filters, k.ahead
	endings, prefixes := k.endings, k.prefixes
	k.thens, k.effect, k.filters, k.endings, k.prefixes = nil, false, nil, nil, nil
	k.ahead.on, k.ahead.sites = true, false
	found, end := ir.Within("found", 0, 1), &ir.Label{Name: "found"}
	dependent := k.dependent
	body := k.Inside(f)
	k.selfMade(dependsOnOn|dependsOnSites, dependent)
	k.thens, k.effect, k.filters, k.ahead, k.endings, k.prefixes = thens, effect, filters, ahead, endings, prefixes
	k.Add(ir.Put(found, ir.Num(0)), &ir.Stmt{Op: ir.Scope, Label: end,
		Body: transform.Existing(body, ir.Put(found, ir.Num(1)), ir.Leave(end))})
	return ir.Read(found)
}

// OfMover is the value of a number that depends on nothing but the mover.
func (k *Lowerer) OfMover(v game.Int) *ir.Expr {
	c := k.Settle()
	mover := c.S.Mover
	c.S.Mover = k.Mover
	n := v.Get(c)
	c.S.Mover = mover
	return ir.Num(n)
}

// NamedOf is the first component of an owner whose name contains a name, or -1.
func (k *Lowerer) NamedOf(name string, owner int) int {
	return k.namesOf(name).Of(owner)
}

// namesOf is what a name of components stands for.
func (k *Lowerer) namesOf(name string) *game.NameSet {
	n := k.named[name]
	if n == nil {
		n = k.Parts.Named(name)
		k.Settle()
		k.named[name] = n
	}
	return n
}

// maxWork bounds how often one effect is repeated.
const maxWork = 1 << 16

// Bounded is a number of repetitions; one that is too large spoils the play.
func (k *Lowerer) Bounded(n *ir.Expr) *ir.Expr {
	n = k.Temp("n", n)
	k.SpoilIf(ir.Calc(ir.Lt, ir.Num(maxWork), n))
	return ir.Cond(ir.Calc(ir.Lt, ir.Num(maxWork), n), ir.Num(0), n)
}

// Pending is the set of pending sites, which the next move may read. When the move itself is
// made they are pending no more: it goes by those of the position that it was found on.
func (k *Lowerer) Pending() *ir.Expr {
	switch {
	case !k.choosing:
		return ir.SetAt(k.Pendings(), ir.Num(0))
	case len(k.prefixes) > 0 || k.apartly || k.joint != nil || k.PendedOnce == nil:
		k.No(nil, "what is pending, while the move is made")
	}
	return ir.SetAt(k.PendedOnce, ir.Num(0))
}

// asksPending reports whether a clause asks what is pending.
func asksPending(e *lgdl.Expr) bool {
	return e.Selector() == "Pending" && !e.Is("set")
}

// SetPending makes a site pending.
func (k *Lowerer) SetPending(site *ir.Expr) {
	k.Log(game.ActSetPending, nil)
	k.Choose(ir.Calc(ir.Below, site, ir.Num(k.Fields.Sites)), func() {
		k.Include(k.Pendings(), site)
		if k.pended != nil {
			k.Include(k.pended, site)
		}
	}, k.Spoil)
}

// TrackSite is the site some steps further along the track of a player, or of a name,
// for moves; -1 beyond its end.
func (k *Lowerer) TrackSite(track, player int, from, steps *ir.Expr) *ir.Expr {
	t := k.G.Tracks[track]
	n := len(t.Elems)
	var sites []int64
	index := make([]int64, k.Fields.Sites)
	for i := range index {
		index[i] = int64(n) // not on the track: as if beyond its end
	}
	for i := n - 1; i >= 0; i-- {
		if s := int(t.Elems[i].Site); s >= 0 && s < len(index) {
			index[s] = int64(i)
		}
	}
	beyond := false
	for i := range t.Elems {
		sites = append(sites, int64(min(t.Elems[i].Site, beyondAll)))
		beyond = beyond || int(t.Elems[i].Site) >= len(index)
	}
	at := k.Temp("at", from)
	first := ir.Cond(ir.Calc(ir.Below, at, ir.Num(len(index))), ir.At(k.Table("place", ir.I16, index), at), ir.Num(n))
	for i := n - 1; i >= 0; i-- {
		if s := int(t.Elems[i].Site); s < 0 || s >= len(index) {
			first = ir.Cond(ir.Calc(ir.Eq, at, ir.Num(s)), ir.Num(i), first)
		}
	}
	steps = k.Temp("steps", steps)
	if !t.Loop && k.G.Has(game.InternalLoop) {
		first = k.Temp("first", k.IndexOnTrack(track, player, at))
		first = ir.Cond(ir.Calc(ir.Lt, first, ir.Num(0)), ir.Num(n), first)
		steps = ir.Cond(ir.Calc(ir.Lt, at, ir.Num(0)), ir.Num(n), steps)
	}
	if _, most := steps.Range(); most > 1<<30 { // index and steps might be above all numbers
		bounded := ir.Cond(ir.Calc(ir.Lt, steps, ir.Num(n)), steps, ir.Num(n))
		if t.Loop {
			bounded = ir.Calc(ir.Rem, steps, ir.Num(n)) // of the same sign
		}
		steps = k.Temp("steps", bounded)
	}
	i := k.Temp("i", ir.Calc(ir.Add, first, ir.Cond(ir.Calc(ir.Lt, steps, ir.Num(0)), ir.Num(0), steps)))
	if t.Loop {
		i = k.Temp("i", ir.Calc(ir.Rem, i, ir.Num(n)))
	}
	site := ir.Cond(ir.Calc(ir.Below, i, ir.Num(n)), ir.At(k.Table("track", ir.I16, sites), i), ir.Num(-1))
	if beyond { // pieces that go there are moved by the rules, to no effect
		site = k.Temp("site", site)
		k.SpoilIf(ir.Calc(ir.Le, ir.Num(len(index)), site))
	}
	return site
}

// beyondAll is a number above those of all sites.
const beyondAll = 1<<15 - 1

// BackOnTrack is the index before an index of the track of the sowing that is
// lowered; -1 before the first one unless the track is a loop.
func (k *Lowerer) BackOnTrack(i *ir.Expr) *ir.Expr {
	first := -1
	if k.sownInALoop {
		first = k.sownOn - 1
	}
	return ir.Cond(ir.Calc(ir.Eq, i, ir.Num(0)), ir.Num(first), ir.Calc(ir.Sub, i, ir.Num(1)))
}

// TrackOf is the track of a name and an owner, either of which may be left out; nil if there is none.
func (k *Lowerer) TrackOf(name, owner *lgdl.Expr) *board.Track {
	who := int64(game.Off)
	if owner != nil && name != nil {
		var ok bool
		if who, ok = k.Int(owner).Number(); !ok {
			k.No(owner, "a track of a player who is not known before")
		}
	}
	return k.G.TrackOf(name, int(who))
}

// HandSite is a site of the hand of a player, by its position; -1 without a hand.
func (k *Lowerer) HandSite(who, position *ir.Expr) *ir.Expr {
	who, position = k.Temp("who", who), k.Temp("position", position)
	site := ir.Num(game.Off)
	for i := len(k.G.Containers) - 1; i > 0; i-- {
		h := &k.G.Containers[i]
		site = ir.Cond(ir.Calc(ir.Eq, who, ir.Num(h.Owner)), ir.Calc(ir.Add, ir.Num(h.First), position), site)
	}
	return site
}
