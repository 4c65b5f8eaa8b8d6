package ints

import (
	"github.com/astragal/astragal/engine/ir"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lower"
)

// lowerEnv lowers an iterator.
func lowerEnv(get func(env *lower.Env) *ir.Expr) lower.IntRule {
	return func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr { return k.Iterator(e, get(&k.Env)) }
}

func lowerFrom(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	if e.Args[0] != nil {
		k.No(e, "%s", e.Form.Text)
	}
	return k.Iterator(e, k.Env.From)
}

func lowerMover(k *lower.Lowerer, _ *lgdl.Expr) *ir.Expr { return ir.Num(k.Mover) }

func lowerNext(k *lower.Lowerer, _ *lgdl.Expr) *ir.Expr { return k.Fields.Get(lower.Next) }

func lowerWho(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	k.Only(e, 0, 1)
	k.SiteType(e.Args[0])
	return k.WhoAt(k.Int(e.Args[1]))
}

func lowerWhat(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	k.Only(e, 0, 1)
	k.SiteType(e.Args[0])
	return k.WhatAt(k.Int(e.Args[1]))
}

func lowerLast(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	if e.Args[1] != nil {
		k.No(e, "%s", e.Form.Text)
	}
	switch e.Args[0].Text {
	case "From":
		return k.Fields.Get(lower.LastFrom)
	case "To":
		return k.Fields.Get(lower.LastTo)
	}
	k.No(e, "(last %s)", e.Args[0].Text)
	return nil
}

// lowerMath lowers an operation on two numbers.
func lowerMath(op ir.Op) lower.IntRule {
	return func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr { return ir.Calc(op, k.Int(e.Args[0]), k.Int(e.Args[1])) }
}
