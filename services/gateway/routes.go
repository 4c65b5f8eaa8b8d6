package gateway

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"github.com/go-kit/kit/endpoint"

	"github.com/astragal/astragal/pkg/catalogue"
	"github.com/astragal/astragal/pkg/httpx"
	"github.com/astragal/astragal/pkg/jobs"
)

// route is one operation of the API: what serves it and what its document says.
type route struct {
	method, path  string
	name, summary string
	role          catalogue.Role
	query         []parameter
	body          any    // of the type of the JSON body, nil for none
	response      any    // of the type of the answer
	media         string // of an answer that is no JSON
	handler       http.Handler
}

// parameter is a query parameter.
type parameter struct{ name, kind, meaning string }

var (
	limitParameter  = parameter{"limit", "integer", "size of the page"}
	offsetParameter = parameter{"offset", "integer", "number of entries before the page"}
)

// routes is the whole API.
func routes(e Endpoints, q *jobs.Queue) []route {
	get := func(path, name, summary string, ep endpoint.Endpoint, decode func(*http.Request) (any, error), response any, query ...parameter) route {
		return route{"GET", path, name, summary, catalogue.ReadRole, query, nil, response, "", httpx.Handler(ep, decode)}
	}
	value := func(name string) func(*http.Request) (any, error) {
		return func(r *http.Request) (any, error) { return r.PathValue(name), nil }
	}
	nothing := func(*http.Request) (any, error) { return nil, nil }
	return []route{
		get("/api/rulesets", "listRulesets", "Rulesets with their latest figures, by name.", e.Rulesets, decodeFilter, Page{},
			parameter{"q", "string", "part of the name of the game or ruleset"}, parameter{"culture", "string", "culture"}, parameter{"period", "string", "period"},
			parameter{"region", "string", "region"}, parameter{"classification", "string", "beginning of the classification, like board/space"},
			parameter{"concept", "string", "concept that the ruleset has"}, parameter{"from", "integer", "year in or after which the period ends"},
			parameter{"to", "integer", "year in or before which the period begins"}, limitParameter, offsetParameter),
		get("/api/rulesets/{hash}", "getRuleset", "One ruleset with its concepts and evaluations.", e.Ruleset, value("hash"), Detail{}),
		get("/api/rulesets/{hash}/distances", "listDistances", "The rulesets that share most concepts with one, the nearest first.", e.Distances, decodeDistanceQuery, []catalogue.Neighbour{}, limitParameter),
		get("/api/rulesets/{hash}/trials/{seed}", "getTrial", "A random playout of a ruleset, move by move; the seed decides it.", e.Trial, decodeTrialQuery, Trial{},
			parameter{"plies", "integer", "plies after which it stops"}),
		{"POST", "/api/rulesets/{hash}/evaluations", "evaluateRuleset", "Ask for an evaluation of a ruleset.", catalogue.SubmitRole, nil, EvaluateRequest{}, Receipt{}, "", httpx.Handler(e.Evaluate, decodeEvaluate)},
		get("/api/evaluations", "listEvaluations", "Evaluations, the newest first.", e.Evaluations, decodeEvaluationFilter, EvaluationPage{},
			parameter{"status", "string", "running, done, failed or cancelled"}, parameter{"ruleset", "string", "hash of the ruleset"}, parameter{"engine", "string", "version of the engine"}, limitParameter, offsetParameter),
		get("/api/evaluations/{id}", "getEvaluation", "One evaluation with its figures.", e.Evaluation, value("id"), catalogue.Evaluation{}),
		{"POST", "/api/evaluations/{id}/cancel", "cancelEvaluation", "Stop an evaluation.", catalogue.AdminRole, nil, nil, catalogue.Evaluation{}, "", httpx.Handler(e.Cancel, value("id"))},
		get("/api/metrics/{name}", "listMetric", "A metric of all rulesets, from the latest evaluation of each, the smallest mean first.", e.Metric, decodeMetricQuery, []catalogue.MetricValue{}, limitParameter, offsetParameter),
		get("/api/concepts", "listConcepts", "The catalogue of concepts, with the number of rulesets that have each.", e.Concepts, nothing, []catalogue.ConceptUse{}),
		{"POST", "/api/sources", "submitSource", "Submit a description and, with playouts, ask for its evaluation.", catalogue.SubmitRole, nil, Submission{}, Receipt{}, "", httpx.Handler(e.Submit, decodeSubmission)},
		get("/api/sources/{id}", "getSource", "A description as it was submitted, and whether it compiles.", e.Source, value("id"), catalogue.Source{}),
		get("/api/failures", "listFailures", "What does not compile, and jobs that failed for good.", e.Problems, nothing, Problems{}),
		{"GET", "/api/events", "watch", "Progress as server-sent events. With a subject, its state comes first.", catalogue.ReadRole,
			[]parameter{{"subject", "string", "id of the source or evaluation to follow"}}, nil, nil, "text/event-stream", events(e, q)},
	}
}

// RegisterRoutes adds the API and its document.
func RegisterRoutes(mux *http.ServeMux, g *guard, list []route) {
	for _, rt := range list {
		mux.Handle(rt.method+" "+rt.path, httpx.WithID(g.require(rt.role, rt.handler)))
	}
	doc := document(list)
	mux.Handle("GET /api/openapi.json", httpx.WithID(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		httpx.WriteJSON(w, http.StatusOK, doc)
	})))
	mux.Handle("GET /api/", httpx.WithID(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		httpx.WriteError(w, r, &httpx.StatusError{Status: http.StatusNotFound, Msg: "there is no " + r.Method + " " + r.URL.Path + "; see /api/openapi.json"})
	})))
}

// keepAlive is how often a silent event stream says that it is there.
const keepAlive = 20 * time.Second

// events streams progress as server-sent events until the client leaves.
func events(e Endpoints, q *jobs.Queue) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		subject := r.URL.Query().Get("subject")
		ch := make(chan jobs.Event, 256)
		stop, err := q.Watch(r.Context(), func(e jobs.Event) {
			if subject != "" && e.Subject != subject {
				return
			}
			select {
			case ch <- e:
			default: // a slow client misses events, nobody waits for it
			}
		})
		if err != nil {
			httpx.WriteError(w, r, err)
			return
		}
		defer stop()
		w.Header().Set("Content-Type", "text/event-stream")
		w.Header().Set("Cache-Control", "no-cache")
		rc := http.NewResponseController(w)
		send := func(kind string, v any) bool {
			data, err := json.Marshal(v)
			if err != nil {
				return true
			}
			if _, err := fmt.Fprintf(w, "event: %s\ndata: %s\n\n", kind, data); err != nil {
				return false
			}
			return rc.Flush() == nil
		}
		fmt.Fprint(w, ": connected\n\n")
		rc.Flush()
		if subject != "" && !send("state", state(r.Context(), e, subject)) {
			return
		}
		alive := time.NewTicker(keepAlive)
		defer alive.Stop()
		for {
			select {
			case <-r.Context().Done():
				return
			case <-alive.C:
				if _, err := fmt.Fprint(w, ": still here\n\n"); err != nil || rc.Flush() != nil {
					return
				}
			case e := <-ch:
				if !send(e.Kind, e) {
					return
				}
			}
		}
	})
}

// state is an evaluation or source as it is now, nil when there is none.
func state(ctx context.Context, e Endpoints, subject string) any {
	if v, err := e.Evaluation(ctx, subject); err == nil {
		return v
	}
	if v, err := e.Source(ctx, subject); err == nil {
		s := v.(catalogue.Source)
		s.Text = ""
		return s
	}
	return nil
}
