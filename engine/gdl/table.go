package gdl

// callTables holds the tables of one relation by the set of known arguments.
type callTables struct {
	masks []callMask
}

type callMask struct {
	mask   uint64
	keys   *tuples // the known arguments
	tables []*answers
}

type tableStatus uint8

const (
	tableFresh    tableStatus = iota // answers may be missing
	tableActive                      // under evaluation
	tableTentant                     // evaluated, but depends on an active table
	tableComplete                    // all answers are there
)

// answers is the table of one call.
type answers struct {
	tuples
	status tableStatus
	depth  int32 // while active
	low    int32 // while tentative: lowest depth it depends on
	round  int   // of its last evaluation
}

// table gives the table of a call.
func (p *prover) table(rel int, mask uint64, args []term) *answers {
	c := &p.calls[rel]
	var m *callMask
	for i := range c.masks {
		if c.masks[i].mask == mask {
			m = &c.masks[i]
		}
	}
	width := p.prog.relations[rel].arity
	if m == nil {
		c.masks = append(c.masks, callMask{mask: mask, keys: newTuples(width)})
		m = &c.masks[len(c.masks)-1]
	}
	var buf [usualArity]term
	key := room(buf[:], width)
	free := 0
	for i := range key {
		if key[i] = 0; mask>>i&1 != 0 {
			key[i] = args[i]
		} else {
			free++
		}
	}
	number, added := m.keys.put(key)
	if added {
		var t *answers
		if n := len(p.free); n > 0 {
			t, p.free = p.free[n-1], p.free[:n-1]
			if t.width != free {
				t.tuples = tuples{width: free}
			} else {
				t.clear()
			}
			t.status = tableFresh
		} else {
			t = &answers{tuples: tuples{width: free}}
		}
		m.tables = append(m.tables, t)
		return t
	}
	return m.tables[number]
}
