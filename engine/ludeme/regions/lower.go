package regions

import (
	"slices"
	"strings"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/ir"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lower"
)

// lowerStatic lowers regions that the game compiles to a constant set.
func lowerStatic(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr { return k.Static(e, k.Parts.Region(e)) }

// lowerSimple lowers parts of the board and sets that follow the play.
func lowerSimple(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	if e.Args[0].Text == "Pending" {
		return k.Pending()
	}
	if e.Args[0].Text == "ToClear" {
		return k.ToClear()
	}
	return lowerStatic(k, e)
}

func lowerIndex(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	if e.Args[0].Text == "Empty" && e.Args[2] == nil {
		k.SiteType(e.Args[1])
		return k.Empty()
	}
	return lowerStatic(k, e)
}

func lowerOccupied(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	// Slots: Occupied, player, role, container, its name, component, its name, names, top, on.
	k.Only(e, 0, 2, 4, 6, 7, 8, 9)
	k.SiteType(e.Args[9])
	if e.Args[2] == nil {
		k.No(e, "the pieces of a player")
	}
	names := []*lgdl.Expr{}
	if e.Args[6] != nil {
		names = append(names, e.Args[6])
	}
	if e.Args[7] != nil {
		names = append(names, e.Args[7].Items...)
	}
	wanted := func(c int) bool {
		base := k.G.Components[c].BaseName
		return len(names) == 0 || slices.ContainsFunc(names, func(n *lgdl.Expr) bool { return base != "" && base == n.Text })
	}
	if k.Stacked() {
		return lowerOccupiedStacks(k, e, wanted)
	}
	set := k.Pieces(e, e.Args[2].Text)
	if name := e.Args[4]; name != nil {
		who, ok := int64(0), true
		if strings.Contains(name.Text, "Hand") {
			who, ok = k.Role(e.Args[2]).Number()
		}
		if !ok {
			k.No(e, "a container of a player who is not known before")
		}
		set = ir.Calc(ir.SetAnd, set, k.InContainer(e, name, int(who)))
	}
	if len(names) == 0 {
		return set
	}
	kinds := ir.SetOf(make([]uint64, k.P.Words))
	for c := 1; c < len(k.G.Components); c++ {
		if wanted(c) {
			kinds = ir.Calc(ir.SetOr, kinds, k.Of(c))
		}
	}
	return ir.Calc(ir.SetAnd, set, kinds)
}

// lowerOccupiedStacks lowers the sites of the position lists of a role, in games with
// stacks: those whose top is of the role too, unless all levels are asked for.
func lowerOccupiedStacks(k *lower.Lowerer, e *lgdl.Expr, wanted func(comp int) bool) *ir.Expr {
	top := true
	if e.Args[8] != nil {
		v, ok := k.Bool(e.Args[8]).Number()
		if !ok {
			k.No(e.Args[8], "top: that changes")
		}
		top = v != 0
	}
	role := e.Args[2].Text
	set := k.Listed(e, role, top, wanted)
	name := e.Args[4]
	switch {
	case name == nil && k.G.DefaultType != board.Cell:
		return k.BoardOnly(set) // the pieces in hands are on cells
	case name == nil:
		return set
	case k.G.DefaultType != board.Cell:
		k.No(name, "stacks in a container")
	case strings.Contains(name.Text, "Hand"):
		who, ok := k.Role(e.Args[2]).Number()
		if !ok {
			k.No(e, "a container of a player who is not known before")
		}
		return ir.Calc(ir.SetAnd, set, k.InContainer(e, name, int(who)))
	}
	return ir.Calc(ir.SetAnd, set, k.InContainer(e, name, 0))
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
		return lowerOwned(k, e)
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
	if e.Args[1] != nil {
		return ir.Calc(ir.SetMinus, k.Region(e.Args[0]), k.Region(e.Args[1]))
	}
	one := k.TempSet()
	site := k.Temp("site", k.Int(e.Args[2]))
	k.Add(&ir.Stmt{Op: ir.SetStore, Field: one, Args: []*ir.Expr{ir.Num(0), k.Region(e.Args[0])}})
	k.If(ir.Calc(ir.Below, site, ir.Num(k.Sites())), func() {
		k.Add(&ir.Stmt{Op: ir.Exclude, Field: one, Args: []*ir.Expr{ir.Num(0), site}})
	})
	return ir.SetAt(one, ir.Num(0))
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

// lowerHidden lowers the board sites of which data are hidden from players.
func lowerHidden(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	// Slots: Hidden, datum, type, player, role.
	k.SiteType(e.Args[2])
	kind := lower.HiddenKind(e.Args[1])
	role := e.Args[4]
	if role == nil {
		k.No(e, "what is hidden from a player")
	}
	if !game.ManyRole(role.Text) {
		p := k.Temp("p", k.Role(role))
		if lo, hi := p.Range(); lo < 1 || int(hi) > k.G.Players {
			k.No(e, "a player who is not known before")
		}
		return k.BoardOnly(k.Hidden(e, kind, p))
	}
	set := ir.SetOf(make([]uint64, k.P.Words))
	for p := 1; p <= k.G.Players; p++ {
		if role.Text == "All" || p != k.Mover && (role.Text == "NonMover" || role.Text == "Enemy") {
			set = ir.Calc(ir.SetOr, set, k.Hidden(e, kind, ir.Num(p)))
		} else if role.Text != "NonMover" && role.Text != "Enemy" {
			k.No(role, "what is hidden from %s", role.Text)
		}
	}
	return k.BoardOnly(set)
}

// lowerInts lowers the sites of a list of numbers.
func lowerInts(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	if r := k.Parts.Region(e); r.Static != nil {
		return k.Static(e, r)
	}
	list := e.Args[0]
	if list == nil {
		list = e.Args[1]
	}
	set := k.TempSet()
	k.Add(&ir.Stmt{Op: ir.SetStore, Field: set, Args: []*ir.Expr{ir.Num(0), ir.SetOf(make([]uint64, k.P.Words))}})
	k.EachInt(list, func(site *ir.Expr) {
		k.If(ir.Calc(ir.Below, site, ir.Num(k.Sites())), func() {
			k.Add(&ir.Stmt{Op: ir.Include, Field: set, Args: []*ir.Expr{ir.Num(0), site}})
		})
	})
	return ir.SetAt(set, ir.Num(0))
}

// lowerOwned lowers the regions of the equipment with a name or an owner who changes
// during the play: one set for each owner.
func lowerOwned(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	role := e.Args[1]
	if role == nil || !k.Settled() {
		k.No(e, "regions that change")
	}
	var who *ir.Expr
	set := func(c *game.Context, p int) {}
	switch role.Text {
	case "Next":
		who, set = k.Fields.Get(lower.Next), func(c *game.Context, p int) { c.S.Next = p }
	case "Prev":
		who, set = k.Fields.Get(lower.Prev), func(c *game.Context, p int) { c.S.Prev = p }
	case "Player":
		who, set = k.Iterator(e, k.Env.Player), func(c *game.Context, p int) { c.Player = p }
	default:
		if n, ok := game.RoleNumber(role.Text); ok && n <= k.G.Players+1 {
			who = ir.Num(n)
			break
		}
		k.No(e, "the regions of %s", role.Text)
	}
	r := k.Parts.Region(e)
	c := k.Settle()
	words := make([]int64, 0, (k.G.Players+2)*k.P.Words)
	for p := range k.G.Players + 2 {
		set(c, p)
		sites := make(game.Set, k.G.SetWords)
		r.AddTo(c, sites)
		for i := range k.P.Words {
			w := uint64(0)
			if i < len(sites) {
				w = sites[i]
			}
			words = append(words, int64(w))
		}
	}
	return ir.SetAt(k.Table("regions", ir.Word, words), k.Temp("who", who))
}

// lowerAround lowers the sites at a distance from a site or from those of a region.
func lowerAround(k *lower.Lowerer, e *lgdl.Expr) *ir.Expr {
	// Slots: Around, type, at, region, kind, distance, direction, if, includeSelf.
	k.Only(e, 0, 1, 2, 3, 5, 6, 8)
	k.SiteType(e.Args[1])
	distance, self := 1, false
	if e.Args[5] != nil {
		n, ok := k.Int(e.Args[5]).Number()
		if !ok || n < 0 {
			k.No(e, "a distance that changes")
		}
		distance = int(n)
	}
	if e.Args[8] != nil {
		v, ok := k.Bool(e.Args[8]).Number()
		if !ok {
			k.No(e, "includeSelf: that changes")
		}
		self = v != 0
	}
	dir := board.Adjacent
	if d := e.Args[6]; d != nil {
		dir, _ = board.ParseDirection(d.Text)
	}
	rows := make([][]int32, k.Sites())
	for s := range k.G.Topo.Num(k.G.DefaultType) {
		for _, r := range k.G.Topo.Radials(k.G.DefaultType, int32(s), dir) {
			if distance < len(r.Path) {
				rows[s] = append(rows[s], r.Path[distance])
			}
		}
	}
	t := k.Rows("around", rows)
	set := k.TempSet()
	into := func(op ir.StmtOp, s *ir.Expr) *ir.Stmt {
		return &ir.Stmt{Op: op, Field: set, Args: []*ir.Expr{ir.Num(0), s}}
	}
	k.Add(&ir.Stmt{Op: ir.SetStore, Field: set, Args: []*ir.Expr{ir.Num(0), ir.SetOf(make([]uint64, k.P.Words))}})
	here := ir.SetAt(set, ir.Num(0))
	if e.Args[2] != nil {
		at := k.Temp("at", k.Int(e.Args[2]))
		k.If(ir.Calc(ir.Below, at, ir.Num(k.Sites())), func() {
			k.Add(&ir.Stmt{Op: ir.SetStore, Field: set, Args: []*ir.Expr{ir.Num(0), k.RowSet(t, at)}})
			if self {
				k.Add(into(ir.Include, at))
			} else {
				k.Add(into(ir.Exclude, at))
			}
		})
		return here
	}
	from := k.TempSet()
	k.Add(&ir.Stmt{Op: ir.SetStore, Field: from, Args: []*ir.Expr{ir.Num(0), k.Region(e.Args[3])}})
	origins := ir.SetAt(from, ir.Num(0))
	k.Each(origins, func(s *ir.Expr) {
		k.Add(&ir.Stmt{Op: ir.SetStore, Field: set, Args: []*ir.Expr{ir.Num(0), ir.Calc(ir.SetOr, here, k.RowSet(t, s))}})
	})
	if self {
		return ir.Calc(ir.SetOr, here, origins)
	}
	return ir.Calc(ir.SetMinus, here, origins)
}
