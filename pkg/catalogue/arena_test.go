package catalogue_test

import (
	"testing"

	"github.com/astragal/astragal/pkg/catalogue"
)

// Games are kept by all that they follow from, each once.
func TestArenaGames(t *testing.T) {
	ctx, c := t.Context(), open(t)
	m := catalogue.ArenaMatch{Hash: "h", Game: "G", Engine: "1", A: "uct:10", B: "random", Seed: 1<<64 - 1, MaxPlies: 100}
	for n := range 3 {
		for range 2 {
			if err := c.RecordArenaGame(ctx, m, catalogue.ArenaGame{Number: n, Result: n - 1, Plies: 7 + n}); err != nil {
				t.Fatal(err)
			}
		}
	}
	games := must(c.ArenaGames(ctx, m))(t)
	if len(games) != 3 || games[2] != (catalogue.ArenaGame{Number: 2, Result: 1, Plies: 9}) {
		t.Errorf("games %v", games)
	}
	for _, other := range []func(*catalogue.ArenaMatch){
		func(m *catalogue.ArenaMatch) { m.Hash = "i" }, func(m *catalogue.ArenaMatch) { m.Engine = "2" },
		func(m *catalogue.ArenaMatch) { m.A = "uct:11" }, func(m *catalogue.ArenaMatch) { m.B = "uct:10" },
		func(m *catalogue.ArenaMatch) { m.Seed-- }, func(m *catalogue.ArenaMatch) { m.MaxPlies++ },
	} {
		x := m
		other(&x)
		if games := must(c.ArenaGames(ctx, x))(t); len(games) > 0 {
			t.Errorf("%+v has the games of another match: %v", x, games)
		}
	}
}
