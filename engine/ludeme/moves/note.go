package moves

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/internal/rule"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// notes are a message and each of those who receive it.
var notes = rule.Pairs{Impl: func(k *game.Compiler, e *lgdl.Expr) rule.PairsOf {
	a := clause.Note(e)
	var about, to game.Int
	if x := cmp.Or(a.PlayerInt(), a.PlayerRoleType()); x != nil {
		about = k.Int(x)
	}
	message := noteText(k, a)
	if a.ToPlayer() != nil || a.ToRoleType().Word("All") != "All" {
		to = k.Player(a.ToPlayer(), a.ToRoleType())
	}
	return func(c *game.Context, dst []int32) []int32 {
		text := message(c)
		if about.Given() {
			text = "P" + strconv.Itoa(about.Get(c)) + " " + text
		}
		name := c.Intern(text)
		lo, hi := 1, c.G.Players
		if to.Given() {
			p := to.Get(c)
			lo, hi = max(lo, p), min(hi, p)
		}
		for p := lo; p <= hi; p++ {
			dst = append(dst, name, int32(p))
		}
		return dst
	}
}, Lower: func(k *lower.Lowerer, e *lgdl.Expr, each func(p, v *ir.Expr)) {
	// Which message it is makes no difference.
	a := clause.Note(e)
	one := func(p int) {
		if p >= 1 && p <= k.G.Players {
			each(ir.Num(0), ir.Num(p))
		}
	}
	if a.ToPlayer() == nil && a.ToRoleType().Word("All") == "All" {
		for p := range k.G.Players {
			one(p + 1)
		}
		return
	}
	who := ir.Num(game.Off) // nobody, where a role stands for several
	if role := a.ToRoleType(); role == nil || !game.ManyRole(role.Text) || strings.HasPrefix(role.Text, "Team") {
		who = k.RoleOrPlayer(a.ToPlayer(), role)
	}
	k.ForPlayers(who, one)
}, Names: true}

// noteText compiles the message: one of string, int, ints, float, bool, sites,
// range, direction and graph.
func noteText(k *game.Compiler, a clause.NoteArgs) func(c *game.Context) string {
	switch {
	case a.String() != nil:
		text := a.String().Text
		return func(*game.Context) string { return text }
	case a.Int() != nil:
		v := k.Int(a.Int())
		return func(c *game.Context) string { return strconv.Itoa(v.Get(c)) }
	case a.Ints() != nil:
		v := k.Ints(a.Ints())
		return func(c *game.Context) string { return numbers("[", v.Eval(c, c.TakeInts()), "]") }
	case a.Float() != nil:
		v := k.Float(a.Float())
		return func(c *game.Context) string { return strconv.FormatFloat(v.Get(c), 'g', -1, 32) }
	case a.Bool() != nil:
		v := k.Bool(a.Bool())
		return func(c *game.Context) string { return strconv.FormatBool(v.Get(c)) }
	case a.Sites() != nil:
		v := k.Region(a.Sites())
		return func(c *game.Context) string { return numbers("{", v.Sites(c, c.TakeInts()), "}") }
	case a.Range() != nil:
		v := k.Range(a.Range())
		return func(c *game.Context) string { return fmt.Sprintf("[%d;%d]", v.Min.Get(c), v.Max.Get(c)) }
	case a.Direction() != nil:
		v := k.Directions(a.Direction(), "")
		return func(c *game.Context) string { return directionsText(c, v) }
	}
	return func(*game.Context) string { return "graph" }
}

func numbers(open string, list []int32, end string) string {
	var b strings.Builder
	b.WriteString(open)
	for i, v := range list {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(strconv.Itoa(int(v)))
	}
	b.WriteString(end)
	return b.String()
}

// directionsText lists the absolute directions at the first centre site.
func directionsText(c *game.Context, v game.Directions) string {
	st := c.G.DefaultType
	var names []string
	if centre := c.G.Topo.Set(st, board.Centre); len(centre) > 0 {
		for _, d := range v.Eval(c, st, int(centre[0]), nil) {
			names = append(names, d.String())
		}
	}
	return "[" + strings.Join(names, ", ") + "]"
}
