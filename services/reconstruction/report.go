package reconstruction

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"html/template"
	"io"
	"strconv"
	"strings"

	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/ludeme"
	"github.com/astragal/astragal/engine/reconstruct"
	"github.com/astragal/astragal/pkg/posterior"
	"github.com/astragal/astragal/pkg/prior"
	"github.com/astragal/astragal/services/sheet"
)

// Report is a study with all that tells how it came about. There is no time in it: equal studies
// have equal bytes.
type Report struct {
	Engine   string           `json:"engine"`
	Library  string           `json:"library"` // hash over the donors
	Donors   int              `json:"donors"`
	Evidence string           `json:"evidence"` // hash over the items
	Method   string           `json:"method"`
	Citation string           `json:"citation"` // hash of Method
	Study    *posterior.Study `json:"study"`
	Nearest  []prior.Near     `json:"nearest,omitempty"` // attested games by the prior
	Rank     *Rank            `json:"rank,omitempty"`    // of a game that was given to be ranked
	Places   []Place          `json:"places"`            // where and when donors of the likeliest fillers are from

	skeleton *reconstruct.Skeleton
}

// Forms are the file extensions of the forms that Write knows.
var Forms = []string{".html", ".json", ".csv", ".parquet"}

// Write writes the report in one of the forms.
func (v *Report) Write(w io.Writer, form string) error {
	switch form {
	case ".json":
		e := json.NewEncoder(w)
		e.SetIndent("", " ")
		return e.Encode(v)
	case ".csv":
		return v.sheet().WriteCSV(w)
	case ".parquet":
		return v.sheet().WriteParquet(w)
	}
	return v.html(w, v.skeleton)
}

// sheet is the table of completions.
func (v *Report) sheet() *sheet.Table {
	x := &sheet.Table{Notes: map[string]string{"method": v.Method, "citation": v.Citation, "skeleton": v.Study.Skeleton}}
	add := func(name, kind, unit, values, meaning, source string) {
		x.Columns = append(x.Columns, sheet.Column{Name: name, Kind: kind, Unit: unit, Values: values, Meaning: meaning,
			Source: source})
	}
	add("completion", "text", "", "", "SHA-256 of the canonical text of the completed game.", "completion")
	add("prior", "number", "", "0 to 1", "Share of the draws from the prior.", "study")
	add("posterior", "number", "", "0 to 1", "Posterior probability among the draws.", "study")
	add("excluded", "text", "", "", "Why play excludes it; empty if it does not.", "play")
	add("plays", "integer", "plays", "0 or more", "How often it was played.", "play")
	add("game", "integer", "", "1 or more", "Number of the class of completions that are the same game; empty if classes "+
		"were not told.", "study")
	add("plausibility", "number", "", "0 to 1", "Share of attested games that are no more typical in play.", "play")
	metrics := []string{"DurationMoves", "BranchingFactorAverage", "Drawishness", "AdvantageP1",
		"BoardCoverageDefault", "Balance", "Completion", "SearchDrama", "SearchLeadChange", "SearchDecisiveness",
		"SearchKillerMoves"}
	for _, m := range metrics {
		add(m, "number", "", "", "Mean of the metric over the plays.", "play")
	}
	for i := range v.Study.Items {
		add("likelihood "+v.Study.Items[i].Name, "number", "", "0 or more", "Likelihood of the item of evidence.", "study")
	}
	for _, h := range v.Study.Holes {
		add(fmt.Sprintf("hole %d", h.Number), "text", "", "", "What fills the hole.", "completion")
	}
	known := func(p float64) any {
		if p < 0 {
			return nil
		}
		return p
	}
	for i := range v.Study.List {
		a := &v.Study.List[i]
		var class any
		if a.Class > 0 {
			class = int64(a.Class)
		}
		row := []any{a.Hash, a.Prior, a.Posterior, a.Gate, a.Plays, class, known(a.Plausibility)}
		for _, m := range metrics {
			if y, ok := a.Metrics[m]; ok {
				row = append(row, y)
			} else {
				row = append(row, nil)
			}
		}
		for _, p := range a.Likelihood {
			row = append(row, known(p))
		}
		fillers := make([]any, len(v.Study.Holes))
		for k := range fillers {
			fillers[k] = ""
		}
		for k := range a.Completion.Fillers {
			if n := a.Completion.Fillers[k].Hole.Number; n < len(fillers) {
				fillers[n] = a.Fillers[k]
			}
		}
		x.Rows = append(x.Rows, append(row, fillers...))
	}
	return x
}

//go:embed report.html
var page string

// piece is a part of the skeleton: text, or a hole.
type piece struct {
	Text string
	Hole *holeView
}

// holeView is a hole with where and when the donors of its fillers are from.
type holeView struct {
	posterior.Hole
	Map, Axis template.HTML
	Places    []Place
}

// html writes the report as one page that needs nothing else, and no scripts.
func (v *Report) html(w io.Writer, s *reconstruct.Skeleton) error {
	t, err := template.New("report").Funcs(template.FuncMap{
		"share": measuredShare,
		"bits":  func(v float64) string { return fmt.Sprintf("%.2f", v) },
		"round": func(v *float64) string {
			if v == nil {
				return "–"
			}
			return fmt.Sprintf("%.0f", *v)
		},
		"width": func(v float64) string { return fmt.Sprintf("%.1f%%", 100*max(0, min(1, v))) },
		"join":  func(l []string) string { return strings.Join(l, ", ") },
		"clip":  func(n int, s string) string { return clipped(s, n) },
		"beliefs": func(n int, l []posterior.Belief) []posterior.Belief {
			return l[:min(n, len(l))]
		},
		"questions":    func(n int, l []posterior.Question) []posterior.Question { return l[:min(n, len(l))] },
		"classes":      func(n int, l []posterior.Class) []posterior.Class { return l[:min(n, len(l))] },
		"outline":      Outline,
		"alternatives": func(n int, l []posterior.Alternative) []posterior.Alternative { return l[:min(n, len(l))] },
	}).Parse(page)
	if err != nil {
		return err
	}
	pieces, err := v.pieces(s)
	if err != nil {
		return err
	}
	return t.Execute(w, map[string]any{"Report": v, "Study": v.Study, "Pieces": pieces})
}

// Outline writes rules in words as lists in lists.
func Outline(lines []ludeme.Saying) template.HTML {
	var b strings.Builder
	depth := -1
	for _, x := range lines {
		switch {
		case x.Depth > depth:
			b.WriteString(strings.Repeat("<ul><li>", x.Depth-depth))
		default:
			b.WriteString(strings.Repeat("</li></ul>", depth-x.Depth) + "</li><li>")
		}
		depth = x.Depth
		b.WriteString(template.HTMLEscapeString(x.Text))
	}
	b.WriteString(strings.Repeat("</li></ul>", depth+1))
	return template.HTML(b.String())
}

// pieces lays the skeleton out, with its holes in their places.
func (v *Report) pieces(s *reconstruct.Skeleton) ([]piece, error) {
	const mark = "HOLE-"
	text := lgdl.Text([]*lgdl.Node{marked(s, s.Game(), mark)})
	laid, err := lgdl.Format(s.File, []byte(text))
	if err != nil {
		return nil, err
	}
	var list []piece
	for i, part := range strings.Split(string(laid), mark) {
		if i > 0 {
			end := strings.IndexFunc(part, func(r rune) bool { return r < '0' || r > '9' })
			n, err := strconv.Atoi(part[:max(end, 0)])
			if err != nil || n < 1 || n > len(v.Study.Holes) {
				return nil, fmt.Errorf("%s: the place of a hole is lost", s.File)
			}
			list = append(list, piece{Hole: v.view(&v.Study.Holes[n-1])})
			part = part[end:]
		}
		list = append(list, piece{Text: part})
	}
	return list, nil
}

// marked replaces holes by a mark with their number.
func marked(s *reconstruct.Skeleton, n *lgdl.Node, mark string) *lgdl.Node {
	if n.Kind == lgdl.HoleKind {
		return &lgdl.Node{Kind: lgdl.Const, Label: n.Label, Text: mark + strconv.Itoa(n.Hole.Number+1)}
	}
	c := *n
	c.Items = nil
	for _, x := range n.Items {
		c.Items = append(c.Items, marked(s, x, mark))
	}
	return &c
}

// view adds the donors of the likeliest fillers of a hole, on a map and a time axis.
func (v *Report) view(h *posterior.Hole) *holeView {
	x := &holeView{Hole: *h, Places: PlacesOf(v.Places, h.Number)}
	x.Map, x.Axis = Charts(x.Places)
	return x
}
