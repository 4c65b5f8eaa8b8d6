package ruleset_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/rng"
	"github.com/astragal/astragal/engine/ruleset"
	"github.com/astragal/astragal/engine/trace"
)

// tiny is a game that its end rules decide after one or a few moves.
func tiny(name string, players int, end string) string {
	return fmt.Sprintf(`(game %q (players %d) (equipment {(board (square 3)) (piece "Ball" Each)})
		(rules (play (move Add (to (sites Empty)))) (end {%s})))`, name, players, end)
}

// tinyGames is a library of games for matches.
var tinyGames = fstest.MapFS{}

func init() {
	for path, text := range map[string]string{
		"short/First.lud":   tiny("First", 2, `(if (is Mover P1) (result Mover Win))`),
		"short/Second.lud":  tiny("Second", 2, `(if (is Mover P2) (result Mover Win))`),
		"draw/Drawn.lud":    tiny("Drawn", 2, `(if (is Mover P1) (result Mover Draw))`),
		"score/Worth.lud":   tiny("Worth", 2, `(if (and (= (score P1) 3) (is Mover P1)) (result P1 Win)) (if (is Mover P2) (byScore {(score P1 3) (score P2 0)}))`),
		"three/Third.lud":   tiny("Third", 3, `(if (is Mover P3) (result Mover Win)) (if (= (count Moves) 4) (result P1 Win))`),
		"asks/Asks.lud":     tiny("Asks", 2, `(if (>= (matchScore P1) 1) (result P2 Win)) (if (is Mover P1) (result P1 Win))`),
		"odd/LongFirst.lud": tiny("LongFirst", 2, `(if (is Mover P2) (result Mover Loss))`),
		"in/Match.lud":      `(match "Match" (games (subgame "First")) (end (if (>= (matchScore P1) 1) (result P1 Win))))`,
		"option/Chosen.lud": `(game "Chosen" (players 2) (equipment {(board (square 3)) (piece "Ball" Each)})
			(rules (play (move Add (to (sites Empty)))) (end (if (is Mover <Who:who>) (result Mover Win)))))
			(option "Who" <Who> args:{<who>} {(item "One" <P1> "")* (item "Two" <P2> "")})`,
	} {
		tinyGames[path] = &fstest.MapFile{Data: []byte(text)}
	}
}

func compileMatch(text string) (*game.Game, error) {
	loader, err := ruleset.NewLoader()
	if err != nil {
		return nil, err
	}
	rs, err := loader.Compile(ruleset.Source{File: "match.lud", Text: []byte(text), Library: tinyGames})
	if err != nil {
		return nil, err
	}
	return rs.Plan(), nil
}

func match(games, end string) string {
	return fmt.Sprintf(`(match "Series" (players 2) (games {%s}) (end {%s}))`, games, end)
}

func TestMatch(t *testing.T) {
	to2 := `(if (>= (matchScore P1) 2) (result P1 Win)) (if (>= (matchScore P2) 2) (result P2 Win))`
	for _, x := range []struct {
		name, text string
		games      string // in the order in which they are played
		winner     int
		ranking    []float64
		scores     []int
	}{
		{"one game again and again", match(`(subgame "First")`, to2), "First First", 1, []float64{1, 2}, []int{2, 0}},
		{"in order, from the beginning again", match(`(subgame "First") (subgame "Second")`, to2), "First Second First", 1,
			[]float64{1, 2}, []int{2, 1}},
		{"by next", match(`(subgame "First" next:1) (subgame "Second" next:1)`, to2), "First Second Second", 2,
			[]float64{2, 1}, []int{1, 2}},
		{"next by the score", match(`(subgame "First" next:(matchScore P1)) (subgame "Second" next:(+ (matchScore P2) (- 0 1)))`, to2), "First Second First", 1, []float64{1, 2}, []int{2, 1}},
		{"a draw is a point for both", match(`(subgame "Drawn") (subgame "Second")`, to2), "Drawn Second", 2, []float64{2, 1},
			[]int{1, 2}},
		{"what a win is worth", match(`(subgame "Second") (subgame "Worth" result:(score Mover))`,
			`(if (> (matchScore P1) 1) (result P1 Win)) (if (> (count Trials) 3) (result P2 Win))`),
			"Second Worth Second Worth", 2, []float64{2, 1}, nil},
		{"an option", match(`(subgame "Chosen" "Who/Two")`, to2), "Chosen Chosen", 2, []float64{2, 1}, []int{0, 2}},
		{"the score within a game", match(`(subgame "Asks")`, to2), "Asks Asks Asks", 2, []float64{2, 1}, []int{1, 2}},
		{"by score", match(`(subgame "First") (subgame "Second") (subgame "First")`, `(if (= (count Trials) 3) (byScore))`),
			"First Second First", 1, []float64{1, 2}, []int{2, 1}},
		{"a draw", match(`(subgame "First") (subgame "Second")`, `(if (= (count Trials) 2) (result Mover Draw))`),
			"First Second", 0, []float64{1.5, 1.5}, []int{1, 1}},
		{"a loss ends nothing", match(`(subgame "First")`,
			`(if (= (count Trials) 1) (result P2 Loss)) (if (= (count Trials) 2) (result P2 Win))`), "First First", 2,
			[]float64{2, 1}, []int{2, 0}},
		{"two win at once", match(`(subgame "First")`,
			`(if (= (count Trials) 1) (result P1 Win)) (if (= (count Trials) 1) (result P2 Win))`), "First", 1, []float64{1, 1},
			[]int{1, 0}},
		{"three players", `(match "Series" (players 3) (games (subgame "Third")) (end (if (= (matchScore P3) 2) (result P3 Win))))`, "Third Third", 3, []float64{3, 3, 1}, []int{2, 0, 2}},
	} {
		t.Run(x.name, func(t *testing.T) {
			g, err := compileMatch(x.text)
			if err != nil {
				t.Fatal(err)
			}
			c := game.NewContext(g)
			for range 2 { // a context starts over
				r := rng.New(1)
				c.Start(&r)
				games := []string{c.G.Name}
				for plies := 0; !c.S.Over; plies++ {
					if plies == 100 {
						t.Fatalf("the match does not end; played %v, scores %v", games, c.Match.Scores)
					}
					legal := c.Legal()
					over := len(legal) == 1 && strings.Contains(trace.MoveText(c, legal[0]), "[NextInstance:decision=true]")
					c.Play(legal[0])
					if over && !c.S.Over {
						games = append(games, c.G.Name)
					}
				}
				if got := strings.Join(games, " "); got != x.games {
					t.Errorf("played %s; want %s", got, x.games)
				}
				if c.S.Winner != x.winner || !slices.Equal(c.S.Ranking[1:], x.ranking) {
					t.Errorf("winner %d, ranking %v; want %d, %v", c.S.Winner, c.S.Ranking[1:], x.winner, x.ranking)
				}
				if x.scores != nil && !slices.Equal(c.Match.Scores[1:], x.scores) {
					t.Errorf("scores %v; want %v", c.Match.Scores[1:], x.scores)
				}
				if len(c.Legal()) != 0 {
					t.Errorf("there are legal moves after the end")
				}
			}
		})
	}
}

// TestMatchFork plays on in a copy: the original stays where it is.
func TestMatchFork(t *testing.T) {
	g, err := compileMatch(match(`(subgame "First") (subgame "Second")`, `(if (= (count Trials) 4) (byScore))`))
	if err != nil {
		t.Fatal(err)
	}
	c := game.NewContext(g)
	r := rng.New(1)
	c.Start(&r)
	c.Play(c.Legal()[0])
	c.Play(c.Legal()[0]) // the first game is over, the second has begun
	c.Play(c.Legal()[3])
	before := fmt.Sprint(c.G.Name, c.Match.Scores, c.Match.Trials, c.S.Mover, c.S.What(2, 3), len(c.Legal()))
	s := rng.New(2)
	f := c.Fork(&s)
	for !f.S.Over {
		f.Play(f.Legal()[0])
	}
	if after := fmt.Sprint(c.G.Name, c.Match.Scores, c.Match.Trials, c.S.Mover, c.S.What(2, 3),
		len(c.Legal())); after != before {
		t.Errorf("the original is at %s; want %s", after, before)
	}
	for !c.S.Over {
		c.Play(c.Legal()[0])
	}
	if !slices.Equal(c.Match.Scores, f.Match.Scores) {
		t.Errorf("scores %v and %v; want equal ones", c.Match.Scores, f.Match.Scores)
	}
}

// TestMatchErrors checks that what cannot be played says so.
func TestMatchErrors(t *testing.T) {
	end := `(if (>= (matchScore P1) 2) (result P1 Win))`
	for _, x := range []struct{ name, text, want string }{
		{"a game that is not there", match(`(subgame "Nowhere")`, end),
			"match.lud:1:37: game Nowhere of the match: there is no file Nowhere.lud"},
		{"another number of players", match(`(subgame "Third")`, end), "game Third has 3 players, the match 2"},
		{"a match in a match", match(`(subgame "Match")`, end), "no library"},
		{"an option that is not there", match(`(subgame "Chosen" "Who/Three")`, end), "game Chosen of the match"},
	} {
		t.Run(x.name, func(t *testing.T) {
			if _, err := compileMatch(x.text); err == nil || !strings.Contains(err.Error(), x.want) {
				t.Errorf("error %v; want one that says %q", err, x.want)
			}
		})
	}
}
