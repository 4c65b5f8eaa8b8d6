package plan

// slot is one thing a piece on a site may do, laid out: go to a site, on which
// only some components may stand, as a hop over a site with only some.
type slot struct {
	to, over     int16  // over is -1 for a step
	may, overMay uint64 // the components
	act          *act
	rest         func(s *State) bool // what else is asked, with (from), (between) and (to); nil for nothing
}

// open tells whether the slot holds a move now.
func (x *slot) open(s *State, from int) bool {
	if x.may>>s.what[x.to]&1 == 0 || x.over >= 0 && x.overMay>>s.what[x.over]&1 == 0 {
		return false
	}
	if x.rest == nil {
		return true
	}
	s.from, s.between, s.to = from, int(x.over), int(x.to)
	return x.rest(s)
}

func (x *slot) option(from int) option {
	return option{act: x.act, from: int16(from), to: x.to, x: int32(x.over)}
}

// at returns the components that may stand on a site when a player moves,
// whoever is next; ok is false where that does not answer the tables' part of
// the test.
func (t *siteTest) at(players, mover, site int) (may uint64, ok bool) {
	if t.local {
		return 0, false
	}
	for next := 1; next <= players; next++ {
		turn, m := turnOf(mover, next), uint64(0)
		if where := t.where[turn]; where != nil {
			for w := range len(where) / t.words {
				m |= where[w*t.words+site>>6] >> (site & 63) & 1 << w
			}
		} else {
			m = t.mask[turn]
		}
		if next > 1 && m != may {
			return 0, false
		}
		may = m
	}
	return may, true
}

// flatten lays out the slots of a component, nil where that cannot be done.
func (m *stepMove) flatten(p *Plan, component int) [][]slot {
	rows := make([][]slot, p.sites)
	for site := range rows {
		for _, to := range m.aims.row[component*m.aims.n+site] {
			may, ok := m.to.test.at(p.players, int(p.owner[component]), int(to))
			if !ok {
				return nil
			}
			rows[site] = append(rows[site], slot{to: int16(to), over: off, may: may, act: m.act, rest: m.to.test.rest})
		}
	}
	return rows
}

func (m *hopMove) flatten(p *Plan, component int) [][]slot {
	rows, mover := make([][]slot, p.sites), int(p.owner[component])
	for site := range rows {
		for _, path := range m.aims.row[component*m.aims.n+site] {
			if len(path) < 2 {
				continue
			}
			over, ok := m.over.at(p.players, mover, int(path[0]))
			may, ok2 := m.to.test.at(p.players, mover, int(path[1]))
			if !ok || !ok2 {
				return nil
			}
			rows[site] = append(rows[site], slot{to: int16(path[1]), over: int16(path[0]), may: may, overMay: over, act: m.act, rest: both(m.over.rest, m.to.test.rest)})
		}
	}
	return rows
}

// both asks two conditions, of which any may be nil.
func both(f, g func(s *State) bool) func(s *State) bool {
	switch {
	case f == nil:
		return g
	case g == nil:
		return f
	}
	return func(s *State) bool { return f(s) && g(s) }
}

// flattenAll joins the slots of several steppers.
func flattenAll(all []*stepper) func(p *Plan, component int) [][]slot {
	for _, x := range all {
		if x.flatten == nil {
			return nil
		}
	}
	return func(p *Plan, component int) [][]slot {
		joined := make([][]slot, p.sites)
		for _, x := range all {
			rows := x.flatten(p, component)
			if rows == nil {
				return nil
			}
			for site, row := range rows {
				joined[site] = append(joined[site], row...)
			}
		}
		return joined
	}
}

// flat is the stepper of a component whose slots are laid out.
func flat(rows [][]slot) *stepper {
	most, all := 1, 0
	for _, row := range rows {
		most, all = max(most, len(row)), all+len(row)
	}
	if most*len(rows) > 2*all {
		most = 0 // most draws would be wasted
	}
	return &stepper{
		covers: func(_, from int, add func(to int)) bool {
			for i := range rows[from] {
				add(int(rows[from][i].to))
			}
			return true
		},
		reach: func(s *State, from, site int) bool {
			row := rows[from]
			for i := range row {
				if int(row[i].to) == site && row[i].open(s, from) {
					return true
				}
			}
			return false
		},
		list: func(s *State, from int) {
			row := rows[from]
			for i := range row {
				if x := &row[i]; x.open(s, from) {
					s.options = append(s.options, x.option(from))
				}
			}
		},
		any: func(s *State, from int) bool {
			row := rows[from]
			for i := range row {
				if row[i].open(s, from) {
					return true
				}
			}
			return false
		},
		per: func() int { return most },
		try: func(s *State, from, slot int) (option, bool) {
			row := rows[from]
			if slot >= len(row) || !row[slot].open(s, from) {
				return option{}, false
			}
			return row[slot].option(from), true
		},
	}
}
