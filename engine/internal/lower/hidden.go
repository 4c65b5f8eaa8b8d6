package lower

import (
	"slices"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/lgdl"
)

// What is hidden is information, and the play goes on as if all were seen, unless rules
// ask. So only the kinds of hidden data that rules ask about are kept: for each kind and
// player the set of sites at which it is hidden from him.

// hidden are the kinds of hidden data that are kept.
type hidden struct {
	kinds []int // of game.HiddenAll to HiddenValue, ascending
	sets  *ir.Field
}

func (k *Lowerer) hiddenFields() {
	h := &hidden{}
	k.G.Root().Any(func(e *lgdl.Expr) bool {
		if e.Is("is", "Hidden") || e.Is("sites", "Hidden") {
			if kind := game.HiddenKind(e.Named("hiddenData")); !slices.Contains(h.kinds, kind) {
				h.kinds = append(h.kinds, kind)
			}
		}
		return false
	})
	if k.watched && k.G.Hides && !k.G.Stacks { // positions are told apart by it
		h.kinds = h.kinds[:0]
		for kind := range game.HiddenNames {
			h.kinds = append(h.kinds, kind)
		}
	}
	if len(h.kinds) == 0 {
		return
	}
	if k.G.Stacks {
		k.No(k.G.Root(), "hidden levels of stacks")
	}
	slices.Sort(h.kinds)
	h.sets = k.P.Sets("hidden", ir.State, len(h.kinds)*(k.G.Players+1))
	k.Fields.hidden = h
}

// Hidden is the set of sites at which a kind of data is hidden from a player, who must be one.
func (k *Lowerer) Hidden(e *lgdl.Expr, kind int, player *ir.Expr) *ir.Expr {
	h := k.Fields.hidden
	if h == nil || !slices.Contains(h.kinds, kind) {
		k.No(e, "hidden data that are not kept")
	}
	return ir.SetAt(h.sets, k.hiddenAt(kind, player))
}

func (k *Lowerer) hiddenAt(kind int, player *ir.Expr) *ir.Expr {
	i := slices.Index(k.Fields.hidden.kinds, kind)
	return ir.Calc(ir.Add, ir.Num(i*(k.G.Players+1)), player)
}

// Hide hides a kind of data of a site from a player, or shows it.
func (k *Lowerer) Hide(kind int, player, site, on *ir.Expr) {
	k.Acts(game.ActSetHidden, site, site)
	h := k.Fields.hidden
	if h == nil || !slices.Contains(h.kinds, kind) {
		return
	}
	change := func(op ir.StmtOp) func() {
		return func() { k.Add(&ir.Stmt{Op: op, Field: h.sets, Args: []*ir.Expr{k.hiddenAt(kind, player), site}}) }
	}
	k.Choose(on, change(ir.Include), change(ir.Exclude))
}

// carryHidden moves what is hidden about a piece with it.
func (k *Lowerer) carryHidden(from, to *ir.Expr) {
	h := k.Fields.hidden
	if h == nil {
		return
	}
	emptied := k.Temp("emptied", k.IsEmpty(from))
	for i := range h.kinds {
		for p := 1; p <= k.G.Players; p++ {
			at := ir.Num(i*(k.G.Players+1) + p)
			change := func(op ir.StmtOp, site *ir.Expr) *ir.Stmt {
				return &ir.Stmt{Op: op, Field: h.sets, Args: []*ir.Expr{at, site}}
			}
			k.If(ir.Calc(ir.Ne, from, to), func() {
				k.Add(&ir.Stmt{Op: ir.If, Args: []*ir.Expr{ir.Calc(ir.SetHas, ir.SetAt(h.sets, at), from)},
					Body: []*ir.Stmt{change(ir.Include, to)}, Else: []*ir.Stmt{change(ir.Exclude, to)}},
					ir.When(emptied, change(ir.Exclude, from)))
			})
		}
	}
}

// EachHidden calls f for each kind and player of which something is kept, and each site.
func (p *Positions) EachHidden(mem []byte, f func(kind, player, site int, hidden bool)) {
	h := p.k.Fields.hidden
	if h == nil {
		return
	}
	for i, kind := range h.kinds {
		for q := 1; q <= p.G.Players; q++ {
			for site := range p.k.Fields.sites {
				at := h.sets.Addr + 8*((i*(p.G.Players+1)+q)*p.Words+site>>6)
				f(kind, q, site, mem[at+site&63>>3]>>(site&7)&1 != 0)
			}
		}
	}
}
