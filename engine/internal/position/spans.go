package position

import (
	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/layout"
)

// Span says of a field by which positions are told apart what it is by.
type Span struct {
	Bytes  int            // for each site, where it tells what stands there
	Type   board.SiteType // of the sites
	Levels int            // elements for each site of the type, 0 where they are not by site
}

// WatchedFields are the fields by which positions of watched plays are told apart (part 3,
// §15): those of a span each.
func (k *Code) WatchedFields() (list []*ir.Field, spans []Span) {
	f := &k.Fields
	put := func(x *ir.Field, bytes, levels int, st board.SiteType) {
		if x != nil {
			list, spans = append(list, x), append(spans, Span{bytes, st, levels})
		}
	}
	rest := func(x *ir.Field) { put(x, 0, 0, k.G.DefaultType) }
	def := k.G.DefaultType
	if s := f.Stacks; s != nil {
		put(s.Size, 1, 1, def)
		put(s.Level, 0, f.Height, def)
		for _, d := range s.Data {
			put(d, 0, f.Height, def)
		}
	} else {
		put(f.What, f.What.Elem.Size(), 1, def)
		put(f.Count, 4, 1, def)
		for _, d := range f.Data() {
			put(d, 0, 1, def)
		}
	}
	for t, l := range f.Layers {
		if l != nil {
			put(l.What, l.What.Elem.Size(), 1, board.SiteType(t))
			put(l.Count, 4, 1, board.SiteType(t))
			put(l.State, 0, 1, board.SiteType(t))
		}
	}
	rest(k.Ownerless)
	if f.Stacks == nil { // by the rules stacks are told apart by what stands in them alone
		rest(f.Playable)
		if f.Hidden != nil {
			rest(f.Hidden.Sets)
		}
	}
	if k.Dice != nil {
		rest(k.Dice.Face)
	}
	rest(f.Vars[layout.Temp])
	rest(k.SeatOf)
	return list, spans
}

// situationVars are the numbers that tell situations of one position apart, beside the
// moves of the turn, passes, pending sites and scores.
var situationVars = [...]layout.Var{layout.Mover, layout.Next, layout.Prev, layout.Active, layout.Triggered,
	layout.Stuck}

// WatchedRoots are the fields that those who watch read after each move.
func (k *Code) WatchedRoots() []*ir.Field {
	f := &k.Fields
	list, _ := k.WatchedFields()
	for _, v := range situationVars {
		list = append(list, f.Vars[v])
	}
	list = append(list, f.Vars[layout.TurnMoves], f.Vars[layout.Passed], f.Vars[layout.Winners], f.Score, f.What)
	if k.PendingSites != nil {
		list = append(list, k.PendingSites)
	}
	if k.Watch != nil && k.Watch.Sets > 0 {
		list = append(list, k.Watch.Touched)
	}
	if k.Watch != nil && k.Watch.Accounting != nil && k.Watch.Counts != nil {
		list = append(list, f.At)
	}
	if !k.Valued {
		return list
	}
	list = append(list, f.At)
	if f.Stacks != nil {
		list = append(list, f.Lists.Places, f.Lists.Listed)
	}
	for _, l := range f.Layers {
		if l != nil {
			list = append(list, l.At)
		}
	}
	return list
}
