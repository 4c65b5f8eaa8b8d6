package game

// Settled tells that all candidates just drafted (Candidates) are legal. Where
// it is false, legality shows only once a move has been made.
func (c *Context) Settled() bool {
	return len(c.candidates.checks) == 0 && c.G.noRepeat == 0 && !c.G.Meta.NoSuicide
}

// NthLegal makes the i-th legal move of the candidates, i < LegalCandidates,
// the forced pass when there is none.
func (c *Context) NthLegal(i int) Move {
	for k := range c.candidates.count {
		mark := c.arena.mark()
		_, ok := c.Candidate(k)
		c.arena.release(mark)
		if ok {
			if i == 0 {
				m, _ := c.Candidate(k)
				return m
			}
			i--
		}
	}
	return c.ForcedPass()
}
