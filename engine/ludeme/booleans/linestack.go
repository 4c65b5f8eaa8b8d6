package booleans

import "github.com/astragal/astragal/engine/game"

// stacked is the test of games with stacks: on what shows of the stacks, or
// level by level. The former leaves (to) at the last site looked at.
func (l *line) stacked(c *game.Context) bool {
	p := l.through.Get(c)
	if !c.G.OnBoard(l.st, p) {
		return false
	}
	ok := l.accept(c, c.S.What(l.st, p))
	length := l.length.Get(c)
	found := length == 1
	switch {
	case found:
	case l.byLevel.Get(c):
		found = l.levels(c, p, length, &ok)
	default:
		found = l.shown(c, p, length, &ok)
	}
	ok.give(c)
	return found
}

// shows reports whether the top piece of a stack, or any of its pieces, is accepted.
func (l *line) shows(c *game.Context, s int, top bool, ok *accepted) bool {
	if top {
		return ok.has(c, c.S.What(l.st, s))
	}
	for lv := range c.S.SizeAt(l.st, s) {
		if ok.has(c, c.S.WhatAt(l.st, s, lv)) {
			return true
		}
	}
	return false
}

func (l *line) shown(c *game.Context, p, length int, ok *accepted) bool {
	top, exact := l.top.Get(c), l.exact.Get(c)
	if !l.shows(c, p, top, ok) {
		return false
	}
	count := 0
	walk := func(path []int32) bool {
		for _, s := range path[1:] {
			c.To = int(s)
			if !l.shows(c, int(s), top, ok) || !l.cond.Ok(c) {
				return false
			}
			if count++; !exact && count == length {
				return true
			}
		}
		return false
	}
	return l.anyWay(c, int32(p), length, &count, walk)
}

// levels looks for a line through the top piece of p: straight down, level
// along a radial, or one level up or down with every site.
func (l *line) levels(c *game.Context, p, length int, ok *accepted) bool {
	h := c.S.SizeAt(l.st, p)
	if h == 0 {
		return false
	}
	top, exact := h-1, l.exact.Get(c)
	if h >= length {
		down := true
		for lv := top - 1; lv > top-length; lv-- {
			if !ok.has(c, c.S.WhatAt(l.st, p, lv)) {
				down = false
				break
			}
		}
		if down {
			return true
		}
	}
	topo := c.G.Topo
	radials := topo.DistinctRadials(l.st, int32(p), l.dir)
	for i := range radials {
		path := radials[i].Path
		back := radials[i].Opposite
		for _, slope := range [3]int{0, -1, 1} {
			forward := l.climb(c, path, 0, top, slope, ok)
			if !exact && forward >= length {
				return true
			}
			if back == nil {
				if forward == length {
					return true
				}
				continue
			}
			count := forward + l.climb(c, back, 1, top, -slope, ok)
			if !exact && count >= length {
				return true
			}
			// Going down, the test at the end looks at the forward walk alone.
			if slope == -1 {
				count = forward
			}
			if count == length {
				return true
			}
		}
	}
	return false
}

// climb counts accepted pieces along a path from its i-th site on; the i-th
// site is looked at on level top + i·slope.
func (l *line) climb(c *game.Context, path []int32, i, top, slope int, ok *accepted) int {
	n := 0
	for ; i < len(path); i++ {
		lv := top + i*slope
		if lv < 0 || lv >= c.S.SizeAt(l.st, int(path[i])) || !ok.has(c, c.S.WhatAt(l.st, int(path[i]), lv)) {
			break
		}
		n++
	}
	return n
}
