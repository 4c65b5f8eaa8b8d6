package booleans

import (
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// lowerAllDifferent lowers whether the sites of a region meet a condition and hold
// different components, of which nothing is one.
func lowerAllDifferent(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	seen := ir.NewLocal("seen", ir.I64)
	ok := k.Var("ok", 0, 1, ir.Num(1))
	k.Add(ir.Put(seen, ir.Long(0)))
	k.Scope("all", func(end *ir.Label) {
		k.Each(k.Region(clause.AllSites(e).Sites()), func(site *ir.Expr) {
			k.Env.Site = site
			// There are at most 64 components.
			one := ir.NewLocal("one", ir.I64)
			k.Add(ir.Put(one, ir.Calc(ir.Shl, ir.Long(1), ir.Calc(ir.Wide, k.WhatAt(site)))))
			again := ir.Calc(ir.Not, ir.Calc(ir.Not, ir.Calc(ir.And, ir.Read(seen), ir.Read(one))))
			k.Add(ir.When(ir.Any(again, ir.Calc(ir.Not, k.Bool(clause.AllSites(e).If()))), ir.Put(ok, ir.Num(0)),
				ir.Leave(end)))
			k.Add(ir.Put(seen, ir.Calc(ir.Or, ir.Read(seen), ir.Read(one))))
		})
	})
	return ir.Read(ok)
}
