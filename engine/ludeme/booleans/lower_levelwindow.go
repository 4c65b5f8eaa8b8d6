package booleans

import (
	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
)

// The levels about the top of a stack, on all sites of a line near it, are one word of bits, so that a line of any
// slope in them is a few shifts, without a branch that depends on what stands where.

// maxAround bounds the lines of a site, which are all looked at.
const maxAround = 4

// lowerLevelWindows reports whether there is a line of a length of pieces of one kind through the top of a stack: see
// lowerLineLevels. It is nil where its window does not fit in a word, or sites have too many lines.
func lowerLevelWindows(k *lower.Lowerer, length int, dir board.Direction, site, what *ir.Expr) *ir.Expr {
	sites, stride := 2*length-1, 2*length // a bit stays free between the sites
	if sites*stride > 64 {
		return nil
	}
	near, exists, lines := around(k, dir, length)
	if lines == 0 || lines > maxAround {
		return nil
	}
	window := uint64(1)<<sites - 1
	every := func(step, from, n int) (w uint64) { // n bits
		for i := range n {
			w |= 1 << (from + i*step)
		}
		return w
	}
	found := k.Var("found", 0, 1, ir.Num(0))
	height := k.Temp("height", k.SizeAt(site))
	k.If(ir.All(k.OnBoard(site), ir.Calc(ir.Ne, height, ir.Num(0))), func() {
		top := ir.Within("top", 0, k.MaxHeight()-1)
		k.Add(ir.Put(top, ir.Calc(ir.Sub, height, ir.Num(1))))
		low := k.Temp("low", ir.Calc(ir.Sub, ir.Read(top), ir.Num(length-1)))
		// Of the levels of the window some may be below the board, or above all that there are.
		under := ir.Cond(ir.Calc(ir.Lt, low, ir.Num(0)), ir.Calc(ir.Sub, ir.Num(0), low), ir.Num(0))
		is := ir.Calc(ir.And, ir.Calc(ir.Shl, ir.Long(window), ir.Calc(ir.Wide, under)), ir.Long(window))
		if k.MaxHeight() > sites {
			last := k.MaxHeight() - sites // of the lowest levels of windows with all levels
			over := ir.Cond(ir.Calc(ir.Lt, ir.Num(last), low), ir.Calc(ir.Sub, low, ir.Num(last)), ir.Num(0))
			is = ir.Calc(ir.And, is, ir.Calc(ir.Shr, ir.Long(window), ir.Calc(ir.Wide, over)))
		}
		levels := k.Temp("levels", ir.Calc(ir.Mul, is, ir.Long(every(stride, 0, sites))))
		any := ir.Long(0)
		for line := range lines {
			at := k.Temp("line", ir.Calc(ir.Add, ir.Calc(ir.Mul, site, ir.Num(lines)), ir.Num(line)))
			first := k.Temp("first", ir.Calc(ir.Mul, at, ir.Num(sites)))
			have := ir.Long(0)
			for i := range sites {
				v := k.Temp("near", ir.At(near, ir.Calc(ir.Add, first, ir.Num(i))))
				part := ir.Calc(ir.And, k.LevelsFrom(v, low, what), ir.Long(window))
				have = ir.Calc(ir.Or, have, ir.Calc(ir.Shl, part, ir.Long(uint64(i*stride))))
			}
			have = k.Temp("have", ir.Calc(ir.And, ir.Calc(ir.And, have, levels), ir.At(exists, at)))
			middle := length - 1
			for _, of := range [...]struct{ step, from int }{
				{1, middle * stride},                     // straight down
				{stride, middle},                         // level
				{stride + 1, 0}, {stride - 1, sites - 1}, // up and down
			} {
				row := k.Temp("row", ir.Calc(ir.And, have, ir.Long(every(of.step, of.from, sites))))
				for n := 1; n < length; {
					more := min(n, length-n)
					row = k.Temp("row", ir.Calc(ir.And, row, ir.Calc(ir.Shr, row, ir.Long(uint64(more*of.step)))))
					n += more
				}
				any = ir.Calc(ir.Or, any, row)
			}
		}
		k.Add(ir.Put(found, ir.Calc(ir.Not, ir.Calc(ir.Not, any))))
	})
	return ir.Read(found)
}

// around are the sites of all lines through a site, up to length-1 on either side, in tables: near has them for each
// line of each site, and exists the bits of those that there are in a word of bits. A line that a site does not
// have is the site alone. lines is the number of lines of each site.
func around(k *lower.Lowerer, dir board.Direction, length int) (near, exists *ir.Field, lines int) {
	t, st := k.G.Topo, k.G.DefaultType
	for s := range int32(t.Num(st)) {
		lines = max(lines, len(t.DistinctRadials(st, s, dir)))
	}
	sites, stride := 2*length-1, 2*length
	var all, words []int64
	for s := range int32(t.Num(st)) {
		radials := t.DistinctRadials(st, s, dir)
		for line := range lines {
			row, word := make([]int64, sites), uint64(0)
			put := func(i int, v int32) {
				if i >= 0 && i < sites {
					row[i] = int64(v)
					word |= (1<<sites - 1) << (i * stride)
				}
			}
			for i := range row {
				row[i] = int64(s)
			}
			put(length-1, s)
			if line < len(radials) {
				for i, v := range radials[line].Path[1:] {
					put(length+i, v)
				}
				if back := radials[line].Opposite; back != nil {
					for i, v := range back[1:] {
						put(length-2-i, v)
					}
				}
			}
			all, words = append(all, row...), append(words, int64(word))
		}
	}
	return k.Table("near", ir.I16, all), k.Table("exists", ir.Word, words), lines
}
