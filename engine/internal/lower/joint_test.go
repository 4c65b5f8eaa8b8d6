package lower_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir/transform"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/rng"
)

// eachJoint calls f for every move of all players by the rules until it returns false: one legal move of each.
func eachJoint(c *game.Context, f func(m game.Move) bool) {
	legal := slices.Clone(c.Legal())
	var choose func(q int, chosen []game.Move) bool
	choose = func(q int, chosen []game.Move) bool {
		if q > c.G.Players {
			mark := c.Mark()
			defer c.Release(mark)
			return f(c.Combine(chosen))
		}
		if !c.S.IsActive(q) {
			return choose(q+1, chosen)
		}
		for _, m := range legal {
			if int(m.Mover) == q && !choose(q+1, append(chosen, m)) {
				return false
			}
		}
		return true
	}
	choose(1, nil)
}

// sameMoves reports how the moves that are listed differ from the legal ones by the rules.
func (p *player) sameMoves(t *testing.T, c *game.Context) error {
	n, legal := int(p.call(t, p.list, 0)), c.Legal()
	if p.p.Faulty(p.mem) {
		return errSpoilt
	}
	if n != len(legal) {
		return fmt.Errorf("%d moves, by the rules %d", n, len(legal))
	}
	left := map[[2]int]int{}
	for i, m := range legal {
		left[[2]int{int(m.From), int(m.To)}]++
		_, from, to, _ := transform.Unpack(p.call(t, p.pick, i))
		left[[2]int{from, to}]--
	}
	for m, k := range left {
		if k != 0 {
			return fmt.Errorf("%d moves %v are missing", k, m)
		}
	}
	return nil
}

// jointStep has compiled code draw a move of players who decide at the same time, finds it by the rules and makes it
// there.
func (p *player) jointStep(t *testing.T, c *game.Context, r *rng.SplitMix64) error {
	if err := p.sameMoves(t, c); err != nil {
		return err
	}
	p.p.Seed(p.mem, r.Uint64())
	p.call(t, p.po, 1)
	if p.p.Faulty(p.mem) {
		return errSpoilt
	}
	why, found := fmt.Errorf("no move"), false
	loaded := make([]byte, p.p.Program.Size)
	eachJoint(c, func(m game.Move) bool {
		u := c.Temp()
		defer c.GiveTemp(u)
		u.Play(m)
		if why = p.same(u); why != nil {
			return true
		}
		copy(loaded, p.mem)
		p.p.Load(loaded, u)
		if x := p.p.Differ(p.mem, loaded); x != nil {
			why = fmt.Errorf("%s is not as by the rules", x.Name)
			return true
		}
		found = true
		c.Play(m)
		return false
	})
	if !found {
		return fmt.Errorf("%d moves of all players: %w", len(c.Legal()), why)
	}
	return nil
}

// jointLockStep is lockStep for players who decide at the same time.
func jointLockStep(t *testing.T, p *player, seed uint64) error {
	live, r := rng.New(1), rng.New(seed)
	c := game.NewContext(p.p.G)
	c.Lazy = true
	c.Start(&live)
	p.p.Load(p.mem, c)
	for ply := range 60 {
		if err := p.same(c); err != nil || c.S.Over {
			return err
		}
		if err := p.jointStep(t, c, &r); err != nil {
			return fmt.Errorf("ply %d: %w", ply, err)
		}
	}
	return nil
}

// drawsJointly checks by chi square that all moves of all players are drawn equally often in positions of a play.
func drawsJointly(t *testing.T, name string, p *player) {
	const draws = 4000
	live, r := rng.New(1), rng.New(3)
	c := game.NewContext(p.p.G)
	c.Lazy = true
	c.Start(&live)
	p.p.Load(p.mem, c)
	saved, loaded := make([]byte, p.p.Program.Size), make([]byte, p.p.Program.Size)
	for range 4 {
		copy(saved, p.mem)
		want, got, all := map[string]int{}, map[string]int{}, 0
		eachJoint(c, func(m game.Move) bool {
			u := c.Temp()
			u.Play(m)
			p.p.Load(loaded, u)
			c.GiveTemp(u)
			want[p.text(loaded)]++
			all++
			return true
		})
		p.p.Seed(saved, r.Uint64())
		for range draws {
			state := p.p.Drawn(saved)
			copy(p.mem, saved)
			p.p.Seed(p.mem, state)
			p.call(t, p.po, 1)
			p.p.Seed(saved, p.p.Drawn(p.mem))
			got[p.text(p.mem)]++
		}
		chi := 0.0
		for m, k := range want {
			e := draws * float64(k) / float64(all)
			chi += (float64(got[m]) - e) * (float64(got[m]) - e) / e
			delete(got, m)
		}
		if len(got) > 0 {
			t.Fatalf("%s: moves are drawn that are not legal", name)
		}
		if df := float64(len(want) - 1); df > 0 {
			if z := (math.Cbrt(chi/df) - (1 - 2/(9*df))) / math.Sqrt(2/(9*df)); z > 5 {
				t.Errorf("%s: moves are drawn unevenly: z = %.1f over %d positions", name, z, len(want))
			}
		}
		copy(p.mem, saved)
		if err := p.jointStep(t, c, &r); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if c.S.Over {
			return
		}
	}
}

// text is a position as a string; of a play that is over the result alone.
func (p *player) text(mem []byte) string {
	if p.p.Var(mem, layout.Over) != 0 {
		return fmt.Sprint(p.p.Var(mem, layout.Winner), p.p.Var(mem, layout.Limited))
	}
	return string(mem[p.p.Lo:p.p.Hi])
}

// compareAlone compares the actions of listed moves of single players with those by the rules.
func (w *actor) compareAlone(t *testing.T, seed uint64) error {
	p, try, live := w.p, w.m.Func("try"), rng.New(1)
	c, before, r := w.begin(&live), make([]byte, w.p.Hi-w.p.Lo), rng.New(seed)
	for ply := 0; ply < 60 && !c.S.Over; ply++ {
		if err := w.sameMoves(t, c); err != nil {
			return fmt.Errorf("ply %d: %w", ply, err)
		}
		copy(before, w.mem[p.Lo:p.Hi])
		for _, move := range p.Candidates(w.mem, nil) {
			copy(w.mem[p.Lo:p.Hi], before)
			w.stack[0] = move
			if err := try(w.stack); err != nil {
				return err
			}
			acts, _ := p.AppendActs(w.mem, false, nil)
			err := fmt.Errorf("no legal move")
			for _, m := range c.Legal() {
				rule, from, to, _ := transform.Unpack(move)
				if from != int(m.From) || to != int(m.To) {
					continue
				}
				mark, u := c.Mark(), c.Temp()
				u.Apply(m)
				if err = w.told(c, u, acts); err == nil && p.G.Rules != nil && w.credits[rule] != m.Rule {
					err = fmt.Errorf("credited to %d, by the rules to %d", w.credits[rule], m.Rule)
				}
				c.GiveTemp(u)
				if c.Release(mark); err == nil {
					break
				}
			}
			if err != nil {
				return fmt.Errorf("ply %d: %w", ply, err)
			}
		}
		copy(w.mem[p.Lo:p.Hi], before)
		if err := w.jointStep(t, c, &r); err != nil {
			return fmt.Errorf("ply %d: %w", ply, err)
		}
	}
	if c.S.Over {
		got, decided := p.Ending(w.mem, nil)
		if want, should := c.Ending(); decided != should || !slices.Equal(got, want) {
			return fmt.Errorf("ended by %v %v, by the rules by %v %v", decided, got, should, want)
		}
	}
	return nil
}
