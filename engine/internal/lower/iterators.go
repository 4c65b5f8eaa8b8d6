package lower

import (
	"slices"

	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/position"
)

// A move is found in one function and made in another one, where the iterators of the
// language no longer have their values. Those that are sites of the candidate, or do not
// depend on where it was found, are known there; one more is carried as its data.

// The stand-ins of iterators in the environment of a move: the sites of its candidate,
// and what may be carried, by the place in Env.iterators; those of what the move begins
// with, where they have other values, after them.
var (
	fromHere, toHere = &ir.Expr{}, &ir.Expr{}
	heldHere         [2 * numIterators]*ir.Expr
)

func init() {
	for i := range heldHere {
		heldHere[i] = &ir.Expr{}
	}
}

const numIterators = 7

// iterators are those that a move may look at besides its own sites.
func (env *Env) iterators() [numIterators]**ir.Expr {
	return [...]**ir.Expr{&env.Value, &env.Player, &env.Site, &env.Between, &env.Pips, &env.Level, &env.Member}
}

// Puzzle are the expressions of the iterators.
func (env *Env) values() []*ir.Expr {
	var list []*ir.Expr
	for _, x := range env.iterators() {
		list = append(list, *x)
	}
	return list
}

// held is what a candidate may carry: the values of the iterators where it is found, and
// of those where what it begins with stands.
type held struct {
	values [2 * numIterators]*ir.Expr
	own    bool      // it carries data of its own
	used   []int     // the iterators that its move needs, in order
	parts  []ownData // where the move takes its own data
}

// ownData is a statement that takes the data of its own from what a candidate carries.
type ownData struct {
	put  *ir.Stmt
	data *ir.Expr
}

// sameLocal reports whether two expressions are one variable.
func sameLocal(v, w *ir.Expr) bool {
	return v != nil && w != nil && v.Op == ir.Get && w.Op == ir.Get && v.Local == w.Local
}

// hold makes the environment that of the move of a candidate.
func (k *Lowerer) hold(c *Candidate) *held {
	h := &held{own: c.Data != nil}
	for i, x := range k.Env.iterators() {
		*x = h.standIn(*x, c, i, i)
	}
	return h
}

// standIn is what an iterator is in the move of a candidate: its value where that is
// known there, a stand-in, or nil. One that is carried takes one of two places.
func (h *held) standIn(v *ir.Expr, c *Candidate, place, other int) *ir.Expr {
	switch {
	case v == nil:
		return nil
	case sameLocal(v, c.From):
		return fromHere
	case sameLocal(v, c.To):
		return toHere
	case !v.HasLocal():
		return v
	case place < 0:
		return nil
	}
	for _, i := range []int{place, other} {
		if h.values[i] == nil || sameLocal(h.values[i], v) {
			h.values[i] = v
			return heldHere[i]
		}
	}
	return nil
}

// prefixed are what the move of a candidate begins with, each in the environment of the
// place where it stands.
func (h *held) prefixed(list []prefix, c *Candidate) (out []prefix) {
	for _, p := range list {
		p.env.noSites = p.env.noSites || p.env.Sites != nil
		p.env.Sites = nil
		p.env.From, p.env.To = h.standIn(p.env.From, c, -1, -1), h.standIn(p.env.To, c, -1, -1)
		for i, x := range p.env.iterators() {
			*x = h.standIn(*x, c, i, numIterators+i)
		}
		out = append(out, p)
	}
	return out
}

// taking is what a move does, with its own data apart from the iterators that are carried
// beside them.
func (h *held) taking(k *Lowerer, act func(from, to, data *ir.Expr)) func(from, to, data *ir.Expr) {
	if !h.own || h.values == [2 * numIterators]*ir.Expr{} {
		return act
	}
	return func(from, to, data *ir.Expr) {
		own := ir.NewLocal("own", ir.I32)
		put := ir.Put(own, data)
		h.parts = append(h.parts, ownData{put, data})
		k.Add(put)
		act(from, to, ir.Read(own))
	}
}

// use notes what the move of a rule needs.
func (h *held) use(k *Lowerer, r *rule) {
	if len(r.holds) == 0 {
		return
	}
	if h.used != nil && !slices.Equal(h.used, r.holds) {
		k.No(nil, "a move that needs other iterators when it is tried")
	}
	h.used = r.holds
}

// heldBits is the room for what is carried.
const heldBits = 20

// share is the number of bits of each of the numbers that are carried together.
func share(numbers int) int { return heldBits / numbers }

// Data is the data of the candidate: its own, and the iterators that its move needs.
func (h *held) data(k *Lowerer, own *ir.Expr) *ir.Expr {
	n := len(h.used)
	if n == 0 {
		return orZero(own)
	}
	if n == 1 && !h.own {
		// Half of the room is for negative numbers.
		const half = 1 << (heldBits - 1)
		v := h.values[h.used[0]]
		if lo, hi := v.Range(); lo < -half || hi >= half {
			v = k.Fitting(v, -half, half-1)
		}
		return k.Temp("held", ir.Calc(ir.Add, v, ir.Num(half)))
	}
	var numbers []*ir.Expr
	if h.own {
		n++
	}
	most := 1<<share(n) - 1
	if h.own {
		numbers = append(numbers, k.Fitting(own, 0, most))
		for _, x := range h.parts {
			x.put.Args[0] = ir.Calc(ir.And, x.data, ir.Num(most))
		}
	}
	for _, i := range h.used {
		numbers = append(numbers, position.Plus(k.Fitting(h.values[i], -1, most-1), 1))
	}
	packed := ir.Num(0)
	for i, v := range numbers {
		packed = ir.Calc(ir.Or, packed, ir.Calc(ir.Shl, ir.Calc(ir.And, v, ir.Num(most)), ir.Num(i*share(n))))
	}
	return k.Temp("held", packed)
}

// unpack puts the sites of a candidate in the places of their stand-ins, and variables
// in those of what may be carried.
func (env *Env) unpack(from, to *ir.Expr, held *[2 * numIterators]*ir.Local) {
	all := env.iterators()
	for _, x := range append(all[:], &env.From, &env.To) {
		switch *x {
		case nil:
		case fromHere:
			*x = from
		case toHere:
			*x = to
		default:
			if i := slices.Index(heldHere[:], *x); i >= 0 {
				if held[i] == nil {
					held[i] = ir.NewLocal("held", ir.I32)
				}
				*x = ir.Read(held[i])
			}
		}
	}
}

// unhold fills the variables that a move reads, and returns which they were, as rule.holds;
// own is whether the move has data of its own.
func (k *Lowerer) unhold(held [2 * numIterators]*ir.Local, own bool, move []*ir.Stmt, data *ir.Expr) (which []int) {
	read := map[*ir.Local]bool{}
	ir.Walk(move, nil, func(x *ir.Expr) { read[x.Local] = true })
	for i, l := range held {
		if l != nil && read[l] {
			which = append(which, i)
		}
	}
	if len(which) == 1 && !own {
		k.Add(ir.Put(held[which[0]], ir.Calc(ir.Sub, data, ir.Num(1<<(heldBits-1)))))
		return which
	}
	n, first := len(which), 0
	if own {
		n, first = n+1, 1
	}
	for i, x := range which {
		v := ir.Calc(ir.And, ir.Calc(ir.Shr, data, ir.Num((first+i)*share(n))), ir.Num(1<<share(n)-1))
		k.Add(ir.Put(held[x], position.Plus(v, -1)))
	}
	return which
}

// maxRounds bounds the rounds of a loop over an interval that is not metered.
const maxRounds = 1 << 10

// EachBetween adds what f adds for each number from lo to hi.
func (k *Lowerer) EachBetween(lo, hi *ir.Expr, f func(v *ir.Expr)) {
	least, _ := lo.Range()
	_, most := hi.Range()
	hi = k.Temp("hi", hi)
	v := ir.NewLocal("value", ir.I32)
	if most < 1<<31-1 {
		v.Lo, v.Hi = int(least), int(most)+1
	}
	rounds := 0
	if n := most - least + 2; n <= maxRounds {
		rounds = max(int(n), 1)
	}
	k.Add(ir.Put(v, lo))
	k.Loop("interval", rounds, func(loop *ir.Label) {
		k.Add(ir.When(ir.Calc(ir.Lt, hi, ir.Read(v)), ir.Leave(loop)))
		f(ir.Read(v))
		k.Add(ir.Increment(v))
	})
}
