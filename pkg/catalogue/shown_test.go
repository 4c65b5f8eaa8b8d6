package catalogue_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/astragal/astragal/engine/metric"
	"github.com/astragal/astragal/engine/provenance"
	"github.com/astragal/astragal/pkg/catalogue"
)

// enter compiles a source and returns its id.
func enter(t *testing.T, c *catalogue.Catalogue, engine, text string, r catalogue.Compiled) string {
	t.Helper()
	source := must(c.Submit(t.Context(), catalogue.Source{File: text + ".lud", Text: text}))(t)
	must(c.RecordCompiled(t.Context(), source, engine, r))(t)
	return source
}

// evaluate finishes an evaluation in which every playout takes so many plies.
func evaluate(t *testing.T, c *catalogue.Catalogue, source, engine, agent, metrics string, playouts, plies int) string {
	t.Helper()
	p := catalogue.Params{Agent: agent, Metrics: metrics, Playouts: playouts, BatchSize: playouts, Seed: 1}
	id := must(c.Request(t.Context(), source, engine, p))(t)
	b := metric.NewBatch(2)
	for range playouts {
		if plies == 0 {
			b.Abandoned++
			continue
		}
		o := metric.Playout{Plies: plies, Winner: 1}
		if metrics == catalogue.AllMetrics {
			o.Branching = slices.Repeat([]int32{int32(plies)}, plies)
		}
		b.Add(&o)
	}
	must(c.RecordBatch(t.Context(), id, 0, b, "w"))(t)
	if err := c.Finish(t.Context(), id, b); err != nil {
		t.Fatal(err)
	}
	return id
}

func compiledAs(hash, game string) catalogue.Compiled {
	r := compiled
	r.Hash, r.Game, r.Ruleset = hash, game, ""
	return r
}

// A table shows evaluations of one agent, of the current engine where there are
// any, and says of which they are.
func TestShown(t *testing.T) {
	ctx, c := t.Context(), open(t)
	for _, v := range []string{"1", "2"} {
		if err := c.UseEngine(ctx, v); err != nil {
			t.Fatal(err)
		}
	}
	a := enter(t, c, "2", "a", compiledAs("ha", "A"))
	b := enter(t, c, "1", "b", compiledAs("hb", "B"))
	full := evaluate(t, c, a, "2", "random", "all", 500, 7)
	old := evaluate(t, c, b, "1", "random", "all", 40, 9)
	evaluate(t, c, a, "2", "random", "outcomes", 600, 8) // newer, but tells less
	search := evaluate(t, c, a, "2", "uct:20", "all", 30, 3)
	show := func(agent string) map[string]*catalogue.Evaluation {
		t.Helper()
		list, _, err := c.Rulesets(ctx, catalogue.Filter{Agent: agent})
		if err != nil {
			t.Fatal(err)
		}
		shown := map[string]*catalogue.Evaluation{}
		for _, r := range list {
			shown[r.Hash] = r.Latest
		}
		return shown
	}
	random := show("")
	if e := random["ha"]; e == nil || e.ID != full || e.Outdated || e.Summary.Playouts != 500 {
		t.Errorf("random play of A shows %+v", e)
	}
	if e := random["hb"]; e == nil || e.ID != old || !e.Outdated {
		t.Errorf("random play of B shows %+v", e)
	}
	uct := show("uct:20")
	if e := uct["ha"]; e == nil || e.ID != search || uct["hb"] != nil {
		t.Errorf("uct:20 shows %+v, %+v", e, uct["hb"])
	}
	values := must(c.MetricValues(ctx, catalogue.MetricFilter{Name: "DurationMoves", Limit: 10}))(t)
	if len(values) != 2 || values[0].Mean != 7 || values[0].Agent != "random" || values[0].Playouts != 500 ||
		values[0].Outdated || !values[1].Outdated {
		t.Errorf("values %+v", values)
	}
	if values = must(c.MetricValues(ctx, catalogue.MetricFilter{Name: "DurationMoves", Current: true,
		Limit: 10}))(t); len(values) != 1 {
		t.Errorf("current values %+v", values)
	}
	if values = must(c.MetricValues(ctx, catalogue.MetricFilter{Name: "DurationMoves", Agent: "uct:20",
		Limit: 10}))(t); len(values) != 1 || values[0].Mean != 3 {
		t.Errorf("values of uct:20 %+v", values)
	}
	// A new evaluation of the current engine takes the place of the old one, though it tells less.
	must(c.RecordCompiled(ctx, b, "2", compiledAs("hb", "B")))(t)
	fresh := evaluate(t, c, b, "2", "random", "outcomes", 10, 4)
	if e := show("")["hb"]; e.ID != fresh || e.Outdated {
		t.Errorf("then random play of B shows %+v", e)
	}
	if agents := must(c.Agents(ctx))(t); !slices.Equal(agents, []string{"random", "uct:20"}) {
		t.Errorf("agents %v", agents)
	}
	var mean float64
	if err := c.Pool().QueryRow(ctx, `SELECT avg(mean) FROM latest_random_metrics WHERE name = 'DurationMoves' AND
		current`).Scan(&mean); err != nil || mean != 5.5 {
		t.Errorf("the average for SQL is %v: %v", mean, err)
	}
}

// What no playout told is no figure anywhere.
func TestNothingMeasured(t *testing.T) {
	ctx, c := t.Context(), open(t)
	a := enter(t, c, "1", "a", compiledAs("ha", "A"))
	id := evaluate(t, c, a, "1", "random", "all", 20, 0)
	var stored int
	if err := c.Pool().QueryRow(ctx, `SELECT count(*) FROM metrics WHERE evaluation_id = $1`,
		id).Scan(&stored); err != nil || stored != 0 {
		t.Errorf("%d metrics are stored: %v", stored, err)
	}
	var absent bool
	if err := c.Pool().QueryRow(ctx, `SELECT summary ->> 'completion' IS NULL AND summary ->> 'balance' IS NULL AND
		summary -> 'metrics' = '{}' FROM evaluations`).Scan(&absent); err != nil || !absent {
		t.Errorf("the stored summary has figures: %v", err)
	}
	e := must(c.Evaluation(ctx, id))(t)
	if e.Summary.Abandoned != 20 || e.Summary.Playouts != 0 || len(e.Summary.Metrics) != 0 {
		t.Errorf("summary %+v", e.Summary)
	}
}

func TestFilters(t *testing.T) {
	ctx, c := t.Context(), open(t)
	for _, r := range []struct {
		hash, game     string
		culture, place string
		alias          string
		dice, hop      float64
		plies          int
	}{{"h1", "Awithaldi", "Sioux Nation", "Northern America", "Rope Game", 0, 1, 30}, {"h2", "Buga-shadara", "Tuvan",
		"Central Asia", "", 2, 1, 10}, {"h3", "Chowka", "", "Southern Asia", "", 5, 0, 20}} {
		k := compiledAs(r.hash, r.game)
		k.About = provenance.Ruleset{Culture: r.culture, Region: r.place}
		if r.alias != "" {
			k.About.Aliases = []string{r.alias}
		}
		k.Concepts = map[string]float64{"NumDice": r.dice}
		if r.hop == 1 {
			k.Concepts["HopDecision"] = 1
		}
		evaluate(t, c, enter(t, c, "1", r.game, k), "1", "random", "all", 10, r.plies)
	}
	conditions := func(texts ...string) (list []catalogue.Condition) {
		for _, s := range texts {
			list = append(list, must(catalogue.ParseCondition(s))(t))
		}
		return list
	}
	for _, f := range []struct {
		f    catalogue.Filter
		want []string
	}{
		{catalogue.Filter{}, []string{"h1", "h2", "h3"}},
		{catalogue.Filter{Culture: "sioux"}, []string{"h1"}},
		{catalogue.Filter{Region: "ASIA"}, []string{"h2", "h3"}},
		{catalogue.Filter{Search: "rope"}, []string{"h1"}},
		{catalogue.Filter{Search: "'%_"}, nil},
		{catalogue.Filter{Concepts: conditions("NumDice")}, []string{"h2", "h3"}},
		{catalogue.Filter{Concepts: conditions("NumDice", "HopDecision")}, []string{"h2"}},
		{catalogue.Filter{Concepts: conditions("NumDice>=3")}, []string{"h3"}},
		{catalogue.Filter{Concepts: conditions("NumDice>0", "NumDice<5")}, []string{"h2"}},
		{catalogue.Filter{Concepts: conditions("HopDecision=0")}, []string{"h3"}},
		{catalogue.Filter{Concepts: conditions("HopDecision!=0")}, []string{"h1", "h2"}},
		{catalogue.Filter{Concepts: conditions("NumPlayers<=9")}, nil}, // not known
		{catalogue.Filter{Metrics: conditions("DurationMoves>=20", "DurationMoves<30")}, []string{"h3"}},
		{catalogue.Filter{Agent: "uct:5", Metrics: conditions("DurationMoves>=20")}, nil},
		{catalogue.Filter{Sort: "-game"}, []string{"h3", "h2", "h1"}},
		{catalogue.Filter{Sort: "DurationMoves"}, []string{"h2", "h3", "h1"}},
		{catalogue.Filter{Sort: "-DurationMoves", Limit: 2}, []string{"h1", "h3"}},
		{catalogue.Filter{Sort: "-culture"}, []string{"h2", "h1", "h3"}}, // without a culture: last
	} {
		list, _, err := c.Rulesets(ctx, f.f)
		var got []string
		for _, r := range list {
			got = append(got, r.Hash)
		}
		if err != nil || !slices.Equal(got, f.want) {
			t.Errorf("%+v finds %v, want %v; %v", f.f, got, f.want, err)
		}
	}
	for _, key := range catalogue.SortKeys {
		if _, _, err := c.Rulesets(ctx, catalogue.Filter{Sort: key}); err != nil {
			t.Errorf("sort by %s: %v", key, err)
		}
	}
	for _, bad := range []string{"", ">=2", "NumDice>=", "NumDice=>2", "NumDice>=two", "NumDice>=NaN", "NumDice!2"} {
		if _, err := catalogue.ParseCondition(bad); err == nil {
			t.Errorf("%q is accepted", bad)
		}
	}
	// Concepts count what the filter finds.
	for _, k := range must(c.ConceptUses(ctx))(t) {
		_, n, err := c.Rulesets(ctx, catalogue.Filter{Concepts: conditions(k.Name)})
		if k.Computed == "Compilation" && n != k.Rulesets || err != nil {
			t.Errorf("%s: %d found, %d counted, %v", k.Name, n, k.Rulesets, err)
		}
	}
}

// Superseded sources leave the tables and stay known; deleted ones are gone with
// what only they gave.
func TestSupersedeAndDelete(t *testing.T) {
	ctx, c := t.Context(), open(t)
	first := enter(t, c, "1", "first", compiledAs("h1", "A"))
	second := enter(t, c, "1", "second", compiledAs("h2", "A"))
	third := enter(t, c, "1", "third", compiledAs("h3", "A"))
	evaluate(t, c, first, "1", "random", "all", 10, 5)
	listed := func(all bool) (hashes []string) {
		t.Helper()
		list, _, err := c.Rulesets(ctx, catalogue.Filter{All: all})
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range list {
			hashes = append(hashes, r.Hash)
		}
		return hashes
	}
	for _, pair := range [][2]string{{first, second}, {second, third}} {
		if err := c.Supersede(ctx, pair[0], pair[1]); err != nil {
			t.Fatal(err)
		}
	}
	if got := listed(false); !slices.Equal(got, []string{"h3"}) || len(listed(true)) != 3 {
		t.Errorf("listed %v, with all %v", got, listed(true))
	}
	if r := must(c.Ruleset(ctx, "h1"))(t); r.Listed || r.SupersededBy != "h3" {
		t.Errorf("the first ruleset is %+v", r)
	}
	if s := must(c.Source(ctx, first))(t); s.SupersededBy != second {
		t.Errorf("the first source is %+v", s)
	}
	if values := must(c.MetricValues(ctx, catalogue.MetricFilter{Name: "DurationMoves", Limit: 9}))(t); len(values) != 0 {
		t.Errorf("values of what is superseded: %+v", values)
	}
	if stale := must(c.Stale(ctx, "2", params, 10))(t); !slices.Equal(stale, []string{third}) {
		t.Errorf("stale %v", stale)
	}
	must(c.Submit(ctx, catalogue.Source{File: "again", Text: "first"}))(t)
	if got := listed(false); !slices.Equal(got, []string{"h3"}) {
		t.Errorf("submitted again, listed %v", got)
	}
	if err := c.Supersede(ctx, third, first); err != nil { // back to the first
		t.Fatal(err)
	}
	if got := listed(false); !slices.Equal(got, []string{"h1"}) {
		t.Errorf("back to the first, listed %v", got)
	}
	if err := c.Supersede(ctx, first, first); !errors.Is(err, catalogue.ErrItself) {
		t.Errorf("itself: %v", err)
	}
	if err := c.Supersede(ctx, first, "nothing"); !errors.Is(err, catalogue.ErrNotFound) {
		t.Errorf("by nothing: %v", err)
	}

	twin := enter(t, c, "1", "twin of the first", compiledAs("h1", "A"))
	if err := c.DeleteSource(ctx, first); err != nil {
		t.Fatal(err)
	}
	if all := must(c.Evaluations(ctx, "h1"))(t); len(all) != 1 || all[0].SourceID != twin {
		t.Errorf("evaluations of what another source gives: %+v", all)
	}
	for _, id := range []string{twin, second, third} {
		if err := c.DeleteSource(ctx, id); err != nil {
			t.Fatal(err)
		}
	}
	if err := c.DeleteSource(ctx, twin); !errors.Is(err, catalogue.ErrNotFound) {
		t.Errorf("deleted twice: %v", err)
	}
	var left int
	if err := c.Pool().QueryRow(ctx, `SELECT (SELECT count(*) FROM rulesets) + (SELECT count(*) FROM evaluations) +
		(SELECT count(*) FROM metrics) + (SELECT count(*) FROM games)`).Scan(&left); err != nil || left != 0 {
		t.Errorf("%d rows are left, %v", left, err)
	}
	if _, err := c.RecordCompiled(ctx, first, "1", compiledAs("h1", "A")); !errors.Is(err, catalogue.ErrNotFound) {
		t.Errorf("compiling what is deleted: %v", err)
	}
}

// A file that changes gives a new source in the place of the old one.
func TestChangedFile(t *testing.T) {
	ctx, c := t.Context(), open(t)
	old := enter(t, c, "1", "old", compiledAs("h1", "A"))
	fresh := enter(t, c, "1", "new", compiledAs("h2", "A"))
	track := func(source string) {
		t.Helper()
		must(c.TrackFiles(ctx, "/srv/lib/lud", []catalogue.File{{Path: "/srv/lib/lud/war/a.lud", Source: source}}))(t)
	}
	for _, step := range []struct{ source, listed string }{{old, "h1"}, {fresh, "h2"}, {old, "h1"}, {fresh, "h2"}} {
		track(step.source)
		list, _, err := c.Rulesets(ctx, catalogue.Filter{})
		if step.source == old && len(list) == 2 { // the new one is nobody's file yet
			list = list[:1]
		}
		if err != nil || len(list) != 1 || list[0].Hash != step.listed {
			t.Errorf("the file gives %s, listed %+v, %v", step.listed, list, err)
		}
	}
	if s := must(c.Source(ctx, old))(t); s.SupersededBy != fresh || !s.Retired {
		t.Errorf("the old source is %+v", s)
	}
	if s := must(c.Source(ctx, fresh))(t); s.Tracked != "war/a.lud" || s.Retired || s.SupersededBy != "" {
		t.Errorf("the new source is %+v", s)
	}
}
