package main

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"html/template"
	"io"
	"math"
	"path/filepath"
	"strings"

	"github.com/astragal/astragal/engine/draw"
	"github.com/astragal/astragal/engine/wear"
	"github.com/astragal/astragal/pkg/lab"
)

// wearReport is a study with all that tells how it came about. There is no time in
// it: equal studies have equal bytes.
type wearReport struct {
	Engine   string       `json:"engine"`
	Observed string       `json:"observed"` // name of the file
	Measure  string       `json:"measure"`
	Agents   []string     `json:"agents"`
	Playouts int          `json:"playouts"`
	Seed     uint64       `json:"seed"`
	MaxPlies int          `json:"maxPlies"`
	Moves    int          `json:"moveLimit"`
	Turns    int          `json:"turnLimit"`
	Symmetry string       `json:"symmetry"`
	Boards   []boardNote  `json:"boards"`
	Lines    []lineNote   `json:"lines"`
	Study    *wear.Report `json:"study"`
	// Predicted is, by candidate in the order of the study's results, the traffic of
	// every line in the best orientation, passes a play; null for lines that the board
	// does not have.
	Predicted [][]wear.Float `json:"predicted"`
}

type boardNote struct {
	Key      string `json:"key"`
	First    string `json:"first"` // a candidate on it
	Sites    int    `json:"sites"`
	Edges    int    `json:"edges"`
	Symmetry string `json:"symmetry"`
}

type lineNote struct {
	Name   string     `json:"name"`
	Value  wear.Float `json:"value"` // null when not measured
	Weight float64    `json:"weight"`
}

// report writes the study in all forms that are asked for, and its outcome for people.
func (w *wearing) report(out io.Writer, rep *wear.Report, candidates []wear.Candidate) error {
	x := &wearReport{Engine: lab.Engine().Version(), Observed: filepath.Base(w.observed.name),
		Measure: w.measure.String(), Agents: w.agents, Playouts: w.params.Playouts, Seed: w.params.Seed,
		MaxPlies: w.params.MaxPlies, Moves: w.params.MoveLimit, Turns: w.params.TurnLimit, Symmetry: "geometric",
		Study: rep}
	if w.all {
		x.Symmetry = "all"
	}
	for _, key := range sortedKeys(w.boards) {
		b := w.boards[key]
		x.Boards = append(x.Boards, boardNote{key, b.first, b.board.Sites, len(b.board.Pairs), b.note})
	}
	for i, name := range w.observed.Lines {
		x.Lines = append(x.Lines, lineNote{name, wear.Float(w.observed.Value[i]), w.observed.Weight[i]})
	}
	for i := range rep.Results {
		var list []wear.Float
		for _, v := range rep.Results[i].Predicted {
			list = append(list, wear.Float(v))
		}
		x.Predicted = append(x.Predicted, list)
	}
	for _, file := range w.out {
		write := func(to io.Writer) error {
			switch filepath.Ext(file) {
			case ".json":
				e := json.NewEncoder(to)
				e.SetIndent("", " ")
				return e.Encode(x)
			case ".csv":
				return x.sheet().writeCSV(to)
			case ".parquet":
				return x.sheet().writeParquet(to)
			}
			return w.html(to, x, candidates)
		}
		if err := writeTo(out, file, write); err != nil {
			return err
		}
	}
	x.print(out)
	return nil
}

// tested writes the share of a test, or that it was not made.
func tested(share wear.Float) string {
	if math.IsNaN(float64(share)) {
		return "not tested"
	}
	return fmt.Sprintf("%.1f %%", 100*float64(share))
}

// print tells people what came out.
func (x *wearReport) print(out io.Writer) {
	r := x.Study
	fmt.Fprintf(out, "%s\n%d of %d lines measured; %d rulesets by %s, %d plays each, seed %d, engine %s\n", r.Verdict,
		r.Measured, r.Lines, len(r.Rulesets), strings.Join(x.Agents, ", "), x.Playouts, x.Seed, x.Engine)
	fmt.Fprintf(out,
		"shuffled wear that fits as well: %.1f %%, wear as smooth over the board: %s; models without rules: %.1f %% of the posterior; "+
			"claims with false-discovery rate below 5 %%: %d of %d\n",
		100*r.GlobalP, tested(r.SpatialP), 100*r.Nulls, r.Discovered, len(r.Results))
	show := func(title string, list []wear.Share, most int) {
		fmt.Fprintf(out, "%s\n", title)
		for i, s := range list {
			if i == most {
				fmt.Fprintf(out, "  … %d more\n", len(list)-most)
				break
			}
			fmt.Fprintf(out, "  %6.2f %%  × %-8.3g %s (%d)\n", 100*s.Posterior, s.Factor, s.Name, s.Rulesets)
		}
	}
	show("families: posterior among rulesets, Bayes factor, name (rulesets)", r.Families, 12)
	show("rulesets", r.Rulesets, 12)
	fmt.Fprintln(out,
		"families by asymmetry of their traffic beyond chance: asymmetry, of symmetric play by chance, agent, family (rulesets)")
	shown := map[string]int{}
	for _, u := range r.Asymmetries {
		if shown[u.Agent]++; shown[u.Agent] <= 6 {
			fmt.Fprintf(out, "  %.3f  %.3f  %s  %s (%d)\n", u.Asymmetry, u.Floor, u.Agent, u.Family, u.Rulesets)
		}
	}
	fmt.Fprintln(out, "agents: posterior, best ruleset by this agent alone")
	for _, a := range r.Agents {
		fmt.Fprintf(out, "  %6.2f %%  %s: %s (%.1f %%), credible set of %d\n", 100*a.Posterior, a.Agent, a.Best,
			100*a.BestShare, a.Credible)
	}
	fmt.Fprintln(out, "what to measure next: expected bits")
	for i, n := range r.Next {
		if i == 5 {
			break
		}
		again := ""
		if n.Measured {
			again = " (again)"
		}
		fmt.Fprintf(out, "  %.3f %s%s\n", n.Bits, n.Line, again)
	}
}

// sheet is the table of candidates.
func (x *wearReport) sheet() *sheet {
	number := func(name, meaning, values string, of func(r *wear.Result) float64) wearColumn {
		return wearColumn{column{name, "number", "", values, meaning, "analysis"}, func(r *wear.Result) any {
			if v := of(r); !math.IsNaN(v) && !math.IsInf(v, 0) {
				return v
			}
			return nil
		}}
	}
	text := func(name, meaning string, of func(r *wear.Result) string) wearColumn {
		return wearColumn{column{name, "text", "", "", meaning, "description"}, func(r *wear.Result) any { return of(r) }}
	}
	columns := []wearColumn{
		text("name", "Name of the ruleset or null model.", func(r *wear.Result) string { return r.Name }),
		text("family", "Family of the ruleset.", func(r *wear.Result) string { return r.Family }),
		text("agent", "Who played.", func(r *wear.Result) string { return r.Agent }),
		text("hash", "Identity of the rules.", func(r *wear.Result) string { return r.ID }),
		{column{"null", "boolean", "", "0, 1", "Whether it is a null model.", "study"}, func(r *wear.Result) any {
			if r.Null {
				return int64(1)
			}
			return int64(0)
		}},
		{
			column{"plays", "integer", "plays", "0 or more", "Plays that the traffic is of; 0 when it is known exactly.",
				"study"},
			func(r *wear.Result) any { return int64(r.Plays) },
		},
		number("posterior", "Posterior probability, the null models among all.", "0 to 1",
			func(r *wear.Result) float64 { return r.Posterior }),
		number("evidence", "Logarithm of the likelihood relative to no relation.", "",
			func(r *wear.Result) float64 { return r.Evidence }),
	}
	for _, i := range []struct {
		name, meaning string
		of            func(r *wear.Result) wear.Interval
	}{
		{"evidence", "evidence", func(r *wear.Result) wear.Interval { return r.EvidenceInterval }},
		{"correlation", "weighted correlation in the best orientation", func(r *wear.Result) wear.Interval { return r.CorrelationInterval }},
		{"cosine", "cosine in the best orientation", func(r *wear.Result) wear.Interval { return r.CosineInterval }},
		{"rank", "Spearman's rank correlation in the best orientation", func(r *wear.Result) wear.Interval { return r.RankInterval }},
		{"emd", "earth mover's distance in steps between lines", func(r *wear.Result) wear.Interval { return r.EMDInterval }},
	} {
		if i.name != "evidence" {
			columns = append(columns,
				number(i.name, "The "+i.meaning+".", "", func(r *wear.Result) float64 { return float64(i.of(r).Value) }))
		}
		columns = append(
			columns,
			number(i.name+"_low", "Lower end of the 95 % bootstrap interval of the "+i.meaning+".", "",
				func(r *wear.Result) float64 { return float64(i.of(r).Low) }),
			number(i.name+"_high", "Upper end of it.", "", func(r *wear.Result) float64 { return float64(i.of(r).High) }),
		)
	}
	columns = append(
		columns,
		number("p", "Share of chance wear (shuffled, or as smooth; the larger) that it explains as well.", "0 to 1",
			func(r *wear.Result) float64 { return r.P }),
		number("p_max", "Share of chance wear that any candidate ruleset explains as well as it does this.", "0 to 1",
			func(r *wear.Result) float64 { return r.PMax }),
		number("q", "False-discovery rate of claiming all with a p as small (Benjamini and Hochberg).", "0 to 1",
			func(r *wear.Result) float64 { return r.Q }),
		number("asymmetry", "How far the traffic is from having the board's symmetries.", "0 to 1",
			func(r *wear.Result) float64 { return float64(r.Asymmetry) }),
		number("asymmetry_floor", "The same of these plays, each turned at random: chance.", "0 to 1",
			func(r *wear.Result) float64 { return float64(r.Floor) }),
	)
	for i, l := range x.Lines {
		columns = append(
			columns,
			number("line_"+l.Name, "Passes a play of line "+l.Name+" in the best orientation.", "0 or more",
				func(r *wear.Result) float64 { return r.Predicted[i] }),
		)
	}
	t := &sheet{notes: map[string]string{"verdict": x.Study.Verdict, "engine": x.Engine}}
	for _, c := range columns {
		t.columns = append(t.columns, c.column)
	}
	for i := range x.Study.Results {
		var row []any
		for _, c := range columns {
			row = append(row, c.of(&x.Study.Results[i]))
		}
		t.rows = append(t.rows, row)
	}
	return t
}

// wearColumn is a column of the table of candidates.
type wearColumn struct {
	column
	of func(r *wear.Result) any
}

//go:embed wear.html
var wearPage string

// figure is a picture with what it shows.
type figure struct {
	SVG     template.HTML
	Caption string
}

// html writes the report as one page that needs nothing else.
func (w *wearing) html(out io.Writer, x *wearReport, candidates []wear.Candidate) error {
	share := func(v float64) string { return fmt.Sprintf("%.1f %%", 100*v) }
	unknown := func(v wear.Float, format string) string {
		if math.IsNaN(float64(v)) {
			return "–"
		}
		return fmt.Sprintf(format, float64(v))
	}
	page, err := template.New("wear").Funcs(template.FuncMap{
		"share": share, "tested": tested, "bits": func(v float64) string { return fmt.Sprintf("%.3f", v) },
		"number":   func(v float64) string { return fmt.Sprintf("%.3g", v) },
		"known":    func(v wear.Float) string { return unknown(v, "%.3f") },
		"interval": func(i wear.Interval) string { return unknown(i.Low, "%.2f") + " to " + unknown(i.High, "%.2f") },
		"value":    func(i wear.Interval) string { return unknown(i.Value, "%.2f") },
		"width":    func(v float64) string { return fmt.Sprintf("%.1f%%", 100*max(0, min(1, v))) },
		"join":     func(l []string) string { return strings.Join(l, ", ") },
		"first": func(n int, list []wear.Share) []wear.Share {
			return list[:min(n, len(list))]
		},
		"best": func(n int, list []wear.Result) []wear.Result { return list[:min(n, len(list))] },
		"next": func(n int, list []wear.Next) []wear.Next { return list[:min(n, len(list))] },
		"more": func(n, all int) int { return max(0, all-n) },
	}).Parse(wearPage)
	if err != nil {
		return err
	}
	figures, err := w.figures(x, candidates)
	if err != nil {
		return err
	}
	return page.Execute(out, map[string]any{"Report": x, "Study": x.Study, "Figures": figures})
}

// figures are the wear as it was measured, and the traffic of the best candidates.
func (w *wearing) figures(x *wearReport, candidates []wear.Candidate) (list []figure, err error) {
	board := map[string]*wornBoard{} // by candidate
	for i := range candidates {
		for _, b := range w.boards {
			if len(b.parts) > 0 && len(candidates[i].Parts) > 0 && &b.parts[0] == &candidates[i].Parts[0] {
				board[candidates[i].ID] = b
			}
		}
	}
	add := func(b *wornBoard, values []float64, caption string) error {
		svg, err := b.picture(w.observed, values, caption)
		list = append(list, figure{template.HTML(svg), caption}) // of our own making, texts in it are escaped
		return err
	}
	shown := map[string]bool{}
	for i := range x.Study.Results {
		r := &x.Study.Results[i]
		b := board[r.ID]
		if b == nil || r.Null || shown[r.ID] {
			continue
		}
		if len(shown) == 0 {
			if err := add(b, w.observed.Value, "Wear as observed; dashed lines are not measured"); err != nil {
				return nil, err
			}
		}
		if shown[r.ID] = true; len(shown) > 4 {
			break
		}
		if err := add(b, r.Predicted, fmt.Sprintf("Traffic of %s by %s, correlation %.2f", r.Name, r.Agent, r.Correlation)); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// picture draws values of lines on a board.
func (b *wornBoard) picture(w *wearFile, values []float64, title string) ([]byte, error) {
	low, high := math.Inf(1), math.Inf(-1)
	for _, v := range values {
		if !math.IsNaN(v) {
			low, high = min(low, v), max(high, v)
		}
	}
	heat := &draw.Heat{Type: b.board.Type, Low: fmt.Sprintf("%.3g", low), High: fmt.Sprintf("%.3g", high)}
	for _, p := range b.parts {
		v, note := values[p.Line], w.Lines[p.Line]
		level := -1.0
		if !math.IsNaN(v) {
			level = 0.5
			if high > low {
				level = (v - low) / (high - low)
			}
			note += fmt.Sprintf(": %.3g", v)
		}
		if w.sites {
			heat.Sites = append(heat.Sites, draw.HeatSite{Site: int32(p.Element), Value: level, Note: note})
		} else {
			ends := b.board.Pairs[p.Element]
			heat.Lines = append(heat.Lines, draw.HeatLine{A: ends[0], B: ends[1], Value: level, Note: note})
		}
	}
	var out bytes.Buffer
	err := b.on.DrawHeat(&out, heat, draw.Options{Title: title, Width: 420})
	return out.Bytes(), err
}
