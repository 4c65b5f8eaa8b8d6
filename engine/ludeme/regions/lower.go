package regions

import (
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/ir"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lower"
)

// lowerStatic lowers regions that the game compiles to a constant set.
func lowerStatic(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr { return k.Static(e, k.Parts.Region(e)) }

func lowerIndex(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	if e.Args[0].Text == "Empty" && e.Args[2] == nil {
		k.SiteType(e.Args[1])
		return k.Empty()
	}
	return lowerStatic(k, e)
}

func lowerOccupied(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	k.Only(e, 0, 2, 9)
	k.SiteType(e.Args[9])
	if e.Args[2] == nil {
		k.No(e, "the pieces of a player")
	}
	return k.Pieces(e, e.Args[2].Text)
}

// lowerRegions lowers the regions of the equipment with a name or an owner.
func lowerRegions(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	if e.Args[0] != nil {
		k.No(e, "the regions of a player")
	}
	r := k.Parts.Region(e)
	if r.Static != nil {
		return k.Static(e, r)
	}
	if role := e.Args[1]; role == nil || role.Text != "Mover" || !k.Settled() {
		k.No(e, "regions that change")
	}
	c := k.Blank
	mover := c.S.Mover
	c.S.Mover = k.Mover
	set := make(game.Set, k.G.SetWords)
	r.AddTo(c, set)
	c.S.Mover = mover
	words := make([]uint64, k.P.Words)
	copy(words, set)
	return ir.SetOf(words)
}

// lowerOperator lowers an operation on two regions.
func lowerOperator(op ir.Op) lower.RegionRule {
	return func(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
		return ir.Calc(op, k.Region(e.Args[0]), k.Region(e.Args[1]))
	}
}

// lowerFiltered lowers the sites of a region at which a condition holds.
func lowerFiltered(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	set := k.TempSet()
	k.Add(&ir.Stmt{Op: ir.SetStore, Field: set, Args: []*ir.Expr{ir.Num(0), ir.SetOf(make([]uint64, k.P.Words))}})
	k.Each(k.Region(e.Args[0]), func(site *ir.Expr) {
		env := k.Env
		k.Env.Site = site
		k.If(k.Bool(e.Args[1]), func() {
			k.Add(&ir.Stmt{Op: ir.Include, Field: set, Args: []*ir.Expr{ir.Num(0), site}})
		})
		k.Env = env
	})
	return ir.SetAt(set, ir.Num(0))
}

// lowerDifference lowers a region without another one or without a site.
func lowerDifference(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	if e.Args[1] == nil {
		k.No(e, "a region without a site")
	}
	return ir.Calc(ir.SetMinus, k.Region(e.Args[0]), k.Region(e.Args[1]))
}

func lowerIfRegion(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	no := ir.SetOf(make([]uint64, k.P.Words))
	if e.Args[2] != nil {
		no = k.Region(e.Args[2])
	}
	return &ir.Expr{Op: ir.SetSelect, Type: ir.Set, Args: []*ir.Expr{k.Bool(e.Args[0]), k.Region(e.Args[1]), no}}
}

// lowerHand lowers (sites Hand …) of a player who is known.
func lowerHand(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	if e.Args[0].Text != "Hand" || e.Args[3] == nil {
		k.No(e, "%s", e.Form.Text)
	}
	who, ok := k.Role(e.Args[3]).Number()
	if !ok {
		k.No(e, "the hand of a player who is not known before")
	}
	set := make(game.Set, k.P.Words)
	for i := 1; i < len(k.G.Containers); i++ {
		if h := &k.G.Containers[i]; h.Owner == int(who) || e.Args[3].Text == "Shared" {
			set.Fill(h.First, h.First+h.Sites)
			break
		}
	}
	return ir.SetOf(set)
}

// lowerInts lowers the sites of a list of numbers.
func lowerInts(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	if r := k.Parts.Region(e); r.Static != nil {
		return k.Static(e, r)
	}
	list := e.Args[0]
	if list == nil || list.Kind != lgdl.List {
		k.No(e, "%s", e.Form.Text)
	}
	set := k.TempSet()
	k.Add(&ir.Stmt{Op: ir.SetStore, Field: set, Args: []*ir.Expr{ir.Num(0), ir.SetOf(make([]uint64, k.P.Words))}})
	for _, x := range list.Items {
		site := k.Temp("site", k.Int(x))
		k.If(ir.Calc(ir.Below, site, ir.Num(k.Sites())), func() {
			k.Add(&ir.Stmt{Op: ir.Include, Field: set, Args: []*ir.Expr{ir.Num(0), site}})
		})
	}
	return ir.SetAt(set, ir.Num(0))
}
