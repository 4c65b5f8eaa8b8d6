package lower

import (
	"math/bits"
	"slices"

	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/write"
)

// Which regions the group of a site touches is asked after every move of games of connection, whose groups grow by a
// piece a move. So they are kept from one question to the next: a forest with a tree for each group, in which the root
// knows the regions. It stands for the set of sites that it was made of, and is only used for sets that have all of
// these: the sites that are new are joined one by one. So whatever a play or a search does between two
// questions, the answer is that of a flood; and what is kept is working space, not part of the position.
//
// A set that lacks a site may be that of a new play, after which sets grow again, of a move that is only tried, or of
// a game whose pieces move. The forest is made anew once sets have grown twice in a row; until then a group is flooded.
// On boards of one word a flood takes no more than that.

// maxTouched bounds the regions of which the root of a group knows.
const maxTouched = 31

// forest is what is kept of the groups of one player.
type forest struct {
	near    *write.Rows
	member  *ir.Expr
	regions [][]uint64
	fn      *ir.Func
}

// Touched is the regions, bit by bit, in which the group has sites that a site of a set belongs to. It is for sets that
// grow during a play as a rule; regions are at most 31 constant sets.
func (k *Lowerer) Touched(near *write.Rows, site, member *ir.Expr, regions [][]uint64) *ir.Expr {
	return ir.Invoke(k.forest(near, member, regions), site)
}

// Joinable reports whether Touched can tell what a group touches.
func (k *Lowerer) Joinable(near *write.Rows, regions []*ir.Expr) (sets [][]uint64, ok bool) {
	for _, r := range regions {
		if r.Op != ir.SetConst {
			return nil, false
		}
		sets = append(sets, r.Words)
	}
	return sets, len(sets) <= maxTouched && near.Mutual() && k.P.Words > 1
}

func (k *Lowerer) forest(near *write.Rows, member *ir.Expr, regions [][]uint64) *ir.Func {
	for _, j := range k.forests {
		if j.near.Contents() == near.Contents() && sameSet(j.member, member) &&
			slices.EqualFunc(j.regions, regions, slices.Equal[[]uint64]) {
			return j.fn
		}
	}
	start := ir.Within("start", 0, k.Fields.Board-1)
	fn := k.Func("touched", ir.I32, func() { k.grow(near, start, member, regions) }, start)
	k.forests = append(k.forests, &forest{near, member, regions, fn})
	return fn
}

// sameSet reports whether two unions of sets of the position are the same.
func sameSet(a, b *ir.Expr) bool {
	if a.Op != b.Op || a.Field != b.Field || len(a.Args) != len(b.Args) || a.K != b.K || a.Local != b.Local ||
		!slices.Equal(a.Words, b.Words) || !a.Pure() || !b.Pure() {
		return false
	}
	return slices.EqualFunc(a.Args, b.Args, sameSet)
}

// grow is the body of Touched.
func (k *Lowerer) grow(near *write.Rows, start *ir.Local, member *ir.Expr, regions [][]uint64) {
	touches := make([]int64, k.Fields.Board)
	for i, set := range regions {
		for s := range touches {
			if set[s>>6]>>(s&63)&1 != 0 {
				touches[s] |= 1 << i
			}
		}
	}
	at := k.Table("touches", ir.Int, touches)
	known, last, now := k.TempSet(), k.TempSet(), k.TempSet()
	// How often the set that is asked about has grown one time after the other since it lacked a site of known.
	grown := k.P.Field("grown", ir.Scratch, ir.Int, 1)
	parent := k.P.Field("parent", ir.Scratch, ir.I16, k.Fields.Board)
	height := k.P.Field("height", ir.Scratch, ir.U8, k.Fields.Board)
	touched := k.P.Field("touched", ir.Scratch, ir.Int, k.Fields.Board)
	set := func(f *ir.Field) *ir.Expr { return ir.SetAt(f, ir.Num(0)) }
	site := func(name string) *ir.Local { return ir.Within(name, 0, k.Fields.Board-1) }
	find := func(v *ir.Expr) *ir.Local {
		root, up := site("root"), site("up")
		k.Add(ir.Put(root, v))
		// A tree as high as h has at least 2ʰ sites.
		k.Loop("find", bits.Len(uint(k.Fields.Board))+1, func(loop *ir.Label) {
			k.Add(ir.Put(up, ir.At(parent, ir.Read(root))), ir.When(ir.Calc(ir.Eq, ir.Read(up), ir.Read(root)), ir.Leave(loop)),
				ir.Put(root, ir.Read(up)))
		})
		return root
	}
	k.Store(now, member)
	k.If(ir.Calc(ir.SetAny, ir.Calc(ir.SetMinus, set(known), set(now))), func() {
		grew := ir.Calc(ir.Not, ir.Calc(ir.SetAny, ir.Calc(ir.SetMinus, set(last), set(now))))
		k.Add(ir.Write(grown, ir.Num(0), ir.Cond(grew, ir.Calc(ir.Add, ir.At(grown, ir.Num(0)), ir.Num(1)), ir.Num(0))))
		k.Store(last, set(now))
		k.If(ir.Calc(ir.Lt, ir.At(grown, ir.Num(0)), ir.Num(2)), func() {
			group, _ := k.Flood(near, ir.Read(start), set(now))
			met := ir.Num(0)
			for i, r := range regions {
				touches := ir.Calc(ir.SetAny, ir.Calc(ir.SetAnd, group, ir.SetOf(r)))
				met = ir.Calc(ir.Or, met, ir.Calc(ir.Shl, touches, ir.Num(i)))
			}
			k.Add(ir.Give(met))
		})
		k.Store(known, k.None())
		k.Add(ir.Write(grown, ir.Num(0), ir.Num(0)))
	})
	k.Each(ir.Calc(ir.SetMinus, set(now), set(known)), func(s *ir.Expr) {
		root := site("top")
		k.Add(ir.Put(root, s), ir.Write(parent, s, s), ir.Write(height, s, ir.Num(0)), ir.Write(touched, s, ir.At(at, s)))
		k.Each(ir.Calc(ir.SetAnd, k.RowSet(near, s), set(known)), func(v *ir.Expr) {
			other := find(v)
			k.If(ir.Calc(ir.Ne, ir.Read(other), ir.Read(root)), func() {
				low, high := site("low"), site("high")
				k.Choose(ir.Calc(ir.Le, ir.At(height, ir.Read(root)), ir.At(height, ir.Read(other))), func() {
					k.Add(ir.Put(low, ir.Read(root)), ir.Put(high, ir.Read(other)))
				}, func() { k.Add(ir.Put(low, ir.Read(other)), ir.Put(high, ir.Read(root))) })
				k.If(ir.Calc(ir.Eq, ir.At(height, ir.Read(low)), ir.At(height, ir.Read(high))), func() {
					k.Add(ir.Write(height, ir.Read(high), ir.Calc(ir.Add, ir.At(height, ir.Read(high)), ir.Num(1))))
				})
				k.Add(ir.Write(parent, ir.Read(low), ir.Read(high)), ir.Put(root, ir.Read(high)),
					ir.Write(touched, ir.Read(high),
						ir.Calc(ir.Or, ir.At(touched, ir.Read(high)), ir.At(touched, ir.Read(low)))))
			})
		})
		k.Include(known, s)
	})
	k.Add(ir.Give(ir.At(touched, ir.Read(find(ir.Read(start))))))
}
