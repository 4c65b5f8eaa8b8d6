package position

import (
	"slices"

	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/write"
)

// Seen is what is asked of each line of sight.
type Seen uint8

// The first piece on it, the empty sites before that, and the last of these.
const (
	SeenPiece Seen = iota
	SeenEmpty
	SeenFarthest
)

// MostSighted is the number of words of a set up to which what is seen is found by words.
const MostSighted = 4

// mostBegun is the number of words up to which there is a table of how lines begin, or of what lies between two sites.
const mostBegun = 1 << 14

// Along is the union of the first sites of the lines of a row, so many of each, all for nil; a second nil where that is
// better found from site to site.
func (k *Code) Along(by, lines *write.Rows, row, far *ir.Expr) *ir.Expr {
	longest := lines.Longest() + 1
	if k.P.Words > MostSighted || far != nil && len(lines.List)*longest*k.P.Words > mostBegun {
		return nil
	}
	for _, line := range lines.List {
		if len(line) > 0 && (slices.Min(line) < 0 || int(slices.Max(line)) >= 64*k.P.Words) {
			return nil
		}
	}
	of, at := lines, func(line *ir.Expr) *ir.Expr { return line }
	if far != nil {
		var begun [][]int32
		for _, line := range lines.List {
			for n := range longest {
				begun = append(begun, line[:min(n, len(line))])
			}
		}
		of = k.Rows("begun", begun)
		far = ir.Cond(ir.Calc(ir.Le, ir.Num(0), far), far, ir.Num(0))
		far = k.Temp("far", far)
		far = k.Temp("far", ir.Cond(ir.Calc(ir.Lt, far, ir.Num(longest)), far, ir.Num(longest-1)))
		at = func(line *ir.Expr) *ir.Expr { return ir.Calc(ir.Add, ir.Calc(ir.Mul, line, ir.Num(longest)), far) }
	}
	set := k.NewSet()
	k.Row(by, row, func(line *ir.Expr) {
		k.Store(set, ir.Calc(ir.SetOr, ir.SetAt(set, ir.Num(0)), k.RowSet(of, k.Temp("line", at(line)))))
	})
	return ir.SetAt(set, ir.Num(0))
}

// SitesBetween is the set of the sites before another one on the first line of a row that leads there; nil where
// there is no table of it.
func (k *Code) SitesBetween(by, lines *write.Rows, row, to *ir.Expr) *ir.Expr {
	n := k.Fields.Board
	if len(by.List)*n*k.P.Words > mostBegun {
		return nil
	}
	var between [][]int32
	for _, row := range by.List {
		for b := range int32(n) {
			var before []int32
			for _, line := range row {
				if i := slices.Index(lines.List[line], b); i >= 0 {
					before = lines.List[line][:i]
					break
				}
			}
			between = append(between, before)
		}
	}
	at := k.Temp("pair", ir.Calc(ir.Add, ir.Calc(ir.Mul, row, ir.Num(n)), to))
	return k.RowSet(k.Rows("between", between), at)
}

// Sorted are the rows of those lines along which numbers grow, and of those along which they fall; nil where some do
// neither, or leave the sets.
func (k *Code) Sorted(by, lines *write.Rows) (up, down *write.Rows) {
	var rows [2][][]int32
	for _, row := range by.List {
		var part [2][]int32
		for _, n := range row {
			line := lines.List[n]
			back := slices.Clone(line)
			slices.Reverse(back)
			switch {
			case len(line) == 0:
			case slices.Min(line) < 0 || int(slices.Max(line)) >= k.Fields.Board:
				return nil, nil
			case slices.IsSorted(line):
				part[0] = append(part[0], n)
			case slices.IsSorted(back):
				part[1] = append(part[1], n)
			default:
				return nil, nil
			}
		}
		rows[0], rows[1] = append(rows[0], part[0]), append(rows[1], part[1])
	}
	return k.Rows("rays.up", rows[0]), k.Rows("rays.down", rows[1])
}

// SightByWords adds to a set what is seen along the lines of a row, all of which go up or down.
func (k *Code) SightByWords(kind Seen, by, lines *write.Rows, row *ir.Expr, up bool, occupied, set *ir.Field) {
	sets, words := k.RowSets(lines), make([]*ir.Expr, k.P.Words)
	k.Row(by, row, func(line *ir.Expr) {
		first := k.Temp("first", ir.Calc(ir.Mul, line, ir.Num(k.P.Words)))
		on := slices.Clone(words)
		for w := range on {
			on[w] = k.Temp("on", ir.At(sets, Plus(first, w)))
		}
		pieces := slices.Clone(words)
		for w := range pieces {
			pieces[w] = k.Temp("pieces", ir.Calc(ir.And, on[w], ir.At(occupied, ir.Num(w))))
		}
		add := func(w int, bits *ir.Expr) {
			k.Add(ir.Write(set, ir.Num(w), ir.Calc(ir.Or, ir.At(set, ir.Num(w)), bits)))
		}
		if kind == SeenPiece {
			k.foremost(pieces, up, func(w int, one, _ *ir.Expr) { add(w, one) })
			return
		}
		empty := slices.Clone(words)
		k.foremost(pieces, up, func(w int, _, before *ir.Expr) { empty[w] = k.Temp("empty", ir.Calc(ir.And, on[w], before)) })
		if kind == SeenEmpty {
			for w, bits := range empty {
				add(w, bits)
			}
			return
		}
		k.foremost(empty, !up, func(w int, one, _ *ir.Expr) { add(w, one) })
	})
}

// foremost has f told, for each word of a set, the lowest bit of the set, or the highest, and the bits before it, all
// of them where the set is empty.
func (k *Code) foremost(words []*ir.Expr, lowest bool, f func(w int, one, before *ir.Expr)) {
	open := ir.Long(^uint64(0)) // all bits until the first is found, then none
	for i := range words {
		w := i
		if !lowest {
			w = len(words) - 1 - i
		}
		x := words[w]
		none := k.Temp("none", ir.Calc(ir.Not, x))
		var one, before *ir.Expr
		if lowest {
			one = ir.Calc(ir.And, x, ir.Calc(ir.Sub, ir.Long(0), x))
			before = ir.Calc(ir.Sub, one, ir.Long(1))
		} else {
			n := ir.Calc(ir.Wide, ir.Calc(ir.Above, x))
			top := k.Temp("top", ir.Calc(ir.Shr, ir.Long(1<<63), n))
			one = ir.Calc(ir.And, x, top)
			before = ir.Cond(none, ir.Long(^uint64(0)), ir.Calc(ir.Sub, ir.Long(0), ir.Calc(ir.Shl, top, ir.Long(1))))
		}
		f(w, ir.Calc(ir.And, one, open), ir.Calc(ir.And, before, open))
		if i < len(words)-1 {
			open = k.Temp("open", ir.Calc(ir.And, open, ir.Calc(ir.Sub, ir.Long(0), ir.Calc(ir.Wide, none))))
		}
	}
}

// SightBySite adds to a set what is seen along the lines of a row, going from site to site.
func (k *Code) SightBySite(kind Seen, by, lines *write.Rows, row *ir.Expr, set *ir.Field) {
	k.Row(by, row, func(line *ir.Expr) {
		last := k.Let("last", ir.Num(-1))
		k.Scope("line", func(end *ir.Label) {
			k.Row(lines, line, func(x *ir.Expr) {
				k.If(ir.Calc(ir.Ne, k.WhatAt(x), ir.Num(0)), func() {
					if kind == SeenPiece {
						k.Include(set, x)
					}
					k.Add(ir.Leave(end))
				})
				switch kind {
				case SeenEmpty:
					k.Include(set, x)
				case SeenFarthest:
					k.Add(ir.Put(last, x))
				}
			})
		})
		if kind == SeenFarthest {
			k.IncludeIf(set, ir.Read(last))
		}
	})
}
