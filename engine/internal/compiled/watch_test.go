package compiled_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/compiled"
	"github.com/astragal/astragal/engine/internal/enginetest"
	"github.com/astragal/astragal/engine/internal/position"
	"github.com/astragal/astragal/engine/metric"
	"github.com/astragal/astragal/engine/rng"
	"github.com/astragal/astragal/engine/ruleset"
)

// TestWatched plays games by compiled code that is watched, and the same moves by the
// rules with an observer that looks at the same moves: both tell the same metrics, bit for bit.
func TestWatched(t *testing.T) {
	told, differ, spent := 0, 0, 0
	enginetest.Each(t, 4, func(name string, rs *ruleset.Ruleset) {
		g, plan := rs.Plan(), rs.Metrics()
		chance := !g.RandomStart || len(g.Dice) > 0 || g.Has(game.Card) || g.Has(game.DominoFlag)
		if g.IsMatch() || g.Has(game.Stochastic) && chance {
			return // the moves would draw otherwise
		}
		c, err := compiled.NewWhole(g, told%2 == 0)
		var refusal *position.Refusal
		if errors.As(err, &refusal) {
			return
		} else if err != nil {
			t.Fatal(err)
		}
		told++
		fault := game.Catch(func() { err = watch(c, plan, g) })
		if fault != nil && strings.Contains(fault.Error(), "work of more than") {
			t.Logf("%s: %v", name, fault) // compiled code may take less than the rules are allowed
			spent++
		} else if fault != nil {
			t.Fatalf("%s: %v", name, fault)
		}
		if errors.Is(err, errDraws) {
			t.Logf("%s: %v", name, err)
			told--
		} else if err != nil {
			differ++
			t.Errorf("%s: %v", name, err)
		}
	})
	t.Logf("%d games are told of, %d otherwise than by the rules", told, differ)
	if 50*spent > told+50 {
		t.Errorf("of %d games %d are not compared, as the rules may not take as long", told, spent)
	}
	if told < 30 && os.Getenv("ASTRAGAL_GAME") == "" || differ > 0 {
		t.Errorf("%d games are told of, %d otherwise than by the rules", told, differ)
	}
}

// errDraws tells that a play leaves something to chance after its start, which two ways to play draw otherwise.
var errDraws = errors.New("moves draw")

// watch compares what is told of three plays.
func watch(c *compiled.Game, plan *metric.Plan, g *game.Game) error {
	ours, theirs := metric.NewBatch(g.Players), metric.NewBatch(g.Players)
	w, err := c.NewWatcher(plan, ours, metric.All)
	if err != nil {
		return err
	}
	observer := plan.NewObserver(theirs, metric.All)
	for seed := range uint64(3) {
		live := rng.SplitMix64{State: seed}
		x := game.NewContext(g)
		x.Start(&live)
		live.State = seed
		w.Start(seed)
		first := rng.SplitMix64{State: seed}
		w.Run(&first, 0) // a start by chance
		observer.Start(x)
		pick := rng.Derive(seed, 5)
		plies := 0
		for ; plies < 60 && !x.S.Over; plies++ {
			moves := w.Candidates()
			legal := slices.Clone(x.Legal())
			if g.Mode != game.Simultaneous && len(legal) > 1 && len(moves) != len(legal) {
				if w.Run(&pick, 1); w.Err() != nil {
					return nil // the play goes on by the rules
				}
				return fmt.Errorf("ply %d: %d moves, by the rules %d", plies, len(moves), len(legal))
			}
			// Of moves that lead to the same position, the one of the same ludeme, of those that the
			// move just played may have been one of the same player, and of the same actions.
			find := func(move uint64) (found game.Move, ok bool) {
				from, to := 0, 0
				if move != 0 {
					from, to = compiled.Ends(move)
				}
				for _, m := range legal {
					if move != 0 && (int(m.From) != from || int(m.To) != to) {
						continue
					}
					mark, u := x.Mark(), x.Temp()
					u.Play(m)
					same := w.Leads(move, u)
					alike := same && w.Tells(move, u.Applied())
					if move == 0 {
						alike = alike && u.T.Last().Mover == w.By()
					} else {
						alike = alike && m.Rule == w.Credit(move)
					}
					x.GiveTemp(u)
					x.Release(mark)
					if same && (alike || !ok) {
						found, ok = m, true
					}
					if alike {
						break
					}
				}
				return found, ok
			}
			lost := false
			if g.Mode == game.Simultaneous {
				find = func(uint64) (m game.Move, ok bool) { return together(w, x, legal) }
			}
			observer.Listing(func(_ *game.Context, i int) game.Move {
				if g.Mode == game.Simultaneous { // of one player
					for _, m := range legal {
						if w.Tries(x, m, moves[i]) {
							return m
						}
					}
					lost = true
					return legal[0]
				}
				m, ok := find(moves[i])
				lost = lost || !ok
				return m
			})
			observer.Ply(x, len(legal))
			w.Run(&pick, 1)
			if w.Err() != nil {
				return nil // the play goes on by the rules
			}
			m, ok := find(0)
			if !ok || lost {
				if x.Play(legal[0]); live.State != seed {
					return errDraws
				}
				return fmt.Errorf("ply %d: no move leads to the position", plies)
			}
			x.Play(m)
			observer.Played(x)
			if live.State != seed {
				return errDraws
			}
		}
		observer.End(x)
		if w.End(); w.Err() != nil {
			return nil
		}
	}
	a, err := ours.MarshalBinary()
	if err != nil {
		return err
	}
	b, err := theirs.MarshalBinary()
	if err != nil {
		return err
	}
	if !bytes.Equal(a, b) {
		return fmt.Errorf("compiled code tells other metrics than the observer:\n%s", difference(a, b))
	}
	return nil
}

// together is the move of all players, by one legal move of each, that leads to the position: of several one of
// actions like those of that which was just played.
func together(w *compiled.Watcher, x *game.Context, legal []game.Move) (m game.Move, ok bool) {
	var choose func(q int, chosen []game.Move) bool
	choose = func(q int, chosen []game.Move) bool {
		if q <= x.G.Players && x.S.IsActive(q) {
			return slices.ContainsFunc(legal, func(y game.Move) bool {
				return int(y.Mover) == q && choose(q+1, append(chosen, y))
			})
		} else if q <= x.G.Players {
			return choose(q+1, chosen)
		}
		mark, u := x.Mark(), x.Temp()
		all := x.Combine(chosen)
		u.Play(all)
		same := w.Leads(0, u)
		alike := same && w.Tells(0, u.Applied())
		x.GiveTemp(u)
		if same && (alike || !ok) {
			m, ok = all, true
		} else {
			x.Release(mark)
		}
		return alike
	}
	choose(1, nil)
	return m, ok
}

// difference lists what is different in the serialised forms of batches.
func difference(a, b []byte) string {
	var x, y map[string]any
	if json.Unmarshal(a, &x) != nil || json.Unmarshal(b, &y) != nil {
		return fmt.Sprintf("%.200s\n%.200s", a, b)
	}
	var lines []string
	var visit func(path string, a, b any)
	visit = func(path string, a, b any) {
		m, ok := a.(map[string]any)
		n, too := b.(map[string]any)
		if !ok || !too {
			if fmt.Sprint(a) != fmt.Sprint(b) {
				lines = append(lines, fmt.Sprintf("%s: %v, by the observer %v", path, a, b))
			}
			return
		}
		for k := range m {
			visit(path+"/"+k, m[k], n[k])
		}
		for k := range n {
			if _, has := m[k]; !has {
				lines = append(lines, fmt.Sprintf("%s/%s only by the observer", path, k))
			}
		}
	}
	visit("", x, y)
	slices.Sort(lines)
	return strings.Join(lines[:min(len(lines), 6)], "\n")
}

// TestAccounts plays the same plays many moves and one move at a time: both tell the same metrics.
func TestAccounts(t *testing.T) {
	told := 0
	enginetest.Each(t, 9, func(name string, rs *ruleset.Ruleset) {
		g := rs.Plan()
		c, err := compiled.NewWatched(g)
		var refusal *position.Refusal
		if errors.As(err, &refusal) {
			return
		} else if err != nil {
			t.Fatal(err)
		}
		var tells [2][]byte
		for i, most := range [2]int{1, 200} {
			b := metric.NewBatch(g.Players)
			w, err := c.NewWatcher(rs.Metrics(), b, metric.All)
			if err != nil {
				t.Fatal(err)
			}
			for seed := range uint64(3) {
				w.Start(seed)
				r := rng.Derive(seed, 1)
				for plies := 0; plies < 200 && !w.Run(&r, most); plies += most {
				}
				if w.Err() != nil {
					return // the play goes on by the rules
				}
				if w.End(); w.Err() != nil {
					return
				}
			}
			if tells[i], err = b.MarshalBinary(); err != nil {
				t.Fatal(err)
			}
		}
		told++
		if !bytes.Equal(tells[0], tells[1]) {
			t.Errorf("%s: many moves at a time tell other metrics:\n%s", name, difference(tells[0], tells[1]))
		}
	})
	if told < 10 && os.Getenv("ASTRAGAL_GAME") == "" {
		t.Errorf("%d games are told of", told)
	}
}

// TestUnboundedStacks watches a game of stacks without a bound, in which positions are not told apart by what stands
// where: all but the first repeat it, as the rules have it (part 3, §15).
func TestUnboundedStacks(t *testing.T) {
	watched(t, `
(game "Pits" (players 2) (equipment { (mancalaBoard 2 4 store:None largeStack:True) (piece "Seed" Shared) })
  (rules (start (place Stack "Seed" (sites Bottom) count:2))
    (play (move (from (sites Occupied by:Shared)) (to (sites Empty)))) (end (if (no Moves Next) (result Mover Win)))))`)
}

// TestManyComponents watches a game of more components than a byte tells apart.
func TestManyComponents(t *testing.T) {
	var pieces strings.Builder
	for i := range 140 {
		fmt.Fprintf(&pieces, `(piece "K%c%c" Each (move Step (to if:(is Empty (to)) (apply (promote (from) (piece (+ (mover)
			%d)))))))`, 'A'+i/20, 'A'+i%20, 278-2*i)
	}
	watched(t, `(game "Kinds" (players 2) (equipment
		{(board (square 4)) `+pieces.String()+`}) (rules (start {(place "KAA1" 0) (place "KGT2" 5)})
		(play (forEach Piece)) (end (if (> (count Moves) 30) (result Mover Win)))))`)
}

// watched watches a game by compiled code and by the rules.
func watched(t *testing.T, text string) {
	t.Helper()
	loader, err := ruleset.NewLoader()
	if err != nil {
		t.Fatal(err)
	}
	rs, err := loader.Compile(ruleset.Source{File: "test.lud", Text: []byte(text)})
	if err != nil {
		t.Fatal(err)
	}
	c, err := compiled.NewWhole(rs.Plan(), false)
	if err != nil {
		t.Fatal(err)
	}
	if err := watch(c, rs.Metrics(), rs.Plan()); err != nil {
		t.Error(err)
	}
}
