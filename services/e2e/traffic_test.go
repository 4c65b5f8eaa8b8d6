package e2e

import (
	"encoding/json"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine"

	"github.com/astragal/astragal/pkg/catalogue"
	"github.com/astragal/astragal/pkg/embedded/servertest"
	"github.com/astragal/astragal/services/gateway"
)

// slowLud is decided by the move limit that its rules read.
const slowLud = `(game "Slow" (players 2) (equipment {(board (square 3)) (piece "Disc" Each (move Step (to if:(is Empty (to)))))})
	(rules (start {(place "Disc1" 0) (place "Disc2" 8)}) (play (forEach Piece))
	(end (if (>= (count Moves) (- (value MoveLimit) 10)) (result P2 Win)))))`

// An evaluation with a move limit that counts traffic has the figures of the bare
// engine, however it is dealt to workers; the API and the page show them.
func TestTraffic(t *testing.T) {
	t.Parallel()
	s := servertest.Start(t)
	compiler := engine.New()
	h, _ := startServices(t, compiler, s.NATS.URL(), s.Postgres.URL(), 3, true)
	rs, err := compiler.Compile(t.Context(), engine.Source{File: "slow.lud", Text: []byte(slowLud)})
	if err != nil {
		t.Fatal(err)
	}
	bare, err := rs.Simulate(t.Context(),
		engine.Params{Seed: 5, Playouts: 200, Agent: "random", Traffic: true, MoveLimit: 60})
	if err != nil {
		t.Fatal(err)
	}
	want, _ := bare.MarshalBinary()
	gate := gateway.New(h.Catalogue, h.Queue, compiler)
	var o catalogue.Outcome
	for _, size := range []int{0, 200, 33} {
		p := catalogue.Params{Agent: "random", Metrics: catalogue.Traffic, Playouts: 200, Seed: 5,
			MoveLimit: 60, BatchSize: size}
		r, err := gate.Submit(t.Context(), gateway.Submission{File: "slow.lud", Text: slowLud, Formalism: "lgdl", Params: p})
		if err != nil {
			t.Fatal(err)
		}
		o = await(t, h.Catalogue, []string{r.Source}, p)[0]
		if got := figures(t, h.Catalogue, o); got != string(want) {
			t.Errorf("batches of %d:\n%.300s\nwant %.300s", size, got, want)
		}
	}
	if m := o.Evaluation.Summary.Metrics["DurationMoves"]; m.Mean != 50 || o.Evaluation.Summary.Wins[1].Mean != 1 {
		t.Errorf("%v moves, %+v won by the second player", m.Mean, o.Evaluation.Summary.Wins[1])
	}
	srv := httptest.NewServer(h.Mux)
	defer srv.Close()
	id := o.Evaluation.ID
	status, body := get(t, srv.URL+"/api/evaluations/"+id+"/traffic?parts=true")
	var answer gateway.Traffic
	if err := json.Unmarshal([]byte(body), &answer); status != 200 || err != nil {
		t.Fatalf("%d, %v: %s", status, err, body)
	}
	if answer.Plays != 200 || answer.Sites != 9 || len(answer.Pairs) != 20 {
		t.Errorf("%d plays on %d sites with %d pairs", answer.Plays, answer.Sites, len(answer.Pairs))
	}
	moves := int64(0)
	for _, r := range answer.Rows {
		if r.Measure == "moves" && r.Seat == -1 {
			moves += r.Count
		}
	}
	if moves != 200*50 {
		t.Errorf("%d moves along pairs", moves)
	}
	for path, says := range map[string]string{
		"/api/evaluations/" + id + "/traffic.csv":           "measure,a,b,",
		"/evaluations/" + id + "/traffic.svg":               "<svg",
		"/evaluations/" + id + "/traffic.svg?measure=stays": "<svg",
		"/rulesets/" + o.Ruleset.Hash + "?evaluation=" + id: "Traffic on the board",
		"/rulesets/" + o.Ruleset.Hash:                       "move limit 60",
		"/api/evaluations/" + id:                            `"moveLimit":60`,
	} {
		if status, body := get(t, srv.URL+path); status != 200 || !strings.Contains(body, says) {
			t.Errorf("%s: %d, does not say %q", path, status, says)
		}
	}
	if status, _ := get(t, srv.URL+"/evaluations/"+id+"/traffic.svg?measure=smell"); status != 400 {
		t.Errorf("an unknown measure: %d", status)
	}
	if status, _ := get(t, srv.URL+"/api/evaluations/nothing/traffic"); status != 404 {
		t.Errorf("no evaluation: %d", status)
	}
}
