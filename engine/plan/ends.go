package plan

import (
	"math/bits"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/lgdl"
)

// ends plans the rules of an end; nil when there is none.
func (k *planner) ends(e *lgdl.Expr) []endRule {
	if e == nil {
		return nil
	}
	rules := e.Args
	if len(rules) > 1 {
		rules = nil
		for _, x := range e.Args {
			if x == nil {
				continue
			}
			if x.Kind == lgdl.List {
				rules = append(rules, x.Items...)
			} else {
				rules = append(rules, x)
			}
		}
	} else if rules[0].Kind == lgdl.List {
		rules = rules[0].Items
	}
	out := []endRule{}
	for _, x := range rules {
		if x.Form != nil && x.Form.Text == "(forEach [roleType | Track] if:bool (result))" {
			out = append(out, k.eachEnd(x))
			continue
		}
		if x.Form == nil || x.Form.Keyword != "if" {
			k.other(x)
		}
		c := k.ending(x)
		r := endRule{holds: c.cond, give: c.give}
		if len(c.nested) > 0 || c.give == nil {
			r.give = func(s *State) {
				if give := c.inner(s); give != nil {
					give(s)
				}
			}
		}
		out = append(out, r)
	}
	return out
}

// eachEnd plans (forEach Player if: …): a result for every player still in the
// game, or every one but the mover, for whom a condition holds.
func (k *planner) eachEnd(e *lgdl.Expr) endRule {
	// Slots: role, Track, if, result.
	if e.Args[1] != nil {
		k.other(e)
	}
	others := e.Args[0] != nil && e.Args[0].Text == "NonMover"
	k.players++
	cond, give := k.boolean(e.Args[2]).fn(), k.result(e.Args[3], false)
	k.players--
	return endRule{holds: func(*State) bool { return true }, give: func(s *State) {
		outer := s.player
		for p := 1; p <= s.p.players && !s.over; p++ {
			if !s.isActive(p) || others && p == s.mover {
				continue
			}
			if s.player = p; cond(s) {
				give(s)
			}
		}
		s.player = outer
	}}
}

// endRule is a planned rule of an end: what it gives where it holds.
type endRule struct {
	holds func(s *State) bool
	give  func(s *State)
}

// ending is a planned (if …) of an end: nested rules go before its own result.
type ending struct {
	cond   func(s *State) bool
	nested []*ending
	give   func(s *State)
}

func (d *ending) result(s *State) func(s *State) {
	if !d.cond(s) {
		return nil
	}
	return d.inner(s)
}

// inner is the result of an ending whose condition holds.
func (d *ending) inner(s *State) func(s *State) {
	for _, x := range d.nested {
		if r := x.result(s); r != nil {
			return r
		}
	}
	return d.give
}

func (k *planner) ending(e *lgdl.Expr) *ending {
	d := &ending{cond: k.boolean(e.Args[0]).fn()}
	if e.Args[1] != nil {
		d.nested = append(d.nested, k.ending(e.Args[1]))
	}
	if e.Args[2] != nil {
		for _, x := range e.Args[2].Items {
			d.nested = append(d.nested, k.ending(x))
		}
	}
	if r := e.Args[3]; r != nil {
		d.give = k.result(r, len(d.nested) > 0)
	}
	return d
}

// result plans what an end rule gives.
func (k *planner) result(e *lgdl.Expr, nested bool) func(s *State) {
	switch e.Form.Keyword {
	case "byScore":
		k.only(e, 0)
		if nested {
			k.other(e)
		}
		if e.Args[0] == nil {
			return (*State).byScore
		}
		var who, score []func(s *State) int
		for _, x := range e.Args[0].Items {
			who, score = append(who, k.role(x.Args[0]).fn()), append(score, k.integer(x.Args[1]).fn())
		}
		return func(s *State) {
			for i := range who {
				s.score[who[i](s)] = score[i](s)
			}
			s.byScore()
		}
	case "result":
		switch e.Args[1].Text {
		case "Win":
			if e.Args[0].Text != "All" {
				who := k.role(e.Args[0]).fn()
				return func(s *State) { s.win(who(s)) }
			}
		case "Loss":
			if e.Args[0].Text != "All" {
				who := k.role(e.Args[0]).fn()
				return func(s *State) { s.lose(who(s)) }
			}
		case "Draw":
			switch role := e.Args[0].Text; {
			case role == "All" || role == "Each" || role == "Shared":
				return func(s *State) {
					if !s.over {
						s.draw()
					}
				}
			default:
				who := k.role(e.Args[0]).fn()
				return func(s *State) {
					if !s.over && s.isActive(who(s)) {
						s.draw()
					}
				}
			}
		}
	}
	k.other(e)
	return nil
}

// line plans (is Line …) through the last site, of the component there.
func (k *planner) line(e *lgdl.Expr) boolean {
	// Slots: Line, type, length, direction, through, throughAny, role, what, whats, exact, …
	k.only(e, 0, 1, 2, 3, 4, 9)
	if e.Args[1] != nil && e.Args[1].Text != k.g.DefaultType.String() || k.g.DefaultType == board.Edge {
		k.other(e)
	}
	n := k.integer(e.Args[2])
	if !n.konst || n.v < 2 {
		k.other(e)
	}
	dir := board.Adjacent
	if e.Args[3] != nil {
		dir, _ = board.ParseDirection(e.Args[3].Text)
	}
	exact := e.Args[9] != nil && k.boolean(e.Args[9]).holds(nil)
	through := integer{f: func(s *State) int { m, _ := s.last(); return int(m.to) }, reads: ofRecord}
	if e.Args[4] != nil {
		through = k.integer(e.Args[4])
	}
	f := through.fn()
	table := k.linesThrough(dir, n.v)
	if small := k.masks(table, n.v, exact); small != nil {
		holds := func(s *State, at int) bool {
			if uint(at) >= uint(len(small)) || s.what[at] == 0 {
				return false
			}
			mine := s.sites[s.what[at]]
			for _, m := range small[at] {
				if mine&m == m {
					return true
				}
			}
			return false
		}
		b := boolean{f: func(s *State) bool { return holds(s, f(s)) }, reads: through.reads | ofBoard, cost: 8}
		if e.Args[4] == nil { // through the last site
			b.f = func(s *State) bool { return len(s.moves) > 0 && holds(s, int(s.moves[len(s.moves)-1].to)) }
		}
		return b
	}
	return boolean{f: func(s *State) bool {
		at := f(s)
		if uint(at) >= uint(len(table)) {
			return false
		}
		what := s.what[at]
		for i := range table[at] {
			x := &table[at][i]
			c := 1
			for _, y := range x.ahead {
				if s.what[y] != what {
					break
				}
				c++
			}
			if c >= n.v && !exact {
				return true
			}
			for _, y := range x.back {
				if s.what[y] != what {
					break
				}
				c++
			}
			if c == n.v || c > n.v && !exact {
				return true
			}
		}
		return false
	}, reads: through.reads | ofBoard, cost: 16}
}

// lineThrough is a line through a site, which is not part of it, both ways.
type lineThrough struct{ ahead, back []int32 }

// linesThrough tabulates by site the lines that can hold so many pieces.
func (k *planner) linesThrough(dir board.Direction, length int) [][]lineThrough {
	table := make([][]lineThrough, k.p.sites)
	for site := range table {
		rs := k.g.Topo.DistinctRadials(k.g.DefaultType, int32(site), dir)
		for i := range rs {
			x := lineThrough{ahead: rs[i].Path[1:]}
			if o := rs[i].Opposite; o != nil {
				x.back = o[1:]
			}
			if len(x.ahead)+len(x.back)+1 < length {
				continue
			}
			x.ahead, x.back = x.ahead[:min(len(x.ahead), length)], x.back[:min(len(x.back), length)]
			table[site] = append(table[site], x)
		}
	}
	return table
}

// masks tabulates by site the sets of sites that make a line, on boards of up
// to 64 sites; nil where an exact length is asked for.
func (k *planner) masks(table [][]lineThrough, length int, exact bool) [][]uint64 {
	if k.p.words != 1 || exact {
		return nil
	}
	out := make([][]uint64, len(table))
	for site := range table {
		for _, x := range table[site] {
			// The sites in a row: back reversed, the site, ahead.
			var row []int32
			for i := len(x.back) - 1; i >= 0; i-- {
				row = append(row, x.back[i])
			}
			at := len(row)
			row = append(append(row, int32(site)), x.ahead...)
			for first := max(0, at-length+1); first <= at && first+length <= len(row); first++ {
				var m uint64
				for _, y := range row[first : first+length] {
					m |= 1 << y
				}
				if bits.OnesCount64(m) == length {
					out[site] = append(out[site], m)
				} else {
					return nil // a line that meets itself
				}
			}
		}
	}
	return out
}
