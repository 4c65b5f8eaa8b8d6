package ruleset_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/rng"
	"github.com/astragal/astragal/engine/ruleset"
)

// TestFaults plays games whose rules have no meaning, or no end: every one
// stops with an error that has a position, and the context can be used again.
func TestFaults(t *testing.T) {
	frame := func(piece, start, play string) string {
		return `(game "Bad" (players 2) (equipment {(board (square 3)) (piece "Ball" Each ` + piece + `)}) (rules (start {` +
			start + `}) (play ` + play + `) (end (if (no Moves Mover) (result Mover Loss)))))`
	}
	ball := `(place "Ball1" (sites Bottom))`
	for _, x := range []struct{ name, text, want string }{
		{"a piece that moves as all pieces do", frame(`(forEach Piece)`, ball, `(forEach Piece)`), "deep in each other"},
		{"loops in loops", frame("", ball, `(forEach Value min:1 max:1000000 (forEach Value min:1 max:1000000 (move Pass)))`),
			"work of more than"},
		{"a loop without end", frame("", ball, `(do (while (= 1 (mover)) (add (to (sites Empty)))) next:(move Pass))`),
			"10000 rounds"},
		{"division by zero", frame("", ball, `(if (= (/ 3 (- (mover) 1)) 1) (move Pass))`), "division by zero"},
		{"a start rule without end", frame("", `(forEach Value min:0 max:1000000000 (set Score P1 1))`, `(move Pass)`),
			"work of more than"},
		{"a pile without end", frame("", ball, `(move Add (to (sites Empty) ) count:1000000000)`), "work of more than"},
	} {
		t.Run(x.name, func(t *testing.T) {
			loader, err := ruleset.NewLoader()
			if err != nil {
				t.Fatal(err)
			}
			rs, err := loader.Compile(ruleset.Source{File: "bad.lud", Text: []byte(x.text)})
			if err != nil {
				t.Fatal(err)
			}
			c := game.NewContext(rs.Plan())
			for range 2 {
				begun := time.Now()
				r := rng.New(1)
				err = game.Catch(func() {
					c.Start(&r)
					for range 10 {
						c.Play(c.Legal()[0])
					}
				})
				if err == nil || !strings.Contains(err.Error(), x.want) || !strings.HasPrefix(err.Error(), "bad.lud:1:") {
					t.Errorf("error %v; want one with a position that says %q", err, x.want)
				}
				if d := time.Since(begun); d > 20*time.Second {
					t.Errorf("it took %v to notice", d)
				}
			}
			p := rs.Game().NewPosition()
			r := rng.New(1)
			for p.Restart(&r); !p.Terminal(); {
				p.Apply(0)
			}
			if e, ok := p.(interface{ Err() error }); !ok || e.Err() == nil {
				t.Errorf("the position ends without an error")
			}
		})
	}
}

// TestBroken checks that a fault of the engine itself becomes an error that
// tells where it is.
func TestBroken(t *testing.T) {
	err := game.Catch(func() { game.NewSet(3).Add(1000) })
	var b *game.Broken
	if !errors.As(err, &b) || !strings.Contains(b.Where, "game.Set.Add") {
		t.Errorf("error %v", err)
	}
}
