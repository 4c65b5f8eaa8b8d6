package equipment

import (
	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

var regionRows = []lgdl.Form{
	{Text: "(hint {int!} [int!])", Result: "(hint)", Impl: game.Structural{},
		Meaning: "Sites of a puzzle with the number they must agree with."},
	{Text: "(hint int! [int!])", Result: "(hint)", Impl: game.Structural{},
		Meaning: "A site of a puzzle with the number it must agree with."},
	{Text: "(hints [string] {(hint)} [siteType])", Result: "item", Concepts: []string{"skip *"},
		Impl: game.ItemRule(hints), Meaning: "The hints of a deduction puzzle."},
	{Text: "(map [string] {(pair)})", Result: "item", Impl: game.ItemRule(mapPairs),
		Meaning: "A table of keys and values."},
	{Text: "(map [string] {int} {int})", Result: "item", Impl: game.ItemRule(mapLists),
		Meaning: "A table of keys and values, given as two lists."},
	{Text: "(pair int string)", Result: "(pair)", Impl: game.Structural{}, Meaning: "A number and a coordinate or piece."},
	{Text: "(pair roleType string)", Result: "(pair)", Impl: game.Structural{},
		Meaning: "A player and a coordinate or piece."},
	{Text: "(pair roleType landmarkType)", Result: "(pair)", Impl: game.Structural{},
		Meaning: "A player and a landmark of the board."},
	{Text: "(pair string roleType)", Result: "(pair)", Impl: game.Structural{}, Meaning: "A coordinate and a player."},
	{Text: "(pair int int)", Result: "(pair)", Impl: game.Structural{}, Meaning: "Two numbers."},
	{Text: "(pair roleType int)", Result: "(pair)", Impl: game.Structural{}, Meaning: "A player and a number."},
	{Text: "(pair roleType roleType)", Result: "(pair)", Impl: game.Structural{}, Meaning: "Two players."},
	{Text: "(pair string string)", Result: "(pair)", Impl: game.Structural{}, Meaning: "Two coordinates."},
	{Text: "(regions [string] [roleType] ({int!} | sites | {sites} | regionTypeStatic | {regionTypeStatic}) [string])",
		Result: "item", Impl: game.ItemRule(regions),
		Meaning: "A named part of the board, or a player's."},
}

func regions(k *game.Compiler, e *lgdl.Expr) {
	a := clause.Regions(e)
	role := roleOr(a.RoleType(), "Neutral")
	r := game.NamedRegion{Owner: owner(k, role)}
	if a.RoleType() != nil {
		r.Role = role
	}
	r.Name = "RegionP1"
	if a.RoleType() != nil {
		r.Name = "Region" + role
	}
	if a.String1() != nil {
		r.Name = a.String1().Text
	}
	switch {
	case a.Ints() != nil:
		r.Ints = []int32{}
		for _, x := range a.Ints().Items {
			r.Ints = append(r.Ints, int32(x.Int))
		}
	case a.Sites() != nil:
		r.Parts = []game.Region{k.Region(a.Sites())}
	case a.Regions() != nil:
		for _, x := range a.Regions().Items {
			r.Parts = append(r.Parts, k.Region(x))
		}
	case a.RegionTypeStatic() != nil:
		r.Kinds = []string{a.RegionTypeStatic().Text}
	case a.RegionTypeStatics() != nil:
		for _, x := range a.RegionTypeStatics().Items {
			r.Kinds = append(r.Kinds, x.Text)
		}
	}
	if a.String2() != nil {
		r.Hint = a.String2().Text
	}
	k.G.Regions = append(k.G.Regions, r)
}

func hints(k *game.Compiler, e *lgdl.Expr) {
	args := clause.Hints(e)
	h := game.HintItem{Type: board.Cell}
	if args.String() != nil {
		h.Name = args.String().Text
	}
	if args.SiteType() != nil {
		h.Type, _ = board.ParseSiteType(args.SiteType().Text)
	}
	for _, x := range args.Hints().Items {
		var sites []int32
		if a := clause.AnyHint(x).Sites(); a.Kind == lgdl.List {
			for _, s := range a.Items {
				sites = append(sites, int32(s.Int))
			}
		} else {
			sites = []int32{int32(a.Int)}
		}
		h.Regions = append(h.Regions, sites)
		h.Values = append(h.Values, intOr(clause.AnyHint(x).Value(), 0))
	}
	k.G.Hints = append(k.G.Hints, h)
}

func mapName(e *lgdl.Expr) string {
	if clause.AnyMap(e).String() != nil {
		return clause.AnyMap(e).String().Text
	}
	return "Map"
}

// newMap adds a map whose entries are computed on the blank state.
func newMap(k *game.Compiler, name string, fill func(c *game.Context, m map[int]int)) {
	g := k.G
	i := len(g.Maps)
	g.Maps = append(g.Maps, game.MapItem{Name: name, Pair: map[int]int{}})
	k.AtEnd(func(c *game.Context) { fill(c, g.Maps[i].Pair) })
}

func mapLists(k *game.Compiler, e *lgdl.Expr) {
	keys, values := clause.MapInts(e).Ints1().Items, clause.MapInts(e).Ints2().Items
	if len(keys) != len(values) {
		k.Fail(e, "%d keys but %d values; expected as many of both", len(keys), len(values))
	}
	var ks, vs []game.Int
	for i := range keys {
		ks, vs = append(ks, k.Int(keys[i])), append(vs, k.Int(values[i]))
	}
	newMap(k, mapName(e), func(c *game.Context, m map[int]int) {
		for i := range ks {
			put(m, ks[i].Get(c), vs[i].Get(c))
		}
	})
}

func put(m map[int]int, key, value int) {
	if key != game.Off && value != game.Off {
		m[key] = value
	}
}

func mapPairs(k *game.Compiler, e *lgdl.Expr) {
	var ks, vs []game.Int
	for _, x := range clause.MapPairs(e).Pairs().Items {
		pair := clause.AnyPair(x)
		ks, vs = append(ks, mapKey(k, pair.Key())), append(vs, mapValue(k, pair.Value()))
	}
	newMap(k, mapName(e), func(c *game.Context, m map[int]int) {
		for i := range ks {
			put(m, ks[i].Get(c), vs[i].Get(c))
		}
	})
}

func mapKey(k *game.Compiler, e *lgdl.Expr) game.Int {
	switch {
	case e.Kind == lgdl.String:
		return game.IntOf(int(k.G.Topo.Find(k.G.DefaultType, e.Text)))
	case e.Type == "roleType":
		return k.Role(e.Text)
	}
	return k.Int(e)
}

func mapValue(k *game.Compiler, e *lgdl.Expr) game.Int {
	g := k.G
	switch {
	case e.Kind == lgdl.String:
		if isCoordinate(e.Text) {
			return game.IntOf(int(g.Topo.Find(g.DefaultType, e.Text)))
		}
		// Pieces are created after maps: the name is looked up at the end.
		name := e.Text
		return game.IntFn(func(c *game.Context) int { return c.G.ComponentNamed(name) })
	case e.Type == "landmarkType":
		return game.IntOf(landmark(g, e.Text))
	case e.Type == "roleType":
		return k.Role(e.Text)
	}
	return k.Int(e)
}

// isCoordinate reports whether a string is shaped like a coordinate: letters followed by digits, or digits alone.
func isCoordinate(s string) bool {
	i := 0
	for i < len(s) && s[i] >= 'A' && s[i] <= 'Z' {
		i++
	}
	if i > 2 || i == len(s) {
		return false
	}
	for _, r := range s[i:] {
		if r < '0' || r > '9' {
			return false
		}
	}
	return true
}

func landmark(g *game.Game, name string) int {
	st := board.Cell
	if g.DefaultType == board.Vertex {
		st = board.Vertex
	}
	first := func(set board.SetKind) int {
		if s := g.Topo.Set(st, set); len(s) > 0 {
			return int(s[0])
		}
		return game.Off
	}
	switch name {
	case "FirstSite":
		return 0
	case "LastSite":
		return g.Topo.Num(st) - 1
	case "CentreSite":
		return first(board.Centre)
	case "LeftSite":
		return first(board.Left)
	case "RightSite":
		return first(board.Right)
	case "Topsite":
		return first(board.Top)
	}
	return first(board.Bottom)
}
