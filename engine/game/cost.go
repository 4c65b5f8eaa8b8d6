package game

import (
	"slices"

	"github.com/astragal/astragal/engine/board"
)

// CostAt is the cost of a board element: 0 until a rule sets it.
func (c *Context) CostAt(st board.SiteType, site int) int {
	if costs := c.S.costs[st]; site >= 0 && site < len(costs) {
		return int(costs[site])
	}
	return 0
}

// setCost sets the cost of a board element. Costs are set rarely, normally
// by start rules only, so that states share the list and every change copies it.
func (s *State) setCost(st board.SiteType, site, cost int32) {
	if !s.g.OnBoard(st, int(site)) {
		return
	}
	costs := slices.Clone(s.costs[st])
	if costs == nil {
		costs = make([]int32, s.g.Topo.Num(st))
	}
	costs[site] = cost
	s.costs[st] = costs
}
