package game

// RefreshNextStalemated determines the stalemated flag of the next player on
// the position as it is: for the time of the test he is the mover (part 6, §4).
func (c *Context) RefreshNextStalemated() {
	s := c.S
	mover, next, prev := s.Mover, s.Next, s.Prev
	guard := c.InNoMoves
	c.InNoMoves = true
	s.Prev, s.Mover = mover, next
	s.Next = c.following(next)
	if next >= 0 && next < len(s.PhaseOf) {
		if c.stuckQuietly() {
			s.Stalemated |= 1 << next
		} else {
			s.Stalemated &^= 1 << next
		}
	}
	s.Mover, s.Next, s.Prev = mover, next, prev
	c.InNoMoves = guard
}
