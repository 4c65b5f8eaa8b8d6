package lower

// Acts is the number of actions of the last move.
func (p *Program) Acts(mem []byte) int { return getInt(mem, p.k.acts.moved, 0) }
