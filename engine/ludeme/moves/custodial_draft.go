package moves

import (
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/lgdl"
)

// custodialDraft is the Draft form of custodial, which finds the first capture
// by tests of sites; a list of all captures is made in the general way.
type custodialDraft struct {
	*flanker
	over, end game.SplitTest
	aims      *game.Aims
}

func (f *flanker) draft(k *game.Compiler, e *lgdl.Expr) func(c *game.Context, ds *game.Drafts) {
	aims := k.Lines(f.from.Type, f.dirs)
	if aims == nil || e.Args[2] == nil || e.Args[2].Args[3] == nil || e.Args[3] == nil || e.Args[3].Args[5] == nil {
		return nil
	}
	d := &custodialDraft{flanker: f, aims: aims, over: k.Split(e.Args[2].Args[3], f.between.If, "between"), end: splitTo(k, e.Args[3], &f.to)}
	return d.list
}

func (d *custodialDraft) list(c *game.Context, ds *game.Drafts) {
	if !ds.One() || !d.aims.Ready(c) {
		ds.Made(c, d.custodial)
		return
	}
	site := d.from.Loc.Get(c)
	if !c.G.OnBoard(d.from.Type, site) {
		return
	}
	lo, hi := d.between.limits(c, 0, 1000)
	if lo > hi || hi < 1 {
		return
	}
	first, to, between := ds.Len(), c.To, c.Between
	over := ds.Judge(c, &d.over)
	i, end := d.aims.Rays(c, site)
	for ; i < end && !ds.Done(); i++ {
		path := d.aims.Ray(i)[1:]
		n := 0
		for n < len(path) && n < hi {
			if c.Between = int(path[n]); !over.Ok(c, path[n]) {
				break
			}
			n++
		}
		if n == 0 || n < lo && hi > 1 || n == len(path) && hi == 1 {
			continue
		}
		if n < len(path) {
			if c.To = int(path[n]); !ds.Judge(c, &d.end).Ok(c, path[n]) {
				continue
			}
		} else if c.To = game.Off; !d.to.If.Get(c) {
			continue
		}
		for _, s := range path[:n] {
			c.Between = int(s)
			if a := &d.between.Apply; a.Effect != nil && a.If.Ok(c) && ds.Any(c, a.Effect) {
				ds.Exists(c)
				break
			}
		}
	}
	c.To, c.Between = to, between
	ds.ThenAll(first, d.then)
}
