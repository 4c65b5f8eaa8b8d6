package lower

import (
	"encoding/binary"

	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/layout"
)

// Acts is the number of actions of the last move.
func Acts(p *Program, mem []byte) int { return layout.ReadInt(mem, p.Positions.Kept.ActLog.Moved, 0) }

// IsPlayable reports whether the play may go on at a site.
func IsPlayable(p *Program, mem []byte, site int) bool {
	f := p.Positions.Kept.Fields.Playable
	return f == nil || mem[f.Addr+site/8]>>(site%8)&1 != 0
}

// Kept tells which numbers of pieces are kept: the others are 0, or of dice.
func Kept(p *Program) [layout.NumData]bool { return p.Positions.Kept.Fields.Kept }

// Dice returns what the dice of a game show, nil without dice.
func Dice(p *Program, mem []byte) []int {
	d := p.Positions.Kept.Dice
	if d == nil {
		return nil
	}
	values := make([]int, len(d.Faces))
	for i := range values {
		values[i] = layout.ReadInt(mem, d.Value, i)
	}
	return values
}

// Pips returns the sum of the faces of the dice when it was last taken, and whether
// they were equal.
func Pips(p *Program, mem []byte) (sum int, equal bool) {
	d := p.Positions.Kept.Dice
	if d == nil {
		return 0, false
	}
	return layout.ReadInt(mem, d.Sum, 0), layout.ReadInt(mem, d.Equal, 0) != 0
}

// OnTrack reads how many of a component stand at an index of a track; false where it is
// not kept.
func OnTrack(p *Program, mem []byte, track, comp, index int) (n int, kept bool) {
	for _, t := range p.Positions.Kept.Fields.Tracks {
		if t.Track == track {
			at := t.Number.Addr + 2*(comp*t.N+index)
			return int(int16(uint16(mem[at]) | uint16(mem[at+1])<<8)), true
		}
	}
	return 0, false
}

// Phase reads the phase of a player.
func Phase(p *Program, mem []byte, q int) int {
	return layout.ReadInt(mem, p.Positions.Kept.Fields.Phase, q)
}

// PlayerValue reads the value of a player.
func PlayerValue(p *Program, mem []byte, q int) int {
	return layout.ReadInt(mem, p.Positions.Kept.Fields.Value, q)
}

// Team reads the team of a player.
func Team(p *Program, mem []byte, q int) int { return p.Team(mem, q) }

// Payoff reads what a player is paid.
func Payoff(p *Program, mem []byte, q int) float64 { return p.Payoff(mem, q) }

// Amount reads what a player has to bet with.
func Amount(p *Program, mem []byte, q int) int {
	return layout.ReadInt(mem, p.Positions.Kept.Fields.Amount, q)
}

// LastHash reads the hash of the position after the last move, where cycles are asked
// for and there is one.
func LastHash(p *Program, mem []byte) (hash uint64, ok bool) {
	x := p.Positions.Kept.Cycle
	if x == nil {
		return 0, false
	}
	n := int(int32(binary.LittleEndian.Uint32(mem[x.Count.Addr:])))
	if n == 0 {
		return 0, false
	}
	return binary.LittleEndian.Uint64(mem[x.Hashes.Addr+8*((n-1)%p.Positions.Kept.CycleLength()):]), true
}

// IsPending reports whether a site is pending.
func IsPending(p *Program, mem []byte, site int) bool {
	f := p.Positions.Kept.PendingSites
	return f != nil && mem[f.Addr+site/8]&(1<<(site%8)) != 0
}

// Votes reads the number of votes cast in the present round of voting, -1 where nobody votes.
func Votes(p *Program, mem []byte) int {
	if p.Positions.Kept.Ballot == nil {
		return -1
	}
	return int(int32(binary.LittleEndian.Uint32(mem[p.Positions.Kept.Ballot.Count.Addr:])))
}

// Lasting reports whether this turn has visited a site, and whether it has captured what
// stands there.
func Lasting(p *Program, mem []byte, site int) (visited, captured bool) {
	in := func(f *ir.Field) bool { return f != nil && mem[f.Addr+site/8]&(1<<(site%8)) != 0 }
	return in(p.Positions.Kept.Visited), in(p.Positions.Kept.Captured)
}

// MaxHeight bounds the stacks of a position.
func MaxHeight(p *Program) int { return p.Positions.Kept.Fields.Height }

// Size reads the height of the stack on a site.
func Size(p *Program, mem []byte, site int) int {
	k := p.Positions.Kept
	occupied := p.What(mem, site) != 0
	switch {
	case k.Fields.Stacks != nil:
		return int(mem[k.Fields.Stacks.Size.Addr+site])
	case k.Large != nil: // of which something covers sites
		occupied = mem[k.Fields.Empty.Addr+site>>3]&(1<<(site&7)) == 0
	case k.Fields.Count != nil:
		occupied = p.Count(mem, site) != 0
	}
	if occupied {
		return 1
	}
	return 0
}

// Height is the room for levels of a stack, and whether no stack comes to be higher.
func Height(p *Program) (room int, bounded bool) {
	f := &p.Positions.Kept.Fields
	return f.Height, f.Stacks.Bounded
}
