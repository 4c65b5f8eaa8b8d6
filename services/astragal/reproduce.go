package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"slices"
	"strconv"

	"github.com/astragal/astragal/engine"

	"github.com/astragal/astragal/pkg/catalogue"
	"github.com/astragal/astragal/pkg/crate"
	"github.com/astragal/astragal/services/gateway"
)

func init() {
	register(command{
		name: "reproduce",
		args: "[--data DIR] [--workers N] [--figures] [--json] CRATE",
		short: "Play the evaluations of a crate again and say of every figure whether it is bit-equal, within its " +
			"interval, " +
			"or differs; exit status 0, 3 (none differs, some are only within), or 1",
		run: reproduce,
	})
}

// onlyWithin is the exit status when nothing differs, and not all is bit-equal.
const onlyWithin = 3

// What a figure is, compared with the one in the crate.
const (
	bitEqual = "bit-equal"
	within   = "within interval"
	differs  = "differs"
	missing  = "missing" // one of both is not there
)

// verdict is a figure compared.
type verdict struct {
	Evaluation string      `json:"evaluation"`
	Game       string      `json:"game"`
	Ruleset    string      `json:"ruleset"`
	Metric     string      `json:"metric"`
	Verdict    string      `json:"verdict"`
	Recorded   *estimateOf `json:"recorded,omitempty"`
	Found      *estimateOf `json:"found,omitempty"`
	Error      string      `json:"error,omitempty"` // why there is nothing to compare
}

// allStatistics is the name of the digest of everything, among the figures.
const allStatistics = "all statistics"

func reproduce(ctx context.Context, s *streams, args []string) error {
	flags := s.flags("reproduce")
	o := workFlags(flags)
	given := false
	asJSON := flags.Bool("json", false, "print one JSON object per figure")
	every := flags.Bool("figures", false, "print every figure, not only those that are not bit-equal")
	rest, err := parse(flags, args)
	if err != nil {
		return err
	}
	if len(rest) != 1 {
		return usagef("expected one CRATE")
	}
	root := os.DirFS(rest[0])
	p, recorded, err := readCrate(root)
	if err != nil {
		return err
	}
	problems, err := crate.Check(root)
	if err != nil {
		return err
	}
	for _, problem := range problems {
		fmt.Fprintln(s.err, "crate:", problem)
	}
	flags.Visit(func(f *flag.Flag) { given = given || f.Name == "data" || f.Name == "postgres" })
	if !given {
		dir, err := os.MkdirTemp("", "astragal-reproduce-")
		if err != nil {
			return err
		}
		defer os.RemoveAll(dir)
		o.cfg.Data = dir
	}
	verdicts, err := playAgain(ctx, s, o, root, p, recorded)
	if err != nil {
		return err
	}
	status, err := tell(s, p, verdicts, *asJSON, *every)
	if err == nil && len(problems) > 0 {
		status = 1
	}
	if err == nil && status != 0 {
		err = exitStatus(status)
	}
	return err
}

// readCrate reads the plan of a crate and its figures, by evaluation and name.
func readCrate(root fs.FS) (*cratePlan, map[string]map[string]estimateOf, error) {
	p, err := readPlan(root)
	if err != nil {
		return nil, nil, err
	}
	text, err := readBounded(root, figuresFile, 1<<30)
	if err != nil {
		return nil, nil, err
	}
	recorded, err := readFigures(bytes.NewReader(text))
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", figuresFile, err)
	}
	for i := range p.Evaluations {
		if e := &p.Evaluations[i]; len(recorded[e.Evaluation]) == 0 {
			return nil, nil, fmt.Errorf("%s has no figures of evaluation %s (%s)", figuresFile, e.Evaluation, e.name())
		}
	}
	return p, recorded, nil
}

// readFigures reads the table that (*crating).figures makes.
func readFigures(r io.Reader) (map[string]map[string]estimateOf, error) {
	c := csv.NewReader(r)
	head, err := c.Read()
	if err != nil {
		return nil, err
	}
	at := map[string]int{}
	for _, name := range []string{"evaluation", "metric", "n", "mean", "low", "high", "stddev"} {
		if at[name] = slices.Index(head, name); at[name] < 0 {
			return nil, fmt.Errorf("there is no column %s", name)
		}
	}
	all := map[string]map[string]estimateOf{}
	for {
		row, err := c.Read()
		if err == io.EOF {
			return all, nil
		}
		if err != nil {
			return nil, err
		}
		line, _ := c.FieldPos(0)
		var x estimateOf
		if x.N, err = strconv.ParseInt(row[at["n"]], 10, 64); err != nil {
			return nil, fmt.Errorf("line %d: n: %w", line, err)
		}
		for name, into := range map[string]*float64{"mean": &x.Mean, "low": &x.Low, "high": &x.High, "stddev": &x.StdDev} {
			if *into, err = strconv.ParseFloat(row[at[name]], 64); err != nil {
				return nil, fmt.Errorf("line %d: %s: %w", line, name, err)
			}
		}
		id := row[at["evaluation"]]
		if all[id] == nil {
			all[id] = map[string]estimateOf{}
		}
		all[id][row[at["metric"]]] = x
	}
}

// playAgain plays all evaluations of a plan and compares their figures.
func playAgain(ctx context.Context, s *streams, o *appOptions, root fs.FS, p *cratePlan,
	recorded map[string]map[string]estimateOf) (verdicts []verdict, err error) {
	var submissions []gateway.Submission
	for i := range p.Evaluations {
		sub, err := p.Evaluations[i].submission(root)
		if err != nil {
			return nil, err
		}
		submissions = append(submissions, sub)
	}
	st, err := openApp(ctx, o, nil, true, s.err)
	if err != nil {
		return nil, err
	}
	defer st.Close()
	c := st.host.Catalogue
	before, err := c.EvaluationCount(ctx)
	if err != nil {
		return nil, err
	}
	if before > 0 {
		return nil, fmt.Errorf("there are evaluations in %s already, which would be found and not played: name a new "+
			"data directory", o.cfg.Data)
	}
	compiler := engine.New()
	if e := p.Evaluations[0].Engine; e != compiler.Version() {
		fmt.Fprintf(s.err, "the crate was made by engine %s, this one is %s: figures may differ\n", e, compiler.Version())
	}
	g := gateway.New(c, st.host.Queue, compiler)
	for _, group := range p.groups() {
		var list []gateway.Submission
		for _, i := range group {
			list = append(list, submissions[i])
		}
		params := list[0].Params
		ids, err := g.SubmitAll(ctx, list, nil)
		if err != nil {
			return nil, err
		}
		if err := watch(ctx, s, c, ids, params); err != nil {
			return nil, err
		}
		outcomes, err := c.Outcomes(ctx, ids, params)
		if err != nil {
			return nil, err
		}
		for n, i := range group {
			e := &p.Evaluations[i]
			more, err := compareOutcome(ctx, c, e, recorded[e.Evaluation], outcomes[n])
			if err != nil {
				return nil, err
			}
			verdicts = append(verdicts, more...)
		}
	}
	return verdicts, nil
}

// compareOutcome compares what came of a planned evaluation with what was recorded.
func compareOutcome(ctx context.Context, c *catalogue.Catalogue, e *planned, recorded map[string]estimateOf,
	o catalogue.Outcome) ([]verdict, error) {
	of := func(metric, v string) verdict {
		return verdict{Evaluation: e.Evaluation, Game: e.Game, Ruleset: e.Ruleset, Metric: metric, Verdict: v}
	}
	failed := ""
	switch {
	case o.Ruleset == nil:
		failed = o.Source.Error
	case o.Ruleset.Hash != e.Hash:
		failed = fmt.Sprintf("the description gives the ruleset %s, and not %s", o.Ruleset.Hash, e.Hash)
	case o.Evaluation == nil || o.Evaluation.Status != "done" || o.Evaluation.Summary == nil:
		failed = "it was not played to the end"
		if o.Evaluation != nil && o.Evaluation.Error != "" {
			failed = o.Evaluation.Error
		}
	}
	if failed != "" {
		v := of(allStatistics, missing)
		v.Error = failed
		return []verdict{v}, nil
	}
	digest, err := statisticsOf(ctx, c, o.Evaluation, o.Ruleset.Players)
	if err != nil {
		return nil, err
	}
	var list []verdict
	equal := true
	found := figuresOf(o.Evaluation)
	names := map[string]bool{}
	for name := range recorded {
		names[name] = true
	}
	for name := range found {
		names[name] = true
	}
	for _, name := range sortedKeys(names) {
		x, before := recorded[name]
		y, now := found[name]
		v := of(name, missing)
		if before {
			v.Recorded = &x
		}
		if now {
			v.Found = &y
		}
		if before && now {
			v.Verdict = compareFigures(x, y)
		}
		equal = equal && v.Verdict == bitEqual
		list = append(list, v)
	}
	v := of(allStatistics, bitEqual)
	if digest != e.Statistics { // no better than the worst of the figures
		v.Verdict = differs
		isWorse := func(v verdict) bool { return v.Verdict == differs || v.Verdict == missing }
		if !equal && !slices.ContainsFunc(list, isWorse) {
			v.Verdict = within
		}
	}
	return append(list, v), nil
}

// compareFigures compares a recorded figure with one found now: within its interval
// is one whose mean lies in the interval recorded.
func compareFigures(recorded, found estimateOf) string {
	same := recorded.N == found.N
	for _, pair := range [][2]float64{{recorded.Mean, found.Mean}, {recorded.Low, found.Low}, {recorded.High, found.High},
		{recorded.StdDev, found.StdDev}} {
		same = same && math.Float64bits(pair[0]) == math.Float64bits(pair[1])
	}
	switch {
	case same:
		return bitEqual
	case found.Mean >= recorded.Low && found.Mean <= recorded.High:
		return within
	}
	return differs
}

// tell says what became of every figure, and returns the exit status.
func tell(s *streams, p *cratePlan, verdicts []verdict, asJSON, every bool) (status int, err error) {
	enc := json.NewEncoder(s.out)
	count := map[string]int{}
	var broken error
	for i, v := range verdicts {
		count[v.Verdict]++
		e := planned{Game: v.Game, Ruleset: v.Ruleset}
		switch {
		case asJSON:
			broken = errors.Join(broken, enc.Encode(v))
		case v.Verdict == missing && v.Error != "":
			fmt.Fprintf(s.out, "%s: %s\n", e.name(), v.Error)
		case v.Verdict == missing:
			fmt.Fprintf(s.out, "%s: %s: missing %s\n", e.name(), v.Metric, map[bool]string{true: "now",
				false: "in the crate"}[v.Found == nil])
		case every && v.Recorded != nil || v.Verdict != bitEqual && v.Recorded != nil:
			fmt.Fprintf(s.out, "%s: %s: %s: %s recorded, %s found\n", e.name(), v.Metric, v.Verdict, figureText(v.Recorded),
				figureText(v.Found))
		case every || v.Verdict == differs:
			fmt.Fprintf(s.out, "%s: %s: %s\n", e.name(), v.Metric, v.Verdict)
		}
		if asJSON || i+1 < len(verdicts) && verdicts[i+1].Evaluation == v.Evaluation {
			continue
		}
		all := 0
		equal := 0
		for j := i; j >= 0 && verdicts[j].Evaluation == v.Evaluation; j-- {
			all++
			if verdicts[j].Verdict == bitEqual {
				equal++
			}
		}
		fmt.Fprintf(s.out, "%s: %d of %d figures are bit-equal\n", e.name(), equal, all)
	}
	clocked := 0
	for i := range p.Evaluations {
		if p.Evaluations[i].Clocked {
			clocked++
		}
	}
	fmt.Fprintf(s.err, "%d evaluations, %d figures: %d bit-equal, %d within interval, %d differ, %d missing\n",
		len(p.Evaluations),
		len(verdicts), count[bitEqual], count[within], count[differs], count[missing])
	if clocked > 0 {
		fmt.Fprintf(s.err, "of %d evaluations some playouts were given up for lack of time or memory: their figures "+
			"depend on the machine\n", clocked)
	}
	switch {
	case count[differs]+count[missing] > 0:
		status = 1
	case count[within] > 0:
		status = onlyWithin
	}
	return status, broken
}

func figureText(x *estimateOf) string {
	return fmt.Sprintf("%v [%v, %v] of %d", x.Mean, x.Low, x.High, x.N)
}
