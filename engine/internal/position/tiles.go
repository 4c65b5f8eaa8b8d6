package position

import (
	"fmt"
	"slices"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/layout"
)

// maxEnds bounds the sides of tiles on which paths end in different ways.
const maxEnds = 256

// AllTiles reports whether all pieces are tiles.
func (k *Code) AllTiles() bool {
	return !slices.ContainsFunc(k.G.Components[1:], func(x game.Component) bool { return x.Kind != "tile" })
}

// IsTile reports whether a tile lies on a cell of the board.
func (k *Code) IsTile(cell *ir.Expr) *ir.Expr {
	if k.G.DefaultType != board.Cell {
		k.No(nil, "tiles beside pieces on other sites than cells")
	}
	cell = k.Temp("cell", cell)
	is := make([]int64, len(k.G.Components))
	for i := range is {
		if k.G.Components[i].Kind == "tile" {
			is[i] = 1
		}
	}
	return ir.All(k.OnBoard(cell), ir.At(k.Table("tile", ir.U8, is), ir.At(k.Fields.What, cell)))
}

// PathLoop is the function that reports whether the paths of a colour lead from the tile on a cell back to it.
func (k *Code) PathLoop() *ir.Func {
	return k.SharedOf("tiles.loop", ir.I32, []string{"start", "colour"}, func(p []*ir.Expr) {
		found := k.Var("found", 0, 1, ir.Num(0))
		k.followPaths(p[0], p[1], func(next *ir.Expr, end *ir.Label) {
			k.Add(ir.When(ir.Calc(ir.Eq, next, p[0]), ir.Put(found, ir.Num(1)), ir.Leave(end)))
		})
		k.Add(ir.Give(ir.Read(found)))
	})
}

// PathExtent is the function that tells how many rows or columns the paths of a colour lead away from the tile on a
// cell.
func (k *Code) PathExtent() *ir.Func {
	return k.SharedOf("tiles.extent", ir.I32, []string{"start", "colour"}, func(p []*ir.Expr) {
		cells := int32(k.G.Topo.Num(board.Cell))
		rows, columns := make([]int64, cells), make([]int64, cells)
		for s := range cells {
			rows[s], columns[s] = int64(k.G.Topo.Row(board.Cell, s)), int64(k.G.Topo.Column(board.Cell, s))
		}
		extent := k.Var("extent", 0, int(max(slices.Max(rows), slices.Max(columns))), ir.Num(0))
		by := [...]*ir.Field{k.Table("row", ir.I16, rows), k.Table("column", ir.I16, columns)}
		k.followPaths(p[0], p[1], func(next *ir.Expr, _ *ir.Label) {
			for _, x := range by {
				away := k.Temp("away", ir.Calc(ir.Sub, ir.At(x, next), ir.At(x, p[0])))
				away = k.Temp("away", ir.Cond(ir.Calc(ir.Lt, away, ir.Num(0)), ir.Calc(ir.Sub, ir.Num(0), away), away))
				k.Add(ir.When(ir.Calc(ir.Lt, ir.Read(extent), away), ir.Put(extent, away)))
			}
		})
		k.Add(ir.Give(ir.Read(extent)))
	})
}

// followPaths adds what f adds for each cell to which paths of a colour lead, over tiles, from the tile on a cell but
// not back to the one that they come from: see game.Context.FollowPaths. It may leave by the label.
func (k *Code) followPaths(start, colour *ir.Expr, f func(next *ir.Expr, end *ir.Label)) {
	g := k.G
	sides, cells := g.Topo.CellSides(), g.Topo.Num(board.Cell)
	var colours []int
	for i := range g.Components {
		for _, p := range g.Components[i].Paths {
			colours = append(colours, p.Colour)
		}
	}
	slices.Sort(colours)
	colours = slices.Compact(colours)
	if sides <= 0 || len(colours) == 0 {
		return
	}
	// By component, colour and turn: the sides to which paths lead, as bits; by facing, side and cell: where that is.
	masks := make([]int64, len(g.Components)*len(colours)*sides)
	facings, facing, steps := []board.Direction{}, make([]int64, len(g.Components)), []int64{}
	for i := range g.Components {
		x := &g.Components[i]
		if x.Kind != "tile" {
			continue
		}
		for _, p := range x.Paths {
			for turn := range sides {
				c, _ := slices.BinarySearch(colours, p.Colour)
				masks[(i*len(colours)+c)*sides+turn] |= 1<<((p.From+turn)%sides) | 1<<((p.To+turn)%sides)
			}
		}
		at := slices.Index(facings, x.TileFacing())
		if at < 0 {
			at, facings = len(facings), append(facings, x.TileFacing())
			for side := range sides {
				for s := range int32(cells) {
					steps = append(steps, int64(g.BesideTile(x, s, side)))
				}
			}
		}
		facing[i] = int64(at)
	}
	elem := ir.I16
	if cells*sides > 1<<15-1 {
		elem = ir.Int
	}
	mask, face, step := k.Table("sides", ir.Int, masks), k.Table("facing", ir.U8, facing), k.Table("step", ir.I16, steps)
	queue := k.P.Field("tiles.queue", ir.Scratch, elem, cells*sides) // the ways from tile to tile that have been found
	seen := k.P.Field("tiles.seen", ir.Scratch, ir.U8, cells*sides)
	number := ir.Num(-1)
	for i, c := range colours {
		number = ir.Cond(ir.Calc(ir.Eq, colour, ir.Num(c)), ir.Num(i), number)
	}
	number = k.Temp("number", number)
	n, head := k.Var("n", 0, cells*sides, ir.Num(0)), k.Var("head", 0, cells*sides, ir.Num(0))
	at, from := k.Var("at", 0, cells-1, start), k.Var("from", 0, cells-1, start)
	k.If(ir.Calc(ir.Le, ir.Num(0), number), func() {
		k.Loop("paths", 0, func(end *ir.Label) {
			what := k.Temp("what", ir.At(k.Fields.What, ir.Read(at)))
			turn := ir.Calc(ir.Div, ir.Calc(ir.Mul, k.DatumOn(layout.Rotation, ir.Read(at), nil), ir.Num(2)), ir.Num(sides))
			row := ir.Calc(ir.Add, ir.Calc(ir.Mul, what, ir.Num(len(colours))), number)
			leads := k.Temp("leads", ir.At(mask, ir.Calc(ir.Add, ir.Calc(ir.Mul, row, ir.Num(sides)),
				ir.Calc(ir.Rem, turn, ir.Num(sides)))))
			base := k.Temp("base", ir.Calc(ir.Add, ir.Calc(ir.Mul, ir.At(face, what), ir.Num(sides*cells)), ir.Read(at)))
			for side := range sides {
				k.If(ir.Calc(ir.And, leads, ir.Num(1<<side)), func() {
					next := k.Temp("next", ir.At(step, Plus(base, side*cells)))
					k.If(ir.All(ir.Calc(ir.Le, ir.Num(0), next), ir.Calc(ir.Ne, next, ir.Read(from))), func() {
						f(next, end)
						way := k.Temp("way", Plus(ir.Calc(ir.Mul, ir.Read(at), ir.Num(sides)), side))
						k.If(ir.All(k.IsTile(next), ir.Calc(ir.Not, ir.At(seen, way))), func() {
							k.Add(ir.Write(seen, way, ir.Num(1)), ir.Write(queue, ir.Read(n), way), ir.Increment(n))
						})
					})
				})
			}
			k.Add(ir.When(ir.Calc(ir.Eq, ir.Read(head), ir.Read(n)), ir.Leave(end)))
			way := k.Temp("way", ir.At(queue, ir.Read(head)))
			k.Add(ir.Increment(head), ir.Put(from, ir.Calc(ir.Div, way, ir.Num(sides))))
			face := ir.At(face, ir.At(k.Fields.What, ir.Read(from)))
			side := ir.Calc(ir.Add, ir.Calc(ir.Mul, face, ir.Num(sides)), ir.Calc(ir.Rem, way, ir.Num(sides)))
			k.Add(ir.Put(at, ir.At(step, ir.Calc(ir.Add, ir.Calc(ir.Mul, side, ir.Num(cells)), ir.Read(from)))))
		})
	})
	k.Rounds(ir.Num(0), ir.Read(n), cells*sides, func(i *ir.Expr) {
		k.Add(ir.Write(seen, ir.At(queue, i), ir.Num(0)))
	})
}

// SidesMatch reports whether the ends of the paths of the tile on a cell have the colours of those that they meet on
// the tiles around it.
func (k *Code) SidesMatch(site *ir.Expr) *ir.Expr {
	return ir.Invoke(k.SharedOf("tiles.match", ir.I32, []string{"site"}, func(p []*ir.Expr) {
		k.Add(ir.When(ir.Calc(ir.Not, k.WhatAt(p[0])), ir.Give(ir.Num(0))))
		k.If(k.IsTile(p[0]), func() { k.matchSides(p[0]) })
		k.Add(ir.Give(ir.Num(1)))
	}), site)
}

// matchSides adds that 0 is given where a side of the tile on a cell does not match.
func (k *Code) matchSides(site *ir.Expr) {
	g := k.G
	n := len(g.Topo.Supported(board.Cell, board.RelOrthogonal))
	type face struct {
		of   *game.Component
		side int
		ends string
	}
	var known []face
	ends := make([]int64, len(g.Components)*n) // by component and side: the first face like that
	for i := range g.Components {
		x := &g.Components[i]
		for side := range n {
			var list []int
			for slot := range x.PathSlots(side) {
				list = append(list, x.PathEnd(side, slot))
			}
			now := face{x, side, fmt.Sprint(list)}
			at := slices.IndexFunc(known, func(x face) bool { return x.ends == now.ends })
			if at < 0 {
				at, known = len(known), append(known, now)
			}
			ends[i*n+side] = int64(at)
		}
	}
	if len(known) > maxEnds {
		k.No(nil, "tiles with more than %d kinds of sides", maxEnds)
	}
	var meets []int64
	for _, a := range known {
		for _, b := range known {
			meets = append(meets, ir.Truth(game.PathsMeet(a.of, a.side, b.of, b.side)).K)
		}
	}
	end, meet := k.Table("ends", ir.I16, ends), k.Table("meet", ir.U8, meets)
	on := func(site *ir.Expr, side int) *ir.Expr {
		turned := ir.Calc(ir.Div, k.DatumOn(layout.Rotation, site, nil), ir.Num(g.TurnsPerSide()))
		own := ir.Calc(ir.Rem, ir.Calc(ir.Sub, ir.Num(side+n), ir.Calc(ir.Rem, turned, ir.Num(n))), ir.Num(n))
		return ir.At(end, ir.Calc(ir.Add, ir.Calc(ir.Mul, ir.At(k.Fields.What, site), ir.Num(n)), own))
	}
	for side := range n {
		rows := make([][]int32, k.Fields.Sites)
		for s := range int32(g.Topo.Num(board.Cell)) {
			for _, y := range g.Topo.Neighbours(board.Cell, board.RelOrthogonal, s) {
				if g.SideTo(s, y) == side {
					rows[s] = append(rows[s], y)
				}
			}
		}
		k.Row(k.Rows("beside", rows), site, func(y *ir.Expr) {
			k.If(k.IsTile(y), func() {
				pair := ir.Calc(ir.Add, ir.Calc(ir.Mul, on(site, side), ir.Num(len(known))), on(y, (side+n/2)%n))
				k.Add(ir.When(ir.Calc(ir.Not, ir.At(meet, pair)), ir.Give(ir.Num(0))))
			})
		})
	}
}
