package lower

import (
	"encoding/binary"

	"github.com/astragal/astragal/engine/internal/ir"
)

// Acts is the number of actions of the last move.
func Acts(p *Program, mem []byte) int { return getInt(mem, p.Positions.k.acts.moved, 0) }

// IsPlayable reports whether the play may go on at a site.
func IsPlayable(p *Program, mem []byte, site int) bool {
	f := p.Positions.k.Fields.playable
	return f == nil || mem[f.Addr+site/8]>>(site%8)&1 != 0
}

// Kept tells which numbers of pieces are kept: the others are 0, or of dice.
func Kept(p *Program) [numData]bool { return p.Positions.k.Fields.kept }

// Dice returns what the dice of a game show, nil without dice.
func Dice(p *Program, mem []byte) []int {
	d := p.Positions.k.dice
	if d == nil {
		return nil
	}
	values := make([]int, len(d.faces))
	for i := range values {
		values[i] = getInt(mem, d.value, i)
	}
	return values
}

// Pips returns the sum of the faces of the dice when it was last taken, and whether
// they were equal.
func Pips(p *Program, mem []byte) (sum int, equal bool) {
	d := p.Positions.k.dice
	if d == nil {
		return 0, false
	}
	return getInt(mem, d.sum, 0), getInt(mem, d.equal, 0) != 0
}

// OnTrack reads how many of a component stand at an index of a track; false where it is
// not kept.
func OnTrack(p *Program, mem []byte, track, comp, index int) (n int, kept bool) {
	for _, t := range p.Positions.k.Fields.tracks {
		if t.track == track {
			at := t.number.Addr + 2*(comp*t.n+index)
			return int(int16(uint16(mem[at]) | uint16(mem[at+1])<<8)), true
		}
	}
	return 0, false
}

// Phase reads the phase of a player.
func Phase(p *Program, mem []byte, q int) int {
	return getInt(mem, p.Positions.k.Fields.Phase, q)
}

// PlayerValue reads the value of a player.
func PlayerValue(p *Program, mem []byte, q int) int {
	return getInt(mem, p.Positions.k.Fields.Value, q)
}

// Amount reads what a player has to bet with.
func Amount(p *Program, mem []byte, q int) int { return getInt(mem, p.Positions.k.Fields.Amount, q) }

// LastHash reads the hash of the position after the last move, where cycles are asked
// for and there is one.
func LastHash(p *Program, mem []byte) (hash uint64, ok bool) {
	x := p.Positions.k.cycle
	if x == nil {
		return 0, false
	}
	n := int(int32(binary.LittleEndian.Uint32(mem[x.count.Addr:])))
	if n == 0 {
		return 0, false
	}
	return binary.LittleEndian.Uint64(mem[x.hashes.Addr+8*((n-1)%p.Positions.k.cycleLength()):]), true
}

// IsPending reports whether a site is pending.
func IsPending(p *Program, mem []byte, site int) bool {
	f := p.Positions.k.pending
	return f != nil && mem[f.Addr+site/8]&(1<<(site%8)) != 0
}

// Votes reads the number of votes cast in the present round of voting, -1 where nobody votes.
func Votes(p *Program, mem []byte) int {
	if p.Positions.k.ballot == nil {
		return -1
	}
	return int(int32(binary.LittleEndian.Uint32(mem[p.Positions.k.ballot.count.Addr:])))
}

// Lasting reports whether this turn has visited a site, and whether it has captured what
// stands there.
func Lasting(p *Program, mem []byte, site int) (visited, captured bool) {
	in := func(f *ir.Field) bool { return f != nil && mem[f.Addr+site/8]&(1<<(site%8)) != 0 }
	return in(p.Positions.k.visited), in(p.Positions.k.captured)
}

// MaxHeight bounds the stacks of a position.
func MaxHeight(p *Program) int { return p.Positions.k.Fields.height }

// Size reads the height of the stack on a site.
func Size(p *Program, mem []byte, site int) int {
	k := p.Positions.k
	occupied := p.What(mem, site) != 0
	switch {
	case k.Fields.stacks != nil:
		return int(mem[k.Fields.stacks.size.Addr+site])
	case k.large != nil: // of which something covers sites
		occupied = mem[k.Fields.empty.Addr+site>>3]&(1<<(site&7)) == 0
	case k.Fields.count != nil:
		occupied = p.Count(mem, site) != 0
	}
	if occupied {
		return 1
	}
	return 0
}
