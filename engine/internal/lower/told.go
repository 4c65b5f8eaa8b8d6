package lower

import (
	"encoding/binary"

	"github.com/astragal/astragal/engine/game"
)

// Columns are the account of up to Recorded plies, by ply: what is told of many plies is gone through
// number by number.
type Columns struct {
	Legal, Mover [Recorded]int32 // legal moves before the ply, and whose turn it was
	By           [Recorded]int32 // whom the move is recorded as the move of: 0 is nobody
	Acts         [Recorded]int32 // actions of the move
	Position     [Recorded]uint64
	Situation    [Recorded]uint64
	Scores       [Recorded]int32 // largest difference of scores
	Decision     [Recorded]Decision
	Counted
}

// Counted are the numbers of positions: occupied sites of the default type, pieces as elements of all types count
// them, and the pieces of each player, from 1 on.
type Counted struct {
	Occupied, Pieces [Recorded]int32
	Players          [maxPlayers + 1][Recorded]int32
}

// Account is where in memory the account of plies is.
type Account struct {
	record  int
	words   int // of a record
	players int
}

// Account finds the account.
func (p *Positions) Account() Account {
	x := p.k.watch.account
	return Account{x.record.Addr, x.words, p.G.Players}
}

// Read reads the account of so many plies.
func (a *Account) Read(mem []byte, n int, c *Columns) {
	const numbers = 8 * recordWords
	size := 8 * a.words
	rest := mem[a.record : a.record+n*size]
	for i := range min(n, Recorded) {
		m := rest[:numbers+8]
		rest = rest[size:]
		legal := binary.LittleEndian.Uint64(m[8*recordLegal:])
		c.Legal[i], c.Mover[i] = max(int32(legal), 1), int32(legal>>32)
		acts := binary.LittleEndian.Uint64(m[8*recordActs:])
		c.Acts[i] = int32(acts)
		if c.By[i] = c.Mover[i]; acts>>32 != 0 {
			c.By[i] = 0
		}
		c.Decision[i] = Decision(binary.LittleEndian.Uint64(m[8*recordDecision:]))
		c.Position[i] = binary.LittleEndian.Uint64(m[8*recordPosition:])
		c.Situation[i] = binary.LittleEndian.Uint64(m[8*recordSituation:])
		c.Scores[i] = int32(binary.LittleEndian.Uint64(m[8*recordScores:]))
		w := binary.LittleEndian.Uint64(m[numbers:])
		c.Occupied[i], c.Pieces[i] = int32(uint16(w)), int32(uint16(w>>laneBits))
		c.Players[1][i], c.Players[2][i] = int32(uint16(w>>(2*laneBits))), int32(w>>(3*laneBits))
	}
	for p := 3; p <= a.players; p++ {
		at := a.record + numbers + 2*(lanePlayers+p-1)
		for i := range min(n, Recorded) {
			c.Players[p][i] = int32(binary.LittleEndian.Uint16(mem[at+i*size:]))
		}
	}
}

// Decision is the decision of a move as an action that was logged, 0 for none.
type Decision uint64

// Goes reports whether the decision went from a site to another one.
func (x Decision) Goes() bool {
	from, to := int16(x>>actFrom), int16(x>>actTo)
	return x != 0 && from != to && from >= 0 && to >= 0
}

// Ends is where the decision went, as its trial entry tells it.
func (x Decision) Ends() (fromType, toType int8, from, to int32) {
	if x == 0 {
		return game.NoType, game.NoType, game.Off, game.Off
	}
	from, to = int32(int16(x>>actFrom)), int32(int16(x>>actTo))
	fromType, toType = int8(x>>actFromType&3), int8(x>>actToType&3)
	if to < 0 && game.Kind(x&(1<<actKind-1)) == game.ActSelect {
		to = from
	}
	return fromType, toType, from, to
}
