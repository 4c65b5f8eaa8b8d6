package position

import (
	"slices"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/lgdl"
)

// HiddenFields keeps what is hidden, as far as the rules ask for it.
func (k *Code) HiddenFields() {
	h := &layout.Hidden{}
	k.G.Root().Any(func(e *lgdl.Expr) bool {
		if e.Is("is", "Hidden") || e.Is("sites", "Hidden") {
			if kind := game.HiddenKind(e.Named("hiddenData")); !slices.Contains(h.Kinds, kind) {
				h.Kinds = append(h.Kinds, kind)
			}
		}
		return false
	})
	if k.Watched && k.G.Hides && !k.G.Stacks { // positions are told apart by it
		h.Kinds = h.Kinds[:0]
		for kind := range game.HiddenNames {
			h.Kinds = append(h.Kinds, kind)
		}
	}
	if len(h.Kinds) == 0 {
		return
	}
	if k.G.Stacks {
		k.No(k.G.Root(), "hidden levels of stacks")
	}
	slices.Sort(h.Kinds)
	h.Sets = k.P.Sets("hidden", ir.State, len(h.Kinds)*(k.G.Players+1))
	k.Fields.Hidden = h
}

// Hidden is the set of sites at which a kind of data is hidden from a player, who must be one.
func (k *Code) Hidden(e *lgdl.Expr, kind int, player *ir.Expr) *ir.Expr {
	h := k.Fields.Hidden
	if h == nil || !slices.Contains(h.Kinds, kind) {
		k.No(e, "hidden data that are not kept")
	}
	return ir.SetAt(h.Sets, k.hiddenAt(kind, player))
}

func (k *Code) hiddenAt(kind int, player *ir.Expr) *ir.Expr {
	i := slices.Index(k.Fields.Hidden.Kinds, kind)
	return ir.Calc(ir.Add, ir.Num(i*(k.G.Players+1)), player)
}

// Hide hides a kind of data of a site from a player, or shows it.
func (k *Code) Hide(kind int, player, site, on *ir.Expr) {
	k.Acts(game.ActSetHidden, site, site)
	h := k.Fields.Hidden
	if h == nil || !slices.Contains(h.Kinds, kind) {
		return
	}
	change := func(op ir.StmtOp) func() {
		return func() { k.Add(&ir.Stmt{Op: op, Field: h.Sets, Args: []*ir.Expr{k.hiddenAt(kind, player), site}}) }
	}
	k.Choose(on, change(ir.Include), change(ir.Exclude))
}

// carryHidden moves what is hidden about a piece with it.
func (k *Code) carryHidden(from, to *ir.Expr) {
	h := k.Fields.Hidden
	if h == nil {
		return
	}
	emptied := k.Temp("emptied", k.IsEmpty(from))
	for i := range h.Kinds {
		for p := 1; p <= k.G.Players; p++ {
			at := ir.Num(i*(k.G.Players+1) + p)
			change := func(op ir.StmtOp, site *ir.Expr) *ir.Stmt {
				return &ir.Stmt{Op: op, Field: h.Sets, Args: []*ir.Expr{at, site}}
			}
			k.If(ir.Calc(ir.Ne, from, to), func() {
				k.Add(&ir.Stmt{Op: ir.If, Args: []*ir.Expr{ir.Calc(ir.SetHas, ir.SetAt(h.Sets, at), from)},
					Body: []*ir.Stmt{change(ir.Include, to)}, Else: []*ir.Stmt{change(ir.Exclude, to)}},
					ir.When(emptied, change(ir.Exclude, from)))
			})
		}
	}
}
