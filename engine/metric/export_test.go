package metric

import "github.com/astragal/astragal/engine/game"

// Stale returns the slots of which the observer knows something else than what
// they hold in the position c.
func (o *Observer) Stale(c *game.Context) (slots []int) {
	for i := range o.slots {
		s := &o.slots[i]
		what, n := c.S.SlotHolds(i)
		if o.hashes[i] != c.S.SlotHash(i) || s.what != (what != 0) || int(s.pieces) != n {
			slots = append(slots, i)
		}
	}
	return slots
}
