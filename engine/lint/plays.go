package lint

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/play"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

const (
	quickPlays   = 20
	fewestPlays  = 5  // on which something is said
	stuckPercent = 99 // of the turns, that must be forced passes
	quickSeed    = 1
)

// Bounds are those of all quick plays of a game together. Plies are what should end
// them, so that what is found is the same on every machine; the time is for games
// whose plies are very slow.
type Bounds struct {
	Plies int
	Time  time.Duration
}

// Thorough are the bounds for somebody who waits for the warnings, Brief those for
// warnings on the way of something else.
var (
	Thorough = Bounds{60_000, 10 * time.Second}
	Brief    = Bounds{15_000, 2 * time.Second}
)

// errLate ends the quick plays in the middle of a ply.
var errLate = errors.New("the time of the quick plays is over")

// Plays returns what quick random plays of a game show, without what the author
// silenced. It is nil where too few plays came to their end in the bounds, and for
// puzzles, simulations and matches, which are not played in turns. The context
// ends the plays early; what was played until then counts.
func Plays(ctx context.Context, in Input, b Bounds) []Warning {
	g := in.Game
	if g == nil || g.IsMatch() || g.DeductionPuzzle || g.Mode == game.Simulation || in.Checked.Game == nil {
		return nil
	}
	w := &watcher{g: g, bounds: b, moved: make([]bool, g.Players+1), acted: make([]bool, g.Players+1),
		phases: make([]bool, len(g.Phases)), ends: make([]bool, len(g.Ends))}
	// A play that the rules let fail shows nothing here: playing it tells.
	if err := game.Catch(func() { w.run(ctx) }); err != nil && err != errLate {
		return nil
	}
	return Silence(w.judge(in), in.Text)
}

// watcher notes what happens in the plays.
type watcher struct {
	g         *game.Game
	bounds    Bounds
	plays     int // that came to their end
	limits    int // of these, ended by the limit
	winners   int // of these, with a winner or a loser
	longest   int // plies of the longest
	turns     int
	forced    int // turns with nothing but a pass
	forcedNow bool
	moved     []bool // players who were to move
	acted     []bool // players who moved and did not only pass
	phases    []bool
	ends      []bool // end rules that decided a play
}

// Ply notes the position before a move.
func (w *watcher) Ply(c *game.Context, n int) {
	w.turns++
	w.forcedNow = n == 1
	for p := 1; p <= w.g.Players; p++ {
		w.phases[c.S.PhaseOf[p]] = true
	}
	if m := c.S.Mover; m >= 1 && m < len(w.moved) {
		w.moved[m] = true
	}
	if w.g.Mode == game.Simultaneous {
		for p := 1; p <= w.g.Players; p++ {
			w.acted[p] = w.acted[p] || c.S.IsActive(p)
		}
	}
}

// Counts asks for the number of legal moves until a whole play has shown that there
// are some beside passes.
func (w *watcher) Counts() bool { return w.plays == 0 || 2*w.forced >= w.turns }

// Samples looks at no moves beside those played.
func (w *watcher) Samples() int { return 0 }

// Look is never called.
func (w *watcher) Look(*game.Context, game.Move) {}

// Played notes the move.
func (w *watcher) Played(c *game.Context) {
	last := c.T.Last()
	if last == nil {
		return
	}
	if last.Pass && w.forcedNow {
		w.forced++
	}
	if m := int(last.Mover); !last.Pass && m >= 1 && m < len(w.acted) {
		w.acted[m] = true
	}
}

// run plays.
func (w *watcher) run(ctx context.Context) {
	p := play.NewRandom(w.g)
	p.Watch(w)
	c := p.Context()
	c.Endings = true
	start := time.Now()
	late := func() error {
		if ctx.Err() != nil || time.Since(start) > w.bounds.Time {
			return errLate
		}
		return nil
	}
	c.SetLimits(game.Limits{Stop: late})
	for n := range quickPlays {
		p.Start(quickSeed + uint64(n))
		plies := 0
		for ; !c.S.Over; plies++ {
			if w.turns >= w.bounds.Plies || plies%16 == 0 && late() != nil {
				return
			}
			p.Step()
		}
		w.plays++
		w.longest = max(w.longest, plies)
		if c.S.End == game.TurnLimitEnd || c.S.End == game.MoveLimitEnd {
			w.limits++
		} else if w.decisive(c) {
			w.winners++
		}
		if ending, decided := c.Ending(); decided {
			for _, i := range ending {
				if i < 0 && int(^i) < len(w.ends) {
					w.ends[^i] = true
				}
			}
		}
	}
}

// decisive reports whether a play that is over was not drawn.
func (w *watcher) decisive(c *game.Context) bool {
	if c.S.Winner >= 1 && c.S.Winner <= w.g.Players {
		return true
	}
	ranks := c.S.Ranking[1:]
	return slices.ContainsFunc(ranks, func(r float64) bool { return r != ranks[0] })
}

// judge turns what was noted into warnings.
func (w *watcher) judge(in Input) []Warning {
	if w.plays < fewestPlays && w.turns < w.bounds.Plies {
		return nil
	}
	g := w.g
	f := collect(in.Checked)
	var found []Warning
	add := func(code string, at *lgdl.Expr, format string, args ...any) *Warning {
		x := newWarning(code, at.Pos, format, args...)
		x.Plays = w.plays
		if at.Via != nil {
			x.Define = at.Via.Define
		}
		found = append(found, x)
		return &found[len(found)-1]
	}
	rules := f.clauses["rules"][0]
	in20 := fmt.Sprintf("in %d random play%s", w.plays, plural(w.plays))
	if w.turns > 0 && w.forced*100 >= w.turns*stuckPercent {
		if w.plays == 0 {
			in20 = "in the play begun"
		}
		x := add("W401", first(f.clauses["play"], rules), "%s %d of %d turns had nothing but a pass to offer",
			in20, w.forced, w.turns)
		x.Hint = "look for misspelt names where moves begin and end, and for pieces that are not where they are sought"
		return found
	}
	if w.plays < fewestPlays {
		return nil
	}
	end := first(f.clauses["end"], rules)
	switch {
	case w.limits == w.plays:
		add("W402", end, "all of %d random plays ran into the limit (%d plies the longest)", w.plays, w.longest)
	case g.Players > 1 && w.winners == 0 && w.plays-w.limits >= fewestPlays && canWin(f):
		add("W403", end, "nobody won or lost %s, though the rules know winners", in20)
	}
	if w.longest <= 1 {
		add("W405", end, "every one of %d random plays was over after %d move%s", w.plays, w.longest, plural(w.longest))
	} else if g.Players > 1 {
		for p := 1; p <= g.Players; p++ {
			if !w.acted[p] {
				how := "never came to move"
				if w.moved[p] {
					how = "did nothing but pass"
				}
				add("W404", rules, "player %d %s %s", p, how, in20)
			}
		}
	}
	if len(f.phases) == len(w.phases) {
		for i, ok := range w.phases {
			if !ok {
				add("W406", f.phases[i], "the phase %q was never reached %s", g.Phases[i].Name, in20)
			}
		}
	}
	if w.limits < w.plays {
		for i, ok := range w.ends {
			if !ok && len(w.ends) > 1 {
				add("W407", g.Ends[i].Rule, "this end rule decided none of %d random plays", w.plays)
			}
		}
	}
	return found
}

func first(list []*lgdl.Expr, other *lgdl.Expr) *lgdl.Expr {
	if len(list) > 0 {
		return list[0]
	}
	return other
}

// canWin reports whether the rules have results that somebody wins or loses by.
func canWin(f *facts) bool {
	if f.has("byScore", "payoffs") {
		return true
	}
	return slices.ContainsFunc(f.clauses["result"], func(e *lgdl.Expr) bool {
		how := clause.Result(e).ResultType().Text
		return strings.EqualFold(how, "Win") || strings.EqualFold(how, "Loss")
	})
}
