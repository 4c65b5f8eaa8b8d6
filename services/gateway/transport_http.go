package gateway

import (
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/astragal/astragal/pkg/catalogue"
	"github.com/astragal/astragal/pkg/host"
	"github.com/astragal/astragal/pkg/httpx"
	"github.com/astragal/astragal/pkg/lab"
)

// maxBody bounds what a submission may weigh, in bytes.
const maxBody = 4 << 20

// defaultBudget is the time for all playouts of a ruleset when a request names none.
const defaultBudget = time.Hour

// Attach serves the gateway on a host: the JSON API below /api and the pages.
func Attach(h *host.Host, compiler lab.Compiler) error {
	mode := h.Config.Auth
	if mode == "" {
		mode = OpenAccess
	}
	if err := CheckAccess(mode); err != nil {
		return err
	}
	e := NewEndpoints(New(h.Catalogue, h.Queue, compiler), h.Tel)
	g := newGuard(mode, h.Catalogue.KeyOf)
	list := routes(e, h.Queue)
	RegisterRoutes(h.Mux, g, list)
	RegisterPages(h.Mux, e, g)
	// The commands of services that share this process are for administrators.
	h.Wrap = func(next http.Handler) http.Handler {
		guarded := httpx.WithID(g.require(catalogue.AdminRole, next))
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if strings.HasPrefix(r.URL.Path, "/internal/") {
				guarded.ServeHTTP(w, r)
				return
			}
			next.ServeHTTP(w, r)
		})
	}
	return nil
}

// numbers reads query parameters that are numbers from low to high into fields,
// which keep their values when the request has none.
func numbers(r *http.Request, low, high int, fields map[string]*int) error {
	for name, field := range fields {
		if s := r.URL.Query().Get(name); s != "" {
			n, err := strconv.Atoi(s)
			if err != nil || n < low || n > high {
				return httpx.BadRequest("%s: %q is no number from %d to %d", name, s, low, high)
			}
			*field = n
		}
	}
	return nil
}

// maxOffset bounds where a page may start.
const maxOffset = 1 << 30

func decodeFilter(r *http.Request) (any, error) {
	q := r.URL.Query()
	f := catalogue.Filter{Culture: q.Get("culture"), Period: q.Get("period"), Region: q.Get("region"), Classification: q.Get("classification"),
		Concept: q.Get("concept"), Search: q.Get("q"), Limit: 100}
	if err := numbers(r, 0, 5000, map[string]*int{"limit": &f.Limit}); err != nil {
		return nil, err
	}
	var from, to int
	if err := numbers(r, -maxOffset, maxOffset, map[string]*int{"from": &from, "to": &to}); err != nil {
		return nil, err
	}
	if q.Get("from") != "" {
		f.From = &from
	}
	if q.Get("to") != "" {
		f.To = &to
	}
	return f, numbers(r, 0, maxOffset, map[string]*int{"offset": &f.Offset})
}

func decodeEvaluationFilter(r *http.Request) (any, error) {
	q := r.URL.Query()
	f := catalogue.EvaluationFilter{Status: q.Get("status"), Ruleset: q.Get("ruleset"), Engine: q.Get("engine"), Limit: 100}
	if err := numbers(r, 0, maxOffset, map[string]*int{"offset": &f.Offset}); err != nil {
		return nil, err
	}
	return f, numbers(r, 1, 1000, map[string]*int{"limit": &f.Limit})
}

func decodeMetricQuery(r *http.Request) (any, error) {
	q := MetricQuery{Name: r.PathValue("name"), Limit: 1000}
	if err := numbers(r, 0, maxOffset, map[string]*int{"offset": &q.Offset}); err != nil {
		return nil, err
	}
	return q, numbers(r, 1, 5000, map[string]*int{"limit": &q.Limit})
}

func decodeDistanceQuery(r *http.Request) (any, error) {
	q := DistanceQuery{Hash: r.PathValue("hash"), Limit: 20}
	return q, numbers(r, 1, 5000, map[string]*int{"limit": &q.Limit})
}

func decodeTrialQuery(r *http.Request) (any, error) {
	q := TrialQuery{Hash: r.PathValue("hash"), MaxPlies: maxTrialPlies}
	var err error
	if q.Seed, err = strconv.ParseUint(r.PathValue("seed"), 10, 64); err != nil {
		return nil, httpx.BadRequest("seed: %q is no number", r.PathValue("seed"))
	}
	return q, numbers(r, 1, maxTrialPlies, map[string]*int{"plies": &q.MaxPlies})
}

// decodeBody reads a JSON body into v.
func decodeBody(r *http.Request, v any) error {
	dec := json.NewDecoder(http.MaxBytesReader(nil, r.Body, maxBody))
	dec.DisallowUnknownFields()
	err := dec.Decode(v)
	if err == nil || httpx.Status(err) == http.StatusRequestEntityTooLarge {
		return err
	}
	return httpx.BadRequest("body: %v", err)
}

// completeParams fills in the defaults of an evaluation and checks it. Nobody
// asks over HTTP for evaluations without end.
func completeParams(p *catalogue.Params) error {
	if p.Agent == "" {
		p.Agent = "random"
	}
	if p.Metrics == "" {
		p.Metrics = catalogue.AllMetrics
	}
	if p.Budget == 0 {
		p.Budget = defaultBudget
	}
	if err := p.Check(); err != nil {
		return httpx.BadRequest("params: %v", err)
	}
	return nil
}

func decodeEvaluate(r *http.Request) (any, error) {
	q := EvaluateRequest{Hash: r.PathValue("hash")}
	if err := decodeBody(r, &q); err != nil {
		return nil, err
	}
	return q, completeParams(&q.Params)
}

func decodeSubmission(r *http.Request) (any, error) {
	var s Submission
	if err := decodeBody(r, &s); err != nil {
		return nil, err
	}
	if s.Text == "" {
		return nil, httpx.BadRequest("text: empty, expected a description")
	}
	if s.File == "" {
		s.File = "submitted.lud"
	}
	if s.Params.Playouts > 0 {
		return s, completeParams(&s.Params)
	}
	return s, nil
}
