package catalogue_test

import (
	"errors"
	"maps"
	"reflect"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/metric"
	"github.com/astragal/astragal/pkg/catalogue"
)

// batchOf is the statistics of plays of so many plies.
func batchOf(plies ...int) *metric.Batch {
	b := metric.NewBatch(2)
	for _, n := range plies {
		b.Add(&metric.Playout{Plies: n, Turns: n, Winner: 1, Utilities: []float64{1, -1}})
	}
	return b
}

// A report tells which figures and concepts differ between two engines, and between
// rules and those whose place they took, and what is the same.
func TestChanges(t *testing.T) {
	ctx, c := t.Context(), open(t)
	const old, recent = "0.3-plays.1-concepts.5-metrics.8", "0.3-plays.2-concepts.5-metrics.9"
	p := catalogue.Params{Agent: "random", Metrics: "all", Playouts: 4, BatchSize: 4, Seed: 1}
	source := func(text string) string { return must(c.Submit(ctx, catalogue.Source{File: text, Text: text}))(t) }
	play := func(id, engine, hash, game string, concepts map[string]float64, plies ...int) {
		t.Helper()
		r := compiled
		r.Hash, r.Game, r.Concepts, r.Expanded = hash, game, maps.Clone(concepts), "(game\n(board "+hash+")\n)"
		if _, err := c.Request(ctx, id, engine, p); err != nil {
			t.Fatal(err)
		}
		opened := must(c.RecordCompiled(ctx, id, engine, r))(t)
		for _, e := range opened {
			b := batchOf(plies...)
			if _, err := c.RecordBatch(ctx, e, 0, b, "w"); err != nil {
				t.Fatal(err)
			}
			if err := c.Finish(ctx, e, b); err != nil {
				t.Fatal(err)
			}
		}
	}
	a, b, d := source("a"), source("b"), source("d")
	hop := map[string]float64{"Hop": 1, "NumPlayers": 2}
	for i, engine := range []string{old, recent} {
		if err := c.UseEngine(ctx, engine); err != nil {
			t.Fatal(err)
		}
		play(a, engine, "ha", "Same", hop, 10, 11, 12, 13)
		play(b, engine, "hb", "Longer", [2]map[string]float64{hop, {"Slide": 1, "NumPlayers": 3}}[i], 10+90*i, 11+90*i,
			12+90*i, 13+90*i)
	}
	play(d, recent, "hd", "Anew", hop, 10, 11, 12, 13)
	e := source("e")
	play(e, recent, "he", "Anew", map[string]float64{"NumPlayers": 2}, 10, 11, 12, 14)
	if err := c.Supersede(ctx, d, e); err != nil {
		t.Fatal(err)
	}
	r := must(c.Changes(ctx, "", ""))(t)
	if r.From != old || r.To != recent || r.Compared != 2 || r.Equal != 1 || r.OnlyTo != 1 || r.OnlyFrom != 0 ||
		len(r.Changed) != 1 || len(r.Why) != 2 {
		t.Fatalf("%+v", r)
	}
	x := r.Changed[0]
	find := func(list []catalogue.MetricChange, name string) (m catalogue.MetricChange) {
		for _, m = range list {
			if m.Metric == name {
				return m
			}
		}
		t.Errorf("no %s in %+v", name, list)
		return m
	}
	if m := find(x.Metrics, "DurationMoves"); x.Game != "Longer" || m.Before != 11.5 || m.Now != 101.5 || !m.Sure ||
		x.Sure == 0 ||
		!reflect.DeepEqual(x.Gained, []string{"NumPlayers = 3", "Slide"}) ||
		!reflect.DeepEqual(x.Lost, []string{"Hop", "NumPlayers = 2"}) {
		t.Errorf("%+v", x)
	}
	if len(r.Rules) != 1 {
		t.Fatalf("%+v", r.Rules)
	}
	y := r.Rules[0]
	if m := find(y.Metrics, "DurationMoves"); y.Before != "hd" || y.Hash != "he" || m.Before != 11.5 || m.Now != 11.75 ||
		m.Sure ||
		!reflect.DeepEqual(y.Lost, []string{"Hop"}) || strings.Join(y.Lines, "") != "- (game (board hd))+ (game (board he))" {
		t.Errorf("%+v", y)
	}
	if _, err := c.Changes(ctx, "x", ""); !errors.Is(err, catalogue.ErrNotFound) {
		t.Error(err)
	}
	for i, want := range []bool{true, false} {
		if news := must(c.StoreChanges(ctx, r))(t); news != want {
			t.Errorf("time %d: news %v", i, news)
		}
	}
	r.Equal++
	if news := must(c.StoreChanges(ctx, r))(t); !news {
		t.Error("another report is no news")
	}
}
