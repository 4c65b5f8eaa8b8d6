package ruleset

import (
	"github.com/astragal/astragal/engine/formal"
	"github.com/astragal/astragal/engine/lgdl"
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
		case ends && e.Form.Text == "(>= int int)" && e.Args[0].Form != nil && e.Args[0].Form.Text == "(counter)" &&
			e.Args[1].Kind == lgdl.Int && (c.limit == 0 || c.limit == int(e.Args[1].Int)):
			c.limit = int(e.Args[1].Int)
			return
		case e.Form.Text == "(if bool [(if) | {(if)}] [(result)])":
			c.read(e.Args[0], true)
			for _, x := range e.Args[1:] {
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
