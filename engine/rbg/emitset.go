package rbg

import (
	"fmt"
	"math"

	"github.com/astragal/astragal/engine/internal/ir"
)

// table is a table of values by name, made once.
func (e *emitter) table(name string, elem ir.Elem, size int, value func(i int) int64) *ir.Field {
	if f := e.tables[name]; f != nil {
		return f
	}
	if e.bytes += size * elem.Size(); e.bytes > maxTableBytes {
		refuse("the tables are too large")
	}
	values := make([]int64, size)
	for i := range values {
		values[i] = value(i)
	}
	f := e.p.TableOf(name, elem, values)
	e.tables[name] = f
	return f
}

// pieces is the number of pieces of a set and the least of them.
func (s pieceSet) pieces() (count, least int) {
	for p := maxPieces - 1; p >= 0; p-- {
		if s.has(uint8(p)) {
			count, least = count+1, p
		}
	}
	return count, least
}

func (s pieceSet) minus(t pieceSet) pieceSet {
	for k := range s {
		s[k] &^= t[k]
	}
	return s
}

// having is word k of the set of the vertices with a piece of mask. Every vertex of the board
// has one piece.
func (e *emitter) having(mask pieceSet, k *ir.Expr) *ir.Expr {
	mask = mask.and(e.all)
	rest := e.all.minus(mask)
	count, _ := mask.pieces()
	out, _ := rest.pieces()
	union := func(s pieceSet) *ir.Expr {
		x := ir.Long(0)
		for p := range e.g.Pieces {
			if s.has(uint8(p)) {
				x = ir.Calc(ir.Or, x, ir.At(e.sets, ir.Calc(ir.Add, ir.Num(p*e.words), k)))
			}
		}
		return x
	}
	if out+1 >= count {
		return union(mask)
	}
	every := e.table("everywhere", ir.Word, e.words, func(i int) int64 {
		return int64(^uint64(0) >> max(0, 64*(i+1)-e.n))
	})
	return ir.Calc(ir.And, ir.At(every, k), ir.Calc(ir.Xor, union(rest), ir.Long(math.MaxUint64)))
}

// maxUnion is the number of sets up to which a test of a piece looks at these, not at the board.
const maxUnion = 2

// inSets reports whether the test of a mask looks at sets.
func (e *emitter) inSets(mask pieceSet) bool {
	count, _ := mask.and(e.all).pieces()
	out, _ := e.all.minus(mask).pieces()
	return e.words == 1 && (count <= maxUnion || out < maxUnion)
}

// on reports whether the piece at v, one of here, is one of mask.
func (e *emitter) on(mask pieceSet, v *ir.Expr, here pieceSet) *ir.Expr {
	mask = mask.and(here)
	if mask == here {
		return ir.Num(1)
	}
	count, least := mask.pieces()
	if count == 0 {
		return ir.Num(0)
	}
	if e.inSets(mask) {
		x := ir.Calc(ir.Shr, e.having(mask, ir.Num(0)), ir.Calc(ir.Wide, v))
		return ir.Calc(ir.Narrow, ir.Calc(ir.And, x, ir.Long(1)))
	}
	piece := ir.At(e.board, v)
	if count == 1 {
		return ir.Calc(ir.Eq, piece, ir.Num(least))
	}
	if len(e.g.Pieces) <= 31 {
		return ir.Calc(ir.And, ir.Calc(ir.Shr, ir.Num(int(mask[0])), piece), ir.Num(1))
	}
	is := e.table(fmt.Sprint("pieces", mask), ir.U8, len(e.g.Pieces), func(p int) int64 {
		if mask.has(uint8(p)) {
			return 1
		}
		return 0
	})
	return ir.At(is, piece)
}

// target is the only target of v and whether there is one with a piece of mask. The test
// must be evaluated before the target.
func (e *emitter) target(rel *relation, mask pieceSet, v *ir.Expr) (t, is *ir.Expr) {
	raw, to := ir.Within("raw", -1, e.n-1), e.site("to")
	f := e.table(fmt.Sprint("one", rel.id), ir.I16, e.n, func(i int) int64 { return int64(rel.one[i]) })
	pre := []*ir.Stmt{ir.Put(raw, ir.At(f, v)), ir.Put(to, ir.Read(raw))}
	there := ir.Calc(ir.Le, ir.Num(0), ir.Read(raw))
	mask = mask.and(e.all)
	if mask == e.all {
		return ir.Read(to), ir.After(pre, there)
	}
	on := e.on(mask, ir.Read(to), e.all)
	if e.inSets(mask) && e.n < 64 {
		return ir.Read(to), ir.After(pre, on) // bit 63, where -1 looks, is never set
	}
	return ir.Read(to), ir.After(pre, ir.All(there, on))
}

// row is word k of the set of targets of v.
func (e *emitter) row(rel *relation, v, k *ir.Expr) *ir.Expr {
	if rel.uniform {
		f := e.table(fmt.Sprint("row", rel.id), ir.Word, e.words, func(i int) int64 { return int64(rel.bits[0][i]) })
		return ir.At(f, k)
	}
	f := e.table(fmt.Sprint("rows", rel.id), ir.Word, e.n*e.words, func(i int) int64 {
		return int64(rel.bits[i/e.words][i%e.words])
	})
	return ir.At(f, ir.Calc(ir.Add, ir.Calc(ir.Mul, v, ir.Num(e.words)), k))
}

// members runs a body for every vertex of word k of a set, which it empties.
func (e *emitter) members(set *ir.Local, k *ir.Expr, body func(t *ir.Expr) []*ir.Stmt) []*ir.Stmt {
	t, loop := e.site("t"), &ir.Label{Name: "members"}
	low := ir.Calc(ir.Lowest, ir.Read(set))
	if !k.Is(0) {
		low = ir.Calc(ir.Add, low, ir.Calc(ir.Shl, k, ir.Num(6)))
	}
	round := append([]*ir.Stmt{
		ir.When(ir.Calc(ir.Not, ir.Read(set)), ir.Leave(loop)),
		ir.Put(t, low),
		ir.Put(set, ir.Calc(ir.And, ir.Read(set), ir.Calc(ir.Sub, ir.Read(set), ir.Long(1)))),
	}, body(ir.Read(t))...)
	return []*ir.Stmt{{Op: ir.Loop, Label: loop, Body: round, Rounds: 64}}
}

// eachWord runs a body for every word of a set.
func (e *emitter) eachWord(body func(k *ir.Expr) []*ir.Stmt) []*ir.Stmt {
	if e.words == 1 {
		return body(ir.Num(0))
	}
	k, loop := ir.Within("k", 0, e.words), &ir.Label{Name: "words"}
	round := append(body(ir.Read(k)), ir.Increment(k),
		ir.When(ir.Calc(ir.Eq, ir.Read(k), ir.Num(e.words)), ir.Leave(loop)))
	return []*ir.Stmt{ir.Put(k, ir.Num(0)), {Op: ir.Loop, Label: loop, Body: round, Rounds: e.words}}
}

// fan runs a body for every target of v with a piece of mask, in ascending order.
func (e *emitter) fan(rel *relation, mask pieceSet, v *ir.Expr, body func(t *ir.Expr) []*ir.Stmt) []*ir.Stmt {
	if rel.one != nil {
		t, is := e.target(rel, mask, v)
		return []*ir.Stmt{ir.When(is, body(t)...)}
	}
	mask = mask.and(e.all)
	most := 0
	for _, list := range rel.lists {
		most = max(most, len(list))
	}
	if e.words > 1 && most <= 4*e.words {
		return e.fanList(rel, mask, v, body)
	}
	return e.eachWord(func(k *ir.Expr) []*ir.Stmt {
		set := ir.NewLocal("set", ir.I64)
		x := e.row(rel, v, k)
		if mask != e.all {
			x = ir.Calc(ir.And, x, e.having(mask, k))
		}
		return append([]*ir.Stmt{ir.Put(set, x)}, e.members(set, k, body)...)
	})
}

// fanList is fan for few targets, which are listed.
func (e *emitter) fanList(rel *relation, mask pieceSet, v *ir.Expr, body func(t *ir.Expr) []*ir.Stmt) []*ir.Stmt {
	var from, list []int64
	most := 0
	for u := range int32(e.n) {
		from = append(from, int64(len(list)))
		rel.targets(u, func(t int32) { list = append(list, int64(t)) })
		most = max(most, len(list)-int(from[u]))
	}
	from = append(from, int64(len(list)))
	at := func(i int) int64 { return list[i] }
	start := e.table(fmt.Sprint("from", rel.id), ir.Int, e.n+1, func(i int) int64 { return from[i] })
	targets := e.table(fmt.Sprint("list", rel.id), ir.I16, len(list), at)
	i, end, t := ir.Within("i", 0, len(list)), ir.Within("end", 0, len(list)), e.site("t")
	loop := &ir.Label{Name: "targets"}
	round := []*ir.Stmt{
		ir.When(ir.Calc(ir.Le, ir.Read(end), ir.Read(i)), ir.Leave(loop)),
		ir.Put(t, ir.At(targets, ir.Read(i))), ir.Increment(i),
		ir.When(e.on(mask, ir.Read(t), e.all), body(ir.Read(t))...),
	}
	return []*ir.Stmt{
		ir.Put(i, ir.At(start, v)), ir.Put(end, ir.At(start, ir.Calc(ir.Add, v, ir.Num(1)))),
		{Op: ir.Loop, Label: loop, Body: round, Rounds: most + 1},
	}
}

// put puts a piece where one of here is; undo takes it back.
func (e *emitter) put(v *ir.Expr, piece uint8, here pieceSet) (does, undo []*ir.Stmt) {
	count, least := here.pieces()
	if count == 1 && least == int(piece) {
		return nil, nil
	}
	old := ir.Num(least)
	if count > 1 {
		l := ir.Within("old", 0, len(e.g.Pieces)-1)
		does = []*ir.Stmt{ir.Put(l, ir.At(e.board, v))}
		old = ir.Read(l)
	}
	swap := func(out, in *ir.Expr) []*ir.Stmt {
		return append(e.flip(v, out, in), ir.Write(e.board, v, in))
	}
	now := ir.Num(int(piece))
	return append(does, swap(old, now)...), swap(now, old)
}

// flip moves v from the set of one piece to that of another.
func (e *emitter) flip(v, out, in *ir.Expr) []*ir.Stmt {
	bit := ir.NewLocal("bit", ir.I64)
	low := v
	if e.words > 1 {
		low = ir.Calc(ir.And, v, ir.Num(63))
	}
	at := func(p *ir.Expr) *ir.Expr {
		i := ir.Calc(ir.Mul, p, ir.Num(e.words))
		if e.words > 1 {
			i = ir.Calc(ir.Add, i, ir.Calc(ir.Shr, v, ir.Num(6)))
		}
		return i
	}
	list := []*ir.Stmt{ir.Put(bit, ir.Calc(ir.Shl, ir.Long(1), ir.Calc(ir.Wide, low)))}
	i, j := at(out), at(in)
	return append(list,
		ir.Write(e.sets, i, ir.Calc(ir.And, ir.At(e.sets, i), ir.Calc(ir.Xor, ir.Read(bit), ir.Long(math.MaxUint64)))),
		ir.Write(e.sets, j, ir.Calc(ir.Or, ir.At(e.sets, j), ir.Read(bit))))
}

// maxUnrolled is the number of lines through a vertex up to which each is written out.
const maxUnrolled = 16

// online tests the lines of n at v.
func (e *emitter) online(n *node, v *ir.Expr) (pre []*ir.Stmt, cond *ir.Expr) {
	var mask pieceSet
	for _, p := range n.pieces {
		mask.add(int(p))
	}
	most, none := 0, false
	for _, l := range n.lines {
		most, none = max(most, len(l)), none || len(l) == 0
	}
	name := e.names[&n.lines[0]]
	if name == "" {
		name = fmt.Sprint("lines", len(e.names))
		e.names[&n.lines[0]] = name
	}
	free := ir.NewLocal("free", ir.I64) // vertices without such a piece
	pre = []*ir.Stmt{ir.Put(free, ir.Calc(ir.Xor, e.having(mask, ir.Num(0)), ir.Long(math.MaxUint64)))}
	if most <= maxUnrolled && (!none || e.n < 64) {
		all := e.table(name, ir.Word, e.n*most, func(i int) int64 {
			switch l := n.lines[i/most]; {
			case len(l) == 0:
				return math.MinInt64 // a vertex that is not there
			default:
				return int64(l[min(i%most, len(l)-1)])
			}
		})
		row := ir.Within("row", 0, e.n*most)
		pre = append(pre, ir.Put(row, ir.Calc(ir.Mul, v, ir.Num(most))))
		cond = ir.Num(0)
		for k := most - 1; k >= 0; k-- { // the bounds of the last access are those of all
			line := ir.At(all, ir.Calc(ir.Add, ir.Read(row), ir.Num(k)))
			cond = ir.Calc(ir.Or, cond, ir.Calc(ir.Not, ir.Calc(ir.And, line, ir.Read(free))))
		}
		return pre, cond
	}
	var from, list []int64
	for _, lines := range n.lines {
		from = append(from, int64(len(list)))
		for _, l := range lines {
			list = append(list, int64(l))
		}
	}
	from = append(from, int64(len(list)))
	start := e.table(name+".from", ir.Int, e.n+1, func(i int) int64 { return from[i] })
	all := e.table(name, ir.Word, max(1, len(list)), func(i int) int64 {
		if i < len(list) {
			return list[i]
		}
		return 0
	})
	i, end, found := ir.Within("i", 0, len(list)), ir.Within("end", 0, len(list)), ir.Within("found", 0, 1)
	loop := &ir.Label{Name: "lines"}
	pre = append(pre, ir.Put(found, ir.Num(0)),
		ir.Put(i, ir.At(start, v)), ir.Put(end, ir.At(start, ir.Calc(ir.Add, v, ir.Num(1)))),
		&ir.Stmt{Op: ir.Loop, Label: loop, Rounds: most + 1, Body: []*ir.Stmt{
			ir.When(ir.Calc(ir.Le, ir.Read(end), ir.Read(i)), ir.Leave(loop)),
			ir.When(ir.Calc(ir.Not, ir.Calc(ir.And, ir.At(all, ir.Read(i)), ir.Read(free))),
				ir.Put(found, ir.Num(1)), ir.Leave(loop)),
			ir.Increment(i),
		}})
	return pre, ir.Read(found)
}

// eval is the value of an expression and its bounds.
func (e *emitter) eval(a *arith) (x *ir.Expr, lo, hi int64) {
	const far = 1 << 62 // sums of two such numbers still have room
	switch a.kind {
	case aConst:
		return ir.Long(uint64(a.num)), a.num, a.num
	case aVar:
		return ir.At(e.vars, ir.Num(int(a.num))), 0, e.g.bounds[a.num]
	case aCount:
		sum := ir.Num(0)
		for k := range e.words {
			sum = ir.Calc(ir.Add, sum, ir.Calc(ir.Ones, ir.At(e.sets, ir.Num(int(a.num)*e.words+k))))
		}
		return ir.Calc(ir.Wide, sum), 0, int64(e.n)
	}
	l, a0, a1 := e.eval(a.l)
	r, b0, b1 := e.eval(a.r)
	op := ir.Add
	switch a.kind {
	case aAdd:
		lo, hi = a0+b0, a1+b1
	case aSub:
		op, lo, hi = ir.Sub, a0-b1, a1-b0
	case aMul:
		op = ir.Mul
		if max(math.Abs(float64(a0)), math.Abs(float64(a1)))*max(math.Abs(float64(b0)), math.Abs(float64(b1))) > far {
			refuse("numbers may grow too large")
		}
		lo, hi = min(a0*b0, a0*b1, a1*b0, a1*b1), max(a0*b0, a0*b1, a1*b0, a1*b1)
	default:
		op = ir.Div
		if b0 <= 0 {
			refuse("a divisor may be zero")
		}
		lo, hi = min(a0, a0/b0, a0/b1), max(a1, a1/b0, a1/b1)
	}
	if lo < -far || hi > far {
		refuse("numbers may grow too large")
	}
	return ir.Calc(op, l, r), lo, hi
}

// compare is the truth of an opCmp.
func (e *emitter) compare(n *node) *ir.Expr {
	l, _, _ := e.eval(n.left)
	r, _, _ := e.eval(n.right)
	switch n.compare {
	case cmpLess:
		return ir.Calc(ir.Lt, l, r)
	case cmpLessEqual:
		return ir.Calc(ir.Le, l, r)
	case cmpGreater:
		return ir.Calc(ir.Lt, r, l)
	case cmpGreaterEqual:
		return ir.Calc(ir.Le, r, l)
	case cmpEqual:
		return ir.Calc(ir.Eq, l, r)
	}
	return ir.Calc(ir.Ne, l, r)
}
