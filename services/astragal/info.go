package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/efg"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/provenance"
	"github.com/astragal/astragal/engine/rbg"
	"github.com/astragal/astragal/engine/rg"
	"github.com/astragal/astragal/engine/ruleset"
)

func init() {
	register(command{
		name:  "info",
		args:  "[--defs DIR] [--option S]… [--ruleset S] [--network] [--ir [--pass NAME] [--watched]] [--json] FILE…",
		short: "Say what games are: players, sizes and what else their formalism tells",
		run:   info,
	})
}

// facts is what is known about a file, in the order in which it is told.
type facts []fact

type fact struct {
	key   string
	value any
}

func (f *facts) add(key string, value any) { *f = append(*f, fact{key, value}) }

// MarshalJSON writes an object whose keys stay in order.
func (f facts) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	for i, x := range f {
		sep := byte(',')
		if i == 0 {
			sep = '{'
		}
		b.WriteByte(sep)
		fmt.Fprintf(&b, "%q:", x.key)
		var value bytes.Buffer
		enc := json.NewEncoder(&value)
		enc.SetEscapeHTML(false)
		if err := enc.Encode(x.value); err != nil {
			return nil, err
		}
		b.Write(bytes.TrimSpace(value.Bytes()))
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

func info(ctx context.Context, s *streams, args []string) error {
	fs := s.flags("info")
	c := choiceFlags(fs)
	network := fs.Bool("network", false, "GDL: also ground the rules and tell how large their network is")
	asJSON := fs.Bool("json", false, "print one JSON object a line")
	code := fs.Bool("ir", false, "L-GDL: print the program that random playouts run, instead")
	passes := ruleset.Passes()
	pass := fs.String("pass", passes[len(passes)-1], "with --ir: the program after this `step`: "+strings.Join(passes,
		", "))
	watched := fs.Bool("watched", false, "with --ir: the program of playouts that are watched for all metrics, instead")
	files, err := parse(fs, args)
	if err != nil {
		return err
	}
	if len(files) == 0 {
		return usagef("no FILE")
	}
	if *code {
		return listings(ctx, s, c, files, *pass, *watched)
	}
	failed := false
	for i, file := range files {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		f, err := factsOf(ctx, c, file, *network)
		if err != nil {
			fmt.Fprintln(s.err, err)
			failed = true
		}
		if f == nil {
			continue
		}
		if *asJSON {
			text, err := f.MarshalJSON()
			if err != nil {
				return err
			}
			fmt.Fprintf(s.out, "%s\n", text)
			continue
		}
		if i > 0 {
			fmt.Fprintln(s.out)
		}
		for _, x := range f {
			fmt.Fprintf(s.out, "%-26s %s\n", strings.ReplaceAll(x.key, "_", " "), plainText(x.value))
		}
	}
	if failed {
		return exitStatus(1)
	}
	return nil
}

// listings prints the programs of games in the intermediate representation, after a pass.
func listings(ctx context.Context, s *streams, c *choice, files []string, pass string, watched bool) error {
	if passes := ruleset.Passes(); !slices.Contains(passes, pass) {
		return usagef("--pass %q: the steps are %s", pass, strings.Join(passes, ", "))
	}
	for _, file := range files {
		rs, err := c.open(ctx, file)
		if err != nil {
			return err
		}
		r, ok := rs.(interface {
			List(w io.Writer, pass string, watched bool) error
		})
		if !ok {
			return fmt.Errorf("%s: only L-GDL rules are lowered", file)
		}
		if err := r.List(s.out, pass, watched); err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
	}
	return nil
}

// plainText writes a value for people.
func plainText(value any) string {
	switch v := value.(type) {
	case bool:
		if v {
			return "yes"
		}
		return "no"
	case string:
		return v
	case fmt.Stringer:
		return v.String()
	}
	text, err := json.Marshal(value)
	if err != nil {
		return fmt.Sprint(value)
	}
	return strings.NewReplacer("[", "", "]", "", "{", "", "}", "", `"`, "", ",", ", ", ":", " ").Replace(string(text))
}

// factsOf reads a file of any formalism. An invalid GDL description gives facts
// and an error.
func factsOf(ctx context.Context, c *choice, file string, network bool) (facts, error) {
	formalism := formalisms[filepath.Ext(file)]
	f := facts{{"file", file}, {"formalism", formalism}}
	switch formalism {
	case "lgdl":
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		rs, err := c.open(ctx, file)
		if err != nil && lgdl.Unfinished(err.Error()) {
			more, err := skeletonFacts(c, file, text)
			return append(f, more...), err
		}
		if err != nil {
			return nil, err
		}
		r, ok := rs.(interface {
			Plan() *game.Game
			Refused() error
		})
		if !ok {
			return nil, fmt.Errorf("%s: not compiled for play", file)
		}
		d, err := lgdl.Read(file, text)
		if err != nil {
			return nil, err
		}
		f.add("hash", rs.Hash())
		f = append(f, lgdlFacts(r.Plan(), r.Refused(), d, rs.RulesetName())...)
		return append(f, timeFacts(provenance.Of(rs.Metadata()))...), nil
	case "":
		return nil, unknownFile(file)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	switch formalism {
	case "efg":
		g, err := efg.Read(file, text, efg.Limits{})
		if err != nil {
			return nil, err
		}
		more, err := efgFacts(g)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		return append(f, more...), nil
	case "nfg":
		g, err := efg.ReadStrategic(file, text)
		if err != nil {
			return nil, err
		}
		return append(f, strategicFacts(g)...), nil
	case "rbg":
		g, err := rbg.Load(file, strings.TrimSuffix(filepath.Base(file), ".rbg"), text)
		if err != nil {
			return nil, err
		}
		return append(f, rbgFacts(g)...), nil
	case "rg", "hrg":
		load := rg.Load
		if formalism == "hrg" {
			load = rg.LoadHigh
		}
		g, err := load(file, strings.TrimSuffix(filepath.Base(file), filepath.Ext(file)), text)
		if err != nil {
			return nil, err
		}
		return append(f, rgFacts(g)...), nil
	}
	more, err := gdlFacts(file, text, network)
	if more == nil {
		return nil, err
	}
	return append(f, more...), err
}

func lgdlFacts(g *game.Game, refused error, d *lgdl.Description, selected string) facts {
	var f facts
	f.add("name", g.Name)
	f.add("players", g.Players)
	f.add("mode", [...]string{game.Alternating: "Alternating", game.Simultaneous: "Simultaneous",
		game.Simulation: "Simulation"}[g.Mode])
	f.add("cells", g.Topo.Num(2))
	f.add("vertices", g.Topo.Num(0))
	f.add("edges", g.Topo.Num(1))
	f.add("played_on", g.DefaultType.String())
	containers, components, phases := []string{}, []string{}, []string{}
	for _, x := range g.Containers {
		containers = append(containers, fmt.Sprintf("%s %d+%d", x.Name, x.First, x.Sites))
	}
	for _, x := range g.Components[min(1, len(g.Components)):] {
		components = append(components, x.Name)
	}
	for _, x := range g.Phases {
		phases = append(phases, x.Name)
	}
	f.add("containers", containers)
	f.add("components", components)
	if g.DeductionPuzzle { // its pieces are values that sites take
		values := []string{}
		for st, r := range g.ValueRange {
			if r[1] >= 0 {
				values = append(values, fmt.Sprintf("%s %d–%d", board.SiteType(st), r[0], r[1]))
			}
		}
		f.add("values", values)
	}
	f.add("phases", phases)
	f.add("stochastic", g.Has(game.Stochastic) || g.RandomStart)
	f.add("hidden_information", g.Hides)
	f.add("stacking", g.Stacks)
	f.add("tracks", len(g.Tracks))
	f.add("move_limit", g.MoveLimit)
	f.add("compiled", refused == nil)
	if refused != nil {
		f.add("not_compiled", refused.Error())
	}
	if selected != "" {
		f.add("ruleset", selected)
	}
	var rulesets, options []string
	for _, r := range d.Rulesets() {
		rulesets = append(rulesets, r.Heading)
	}
	for _, o := range d.Options() {
		for i := range o.Items {
			options = append(options, o.Name(i))
		}
	}
	if rulesets != nil {
		f.add("rulesets", rulesets)
	}
	if options != nil {
		f.add("options", options)
	}
	return f
}

// timeFacts are where and when a game was played, and what is not understood of it.
func timeFacts(a provenance.Ruleset) facts {
	var f facts
	for _, x := range []struct{ key, text string }{{"culture", a.Culture}, {"region", a.Region}, {"period", a.Period},
		{"date", a.Date}} {
		if x.text != "" {
			f.add(x.key, x.text)
		}
	}
	if a.YearFrom != nil || a.YearTo != nil {
		f.add("years", provenance.Years{From: a.YearFrom, To: a.YearTo}.String())
	}
	if p := problems(a); p != nil {
		f.add("not_understood", strings.Join(p, "; "))
	}
	return f
}

func efgFacts(g *efg.Game) (facts, error) {
	s := g.Stats()
	expected, err := g.Expected(nil)
	if err != nil {
		return nil, err
	}
	reach, err := g.Reach(nil)
	if err != nil {
		return nil, err
	}
	probability := new(big.Rat)
	for i := range g.Nodes {
		if g.Nodes[i].Owner == efg.Terminal {
			probability.Add(probability, reach[i])
		}
	}
	constant := "no"
	if c := g.ConstantSum(); c != nil {
		constant = c.RatString()
	}
	f := facts{
		{"name", g.Title},
		{"players", len(g.Players)},
		{"player_names", g.Players},
		{"nodes", s.Nodes},
		{"terminals", s.Terminals},
		{"chance_nodes", s.ChanceNodes},
		{"personal_nodes", s.PersonalNodes},
		{"infosets", s.InfoSets},
		{"chance_infosets", s.ChanceSets},
		{"outcomes", s.Outcomes},
		{"depth", s.Depth},
		{"nonterminal_outcomes", s.InnerOutcomes},
		{"probability", probability.RatString()},
		{"expected", ratTexts(expected)},
		{"perfect_recall", g.PerfectRecall()},
		{"absent_minded", g.AbsentMinded()},
		{"pure_strategies", g.PureStrategies()},
		{"timed", g.OneDepth()},
		{"gdl2_developments", g.Developments()},
		{"zero_probability_actions", s.ZeroActions},
		{"constant_sum", constant},
		{"subgames", len(g.SubgameRoots())},
	}
	var warnings []string
	for _, w := range g.Warnings {
		warnings = append(warnings, w.Error())
	}
	if warnings != nil {
		f.add("warnings", warnings)
	}
	return f, nil
}

func rgFacts(g *rg.Game) facts {
	nodes, edges, variables, cells := g.Size()
	return facts{
		{"name", g.Title},
		{"players", len(g.Players())},
		{"player_names", g.Players()},
		{"nodes", nodes},
		{"edges", edges},
		{"variables", variables},
		{"cells", cells},
		{"hidden", g.Hidden()},
		{"chance", g.Chance()},
	}
}

func rbgFacts(g *rbg.Game) facts {
	st := g.Straightness()
	bounds := func(list []rbg.Bounded) map[string]int64 {
		m := map[string]int64{}
		for _, x := range list {
			m[x.Name] = x.Bound
		}
		return m
	}
	return facts{
		{"name", g.Title},
		{"players", len(g.Scores)},
		{"player_names", g.Players()},
		{"pieces", len(g.Pieces)},
		{"piece_names", g.Pieces},
		{"variables", len(g.Variables)},
		{"vertices", len(g.Vertices)},
		{"edges", g.DirectedEdges()},
		{"labels", len(g.Labels)},
		{"modifier_indices", g.Modifiers},
		{"straight_app", st.Applicational},
		{"straight_main", st.Main},
		{"straight_move", st.Move},
		{"score_bounds", bounds(g.Scores)},
		{"variable_bounds", bounds(g.Variables)},
	}
}
