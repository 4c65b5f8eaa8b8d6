package rule

import (
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/lgdl"
)

// Pattern is walks from a site, begun in every orthogonal direction of the board, on which components follow a sequence
// that repeats: by default it is that of the site alone.
type Pattern struct {
	Nothing bool // may the site, and so all of the walk, be empty by default
}

var patternArgs = []string{"stepTypes", "siteType", "from", "what", "whats"}

// impl reports whether a walk meets the pattern, and adds the sites of all that do to out, unless that is nil.
func (p Pattern) impl(k *game.Compiler, e *lgdl.Expr) func(c *game.Context, out game.Set) bool {
	walk, st := k.Walk(e.Named("stepTypes")), k.SiteTypeOr(e.Named("siteType"))
	at, whats := k.SiteOrLast(e.Named("from")), k.IntList(e.Named("what"), e.Named("whats"))
	return func(c *game.Context, out game.Set) (found bool) {
		s := at.Get(c)
		if !c.G.OnBoard(st, s) {
			return false
		}
		what, want := int32(c.S.What(st, s)), c.TakeInts()
		for i := range whats {
			want = append(want, int32(whats[i].Get(c)))
		}
		if len(want) == 0 && (p.Nothing || what != 0) {
			want = append(want, what)
		}
		if len(want) > 0 && want[0] == what {
			path := c.TakeInts()
			for _, d := range c.G.Topo.Headings(st) {
				var ok bool
				path, ok = c.G.Topo.Walk(append(path[:0], int32(s)), st, int32(s), d, walk)
				for i := 1; ok && i < len(path); i++ {
					ok = int32(c.S.What(st, int(path[i]))) == want[i%len(want)]
				}
				if found = found || ok; found && out == nil {
					break
				}
				for i := 0; ok && i < len(path); i++ {
					out.Add(int(path[i]))
				}
			}
			c.GiveInts(path)
		}
		c.GiveInts(want)
		return found
	}
}

// maxPattern bounds the steps of a pattern in code.
const maxPattern = 64

// lower adds what f adds for the number of each of the walks that meets it, of those of a table.
func (p Pattern) lower(k *lower.Lowerer, e *lgdl.Expr, f func(walks [][]int32, n *ir.Expr)) {
	k.SiteType(e.Named("siteType"))
	walk, topo, st := k.Parts.Walk(e.Named("stepTypes")), k.G.Topo, k.G.DefaultType
	by, paths := make([][]int32, k.Sites()), [][]int32{}
	for s := range int32(topo.Num(st)) {
		for _, d := range topo.Headings(st) {
			if path, ok := topo.Walk([]int32{s}, st, s, d, walk); ok {
				by[s] = append(by[s], int32(len(paths)))
				paths = append(paths, path)
			}
		}
	}
	var steps []*ir.Field
	for _, path := range paths {
		if len(path) != len(paths[0]) {
			k.No(e, "a pattern of several lengths")
		}
		if len(path) > maxPattern+1 {
			k.No(e, "a pattern of more than %d steps", maxPattern)
		}
	}
	for i := 1; len(paths) > 0 && i < len(paths[0]); i++ {
		column := make([]int64, len(paths))
		for j, path := range paths {
			column[j] = int64(path[i])
		}
		steps = append(steps, k.Table("pattern", ir.I16, column))
	}
	at := k.Temp("at", k.IntElse(e.Named("from"), k.Fields.Get(layout.LastTo)))
	want := k.Temps("want", e.Named("what"), e.Named("whats"))
	k.If(k.OnBoard(at), func() {
		what := k.Temp("what", k.WhatAt(at))
		begins := ir.Any(ir.Truth(p.Nothing), ir.Calc(ir.Ne, what, ir.Num(0)))
		if len(want) > 0 {
			begins = ir.Calc(ir.Eq, what, want[0])
		} else {
			want = []*ir.Expr{what}
		}
		k.If(begins, func() {
			k.Row(k.Rows("patterns", by), at, func(path *ir.Expr) {
				all := ir.Num(1)
				for i, t := range steps {
					all = ir.All(all, ir.Calc(ir.Eq, ir.At(k.Fields.What, ir.At(t, path)), want[(i+1)%len(want)]))
				}
				k.If(all, func() { f(paths, path) })
			})
		})
	})
}

// Meets is the condition that a walk meets the pattern.
func (p Pattern) Meets() Bool {
	return Bool{func(k *game.Compiler, e *lgdl.Expr) game.Bool {
		meets := p.impl(k, e)
		return game.BoolFn(func(c *game.Context) bool { return meets(c, nil) })
	}, func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
		found := k.Var("found", 0, 1, ir.Num(0))
		k.Scope("pattern", func(end *ir.Label) {
			p.lower(k, e, func([][]int32, *ir.Expr) { k.Add(ir.Put(found, ir.Num(1)), ir.Leave(end)) })
		})
		return ir.Read(found)
	}, patternArgs}
}

// Sites are those of the walks that meet the pattern.
func (p Pattern) Sites() Region {
	return Region{func(k *game.Compiler, e *lgdl.Expr) game.Region {
		add := p.impl(k, e)
		return game.RegionFn(func(c *game.Context, out game.Set) { add(c, out) })
	}, func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
		set := k.NewSet()
		p.lower(k, e, func(walks [][]int32, n *ir.Expr) {
			k.Store(set, ir.Calc(ir.SetOr, ir.SetAt(set, ir.Num(0)), k.RowSet(k.Rows("walks", walks), n)))
		})
		return ir.SetAt(set, ir.Num(0))
	}, patternArgs}
}
