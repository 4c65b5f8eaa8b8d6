package lower

import (
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/position"
	"github.com/astragal/astragal/engine/internal/write"
)

// Sight is the set of what is seen from a site along the lines of a row. Numbers of sites mostly grow or fall along a
// line: then the first piece is the lowest or the highest bit of those that stand on it, and nobody goes from site to
// site until there is one, which processors cannot foresee.
func (k *Lowerer) Sight(kind position.Seen, by, lines *write.Rows, row *ir.Expr) *ir.Expr {
	set := k.NewSet()
	occupied := k.obstacles()
	up, down := k.Sorted(by, lines)
	if occupied == nil || up == nil {
		k.SightBySite(kind, by, lines, row, set)
		return ir.SetAt(set, ir.Num(0))
	}
	row = k.Temp("row", row)
	k.SightByWords(kind, up, lines, row, true, occupied, set)
	k.SightByWords(kind, down, lines, row, false, occupied, set)
	return ir.SetAt(set, ir.Num(0))
}

// obstacles keeps the set of the sites with pieces, nil where that is not asked for by words.
func (k *Lowerer) obstacles() *ir.Field {
	if k.P.Words > position.MostSighted {
		return nil
	}
	set, _ := k.SitesWhere(func(site *ir.Expr) *ir.Expr { return ir.Calc(ir.Ne, k.WhatAt(site), ir.Num(0)) })
	if set == nil {
		return nil
	}
	own := k.P.Room("occupied")
	k.Store(own, set)
	return own
}
