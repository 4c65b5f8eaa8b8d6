package ruleset_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/rng"
	"github.com/astragal/astragal/engine/ruleset"
)

// kindOf is the kind of a component as it is recorded.
func kindOf(c *game.Component) string {
	if c.Kind != "domino" && c.Large() {
		return "large"
	}
	return c.Kind
}

// ownerText is the role of a phase as it is recorded.
func ownerText(g *game.Game, owner int) string {
	switch owner {
	case g.Shared():
		return "Shared"
	case 0:
		return "Neutral"
	}
	return fmt.Sprintf("P%d", owner)
}

// equipment writes what a game is made of as the recorded table does. The
// largest state is left out: states are not bounded here.
func equipment(g *game.Game, placements int) map[string]string {
	var boxes, components, phases strings.Builder
	for i := range g.Containers {
		k := &g.Containers[i]
		kind := "Cell"
		if i == 0 {
			kind = g.DefaultType.String()
		}
		fmt.Fprintf(&boxes, "%d:%s:%d:%d:%d:%s;", i, k.Name, k.Owner, k.First, k.Sites, kind)
	}
	for i := range g.Components[1:] {
		k := &g.Components[i+1]
		fmt.Fprintf(&components, "%d:%s:%d:%s;", i+1, k.Name, k.Owner, kindOf(k))
	}
	for _, p := range g.Phases {
		fmt.Fprintf(&phases, "%s:%s;", p.Name, ownerText(g, p.Owner))
	}
	return map[string]string{
		"players":    fmt.Sprint(g.Players),
		"mode":       [...]string{"Alternating", "Simultaneous", "Simulation"}[g.Mode],
		"containers": boxes.String(), "components": components.String(), "phases": phases.String(),
		"placements": fmt.Sprint(placements),
		"stacking":   fmt.Sprint(g.Stacks), "count": fmt.Sprint(g.Counts), "state": fmt.Sprint(g.States),
		"rotation": fmt.Sprint(g.Rotations), "value": fmt.Sprint(g.Values), "hidden": fmt.Sprint(g.Hides),
		"graph": fmt.Sprint(g.Has(game.GraphFlag)), "whatIsWho": fmt.Sprint(g.WhatIsWho),
	}
}

// required are the recorded requirements that have the same meaning here.
var required = map[string]game.Flag{
	"MoveAgain": game.MoveAgain, "Track": game.TrackFlag, "NotAllPass": game.NotAllPass, "Score": game.Score,
	"Stochastic": game.Stochastic, "HashScores": game.HashScores, "PendingValues": game.PendingValues,
	"SequenceCapture": game.SequenceCapture, "InternalLoopInTrack": game.InternalLoop, "UsesSwapRule": game.SwapRule,
	"Team": game.Team, "HiddenInfo": game.HiddenInfo, "Visited": game.Visited, "CycleDetection": game.CycleDetection,
	"LargePiece": game.LargePiece, "RepeatPositionalInGame": game.RepeatPositionalInGame,
	"RepeatPositionalInTurn": game.RepeatPositionalInTurn, "Dominoes": game.DominoFlag, "LineOfPlay": game.LineOfPlay,
}

// TestEquipment compares what the games of the library are made of, and what
// their rules require, with the recorded table.
func TestEquipment(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(shared, "spec", "state", "equipment.tsv"))
	if err != nil {
		t.Skip("no recorded equipment beside the project")
	}
	loader, err := ruleset.NewLoader(os.DirFS(filepath.Join(shared, "library", "def")))
	if err != nil {
		t.Fatal(err)
	}
	games := 0
	for line := range strings.Lines(string(text)) {
		row := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		path := filepath.Join(shared, "library", "lud", filepath.FromSlash(row[0]))
		src, err := os.ReadFile(path)
		if err != nil {
			continue
		}
		games++
		t.Run(row[0], func(t *testing.T) {
			rs, err := loader.Compile(ruleset.Source{File: path, Text: src})
			if err != nil {
				t.Fatal(err)
			}
			g := rs.Plan()
			c, r := game.NewContext(g), rng.New(1)
			if err := game.Catch(func() { c.Start(&r) }); err != nil {
				t.Fatal(err)
			}
			want := map[string]string{"players": row[1], "mode": row[2], "containers": row[5], "components": row[6],
				"phases": row[7], "placements": row[8]}
			for _, f := range strings.Split(row[4], ",") {
				name, value, _ := strings.Cut(f, "=")
				want[name] = value
			}
			for name, got := range equipment(g, c.T.Placements) {
				if g.RandomStart && name == "placements" {
					continue
				}
				if got != want[name] {
					t.Errorf("%s: %s; recorded %s", name, got, want[name])
				}
			}
			flags := "," + row[3] + ","
			for name, f := range required {
				if got, want := g.Has(f), strings.Contains(flags, ","+name+","); got != want {
					t.Errorf("requires %s: %t; recorded %t", name, got, want)
				}
			}
		})
	}
	if games == 0 {
		t.Error("no game was compared")
	}
}
