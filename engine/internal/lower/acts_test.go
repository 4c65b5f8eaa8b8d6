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
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/internal/position"
	"github.com/astragal/astragal/engine/rng"
	"github.com/astragal/astragal/engine/ruleset"
)

// TestActs plays games by compiled code that is watched and by the rules side by side: of
// every move the same actions are told, of every play the same ending, and legal moves are
// credited to the same ludemes. One game in eight, all with ASTRAGAL_PROPERTIES=all: of one in four package compiled
// compares the metrics that follow from the same actions (TestWatched). Not seen by either are actions that no metric
// counts, in the others.
func TestActs(t *testing.T) {
	told, refused := 0, 0
	enginetest.Each(t, 8, func(name string, rs *ruleset.Ruleset) {
		if refusal := compareActs(t, name, rs.Plan(), 2, told%2 == 0); refusal == nil {
			told++
		} else {
			t.Logf("%s: watched by the rules: %v", name, refusal)
			refused++
		}
	})
	t.Logf("%d games are told of, %d refused", told, refused)
	if told < 40 && os.Getenv("ASTRAGAL_GAME") == "" {
		t.Errorf("%d games are told of", told)
	}
}

// compareActs compares what is told of the moves of some plays of a game, by machine code or closures, and returns why
// there was nothing to compare: plays of some games are watched by the rules.
func compareActs(t *testing.T, name string, g *game.Game, plays uint64, fast bool) *position.Refusal {
	t.Helper()
	p, err := lower.Watched(g)
	if err == nil {
		err = p.Finish(true, nil)
	}
	var refusal *position.Refusal
	if errors.As(err, &refusal) {
		return refusal
	} else if err != nil {
		t.Fatal(err)
	}
	var m machine = closure.New(p.Program)
	if wasm.Supported() && fast {
		code, err := wasm.Compile(p.Program)
		if err != nil {
			t.Fatal(err)
		}
		defer code.Close()
		if m, err = code.Instance(nil); err != nil {
			t.Fatal(err)
		}
	}
	defer m.Close()
	w := &actor{player: newPlayer(p, m), credits: p.Credits()}
	for seed := range plays {
		if err := w.compare(t, seed); errors.Is(err, errSpoilt) {
			break
		} else if err != nil {
			t.Errorf("%s: %T: %v", name, m, err)
			break
		}
	}
	return nil
}

// actor compares the actions of moves.
type actor struct {
	*player
	credits []int32
}

// begin begins a play by the rules, and loads its first position.
func (w *actor) begin(live *rng.SplitMix64) *game.Context {
	c := game.NewContext(w.p.G)
	c.Lazy, c.Endings = true, true
	c.Start(live)
	w.p.Load(w.mem, c)
	return c
}

func (w *actor) compare(t *testing.T, seed uint64) error {
	if w.p.G.Mode == game.Simultaneous {
		return w.compareAlone(t, seed)
	}
	p, live := w.p, rng.New(1)
	c, before, r := w.begin(&live), make([]byte, w.p.Hi-w.p.Lo), rng.New(seed)
	saved := make([]byte, p.Program.Size)
	for ply := range 150 {
		if c.S.Over {
			break
		}
		listing := live.State
		p.Seed(w.mem, listing)
		n := int(w.call(t, w.list, 0))
		if p.Faulty(w.mem) {
			return errSpoilt
		}
		legal := slices.Clone(c.Legal())
		if n != len(legal) {
			return fmt.Errorf("ply %d: %d moves, by the rules %d", ply, n, len(legal))
		}
		copy(before, w.mem[p.Lo:p.Hi])
		moves := p.Candidates(w.mem, nil)
		i := r.Below(n)
		rule, from, to, _ := transform.Unpack(moves[i])
		chosen, why, drawn := -1, error(nil), live
		// What a move draws the rules draw while they list moves, or on a copy of the position, compiled code when it is
		// made: it must come there, too.
		draws := live.State != listing || c.G.Has(game.Stochastic)
		for k := uint64(0); chosen < 0 && k <= maxRedrawn && (k == 0 || draws); k++ {
			acts, err := w.makes(moves[i], before, drawn.State)
			if err != nil {
				return err
			}
			drawn = rng.Derive(live.State, k)
			eachSameWay(c, legal, from, to, live, func(j int, u *game.Context) bool {
				if w.player.same(u) != nil || !w.loadsAs(u, saved) {
					return false
				}
				if why = w.told(c, u, acts); why == nil && p.G.Rules != nil && w.credits[rule] != legal[j].Rule {
					why = fmt.Errorf("credited to %d, by the rules to %d", w.credits[rule], legal[j].Rule)
				}
				chosen = j
				return why == nil
			})
		}
		if chosen < 0 {
			return fmt.Errorf("ply %d: %d-%d is not among the moves by the rules", ply, from, to)
		}
		if why != nil {
			return fmt.Errorf("ply %d, mover %d, %d-%d: %w", ply, c.S.Mover, from, to, why)
		}
		c.Play(legal[chosen])
	}
	if c.S.Over {
		got, decided := p.Ending(w.mem, nil)
		want, should := c.Ending()
		if decided != should || !slices.Equal(got, want) {
			return fmt.Errorf("ended by %v %v, by the rules by %v %v", decided, got, should, want)
		}
	}
	return nil
}

// loadsAs reports whether a position by the rules is the one in memory, down to what no look at it tells, such as
// votes.
func (w *actor) loadsAs(u *game.Context, saved []byte) bool {
	copy(saved, w.mem)
	w.p.Load(saved, u)
	return w.p.Differ(w.mem, saved) == nil || w.p.Faulty(saved)
}

// makes makes a move of a position with draws from a state on, twice: to log its actions, and as a play does.
func (w *actor) makes(move uint64, before []byte, draws uint64) ([]game.Action, error) {
	p := w.p
	var acts []game.Action
	for _, name := range [...]string{"try", "step"} {
		copy(w.mem[p.Lo:p.Hi], before)
		p.Seed(w.mem, draws)
		w.stack[0] = move
		if err := w.m.Func(name)(w.stack); err != nil {
			return nil, err
		}
		if p.Faulty(w.mem) {
			return nil, errSpoilt
		}
		if name == "try" {
			acts, _ = p.AppendActs(w.mem, false, nil)
		}
	}
	return acts, nil
}

// told reports how logged actions differ from those by the rules of a move that c led to u by.
func (w *actor) told(c, u *game.Context, acts []game.Action) error {
	want := slices.Clone(u.Applied())
	// The order does not matter to anybody who watches.
	slices.SortFunc(acts, func(a, b game.Action) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.To, b.To), cmp.Compare(a.From, b.From),
			one(a.Flag)-one(b.Flag), one(a.Decision)-one(b.Decision))
	})
	slices.SortFunc(want, func(a, b game.Action) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.To, b.To), cmp.Compare(a.From, b.From),
			one(a.Flag)-one(b.Flag), one(a.Decision)-one(b.Decision))
	})
	for i := range min(len(acts), len(want)) {
		a, b := &acts[i], &want[i]
		if a.Kind != b.Kind || a.Decision != b.Decision {
			return fmt.Errorf("action %d is of kind %d %v, by the rules %d %v: %v, by the rules %v", i, a.Kind, a.Decision,
				b.Kind, b.Decision, acts, want)
		}
		switch b.Kind {
		case game.ActMove, game.ActMoveCount, game.ActStackMove, game.ActCopy:
			if a.From != b.From || a.To != b.To {
				return fmt.Errorf("action %d goes %d-%d, by the rules %d-%d", i, a.From, a.To, b.From, b.To)
			}
			if x, y := board.SiteType(a.TypeFrom), typeOf(c, b.TypeFrom, b.From); x != y {
				return fmt.Errorf("action %d comes from a %s, by the rules %s", i, x, y)
			}
			fallthrough
		case game.ActRemove:
			if a.To != b.To {
				return fmt.Errorf("action %d goes to %d, by the rules %d", i, a.To, b.To)
			}
			if x, y := board.SiteType(a.TypeTo), typeOf(c, b.TypeTo, b.To); x != y {
				return fmt.Errorf("action %d goes to a %s, by the rules %s", i, x, y)
			}
			if b.Kind == game.ActRemove && a.Flag != b.Flag {
				return fmt.Errorf("action %d is later: %v, by the rules %v", i, a.Flag, b.Flag)
			}
		case game.ActSetNextPlayer:
			if a.What != b.What {
				return fmt.Errorf("%d moves next, by the rules %d", a.What, b.What)
			}
		}
	}
	if len(acts) != len(want) || lower.Acts(w.p, w.mem) != len(want) {
		return fmt.Errorf(
			"%d actions (%d), by the rules %d: %v, by the rules %v",
			len(acts),
			lower.Acts(w.p, w.mem),
			len(want),
			acts,
			want,
		)
	}
	return nil
}

func one(b bool) int {
	if b {
		return 1
	}
	return 0
}

// typeOf is the type of a site as an action names it.
func typeOf(c *game.Context, st int8, site int32) board.SiteType {
	of := c.G.DefaultType
	if st != game.NoType {
		of = board.SiteType(st)
	}
	return c.G.TypeAt(of, int(site))
}
