package ruleset_test

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/astragal/astragal/engine/game"
	code "github.com/astragal/astragal/engine/internal/compiled"
	"github.com/astragal/astragal/engine/internal/play"
	"github.com/astragal/astragal/engine/metric"
	"github.com/astragal/astragal/engine/rng"
	"github.com/astragal/astragal/engine/ruleset"
)

// coded returns the player of a match whose games must be compiled.
func coded(t *testing.T, g *game.Game) *code.MatchPlayer {
	t.Helper()
	m, err := code.NewMatch(g)
	if err != nil {
		t.Fatal(err)
	}
	p, err := m.NewPlayer()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestMatchCode plays matches whose course is certain, by compiled code a few moves at a time and by the rules, up to
// every number of moves.
func TestMatchCode(t *testing.T) {
	first, second, drawn := `(subgame "First")`, `(subgame "Second")`, `(subgame "Drawn")`
	to3 := `(if (>= (matchScore P1) 3) (result P1 Win)) (if (>= (matchScore P2) 3) (result P2 Win))`
	for name, text := range map[string]string{
		"one":       match(first, to3),
		"in turn":   match(first+second+drawn, to3),
		"two win":   match(first, `(if (= (matchScore P1) 1) (result P1 Win)) (if (= (matchScore P1) 1) (result P2 Win))`),
		"next":      match(first+`(subgame "Second" next:(matchScore P1))`+drawn, to3),
		"loss":      match(`(subgame "LongFirst" next:0)`, to3),
		"worth":     match(`(subgame "Worth" result:(score Mover))`+second, `(if (>= (matchScore P1) 7) (result P1 Win))`),
		"all drawn": match(drawn, `(if (>= (matchScore P1) 0) (result Mover Draw))`),
		"by trials": match(first+drawn, `(if (>= (count Trials) 5) (byScore))`),
	} {
		g, err := compileMatch(text)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		p, rules := coded(t, g), play.NewRandom(g)
		for limit := 1; limit < 40; limit++ {
			want := rules.Play(1, limit)
			var bare metric.Playout
			bare.Judge(rules.Context().S)
			for slice := 1; slice < 9; slice++ {
				pick := rng.New(7)
				p.Start()
				for made := 0; made < limit && !p.Run(&pick, min(slice, limit-made)); made += slice {
				}
				var got metric.Playout
				got.Judge(p.State())
				if p.Err() != nil || p.Made() != want.Plies || got.Winner != bare.Winner || got.Limit != bare.Limit ||
					!slices.Equal(got.Utilities, bare.Utilities) {
					t.Errorf("%s, %d moves by %d: %d %d %v %v, by the rules %+v %d %v", name, limit, slice, p.Made(), got.Winner,
						got.Utilities, p.Err(), want, bare.Winner, bare.Utilities)
				}
			}
		}
	}
	for name, text := range map[string]string{
		"three players": `(match "Three" (players 3) (games (subgame "Third"))
			(end (if (>= (matchScore P1) 2) (result P1 Win))))`,
		"a look at the board": match(first, `(if (is Full) (result P1 Win))`+to3),
		// A clause that is not known to ask for no more than results.
		"by mover":             match(`(subgame "First" next:(if (is Mover P1) 1 0) result:(+ 1 (score Mover)))`+second, to3),
		"a game of the scores": match(`(subgame "Asks")`, to3),
	} {
		g, err := compileMatch(text)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		} else if _, err := code.NewMatch(g); err == nil {
			t.Errorf("%s is compiled", name)
		}
	}
}

// TestMatchesCode compares matches of the library by compiled code with those by the rules: how long they are and how
// often the first player wins.
func TestMatchesCode(t *testing.T) {
	dir := filepath.Join(shared, "library", "lud")
	if _, err := os.Stat(dir); err != nil {
		t.Skip("the shared library is not there")
	}
	loader, err := ruleset.NewLoader(os.DirFS(filepath.Join(shared, "library", "def")))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"Tavli", "Julbahar"} {
		file := "board/race/escape/" + name + ".lud"
		text, err := os.ReadFile(filepath.Join(dir, file))
		if err != nil {
			t.Fatal(err)
		}
		rs, err := loader.Compile(ruleset.Source{File: file, Text: text, Library: os.DirFS(dir)})
		if err != nil {
			t.Fatal(err)
		}
		p, rules := coded(t, rs.Plan()), play.NewRandom(rs.Plan())
		sample := func(n int, play func(seed uint64) (plies, winner int)) (mean, variance, won float64) {
			var sum, squares float64
			for seed := range n {
				plies, winner := play(uint64(seed))
				sum, squares = sum+float64(plies), squares+float64(plies*plies)
				if winner == 1 {
					won++
				}
			}
			mean = sum / float64(n)
			return mean, (squares/float64(n) - mean*mean) / float64(n), won / float64(n)
		}
		const few, many = 60, 1500
		a, va, wa := sample(few, func(seed uint64) (int, int) { x := rules.Play(seed, 0); return x.Plies, x.Winner })
		b, vb, wb := sample(many, func(seed uint64) (int, int) {
			pick := rng.Derive(seed, 1)
			p.Start()
			p.Run(&pick, rs.Plan().PlyLimit())
			if p.Err() != nil {
				t.Fatal(p.Err())
			}
			return p.Made(), p.State().Winner
		})
		if math.Abs(a-b) > 4*math.Sqrt(va+vb) || math.Abs(wa-wb) > 4*math.Sqrt(wb*(1-wb)*(1.0/few+1.0/many)) {
			t.Errorf("%s: %.0f moves and %.2f won, by the rules %.0f and %.2f", name, b, wb, a, wa)
		}
	}
}
