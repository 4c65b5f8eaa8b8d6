package study

import (
	"bytes"
	"cmp"
	_ "embed"
	"encoding/json"
	"fmt"
	"html/template"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"github.com/astragal/astragal/engine/draw"
	"github.com/astragal/astragal/engine/wear"
	"github.com/astragal/astragal/services/sheet"
)

// Report is a study with all that tells how it came about. There is no time in
// it: equal studies have equal bytes.
type Report struct {
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

	study      *Study
	candidates []wear.Candidate
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

// Report analyses the candidates, with the walks at random on all their boards.
func (s *Study) Report(candidates []wear.Candidate) (*Report, error) {
	slices.SortStableFunc(candidates,
		func(a, b wear.Candidate) int { return cmp.Or(cmp.Compare(a.ID, b.ID), cmp.Compare(a.Agent, b.Agent)) })
	candidates = slices.CompactFunc(
		candidates,
		func(a, b wear.Candidate) bool { return a.ID == b.ID && a.Agent == b.Agent },
	)
	candidates = append(candidates, s.walks()...)
	rep, err := wear.Analyse(&s.Observed.Observed, candidates, s.Options)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.Observed.Name, err)
	}
	x := &Report{Engine: s.Engine, Observed: filepath.Base(s.Observed.Name),
		Measure: s.Measure.String(), Agents: s.Agents, Playouts: s.Params.Playouts, Seed: s.Params.Seed,
		MaxPlies: s.Params.MaxPlies, Moves: s.Params.MoveLimit, Turns: s.Params.TurnLimit, Symmetry: "geometric",
		Study: rep, study: s, candidates: candidates}
	if s.All {
		x.Symmetry = "all"
	}
	for _, key := range s.boardKeys() {
		b := s.boards[key]
		x.Boards = append(x.Boards, boardNote{key, b.first, b.board.Sites, len(b.board.Pairs), b.note})
	}
	for i, name := range s.Observed.Lines {
		x.Lines = append(x.Lines, lineNote{name, wear.Float(s.Observed.Value[i]), s.Observed.Weight[i]})
	}
	for i := range rep.Results {
		var list []wear.Float
		for _, v := range rep.Results[i].Predicted {
			list = append(list, wear.Float(v))
		}
		x.Predicted = append(x.Predicted, list)
	}
	return x, nil
}

// Forms are the file extensions of the forms that Write knows.
var Forms = []string{".html", ".json", ".csv", ".parquet"}

// Write writes the report in one of the forms.
func (x *Report) Write(out io.Writer, form string) error {
	switch form {
	case ".json":
		e := json.NewEncoder(out)
		e.SetIndent("", " ")
		return e.Encode(x)
	case ".csv":
		return x.table().WriteCSV(out)
	case ".parquet":
		return x.table().WriteParquet(out)
	case ".html":
		return x.html(out)
	}
	return fmt.Errorf("there is no form %q of a report; expected one of %s", form, strings.Join(Forms, ", "))
}

// tested writes the share of a test, or that it was not made.
func tested(share wear.Float) string {
	if math.IsNaN(float64(share)) {
		return "not tested"
	}
	return fmt.Sprintf("%.1f %%", 100*float64(share))
}

// Print tells people what came out.
func (x *Report) Print(out io.Writer) {
	r := x.Study
	fmt.Fprintf(out, "%s\n%d of %d lines measured; %d rulesets by %s, %d plays each, seed %d, engine %s\n", r.Verdict,
		r.Measured, r.Lines, len(r.Rulesets), strings.Join(x.Agents, ", "), x.Playouts, x.Seed, x.Engine)
	fmt.Fprintf(
		out,
		"shuffled wear that fits as well: %.1f %%, wear as smooth over the board: %s; models without rules: %.1f %% of "+
			"the posterior; "+
			"claims with false-discovery rate below 5 %%: %d of %d\n",
		100*r.GlobalP,
		tested(r.SpatialP),
		100*r.Nulls,
		r.Discovered,
		len(r.Results),
	)
	fmt.Fprintf(out, "credible set: %d rulesets with %.1f %% of the posterior; set of exactly %.0f %%: the first %d "+
		"of them\n",
		len(r.Credible), 100*r.CredibleMass, 100*wear.Level, r.Calibrated)
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
	fmt.Fprintln(
		out,
		"families by asymmetry of their traffic beyond chance: asymmetry, of symmetric play by chance, agent, family "+
			"(rulesets)",
	)
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

// table is the table of candidates.
func (x *Report) table() *sheet.Table {
	number := func(name, meaning, values string, of func(r *wear.Result) float64) tableColumn {
		return tableColumn{
			sheet.Column{Name: name, Kind: "number", Values: values, Meaning: meaning, Source: "analysis"},
			func(r *wear.Result) any {
				if v := of(r); !math.IsNaN(v) && !math.IsInf(v, 0) {
					return v
				}
				return nil
			},
		}
	}
	text := func(name, meaning string, of func(r *wear.Result) string) tableColumn {
		return tableColumn{
			sheet.Column{Name: name, Kind: "text", Meaning: meaning, Source: "description"},
			func(r *wear.Result) any { return of(r) },
		}
	}
	columns := []tableColumn{
		text("name", "Name of the ruleset or null model.", func(r *wear.Result) string { return r.Name }),
		text("family", "Family of the ruleset.", func(r *wear.Result) string { return r.Family }),
		text("agent", "Who played.", func(r *wear.Result) string { return r.Agent }),
		text("hash", "Identity of the rules.", func(r *wear.Result) string { return r.ID }),
		{
			sheet.Column{Name: "null", Kind: "boolean", Values: "0, 1", Meaning: "Whether it is a null model.", Source: "study"},
			func(r *wear.Result) any {
				if r.Null {
					return int64(1)
				}
				return int64(0)
			},
		},
		{
			sheet.Column{Name: "plays", Kind: "integer", Unit: "plays", Values: "0 or more",
				Meaning: "Plays that the traffic is of; 0 when it is known exactly.", Source: "study"},
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
		{"correlation", "weighted correlation in the best orientation",
			func(r *wear.Result) wear.Interval { return r.CorrelationInterval }},
		{"cosine", "cosine in the best orientation", func(r *wear.Result) wear.Interval { return r.CosineInterval }},
		{"rank", "Spearman's rank correlation in the best orientation",
			func(r *wear.Result) wear.Interval { return r.RankInterval }},
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
	t := &sheet.Table{Notes: map[string]string{"verdict": x.Study.Verdict, "engine": x.Engine}}
	for _, c := range columns {
		t.Columns = append(t.Columns, c.Column)
	}
	for i := range x.Study.Results {
		var row []any
		for _, c := range columns {
			row = append(row, c.of(&x.Study.Results[i]))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// tableColumn is a column of the table of candidates.
type tableColumn struct {
	sheet.Column
	of func(r *wear.Result) any
}

//go:embed report.html
var reportPage string

// figure is a picture with what it shows.
type figure struct {
	SVG     template.HTML
	Caption string
}

// html writes the report as one page that needs nothing else.
func (x *Report) html(out io.Writer) error {
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
	}).Parse(reportPage)
	if err != nil {
		return err
	}
	figures, err := x.figures()
	if err != nil {
		return err
	}
	return page.Execute(out, map[string]any{"Report": x, "Study": x.Study, "Figures": figures})
}

// figures are the wear as it was measured, and the traffic of the best candidates.
func (x *Report) figures() (list []figure, err error) {
	board := map[string]*wornBoard{} // by candidate
	for i := range x.candidates {
		for _, b := range x.study.boards {
			if len(b.parts) > 0 && len(x.candidates[i].Parts) > 0 && &b.parts[0] == &x.candidates[i].Parts[0] {
				board[x.candidates[i].ID] = b
			}
		}
	}
	add := func(b *wornBoard, values []float64, caption string) error {
		svg, err := b.picture(x.study.Observed, values, caption)
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
			if err := add(b, x.study.Observed.Value, "Wear as observed; dashed lines are not measured"); err != nil {
				return nil, err
			}
		}
		if shown[r.ID] = true; len(shown) > 4 {
			break
		}
		if err := add(
			b,
			r.Predicted,
			fmt.Sprintf("Traffic of %s by %s, correlation %.2f", r.Name, r.Agent, r.Correlation),
		); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// picture draws values of lines on a board.
func (b *wornBoard) picture(w *Observed, values []float64, title string) ([]byte, error) {
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
		if w.Sites {
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
