package gdl

import "testing"

// TestDraughtsChains settles why English draughts as a rule sheet has other numbers
// of plays from the seventh ply on than by the rules of the game: the sheet makes
// every jump of a chain a step of its own, in which the same player moves again. With
// chains counted as the one move that they are by the rules, the known numbers result.
func TestDraughtsChains(t *testing.T) {
	const file = "games/englishDraughts/englishDraughts.kif"
	rows := table(t, "gdl.tsv") // skips without the corpus
	if len(rows) == 0 {
		t.Fatal("no rows")
	}
	g, err := Load(file, load(t, file))
	if err != nil {
		t.Fatal(err)
	}
	m, err := g.machine(nil)
	if err != nil {
		t.Fatal(err)
	}
	mover := func() int {
		if m.text(m.move(0, 0)) == "noop" {
			return 1
		}
		return 0
	}
	// count is the number of sequences of depth moves from a state; who made the
	// jump that led there, -1 when no chain can go on.
	var count func(s state, depth, who int, steps bool) uint64
	count = func(s state, depth, who int, steps bool) uint64 {
		m.load(s)
		if m.terminal() {
			if depth == 0 {
				return 1
			}
			return 0
		}
		now := mover()
		if chain := who == now; depth == 0 && (steps || !chain) {
			return 1
		} else if chain && !steps {
			depth++
		}
		sum := uint64(0)
		choice := []int{0, 0}
		for i := range m.legal(now) {
			choice[now] = i
			sum += count(m.step(choice), depth-1, now, steps)
			m.load(s)
		}
		return sum
	}
	for depth, want := range map[int][2]uint64{ // with every jump a step, and with chains as moves
		6: {36768, 36768},
		7: {179255, 179740},
	} {
		for k, got := range []uint64{count(m.initial(), depth, -1, true), count(m.initial(), depth, -1, false)} {
			if got != want[k] {
				t.Errorf("depth %d: %d, want %d", depth, got, want[k])
			}
		}
	}
}
