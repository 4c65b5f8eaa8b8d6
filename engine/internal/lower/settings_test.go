package lower_test

import (
	"errors"
	"fmt"
	"hash/fnv"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir/closure"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/internal/position"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/ludeme"
)

// A setting is a kind of game whose description has a hole for moves, one for effects in them, and one for ends.
type setting struct {
	text    string   // with @moves and @end, and @then1 in moves of its own
	moves   []string // with @then
	effects []string
	asks    []string // numbers, which effects store
	ends    []string
}

// with is a game of the setting.
func (s setting) with(moves, effect, end string) string {
	return strings.NewReplacer("@then1", "(then "+effect+")", "@moves",
		strings.ReplaceAll(moves, "@then", "(then "+effect+")"), "@end", end).Replace(s.text)
}

// TestSettings plays games of kinds that the other tables have not: each of the moves of a setting with two effects and
// a number that is asked for afterwards, and each way to end. ASTRAGAL_PAIRS has all of them played, else some are;
// ASTRAGAL_SETTING names one setting.
func TestSettings(t *testing.T) {
	all := os.Getenv("ASTRAGAL_PAIRS") != ""
	for _, name := range slices.Sorted(maps.Keys(settings)) {
		if only := os.Getenv("ASTRAGAL_SETTING"); only != "" && only != name {
			continue
		}
		s := settings[name]
		why, tried, played := map[string]int{}, 0, 0
		try := func(moves, effect, end string) {
			text := s.with(moves, effect, end)
			h := fnv.New32()
			h.Write([]byte(text))
			if !all && h.Sum32()%40 != 0 {
				return
			}
			tried++
			n, err := lockSteps(t, text)
			var refusal *position.Refusal
			if errors.As(err, &refusal) {
				why[refusal.Why]++
			} else if err != nil {
				t.Errorf("%s: %s: %s: %s: %v", name, moves, effect, end, err)
			}
			played += n
		}
		number := func(i int) string { return s.asks[i%len(s.asks)] }
		count := 0
		for _, m := range s.moves {
			for i, e := range s.effects {
				for j, f := range s.effects {
					count++
					ask := number(count)
					end := s.ends[count%len(s.ends)]
					switch count % 3 {
					case 0:
						try(m, fmt.Sprintf("(and {%s %s (addScore Mover %s)})", e, f, ask), end)
					case 1:
						try(m, fmt.Sprintf("(seq {%s (addScore Mover %s) %s})", e, ask, f), end)
					default:
						try(m, fmt.Sprintf("(if (< 3 (+ (count Moves) %s)) (and %s %s) %s)", ask, e, f, e), end)
					}
					if i == j {
						try(m, e, end)
					}
				}
			}
			for i, a := range s.asks {
				for j, end := range s.ends {
					if i < j || all {
						try(m, fmt.Sprintf("(set Score Mover (+ %s (* 3 %s)))", a, number(i+j+1)), end)
					}
				}
			}
		}
		t.Logf("%s: %d games, %d plays came to an end", name, tried, played)
		for w, n := range why {
			t.Logf("%s: %d times: %s", name, n, w)
		}
	}
}

// lockSteps plays two games of a description in step with the rules, and says how many of them came to an end, and why
// there is none, or what differs.
func lockSteps(t *testing.T, text string) (played int, err error) {
	t.Helper()
	d, err := lgdl.Read("test.lud", []byte(text))
	if err != nil {
		return 0, err
	}
	x, err := d.Expand(nil, lgdl.Selection{})
	if err != nil {
		return 0, err
	}
	c, err := x.Check(ludeme.Grammar())
	if err != nil {
		return 0, err
	}
	g, err := game.Compile(c.Game)
	if err != nil {
		return 0, err
	}
	p, err := lower.Game(g)
	if err == nil {
		err = p.Finish(true, nil)
	}
	if err != nil {
		return 0, err
	}
	pl := newPlayer(p, closure.New(p.Program))
	for seed := range uint64(2) {
		var why error
		if err := game.Catch(func() { why = lockStep(t, pl, seed) }); err != nil {
			return played, fmt.Errorf("the rules fail: %w", err)
		}
		if why == nil {
			played++
		} else if !errors.Is(why, errSpoilt) {
			return played, why
		}
	}
	return played, nil
}

// TestFoundSettings plays games of the settings that once went otherwise than by the rules, or refuses them.
func TestFoundSettings(t *testing.T) {
	for name, x := range map[string][4]string{
		"cards that get lost": {"cards", settings["cards"].moves[3], `(addScore Mover 1)`,
			`(if (all Passed) (byScore))`},
		"control of several players": {"teams", `(forEach Piece @then)`, `(take Control of:Enemy by:Mover at:0)`,
			`(if (is Full) (byScore))`},
		"a bet in a sequence": {"votes", settings["votes"].moves[2], `(seq {(bet P2 (range 3)) (set Counter)})`,
			`(if (> (pot) 30) (byScore))`},
		"who moved before, in a sequence": {"ranks", `(forEach Piece @then)`, `(seq {(addScore Next 1) (addScore Mover (prev
			MoverLastTurn))})`, `(if (> (count Moves) 20) (byScore))`},
		"how many moves there were, in a sequence": {"phases", settings["phases"].moves[2],
			`(seq {(set Pending (sites Around (last To))) (addScore Mover (count Moves))})`,
			`(if (> (count Moves) 20) (byScore))`},
		"a die in a hand": {"dice", settings["dice"].moves[1], `(set Score Mover (+ (count Pips) (* 3 (face 10))))`,
			`(if (> (count Moves) 15) (byScore))`},
		"ends of the game behind those of its phase": {"phases", settings["phases"].moves[2],
			`(addScore Mover (count Phases))`, `(if (is In (last To) (sites {0 3})) (byScore misere:True))`},
	} {
		t.Run(name, func(t *testing.T) {
			inStepOrRefused(t, settings[x[0]].with(x[1], x[2], x[3]))
		})
	}
}
