package gateway

import (
	"context"

	"github.com/go-kit/kit/endpoint"

	"github.com/astragal/astragal/pkg/catalogue"
	"github.com/astragal/astragal/pkg/evidence"
	"github.com/astragal/astragal/pkg/middleware"
	"github.com/astragal/astragal/pkg/telemetry"
	"github.com/astragal/astragal/services/reconstruction"
	"github.com/astragal/astragal/services/study"
)

// Endpoints are the service's functions with their middleware.
type Endpoints struct {
	Submit     middleware.Endpoint[Submission, Receipt]
	Source     middleware.Endpoint[string, catalogue.Source] // of id
	Rulesets   middleware.Endpoint[catalogue.Filter, Page]
	Library    middleware.Endpoint[LibraryQuery, Library]
	Ruleset    middleware.Endpoint[RulesetQuery, Detail]
	Evaluation middleware.Endpoint[string, catalogue.Evaluation] // of id
	Cancel     middleware.Endpoint[string, catalogue.Evaluation] // of id
	Problems   middleware.Endpoint[struct{}, Problems]

	Evaluations middleware.Endpoint[catalogue.EvaluationFilter, EvaluationPage]
	Evaluate    middleware.Endpoint[EvaluateRequest, Receipt]
	Metric      middleware.Endpoint[catalogue.MetricFilter, []catalogue.MetricValue]
	Distances   middleware.Endpoint[DistanceQuery, []catalogue.Neighbour]
	Delete      middleware.Endpoint[string, catalogue.Source] // of id
	Agents      middleware.Endpoint[struct{}, []string]
	Trial       middleware.Endpoint[TrialQuery, Trial]
	Play        middleware.Endpoint[PlayQuery, Play]
	Related     middleware.Endpoint[string, Related] // of hash
	Standings   middleware.Endpoint[*catalogue.Evaluation, map[string]Standing]
	Points      middleware.Endpoint[PointQuery, []catalogue.Point]
	Together    middleware.Endpoint[string, []Companion] // of name of a concept
	Families    middleware.Endpoint[FamilyQuery, Family]
	Operations  middleware.Endpoint[struct{}, Operations]
	Retry       middleware.Endpoint[string, catalogue.Source]     // of id
	Again       middleware.Endpoint[string, catalogue.Evaluation] // of id
	Refresh     middleware.Endpoint[RefreshRequest, Refreshed]
	Keys        middleware.Endpoint[struct{}, []catalogue.Key]
	CreateKey   middleware.Endpoint[NewKey, MadeKey]
	RevokeKey   middleware.Endpoint[string, []catalogue.Key] // of name
	Compare     middleware.Endpoint[CompareQuery, Comparison]
	Traffic     middleware.Endpoint[TrafficQuery, Traffic]
	AskWear     middleware.Endpoint[study.Request, catalogue.WearStudy]
	WearStudies middleware.Endpoint[struct{}, []catalogue.WearStudy]
	WearStudy   middleware.Endpoint[string, catalogue.WearStudy] // of id
	CancelWear  middleware.Endpoint[string, catalogue.WearStudy] // of id

	AskReconstruction    middleware.Endpoint[reconstruction.Request, catalogue.Reconstruction]
	Reconstructions      middleware.Endpoint[struct{}, []catalogue.Reconstruction]
	Reconstruction       middleware.Endpoint[string, ReconstructionDetail]     // of id
	CancelReconstruction middleware.Endpoint[string, catalogue.Reconstruction] // of id
	ReconstructionReport middleware.Endpoint[WearReportQuery, []byte]

	WearReport   middleware.Endpoint[WearReportQuery, []byte]
	WearTemplate middleware.Endpoint[WearTemplateQuery, []byte]
	Changes      middleware.Endpoint[ChangeQuery, catalogue.ChangeReport]
	Evidence     middleware.Endpoint[catalogue.EvidenceFilter, []evidence.Item]
	Concepts     middleware.Endpoint[struct{}, []catalogue.ConceptUse]
}

// Limits of the whole gateway, in calls per second and calls at once.
const (
	readRate, readBurst     = 2000, 1000
	submitRate, submitBurst = 100, 2000
	heavyRate, heavyBurst   = 20, 40   // what takes much of a core
	shownRate, shownBurst   = 100, 200 // positions of plays: one for every step of everybody
)

// NewEndpoints surrounds the service with middleware.
func NewEndpoints(s Service, tel *telemetry.Set) Endpoints {
	read, submit := middleware.Limit(readRate, readBurst), middleware.Limit(submitRate, submitBurst)
	heavy, shown := middleware.Limit(heavyRate, heavyBurst), middleware.Limit(shownRate, shownBurst)
	return Endpoints{
		Evaluations:          wrap(tel, "evaluations", read, s.Evaluations),
		Evaluate:             wrap(tel, "evaluate", submit, s.Evaluate),
		Metric:               wrap(tel, "metric", read, s.Metric),
		Distances:            wrap(tel, "distances", heavy, s.Distances),
		Delete:               wrap(tel, "delete", submit, s.DeleteSource),
		Agents:               wrap(tel, "agents", read, asking(s.Agents)),
		Trial:                wrap(tel, "trial", heavy, s.Trial),
		Related:              wrap(tel, "related", read, s.Related),
		Standings:            wrap(tel, "standings", read, s.Standings),
		Points:               wrap(tel, "points", read, s.Points),
		Together:             wrap(tel, "together", read, s.Together),
		Families:             wrap(tel, "families", heavy, s.Families),
		Operations:           wrap(tel, "operations", read, asking(s.Operations)),
		Retry:                wrap(tel, "retry", submit, s.Retry),
		Again:                wrap(tel, "again", submit, s.RetryEvaluation),
		Refresh:              wrap(tel, "refresh", submit, s.Refresh),
		Keys:                 wrap(tel, "keys", read, asking(s.Keys)),
		CreateKey:            wrap(tel, "create-key", submit, s.CreateKey),
		RevokeKey:            wrap(tel, "revoke-key", submit, s.RevokeKey),
		Compare:              wrap(tel, "compare", heavy, s.Compare),
		Play:                 wrap(tel, "play", shown, s.Play),
		Traffic:              wrap(tel, "traffic", heavy, s.Traffic),
		Submit:               wrap(tel, "submit", submit, s.Submit),
		Cancel:               wrap(tel, "cancel", submit, s.Cancel),
		Source:               wrap(tel, "source", read, s.Source),
		Rulesets:             wrap(tel, "rulesets", read, s.Rulesets),
		Library:              wrap(tel, "library", read, s.Library),
		Ruleset:              wrap(tel, "ruleset", read, s.Ruleset),
		Evaluation:           wrap(tel, "evaluation", read, s.Evaluation),
		Changes:              wrap(tel, "changes", heavy, s.Changes),
		Evidence:             wrap(tel, "evidence", read, s.Evidence),
		Concepts:             wrap(tel, "concepts", read, asking(s.Concepts)),
		AskWear:              wrap(tel, "ask-wear", submit, s.AskWear),
		WearStudies:          wrap(tel, "wear-studies", read, asking(s.WearStudies)),
		WearStudy:            wrap(tel, "wear-study", read, s.WearStudy),
		CancelWear:           wrap(tel, "cancel-wear", submit, s.CancelWear),
		WearReport:           wrap(tel, "wear-report", read, s.WearReport),
		WearTemplate:         wrap(tel, "wear-template", heavy, s.WearTemplate),
		AskReconstruction:    wrap(tel, "ask-reconstruction", submit, s.AskReconstruction),
		Reconstructions:      wrap(tel, "reconstructions", read, asking(s.Reconstructions)),
		Reconstruction:       wrap(tel, "reconstruction", read, s.Reconstruction),
		CancelReconstruction: wrap(tel, "cancel-reconstruction", submit, s.CancelReconstruction),
		ReconstructionReport: wrap(tel, "reconstruction-report", read, s.ReconstructionReport),
		Problems:             wrap(tel, "problems", read, asking(s.Problems)),
	}
}

// wrap surrounds one function with what all have in common, its limit and a breaker.
func wrap[Req, Resp any](tel *telemetry.Set, name string, limit endpoint.Middleware,
	call middleware.Endpoint[Req, Resp]) middleware.Endpoint[Req, Resp] {
	return middleware.Around(call, middleware.Standard(tel, "gateway", name), limit,
		middleware.Breaker("gateway."+name, catalogue.Unavailable))
}

// asking is a function that takes nothing as one with a request.
func asking[Resp any](call func(context.Context) (Resp, error)) middleware.Endpoint[struct{}, Resp] {
	return func(ctx context.Context, _ struct{}) (Resp, error) { return call(ctx) }
}
