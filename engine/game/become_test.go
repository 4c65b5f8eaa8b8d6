package game_test

import (
	"testing"

	"github.com/astragal/astragal/engine/formal"
	"github.com/astragal/astragal/engine/internal/enginetest"
	"github.com/astragal/astragal/engine/rng"
)

// TestBecome takes one copy again and again for positions of other plays, and goes on from there: what it lists, plays
// and tells is what a new copy does.
func TestBecome(t *testing.T) {
	for _, name := range []string{"sow/two/Oware", "chess/Chess", "stacking/Lasca", "line/Achi", "territory/Go",
		"race/Backgammon", "capture/EnglishDraughts"} {
		g := enginetest.Ours(t, name).Game()
		var used formal.Position
		for seed := range uint64(6) {
			r := rng.New(seed)
			p := g.NewPosition()
			p.Restart(&r)
			for ply := range 40 {
				if p.Terminal() {
					break
				}
				if ply%5 == 0 {
					fresh := p.Clone()
					if used == nil {
						used = p.Clone()
					} else if !used.(formal.Renewable).Become(p) {
						t.Fatalf("%s: no copy", name)
					}
					a, b := rng.New(seed*1000+uint64(ply)), rng.New(seed*1000+uint64(ply))
					for range 12 {
						if x, y := tell(fresh), tell(used); x != y {
							t.Fatalf("%s, seed %d, ply %d:\n%s\n%s", name, seed, ply, x, y)
						}
						if fresh.Terminal() {
							break
						}
						fresh.Apply(a.Below(fresh.Moves()))
						used.Apply(b.Below(used.Moves()))
					}
				}
				p.Apply(r.Below(p.Moves()))
			}
		}
	}
}

// tell writes down a position: its key and its moves.
func tell(p formal.Position) string {
	key, _ := p.(formal.Keyed).AppendKey(nil)
	text := string(key)
	if !p.Terminal() {
		for i := range p.Moves() {
			text += "\n" + p.MoveText(i)
		}
	}
	return text
}
