package e2e

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/astragal/astragal/engine"

	"github.com/astragal/astragal/pkg/catalogue"
	"github.com/astragal/astragal/pkg/embedded/servertest"
	"github.com/astragal/astragal/services/gateway"
)

// A match finds its games in the catalogue and keeps them as they were; when one
// is missing, its error says which.
func TestMatch(t *testing.T) {
	t.Parallel()
	s := servertest.Start(t)
	compiler := engine.New()
	h, _ := startServices(t, compiler, s.NATS.URL(), s.Postgres.URL(), 2, true)
	gate := gateway.New(h.Catalogue, h.Queue, compiler)
	p := catalogue.Params{Agent: "random", Playouts: 64, Seed: 5}
	const series = `(match "Series" (players 2) (games {(subgame "Good") (subgame "ended")})
		(end {(if (>= (matchScore P1) 3) (result P1 Win)) (if (>= (matchScore P2) 3) (result P2 Win))}))`
	const ended = `(game "Other" (players 2) (equipment {(board (square 2)) (piece "Ball" Each)})
		(rules (play (move Add (to (sites Empty)))) ("EndsAt" 2)))`
	ends := func(plies string) map[string]string {
		return map[string]string{"ends.def": `(define "EndsAt" (end (if (= (count Moves) #1) (result ` + plies + ` Win))))`}
	}
	run := func(x gateway.Submission) catalogue.Outcome {
		t.Helper()
		x.Formalism, x.Params = "lgdl", p
		r, err := gate.Submit(t.Context(), x)
		if err != nil {
			t.Fatal(err)
		}
		return await(t, h.Catalogue, []string{r.Source}, p)[0]
	}
	run(gateway.Submission{File: "a/first.lud", Text: goodLud}) // found by the game's name
	if o := run(gateway.Submission{File: "series.lud", Text: series}); o.Source.Status != "failed" ||
		!strings.HasPrefix(o.Source.Error, "series.lud:1:") || !strings.Contains(o.Source.Error, "ended") {
		t.Errorf("without a game of the match: %+v", o.Source)
	}
	run(gateway.Submission{File: "b/Ended.lud", Text: ended, Defs: ends("P1")}) // by the file's name
	first := run(gateway.Submission{File: "series.lud", Text: series})
	run(gateway.Submission{File: "b/Ended.lud", Text: ended, Defs: ends("P2")})
	second := run(gateway.Submission{File: "series.lud", Text: series})
	given := run(gateway.Submission{File: "series.lud", Text: series, Defs: ends("P1"),
		Games: map[string]string{"x/Ended.lud": ended}})
	for i, o := range []catalogue.Outcome{first, second, given} {
		rs, err := compiler.Compile(t.Context(), engine.Source{File: "series.lud", Text: []byte(series),
			Library: fstest.MapFS{"Good.lud": {Data: []byte(goodLud)}, "ended.lud": {Data: []byte(ended)}},
			Defs:    fstest.MapFS{"ends.def": {Data: []byte(ends([]string{"P1", "P2", "P1"}[i])["ends.def"])}}})
		if err != nil {
			t.Fatal(err)
		}
		bare, err := rs.Simulate(t.Context(), engine.Params{Seed: 5, Playouts: 64, Agent: "random"})
		if err != nil {
			t.Fatal(err)
		}
		want, _ := bare.MarshalBinary()
		if got := figures(t, h.Catalogue, o); got != string(want) || o.Ruleset.Hash != rs.Hash() {
			t.Errorf("match %d of hash %s:\n%.300s\nwant %s\n%.300s", i, o.Ruleset.Hash, got, rs.Hash(), want)
		}
	}
	if first.Ruleset.Hash == second.Ruleset.Hash || first.Ruleset.Hash != given.Ruleset.Hash ||
		first.Evaluation.ID != given.Evaluation.ID {
		t.Errorf("hashes %s, %s, %s", first.Ruleset.Hash, second.Ruleset.Hash, given.Ruleset.Hash)
	}
}
