package regions

import "github.com/astragal/astragal/engine/game"

// freeze returns the region that an operator computes from others. If these all
// count as constant it is evaluated only once, on the blank initial state: at
// once, or, where operands wait for the equipment, at the end of the compilation.
func freeze(k *game.Compiler, operands []game.Region, eval func(c *game.Context, out game.Set)) game.Region {
	now, constant := true, true
	for _, r := range operands {
		now = now && r.Static != nil
		constant = constant && (r.Static != nil || r.Constant)
	}
	switch {
	case now:
		return static(k, eval)
	case !constant:
		return game.RegionFn(eval)
	}
	return later(k, eval)
}

// later returns a region that is evaluated once, at the end of the compilation.
// Until then, when other equipment asks for it, it is evaluated as it is asked.
func later(k *game.Compiler, eval func(c *game.Context, out game.Set)) game.Region {
	var value game.Set
	k.AtEnd(func(c *game.Context) {
		out := make(game.Set, c.G.SetWords)
		eval(c, out)
		value = out
	})
	return game.Region{
		Constant: true,
		Eval: func(c *game.Context, out game.Set) {
			if value == nil {
				eval(c, out)
				return
			}
			copy(out, value)
		},
	}
}
