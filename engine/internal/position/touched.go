package position

import (
	"slices"

	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/write"
)

// maxTouched bounds the regions of which it is known whether they are touched.
const maxTouched = 31

// touching is what tells which regions the groups of one player touch.
type touching struct {
	near    *write.Rows
	member  *ir.Expr
	regions [][]uint64
	fn      *ir.Func
}

// Touched is the regions, bit by bit, in which the group has sites that a site of a set belongs to. It is for sets that
// grow during a play as a rule; regions are at most 31 constant sets.
func (k *Code) Touched(near *write.Rows, site, member *ir.Expr, regions [][]uint64) *ir.Expr {
	return ir.Invoke(k.touched(near, member, regions), site)
}

// Joinable reports whether Touched can tell what a group touches.
func (k *Code) Joinable(near *write.Rows, regions []*ir.Expr) (sets [][]uint64, ok bool) {
	for _, r := range regions {
		if r.Op != ir.SetConst {
			return nil, false
		}
		sets = append(sets, r.Bits())
	}
	return sets, len(sets) <= maxTouched && near.Mutual() && k.P.Words > 1
}

func (k *Code) touched(near *write.Rows, member *ir.Expr, regions [][]uint64) *ir.Func {
	for _, j := range k.touching {
		if j.near.Contents() == near.Contents() && sameSet(j.member, member) &&
			slices.EqualFunc(j.regions, regions, slices.Equal[[]uint64]) {
			return j.fn
		}
	}
	start := ir.Within("start", 0, k.Fields.Board-1)
	fn := k.Func("touched", ir.I32, func() { k.grow(near, start, member, regions) }, start)
	k.touching = append(k.touching, &touching{near, member, regions, fn})
	return fn
}

// sameSet reports whether two unions of sets of the position are the same.
func sameSet(a, b *ir.Expr) bool {
	if a.Op != b.Op || a.Field != b.Field || len(a.Args) != len(b.Args) || a.K != b.K || a.Local != b.Local ||
		!slices.Equal(a.Bits(), b.Bits()) || !a.Pure() || !b.Pure() {
		return false
	}
	return slices.EqualFunc(a.Args, b.Args, sameSet)
}

// mostWritten is the number of regions up to which what is done for each is written out.
const mostWritten = 4

// grow is the body of Touched.
func (k *Code) grow(near *write.Rows, start *ir.Local, member *ir.Expr, regions [][]uint64) {
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
	reached := k.P.Sets("reached", ir.Scratch, len(regions)) // what of known is connected with each region
	// How often the set that is asked about has grown one time after the other since it lacked a site of known.
	grown := k.P.Field("grown", ir.Scratch, ir.Int, 1)
	set := func(f *ir.Field) *ir.Expr { return ir.SetAt(f, ir.Num(0)) }
	each := func(f func(i *ir.Expr)) {
		if len(regions) > mostWritten {
			k.Rounds(ir.Num(0), ir.Num(len(regions)), len(regions), f)
			return
		}
		for i := range regions {
			f(ir.Num(i))
		}
	}
	met := func(of func(i *ir.Expr) *ir.Expr, first *ir.Expr) *ir.Expr {
		all := ir.NewLocal("met", ir.I32)
		k.Add(ir.Put(all, first))
		each(func(i *ir.Expr) { k.Add(ir.Put(all, ir.Calc(ir.Or, ir.Read(all), ir.Calc(ir.Shl, of(i), i)))) })
		return ir.Read(all)
	}
	join := k.joining(near, known, reached, len(regions))
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
		each(func(i *ir.Expr) { k.Add(&ir.Stmt{Op: ir.SetStore, Field: reached, Args: []*ir.Expr{i, k.None()}}) })
		k.Add(ir.Write(grown, ir.Num(0), ir.Num(0)))
	})
	added := ir.NewLocal("added", ir.Set)
	k.Add(ir.Put(added, ir.Calc(ir.SetMinus, set(now), set(known))))
	k.Store(known, set(now))
	k.Each(ir.Read(added), func(s *ir.Expr) {
		hit := met(func(i *ir.Expr) *ir.Expr {
			return ir.Calc(ir.SetAny, ir.Calc(ir.SetAnd, k.RowSet(near, s), ir.SetAt(reached, i)))
		}, ir.At(at, s))
		k.If(hit, func() {
			each(func(i *ir.Expr) {
				k.If(ir.Calc(ir.And, ir.Calc(ir.Shr, hit, i), ir.Num(1)), func() { k.Call(join, s, i) })
			})
		})
	})
	k.Add(
		ir.Give(
			met(func(i *ir.Expr) *ir.Expr { return ir.Calc(ir.SetHas, ir.SetAt(reached, i), ir.Read(start)) }, ir.Num(0)),
		),
	)
}

// joining is the function that connects a site, and all that it is connected with, with a region. Each site is
// connected with each region once in a play.
func (k *Code) joining(near *write.Rows, known, reached *ir.Field, regions int) *ir.Func {
	site, region := ir.Within("site", 0, k.Fields.Board-1), ir.Within("region", 0, regions-1)
	return k.Func("join", ir.None, func() {
		last, all := k.NewSet(), ir.NewLocal("all", ir.Set)
		k.Include(last, ir.Read(site))
		next, of := ir.SetAt(last, ir.Num(0)), ir.SetAt(reached, ir.Read(region))
		k.Add(ir.Put(all, ir.Calc(ir.SetOr, of, next)))
		k.Loop("join", 0, func(loop *ir.Label) { // metered: groups are small
			beside := k.spread(near, next)
			if beside == nil {
				beside = k.united(near, next)
			}
			left := ir.Calc(ir.SetMinus, ir.SetAt(known, ir.Num(0)), ir.Read(all))
			k.Store(last, ir.Calc(ir.SetAnd, beside, left))
			k.Add(ir.When(ir.Calc(ir.Not, ir.Calc(ir.SetAny, next)), ir.Leave(loop)),
				ir.Put(all, ir.Calc(ir.SetOr, ir.Read(all), next)))
		})
		k.Add(&ir.Stmt{Op: ir.SetStore, Field: reached, Args: []*ir.Expr{ir.Read(region), ir.Read(all)}})
	}, site, region)
}
