package e2e

import (
	"bytes"
	"fmt"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/astragal/astragal/engine"

	"github.com/astragal/astragal/pkg/catalogue"
	"github.com/astragal/astragal/pkg/embedded/servertest"
	"github.com/astragal/astragal/services/gateway"
)

// Plays by agents that search are shown position by position as random ones are; every server
// shows the same, and only agents whose play the catalogue has are asked.
func TestAgentPlays(t *testing.T) {
	t.Parallel()
	s := servertest.Start(t)
	compiler := engine.New()
	h, _ := startServices(t, compiler, s.NATS.URL(), s.Postgres.URL(), 2, true)
	gate := gateway.New(h.Catalogue, h.Queue, compiler)
	hop := `(game "Hop" (players 2) (equipment {(board (square 4)) (piece "Disc" Each (or (move Hop (between if:(is Enemy (who at:(between)))
		(apply (remove (between)))) (to if:(is Empty (to)))) (move Step (to if:(is Empty (to))))))})
		(rules (start {(place "Disc1" (sites Bottom)) (place "Disc2" (sites Top))}) (play (forEach Piece)) (end {(if (no Pieces Next) (result Mover Win))
		(if (>= (count Moves) 60) (result Mover Draw))})))`
	p := catalogue.Params{Agent: "uct:20", Metrics: "outcomes", Playouts: 4, Seed: 1}
	var list []gateway.Submission
	for _, g := range [][2]string{{"good.lud", goodLud}, {"hop.lud", hop}} {
		list = append(list, gateway.Submission{File: g[0], Text: g[1], Formalism: "lgdl", Params: p})
	}
	ids, err := gate.SubmitAll(t.Context(), list, nil)
	if err != nil {
		t.Fatal(err)
	}
	srv := httptest.NewServer(h.Handler())
	defer srv.Close()
	for _, o := range await(t, h.Catalogue, ids, p) {
		if o.Ruleset == nil {
			t.Fatal(o.Source.Error)
		}
		hash := o.Ruleset.Hash
		see := func(gate gateway.Service, ply int) (p gateway.Play) {
			for deadline := time.Now().Add(time.Minute); ; time.Sleep(20 * time.Millisecond) {
				p, err := gate.Play(t.Context(), gateway.PlayQuery{Hash: hash, Seed: 3, Ply: ply, List: true, Agent: "uct:20"})
				if err != nil || time.Now().After(deadline) {
					t.Fatalf("%v, under way %v", err, p.UnderWay)
				}
				if !p.UnderWay {
					return p
				}
			}
		}
		end := see(gate, 1000)
		n := len(end.Moves)
		if !end.Over || n < 5 || end.Ply != n {
			t.Fatalf("%s: over %v after %d moves, at %d", o.Ruleset.Game, end.Over, n, end.Ply)
		}
		other := gateway.New(h.Catalogue, h.Queue, compiler)
		for _, ply := range []int{0, n / 2, n} {
			a, b := see(gate, ply), see(other, ply)
			if !bytes.Equal(a.Board, b.Board) || !slices.Equal(a.Moves, b.Moves) || a.Ply != ply {
				t.Errorf("%s: two servers show different positions after %d plies", o.Ruleset.Game, ply)
			}
		}
		if o.Ruleset.Game == "Hop" && !slices.ContainsFunc(end.Moves, func(m gateway.PlayMove) bool { return m.Taken > 0 }) {
			t.Error("nothing is ever captured")
		}
		status, text := get(t, fmt.Sprintf("%s/rulesets/%s/plays/3?agent=uct:20&ply=2", srv.URL, hash))
		for deadline := time.Now().Add(time.Minute); strings.Contains(text,
			"is playing the play"); time.Sleep(50 * time.Millisecond) {
			if time.Now().After(deadline) {
				t.Fatal("the page never shows the play")
			}
			status, text = get(t, fmt.Sprintf("%s/rulesets/%s/plays/3?agent=uct:20&ply=2", srv.URL, hash))
		}
		for _, says := range []string{"The play of <b>uct:20</b>", fmt.Sprintf("after %d plies", n),
			`board.svg?ply=2&amp;agent=uct%3a20`, `aria-current="step"`} {
			if status != 200 ||
				!strings.Contains(text, says) && !strings.Contains(text, strings.ReplaceAll(says, "%3a", "%3A")) {
				t.Errorf("%s: %d, the page does not say %s", o.Ruleset.Game, status, says)
			}
		}
		if status, svg := get(
			t,
			fmt.Sprintf("%s/rulesets/%s/plays/3/board.svg?agent=uct:20&ply=2", srv.URL, hash),
		); status != 200 ||
			svg != string(see(gate, 2).Board) {
			t.Errorf("%s: the picture of ply 2: %d", o.Ruleset.Game, status)
		}
		if status, _ := get(t, fmt.Sprintf("%s/rulesets/%s/plays/3?agent=uct:30", srv.URL, hash)); status != 400 {
			t.Errorf("an agent that nobody asked for: %d", status)
		}
	}
}
