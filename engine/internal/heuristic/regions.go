package heuristic

import (
	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
)

// constant are the sites of a region that are the same in every position: its
// integers, or what its parts come to if all of them are constant.
func constant(g *game.Game, r *game.NamedRegion) (sites []int32) {
	if r.Ints != nil {
		return r.Ints
	}
	for i := range r.Parts {
		if r.Parts[i].Static == nil {
			return nil
		}
	}
	r.Static.Each(func(site int) bool {
		sites = append(sites, int32(site))
		return true
	})
	return sites
}

// distances are the steps from every site to the nearest of a region with constant
// sites, 0 where there is no way; nil for other regions.
func distances(g *game.Game, r *game.NamedRegion) []int32 {
	sites := constant(g, r)
	if len(sites) == 0 {
		return nil
	}
	near := g.Topo.NeighbourTable(tableType(g), board.RelAdjacent)
	table := make([]int32, near.Len())
	seen := make([]bool, near.Len())
	var queue []int32
	for _, s := range sites {
		if int(s) < len(table) && !seen[s] {
			seen[s] = true
			queue = append(queue, s)
		}
	}
	for len(queue) > 0 {
		at := queue[0]
		queue = queue[1:]
		for _, s := range near.Row(at) {
			if !seen[s] {
				seen[s] = true
				table[s] = table[at] + 1
				queue = append(queue, s)
			}
		}
	}
	return table
}

// nearest are the least distances to any region of a player, and the greatest
// distance to any of them.
func nearest(g *game.Game, player int) (table []int32, most int32) {
	for i := range g.Regions {
		if g.Regions[i].Owner != player {
			continue
		}
		own := distances(g, &g.Regions[i])
		most = max(most, greatest(own))
		if table == nil {
			table = own
			continue
		}
		for s, d := range own {
			table[s] = min(table[s], d)
		}
	}
	return table, most
}

func greatest(table []int32) (most int32) {
	for _, d := range table {
		most = max(most, d)
	}
	return most
}

// ownRegions counts what lies in the player's regions with constant sites.
func ownRegions(g *game.Game) valuer {
	sites := map[int][]int32{}
	for i := range g.Regions {
		if r := &g.Regions[i]; r.Owner > 0 {
			sites[r.Owner] = append(sites[r.Owner], constant(g, r)...)
		}
	}
	return func(c Position, player int, _ float32, _ int) (sum float32) {
		for _, s := range sites[player] {
			sum += float32(c.CountAt(c.Game().DefaultType, int(s)))
		}
		return sum
	}
}
