package main

import (
	"context"
	"strings"
	"testing"
	"time"
)

// TestLimits runs the commands that play on descriptions whose plays never end,
// or ask for more than there is: each must end soon, and say by which limit.
func TestLimits(t *testing.T) {
	const dir = "../../engine/ruleset/testdata/hostile/"
	for _, c := range []struct {
		args   string
		status int
		want   string
	}{
		{"playout -n 2 " + dir + "no-players.lud", 0, "the rules set no limit: playouts were stopped after 10000 plies " +
			"(--max-plies sets another limit)"},
		{"playout -n 2 --max-plies 20 " + dir + "no-players.lud", 0, "mean length 20.00 plies"},
		{"playout -n 1 --max-plies 1000000 --play-memory 1 " + dir + "no-players.lud", 1,
			"no-players.lud:1:1: in play: the play needs more than 1 MiB of memory, the limit of one play (--play-memory " +
				"changes it)"},
		{"playout -n 1 --play-memory 0 " + dir + "no-players.lud", 2, "--play-memory must be at least 1"},
		{"playout -n 1 --agent uct:5 " + dir + "no-players.lud", 1, "nobody plays No Players"},
		{"playout -n 1 " + dir + "region-of-itself.lud", 1, "region-of-itself.lud:3:24: in play: a region that is made " +
			"of itself"},
		{"playout -n 1 --metrics " + dir + "start-fault.lud", 1, "start-fault.lud:4:36: in play: (sites) outside of a group"},
		{"perft --depth 4 " + dir + "no-players.lud", 0, "4 1"},
		{"perft --depth 3 " + dir + "region-of-itself.lud", 1, "a region that is made of itself"},
		{"trial export " + dir + "no-players.lud", 0, "numInitialPlacementMoves=3"},
		{"trial export " + dir + "region-of-itself.lud", 1, "a region that is made of itself"},
		{"draw " + dir + "start-fault.lud", 1, "(sites) outside of a group"},
		{"check --play " + dir + "regions-of-each-other.lud", 1,
			"regions-of-each-other.lud:3:64: in play: a region that is made of itself"},
		{"concepts " + dir + "regions-of-each-other.lud", 1, "a region that is made of itself"},
		{"concepts " + dir + "no-players.lud", 0, "No Players: "},
	} {
		start := time.Now()
		var out, errs strings.Builder
		status := dispatch(t.Context(), &streams{strings.NewReader(""), &out, &errs}, strings.Fields(c.args))
		if got := out.String() + errs.String(); status != c.status || !strings.Contains(got, c.want) {
			t.Errorf("astragal %s: status %d, %.500s; want %d, %q", c.args, status, got, c.status, c.want)
		}
		if d := time.Since(start); d > 30*time.Second {
			t.Errorf("astragal %s took %v", c.args, d)
		}
	}
}

// TestInterrupt ends commands in the middle of one ply that would take hours. Compiled code ends only with what its
// loops may take, some seconds, and under the race detector beside other tests many times as much.
func TestInterrupt(t *testing.T) {
	const file = "../../engine/ruleset/testdata/hostile/slow-ply.lud"
	for _, args := range []string{"playout -n 1 ", "playout -n 1 --metrics ", "playout -n 1 --agent uct:5 ", "perft ",
		"trial export ", "check --play "} {
		ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
		start := time.Now()
		var out, errs strings.Builder
		status := dispatch(ctx, &streams{strings.NewReader(""), &out, &errs}, append(strings.Fields(args), file))
		if d := time.Since(start); status == 0 || d > time.Minute {
			t.Errorf("astragal %s: status %d after %v", args, status, d)
		}
		cancel()
	}
}
