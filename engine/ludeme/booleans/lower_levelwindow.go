package booleans

import (
	"fmt"
	"slices"

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
	w := levelWindows{length: length, sites: 2*length - 1, stride: 2 * length}
	if w.sites*w.stride > 64 {
		return nil
	}
	w.whole = wholeLines(k, length, dir)
	if w.whole == nil {
		w.near, w.exists, w.lines = around(k, dir, length)
		if w.lines == 0 || w.lines > maxAround {
			return nil
		}
	}
	found := k.Var("found", 0, 1, ir.Num(0))
	height := k.Temp("height", k.SizeAt(site))
	k.If(ir.All(k.OnBoard(site), ir.Calc(ir.Ne, height, ir.Num(0))), func() {
		anywhere := lowerLineAnywhere(k, length, dir, what)
		if anywhere == nil {
			k.Add(ir.Put(found, w.through(k, site, what, height)))
			return
		}
		k.If(anywhere, func() { k.Add(ir.Put(found, ir.Invoke(w.function(k, dir), site, what))) })
	})
	return ir.Read(found)
}

// levelWindows are the windows for lines of a length.
type levelWindows struct {
	length, sites, stride int       // a bit stays free between the sites
	near, exists          *ir.Field // see around
	lines                 int
	whole                 []int // the steps of lines, where all bits that lie so are a line: see wholeLines
}

// function is through as a function, as most positions do not come to it.
func (w *levelWindows) function(k *lower.Lowerer, dir board.Direction) *ir.Func {
	name := fmt.Sprintf("line.levels.%d.%d", w.length, dir)
	fn := k.SharedOf(name, ir.I32, []string{"site", "what"}, func(p []*ir.Expr) {
		k.Add(ir.Give(w.through(k, p[0], p[1], k.Temp("height", k.SizeAt(p[0])))))
	})
	fn.Rare = true
	return fn
}

// through reports whether there is a line through the top of a stack that is there.
func (w *levelWindows) through(k *lower.Lowerer, site, what, height *ir.Expr) *ir.Expr {
	if w.whole != nil {
		return w.throughWhole(k, site, what, height)
	}
	window := uint64(1)<<w.sites - 1
	every := func(step, from, n int) (w uint64) { // n bits
		for i := range n {
			w |= 1 << (from + i*step)
		}
		return w
	}
	top := ir.Within("top", 0, k.MaxHeight()-1)
	k.Add(ir.Put(top, ir.Calc(ir.Sub, height, ir.Num(1))))
	low := k.Temp("low", ir.Calc(ir.Sub, ir.Read(top), ir.Num(w.length-1)))
	// Of the levels of the window some may be below the board, or above all that there are.
	under := ir.Cond(ir.Calc(ir.Lt, low, ir.Num(0)), ir.Calc(ir.Sub, ir.Num(0), low), ir.Num(0))
	is := ir.Calc(ir.And, ir.Calc(ir.Shl, ir.Long(window), ir.Calc(ir.Wide, under)), ir.Long(window))
	last := k.MaxHeight() - w.sites // of the lowest levels of windows with all levels
	over := ir.Cond(ir.Calc(ir.Lt, ir.Num(last), low), ir.Calc(ir.Sub, low, ir.Num(last)), ir.Num(0))
	is = ir.Calc(ir.And, is, ir.Calc(ir.Shr, ir.Long(window), ir.Calc(ir.Wide, over)))
	levels := k.Temp("levels", ir.Calc(ir.Mul, is, ir.Long(every(w.stride, 0, w.sites))))
	any := ir.Long(0)
	for line := range w.lines {
		at := k.Temp("line", ir.Calc(ir.Add, ir.Calc(ir.Mul, site, ir.Num(w.lines)), ir.Num(line)))
		first := k.Temp("first", ir.Calc(ir.Mul, at, ir.Num(w.sites)))
		have := ir.Long(0)
		for i := range w.sites {
			v := k.Temp("near", ir.At(w.near, ir.Calc(ir.Add, first, ir.Num(i))))
			part := ir.Calc(ir.And, k.LevelsFrom(v, low, what), ir.Long(window))
			have = ir.Calc(ir.Or, have, ir.Calc(ir.Shl, part, ir.Long(uint64(i*w.stride))))
		}
		have = k.Temp("have", ir.Calc(ir.And, ir.Calc(ir.And, have, levels), ir.At(w.exists, at)))
		middle := w.length - 1
		for _, of := range [...]struct{ step, from int }{
			{1, middle * w.stride},                         // straight down
			{w.stride, middle},                             // level
			{w.stride + 1, 0}, {w.stride - 1, w.sites - 1}, // up and down
		} {
			row := k.Temp("row", ir.Calc(ir.And, have, ir.Long(every(of.step, of.from, w.sites))))
			any = ir.Calc(ir.Or, any, lowerRuns(k, row, of.step, w.length))
		}
	}
	return ir.Calc(ir.Not, ir.Calc(ir.Not, any))
}

// throughWhole is through where all bits that lie like a line are one.
func (w *levelWindows) throughWhole(k *lower.Lowerer, site, what, height *ir.Expr) *ir.Expr {
	all, any := k.Temp("all", k.LevelsWith(what)), ir.Long(0)
	top := k.Temp("top", ir.Calc(ir.Shl, ir.Long(1), ir.Calc(ir.Wide, k.LevelAt(site, ir.Calc(ir.Sub, height, ir.Num(1))))))
	for _, step := range w.whole {
		from := top // where a line through the top may begin
		for i := 1; i < w.length; i++ {
			from = ir.Calc(ir.Or, from, ir.Calc(ir.Shr, top, ir.Long(uint64(i*step))))
		}
		any = ir.Calc(ir.Or, any, ir.Calc(ir.And, lowerRuns(k, all, step, w.length), from))
	}
	return ir.Calc(ir.Not, ir.Calc(ir.Not, any))
}

// lowerRuns are the bits of a word from which on so many have a distance of step.
func lowerRuns(k *lower.Lowerer, row *ir.Expr, step, length int) *ir.Expr {
	for n := 1; n < length; {
		more := min(n, length-n)
		row = k.Temp("row", ir.Calc(ir.And, row, ir.Calc(ir.Shr, row, ir.Long(uint64(more*step)))))
		n += more
	}
	return row
}

// lowerLineAnywhere is false only where there is no line of a length of levels with a component on the board: levels
// that are one place too far for a line of sites, or for a stack, may look like one. It is nil where the levels are not
// a word, or sites follow one another in a line in several ways.
func lowerLineAnywhere(k *lower.Lowerer, length int, dir board.Direction, what *ir.Expr) *ir.Expr {
	all := k.LevelsWith(what)
	ways := waysOfLines(k, dir)
	if all == nil || ways == nil {
		return nil
	}
	all = k.Temp("all", all)
	any := ir.Long(0)
	for _, step := range stepsOfLines(k, length, ways) {
		any = ir.Calc(ir.Or, any, lowerRuns(k, all, step, length))
	}
	return ir.Calc(ir.Not, ir.Calc(ir.Not, any))
}

// stepsOfLines are the distances of the bits of lines of a length, straight up first, by the ways of their sites.
func stepsOfLines(k *lower.Lowerer, length int, ways []int) []int {
	steps := []int{1}
	for _, way := range ways {
		for level := -1; level <= 1; level++ {
			if step := way*k.MaxHeight() + level; step*(length-1) < 64 {
				steps = append(steps, step)
			}
		}
	}
	return steps
}

// wholeLines are the steps of lines of a length where no other bits lie like one: the highest level is never reached,
// so that lines do not go on at the next site, and sites that are so far from one another are always in a line. It is
// nil where that is not so.
func wholeLines(k *lower.Lowerer, length int, dir board.Direction) []int {
	ways := waysOfLines(k, dir)
	if ways == nil || k.Fields.Stacks.Most >= k.MaxHeight() || k.LevelsWith(ir.Num(1)) == nil {
		return nil
	}
	t, st := k.G.Topo, k.G.DefaultType
	sites := t.Num(st)
	for _, way := range ways {
		for s := range sites - (length-1)*way {
			whole := slices.ContainsFunc(t.DistinctRadials(st, int32(s), dir), func(r board.Radial) bool {
				return follow(r.Path, way, length) || follow(r.Opposite, way, length)
			})
			if !whole {
				return nil
			}
		}
	}
	return stepsOfLines(k, length, ways)
}

// follow reports whether a line begins with so many sites of which each is that far behind the one before.
func follow(path []int32, way, length int) bool {
	if len(path) < length {
		return false
	}
	for i := 1; i < length; i++ {
		if path[i]-path[i-1] != int32(way) {
			return false
		}
	}
	return true
}

// waysOfLines are the distances of the numbers of sites that follow one another on lines, each the same all along its
// line; nil where there are too many, or others.
func waysOfLines(k *lower.Lowerer, dir board.Direction) (ways []int) {
	t, st := k.G.Topo, k.G.DefaultType
	for s := range int32(t.Num(st)) {
		for _, line := range t.DistinctRadials(st, s, dir) {
			at := slices.Clone(line.Path)
			if line.Opposite != nil {
				slices.Reverse(at)
				at = append(at, line.Opposite[1:]...)
			}
			for i := 1; i < len(at); i++ {
				by := int(at[i] - at[i-1])
				if i > 1 && at[i-1]-at[i-2] != at[i]-at[i-1] {
					return nil
				}
				if by = max(by, -by); !slices.Contains(ways, by) {
					ways = append(ways, by)
				}
			}
		}
	}
	if len(ways) > maxAround {
		return nil
	}
	return ways
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
