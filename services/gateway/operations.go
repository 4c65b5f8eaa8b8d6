package gateway

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/astragal/astragal/pkg/catalogue"
	"github.com/astragal/astragal/pkg/httpx"
	"github.com/astragal/astragal/pkg/jobs"
	"github.com/astragal/astragal/services/compile"
)

// Operations is what goes on now.
type Operations struct {
	// Running are evaluations under way, at most 100 of Total.
	Running []catalogue.Running   `json:"running"`
	Total   int                   `json:"total"`
	Workers []catalogue.WorkerUse `json:"workers"` // that recorded batches of them in the last five minutes
	Queue   []jobs.LaneDepth      `json:"queue"`
	// Schedule is what is evaluated again by the clock, null for nothing.
	Schedule *catalogue.Schedule `json:"schedule"`
	// Finished are the evaluations that ended last.
	Finished []FinishedEvaluation `json:"finished"`
}

// FinishedEvaluation is an evaluation with the name of what was played.
type FinishedEvaluation struct {
	Title string `json:"title"`
	catalogue.Evaluation
}

// shownFinished is the number of finished evaluations that are shown.
const shownFinished = 15

func (s *service) finished(ctx context.Context) ([]FinishedEvaluation, error) {
	list, _, err := s.catalogue.EvaluationList(ctx, catalogue.EvaluationFilter{Status: "done", Ended: true,
		Limit: shownFinished})
	if err != nil {
		return nil, err
	}
	var hashes []string
	for i := range list {
		hashes = append(hashes, list[i].RulesetHash)
	}
	names, err := s.catalogue.NamesOf(ctx, hashes)
	found := []FinishedEvaluation{}
	for i := range list {
		name := names[list[i].RulesetHash]
		found = append(found, FinishedEvaluation{titleOf(name[0], name[1]), list[i]})
	}
	return found, err
}

// NewKey asks for a key.
type NewKey struct {
	Name           string         `json:"name"`
	Role           catalogue.Role `json:"role"                     enum:"read,submit,admin"`
	PlayoutsPerDay *int64         `json:"playoutsPerDay,omitempty"`
	SecondsPerDay  *float64       `json:"secondsPerDay,omitempty"`
}

// MadeKey is a key with its secret, which nobody can read again.
type MadeKey struct {
	Name   string         `json:"name"`
	Role   catalogue.Role `json:"role"`
	Secret string         `json:"secret"`
}

func (s *service) Operations(ctx context.Context) (o Operations, err error) {
	if o.Running, o.Total, o.Workers, err = s.catalogue.Running(ctx); err != nil {
		return o, err
	}
	if o.Running == nil {
		o.Running = []catalogue.Running{}
	}
	if o.Workers == nil {
		o.Workers = []catalogue.WorkerUse{}
	}
	if o.Queue, err = s.queue.Lanes(ctx); err != nil {
		return o, err
	}
	if o.Schedule, err = s.catalogue.Schedule(ctx); err != nil {
		return o, err
	}
	if o.Schedule != nil {
		o.Schedule.Error = scrub(o.Schedule.Error)
	}
	o.Finished, err = s.finished(ctx)
	return o, err
}

func (s *service) Retry(ctx context.Context, source string) (catalogue.Source, error) {
	if err := s.catalogue.Retry(ctx, source); err != nil {
		return catalogue.Source{}, err
	}
	src, err := s.Source(ctx, source)
	if err != nil {
		return src, err
	}
	src.Text = ""
	return src, s.queue.Publish(ctx, jobs.Job{Kind: jobs.Compile, Subject: source})
}

// RetryEvaluation goes on with an evaluation that failed or was cancelled.
func (s *service) RetryEvaluation(ctx context.Context, id string) (catalogue.Evaluation, error) {
	if err := s.catalogue.RetryEvaluation(ctx, id); err != nil {
		return catalogue.Evaluation{}, err
	}
	todo, err := compile.FirstJobs(ctx, s.catalogue, id)
	if err == nil {
		err = s.queue.Publish(ctx, todo...)
	}
	if err != nil {
		return catalogue.Evaluation{}, err
	}
	return s.catalogue.Evaluation(ctx, id)
}

func (s *service) Keys(ctx context.Context) ([]catalogue.Key, error) {
	list, err := s.catalogue.Keys(ctx)
	if list == nil {
		list = []catalogue.Key{}
	}
	return list, err
}

func (s *service) CreateKey(ctx context.Context, k NewKey) (MadeKey, error) {
	secret, err := s.catalogue.CreateKey(
		ctx,
		k.Name,
		k.Role,
		catalogue.Budget{PlayoutsPerDay: k.PlayoutsPerDay, SecondsPerDay: k.SecondsPerDay},
	)
	if err != nil && !catalogue.Unavailable(err) {
		err = httpx.BadRequest("%v", err)
	}
	return MadeKey{k.Name, k.Role, secret}, err
}

func (s *service) RevokeKey(ctx context.Context, name string) ([]catalogue.Key, error) {
	if err := s.catalogue.RevokeKey(ctx, name); err != nil {
		return nil, err
	}
	return s.Keys(ctx)
}

func decodeNewKey(r *http.Request, _ url.Values) (none NewKey, err error) {
	var k NewKey
	if err := decodeBody(r, &k); err != nil {
		return none, err
	}
	if strings.ContainsRune(k.Name, 0) || len(k.Name) > 200 {
		return none, httpx.BadRequest("name: no valid text of at most 200 bytes")
	}
	if k.PlayoutsPerDay != nil && *k.PlayoutsPerDay < 0 || k.SecondsPerDay != nil && !(*k.SecondsPerDay >= 0) {
		return none, httpx.BadRequest("a budget must not be negative")
	}
	return k, nil
}

// operationsPage shows what goes on now.
func operationsPage(w http.ResponseWriter, r *http.Request, e Endpoints) error {
	if _, err := readQuery(r, nil); err != nil {
		return err
	}
	response, err := e.Operations(r.Context(), struct{}{})
	if err != nil {
		return err
	}
	o := response
	left := 0
	recent := 0
	for i := range o.Running {
		left += o.Running[i].Batches - o.Running[i].Done
		recent += o.Running[i].Recent
	}
	problems, err := e.Problems(r.Context(), struct{}{})
	if err != nil {
		return err
	}
	render(
		w,
		http.StatusOK,
		"operations",
		"Operations",
		true, // also before anything runs: what begins is shown
		map[string]any{"Now": o, "Left": left, "Recent": recent, "Problems": problems},
	)
	return nil
}

// formatLeft writes about how long something takes still.
func formatLeft(d time.Duration) string {
	switch {
	case d <= 0:
		return absent
	case d < time.Minute:
		return "under a minute"
	case d < time.Hour:
		return formatCount(int64(d.Round(time.Minute)/time.Minute)) + " min"
	}
	return formatCount(int64(d.Round(time.Hour)/time.Hour)) + " h"
}
