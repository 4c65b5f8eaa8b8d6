package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/astragal/astragal/engine"

	"github.com/astragal/astragal/pkg/catalogue"
	"github.com/astragal/astragal/pkg/crate"
	"github.com/astragal/astragal/pkg/evidence"
	"github.com/astragal/astragal/pkg/release"
)

// crating writes a crate of evaluations.
type crating struct {
	dir             string
	license, author string
	lines           list // the command lines that made the evaluations

	plan     cratePlan
	evidence []evidence.Item
	written  map[string]string // content of files by path
	inputs   []crate.File
}

// export writes the evaluations shown of the rulesets chosen, with everything
// that it takes to make them again, to a folder that is new or empty.
func (k *crating) export(ctx context.Context, s *streams, chosen *selection) error {
	if err := crate.CheckLicense(k.license); err != nil {
		return usagef("--license: %v", err)
	}
	if entries, err := os.ReadDir(k.dir); err == nil && len(entries) > 0 {
		return fmt.Errorf("%s is not empty; a crate needs a folder of its own", k.dir)
	}
	c, closeCatalogue, err := openCatalogue(ctx, chosen.app, s.err)
	if err != nil {
		return err
	}
	defer closeCatalogue()
	k.plan = cratePlan{Format: planFormat, Software: release.Of(engine.New().Version())}
	k.written = map[string]string{}
	without := 0
	f := chosen.filter
	f.Full = true
	for total := 1; f.Offset < total; {
		page, n, err := c.Rulesets(ctx, f)
		if err != nil {
			return err
		}
		if len(page) == 0 {
			break
		}
		f.Offset, total = f.Offset+len(page), n
		for i := range page {
			if e := page[i].Latest; e == nil || e.Status != "done" || e.Summary == nil {
				without++
				continue
			}
			if err := k.add(ctx, c, &page[i]); err != nil {
				return err
			}
		}
	}
	if len(k.plan.Evaluations) == 0 {
		return fmt.Errorf("none of %d rulesets has a finished evaluation by agent %s", without, f.Agent)
	}
	if err := k.write(); err != nil {
		return err
	}
	if without > 0 {
		fmt.Fprintf(s.err, "%d rulesets have no finished evaluation by agent %s: they are left out\n", without, f.Agent)
	}
	fmt.Fprintf(s.err, "%d evaluations in %s, under licence %s (--license says another); astragal reproduce %s makes "+
		"them again\n",
		len(k.plan.Evaluations), k.dir, k.license, k.dir)
	return nil
}

// add takes a ruleset with the evaluation shown into the plan, and its description
// into the files.
func (k *crating) add(ctx context.Context, c *catalogue.Catalogue, r *catalogue.Ruleset) error {
	e := r.Latest
	src, err := c.Source(ctx, e.SourceID)
	if err != nil {
		return err
	}
	p := planned{Evaluation: e.ID, Game: r.Game, Ruleset: r.Name, Hash: r.Hash, Engine: e.Engine, Formalism: src.Formalism,
		Selected: src.Ruleset, Options: src.Options, Params: e.Params, Clocked: e.Summary.Abandoned+e.Summary.Unplayed > 0,
		started: e.CreatedAt, playouts: e.Summary.Playouts, summary: figuresOf(e)}
	if e.FinishedAt != nil {
		p.FinishedAt = e.FinishedAt.UTC()
	}
	if p.Statistics, err = statisticsOf(ctx, c, e, r.Players); err != nil {
		return err
	}
	p.File = k.put("descriptions", src.File, src.Text, "The description of "+r.Game)
	for _, set := range []struct {
		id, folder string
		into       *string
	}{{src.DefsetID, "definitions", &p.Defs}, {src.GamesID, "games", &p.Games}} {
		if set.id == "" {
			continue
		}
		files, err := c.Defs(ctx, set.id)
		if err != nil {
			return err
		}
		*set.into = set.folder + "/" + set.id
		for _, name := range sortedKeys(files) {
			if clean := path.Clean("/" + name); clean != "/"+name {
				return fmt.Errorf("the definition file %q has a name that no file of a crate can have", name)
			}
			k.file(*set.into+"/"+name, files[name], "Definitions that descriptions use: "+name)
		}
	}
	items, err := c.Evidence(ctx, catalogue.EvidenceFilter{Game: r.Game})
	if err != nil {
		return err
	}
	for _, i := range items {
		known := false
		for _, j := range k.evidence {
			known = known || i.Game == j.Game && i.ID == j.ID
		}
		if !known {
			k.evidence = append(k.evidence, i)
		}
	}
	k.plan.Evaluations = append(k.plan.Evaluations, p)
	return nil
}

// put takes a text into the files under a name like that of file, and returns its
// path. The same text under the same name is one file.
func (k *crating) put(folder, file, text, what string) string {
	base := strings.Map(func(c rune) rune { // what needs no escape in an address
		if c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.ContainsRune("-_.", c) {
			return c
		}
		return '_'
	}, path.Base(filepath.ToSlash(file)))
	ext := path.Ext(base)
	for n := 1; ; n++ {
		name := folder + "/" + base
		if n > 1 {
			name = folder + "/" + strings.TrimSuffix(base, ext) + "-" + strconv.Itoa(n) + ext
		}
		if other, taken := k.written[name]; !taken || other == text {
			k.file(name, text, what)
			return name
		}
	}
}

// file takes a text into the input files of the run.
func (k *crating) file(name, text, what string) {
	if _, known := k.written[name]; !known {
		k.inputs = append(k.inputs, crate.File{Path: name, Name: what, Format: "text/plain"})
	}
	k.written[name] = text
}

// write writes all files, the description of the crate last.
func (k *crating) write() error {
	text, err := json.MarshalIndent(k.plan, "", "  ")
	if err != nil {
		return err
	}
	run := k.run()
	k.written[planFile] = string(text) + "\n"
	k.written["workflow.sh"] = k.workflow()
	k.written["CITATION.cff"] = k.citation(run)
	for _, name := range sortedKeys(k.written) {
		if err := k.create(name, func(w io.Writer) error {
			_, err := io.WriteString(w, k.written[name])
			return err
		}); err != nil {
			return err
		}
	}
	if err := os.Chmod(filepath.Join(k.dir, "workflow.sh"), 0o777); err != nil {
		return err
	}
	for name, t := range map[string]*sheet{"figures": k.figures(), "evaluations": k.evaluations()} {
		name = "results/" + name
		for file, write := range map[string]func(w io.Writer) error{name + ".csv": t.writeCSV,
			name + ".parquet":           t.writeParquet,
			name + ".csv-metadata.json": func(w io.Writer) error { return t.writeCSVW(w, path.Base(name)+".csv") }} {
			if err := k.create(file, write); err != nil {
				return err
			}
		}
	}
	if len(k.evidence) > 0 {
		evidence.Sort(k.evidence)
		for file, write := range map[string]func(w io.Writer) error{
			"evidence.csv":               func(w io.Writer) error { return evidence.WriteCSV(w, k.evidence) },
			"evidence.csv-metadata.json": func(w io.Writer) error { return evidence.WriteCSVW(w, "evidence.csv") },
			"evidence.jsonld":            func(w io.Writer) error { return evidence.WriteLinked(w, k.evidence, "") },
		} {
			if err := k.create(file, write); err != nil {
				return err
			}
		}
	}
	return run.Write(k.dir)
}

// create writes a file of the crate.
func (k *crating) create(name string, write func(w io.Writer) error) error {
	file := filepath.Join(k.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		return err
	}
	return writeTo(nil, file, write)
}

// run describes the files, of which none needs to be there yet.
func (k *crating) run() *crate.Run {
	engine := map[string]bool{}
	values := map[string]map[string]bool{}
	value := func(name string, x any) {
		if values[name] == nil {
			values[name] = map[string]bool{}
		}
		values[name][fmt.Sprint(x)] = true
	}
	started, ended := time.Time{}, time.Time{}
	for i := range k.plan.Evaluations {
		e := &k.plan.Evaluations[i]
		engine[e.Engine] = true
		value("agent", e.Params.Agent)
		value("playouts", e.Params.Playouts)
		value("until", e.Params.Until)
		value("seed", e.Params.Seed)
		value("metrics", e.Params.Metrics)
		value("max-plies", e.Params.MaxPlies)
		value("move-limit", e.Params.MoveLimit)
		value("turn-limit", e.Params.TurnLimit)
		value("timeout", e.Params.Timeout)
		value("budget", e.Params.Budget)
		if started.IsZero() || e.started.Before(started) {
			started = e.started
		}
		if e.FinishedAt.After(ended) {
			ended = e.FinishedAt
		}
	}
	stamp := func(t time.Time) string { return t.UTC().Truncate(time.Second).Format(time.RFC3339) }
	run := &crate.Run{
		Name: fmt.Sprintf("Evaluations of %d rulesets of traditional games by simulated play", len(k.plan.Evaluations)),
		Description: "Descriptions of games, the parameters by which they were played by machines, and what was measured, " +
			"with 95 % intervals. astragal reproduce plays all of it again and compares every figure.",
		Published: stamp(ended), Started: stamp(started), Ended: stamp(ended), License: k.license, Author: k.author,
		Workflow: crate.File{Path: "workflow.sh", Name: "The command lines that make the results",
			Format: "application/x-sh"},
		Inputs: append([]crate.File{{Path: planFile, Name: "Which rulesets are played, how, by which seed",
			Format: "application/json"}}, k.inputs...),
	}
	for _, x := range [][3]string{{"agent", "Text", "who plays"}, {"playouts", "Integer", "playouts per ruleset"},
		{"until", "Text", "condition with which an evaluation ends before all playouts are played; empty for none"},
		{"seed", "Integer", "seed of all random choices"}, {"metrics", "Text", "what is measured"},
		{"max-plies", "Integer", "plies after which a playout is a draw by limit; 0 is the engine's default"},
		{"move-limit", "Integer", "moves after which the rules end a play; 0 is the ruleset's own limit"},
		{"turn-limit", "Integer", "turns of each player after which the rules end a play; 0 is the ruleset's own limit"},
		{"timeout", "Text", "time after which a playout is given up; 0s is never"},
		{"budget", "Text", "time for all playouts of a ruleset; 0s is no limit"}} {
		if x[0] == "until" && len(values["until"]) == 1 && values["until"][""] {
			continue // nobody asked for it
		}
		run.Parameters = append(run.Parameters, crate.Parameter{Name: x[0], Type: x[1], Description: x[2],
			Values: sortedKeys(values[x[0]])})
	}
	b := k.plan.Software
	run.Software = []crate.Software{{ID: "#astragal", Name: "Astragal", Version: b.Version, Description: b.String()}}
	for _, version := range sortedKeys(engine) {
		run.Software = append(run.Software, crate.Software{ID: "#engine-" + version, Name: "Engine of Astragal",
			Version:     version,
			Description: "the part of Astragal that decides the figures"})
	}
	const csvw = "https://www.w3.org/TR/tabular-metadata/"
	table := func(path, name string) []crate.File {
		return []crate.File{{Path: path + ".csv", Name: name, Format: "text/csv"},
			{Path: path + ".csv-metadata.json", Name: name + ": what the columns mean", Format: "application/csvm+json",
				ConformsTo: []string{csvw}, About: path + ".csv"}}
	}
	for _, x := range [][2]string{{"results/figures", "Every figure with its interval"},
		{"results/evaluations", "How each evaluation was made"}} {
		run.Results = append(append(run.Results, table(x[0], x[1])...),
			crate.File{Path: x[0] + ".parquet", Name: x[1] + " (Parquet)", Format: "application/vnd.apache.parquet"})
	}
	if len(k.evidence) > 0 {
		run.Others = append(table("evidence", "Evidence of the games"),
			crate.File{Path: "evidence.jsonld", Name: "Evidence of the games as linked data", Format: "application/ld+json"})
	}
	run.Others = append(run.Others, crate.File{Path: "CITATION.cff", Name: "How to cite this", Format: "application/yaml",
		ConformsTo: []string{"https://citation-file-format.github.io/"}})
	return run
}

// workflow is the script that makes the results.
func (k *crating) workflow() string {
	b := k.plan.Software
	text := "#!/bin/sh\n# Plays every evaluation of plan.json again, and compares every figure with " +
		"results/figures.csv.\n# " + b.String() + "\n"
	if len(k.lines) > 0 {
		text += "# The results were made first by\n"
		for _, l := range k.lines {
			text += "#     " + strings.ReplaceAll(l, "\n", " ") + "\n"
		}
	}
	text += "# The same without comparing, on files:\n"
	for _, group := range k.plan.groups() {
		text += "#     " + k.plan.Evaluations[group[0]].commandLine() + "\n"
	}
	return text + "set -eu\ncd \"$(dirname \"$0\")\"\nexec \"${ASTRAGAL:-astragal}\" reproduce . \"$@\"\n"
}

// citation is CITATION.cff: how to cite the crate.
func (k *crating) citation(run *crate.Run) string {
	return fmt.Sprintf("cff-version: 1.2.0\nmessage: If you use these results, please cite them as below.\ntype: "+
		"dataset\n"+
		"title: %s\nabstract: %s\nauthors:\n  - name: %s\nversion: %s\ndate-released: %s\nlicense: %s\n",
		strconv.Quote(run.Name), strconv.Quote(run.Description), strconv.Quote(k.author),
		strconv.Quote(k.plan.Software.Version), run.Published[:10], k.license)
}

// commandLine is how astragal is asked for evaluations with the same parameters.
func (p *planned) commandLine() string {
	line := fmt.Sprintf("astragal evaluate --rulesets --agent %s --playouts %d --metrics %s --seed %d", p.Params.Agent,
		p.Params.Playouts, p.Params.Metrics, p.Params.Seed)
	if p.Params.Until != "" {
		line += fmt.Sprintf(" --until %q", p.Params.Until)
	}
	if n := p.Params.MaxPlies; n > 0 {
		line += fmt.Sprintf(" --max-plies %d", n)
	}
	if n := p.Params.MoveLimit; n > 0 {
		line += fmt.Sprintf(" --move-limit %d", n)
	}
	if n := p.Params.TurnLimit; n > 0 {
		line += fmt.Sprintf(" --turn-limit %d", n)
	}
	if d := p.Params.Timeout; d > 0 {
		line += " --timeout " + d.String()
	}
	if d := p.Params.Budget; d > 0 {
		line += " --budget " + d.String()
	}
	if p.Defs != "" {
		line += " --defs " + p.Defs
	}
	return line + " descriptions"
}
