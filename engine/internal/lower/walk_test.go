package lower_test

import (
	"slices"
	"testing"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/layout"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/rng"
)

// TestWalk checks what looks ahead against what plays: candidates are those picked one
// by one, a step from an unlisted position does what a move of the list does, and the
// moves of a recorded playout are those of one that is not recorded, and lead again where it led.
func TestWalk(t *testing.T) {
	lowered(t, 16, func(name string, p *lower.Program) {
		g := p.G
		if g.Mode == game.Simultaneous {
			return // a step is the move of all: such games have no walks
		}
		for _, m := range backEnds(t, p) {
			pl := newPlayer(p, m)
			step, record := m.Func("step"), m.Func("record")
			live := rng.New(1)
			c := game.NewContext(g)
			c.Start(&live)
			p.Load(pl.mem, c)
			p.Seed(pl.mem, 3)
			at := make([]byte, p.Program.Size)
			made := make([]byte, p.Program.Size)
			for range 12 {
				if p.Var(pl.mem, layout.Over) != 0 {
					break
				}
				copy(at, pl.mem)
				n := int(pl.call(t, pl.list, 0))
				moves := p.Candidates(pl.mem, nil)
				if k := int(pl.call(t, m.Func("count"), 0)); len(moves) != n || k != n {
					t.Fatalf("%s: %d moves, %d candidates, %d counted", name, n, len(moves), k)
				}
				for i := range n {
					if x := pl.call(t, pl.pick, i); x != moves[i] {
						t.Fatalf("%s: candidate %d is %x, picked %x", name, i, moves[i], x)
					}
				}
				for i := 0; i < n; i += 1 + n/5 {
					copy(pl.mem, at)
					pl.call(t, pl.list, 0)
					pl.call(t, pl.play, i)
					copy(made, pl.mem)
					copy(pl.mem, at)
					pl.stack[0] = moves[i]
					if err := step(pl.stack); err != nil {
						t.Fatal(err)
					}
					if x := p.Differ(pl.mem, made); x != nil || (uint32(pl.stack[0]) != 0) != (p.Var(made, layout.Over) != 0) {
						t.Fatalf("%s: a step is not the move: %v", name, x)
					}
				}
				if p.Tests() {
					copy(pl.mem, at)
					compareTried(t, name, p, m, pl, moves)
				}
				copy(pl.mem, at)
				compareLeaps(t, name, p, m, pl, moves)
				compareFewer(t, name, p, m, pl, moves)
				copy(pl.mem, at)
				plies := int(pl.call(t, record, 50))
				if p.Faulty(pl.mem) {
					return // the play goes on by the rules
				}
				copy(made, pl.mem)
				line := []uint64{}
				p.Line(pl.mem, plies, func(player int, move uint64) { line = append(line, move) })
				if len(line) != plies {
					t.Fatalf("%s: %d moves of %d are kept", name, len(line), plies)
				}
				copy(pl.mem, at)
				if n := int(pl.call(t, pl.po, 50)); n != plies || p.Differ(pl.mem, made) != nil {
					t.Fatalf("%s: %d moves are kept and %d played, or others: %v", name, plies, n, p.Differ(pl.mem, made))
				}
				copy(pl.mem, at)
				for _, x := range line {
					if g.Has(game.Stochastic) {
						copy(pl.mem, made) // other draws, other moves
						break
					}
					pl.stack[0] = x
					if err := step(pl.stack); err != nil {
						t.Fatal(err)
					}
				}
				if x := p.Differ(pl.mem, made); x != nil {
					t.Fatalf("%s: the moves of a playout lead elsewhere: %v", name, x)
				}
				copy(pl.mem, at)
				pl.call(t, pl.po, 1)
				if slices.Equal(at[p.Lo:p.Hi], pl.mem[p.Lo:p.Hi]) {
					t.Fatalf("%s: a move changes nothing", name)
				}
			}
		}
	})
}

// compareTried checks that the candidates of an open list that may be made are the legal moves, and lead where a step
// does.
func compareTried(t *testing.T, name string, p *lower.Program, m machine, pl *player, moves []uint64) {
	t.Helper()
	open, tried, step := m.Func("open"), m.Func("tried"), m.Func("step")
	at := slices.Clone(pl.mem)
	n, legal := int(pl.call(t, open, 0)), []uint64{}
	listed := slices.Clone(pl.mem)
	candidates := p.Candidates(pl.mem, nil)
	if len(candidates) != n {
		t.Fatalf("%s: %d candidates, %d told", name, len(candidates), n)
	}
	for _, x := range candidates {
		copy(pl.mem, listed)
		pl.stack[0] = x
		if err := tried(pl.stack); err != nil {
			t.Fatal(err)
		}
		if uint32(pl.stack[0]) == 0 {
			if d := p.Differ(pl.mem, listed); d != nil {
				t.Fatalf("%s: a move that is not legal changes %v", name, d)
			}
			continue
		}
		if legal = append(legal, x); len(legal)%5 != 1 {
			continue
		}
		made := slices.Clone(pl.mem)
		copy(pl.mem, listed)
		pl.stack[0] = x
		if err := step(pl.stack); err != nil {
			t.Fatal(err)
		}
		if d := p.Differ(pl.mem, made); d != nil {
			t.Fatalf("%s: a move that is tried leads elsewhere than a step: %v", name, d)
		}
	}
	copy(pl.mem, at)
	moves = slices.Clone(moves)
	slices.Sort(moves)
	slices.Sort(legal)
	if forced := len(moves) == 1 && moves[0] == 0xffffffff; !slices.Equal(moves, legal) && !(forced && len(legal) == 0) {
		t.Fatalf("%s: %d of %d candidates are legal, %d moves are listed", name, len(legal), n, len(moves))
	}
}

// compareLeaps checks that what is done in one call is what several calls do: moves and a playout, moves and a list,
// and all moves of a position up to one that ends the play.
func compareLeaps(t *testing.T, name string, p *lower.Program, m machine, pl *player, moves []uint64) {
	t.Helper()
	at, stack := slices.Clone(pl.mem), make([]uint64, 5)
	run := func(f func([]uint64) error, args ...uint64) int {
		t.Helper()
		if copy(stack, args); f(stack) != nil {
			t.Fatalf("%s: a call failed", name)
		}
		return int(uint32(stack[0]))
	}
	leap, step := m.Func("leap"), m.Func("step")
	for i := 0; i < len(moves); i += 1 + len(moves)/3 {
		for _, limit := range []uint64{0, 9} {
			copy(pl.mem, at)
			over, next := run(step, moves[i]) != 0, uint64(0)
			n := 1
			if middle := slices.Clone(pl.mem); !over && run(pl.list) > 0 {
				next, n = p.Candidates(pl.mem, nil)[0], 2
				copy(pl.mem, middle)
				run(step, next)
			}
			did := 0
			if limit > 0 {
				did = run(pl.po, limit)
			} else {
				did = run(pl.list)
			}
			want := slices.Clone(pl.mem)
			copy(pl.mem, at)
			first, second := moves[i], next
			if n == 1 {
				first, second = 0, moves[i]
			}
			if got := run(leap, uint64(n), first, second, limit); got != did || p.Differ(pl.mem, want) != nil {
				t.Fatalf("%s: a leap comes to %d, not %d: %v", name, got, did, p.Differ(pl.mem, want))
			}
		}
	}
	copy(pl.mem, at)
	if p.Repeats() || len(moves) > lower.MaxForeseen {
		return
	}
	drawn := p.Drawn(pl.mem)
	if run(pl.list); p.Drawn(pl.mem) != drawn {
		return // searches of games that leave something to chance make every move
	}
	at = slices.Clone(pl.mem) // with what moves begin with, which is noted when they are listed
	grow, players := m.Func("grow"), p.G.Players
	defer copy(pl.mem, at)
	for _, best := range []int{1, -1} {
		copy(pl.mem, at)
		want, ranks, won := []int{}, [][]float64{}, false
		for i, move := range moves {
			copy(pl.mem[p.Lo:p.Mid], at[p.Lo:p.Mid]) // what is drawn goes on
			if run(step, move) == 0 {
				continue
			}
			of := make([]float64, players)
			for agent := range of {
				of[agent] = p.Rank(pl.mem, p.Player(pl.mem, agent+1))
			}
			want, ranks = append(want, i), append(ranks, of)
			if won = of[p.Agent(at, p.Var(at, layout.Mover))-1] == float64(best); won {
				break
			}
		}
		if !won {
			if copy(pl.mem[p.Lo:p.Mid], at[p.Lo:p.Mid]); len(want) < len(moves) {
				run(pl.po, 9)
			}
		}
		after := slices.Clone(pl.mem)
		copy(pl.mem, at)
		mover, got, list := p.Grown(pl.mem, uint32(run(grow, 0, 0, 0, 9, lower.BestRank(best))), nil)
		if len(list) == 0 { // no room
			if len(want) < 64 || p.Differ(pl.mem, at) != nil {
				t.Fatalf("%s: no moves of %d: %v", name, len(moves), p.Differ(pl.mem, at))
			}
			continue
		}
		if !slices.Equal(list, moves) || mover != p.Agent(at, p.Var(at, layout.Mover)) {
			t.Fatalf("%s: player %d has %d moves, expected %d", name, mover, len(list), len(moves))
		}
		if got != len(want) || p.Differ(pl.mem, after) != nil {
			t.Fatalf("%s: %d moves end the play, expected %d: %v", name, got, len(want), p.Differ(pl.mem, after))
		}
		var by []float64 // ranks as they are
		for rank := range layout.RankUnit*players + 1 {
			by = append(by, float64(rank)/layout.RankUnit)
		}
		for k := range want {
			of := make([]float64, players)
			if move := p.Ended(pl.mem, k, by, of); move != want[k] || !slices.Equal(of, ranks[k]) {
				t.Fatalf("%s: ending %d is move %d with ranks %v, expected %d with %v", name, k, move, of, want[k], ranks[k])
			}
		}
	}
}

// compareFewer checks what is told of moves that leave fewer pieces on the board.
func compareFewer(t *testing.T, name string, p *lower.Program, m machine, pl *player, moves []uint64) {
	t.Helper()
	at, sites := slices.Clone(pl.mem), p.G.Topo.Num(p.G.DefaultType)
	before, told := p.Pieces(pl.mem, sites), make([]bool, len(moves))
	if p.Foresees() && len(moves) <= lower.MaxForeseen {
		p.Foresee(pl.mem, moves)
		pl.call(t, m.Func("fewer"), len(moves))
		for i := range moves {
			told[i] = p.Fewer(pl.mem, i)
		}
	}
	step := m.Func("step")
	for i, move := range moves {
		copy(pl.mem, at)
		pl.stack[0] = move
		if err := step(pl.stack); err != nil {
			t.Fatal(err)
		}
		fewer := p.Pieces(pl.mem, sites) < before
		if p.Foresees() && told[i] != fewer || fewer && p.Spares(move) {
			t.Fatalf("%s: move %d leaves fewer pieces: %v, told %v, spares %v", name, i, fewer, told[i], p.Spares(move))
		}
	}
	copy(pl.mem, at)
}
