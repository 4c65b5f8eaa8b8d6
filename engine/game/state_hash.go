package game

// Positions are compared by 64-bit hashes of what part 3, §15 says they cover.

func mix64(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// golden is 2⁶⁴ over the golden ratio.
const golden = 0x9e3779b97f4a7c15

func (h *hasher) add(v int32) { h.h = mix64(h.h*golden + uint64(uint32(v)) + 1) }

type hasher struct{ h uint64 }

// PositionHash is the hash of what stands where (part 3, §15): per-site data,
// stacks, playable cells, the temporary value, swapped players and teams.
func (c *Context) PositionHash() uint64 {
	s, g := c.S, c.G
	h, sites := hasher{1}, s.hash
	for st := range s.layers {
		if g.hashed {
			break
		}
		l := &s.layers[st]
		if l.n == 0 {
			continue
		}
		if l.size != nil {
			if !g.LargeStack && !g.Has(Card) {
				for i := 0; i < l.n; i++ {
					n := int(l.size[i])
					base := i * l.stride
					h.add(int32(n))
					for k := 0; k < l.stride; k++ {
						// Latent data above the top take part too.
						v := base + k
						x := [5]int32{l.what[v], l.who[v], int32(field(l.state, v)), int32(field(l.rot, v)), int32(field(l.value, v))}
						if x != [5]int32{} {
							h.add(int32(k))
							for _, y := range x {
								h.add(y)
							}
						}
					}
				}
			}
			continue
		}
		for site := range l.n {
			sites ^= l.siteHash(int32(site), int32(st))
		}
		for _, v := range l.hidden {
			h.add(int32(v))
		}
		for _, w := range l.playable {
			h.add(int32(w))
			h.add(int32(w >> 32))
		}
	}
	h.seats(s.Order, s.TeamOf)
	h.add(int32(s.Temp))
	return h.h ^ sites
}

// seats adds who sits behind each player, and the teams.
func (h *hasher) seats(order, teams []int32) {
	for _, v := range order {
		h.add(v)
	}
	for _, v := range teams {
		h.add(v)
	}
}

// SeatsHash is what PositionHash begins with in plain games without swaps and teams, where it never changes.
func (g *Game) SeatsHash() uint64 {
	own := make([]int32, g.Players+1)
	for p := range own {
		own[p] = int32(p)
	}
	h := hasher{1}
	h.seats(own, own)
	return h.h
}

// MostPasses is the number of consecutive passes from which on situations count
// as equal. That there is one is known from recorded trials only, in which
// situations 44 and 46 passes long are taken for equal and those of fewer than 5
// are not; the number is that of the moves of a turn that are told apart.
const MostPasses = 16

// FullHash is PositionHash together with whose turn it is and what else a
// situation consists of.
func (c *Context) FullHash() uint64 {
	s := c.S
	h := hasher{c.PositionHash()}
	for _, v := range [...]int32{int32(s.Mover), int32(s.Next), int32(s.Prev), int32(s.Active), int32(s.Triggered),
		int32(s.Stalemated), int32(s.TurnMoves % 16), int32(min(s.Passes, MostPasses))} {
		h.add(v)
	}
	for _, v := range s.Pending {
		h.add(v)
	}
	if c.G.Has(HashScores) {
		for _, v := range s.ScoreOf {
			h.add(v)
		}
	}
	return h.h
}

// KeepsHash reports whether the hash of what stands where is kept with every
// change: where positions are compared after every move and a site is told by
// its component, owner and count.
func (g *Game) KeepsHash() bool {
	return g.Flags&repetition != 0 && g.Plain() && !g.States && !g.Rotations && !g.Values
}

// siteHash is the part that a site of a layer has in the hash of what stands where; one of which all numbers are 0 has
// none. Parts do not wait for one another.
func (l *layer) siteHash(site, layer int32) uint64 {
	what, who := int(l.what[site]), int(l.who[site])
	count, state := field(l.count, int(site)), field(l.state, int(site))
	rot, value := field(l.rot, int(site)), field(l.value, int(site))
	if what|who|count|state|rot|value == 0 {
		return 0
	}
	wide := func(high, low int) uint64 { return uint64(uint32(high))<<32 | uint64(uint32(low)) }
	h := mix64(wide(int(site|layer<<24), what))
	h = mix64(h ^ wide(who, count) ^ golden)
	if state|rot|value == 0 {
		return h
	}
	return mix64(h ^ wide(state, value) ^ uint64(uint32(rot))*golden)
}
