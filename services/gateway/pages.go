package gateway

import (
	"bytes"
	"cmp"
	"embed"
	"html/template"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/astragal/astragal/engine/concept"
	"github.com/astragal/astragal/pkg/about"
	"github.com/astragal/astragal/pkg/catalogue"
	"github.com/astragal/astragal/pkg/httpx"
)

//go:embed web
var web embed.FS

var pages = map[string]*template.Template{}

func init() {
	for _, name := range []string{"library", "ruleset", "failures", "concepts", "error"} {
		pages[name] = template.Must(template.New("layout.html").Funcs(funcs).ParseFS(web, "web/layout.html", "web/"+name+".html"))
	}
}

// policy lets a page load only our own style and pictures; there are no scripts.
const policy = "default-src 'none'; style-src 'self' 'unsafe-inline'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// render writes a page; a template that fails halfway writes nothing.
func render(w http.ResponseWriter, status int, page, title string, refresh bool, data any) {
	var buf bytes.Buffer
	if err := pages[page].Execute(&buf, map[string]any{"Title": title, "Refresh": refresh, "Data": data}); err != nil {
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
	render(w, status, "error", http.StatusText(status), false, map[string]string{"Status": http.StatusText(status), "Message": msg})
}

// RegisterPages adds the web pages.
func RegisterPages(mux *http.ServeMux, e Endpoints, g *guard) {
	page := func(pattern string, serve func(w http.ResponseWriter, r *http.Request) error) {
		mux.Handle("GET "+pattern, httpx.WithID(g.require(catalogue.ReadRole, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if err := serve(w, r); err != nil {
				renderError(w, err)
			}
		}))))
	}
	page("/{$}", func(w http.ResponseWriter, r *http.Request) error { return libraryPage(w, r, e) })
	page("/rulesets/{hash}", func(w http.ResponseWriter, r *http.Request) error { return rulesetPage(w, r, e) })
	page("/rulesets/{hash}/board.svg", func(w http.ResponseWriter, r *http.Request) error { return boardPicture(w, r, e) })
	page("/failures", func(w http.ResponseWriter, r *http.Request) error {
		p, err := e.Problems(r.Context(), nil)
		if err == nil {
			render(w, http.StatusOK, "failures", "Failures", false, p)
		}
		return err
	})
	page("/concepts", func(w http.ResponseWriter, r *http.Request) error {
		list, err := e.Concepts(r.Context(), nil)
		if err == nil {
			render(w, http.StatusOK, "concepts", "Concepts", false, map[string]any{"Concepts": list, "Sources": concept.Sources})
		}
		return err
	})
	page("/style.css", func(w http.ResponseWriter, r *http.Request) error {
		http.ServeFileFS(w, r, web, "web/style.css")
		return nil
	})
	page("/", func(http.ResponseWriter, *http.Request) error { return catalogue.ErrNotFound })
}

func libraryPage(w http.ResponseWriter, r *http.Request, e Endpoints) error {
	decoded, err := decodeFilter(r)
	if err != nil {
		return err
	}
	f := decoded.(catalogue.Filter)
	response, err := e.Rulesets(r.Context(), f)
	if err != nil {
		return err
	}
	p := response.(Page)
	running := slices.ContainsFunc(p.Rulesets, func(rs catalogue.Ruleset) bool { return rs.Latest != nil && rs.Latest.Status == "running" })
	turn := func(offset int, there bool) string {
		if !there {
			return ""
		}
		q := r.URL.Query()
		q.Set("offset", strconv.Itoa(max(0, offset)))
		return "/?" + q.Encode()
	}
	render(w, http.StatusOK, "library", "Library", running, map[string]any{
		"Rulesets": p.Rulesets, "Total": p.Total, "Filter": f,
		"Filtered": f.Culture+f.Period+f.Region+f.Classification+f.Concept+f.Search != "" || f.From != nil || f.To != nil,
		"Previous": turn(f.Offset-f.Limit, f.Offset > 0),
		"Next":     turn(f.Offset+f.Limit, f.Offset+len(p.Rulesets) < p.Total && f.Limit > 0),
	})
	return nil
}

// fact is a line about a ruleset; chip is a concept, with its value unless it is a plain truth.
type (
	fact struct{ Name, Value string }
	chip struct{ Name, Value, Meaning string }
)

func rulesetPage(w http.ResponseWriter, r *http.Request, e Endpoints) error {
	response, err := e.Ruleset(r.Context(), r.PathValue("hash"))
	if err != nil {
		return err
	}
	d := response.(Detail)
	if id := r.URL.Query().Get("evaluation"); id != "" {
		i := slices.IndexFunc(d.Evaluations, func(e catalogue.Evaluation) bool { return e.ID == id })
		if i < 0 {
			return catalogue.ErrNotFound
		}
		d.Latest = &d.Evaluations[i]
	}
	view := struct {
		Detail
		Facts []fact
		Chips []chip
		HTML  template.HTML
	}{Detail: d}
	text := d.Highlighted // safe by the promise of lab.Ruleset, and the policy allows no scripts
	if text == "" {
		text = template.HTMLEscapeString(d.Expanded)
	}
	if !strings.HasPrefix(text, "<pre") {
		text = "<pre>" + text + "</pre>"
	}
	view.HTML = template.HTML(text)
	about := d.Ruleset.Ruleset
	for _, f := range []fact{{"Culture", about.Culture}, {"Period", about.Period}, {"Region", about.Region}, {"Origin", originBeyond(about)}, {"Also called", strings.Join(about.Aliases, ", ")},
		{"Kind", strings.ReplaceAll(about.Classification, "/", " › ")}, {"Author", about.Author}, {"Publisher", about.Publisher}, {"Date", about.Date},
		{"Sources", about.Source}, {"Credit", about.Credit}, {"Formalism", d.Formalism}, {"Identity", d.Hash}} {
		if f.Value != "" {
			view.Facts = append(view.Facts, f)
		}
	}
	for _, name := range slices.SortedFunc(maps.Keys(d.Concepts), func(a, b string) int {
		return cmp.Or(cmp.Compare(strings.ToLower(a), strings.ToLower(b)), cmp.Compare(a, b))
	}) {
		c := chip{Name: name}
		if k := concept.ByName(name); k != nil {
			c.Meaning = k.Meaning
		}
		if v := d.Concepts[name]; v != 1 || strings.HasPrefix(name, "Num") {
			c.Value = formatNumber(v)
		}
		view.Chips = append(view.Chips, c)
	}
	render(w, http.StatusOK, "ruleset", d.Game, d.Latest != nil && d.Latest.Status == "running", view)
	return nil
}

// originBeyond is the origin unless the facts of culture, period and region say it all.
func originBeyond(a about.Ruleset) string {
	if a.Culture != "" || strings.HasPrefix(a.Origin, "This game was played in") || strings.HasPrefix(a.Origin, "This game is from") {
		return ""
	}
	return a.Origin
}

func boardPicture(w http.ResponseWriter, r *http.Request, e Endpoints) error {
	response, err := e.Ruleset(r.Context(), r.PathValue("hash"))
	if err != nil {
		return err
	}
	d := response.(Detail)
	if d.Board == "" {
		return catalogue.ErrNotFound
	}
	h := w.Header()
	h.Set("Content-Type", "image/svg+xml")
	h.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox")
	h.Set("X-Content-Type-Options", "nosniff")
	w.Write([]byte(d.Board))
	return nil
}

// PageURL is the address of a ruleset's page on a gateway at base.
func PageURL(base, hash string) string {
	u, err := url.JoinPath(base, "rulesets", hash)
	if err != nil {
		return base
	}
	return u
}
