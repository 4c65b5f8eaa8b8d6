package moves

import (
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/lgdl"
)

// What is known about moves before they are made; see game.Gen.Foresee.

// ofBoard tells whether a condition depends on nothing but what stands where on
// the board, on the last move, and on the mover.
func ofBoard(e *lgdl.Expr) bool {
	switch e.Kind {
	case lgdl.Int, lgdl.Bool:
		return true
	case lgdl.Const:
		switch e.Text {
		case "Next", "Prev", "Enemy", "Friend", "Ally", "NonMover":
			return false
		}
		return true
	case lgdl.List:
		for _, x := range e.Items {
			if !ofBoard(x) {
				return false
			}
		}
		return true
	case lgdl.Clause:
		if e.Form == nil || !ofBoardForm(e) {
			return false
		}
		for _, x := range e.Args {
			if x != nil && !ofBoard(x) {
				return false
			}
		}
		return true
	}
	return false
}

func ofBoardForm(e *lgdl.Expr) bool {
	switch e.Form.Keyword {
	case "and", "or", "not", "xor", "=", "!=", "<", "<=", ">", ">=", "mover":
		return true
	case "is":
		return is(e, "Line") || is(e, "Empty") || is(e, "Occupied")
	case "count":
		return is(e, "Liberties")
	case "last":
		return (is(e, "To") || is(e, "From")) && len(given(e)) == 1
	}
	return false
}

// is tells whether the first argument of a clause is the constant.
func is(e *lgdl.Expr, word string) bool {
	return len(e.Args) > 0 && e.Args[0] != nil && e.Args[0].Kind == lgdl.Const && e.Args[0].Text == word
}

// isLastTo tells whether e is (last To) as such.
func isLastTo(e *lgdl.Expr) bool {
	if e == nil || e.Kind != lgdl.Clause || e.Form == nil || e.Form.Keyword != "last" || !is(e, "To") {
		return false
	}
	return len(given(e)) == 1
}

// given are the arguments of a clause that are present.
func given(e *lgdl.Expr) []*lgdl.Expr {
	var args []*lgdl.Expr
	for _, x := range e.Args {
		if x != nil {
			args = append(args, x)
		}
	}
	return args
}

// captures tells whether an effect removes the piece at (between) and does nothing
// else to what stands where, such as scoring a point for it.
func captures(e *lgdl.Expr) bool {
	removes := false
	return onlyTakes(e, &removes) && removes
}

func onlyTakes(e *lgdl.Expr, removes *bool) bool {
	if e == nil || e.Kind != lgdl.Clause || e.Form == nil {
		return false
	}
	switch e.Form.Keyword {
	case "and", "or":
		for _, x := range e.Args[:len(e.Args)-1] {
			if x == nil || x.Kind != lgdl.List {
				if !onlyTakes(x, removes) {
					return false
				}
				continue
			}
			for _, y := range x.Items {
				if !onlyTakes(y, removes) {
					return false
				}
			}
		}
		return e.Args[len(e.Args)-1] == nil
	case "addScore":
		return e.Args[len(e.Args)-1] == nil
	case "remove":
		for i, x := range e.Args {
			if i == 1 && !game.IsIterator(x, "between") || i != 1 && x != nil {
				return false
			}
		}
		*removes = true
		return true
	}
	return false
}

// foresee returns the Foresee form of an enclosure around the last move that
// removes the groups it encloses; nil where it does anything else.
func (n *encloser) foresee(k *game.Compiler, e *lgdl.Expr) func(c *game.Context, gone []int32) ([]int32, bool) {
	from, between := e.Args[1], e.Args[3]
	aims := k.Neighbours(n.st, n.dirs)
	if aims == nil || n.empties || e.Args[4] != nil || e.Args[5] != nil || between == nil || between.Args[3] == nil || n.from.Type != n.st {
		return nil
	}
	if from != nil && (from.Args[1] != nil || !isLastTo(from.Args[2]) || from.Args[3] != nil || from.Args[4] != nil) {
		return nil
	}
	if apply := between.Args[5]; apply != nil {
		if n.between.Apply.If.Given() || !captures(effectOf(apply)) {
			return nil
		}
	}
	prey := k.Split(between.Args[3], n.between.If, "between")
	return func(c *game.Context, gone []int32) ([]int32, bool) {
		what, mask, ok := prey.Mask(c)
		if !ok || mask&1 != 0 || !aims.Ready(c) || !aims.Plain() {
			return gone, false
		}
		at := c.LastTo()
		if !c.G.OnBoard(n.st, at) || what[at] == 0 {
			return gone, true
		}
		var seen, free game.Set
		for _, s := range aims.Sites(c, at) {
			if mask>>what[s]&1 == 0 {
				continue
			}
			if seen == nil {
				seen, free = c.TakeSet(), c.TakeSet()
			}
			if seen.Has(int(s)) {
				continue
			}
			first, held := len(gone), true
			gone = append(gone, s)
			seen.Add(int(s))
		flood:
			for head := first; head < len(gone); head++ {
				for _, t := range aims.Sites(c, int(gone[head])) {
					switch w := what[t]; {
					case w == 0 || free.Has(int(t)):
						held = false
						break flood
					case mask>>w&1 != 0 && !seen.Has(int(t)):
						seen.Add(int(t))
						gone = append(gone, t)
					}
				}
			}
			if !held {
				for _, t := range gone[first:] {
					free.Add(int(t))
				}
				gone = gone[:first]
			}
		}
		if seen != nil {
			c.GiveSet(free)
			c.GiveSet(seen)
		}
		return gone, true
	}
}

// effectOf is the effect of an (apply …) clause.
func effectOf(e *lgdl.Expr) *lgdl.Expr {
	for i := range e.Form.Slots {
		if e.Form.Slots[i].Label != "if" {
			return e.Args[i]
		}
	}
	return nil
}
