package main

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/astragal/astragal/engine"

	"github.com/astragal/astragal/engine/metric"
	"github.com/astragal/astragal/pkg/catalogue"
)

// What was not measured is a dash in tables, and every figure has its agent,
// number of plays, seed and engine.
func TestAbsentFigures(t *testing.T) {
	outcome := func(game string, metrics string, b *metric.Batch, elapsed time.Duration) catalogue.Outcome {
		s := b.Summary()
		return catalogue.Outcome{
			Source:  catalogue.Source{File: game + ".lud"},
			Ruleset: &catalogue.Ruleset{Hash: game, Game: game, Engine: "e1"},
			Evaluation: &catalogue.Evaluation{ID: game, Engine: "e1", Status: "done", Summary: &s, Elapsed: elapsed,
				Params: catalogue.Params{Agent: "uct:20", Metrics: metrics, Playouts: 20, Seed: 7}},
		}
	}
	full, lengths, none := metric.NewBatch(2), metric.NewBatch(2), metric.NewBatch(2)
	full.Add(&metric.Playout{Plies: 5, Winner: 1, Branching: []int32{9, 8, 7, 6, 5}})
	lengths.Add(&metric.Playout{Plies: 5, Winner: 1})
	none.Abandoned = 20
	list := []catalogue.Outcome{
		outcome("Full", "all", full, 25*time.Second),
		outcome("Lengths", "outcomes", lengths, time.Second/2000),
		outcome("Abandoned", "all", none, time.Second),
	}
	var b bytes.Buffer
	printTable(&b, list, true)
	lines := strings.Split(b.String(), "\n")
	cells := func(line string) string { return strings.Join(strings.Fields(line), " ") }
	for i, want := range map[int]string{
		0: "game ruleset culture playouts plies ± 95 % branching wins draws completed playouts/s concepts",
		2: "Full – – 1 5.00 ± 4.75 7.00 100.0 / 0.0 % 0.0 % 100.0 % 0.04 0",
		3: "Lengths – – 1 5.00 ± 4.75 – 100.0 / 0.0 % 0.0 % 100.0 % 2000 0",
		4: "Abandoned – – 0 – – – – – – 0",
		5: "agent uct:20, seed 7, engine e1; –: not measured",
		6: "agent uct:20, seed 7, engine e1; outcomes only; –: not measured",
	} {
		if i >= len(lines) || cells(lines[i]) != want {
			t.Errorf("line %d of\n%s\nwant %s", i, b.String(), want)
		}
	}
	text, err := json.Marshal(toResult(list[0]))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"agent":"uct:20"`, `"seed":7`, `"engine":"e1"`, `"playouts":1,`, `"metrics":"all"`} {
		if !strings.Contains(string(text), want) {
			t.Errorf("%s misses %s", text, want)
		}
	}
}

func TestPlayoutSaysWho(t *testing.T) {
	file := "../../library/lud/line/Tic-Tac-Toe.lud"
	status, out, errs := runLine(t, "playout", "-n", "2", "--agent", "flat:3", "--seed", "9", file)
	if want := "agent flat:3, seed 9, engine " + engine.New().Version(); status != 0 || !strings.Contains(out, want) {
		t.Errorf("%s%s\nmisses %s", out, errs, want)
	}
	_, out, _ = runLine(t, "playout", "-n", "2", "--seed", "9", "--json", file)
	var line playoutLine
	if err := json.Unmarshal([]byte(out), &line); err != nil {
		t.Fatal(err)
	}
	if line.Agent != "random" || line.Seed != 9 || line.Playouts != 2 || line.Engine != engine.New().Version() ||
		line.MeanPlies == nil {
		t.Errorf("%s", out)
	}
}

// abandoning plays nothing to an end, slowly.
type abandoning struct{ engine.Ruleset }

func (abandoning) Name() string { return "Slow" }
func (abandoning) Players() int { return 2 }
func (abandoning) Simulate(_ context.Context, p engine.Params) (*metric.Batch, error) {
	time.Sleep(3 * barEvery)
	b := metric.NewBatch(2)
	b.Abandoned = int64(p.Playouts)
	return b, nil
}

// The bar moves while the first playout lasts, and no play at all has no length.
func TestSlowPlayout(t *testing.T) {
	var w bytes.Buffer
	r := &playoutRun{rs: abandoning{}, size: 1, left: 1, total: metric.NewBatch(2),
		bar: &lineBar{w: &w, stage: stage{name: "playout", total: 1}, start: time.Now()}}
	if err := r.run(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	r.bar.clear() // until then the bar is drawn beside us
	if !strings.Contains(w.String(), "0 of 1") {
		t.Errorf("nothing is shown: %q", w.String())
	}
	if line := playoutResult(r.rs, r.total, 2); line.MeanPlies != nil || perSecond(line.PlayoutsPerSecond) != absent {
		t.Errorf("%+v", line)
	}
}
