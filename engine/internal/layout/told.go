package layout

import (
	"encoding/binary"
	"math"
	"math/bits"
	"slices"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/ir/transform"
)

// Spares reports whether a move is known to leave as many pieces as there are, or more.
func (p *Positions) Spares(move uint64) bool {
	rule, _, _, _ := transform.Unpack(move)
	return p.Kept.Sparing[rule]
}

// Foresees reports whether there is "fewer".
func (p *Positions) Foresees() bool { return p.Kept.Foresees }

// Foresee writes moves, MaxForeseen at most, for "fewer", and Fewer reads what it has found of one.
func (p *Positions) Foresee(mem []byte, moves []uint64) {
	for i, at := 0, p.Kept.Line.Moves.Addr; i < len(moves); i++ {
		binary.LittleEndian.PutUint64(mem[at+8*i:], moves[i])
	}
}

// Fewer is told of by Foresee.
func (p *Positions) Fewer(mem []byte, i int) bool { return mem[p.Kept.Line.Movers.Addr+i] != 0 }

// MovedBy is whom a move is recorded as the move of, of whom it was the turn: all, where players decide at the
// same time.
func (p *Positions) MovedBy(mover int) int {
	if p.Kept.Choices != nil {
		return p.G.Shared()
	}
	return mover
}

// Joint reports whether players decide at the same time, so that there are "options", "decide" and "jointly" for those
// who go on from any position.
func (p *Positions) Joint() bool { return p.Kept.Choices != nil && p.Kept.Choices.Last != nil }

// Decider is the player who decides next in a step of players who decide at the same time, 0 if none does, and the
// number of those who have decided.
func (p *Positions) Decider(mem []byte) (q, before int) {
	in, last := uint(p.Var(mem, Active)), ReadInt(mem, p.Kept.Choices.Last, 0)
	left := in &^ (1<<(last+1) - 1)
	if left == 0 {
		return 0, 0
	}
	return bits.TrailingZeros(left), bits.OnesCount(in) - bits.OnesCount(left)
}

// AppendPlaces appends the places of the pieces of a component: of stacks as they are
// listed, else in the order of their sites, those of other types than the default last.
func (p *Positions) AppendPlaces(mem []byte, comp int, dst []game.Place) []game.Place {
	f, g := &p.Kept.Fields, p.G
	if f.Stacks != nil {
		for i := range ReadInt(mem, f.Lists.Listed, comp) {
			x := ReadInt(mem, f.Lists.Places, comp*f.Lists.Room+i)
			site := x / f.Height
			dst = append(dst, game.Place{Type: g.TypeAt(g.DefaultType, site), Site: int32(site), Level: int32(x % f.Height)})
		}
		return dst
	}
	each := func(at *ir.Field, place func(site int) game.Place) {
		for i := range p.Words {
			for w := binary.LittleEndian.Uint64(mem[at.Addr+8*(comp*p.Words+i):]); w != 0; w &= w - 1 {
				dst = append(dst, place(i<<6+bits.TrailingZeros64(w)))
			}
		}
	}
	each(f.At, func(site int) game.Place { return game.Place{Type: g.TypeAt(g.DefaultType, site), Site: int32(site)} })
	for t, l := range f.Layers {
		if l != nil {
			each(l.At, func(site int) game.Place { return game.Place{Type: board.SiteType(t), Site: int32(site)} })
		}
	}
	return dst
}

// Unowned reports whether the piece on a site has lost its owner.
func (p *Positions) Unowned(mem []byte, site int) bool {
	x := p.Kept.Ownerless
	return x != nil && mem[x.Addr+site/8]&(1<<(site%8)) != 0
}

// Payoff is what a player is paid where payoffs follow the play, else 0.
func (p *Positions) Payoff(mem []byte, q int) float64 {
	x := p.Kept.Fields.Payoff
	if x == nil {
		return 0
	}
	return math.Float64frombits(binary.LittleEndian.Uint64(mem[x.Addr+8*q:]))
}

// payoffBits are the bits of a payoff, those of one NaN for all.
func payoffBits(x float64) uint64 {
	if math.IsNaN(x) {
		x = math.NaN()
	}
	return math.Float64bits(x)
}

// Team is the team of a player, the player himself where there are none.
func (p *Positions) Team(mem []byte, q int) int {
	switch {
	case p.Kept.TeamNumbers == nil || q >= len(p.Kept.TeamNumbers):
		return q
	case p.Kept.Fields.Team != nil:
		return ReadInt(mem, p.Kept.Fields.Team, q)
	}
	return p.Kept.TeamOf(q)
}

// MaxTeam is the highest number of a team that there is room for.
const MaxTeam = 1<<8 - 1

// Contents is where in memory it lies what stands on a site.
type Contents struct {
	what, count int   // addresses, 0 for none
	wide        bool  // a component has two bytes
	bytes       uint8 // of the number of pieces, 0 where what stands there are no pieces
}

// Contents finds a site, one of those that lie with the default type if it is main.
func (p *Positions) Contents(st board.SiteType, site int, main bool) Contents {
	f := &p.Kept.Fields
	at := func(field *ir.Field) int {
		if field == nil || field.Kind != ir.State {
			return 0
		}
		return field.Addr + field.Elem.Size()*site
	}
	wide := f.What.Elem != ir.U8
	switch l := f.Layers[st]; {
	case main && f.Stacks != nil:
		return Contents{at(f.What), at(f.Stacks.Size), wide, 1}
	case main && p.Kept.Puzzle != nil:
		return Contents{what: at(f.What), wide: wide}
	case main:
		return Contents{at(f.What), at(f.Count), wide, 4}
	case l != nil && site < l.N && p.Kept.Puzzle != nil:
		return Contents{what: at(l.What), wide: wide}
	case l != nil && site < l.N:
		return Contents{at(l.What), at(l.Count), wide, 4}
	}
	return Contents{}
}

// Holds is the component on the site, of a stack that on top, and the number of pieces.
func (x *Contents) Holds(mem []byte) (what, pieces int) {
	if x.what > 0 {
		what = int(mem[x.what])
		if x.wide {
			what |= int(mem[x.what+1]) << 8
		}
	}
	switch {
	case x.bytes == 0:
		return what, 0
	case x.count == 0:
		return what, int(Boolean(what != 0))
	case x.bytes == 1:
		return what, int(mem[x.count])
	}
	return what, int(int32(binary.LittleEndian.Uint32(mem[x.count:])))
}

// Swaps reports whether the mover may change sides with the other player by a meta rule: the candidate listed last.
func (p *Positions) Swaps(mem []byte) bool {
	return p.G.Meta.Swap && p.Var(mem, MoveNumber) == p.G.Players-1
}

// Agent reads who sits behind a player.
func (p *Positions) Agent(mem []byte, q int) int {
	if p.Kept.SeatOf == nil || q < 1 || q > p.G.Players {
		return q
	}
	for i := 1; i <= p.G.Players; i++ {
		if ReadInt(mem, p.Kept.SeatOf, i) == q {
			return i
		}
	}
	return q
}

// Exchanges reports whether agents may change seats.
func (p *Positions) Exchanges() bool { return p.Kept.SeatOf != nil }

// Player reads the player behind whom an agent sits.
func (p *Positions) Player(mem []byte, agent int) int {
	if p.Kept.SeatOf == nil {
		return agent
	}
	return ReadInt(mem, p.Kept.SeatOf, agent)
}

// TeamOf is the team of a player at the start, in games without teams his own.
func (k *Layout) TeamOf(p int) int {
	if k.TeamNumbers == nil {
		return p
	}
	return int(k.TeamNumbers[p])
}

// Whose moves are nobody's: that of this turn, until passes has heard of it, and the one before.
const (
	NobodysNow  = 1
	NobodysLast = 2
)

// MaxLine is the number of random moves that are kept for those who ask what was played.
const MaxLine = 1 << 11

// CountBits hold a number of moves up to MaxLine.
const (
	CountBits = 12
	CountMask = 1<<CountBits - 1
)

// Grown tells what "grow" has returned: who decides, and how many of the moves that were listed, which are appended,
// end the play.
func (p *Positions) Grown(mem []byte, result uint32, dst []uint64) (mover, ends int, list []uint64) {
	n, from := int(result>>CountBits&CountMask), p.Kept.Line.Moves.Addr
	dst = slices.Grow(dst, n)[:len(dst)+n]
	line, added := mem[from:from+8*n], dst[len(dst)-n:]
	for i := range added {
		added[i] = binary.LittleEndian.Uint64(line[8*i:])
	}
	return int(result >> (2 * CountBits)), int(result & CountMask), dst
}

// Worths writes what the ranks of agents are worth, by their ranks in units of RankUnit.
func (p *Positions) Worths(mem []byte, by, dst []float64) {
	for i := range dst {
		dst[i] = by[binary.LittleEndian.Uint32(mem[p.addr.rank+4*p.Player(mem, i+1):])]
	}
}

// Ended tells of the k-th move that ends the play, as "grow" has found: its number, with the ranks of agents as Worths
// does.
func (p *Positions) Ended(mem []byte, k int, by, dst []float64) (move int) {
	f, at := p.Kept.Line.Endings, k*(len(dst)+1)
	for i := range dst {
		dst[i] = by[ReadInt(mem, f, at+1+i)]
	}
	return ReadInt(mem, f, at)
}

// Line calls f for the first n moves of the last playout by "record", at most MaxLine,
// with the agents who made them.
func (p *Positions) Line(mem []byte, n int, f func(agent int, move uint64)) {
	for i := range min(n, MaxLine) {
		f(int(mem[p.Kept.Line.Movers.Addr+i]), binary.LittleEndian.Uint64(mem[p.Kept.Line.Moves.Addr+8*i:]))
	}
}

// Tests reports whether moves are tested, so that there are "open" and "tried".
func (p *Positions) Tests() bool { return len(p.Kept.Line.Attempts) > 0 }

// Candidates appends the candidates that "list" or "open" has found, in the order of "pick".
func (p *Positions) Candidates(mem []byte, dst []uint64) []uint64 {
	c := p.Kept.Candidates
	word := func(f *ir.Field, i int) uint64 { return binary.LittleEndian.Uint64(mem[f.Addr+8*i:]) }
	count := func(i int) int { return int(binary.LittleEndian.Uint32(mem[c.Count.Addr+4*i:])) }
	for i := range count(0) {
		dst = append(dst, word(c.Moves, i))
	}
	for i := range count(1) {
		packed := word(c.SetMoves, i)
		by := uint64(1)
		if _, from, _, _ := transform.Unpack(packed); from == -1 {
			packed, by = packed&^(0xffff<<16), 1<<16|1
		}
		for w := range p.Words {
			for x := word(c.Sets, i*p.Words+w); x != 0; x &= x - 1 {
				dst = append(dst, packed|by*uint64(w<<6+bits.TrailingZeros64(x)))
			}
		}
	}
	return dst
}

// Spare are the parts of memory, in the order of addresses, that mean nothing between two calls: what lies behind the
// ends of the lists of candidates. It is most of what functions may write to.
func (p *Positions) Spare(mem []byte) [3]ir.Span {
	c := p.Kept.Candidates
	behind := func(f *ir.Field, list, each int) ir.Span {
		used := each * int(binary.LittleEndian.Uint32(mem[c.Count.Addr+4*list:]))
		return ir.Span{From: f.Addr + 8*min(used, f.Len), To: f.Addr + 8*f.Len}
	}
	return [...]ir.Span{behind(c.Moves, 0, 1), behind(c.Sets, 1, p.Words), behind(c.SetMoves, 1, 1)}
}
