package gateway

import (
	"context"

	"github.com/go-kit/kit/endpoint"

	"github.com/astragal/astragal/pkg/catalogue"
	"github.com/astragal/astragal/pkg/middleware"
	"github.com/astragal/astragal/pkg/telemetry"
	"github.com/astragal/astragal/services/study"
)

// Endpoints are the service's functions with their middleware.
type Endpoints struct {
	Submit     endpoint.Endpoint // Submission → Receipt
	Source     endpoint.Endpoint // id → catalogue.Source
	Rulesets   endpoint.Endpoint // catalogue.Filter → Page
	Library    endpoint.Endpoint // LibraryQuery → Library
	Ruleset    endpoint.Endpoint // RulesetQuery → Detail
	Evaluation endpoint.Endpoint // id → catalogue.Evaluation
	Cancel     endpoint.Endpoint // id → catalogue.Evaluation
	Problems   endpoint.Endpoint // nothing → Problems

	Evaluations endpoint.Endpoint // catalogue.EvaluationFilter → EvaluationPage
	Evaluate    endpoint.Endpoint // EvaluateRequest → Receipt
	Metric      endpoint.Endpoint // catalogue.MetricFilter → []catalogue.MetricValue
	Distances   endpoint.Endpoint // DistanceQuery → []catalogue.Neighbour
	Delete      endpoint.Endpoint // id → catalogue.Source
	Agents      endpoint.Endpoint // nothing → []string
	Trial       endpoint.Endpoint // TrialQuery → Trial
	Play        endpoint.Endpoint // PlayQuery → Play
	Related     endpoint.Endpoint // hash → Related
	Standings   endpoint.Endpoint // *catalogue.Evaluation → map[string]Standing
	Points      endpoint.Endpoint // PointQuery → []catalogue.Point
	Together    endpoint.Endpoint // name of a concept → []Companion
	Families    endpoint.Endpoint // FamilyQuery → Family
	Operations  endpoint.Endpoint // nothing → Operations
	Retry       endpoint.Endpoint // id → catalogue.Source
	Again       endpoint.Endpoint // id → catalogue.Evaluation
	Keys        endpoint.Endpoint // nothing → []catalogue.Key
	CreateKey   endpoint.Endpoint // NewKey → MadeKey
	RevokeKey   endpoint.Endpoint // name → []catalogue.Key
	Compare     endpoint.Endpoint // CompareQuery → Comparison
	Traffic     endpoint.Endpoint // TrafficQuery → Traffic
	AskWear     endpoint.Endpoint // study.Request → catalogue.WearStudy
	WearStudies endpoint.Endpoint // nothing → []catalogue.WearStudy
	WearStudy   endpoint.Endpoint // id → catalogue.WearStudy
	CancelWear  endpoint.Endpoint // id → catalogue.WearStudy
	// WearReport is WearReportQuery → []byte, WearTemplate WearTemplateQuery → []byte.
	WearReport, WearTemplate endpoint.Endpoint
	Changes                  endpoint.Endpoint // ChangeQuery → catalogue.ChangeReport
	Evidence                 endpoint.Endpoint // catalogue.EvidenceFilter → []evidence.Item
	Concepts                 endpoint.Endpoint // nothing → []catalogue.ConceptUse
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
	wrap := func(name string, limit endpoint.Middleware, e endpoint.Endpoint) endpoint.Endpoint {
		return endpoint.Chain(middleware.Standard(tel, "gateway", name), limit, middleware.Breaker("gateway."+name, catalogue.Unavailable))(e)
	}
	read, submit := middleware.Limit(readRate, readBurst), middleware.Limit(submitRate, submitBurst)
	heavy, shown := middleware.Limit(heavyRate, heavyBurst), middleware.Limit(shownRate, shownBurst)
	return Endpoints{
		Evaluations: wrap("evaluations", read, func(ctx context.Context, r any) (any, error) {
			return s.Evaluations(ctx, r.(catalogue.EvaluationFilter))
		}),
		Evaluate: wrap("evaluate", submit, func(ctx context.Context, r any) (any, error) { return s.Evaluate(ctx, r.(EvaluateRequest)) }),
		Metric: wrap("metric", read, func(ctx context.Context, r any) (any, error) {
			return s.Metric(ctx, r.(catalogue.MetricFilter))
		}),
		Distances: wrap("distances", heavy, func(ctx context.Context, r any) (any, error) { return s.Distances(ctx, r.(DistanceQuery)) }),
		Delete: wrap("delete", submit, func(ctx context.Context, r any) (any, error) {
			return s.DeleteSource(ctx, r.(string))
		}),
		Agents:  wrap("agents", read, func(ctx context.Context, _ any) (any, error) { return s.Agents(ctx) }),
		Trial:   wrap("trial", heavy, func(ctx context.Context, r any) (any, error) { return s.Trial(ctx, r.(TrialQuery)) }),
		Related: wrap("related", read, func(ctx context.Context, r any) (any, error) { return s.Related(ctx, r.(string)) }),
		Standings: wrap("standings", read, func(ctx context.Context, r any) (any, error) {
			return s.Standings(ctx, r.(*catalogue.Evaluation))
		}),
		Points:     wrap("points", read, func(ctx context.Context, r any) (any, error) { return s.Points(ctx, r.(PointQuery)) }),
		Together:   wrap("together", read, func(ctx context.Context, r any) (any, error) { return s.Together(ctx, r.(string)) }),
		Families:   wrap("families", heavy, func(ctx context.Context, r any) (any, error) { return s.Families(ctx, r.(FamilyQuery)) }),
		Operations: wrap("operations", read, func(ctx context.Context, _ any) (any, error) { return s.Operations(ctx) }),
		Retry:      wrap("retry", submit, func(ctx context.Context, r any) (any, error) { return s.Retry(ctx, r.(string)) }),
		Again: wrap("again", submit, func(ctx context.Context, r any) (any, error) {
			return s.RetryEvaluation(ctx, r.(string))
		}),
		Keys:      wrap("keys", read, func(ctx context.Context, _ any) (any, error) { return s.Keys(ctx) }),
		CreateKey: wrap("create-key", submit, func(ctx context.Context, r any) (any, error) { return s.CreateKey(ctx, r.(NewKey)) }),
		RevokeKey: wrap("revoke-key", submit, func(ctx context.Context, r any) (any, error) { return s.RevokeKey(ctx, r.(string)) }),
		Compare:   wrap("compare", heavy, func(ctx context.Context, r any) (any, error) { return s.Compare(ctx, r.(CompareQuery)) }),
		Play:      wrap("play", shown, func(ctx context.Context, r any) (any, error) { return s.Play(ctx, r.(PlayQuery)) }),
		Traffic:   wrap("traffic", heavy, func(ctx context.Context, r any) (any, error) { return s.Traffic(ctx, r.(TrafficQuery)) }),
		Submit:    wrap("submit", submit, func(ctx context.Context, r any) (any, error) { return s.Submit(ctx, r.(Submission)) }),
		Cancel:    wrap("cancel", submit, func(ctx context.Context, r any) (any, error) { return s.Cancel(ctx, r.(string)) }),
		Source:    wrap("source", read, func(ctx context.Context, r any) (any, error) { return s.Source(ctx, r.(string)) }),
		Rulesets:  wrap("rulesets", read, func(ctx context.Context, r any) (any, error) { return s.Rulesets(ctx, r.(catalogue.Filter)) }),
		Library:   wrap("library", read, func(ctx context.Context, r any) (any, error) { return s.Library(ctx, r.(LibraryQuery)) }),
		Ruleset: wrap("ruleset", read, func(ctx context.Context, r any) (any, error) {
			return s.Ruleset(ctx, r.(RulesetQuery))
		}),
		Evaluation: wrap("evaluation", read, func(ctx context.Context, r any) (any, error) { return s.Evaluation(ctx, r.(string)) }),
		Changes:    wrap("changes", heavy, func(ctx context.Context, r any) (any, error) { return s.Changes(ctx, r.(ChangeQuery)) }),
		Evidence: wrap("evidence", read, func(ctx context.Context, r any) (any, error) {
			return s.Evidence(ctx, r.(catalogue.EvidenceFilter))
		}),
		Concepts:    wrap("concepts", read, func(ctx context.Context, _ any) (any, error) { return s.Concepts(ctx) }),
		AskWear:     wrap("ask-wear", submit, func(ctx context.Context, r any) (any, error) { return s.AskWear(ctx, r.(study.Request)) }),
		WearStudies: wrap("wear-studies", read, func(ctx context.Context, _ any) (any, error) { return s.WearStudies(ctx) }),
		WearStudy:   wrap("wear-study", read, func(ctx context.Context, r any) (any, error) { return s.WearStudy(ctx, r.(string)) }),
		CancelWear:  wrap("cancel-wear", submit, func(ctx context.Context, r any) (any, error) { return s.CancelWear(ctx, r.(string)) }),
		WearReport: wrap("wear-report", read, func(ctx context.Context, r any) (any, error) {
			return s.WearReport(ctx, r.(WearReportQuery))
		}),
		WearTemplate: wrap("wear-template", heavy, func(ctx context.Context, r any) (any, error) {
			return s.WearTemplate(ctx, r.(WearTemplateQuery))
		}),
		Problems: wrap("problems", read, func(ctx context.Context, _ any) (any, error) { return s.Problems(ctx) }),
	}
}
