package booleans

import (
	"slices"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
)

// maxWindows bounds the windows of a site: with more of them walking along the lines
// is not slower.
const maxWindows = 64

// maxTogether bounds the windows of a site that are all compared without a branch: how many there are of a site,
// and which of them is whole, no processor can foresee.
const maxTogether = 12

// fewWindows are compared at once. With more it is looked first whether there is anything beside the site: in most
// places there is nothing early in a play, which is where searches try all moves.
const fewWindows = 8

// lowerWindows reports whether a set that fits in one word has a whole window of a
// length through a site: sites in a row, as a word of bits. It is nil where sets are
// longer, or a line comes back to a site.
func lowerWindows(k *lower.Lowerer, dir board.Direction, length int, accepted, site *ir.Expr) *ir.Expr {
	if k.P.Words != 1 {
		return nil
	}
	t, st := k.G.Topo, k.G.DefaultType
	var by [][]int32
	var masks, beside []int64 // windows, and by site those beside it, one of which each of its windows has
	numbers := map[int64]int32{}
	for s := range int32(t.Num(st)) {
		var own []int32
		near := int64(0)
		for _, r := range t.DistinctRadials(st, s, dir) {
			line := []int32{s}
			if r.Opposite != nil {
				line = slices.Clone(r.Opposite)
				slices.Reverse(line)
			}
			at := len(line) - 1
			line = append(line, r.Path[1:]...)
			for _, v := range line[max(0, at-1):min(len(line), at+2)] {
				near |= 1 << v
			}
			for i := max(0, at-length+1); i <= at && i+length <= len(line); i++ {
				mask := int64(0)
				for _, v := range line[i : i+length] {
					if mask>>v&1 != 0 {
						return nil
					}
					mask |= 1 << v
				}
				n, ok := numbers[mask]
				if !ok {
					n = int32(len(masks))
					numbers[mask], masks = n, append(masks, mask)
				}
				own = append(own, n)
			}
		}
		if len(own) > maxWindows {
			return nil
		}
		by, beside = append(by, own), append(beside, near&^(1<<s))
	}
	if len(masks) == 0 {
		return ir.Num(0)
	}
	set := k.P.Room("line")
	done := &ir.Label{Name: "windows"}
	found := k.Var("found", 0, 1, ir.Num(0))
	k.If(ir.All(ir.Calc(ir.Below, site, ir.Num(len(by)))), func() {
		k.Store(set, accepted)
		have := k.Temp("have", ir.At(set, ir.Num(0)))
		whole := func(mask *ir.Expr) *ir.Expr { return ir.Calc(ir.Eq, ir.Calc(ir.And, have, mask), mask) }
		list, n := together(by, masks)
		compare := func() {
			if n <= maxTogether {
				words, any := k.Table("window", ir.Word, list), ir.Num(0)
				first := k.Temp("first", ir.Calc(ir.Mul, site, ir.Num(n)))
				for i := range n {
					any = ir.Calc(ir.Or, any, whole(k.Temp("mask", ir.At(words, ir.Calc(ir.Add, first, ir.Num(i))))))
				}
				k.Add(ir.Put(found, any))
				return
			}
			windows, words := k.Rows("windows", by), k.Table("window", ir.Word, masks)
			k.Add(&ir.Stmt{Op: ir.Scope, Label: done, Body: k.Inside(func() {
				k.Row(windows, site, func(w *ir.Expr) {
					mask := k.Temp("mask", ir.At(words, w))
					k.Add(ir.When(whole(mask), ir.Put(found, ir.Num(1)), ir.Leave(done)))
				})
			})})
		}
		if n <= fewWindows || length < 2 {
			compare()
			return
		}
		some := ir.Calc(ir.And, have, ir.At(k.Table("beside", ir.Word, beside), site))
		k.If(ir.Calc(ir.Ne, some, ir.Long(0)), compare)
	})
	return ir.Read(found)
}

// together are the windows of all sites, n for each: those of a site with fewer are repeated. It is more than
// maxTogether where a site has none, or too many.
func together(by [][]int32, masks []int64) (list []int64, n int) {
	for _, own := range by {
		if n = max(n, len(own)); len(own) == 0 {
			return nil, maxTogether + 1
		}
	}
	for _, own := range by {
		for i := range n {
			list = append(list, masks[own[min(i, len(own)-1)]])
		}
	}
	return list, n
}
