package lower_test

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"slices"
	"testing"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/enginetest"
	"github.com/astragal/astragal/engine/internal/ir/closure"
	"github.com/astragal/astragal/engine/internal/ir/transform"
	"github.com/astragal/astragal/engine/internal/ir/wasm"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/internal/position"
	"github.com/astragal/astragal/engine/rng"
	"github.com/astragal/astragal/engine/ruleset"
)

// machine is what the back ends have in common.
type machine interface {
	Memory() []byte
	Func(name string) func(stack []uint64) error
	Close() error
}

// player plays a lowered game on a back end.
type player struct {
	p                 *lower.Program
	m                 machine
	mem               []byte
	list, pick, play  func(stack []uint64) error
	begin, settle, po func(stack []uint64) error
	stack             []uint64
}

func newPlayer(p *lower.Program, m machine) *player {
	return &player{p: p, m: m, mem: m.Memory(), list: m.Func("list"), pick: m.Func("pick"), play: m.Func("make"),
		begin: m.Func("begin"), settle: m.Func("settle"), po: m.Func("playout"), stack: make([]uint64, 2)}
}

func (p *player) call(t *testing.T, f func(stack []uint64) error, arg int) uint64 {
	t.Helper()
	p.stack[0] = uint64(uint32(int32(arg)))
	if err := f(p.stack); err != nil {
		t.Fatalf("%s: %v", p.p.G.Name, err)
	}
	return p.stack[0]
}

// same reports how a position differs from one by the rules.
func (p *player) same(c *game.Context) error {
	s := c.S
	for site := range p.p.Sites() {
		st := p.p.G.TypeAt(p.p.G.DefaultType, site)
		if a, b := p.p.What(p.mem, site), s.What(st, site); a != b {
			return fmt.Errorf("site %d holds %d, by the rules %d", site, a, b)
		}
		if a, ok := p.p.Possible(p.mem, site); ok && a != s.PuzzleValues(st, site)[0] {
			return fmt.Errorf("variable %d has the values %b, by the rules %b", site, a, s.PuzzleValues(st, site)[0])
		}
		if a, b := p.p.Count(p.mem, site), s.CountAt(st, site); a != b {
			return fmt.Errorf("site %d has %d pieces, by the rules %d", site, a, b)
		}
		if a, b := lower.Size(p.p, p.mem, site), s.SizeAt(st, site); a != b {
			return fmt.Errorf("site %d has %d levels, by the rules %d", site, a, b)
		}
		for level := range s.SizeAt(st, site) {
			if a, b := p.p.WhatOn(p.mem, site, level), s.WhatAt(st, site, level); a != b {
				return fmt.Errorf("site %d has %d at level %d, by the rules %d", site, a, level, b)
			}
			for _, x := range [...]struct {
				d layout.Datum
				b int
			}{{layout.State, s.StateAt(st, site, level)}, {layout.Rotation, s.RotationAt(st, site, level)},
				{layout.Worth, s.ValueAt(st, site, level)}} {
				if a := p.p.Datum(p.mem, x.d, site, level); a != x.b {
					return fmt.Errorf("site %d, level %d: number %d is %d, by the rules %d", site, level, x.d, a, x.b)
				}
			}
		}
		for level := s.SizeAt(st, site); p.p.G.Stacks && level < lower.MaxHeight(p.p); level++ {
			want := s.Latent(st, site, level)
			for d, kept := range lower.Kept(p.p) {
				if a := p.p.Datum(p.mem, layout.Datum(d), site, level); kept && a != want[d] {
					return fmt.Errorf("site %d, level %d above the stack: number %d is %d, by the rules %d", site, level, d, a,
						want[d])
				}
			}
		}
	}
	for site := range p.p.G.Topo.Num(p.p.G.DefaultType) {
		if a, b := lower.IsPlayable(p.p, p.mem, site), s.Playable(site); a != b {
			return fmt.Errorf("site %d is playable: %v, by the rules %v", site, a, b)
		}
	}
	if err := p.samePlaces(s); err != nil {
		return err
	}
	for i, track := range p.p.G.Tracks {
		for comp := range p.p.G.Components {
			for j := range track.Elems {
				if a, kept := lower.OnTrack(p.p, p.mem, i, comp, j); kept && a != s.OnTrack(i, comp, j) {
					return fmt.Errorf("track %d: %d of component %d stand at index %d, by the rules %d", i, a, comp, j,
						s.OnTrack(i, comp, j))
				}
			}
		}
	}
	var err error
	p.p.EachHidden(p.mem, func(kind, player, site int, hidden bool) {
		st := p.p.G.TypeAt(p.p.G.DefaultType, site)
		if b := s.HiddenBit(kind, player, st, site, 0); b != hidden {
			err = fmt.Errorf("datum %d of site %d is hidden from player %d: %v, by the rules %v", kind, site, player, hidden, b)
		}
	})
	if err != nil {
		return err
	}
	for _, st := range [...]board.SiteType{board.Cell, board.Edge, board.Vertex} {
		if st == p.p.G.DefaultType || p.p.G.Plain() {
			continue
		}
		for site := range p.p.G.Topo.Num(st) {
			what, count, state := p.p.On(p.mem, st, site)
			if a, b, c := s.What(st, site), s.CountAt(st, site), s.StateAt(st, site, -1); what != a || count != b || state != c {
				return fmt.Errorf("%s %d holds %d ×%d in state %d, by the rules %d ×%d in state %d", st, site, what, count,
					state, a, b, c)
			}
		}
	}
	v := func(x layout.Var) int { return p.p.Var(p.mem, x) }
	if over := v(layout.Over) != 0; over != s.Over || over && v(layout.Winner) != s.Winner {
		return fmt.Errorf("over %v, winner %d, by the rules %v, %d", over, v(layout.Winner), s.Over, s.Winner)
	}
	if v(layout.Paid) != s.Paid {
		return fmt.Errorf("paid by %d, by the rules %d", v(layout.Paid), s.Paid)
	}
	for q := 1; q <= p.p.G.Players; q++ {
		if a, b := p.p.Rank(p.mem, q), s.Ranking[q]; a != b {
			return fmt.Errorf("player %d has rank %v, by the rules %v", q, a, b)
		}
	}
	if s.Over {
		return nil
	}
	if v(layout.Mover) != s.Mover || v(layout.Next) != s.Next || v(layout.Turns) != s.Turns {
		return fmt.Errorf("mover %d, next %d, turn %d; by the rules %d, %d, %d", v(layout.Mover), v(layout.Next),
			v(layout.Turns), s.Mover, s.Next, s.Turns)
	}
	if v(layout.MoveNumber) != c.T.MoveNumber() || uint32(v(layout.Triggered)) != s.Triggered || v(layout.Temp) != s.Temp ||
		v(layout.Pot) != s.Pot ||
		v(layout.Counter) != s.Counter {
		return fmt.Errorf("move %d, triggered %b, temp %d, pot %d, counter %d; by the rules %d, %b, %d, %d, %d",
			v(layout.MoveNumber), v(layout.Triggered), v(layout.Temp), v(layout.Pot), v(layout.Counter),
			c.T.MoveNumber(), s.Triggered, s.Temp, s.Pot, s.Counter)
	}
	if v(layout.TrumpSuit) != s.TrumpSuit {
		return fmt.Errorf("trumps are %d, by the rules %d", v(layout.TrumpSuit), s.TrumpSuit)
	}
	if last := c.T.Last(); last != nil && (v(layout.Passed) == 1) != last.Pass {
		return fmt.Errorf("passed %d, by the rules %v", v(layout.Passed), last.Pass)
	}
	for site := range p.p.Sites() {
		if a, b := lower.IsPending(p.p, p.mem, site), slices.Contains(s.Pending, int32(site)); a != b {
			return fmt.Errorf("pending site %d: %v, by the rules %v", site, a, b)
		}
	}
	if n := lower.Votes(p.p, p.mem); n >= 0 && n != len(s.Votes) {
		return fmt.Errorf("%d votes, by the rules %d", n, len(s.Votes))
	}
	if hash, ok := lower.LastHash(p.p, p.mem); ok && hash != c.T.GameHashes[len(c.T.GameHashes)-1] {
		return fmt.Errorf("the position has the hash %x, by the rules %x", hash, c.T.GameHashes[len(c.T.GameHashes)-1])
	}
	for site := range p.p.Sites() {
		visited, captured := lower.Lasting(p.p, p.mem, site)
		if want := s.Visited.Has(site); visited != want {
			return fmt.Errorf("site %d is visited: %v, by the rules %v", site, visited, want)
		}
		if want := slices.Contains(s.ToClear, int32(site)); captured != want {
			return fmt.Errorf("the piece on site %d is captured: %v, by the rules %v", site, captured, want)
		}
	}
	for agent := 1; agent <= p.p.G.Players; agent++ {
		if a, b := p.p.Player(p.mem, agent), int(s.Order[agent]); a != b {
			return fmt.Errorf("agent %d is player %d, by the rules %d", agent, a, b)
		}
	}
	for i, a := range lower.Dice(p.p, p.mem) {
		if b := int(s.DiceValue[i]); a != b {
			return fmt.Errorf("die %d shows %d, by the rules %d", i, a, b)
		}
	}
	if len(p.p.G.Dice) > 0 {
		if sum, equal := lower.Pips(p.p, p.mem); sum != s.DiceSum || equal != s.DiceEqual {
			return fmt.Errorf("dice of %d, equal %v; by the rules %d, %v", sum, equal, s.DiceSum, s.DiceEqual)
		}
	}
	if v(layout.TurnMoves) != s.TurnMoves || v(layout.Counter) != s.Counter || v(layout.Pot) != s.Pot {
		return fmt.Errorf("%d moves this turn, counter %d, pot %d; by the rules %d, %d, %d", v(layout.TurnMoves),
			v(layout.Counter), v(layout.Pot), s.TurnMoves, s.Counter, s.Pot)
	}
	for q := 1; q <= p.p.G.Players; q++ {
		if a, b := lower.Phase(p.p, p.mem, q), int(s.PhaseOf[q]); a != b {
			return fmt.Errorf("player %d is in phase %d, by the rules %d", q, a, b)
		}
		if a, b := p.p.Score(p.mem, q), int(s.ScoreOf[q]); a != b {
			return fmt.Errorf("player %d has score %d, by the rules %d", q, a, b)
		}
		if a, b := lower.Amount(p.p, p.mem, q), int(s.AmountOf[q]); a != b {
			return fmt.Errorf("player %d has bet %d, by the rules %d", q, a, b)
		}
		if a, b := lower.PlayerValue(p.p, p.mem, q), int(s.ValueOf[q]); a != b {
			return fmt.Errorf("player %d has value %d, by the rules %d", q, a, b)
		}
	}
	return nil
}

// samePlaces reports how the position lists differ from those by the rules, in games
// with stacks.
func (p *player) samePlaces(s *game.State) error {
	for comp := range p.p.G.Components {
		list := p.p.Places(p.mem, comp)
		want := slices.Clone(s.Places(comp))
		if !p.p.ListsInOrder() {
			slices.SortFunc(want, func(a, b game.Place) int { return cmp.Or(int(a.Site-b.Site), int(a.Level-b.Level)) })
		}
		if list != nil && len(list) != len(want) {
			return fmt.Errorf("component %d is listed %d times, by the rules %d", comp, len(list), len(want))
		} else if list != nil {
			for i, x := range want {
				if list[i] != [2]int{int(x.Site), int(x.Level)} {
					return fmt.Errorf("component %d is listed at %v, by the rules at %v", comp, list[i], x)
				}
			}
		}
	}
	return nil
}

// errSpoilt says that compiled code has given a play up, which then goes on by the rules.
var errSpoilt = errors.New("the play is spoilt")

// lockStep plays a game by the rules and on a back end side by side.
func lockStep(t *testing.T, p *player, seed uint64) error {
	if p.p.G.Mode == game.Simultaneous {
		return jointLockStep(t, p, seed)
	}
	live, r := rng.New(1), rng.New(seed)
	c := game.NewContext(p.p.G)
	c.Lazy = true // so that nothing is drawn before the moves are asked for
	c.Start(&live)
	p.p.Load(p.mem, c)
	if p.p.Faulty(p.mem) {
		return errSpoilt
	}
	saved, listed := make([]byte, p.p.Program.Size), make([]byte, p.p.Program.Size)
	for ply := range 200 {
		if err := p.same(c); err != nil {
			return fmt.Errorf("ply %d: %w", ply, err)
		}
		copy(saved, p.mem)
		p.p.Load(saved, c)
		// A position that has no room goes on by the rules.
		if x := p.p.Differ(p.mem, saved); x != nil && !p.p.Faulty(saved) {
			return fmt.Errorf("ply %d, mover %d: %s is not loaded as it is played: %v, loaded %v", ply, c.S.Mover, x.Name,
				p.mem[x.Addr:x.Addr+x.Len*x.Elem.Size()], saved[x.Addr:x.Addr+x.Len*x.Elem.Size()])
		}
		if c.S.Over {
			return nil
		}
		// Both draw from the same state of the generator.
		before := live.State
		p.p.Seed(p.mem, before)
		n := int(p.call(t, p.list, 0))
		if p.p.Faulty(p.mem) {
			return errSpoilt
		}
		legal := c.Legal()
		count := map[[2]int]int{}
		for _, m := range legal {
			count[[2]int{int(m.From), int(m.To)}]++
		}
		moves := make([]uint64, n)
		for i := range n {
			moves[i] = p.call(t, p.pick, i)
			_, from, to, _ := transform.Unpack(moves[i])
			count[[2]int{from, to}]--
		}
		for m, k := range count {
			if k != 0 {
				return fmt.Errorf("ply %d, mover %d: %d moves %v are missing (%d of %d legal)", ply, c.S.Mover, k, m, n,
					len(legal))
			}
		}
		i := r.Below(n)
		if c.G.DeductionPuzzle && seed%2 != 0 {
			i = n - 1 - r.Below((n+3)/4) // mostly a move that sets a variable, which are listed last
		}
		_, from, to, _ := transform.Unpack(moves[i])
		copy(listed, p.mem)
		p.p.Seed(p.mem, live.State)
		chosen, why := p.chosen(t, c, legal, i, live, saved)
		// What an effect draws the rules draw while they list moves, or on a copy of the position, compiled code when one is
		// made: it must come there, too.
		if why != nil && (live.State != before || c.G.Has(game.Stochastic)) {
			var spoilt error
			for n := uint64(0); chosen < 0 && n < maxRedrawn && !errors.Is(why, errSpoilt); n++ {
				copy(p.mem, listed)
				again := rng.Derive(live.State, n)
				p.p.Seed(p.mem, again.State)
				var given error
				if chosen, given = p.chosen(t, c, legal, i, live, saved); errors.Is(given, errSpoilt) {
					spoilt = errSpoilt // with the draws of the rules, perhaps
				}
			}
			if chosen < 0 && spoilt != nil {
				return spoilt
			}
		}
		if errors.Is(why, errSpoilt) {
			return why
		}
		if chosen < 0 {
			return fmt.Errorf("ply %d, mover %d, %d-%d: %w", ply, c.S.Mover, from, to, why)
		}
		c.Play(legal[chosen])
	}
	return nil
}

// maxRedrawn is the number of times that a move is made with other draws, see lockStep.
const maxRedrawn = 2000

// chosen makes move i of the list and says which of the legal moves that go the same way leads to the same position
// when it is played with the draws of live, -1 for none.
func (p *player) chosen(t *testing.T, c *game.Context, legal []game.Move, i int, live rng.SplitMix64,
	saved []byte) (int, error) {
	t.Helper()
	_, from, to, _ := transform.Unpack(p.call(t, p.pick, i))
	p.call(t, p.play, i)
	if p.p.Faulty(p.mem) {
		return -1, errSpoilt
	}
	var why error
	chosen := -1
	eachSameWay(c, legal, from, to, live, func(j int, u *game.Context) bool {
		if why = p.same(u); why == nil {
			// Moves may differ in numbers alone.
			copy(saved, p.mem)
			p.p.Load(saved, u)
			if x := p.p.Differ(p.mem, saved); x != nil && !p.p.Faulty(saved) {
				why = fmt.Errorf("%s is not as by the rules: %v %v", x.Name, p.mem[x.Addr:x.Addr+8], saved[x.Addr:x.Addr+8])
			}
		}
		if why == nil {
			chosen = j
		}
		return why == nil
	})
	return chosen, why
}

// eachSameWay plays the legal moves from one site to another on copies of a position, with the draws of live, until
// found says so.
func eachSameWay(c *game.Context, legal []game.Move, from, to int, live rng.SplitMix64,
	found func(j int, u *game.Context) bool) {
	for j, m := range legal {
		if int(m.From) != from || int(m.To) != to {
			continue
		}
		mark := c.Mark()
		u := c.Temp()
		draws := live
		u.R = &draws
		u.Play(m)
		end := found(j, u)
		c.GiveTemp(u)
		c.Release(mark)
		if end {
			return
		}
	}
}

// lowered calls f for the games of enginetest.Each that are lowered, with their programs.
func lowered(t *testing.T, every int, f func(name string, p *lower.Program)) {
	t.Helper()
	loweredOf(t, enginetest.Each, every, f)
}

func loweredOf(t *testing.T, each func(t testing.TB, every int, f func(name string, rs *ruleset.Ruleset)), every int,
	f func(name string, p *lower.Program)) {
	t.Helper()
	why, done, all := map[string]int{}, 0, 0
	each(t, every, func(name string, rs *ruleset.Ruleset) {
		all++
		var refusal *position.Refusal
		p, err := lower.Game(rs.Plan())
		if err == nil {
			err = p.Finish(true, nil) // which refuses games whose moves may take too long
		}
		if errors.As(err, &refusal) {
			why[refusal.Why]++
			if os.Getenv("ASTRAGAL_GAME") != "" {
				t.Logf("%s: %v", name, err)
			}
			return
		} else if err != nil {
			t.Errorf("%s: %v", name, err)
			return
		}
		done++
		f(name, p)
	})
	t.Logf("%d games are lowered, of %d", done, all)
	for w, n := range why {
		if n >= 10 {
			t.Logf("%3d %s", n, w)
		}
	}
}

// machines are the back ends with a program of a game.
func machines(t *testing.T, g *game.Game) (*lower.Program, []machine) {
	t.Helper()
	p, err := lower.Game(g)
	if err != nil {
		t.Fatal(err)
	}
	var refusal *position.Refusal
	if err := p.Finish(true, nil); errors.As(err, &refusal) {
		t.Logf("%s: %v", g.Name, err)
		return p, nil
	} else if err != nil {
		t.Fatal(err)
	}
	return p, backEnds(t, p)
}

// backEnds are the back ends with a program, closures first.
func backEnds(t *testing.T, p *lower.Program) []machine {
	t.Helper()
	list := []machine{closure.New(p.Program)}
	if wasm.Supported() {
		m, err := wasm.Compile(p.Program)
		if err != nil {
			t.Fatalf("%s: %v", p.G.Name, err)
		}
		t.Cleanup(func() { m.Close() })
		in, err := m.Instance(nil)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { in.Close() })
		list = append(list, in)
	}
	return list
}

// seeds is the number of plays of a game, or what the environment says.
func seeds(n uint64) uint64 { return enginetest.Number("ASTRAGAL_SEEDS", n) }

// TestLockStep plays the games that are lowered by the rules, on closures and as
// WebAssembly, side by side: the same legal moves, the same positions after them.
func TestLockStep(t *testing.T) {
	games, plays, spoilt := 0, 0, 0
	lowered(t, 4, func(name string, p *lower.Program) {
		games++
		for _, m := range backEnds(t, p) {
			pl := newPlayer(p, m)
			for seed := range seeds(2) {
				plays++
				if err := lockStep(t, pl, seed); errors.Is(err, errSpoilt) {
					spoilt++
					t.Logf("%s: %v", name, err)
				} else if err != nil {
					t.Errorf("%s: %T: %v", name, m, err)
					break
				}
			}
		}
	})
	// What is refused or given up is not compared: it must stay rare.
	if games < 60 && os.Getenv("ASTRAGAL_GAME") == "" || spoilt*20 > plays {
		t.Errorf("%d games were compared, and %d of %d plays were given up", games, spoilt, plays)
	}
}
