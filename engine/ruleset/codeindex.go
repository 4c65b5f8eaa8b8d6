package ruleset

import (
	"fmt"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/compiled"
)

// Index is the place of decision i of the loaded position among the legal moves by the
// rules. Of several with the same from and to it is one that leads to the same position.
func (w *codeWorld) Index(step, i int) int {
	w.Top()
	if w.g.Mode == game.Simultaneous {
		return w.indexJointly(step, i)
	}
	m := w.moves()[i]
	from, to := compiled.Ends(m)
	c := w.root.c
	legal := c.Legal()
	same := []int{}
	for j := range legal {
		if int(legal[j].From) == from && int(legal[j].To) == to {
			same = append(same, j)
		}
	}
	if len(same) == 1 {
		return same[0]
	}
	draws := w.at.Drawn()
	w.at.Step(m)
	w.check()
	found := -1
	for _, j := range same {
		mark := c.Mark()
		u := c.Temp()
		r := draws
		u.R = &r
		u.Play(legal[j])
		if w.at.Is(u) {
			found = j
		}
		c.GiveTemp(u)
		c.Release(mark)
		if found >= 0 {
			break
		}
	}
	w.Top()
	if found < 0 {
		panic(spoilt{fmt.Errorf("a move from %d to %d is not among the legal ones by the rules", from, to)})
	}
	return found
}

// indexJointly is Index where players decide at the same time: the place of a decision of the one who decides after
// so many others among his legal moves by the rules. Of several with the same from and to it is one that
// leads to the same position while all others pass, and of several of these the one with the same place among them.
func (w *codeWorld) indexJointly(step, i int) int {
	w.pass(step)
	player, codes := w.at.Mover(), append([]uint64(nil), w.moves()...)
	from, to := compiled.Ends(codes[i])
	own, same := 0, []game.Move{}
	places := []int{}
	for _, m := range w.root.c.Legal() {
		if int(m.Mover) != player {
			continue
		}
		if int(m.From) == from && int(m.To) == to {
			same, places = append(same, m), append(places, own)
		}
		own++
	}
	if len(same) == 1 && own == len(codes) {
		return places[0]
	}
	first, k := -1, -1 // of those that lead to the same position, and how many of them come before
	for n, m := range same {
		if first < 0 && w.is(step, codes[i], player, m) {
			first = n
		}
	}
	for _, code := range codes[:i+1] {
		if a, b := compiled.Ends(code); first >= 0 && a == from && b == to && w.is(step, code, player, same[first]) {
			k++
		}
	}
	for n := max(first, 0); n < len(same) && k >= 0; n++ {
		if w.is(step, codes[i], player, same[n]) {
			if k--; k < 0 {
				return places[n]
			}
		}
	}
	panic(spoilt{fmt.Errorf("a decision from %d to %d is not among the legal ones by the rules", from, to)})
}

// pass goes to where so many have passed, from the top.
func (w *codeWorld) pass(step int) {
	for w.Top(); step > 0; step-- {
		w.Enter(compiled.Forced)
	}
}

// turn has all but one pass, who takes a decision after so many others.
func (w *codeWorld) turn(step int, code uint64) {
	w.pass(step)
	for w.Enter(code); w.at.Pending() > 0; {
		w.Enter(compiled.Forced)
	}
}

// is reports whether a decision leads to the position that a move by the rules does.
func (w *codeWorld) is(step int, code uint64, player int, m game.Move) bool {
	draws := w.at.Drawn()
	w.turn(step, code)
	c := w.root.c
	mark := c.Mark()
	defer c.Release(mark)
	var all []game.Move
	for q := 1; q <= w.g.Players; q++ {
		switch {
		case q == player:
			all = append(all, m)
		case c.S.IsActive(q):
			none := c.One(game.Pass(true).Decided())
			none.Mover = int32(q)
			all = append(all, none)
		}
	}
	u := c.Temp()
	defer c.GiveTemp(u)
	u.R = &draws
	u.Play(c.Combine(all))
	return w.at.Is(u)
}
