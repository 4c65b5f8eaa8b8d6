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

// lowerWindows reports whether a set that fits in one word has a whole window of a
// length through a site: sites in a row, as a word of bits. It is nil where sets are
// longer, or a line comes back to a site.
func lowerWindows(k *lower.Lowerer, dir board.Direction, length int, accepted, site *ir.Expr) *ir.Expr {
	if k.P.Words != 1 {
		return nil
	}
	t, st := k.G.Topo, k.G.DefaultType
	var by [][]int32
	var masks []int64
	numbers := map[int64]int32{}
	for s := range int32(t.Num(st)) {
		var own []int32
		for _, r := range t.DistinctRadials(st, s, dir) {
			line := []int32{s}
			if r.Opposite != nil {
				line = slices.Clone(r.Opposite)
				slices.Reverse(line)
			}
			at := len(line) - 1
			line = append(line, r.Path[1:]...)
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
		by = append(by, own)
	}
	if len(masks) == 0 {
		return ir.Num(0)
	}
	windows, words := k.Rows("windows", by), k.Table("window", ir.Word, masks)
	set := k.P.Sets("line", ir.Scratch, 1)
	done := &ir.Label{Name: "windows"}
	found := k.Var("found", 0, 1, ir.Num(0))
	k.If(ir.All(ir.Calc(ir.Below, site, ir.Num(len(by)))), func() {
		k.Store(set, accepted)
		have := k.Temp("have", ir.At(set, ir.Num(0)))
		k.Add(&ir.Stmt{Op: ir.Scope, Label: done, Body: k.Inside(func() {
			k.Row(windows, site, func(w *ir.Expr) {
				mask := k.Temp("mask", ir.At(words, w))
				k.Add(ir.When(ir.Calc(ir.Eq, ir.Calc(ir.And, have, mask), mask), ir.Put(found, ir.Num(1)), ir.Leave(done)))
			})
		})})
	})
	return ir.Read(found)
}
