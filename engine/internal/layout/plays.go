package layout

import "encoding/binary"

// MaxPlays is the number of plays that one call makes at most. There is an element for each: the state of the generator
// that it draws from, and afterwards what it has come to: its plies, the winner and whether a limit ended it.
const MaxPlays = 64

// Where the parts of what a play came to begin.
const (
	PlayWinner  = 32
	PlayLimited = 40
)

// SetPlay has a play draw from a state.
func (p *Positions) SetPlay(mem []byte, i int, state uint64) {
	binary.LittleEndian.PutUint64(mem[p.Kept.Plays.Addr+8*i:], state)
}

// Play reads what a play has come to.
func (p *Positions) Play(mem []byte, i int) (plies, winner int, limited bool) {
	x := binary.LittleEndian.Uint64(mem[p.Kept.Plays.Addr+8*i:])
	return int(uint32(x)), int(x >> PlayWinner & 255), x>>PlayLimited != 0
}
