package ruleset

import (
	"errors"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/agent"
	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/rng"
)

// stacked is a game in which the first player cannot know what lies under the pebbles on the cells 0 and 1.
const stacked = `(game "Cups" (players 2) (equipment {(board (square 3)) (piece "Gem" P2) (piece "Pebble" P2)
	(piece "Hand" P1)}) (rules (start {(place "Hand1" 4) (place Stack items:{"LAYA2" "Pebble2"} 0) (place Stack items:{"LAYB2" "Pebble2"} 1)
		(set Hidden What at:0 level:0 to:P1) (set Hidden What at:1 level:0 to:P1)})
	(play (move Select (from (sites Occupied by:P2 top:True)) (then (set Var "Seen" (what at:(last To) level:0)))))
	(end {(if (= (var "Seen") (id "Gem" P2)) (result P1 Win)) (if (= (var "Seen") (id "Pebble" P2)) (result P1 Loss))})))`

// TestHiddenInStacks deals levels of stacks anew: what stands open stays, heights stay, each way to deal is met, and
// the first player chooses alike whatever is true.
func TestHiddenInStacks(t *testing.T) {
	loader, err := NewLoader()
	if err != nil {
		t.Fatal(err)
	}
	team, err := agent.ParseTeam("uct:40")
	if err != nil {
		t.Fatal(err)
	}
	var chosen [2]string
	for k, lay := range [][2]string{{"Gem", "Pebble"}, {"Pebble", "Gem"}} {
		rs, err := loader.Compile(Source{File: "cups.lud",
			Text: []byte(strings.NewReplacer("LAYA", lay[0], "LAYB", lay[1]).Replace(stacked))})
		if err != nil {
			t.Fatal(err)
		}
		g := rs.Game()
		p, r := g.NewPosition().(*position), rng.New(1)
		p.Restart(&r)
		gems := map[int]int{} // how often the gem lay on which site
		for range 100 {
			q, err := p.Determinize(p.Mover(), &r)
			if err != nil {
				t.Fatal(err)
			}
			s := q.(*position).c.S
			if p.Observation(p.Mover()) != q.Observation(p.Mover()) {
				t.Fatalf("he sees\n%s\nand where it is imagined\n%s", p.Observation(p.Mover()), q.Observation(p.Mover()))
			}
			for site := range 2 {
				if s.SizeAt(board.Cell, site) != 2 || s.WhatAt(board.Cell, site, 1) != p.c.S.WhatAt(board.Cell, site, 1) {
					t.Fatalf("site %d: %s", site, q.Observation(p.Mover()))
				}
				if name := rs.Plan().Components[s.WhatAt(board.Cell, site, 0)].BaseName; name == "Gem" {
					gems[site]++
					if places := s.Places(s.WhatAt(board.Cell, site, 0)); len(places) != 1 || int(places[0].Site) != site {
						t.Fatalf("the gem is on %d and is listed at %v", site, places)
					}
				}
			}
		}
		if gems[0]+gems[1] != 100 || gems[0] < 30 || gems[1] < 30 {
			t.Errorf("the gem lay on %v", gems)
		}
		table, err := team.Sit(g)
		if err != nil {
			t.Fatal(err)
		}
		for seed := range uint64(20) {
			table.Start(seed)
			r := rng.New(1)
			i, err := table.Choose(t.Context(), p, &r)
			if err != nil {
				t.Fatal(err)
			}
			chosen[k] += p.Short(i) + " "
		}
	}
	if chosen[0] != chosen[1] {
		t.Errorf("with the gem on A1: %s\nwith the gem on B1: %s", chosen[0], chosen[1])
	}
}

// TestHiddenLargePiece refuses to deal anew what covers several sites of a board.
func TestHiddenLargePiece(t *testing.T) {
	loader, err := NewLoader()
	if err != nil {
		t.Fatal(err)
	}
	rs, err := loader.Compile(Source{File: "bar.lud", Text: []byte(`(game "Bar" (players 2)
		(equipment {(board (square 4)) (tile "Bar" P2 {F}) (piece "Hand" P1)})
		(rules (start {(place "Bar2" 0) (place "Hand1" 15) (set Hidden What at:0 to:P1)})
		(play (move Select (from (sites Occupied by:All)))) (end (if (> (count Moves) 3) (result Mover Win)))))`)})
	if err != nil {
		t.Fatal(err)
	}
	p, r := rs.Game().NewPosition().(*position), rng.New(1)
	p.Restart(&r)
	if p.c.S.HiddenBits(1, board.Cell, 0, 0)&(1<<game.HiddenWhat) == 0 {
		t.Fatal("nothing is hidden")
	}
	if _, err := p.Determinize(p.Mover(), &r); !errors.Is(err, errLarge) {
		t.Errorf("%v", err)
	}
}
