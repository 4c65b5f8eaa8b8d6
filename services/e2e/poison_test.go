package e2e

import (
	"strings"
	"testing"
	"time"

	"github.com/astragal/astragal/engine"

	"github.com/astragal/astragal/pkg/catalogue"
	"github.com/astragal/astragal/pkg/embedded/servertest"
	"github.com/astragal/astragal/services/gateway"
)

const goodLud = `(game "Good"
    (players 2)
    (equipment { (board (square 3)) (piece "Stone" Each) })
    (rules
        (play (move Add (to (sites Empty))))
        (end (if (is Line 3) (result Mover Win)))
    )
)`

// Descriptions that want too much of the real engine fail with a position, or
// run into their limits; what stands beside them is not disturbed.
func TestPoisonousDescriptions(t *testing.T) {
	t.Parallel()
	s := servertest.Start(t)
	h, _ := startServices(t, engine.New(), s.NATS.URL(), s.Postgres.URL(), 2, true)
	p := catalogue.Params{Agent: "random", Playouts: 60, BatchSize: 20, Seed: 5, Budget: 3 * time.Second}
	var list []gateway.Submission
	for _, x := range []struct{ file, text string }{
		{"good.lud", goodLud},
		{"macro.lud", "(define \"Again\" (\"Again\"))\n" + strings.Replace(goodLud, `(play (move`, `(play ("Again" (move`,
			1)},
		{"growing.lud", "(define \"Twice\" (and #1 #1))\n(define \"More\" (\"Twice\" (\"More\" #1)))\n" +
			strings.Replace(goodLud, `(is Line 3)`, `("More" (is Line 3))`, 1)},
		{"huge.lud", strings.Replace(goodLud, "(square 3)", "(square 1000)", 1)},
		{"endless.lud", `(game "Endless"
    (players 2)
    (equipment { (board (square 19)) (piece "Stone" Each (move Step (to if:(is Empty (to))))) })
    (rules
        (start { (place "Stone1" (sites Bottom)) (place "Stone2" (sites Top)) })
        (play (forEach Piece))
        (end (if (is Line 300) (result Mover Win)))
    )
)`},
	} {
		list = append(list, gateway.Submission{File: x.file, Text: x.text, Formalism: "lgdl", Params: p})
	}
	ids, err := gateway.New(h.Catalogue, h.Queue, engine.New()).SubmitAll(t.Context(), list, nil)
	if err != nil {
		t.Fatal(err)
	}
	o := await(t, h.Catalogue, ids, p)
	for _, i := range []int{1, 2, 3} {
		if s := o[i].Source; s.Status != "failed" || !strings.HasPrefix(s.Error, s.File+":") {
			t.Errorf("%s: %s %q", s.File, s.Status, s.Error)
		}
	}
	end := o[4].Evaluation
	if end == nil || end.Status != "done" || end.Summary.Abandoned+end.Summary.Unplayed+end.Summary.Playouts != 60 ||
		end.Summary.Abandoned == 0 && end.Summary.Timeouts.Mean < 1 {
		t.Errorf("endless game: %+v", end)
	}
	rs, err := engine.New().Compile(t.Context(), engine.Source{File: "good.lud", Text: []byte(goodLud)})
	if err != nil {
		t.Fatal(err)
	}
	bare, err := rs.Simulate(t.Context(), engine.Params{Seed: 5, Playouts: 60, Agent: "random"})
	if err != nil {
		t.Fatal(err)
	}
	want, _ := bare.MarshalBinary()
	if got := figures(t, h.Catalogue, o[0]); got != string(want) {
		t.Errorf("the good game:\n%.300s\nwant %.300s", got, want)
	}
	if o[0].Evaluation.Error != "" {
		t.Errorf("the good game: %s", o[0].Evaluation.Error)
	}
}
