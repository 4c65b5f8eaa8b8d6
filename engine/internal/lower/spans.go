package lower

import (
	"encoding/binary"
	"math/bits"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
)

// Span says of a field by which positions are told apart what it is by.
type Span struct {
	Bytes  int            // for each site, where it tells what stands there
	Type   board.SiteType // of the sites
	Levels int            // elements for each site of the type, 0 where they are not by site
}

// watchedFields are the fields by which positions of watched plays are told apart (part 3,
// §15): those of a span each.
func (k *Lowerer) watchedFields() (list []*ir.Field, spans []Span) {
	f := &k.Fields
	put := func(x *ir.Field, bytes, levels int, st board.SiteType) {
		if x != nil {
			list, spans = append(list, x), append(spans, Span{bytes, st, levels})
		}
	}
	rest := func(x *ir.Field) { put(x, 0, 0, k.G.DefaultType) }
	def := k.G.DefaultType
	if s := f.stacks; s != nil {
		put(s.size, 1, 1, def)
		put(s.level, 0, f.height, def)
		for _, d := range s.data {
			put(d, 0, f.height, def)
		}
	} else {
		put(f.What, f.What.Elem.Size(), 1, def)
		put(f.count, 4, 1, def)
		for _, d := range f.data() {
			put(d, 0, 1, def)
		}
	}
	for t, l := range f.layers {
		if l != nil {
			put(l.what, l.what.Elem.Size(), 1, board.SiteType(t))
			put(l.count, 4, 1, board.SiteType(t))
			put(l.state, 0, 1, board.SiteType(t))
		}
	}
	rest(k.ownerless)
	if f.stacks == nil { // by the rules stacks are told apart by what stands in them alone
		rest(f.playable)
		if f.hidden != nil {
			rest(f.hidden.sets)
		}
	}
	if k.dice != nil {
		rest(k.dice.face)
	}
	rest(f.vars[Temp])
	rest(k.order)
	return list, spans
}

// situationVars are the numbers that tell situations of one position apart, beside the
// moves of the turn, passes, pending sites and scores.
var situationVars = [...]Var{Mover, Next, Prev, Active, Triggered, Stuck}

// watchedRoots are the fields that those who watch read after each move.
func (k *Lowerer) watchedRoots() []*ir.Field {
	f := &k.Fields
	list, _ := k.watchedFields()
	for _, v := range situationVars {
		list = append(list, f.vars[v])
	}
	list = append(list, f.vars[TurnMoves], f.vars[Passed], f.vars[Winners], f.Score, f.What)
	if k.pending != nil {
		list = append(list, k.pending)
	}
	if k.watch != nil && k.watch.sets > 0 {
		list = append(list, k.watch.touched)
	}
	if k.watch != nil && k.watch.account != nil && k.watch.counts != nil {
		list = append(list, f.At)
	}
	if !k.valued {
		return list
	}
	list = append(list, f.At)
	if f.stacks != nil {
		list = append(list, f.lists.places, f.lists.listed)
	}
	for _, l := range f.layers {
		if l != nil {
			list = append(list, l.at)
		}
	}
	return list
}

// mostPasses is the number of passes from which on situations count as equal.
const mostPasses = 16

// AppendPlaces appends the places of the pieces of a component: of stacks as they are
// listed, else in the order of their sites, those of other types than the default last.
func (p *Positions) AppendPlaces(mem []byte, comp int, dst []game.Place) []game.Place {
	f, g := &p.k.Fields, p.G
	if f.stacks != nil {
		for i := range getInt(mem, f.lists.listed, comp) {
			x := getInt(mem, f.lists.places, comp*f.lists.room+i)
			site := x / f.height
			dst = append(dst, game.Place{Type: g.TypeAt(g.DefaultType, site), Site: int32(site), Level: int32(x % f.height)})
		}
		return dst
	}
	each := func(at *ir.Field, place func(site int) game.Place) {
		for i := range p.Words {
			for w := binary.LittleEndian.Uint64(mem[at.Addr+8*(comp*p.Words+i):]); w != 0; w &= w - 1 {
				dst = append(dst, place(i<<6+bits.TrailingZeros64(w)))
			}
		}
	}
	each(f.At, func(site int) game.Place { return game.Place{Type: g.TypeAt(g.DefaultType, site), Site: int32(site)} })
	for t, l := range f.layers {
		if l != nil {
			each(l.at, func(site int) game.Place { return game.Place{Type: board.SiteType(t), Site: int32(site)} })
		}
	}
	return dst
}

// Unowned reports whether the piece on a site has lost its owner.
func (p *Positions) Unowned(mem []byte, site int) bool {
	x := p.k.ownerless
	return x != nil && mem[x.Addr+site/8]&(1<<(site%8)) != 0
}

// Team is the team of a player, the player himself where there are none.
func (p *Positions) Team(q int) int {
	if p.k.teamOf == nil || q >= len(p.k.teamOf) {
		return q
	}
	return p.k.TeamOf(q)
}

// Contents is where in memory it lies what stands on a site.
type Contents struct {
	what, count int   // addresses, 0 for none
	wide        bool  // a component has two bytes
	bytes       uint8 // of the number of pieces, 0 where what stands there are no pieces
}

// Contents finds a site, one of those that lie with the default type if it is main.
func (p *Positions) Contents(st board.SiteType, site int, main bool) Contents {
	f := &p.k.Fields
	at := func(field *ir.Field) int {
		if field == nil || field.Kind != ir.State {
			return 0
		}
		return field.Addr + field.Elem.Size()*site
	}
	wide := f.What.Elem != ir.U8
	switch l := f.layers[st]; {
	case main && f.stacks != nil:
		return Contents{at(f.What), at(f.stacks.size), wide, 1}
	case main && p.k.values != nil:
		return Contents{what: at(f.What), wide: wide}
	case main:
		return Contents{at(f.What), at(f.count), wide, 4}
	case l != nil && site < l.n:
		return Contents{at(l.what), at(l.count), wide, 4}
	}
	return Contents{}
}

// Holds is the component on the site, of a stack that on top, and the number of pieces.
func (x *Contents) Holds(mem []byte) (what, pieces int) {
	if x.what > 0 {
		what = int(mem[x.what])
		if x.wide {
			what |= int(mem[x.what+1]) << 8
		}
	}
	switch {
	case x.bytes == 0:
		return what, 0
	case x.count == 0:
		return what, int(boolean(what != 0))
	case x.bytes == 1:
		return what, int(mem[x.count])
	}
	return what, int(int32(binary.LittleEndian.Uint32(mem[x.count:])))
}
