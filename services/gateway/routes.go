package gateway

import (
	"net/http"
	"net/url"

	"github.com/astragal/astragal/pkg/access"
	"github.com/astragal/astragal/pkg/catalogue"
	"github.com/astragal/astragal/pkg/httpx"
	"github.com/astragal/astragal/pkg/jobs"
	"github.com/astragal/astragal/pkg/middleware"
	"github.com/astragal/astragal/services/reconstruction"
	"github.com/astragal/astragal/services/study"
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

// decoder makes the request of an endpoint of an HTTP request, whose query has been read.
type decoder[Req any] func(r *http.Request, q url.Values) (Req, error)

// serve is an endpoint as a handler that refuses what its parameters do not allow.
func serve[Req, Resp any](ep middleware.Endpoint[Req, Resp], decode decoder[Req], query []parameter) http.Handler {
	return httpx.Handle(ep, func(r *http.Request) (none Req, err error) {
		if err := checkPath(r, "hash", "id", "name", "seed"); err != nil {
			return none, err
		}
		q, err := readQuery(r, query)
		if err != nil {
			return none, err
		}
		return decode(r, q)
	})
}

// get is a route that answers with what its endpoint returns.
func get[Req, Resp any](path, name, summary string, ep middleware.Endpoint[Req, Resp], decode decoder[Req],
	query ...parameter) route {
	var response Resp
	return route{"GET", path, name, summary, catalogue.ReadRole, query, nil, response, "", serve(ep, decode, query)}
}

// nothing is the request of endpoints that take none.
func nothing(*http.Request, url.Values) (struct{}, error) { return struct{}{}, nil }

// value takes a part of the path for the request.
func value(name string) decoder[string] {
	return func(r *http.Request, _ url.Values) (string, error) { return r.PathValue(name), nil }
}

// routes is the whole API.
func routes(e Endpoints, q *jobs.Queue) []route {
	page := append(filterParameters[:len(filterParameters):len(filterParameters)], limitOf(100, maxLimit), offsetParameter)
	return append(evidenceFiles(e), []route{
		get("/api/evidence", "listEvidence", "Evidence about games, in the order of time.", e.Evidence,
			decodeEvidenceFilter, evidenceParameters...),
		get("/api/changes", "listChanges", "What became of figures from one engine version to another, and of rules "+
			"written anew.",
			e.Changes, decodeChangeQuery, changeParameters...),
		get("/api/rulesets", "listRulesets", "Rulesets with the figures of one agent's play, by name or as sorted.",
			e.Rulesets,
			func(_ *http.Request, q url.Values) (catalogue.Filter, error) { return readFilter(q, 100) }, page...),
		{"GET", "/api/rulesets.csv", "tableRulesets", "The same as a table of comma-separated values, all rows unless a " +
			"limit is given.", catalogue.ReadRole, page, nil, nil, "text/csv", table(e, page)},
		get("/api/rulesets/{hash}", "getRuleset", "One ruleset with its concepts and all its evaluations.", e.Ruleset,
			func(r *http.Request, q url.Values) (RulesetQuery, error) {
				return RulesetQuery{r.PathValue("hash"), q.Get("agent")}, nil
			}, agentParameter),
		get("/api/rulesets/{hash}/distances", "listDistances",
			"The rulesets that share most concepts with one, the nearest first.", e.Distances, decodeDistanceQuery,
			limitOf(20, maxLimit)),
		get("/api/rulesets/{hash}/trials/{seed}", "getTrial",
			"A random playout of a ruleset, move by move; the seed decides it.", e.Trial, decodeTrialQuery,
			parameter{name: "plies", kind: "integer", meaning: "plies after which it stops", low: 1, high: maxTrialPlies}),
		{"POST", "/api/rulesets/{hash}/evaluations", "evaluateRuleset", "Ask for an evaluation of a ruleset.",
			catalogue.SubmitRole, nil, EvaluateRequest{}, Receipt{}, "",
			serve(e.Evaluate, decodeEvaluate, nil)},
		get("/api/evaluations", "listEvaluations", "Evaluations with their main metrics, the newest first.", e.Evaluations,
			decodeEvaluationFilter,
			parameter{name: "status", kind: "string", meaning: "how far they are", values: []string{"running", "done",
				"failed", "cancelled"}},
			parameter{name: "ruleset", kind: "string", meaning: "hash of the ruleset"}, parameter{name: "engine",
				kind: "string", meaning: "version of the engine"},
			parameter{name: "agent", kind: "string", meaning: "who played; all agents without"}, limitOf(100, 1000),
			offsetParameter),
		get("/api/evaluations/{id}", "getEvaluation", "One evaluation with its figures.", e.Evaluation, value("id")),
		get("/api/evaluations/{id}/traffic", "getTraffic",
			"Where on the board the plays of an evaluation happened: moves along every line, visits, stays, placements, "+
				"captures.",
			e.Traffic, decodeTrafficQuery, trafficParameters...),
		{"GET", "/api/evaluations/{id}/traffic.csv", "tableTraffic", "The same as a table of comma-separated values.",
			catalogue.ReadRole, trafficParameters, nil, nil, "text/csv", trafficTable(e)},
		{"POST", "/api/evaluations/{id}/cancel", "cancelEvaluation", "Stop an evaluation.", catalogue.AdminRole, nil, nil,
			catalogue.Evaluation{}, "", serve(e.Cancel, value("id"), nil)},
		get("/api/metrics/{name}", "listMetric", "A metric of all rulesets as one agent's play showed it, the smallest "+
			"mean first; each value names its evaluation.", e.Metric, decodeMetricFilter,
			agentParameter, parameter{name: "current", kind: "boolean",
				meaning: "true: only values of the current engine version"}, limitOf(1000, maxLimit), offsetParameter),
		get("/api/concepts", "listConcepts", "The catalogue of concepts and metrics, with the number of rulesets that "+
			"have each.", e.Concepts, nothing),
		{"POST", "/api/sources", "submitSource", "Submit a description and, with playouts, ask for its evaluation. It may " +
			"take the place of an older source.", catalogue.SubmitRole, nil, Submission{}, Receipt{}, "",
			serve(e.Submit, decodeSubmission, nil)},
		get("/api/sources/{id}", "getSource", "A description as it was submitted, and whether it compiles.", e.Source,
			value("id")),
		{"DELETE", "/api/sources/{id}", "deleteSource",
			"Remove a source, and the rulesets and evaluations that no other source gives.", catalogue.AdminRole, nil, nil,
			catalogue.Source{}, "", serve(e.Delete, value("id"), nil)},
		{"POST", "/api/sources/{id}/retry", "retrySource", "Have a source that failed compiled again.",
			catalogue.SubmitRole, nil, nil,
			catalogue.Source{}, "", serve(e.Retry, value("id"), nil)},
		{"POST", "/api/evaluations/{id}/retry", "retryEvaluation",
			"Go on with an evaluation that failed or was cancelled; what is " +
				"recorded stays.", catalogue.SubmitRole, nil, nil, catalogue.Evaluation{}, "", serve(e.Again, value("id"), nil)},
		{"POST", "/api/outdated", "refreshLibrary", "Count the descriptions that no evaluation with these parameters by the " +
			"current engine exists of, and ask for those of the first, behind all that people ask for.",
			catalogue.AdminRole, nil, RefreshRequest{}, Refreshed{}, "", serve(e.Refresh, decodeRefresh, nil)},
		{"POST", "/api/wear", "askWear", "Ask for a study of use-wear: which candidate rulesets explain the wear of a " +
			"board? What a " +
			"request leaves out is as in astragal wear.", catalogue.SubmitRole, nil, study.Request{}, catalogue.WearStudy{}, "",
			serve(e.AskWear, decodeWear, nil)},
		get("/api/wear", "listWear", "The studies of use-wear that were asked for last.", e.WearStudies, nothing),
		get("/api/wear/{id}", "getWear", "A study of use-wear, and how far it is.", e.WearStudy, value("id")),
		{"POST", "/api/wear/{id}/cancel", "cancelWear", "Stop a study of use-wear; what was asked to be played goes on.",
			catalogue.AdminRole, nil, nil, catalogue.WearStudy{}, "", serve(e.CancelWear, value("id"), nil)},
		{"GET", "/api/wear/{id}/report", "reportWear", "The report of a finished study, with every figure in it.",
			catalogue.ReadRole, nil, nil, nil,
			"application/json", apiFile(func(w http.ResponseWriter, r *http.Request) error {
				return wearReport(w, r, e,
					".json")
			})},
		{"GET", "/api/rulesets/{hash}/wear.csv", "templateWear", "An empty file of wear for the board of a ruleset.",
			catalogue.ReadRole,
			wearTemplateParameters, nil, nil, "text/csv",
			apiFile(func(w http.ResponseWriter, r *http.Request) error { return wearTemplate(w, r, e, false) })},
		{"POST", "/api/reconstructions", "askReconstruction",
			"Ask what could have been played where only a part of the rules is " +
				"known, with the rulesets of the catalogue as donors. What a request leaves out is as in astragal reconstruct.",
			catalogue.SubmitRole, nil, reconstruction.Request{}, catalogue.Reconstruction{}, "",
			serve(e.AskReconstruction, decodeReconstruction, nil)},
		get("/api/reconstructions", "listReconstructions", "The studies of incomplete rulesets that were asked for last.",
			e.Reconstructions, nothing),
		get("/api/reconstructions/{id}", "getReconstruction",
			"A study of an incomplete ruleset, how far it is, and the rulesets "+
				"that its completions became.", e.Reconstruction, value("id")),
		{"POST", "/api/reconstructions/{id}/cancel", "cancelReconstruction", "Stop a study of an incomplete ruleset.",
			catalogue.AdminRole, nil, nil, catalogue.Reconstruction{}, "", serve(e.CancelReconstruction, value("id"), nil)},
		{"GET", "/api/reconstructions/{id}/report", "reportReconstruction",
			"The report of a finished study, with every figure in it.",
			catalogue.ReadRole, nil, nil, nil, "application/json", apiFile(func(w http.ResponseWriter, r *http.Request) error {
				return reconstructionReport(w, r, e, ".json")
			})},
		get("/api/operations", "getOperations", "What goes on now: evaluations under way, the queue, workers.", e.Operations,
			nothing),
		{"GET", "/api/keys", "listKeys", "All keys, without their secrets.", catalogue.AdminRole, nil, nil,
			[]catalogue.Key{}, "",
			serve(e.Keys, nothing, nil)},
		{"POST", "/api/keys", "createKey", "Make a key. The secret is in the answer and nowhere else.", catalogue.AdminRole,
			nil,
			NewKey{}, MadeKey{}, "", serve(e.CreateKey, decodeNewKey, nil)},
		{"DELETE", "/api/keys/{name}", "revokeKey", "End a key.", catalogue.AdminRole, nil, nil, []catalogue.Key{}, "",
			serve(e.RevokeKey, value("name"), nil)},
		get("/api/failures", "listFailures", "What does not compile, and jobs that failed for good, by reason.", e.Problems,
			nothing),
		{"GET", "/api/events", "watch", "Progress as server-sent events. With a subject, its state comes first.",
			catalogue.ReadRole, eventParameters, nil, nil, "text/event-stream", events(e, q)},
	}...)
}

// RegisterRoutes adds the API and its document.
func RegisterRoutes(mux *http.ServeMux, g *access.Guard, list []route) {
	for _, rt := range list {
		mux.Handle(rt.method+" "+rt.path, httpx.WithID(g.Require(rt.role, rt.handler)))
	}
	doc := document(list)
	mux.Handle("GET /api/openapi.json", httpx.WithID(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		httpx.WriteJSON(w, http.StatusOK, doc)
	})))
	for _, method := range []string{"GET", "POST", "PUT", "PATCH", "DELETE"} {
		mux.Handle(method+" /api/", httpx.WithID(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			httpx.WriteError(w, r, &httpx.StatusError{Status: http.StatusNotFound,
				Msg: "there is no " + r.Method + " " + r.URL.Path + "; see /api/openapi.json"})
		})))
	}
}
