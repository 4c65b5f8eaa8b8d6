package regions

import (
	"strings"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// sitesCoordinates are the elements with the given labels; labels that do not
// exist are skipped, and edges have none.
func sitesCoordinates(k *game.Compiler, e *lgdl.Expr) game.Region {
	var labels []string
	for _, x := range clause.SitesStrings(e).Strings().Items {
		labels = append(labels, x.Text)
	}
	return labelled(k, k.SiteTypeOr(clause.SitesStrings(e).SiteType()), labels)
}

func labelled(k *game.Compiler, st board.SiteType, labels []string) game.Region {
	out := make(game.Set, k.G.SetWords)
	for _, l := range labels {
		if s := k.G.Topo.Find(st, l); s >= 0 {
			out.Add(int(s))
		}
	}
	return game.RegionOf(out)
}

// isCoordinate reports whether a string is shaped like a coordinate: up to two
// letters, or three of which the first two are the same, and then digits.
func isCoordinate(s string) bool {
	letters := strings.TrimRight(s, "0123456789")
	if letters == s {
		return false
	}
	for i := range len(letters) {
		if c := letters[i] | 0x20; c < 'a' || c > 'z' {
			return false
		}
	}
	return len(letters) < 3 || len(letters) == 3 && letters[0] == letters[1]
}

// sitesInts are the numbers of a list or of an array, without negative ones.
func sitesInts(k *game.Compiler, e *lgdl.Expr) game.Region {
	if list := clause.SitesInts(e).Ints1(); list != nil {
		items := make([]game.Int, len(list.Items))
		constant := true
		for i, x := range list.Items {
			items[i] = k.Int(x)
			constant = constant && items[i].Const
		}
		r := fold(k, constant, func(c *game.Context, out game.Set) {
			for i := range items {
				if s := items[i].Get(c); s >= 0 {
					put(e, out, s)
				}
			}
		})
		if !constant {
			r.Has = func(c *game.Context, site int) bool {
				found := false
				for i := range items {
					found = items[i].Get(c) == site || found
				}
				return found
			}
		}
		return r
	}
	array := k.Ints(clause.SitesInts(e).Ints2())
	eval := func(c *game.Context, out game.Set) {
		v := array.Eval(c, c.TakeInts())
		for _, s := range v {
			if s >= 0 {
				put(e, out, int(s))
			}
		}
		c.GiveInts(v)
	}
	return game.RegionFn(eval)
}
