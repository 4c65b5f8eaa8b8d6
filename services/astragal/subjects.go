package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/astragal/astragal/engine"

	"github.com/astragal/astragal/engine/agent"
	"github.com/astragal/astragal/engine/distance"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/metric"
	"github.com/astragal/astragal/engine/provenance"
	"github.com/astragal/astragal/pkg/catalogue"
	"github.com/astragal/astragal/pkg/evidence"
)

// subject is a ruleset to compare or to export.
type subject struct {
	name      string // of game and ruleset; distinct among the subjects
	game      string
	ruleset   string
	file      string // where it came from
	hash      string
	formalism string
	engine    string // that compiled it
	players   int
	about     provenance.Ruleset
	concepts  map[string]float64
	// shown is the evaluation whose figures are taken, nil when it was not
	// evaluated; metrics are its figures by name, and nil as well.
	shown   *catalogue.Evaluation
	metrics map[string]metric.Estimate
	tree    *distance.Tree // of its ludemes; nil for formalisms that have none
	// evidence are the items about the ruleset.
	evidence []evidence.Item
}

// selection is how the flags choose subjects.
type selection struct {
	files    *choice
	app      *appOptions
	rulesets bool // of files: every declared ruleset
	filter   catalogue.Filter
	concepts list
	metrics  list
	is       list
	one      bool // of the catalogue, the first ruleset of each game only
	years    [2]string
}

// selectionFlags adds the flags that choose subjects.
func selectionFlags(fs *flag.FlagSet) *selection { return selectionOf(fs, catalogueFlags(fs)) }

// selectionOf is selectionFlags for a command that has the flags of the app already.
func selectionOf(fs *flag.FlagSet, app *appOptions) *selection {
	s := &selection{files: choiceFlags(fs), app: app}
	f := &s.filter
	fs.BoolVar(&s.rulesets, "rulesets", false, "of each PATH, take every declared ruleset, not only the default one")
	fs.StringVar(&f.Agent, "agent", catalogue.DefaultAgent,
		"of the catalogue, take the metrics that play by this `agent` gave")
	for _, text := range []struct {
		field      *string
		name, what string
	}{
		{&f.Search, "search", "whose game, ruleset or alias has this `text`"},
		{&f.Game, "game", "of the game with this `name`"},
		{&f.Culture, "culture", "whose culture has this `text`"},
		{&f.Region, "region", "whose region has this `text`"},
		{&f.Period, "period", "whose period has this `text`"},
		{&f.Classification, "classification", "whose classification begins with this `text`"},
		{&s.years[0], "from", "that may be from this `year` or later; years before our era are negative"},
		{&s.years[1], "to", "that may be from this `year` or earlier"},
	} {
		fs.StringVar(text.field, text.name, "", "of the catalogue, take rulesets "+text.what)
	}
	fs.Var(&s.concepts, "concept",
		"of the catalogue, take rulesets with this `concept`, such as Hop or NumDice>=2; may be repeated")
	fs.Var(&s.metrics, "metric", "of the catalogue, take rulesets with this `condition` on the mean of a metric, such "+
		"as DurationMoves>=50; "+
		"may be repeated")
	fs.Var(&s.is, "is", "of the catalogue, take rulesets with this `facet:value`, such as kind:board/race; of several "+
		"values of one "+
		"facet any may hold; may be repeated")
	fs.BoolVar(&f.All, "all", false, "of the catalogue, take rulesets that were superseded, or whose file is gone, too")
	fs.BoolVar(&s.one, "one", false, "of the catalogue, take the first ruleset of each game only")
	return s
}

// check reads what the flags say; paths tells that files are given, to which the
// filters of the catalogue do not apply.
func (s *selection) check(fs *flag.FlagSet, paths bool) error {
	ofFiles := map[string]bool{"defs": true, "option": true, "ruleset": true, "rulesets": true}
	ofCatalogue := map[string]bool{"agent": true, "search": true, "culture": true, "region": true, "period": true,
		"classification": true, "from": true, "to": true, "concept": true, "game": true, "metric": true, "is": true,
		"one": true, "all": true}
	var err error
	fs.Visit(func(f *flag.Flag) {
		switch {
		case err != nil:
		case paths && ofCatalogue[f.Name]:
			err = usagef("--%s is for rulesets of the catalogue, not for files at a PATH", f.Name)
		case !paths && ofFiles[f.Name]:
			err = usagef("--%s is for files at a PATH, not for rulesets of the catalogue", f.Name)
		}
	})
	if err != nil {
		return err
	}
	if s.filter.Agent, err = agent.Canonical(s.filter.Agent); err != nil {
		return usagef("%v", err)
	}
	for i, text := range s.years {
		if text == "" {
			continue
		}
		y, err := strconv.Atoi(text)
		if err != nil || y == 0 {
			return usagef("--%s %q is no year; expected one such as 1200, or -500 for 500 BCE",
				[]string{"from", "to"}[i], text)
		}
		*[]**int{&s.filter.From, &s.filter.To}[i] = &y
	}
	for _, conditions := range []struct {
		flag  string
		texts list
		into  *[]catalogue.Condition
	}{{"concept", s.concepts, &s.filter.Concepts}, {"metric", s.metrics, &s.filter.Metrics}} {
		for _, text := range conditions.texts {
			c, err := catalogue.ParseCondition(text)
			if err != nil {
				return usagef("--%s %v", conditions.flag, err)
			}
			*conditions.into = append(*conditions.into, c)
		}
	}
	for _, text := range s.is {
		c, err := catalogue.ParseChoice(text)
		if err != nil {
			return usagef("--is %v", err)
		}
		s.filter.Choices = append(s.filter.Choices, c)
	}
	return nil
}

// read takes all descriptions at the paths or, without paths, the rulesets of
// the catalogue. A description that does not compile is reported and left out;
// failed says how many.
func (s *selection) read(ctx context.Context, io *streams, paths []string, label string) (
	list []subject, failed int, err error) {
	if len(paths) > 0 {
		list, failed, err = s.compile(ctx, io.err, paths, label)
	} else {
		list, err = s.stored(ctx, io.err)
	}
	if err == nil && len(list) == 0 && failed == 0 {
		err = fmt.Errorf("the catalogue in %s has no such rulesets", s.app.cfg.Data)
	}
	distinguish(list)
	return list, failed, err
}

// compile compiles the descriptions at the paths.
func (s *selection) compile(ctx context.Context, errs io.Writer, paths []string, label string) (
	list []subject, failed int, err error) {
	var files []string
	for _, path := range paths {
		more, err := findDescriptions(path)
		if err != nil {
			return nil, 0, err
		}
		files = append(files, more...)
	}
	bar := newLineBar(errs, label, len(files))
	defer bar.clear()
	for i, file := range files {
		for _, c := range s.choices(file) {
			if ctx.Err() != nil {
				return nil, 0, ctx.Err()
			}
			rs, err := c.open(ctx, file)
			if err != nil {
				failed++
				bar.clear()
				fmt.Fprintln(errs, err)
				continue
			}
			x := compiledSubject(rs, file)
			if err := x.beside(file); err != nil {
				bar.clear()
				fmt.Fprintln(errs, err)
			}
			list = append(list, x)
		}
		bar.show(i + 1)
	}
	return list, failed, nil
}

// beside takes the items of the file of evidence beside a description, if there is one.
func (x *subject) beside(file string) error {
	path := strings.TrimSuffix(file, filepath.Ext(file)) + evidence.Suffix
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	f, err := evidence.Read(path, text)
	if err != nil {
		return err
	}
	x.concerning(f.Items)
	return nil
}

// concerning takes the items that are about the ruleset.
func (x *subject) concerning(items []evidence.Item) {
	for _, i := range items {
		if i.Game == x.game && i.Concerns(x.ruleset) {
			x.evidence = append(x.evidence, i)
		}
	}
}

// choices are the rulesets to take of a file: the one that flags choose, or
// every one that it declares. What is wrong with the file, compiling tells.
func (s *selection) choices(file string) []*choice {
	one := []*choice{s.files}
	if !s.rulesets || formalisms[filepath.Ext(file)] != "lgdl" {
		return one
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return one
	}
	d, err := lgdl.Read(file, text)
	if err != nil {
		return one
	}
	var all []*choice
	for _, r := range d.Rulesets() {
		if r.Implemented() {
			c := *s.files
			c.ruleset = r.Heading
			all = append(all, &c)
		}
	}
	if len(all) == 0 {
		return one
	}
	return all
}

func compiledSubject(rs engine.Ruleset, file string) subject {
	sub := subject{game: rs.Name(), ruleset: rs.RulesetName(), file: file, hash: rs.Hash(),
		formalism: rs.Game().Formalism(), engine: engine.New().Version(), players: rs.Players(),
		about: provenance.Of(rs.Metadata()), concepts: rs.Concepts()}
	if d, ok := rs.(interface{ Checked() *lgdl.Checked }); ok {
		sub.tree = distance.Ludemes(d.Checked().Game)
	}
	return sub
}

// stored reads the rulesets of the catalogue that pass the filter, with the
// figures of the evaluations by one agent that pages show, too.
func (s *selection) stored(ctx context.Context, errs io.Writer) (list []subject, err error) {
	c, closeCatalogue, err := openCatalogue(ctx, s.app, errs)
	if err != nil {
		return nil, err
	}
	defer closeCatalogue()
	files, err := c.SourceFiles(ctx)
	if err != nil {
		return nil, err
	}
	items, err := c.Evidence(ctx, catalogue.EvidenceFilter{})
	if err != nil {
		return nil, err
	}
	f := s.filter
	f.Full = true
	seen := map[string]bool{} // games
	for total := 1; f.Offset < total; {
		page, n, err := c.Rulesets(ctx, f)
		if err != nil {
			return nil, err
		}
		if len(page) == 0 {
			break
		}
		f.Offset, total = f.Offset+len(page), n
		for i := range page {
			if s.one && seen[page[i].Game] {
				continue
			}
			seen[page[i].Game] = true
			sub, err := storedSubject(ctx, c, &page[i])
			if err != nil {
				return nil, err
			}
			sub.file = files[sub.hash]
			sub.concerning(items)
			list = append(list, sub)
		}
	}
	return list, nil
}

func storedSubject(ctx context.Context, c *catalogue.Catalogue, r *catalogue.Ruleset) (sub subject, err error) {
	sub = subject{game: r.Game, ruleset: r.Name, hash: r.Hash, formalism: r.Formalism,
		engine: r.Engine, players: r.Players, about: r.Ruleset}
	if sub.concepts, err = c.Concepts(ctx, r.Hash); err != nil {
		return sub, err
	}
	if e := r.Latest; e != nil && e.Status == "done" && e.Summary != nil {
		sub.shown, sub.metrics = e, e.Summary.Metrics
	}
	if r.Formalism == "lgdl" {
		full, err := c.Ruleset(ctx, r.Hash)
		if err != nil {
			return sub, err
		}
		sub.tree, err = distance.ExpandedLudemes(r.Game, full.Expanded)
		return sub, err
	}
	return sub, nil
}

// distinguish gives the subjects distinct names: those of their games; with the
// rulesets, where a game has several of them here or it is not the default; then
// with their files, and where that is not enough with numbers.
func distinguish(list []subject) {
	for i := range list {
		if list[i].name = list[i].game; list[i].ruleset != "" {
			list[i].name += " " + list[i].ruleset
		}
	}
	count := map[string]int{}
	for _, s := range list {
		count[s.name]++
	}
	taken := map[string]bool{}
	for i := range list {
		s := &list[i]
		file := strings.TrimSuffix(filepath.Base(s.file), filepath.Ext(s.file))
		if count[s.name] > 1 && file != s.name {
			s.name += " (" + file + ")"
		}
		stem := s.name
		for n := 2; taken[s.name]; n++ {
			s.name = fmt.Sprintf("%s %d", stem, n)
		}
		taken[s.name] = true
	}
}

func namesOf(list []subject) []string {
	names := make([]string, len(list))
	for i := range list {
		names[i] = list[i].name
	}
	return names
}

// kindsOf says how the figures of the subjects came about, each way once, and
// how many subjects have none.
func kindsOf(list []subject) (kinds []string, without int) {
	all := map[string]bool{}
	for i := range list {
		if e := list[i].shown; e == nil {
			without++
		} else {
			all[fmt.Sprintf("%d playouts asked for, %s", e.Params.Playouts, evaluationKind(e))] = true
		}
	}
	return sortedKeys(all), without
}
