package plan

// slot is one thing a piece on a site may do, laid out: go to a site, on which
// only some components may stand, as a hop over a site with only some.
type slot struct {
	to, over     int16  // over is -1 for a step
	may, overMay uint64 // the components
	act          *act
}

// open tells whether the slot holds a move now.
func (x *slot) open(s *State) bool {
	return x.may>>s.what[x.to]&1 != 0 && (x.over < 0 || x.overMay>>s.what[x.over]&1 != 0)
}

func (x *slot) option(from int) option {
	return option{act: x.act, from: int16(from), to: x.to, x: int32(x.over)}
}

// at returns the components that may stand on a site when a player moves,
// whoever is next; ok is false where that is not all the test asks.
func (t *siteTest) at(mover, site int) (may uint64, ok bool) {
	if t.rest != nil || t.local {
		return 0, false
	}
	for next := 1; next <= 2; next++ {
		turn, m := mover<<2|next, uint64(0)
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
			may, ok := m.to.test.at(int(p.owner[component]), int(to))
			if !ok {
				return nil
			}
			rows[site] = append(rows[site], slot{to: int16(to), over: off, may: may, act: m.act})
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
			over, ok := m.over.at(mover, int(path[0]))
			may, ok2 := m.to.test.at(mover, int(path[1]))
			if !ok || !ok2 {
				return nil
			}
			rows[site] = append(rows[site], slot{to: int16(path[1]), over: int16(path[0]), may: may, overMay: over, act: m.act})
		}
	}
	return rows
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
	most := 1
	for _, row := range rows {
		most = max(most, len(row))
	}
	return &stepper{
		list: func(s *State, from int) {
			row := rows[from]
			for i := range row {
				if x := &row[i]; x.open(s) {
					s.options = append(s.options, x.option(from))
				}
			}
		},
		any: func(s *State, from int) bool {
			row := rows[from]
			for i := range row {
				if row[i].open(s) {
					return true
				}
			}
			return false
		},
		per: func() int { return most },
		try: func(s *State, from, slot int) (option, bool) {
			row := rows[from]
			if slot >= len(row) || !row[slot].open(s) {
				return option{}, false
			}
			return row[slot].option(from), true
		},
	}
}
