package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/astragal/astragal/engine/agent"
	"github.com/astragal/astragal/engine/draw"
	"github.com/astragal/astragal/engine/symmetry"
	"github.com/astragal/astragal/engine/traffic"
	"github.com/astragal/astragal/engine/wear"
	"github.com/astragal/astragal/pkg/catalogue"
	"github.com/astragal/astragal/pkg/lab"
	"github.com/astragal/astragal/services/compile"
	"github.com/astragal/astragal/services/gateway"
)

func init() {
	register(command{
		name: "wear",
		args: "template [--kind edge|site] [--svg FILE] [-o WEAR.csv] FILE | " +
			"--observed WEAR.csv [--agents A,B…] [--playouts N] [--move-limit N] [--rulesets] [--variant S]… [--unrelated FILE]… " +
			"[--family REGEXP] [--fold orient|average|none] [--data DIR] [-o OUT.html|.json|.csv|.parquet]… [PATH… | --search S …]",
		short: "Compare the wear of a board with the traffic of candidate rulesets: likelihoods, posterior, null models, and what is not determined",
		run: func(ctx context.Context, s *streams, args []string) error {
			if len(args) > 0 && args[0] == "template" {
				return wearTemplate(ctx, s, args[1:])
			}
			return runWear(ctx, s, args)
		},
	})
}

// wearTemplate writes an empty file of wear and a picture with the numbers of its lines.
func wearTemplate(ctx context.Context, s *streams, args []string) error {
	fs := s.flags("wear")
	c := choiceFlags(fs)
	kind := fs.String("kind", "edge", "edge or site: what is worn")
	svg := fs.String("svg", "", "write a picture of the board with the names of the lines to this `file`")
	out := fs.String("o", "", "write to this `file` instead of standard output")
	files, err := parse(fs, args)
	switch {
	case err != nil:
		return err
	case len(files) != 1:
		return usagef("template: expected one FILE")
	case *kind != "edge" && *kind != "site":
		return usagef("--kind must be edge or site")
	}
	rs, err := c.open(ctx, files[0])
	if err != nil {
		return err
	}
	on, ok := rs.(boarded)
	if !ok {
		return fmt.Errorf("%s: only L-GDL games have a board that is known", files[0])
	}
	b, err := on.Traffic()
	if err != nil {
		return fmt.Errorf("%s: %w", files[0], err)
	}
	if *svg != "" {
		heat := &draw.Heat{Type: b.Type}
		if *kind == "site" {
			for i := range b.Sites {
				heat.Sites = append(heat.Sites, draw.HeatSite{Site: int32(i), Value: -1, Label: fmt.Sprintf("S%d", i)})
			}
		} else {
			for i, p := range b.Pairs {
				heat.Lines = append(heat.Lines, draw.HeatLine{A: p[0], B: p[1], Value: -1, Label: fmt.Sprintf("L%d", i+1)})
			}
		}
		draws := func(w io.Writer) error {
			return on.DrawHeat(w, heat,
				draw.Options{Title: "Lines of board " + b.Key() + ", " + rs.Name(), Sites: true, Width: 900})
		}
		if err := writeTo(s.out, *svg, draws); err != nil {
			return err
		}
	}
	return writeTo(s.out, *out, func(w io.Writer) error { return writeTemplate(w, b, *kind == "site") })
}

// wearing is one run of a study.
type wearing struct {
	observed *wearFile
	chosen   *selection
	params   catalogue.Params
	agents   []string
	variants list
	unlike   list // files of unrelated games
	family   *regexp.Regexp
	measure  traffic.Measure
	all      bool // symmetries that are no isometries, too
	options  wear.Options
	out      list

	boards map[string]*wornBoard
	names  map[string]string // of the rulesets, by identity
}

// wornBoard is a board that candidates are played on.
type wornBoard struct {
	on     boarded
	board  *traffic.Board
	parts  []wear.Part
	images [][]int32 // of the elements
	first  string    // name of the first candidate on it
	note   string    // about the symmetries
}

func runWear(ctx context.Context, s *streams, args []string) error {
	fs := s.flags("wear")
	w := &wearing{boards: map[string]*wornBoard{}, names: map[string]string{}}
	w.params = catalogue.Params{Metrics: catalogue.Traffic}
	observed := fs.String("observed", "", "`file` of observed wear; see astragal wear template")
	w.chosen = selectionOf(fs, workFlags(fs))
	agents := fs.String("agents", "random",
		"who plays, with commas between them, each all seats of its plays: "+agent.Usage)
	fs.IntVar(&w.params.Playouts, "playouts", 100, "playouts per ruleset and agent, at most 1,000")
	fs.Uint64Var(&w.params.Seed, "seed", 1, "seed of all random choices, of play and of the analysis")
	fs.IntVar(&w.params.MaxPlies, "max-plies", 0, "plies after which a playout is cut off; 0 is the engine's default")
	limitFlags(fs, &w.params.MoveLimit, &w.params.TurnLimit)
	fs.Var(&w.variants, "variant",
		"of each PATH, take the ruleset with these `options`, as Heading/Item;Heading/Item; may be repeated")
	fs.Var(&w.unlike, "unrelated", "`file` of a game on the same board that is a null model; may be repeated")
	family := fs.String("family", "",
		"regular `expression`: its first group in the name of a ruleset is the family; without, the game")
	measure := fs.String("measure", "",
		"what wears: moves or along of edges (default along), visits, stays, placements, captures or sown of sites (default visits)")
	fold := fs.String("fold", string(wear.Orient),
		"how the board was turned: orient (one unknown orientation), average (every play in any), none (as numbered)")
	symmetries := fs.String("symmetry", "geometric",
		"geometric (turns and reflections of the board) or all (every automorphism of its graph)")
	fs.IntVar(&w.options.Bootstrap, "bootstrap", 200, "samples of the plays")
	fs.IntVar(&w.options.Shuffles, "shuffles", 1999, "shuffles of the wear")
	fs.Float64Var(&w.options.NullPrior, "null-prior", 0.5, "prior probability of the models without rules")
	fs.Var(&w.out, "o", "write the report to this `file`: .html, .json, .csv or .parquet; may be repeated")
	paths, err := parse(fs, args)
	if err != nil {
		return err
	}
	w.options.Folding, w.options.Seed = wear.Folding(*fold), w.params.Seed
	if err := w.check(fs, paths, *observed, *agents, *family, *measure, *symmetries); err != nil {
		return err
	}
	candidates, err := w.candidates(ctx, s, paths)
	if err != nil {
		return err
	}
	rep, err := wear.Analyse(&w.observed.Observed, candidates, w.options)
	if err != nil {
		return fmt.Errorf("%s: %w", *observed, err)
	}
	return w.report(s.out, rep, candidates)
}

// check reads the flags.
func (w *wearing) check(fs *flag.FlagSet, paths []string,
	observed, agents, family, measure, symmetries string) (err error) {
	if observed == "" {
		return usagef("--observed is missing: a file of observed wear; astragal wear template FILE writes an empty one")
	}
	if err := w.chosen.check(fs, len(paths) > 0); err != nil {
		return err
	}
	if err := w.options.Check(); err != nil {
		return usagef("%v", err)
	}
	if w.family, err = regexp.Compile(family); err != nil {
		return usagef("--family: %v", err)
	}
	if family != "" && w.family.NumSubexp() < 1 {
		return usagef("--family %q has no group in parentheses", family)
	}
	if symmetries != "geometric" && symmetries != "all" {
		return usagef("--symmetry must be geometric or all")
	}
	w.all = symmetries == "all"
	specs, err := agent.ParseList(agents)
	if err != nil {
		return usagef("--agents: %v", err)
	}
	for _, s := range specs {
		w.agents = append(w.agents, s.String())
	}
	slices.Sort(w.agents)
	w.agents = slices.Compact(w.agents)
	for _, a := range w.agents {
		p := w.params
		p.Agent = a
		if err := checkParams(&p); err != nil {
			return err
		}
	}
	if w.params.Playouts > 1000 {
		return usagef("--playouts %d, expected at most 1,000: of more the single plays are not kept", w.params.Playouts)
	}
	for _, file := range w.out {
		if !slices.Contains([]string{".html", ".json", ".csv", ".parquet"}, filepath.Ext(file)) {
			return usagef("-o %s: expected a file .html, .json, .csv or .parquet", file)
		}
	}
	if w.observed, err = readWear(observed); err != nil {
		return err
	}
	if measure == "" {
		measure = map[bool]string{false: "along", true: "visits"}[w.observed.sites]
	}
	if w.measure, err = traffic.ParseMeasure(measure); err != nil {
		return usagef("%v", err)
	}
	if w.measure.OfPairs() == w.observed.sites {
		return usagef("--measure %s does not fit: %s is about %s", measure, observed,
			map[bool]string{false: "edges", true: "sites"}[w.observed.sites])
	}
	return nil
}

// submissions are the descriptions at the paths in all rulesets and variants asked for.
func (w *wearing) submissions(paths []string) ([]gateway.Submission, map[string]string, error) {
	list, defs, err := readSubmissions(paths, w.chosen.files.defs, w.chosen.rulesets, w.params)
	if err != nil {
		return nil, nil, err
	}
	if defs == nil && len(paths) > 0 {
		if dir := defsFolder("", paths[0]); dir != "" {
			if defs, err = readDefs(dir); err != nil {
				return nil, nil, err
			}
		}
	}
	var all []gateway.Submission
	for _, sub := range list {
		sub.Options = w.chosen.files.options
		if w.chosen.files.ruleset != "" {
			sub.Ruleset = w.chosen.files.ruleset
		}
		if len(w.variants) == 0 {
			all = append(all, sub)
		}
		for _, v := range w.variants {
			each := sub
			each.Options = append(slices.Clone(sub.Options), strings.Split(v, ";")...)
			all = append(all, each)
		}
	}
	return all, defs, nil
}

// candidates evaluates the rulesets by every agent through the pipeline and reads
// their traffic. What was evaluated before is not played again.
func (w *wearing) candidates(ctx context.Context, s *streams, paths []string) ([]wear.Candidate, error) {
	var hashes []string
	if len(paths) == 0 {
		subjects, _, err := w.chosen.read(ctx, s, nil, "wear")
		if err != nil {
			return nil, err
		}
		for i := range subjects {
			hashes = append(hashes, subjects[i].hash)
		}
	}
	st, err := openStation(ctx, w.chosen.station, nil, true, s.err)
	if err != nil {
		return nil, err
	}
	defer st.Close()
	gate := gateway.New(st.host.Catalogue, st.host.Queue, lab.Engine())
	var list []wear.Candidate
	for _, who := range w.agents {
		p := w.params
		p.Agent = who
		ids, err := w.submit(ctx, gate, hashes, paths, p)
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(s.err, "%d candidates played by %s\n", len(ids), who)
		if list, err = w.collect(ctx, s, st.host.Catalogue, ids, p, false, list); err != nil {
			return nil, err
		}
		if len(w.unlike) == 0 {
			continue
		}
		if ids, err = w.submit(ctx, gate, nil, w.unlike, p); err != nil {
			return nil, err
		}
		if list, err = w.collect(ctx, s, st.host.Catalogue, ids, p, true, list); err != nil {
			return nil, err
		}
	}
	if len(list) == 0 {
		return nil, errors.New("no candidate could be played")
	}
	slices.SortStableFunc(list,
		func(a, b wear.Candidate) int { return cmp.Or(cmp.Compare(a.ID, b.ID), cmp.Compare(a.Agent, b.Agent)) })
	list = slices.CompactFunc(list, func(a, b wear.Candidate) bool { return a.ID == b.ID && a.Agent == b.Agent })
	return append(list, w.walks()...), nil
}

// submit asks for the evaluations and returns the ids of the sources.
func (w *wearing) submit(ctx context.Context, gate gateway.Service, hashes, paths []string,
	p catalogue.Params) (ids []string, err error) {
	for _, hash := range hashes {
		receipt, err := gate.Evaluate(ctx, gateway.EvaluateRequest{Hash: hash, Params: p})
		if err != nil {
			return nil, err
		}
		ids = append(ids, receipt.Source)
	}
	if len(paths) == 0 {
		return ids, nil
	}
	list, defs, err := w.submissions(paths)
	if err != nil {
		return nil, err
	}
	for i := range list {
		list[i].Params = p
	}
	more, _, err := gate.SubmitFiles(ctx, list, defs, "", nil)
	return append(ids, more...), err
}

// collect waits for evaluations and adds what was played as candidates. One that
// fails is reported and left out.
func (w *wearing) collect(ctx context.Context, s *streams, c *catalogue.Catalogue, ids []string, p catalogue.Params,
	null bool, list []wear.Candidate) ([]wear.Candidate, error) {
	if err := watch(ctx, s, c, ids, p); err != nil {
		return nil, err
	}
	outcomes, err := c.Outcomes(ctx, ids, p)
	if err != nil {
		return nil, err
	}
	for i, o := range outcomes {
		switch {
		case o.Evaluation == nil:
			fmt.Fprintf(s.err, "left out: %s %s: %s\n", o.Source.File, o.Source.Ruleset, o.Source.Error)
			continue
		case o.Evaluation.Status != "done":
			fmt.Fprintf(s.err, "left out: %s %s by %s: %s\n", o.Source.File, o.Source.Ruleset, p.Agent, o.Evaluation.Error)
			continue
		}
		counts, err := c.Traffic(ctx, o.Evaluation.ID)
		if errors.Is(err, catalogue.ErrNotFound) {
			fmt.Fprintf(s.err, "left out: %s %s by %s: no play came to an end\n", o.Source.File, o.Source.Ruleset, p.Agent)
			continue
		}
		if err != nil {
			return nil, err
		}
		rs, err := compile.Load(ctx, c, lab.Engine(), ids[i])
		if err != nil {
			return nil, err
		}
		candidate, err := w.candidate(rs, counts, p.Agent)
		if err != nil {
			return nil, err
		}
		candidate.Null = null
		list = append(list, *candidate)
	}
	return list, nil
}

// candidate is a ruleset with its traffic.
func (w *wearing) candidate(rs lab.Ruleset, counts *traffic.Counts, agent string) (*wear.Candidate, error) {
	b, err := w.boardOf(rs)
	if err != nil {
		return nil, err
	}
	c := &wear.Candidate{ID: rs.Hash(), Name: rs.Name(), Family: rs.Name(), Agent: agent, Parts: b.parts,
		Images: b.images, Concept: map[string]float64{}}
	if rs.RulesetName() != "" {
		c.Name += ": " + rs.RulesetName()
	} else if o, ok := rs.(interface{ Options() []string }); ok && len(w.variants) > 0 {
		c.Name += ": " + strings.Join(o.Options(), ", ")
	}
	if m := w.family.FindStringSubmatch(c.Name); len(m) > 1 {
		c.Family = m[1]
	}
	if old, known := w.names[c.ID]; known {
		c.Name = old // the same rules under another name
	}
	w.names[c.ID] = c.Name
	for name, v := range rs.Concepts() {
		if isBoolean(name) {
			c.Concept[name] = v
		}
	}
	c.Plays = w.plays(counts)
	return c, nil
}

// plays are the counts of single plays.
func (w *wearing) plays(counts *traffic.Counts) (list [][]int32) {
	for _, p := range counts.Kept() {
		row := slices.Clone(p.Counts[w.measure])
		if w.measure == traffic.Along {
			for i, n := range p.Counts[traffic.Moves] {
				row[i] += n
			}
		}
		list = append(list, row)
	}
	return list
}

// maxImages bounds the symmetries that traffic is folded over; where there are more,
// turns and reflections are taken.
const maxImages = 5000

// boardOf is the board of a ruleset, read once.
func (w *wearing) boardOf(rs lab.Ruleset) (*wornBoard, error) {
	on, ok := rs.(boarded)
	if !ok {
		return nil, fmt.Errorf("%s: only L-GDL games have a board that is known", rs.Name())
	}
	name := rs.Name()
	if rs.RulesetName() != "" {
		name += ": " + rs.RulesetName()
	}
	return w.boardOn(on, name)
}

// boardOn is the board of a ruleset with a name.
func (w *wearing) boardOn(on boarded, name string) (*wornBoard, error) {
	b, err := on.Traffic()
	if err != nil {
		return nil, err
	}
	if known := w.boards[b.Key()]; known != nil {
		return known, nil
	}
	x := &wornBoard{on: on, board: b, first: name}
	if x.parts, err = w.observed.parts(b); err != nil {
		return nil, fmt.Errorf("%s: %w", x.first, err)
	}
	w.observed.join(b, x.parts)
	graph := symmetry.Of(b)
	elements := symmetry.Geometric(b, graph)
	x.note = symmetriesOf(b)
	if w.all {
		if group, err := symmetry.Automorphisms(graph); err == nil {
			if all, ok := group.Elements(maxImages); ok {
				elements = all
				x.note += ", all of which are taken"
			}
		}
	}
	for _, p := range elements {
		if !w.observed.sites {
			p = symmetry.PairImages(b, p)
		}
		x.images = append(x.images, p)
	}
	w.boards[b.Key()] = x
	return x, nil
}

// walks are the null models of pieces that walk at random, on every board.
func (w *wearing) walks() (list []wear.Candidate) {
	for _, key := range sortedKeys(w.boards) {
		b := w.boards[key]
		for _, steps := range []int{1, b.board.Sites} {
			along, visits := wear.Walk(b.board.Sites, b.board.Pairs, steps)
			c := wear.Candidate{ID: fmt.Sprintf("walk-%d-%s", steps, key),
				Name: fmt.Sprintf("random walk of %d step%s on board %s", steps, plural(steps), key), Family: "random walk",
				Agent: "–", Null: true, Traffic: along, Parts: b.parts, Images: b.images}
			if w.observed.sites {
				c.Traffic = visits
			}
			list = append(list, c)
		}
	}
	return list
}
