package gateway

import (
	"bytes"
	"embed"
	"html/template"
	"log/slog"
	"net/http"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/astragal/astragal/engine/concept"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/provenance"
	"github.com/astragal/astragal/pkg/access"
	"github.com/astragal/astragal/pkg/catalogue"
	"github.com/astragal/astragal/pkg/httpx"
)

//go:embed web
var web embed.FS

var pages = map[string]*template.Template{}

func init() {
	loadAssets()
	for _, name := range []string{"library", "ruleset", "source", "failures", "concepts", "evidence", "changes", "error",
		"play", "compare", "metric", "concept", "families", "map", "operations", "wear", "study", "reconstructions",
		"reconstruction"} {
		pages[name] = template.Must(template.New("layout.html").Funcs(funcs).ParseFS(web, "web/layout.html",
			"web/exhibit.html",
			"web/facets.html", "web/"+name+".html"))
	}
}

// policy lets a page load only our own files, and no script that is in the page itself.
// Styles may be: charts and bars place their parts by them.
const policy = "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self' 'unsafe-inline'; " +
	"img-src 'self'; " +
	"form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// render writes a page; a template that fails halfway writes nothing.
func render(w http.ResponseWriter, status int, page, title string, refresh bool, data any) {
	var buf bytes.Buffer
	all := map[string]any{"Title": title, "Refresh": refresh, "Sections": sectionsOf(page), "Data": data}
	if err := pages[page].Execute(&buf, all); err != nil {
		slog.Error("a page cannot be written", "page", page, "error", err)
		http.Error(w, "internal error", http.StatusInternalServerError)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
	w.Write(buf.Bytes())
}

func renderError(w http.ResponseWriter, err error) {
	status := httpx.Status(err)
	msg := map[int]string{
		http.StatusNotFound:           "There is nothing with this address in the catalogue.",
		http.StatusTooManyRequests:    "Too many requests at once; try again in a moment.",
		http.StatusServiceUnavailable: "A server that this one needs is away; try again in a moment.",
	}[status]
	if msg == "" {
		msg = "Something went wrong; the log knows more."
	}
	if status == http.StatusBadRequest {
		msg = err.Error()
	}
	render(w, status, "error", http.StatusText(status), false, map[string]string{"Status": http.StatusText(status),
		"Message": msg})
}

// RegisterPages adds the web pages.
func RegisterPages(mux *http.ServeMux, e Endpoints, g *access.Guard) {
	page := func(pattern string, serve func(w http.ResponseWriter, r *http.Request) error) {
		handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if err := serve(w, r); err != nil {
				renderError(w, err)
			}
		})
		mux.Handle("GET "+pattern, httpx.WithID(g.Require(catalogue.ReadRole, compressed(handler))))
	}
	page("/{$}", func(w http.ResponseWriter, r *http.Request) error { return libraryPage(w, r, e) })
	for form := range libraryMedia {
		page("/library"+form, func(w http.ResponseWriter, r *http.Request) error { return libraryFile(w, r, e) })
	}
	page("/rulesets/{hash}", func(w http.ResponseWriter, r *http.Request) error { return rulesetPage(w, r, e) })
	page("/rulesets/{hash}/board.svg", func(w http.ResponseWriter, r *http.Request) error { return boardPicture(w, r, e) })
	page("/rulesets/{hash}/plays/{seed}", func(w http.ResponseWriter, r *http.Request) error { return playPage(w, r, e) })
	page("/rulesets/{hash}/plays/{seed}/board.svg", func(w http.ResponseWriter,
		r *http.Request) error {
		return playPicture(w, r, e)
	})
	page("/evaluations/{id}/traffic.svg", func(w http.ResponseWriter, r *http.Request) error {
		return trafficPicture(w,
			r, e)
	})
	page("/sources/{id}", func(w http.ResponseWriter, r *http.Request) error { return sourcePage(w, r, e) })
	page("/failures", func(w http.ResponseWriter, r *http.Request) error {
		if _, err := readQuery(r, nil); err != nil {
			return err
		}
		p, err := e.Problems(r.Context(), struct{}{})
		if err == nil {
			render(w, http.StatusOK, "failures", "Failures", false, p)
		}
		return err
	})
	page("/concepts", func(w http.ResponseWriter, r *http.Request) error {
		if _, err := readQuery(r, nil); err != nil {
			return err
		}
		list, err := e.Concepts(r.Context(), struct{}{})
		if err == nil {
			render(w, http.StatusOK, "concepts", "Concepts", false, map[string]any{"Concepts": list, "Sources": concept.Sources})
		}
		return err
	})
	page("/metric/{name}", func(w http.ResponseWriter, r *http.Request) error { return metricPage(w, r, e) })
	page("/concept/{name}", func(w http.ResponseWriter, r *http.Request) error { return conceptPage(w, r, e) })
	page("/families", func(w http.ResponseWriter, r *http.Request) error { return familyPage(w, r, e) })
	for form := range familyFiles {
		page("/families"+form, func(w http.ResponseWriter, r *http.Request) error { return familyFile(w, r, e) })
	}
	page("/wear", func(w http.ResponseWriter, r *http.Request) error { return wearPage(w, r, e) })
	page("/wear/{id}", func(w http.ResponseWriter, r *http.Request) error { return studyPage(w, r, e) })
	page("/reconstructions", func(w http.ResponseWriter, r *http.Request) error { return reconstructionsPage(w, r, e) })
	page("/reconstructions/{id}", func(w http.ResponseWriter, r *http.Request) error {
		return reconstructionPage(w, r,
			e)
	})
	for form := range wearMedia {
		page("/reconstructions/{id}/report"+form, func(w http.ResponseWriter, r *http.Request) error {
			return reconstructionReport(w, r, e, form)
		})
		page("/wear/{id}/report"+form, func(w http.ResponseWriter, r *http.Request) error {
			return wearReport(w, r, e,
				form)
		})
	}
	page("/rulesets/{hash}/wear.svg", func(w http.ResponseWriter, r *http.Request) error {
		return wearTemplate(w, r, e,
			true)
	})
	page("/map", func(w http.ResponseWriter, r *http.Request) error { return mapPage(w, r, e) })
	page("/operations", func(w http.ResponseWriter, r *http.Request) error { return operationsPage(w, r, e) })
	page("/compare", func(w http.ResponseWriter, r *http.Request) error { return comparePage(w, r, e) })
	page("/evidence", func(w http.ResponseWriter, r *http.Request) error { return evidencePage(w, r, e) })
	page("/changes", func(w http.ResponseWriter, r *http.Request) error { return changesPage(w, r, e) })
	registerIdentifiers(page, e)
	page("/assets/{file}", func(w http.ResponseWriter, r *http.Request) error {
		if !serveAsset(w, r) {
			return catalogue.ErrNotFound
		}
		return nil
	})
	page("/", func(http.ResponseWriter, *http.Request) error { return catalogue.ErrNotFound })
}

// fact is a line about a ruleset.
type fact struct{ Name, Value string }

// relatedOf asks for the relatives of a ruleset.
func relatedOf(r *http.Request, e Endpoints, hash string) (Related, error) {
	response, err := e.Related(r.Context(), hash)
	if err != nil {
		return Related{}, err
	}
	return response, nil
}

func rulesetPage(w http.ResponseWriter, r *http.Request, e Endpoints) error {
	if err := checkPath(r, "hash"); err != nil {
		return err
	}
	q, err := readQuery(r, []parameter{agentParameter, {name: "evaluation", kind: "string"}})
	if err != nil {
		return err
	}
	response, err := e.Ruleset(r.Context(), RulesetQuery{r.PathValue("hash"), q.Get("agent")})
	if err != nil {
		return err
	}
	d := response
	if id := q.Get("evaluation"); id != "" {
		i := slices.IndexFunc(d.Evaluations, func(e catalogue.Evaluation) bool { return e.ID == id })
		if i < 0 {
			return catalogue.ErrNotFound
		}
		d.Latest = &d.Evaluations[i]
	}
	agent := q.Get("agent")
	if agent == "" {
		agent = catalogue.DefaultAgent
	}
	view := struct {
		Detail
		Facts []fact
		// Tree are the concepts below each other, Standings where metrics lie in the library.
		Tree      []*conceptNode
		Standings map[string]Standing
		Related   Related
		Citation  citation
		History   any
		HTML      template.HTML
		Agent     string // whose play is shown
		// Exhibit is the evidence, nil without any.
		Exhibit *exhibit
		// Traffic is the evaluation whose traffic is shown, nil for none, by these Measures.
		Traffic  *catalogue.Evaluation
		Measures []fact
	}{Detail: d, Tree: conceptTree(d.Concepts), Citation: cite(r, &d), History: history(&d), Agent: agent,
		Exhibit: exhibitOf(d.Evidence, false), Traffic: withTraffic(&d, agent), Measures: trafficMeasures}
	text := d.Highlighted // safe by the promise of engine.Ruleset, and the policy allows no scripts
	if text == "" {
		text = template.HTMLEscapeString(d.Expanded)
	}
	if !strings.HasPrefix(text, "<pre") {
		text = "<pre>" + text + "</pre>"
	}
	view.HTML = template.HTML(text)
	about := d.Ruleset.Ruleset
	for _, f := range []fact{{"Culture", about.Culture}, {"Period", about.Period}, {"Region", about.Region},
		{"Origin", originBeyond(about)}, {"Also called", strings.Join(about.Aliases, ", ")},
		{"Kind", strings.ReplaceAll(about.Classification, "/", " › ")}, {"Author", about.Author},
		{"Publisher", about.Publisher}, {"Date", about.Date},
		{"Sources", about.Source}, {"Credit", about.Credit}, {"Formalism", d.Formalism}, {"Identity", d.Hash}} {
		if f.Value != "" {
			view.Facts = append(view.Facts, f)
		}
	}
	if view.Related, err = relatedOf(r, e, d.Hash); err != nil {
		return err
	}
	if d.Latest != nil && d.Latest.Summary != nil {
		response, err := e.Standings(r.Context(), d.Latest)
		if err != nil {
			return err
		}
		view.Standings = response
	}
	render(w, http.StatusOK, "ruleset", d.Game, d.Latest != nil && d.Latest.Status == "running", view)
	return nil
}

// sourceLine is a line of a description's text.
type sourceLine struct {
	Number int
	Text   string
	Blamed bool // the error is here
}

// blamed is where the error of a source says that it is.
var blamed = regexp.MustCompile(`:(\d+)(?::\d+)?: `)

// sourcePage shows a description as it was submitted, with the place of its error.
func sourcePage(w http.ResponseWriter, r *http.Request, e Endpoints) error {
	if err := checkPath(r, "id"); err != nil {
		return err
	}
	if _, err := readQuery(r, nil); err != nil {
		return err
	}
	response, err := e.Source(r.Context(), r.PathValue("id"))
	if err != nil {
		return err
	}
	src := response
	at := 0
	if m := blamed.FindStringSubmatch(src.Error); m != nil && strings.HasPrefix(src.Error, src.File) {
		at, _ = strconv.Atoi(m[1])
	}
	var lines []sourceLine
	for text := range strings.SplitSeq(strings.TrimRight(src.Text, "\n"), "\n") {
		n := len(lines) + 1
		lines = append(lines, sourceLine{n, strings.TrimRight(text, "\r"), n == at})
	}
	render(w, http.StatusOK, "source", path.Base(src.File), false, map[string]any{"Source": src, "Lines": lines,
		"Unfinished": lgdl.Unfinished(src.Error)})
	return nil
}

// originBeyond is the origin unless the facts of culture, period and region say it all.
func originBeyond(a provenance.Ruleset) string {
	if a.Culture != "" || strings.HasPrefix(a.Origin, "This game was played in") ||
		strings.HasPrefix(a.Origin, "This game is from") {
		return ""
	}
	return a.Origin
}

func boardPicture(w http.ResponseWriter, r *http.Request, e Endpoints) error {
	if err := checkPath(r, "hash"); err != nil {
		return err
	}
	if _, err := readQuery(r, nil); err != nil {
		return err
	}
	response, err := e.Ruleset(r.Context(), RulesetQuery{Hash: r.PathValue("hash")})
	if err != nil {
		return err
	}
	d := response
	if d.Board == "" {
		return catalogue.ErrNotFound
	}
	writePicture(w, []byte(d.Board))
	return nil
}
