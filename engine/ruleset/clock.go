package ruleset

import (
	"github.com/astragal/astragal/engine/formal"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// Clocked is the game without the counter of moves in its keys; see formal.Clocked.
func (a *adapter) Clocked() (g formal.Game, limit int, ok bool) {
	c := clockReader{}
	if root := a.g.Root(); root != nil {
		c.read(root, false)
	}
	if c.other || c.limit < 2 {
		return nil, 0, false
	}
	b := *a
	b.clocked = true
	return &b, c.limit, true
}

// clockReader looks for what rules ask of the counter.
type clockReader struct {
	limit int
	other bool // it is asked for by other conditions than that of an end, or with several limits
}

// read reads a clause; ends tells that it is the condition of an end, or one of conditions joined to that.
func (c *clockReader) read(e *lgdl.Expr, ends bool) {
	if e == nil {
		return
	}
	if e.Form != nil {
		switch {
		case e.Form.Text == "(counter)":
			c.other = true
			return
		case ends && e.Form.Text == "(>= int int)":
			a := clause.AtLeast(e)
			if n := a.Int2(); a.Int1().Text == "counter" && n.Kind == lgdl.Int && (c.limit == 0 || c.limit == n.Int) {
				c.limit = n.Int
				return
			}
		case e.Form.Text == "(if bool [(if) | {(if)}] [(result)])":
			a := clause.IfBool(e)
			c.read(a.Bool(), true)
			for _, x := range []*lgdl.Expr{a.If(), a.Ifs(), a.Result()} {
				c.read(x, false)
			}
			return
		}
	}
	joined := e.Form != nil && (e.Text == "and" || e.Text == "or") || e.Kind == lgdl.List
	for _, list := range [][]*lgdl.Expr{e.Args, e.Items} {
		for _, x := range list {
			c.read(x, ends && joined)
		}
	}
}

// Clock is the counter of moves; see formal.Clock.
func (t *table) Clock() int { return t.c.Clock() }

// SetClock sets the counter of moves.
func (t *table) SetClock(n int) { t.c.SetClock(n) }
