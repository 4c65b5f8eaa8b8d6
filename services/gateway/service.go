// Package gateway is the service that people and programs talk to: it takes
// rulesets, answers questions about the catalogue as JSON, and shows the same
// as web pages. It is the only service with a public face.
package gateway

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"

	"github.com/astragal/astragal/engine"
	"github.com/astragal/astragal/pkg/compilecache"

	"github.com/astragal/astragal/engine/lint"
	"github.com/astragal/astragal/pkg/catalogue"
	"github.com/astragal/astragal/pkg/evidence"
	"github.com/astragal/astragal/pkg/httpx"
	"github.com/astragal/astragal/pkg/jobs"
	"github.com/astragal/astragal/services/compile"
	"github.com/astragal/astragal/services/reconstruction"
	"github.com/astragal/astragal/services/study"
)

// Submission is a description and how to evaluate it.
type Submission struct {
	File      string   `json:"file"`
	Text      string   `json:"text"`
	Options   []string `json:"options"`
	Ruleset   string   `json:"ruleset"`
	Formalism string   `json:"formalism" enum:"lgdl,efg,gdl,rbg"`
	// Supersedes is the id of a source whose place this one takes, "" for none.
	Supersedes string `json:"supersedes"`
	// Defs are definitions that the description uses, by file name.
	Defs map[string]string `json:"defs"`
	// Games are descriptions of the games of a match, by file name. Those that are
	// missing are looked for in the catalogue, by the name of the file or the game.
	Games map[string]string `json:"games"`
	// Path is the file's absolute path on the disk of whoever submits it, "" for
	// none; SubmitFiles keeps track of it.
	Path string `json:"-"`
	// Params are those of the evaluation; with zero Playouts nothing is evaluated.
	Params catalogue.Params `json:"params"`

	// defset and games are the ids of definitions and descriptions stored before.
	defset, games string
}

// Receipt answers a submission.
type Receipt struct {
	// Warnings are those about a source that is compiled already; null until then.
	Warnings []lint.Warning `json:"warnings"`

	Source     string `json:"source"`
	Evaluation string `json:"evaluation,omitempty"` // "" until the source is compiled
	// SupersededBy tells that the source was known already, and another one has
	// taken its place: tables do not list it.
	SupersededBy string `json:"supersededBy,omitempty"`
}

// RulesetQuery names a ruleset and the agent whose figures are to be shown.
type RulesetQuery struct{ Hash, Agent string }

// Page is a page of rulesets and the number of all that pass the filter.
type Page struct {
	Rulesets []catalogue.Ruleset `json:"rulesets"`
	Total    int                 `json:"total"`
}

// Detail is everything about one ruleset.
type Detail struct {
	catalogue.Ruleset
	Concepts    map[string]float64     `json:"concepts"`
	Warnings    []lint.Warning         `json:"warnings"` // null when nobody has looked yet
	Evidence    []evidence.Item        `json:"evidence"`
	Evaluations []catalogue.Evaluation `json:"evaluations"`
	Sources     []catalogue.Source     `json:"sources"`
	Solution    *catalogue.Solution    `json:"solution"` // null unless it is solved
	Parents     []catalogue.Parent     `json:"parents"`  // studies that it was reconstructed in; none if it is attested
}

// Service answers.
type Service interface {
	Submit(ctx context.Context, s Submission) (Receipt, error)
	// SubmitAll submits many sources that share definitions and returns their ids.
	SubmitAll(ctx context.Context, list []Submission, defs map[string]string) ([]string, error)
	// SubmitFiles does the same for files and tells what changed since they were
	// submitted last. Unless folder is "", the files are all that it has: others
	// submitted from there before are retired. progress is told how many are
	// submitted; it may be nil.
	SubmitFiles(ctx context.Context, list []Submission, defs map[string]string, folder string,
		progress func(done int)) ([]string, catalogue.Changes, error)
	// Source returns a source with its file's path as others may see it.
	Source(ctx context.Context, id string) (catalogue.Source, error)
	// DeleteSource removes a source and returns what it was, without its text.
	DeleteSource(ctx context.Context, id string) (catalogue.Source, error)
	Rulesets(ctx context.Context, f catalogue.Filter) (Page, error)
	Library(ctx context.Context, q LibraryQuery) (Library, error)
	Ruleset(ctx context.Context, q RulesetQuery) (Detail, error)
	Evaluation(ctx context.Context, id string) (catalogue.Evaluation, error)
	Cancel(ctx context.Context, evaluation string) (catalogue.Evaluation, error)
	Problems(ctx context.Context) (Problems, error)
	Evaluations(ctx context.Context, f catalogue.EvaluationFilter) (EvaluationPage, error)
	// Evaluate asks for an evaluation of a ruleset that the catalogue has.
	Evaluate(ctx context.Context, r EvaluateRequest) (Receipt, error)
	Metric(ctx context.Context, f catalogue.MetricFilter) ([]catalogue.MetricValue, error)
	Distances(ctx context.Context, q DistanceQuery) ([]catalogue.Neighbour, error)
	// Trial records a random playout of a ruleset.
	Trial(ctx context.Context, q TrialQuery) (Trial, error)
	// Related returns the rulesets near one, with reasons.
	Related(ctx context.Context, hash string) (Related, error)
	// Standings says where the main metrics of a finished evaluation lie in the library.
	Standings(ctx context.Context, e *catalogue.Evaluation) (map[string]Standing, error)
	// Points returns rulesets as points of charts.
	Points(ctx context.Context, q PointQuery) ([]catalogue.Point, error)
	// Together says which concepts go together with one.
	Together(ctx context.Context, name string) ([]Companion, error)
	// Families compares rulesets with each other.
	Families(ctx context.Context, q FamilyQuery) (Family, error)
	// Operations says what goes on now.
	Operations(ctx context.Context) (Operations, error)
	// Retry has a source that failed compiled again.
	Retry(ctx context.Context, source string) (catalogue.Source, error)
	// RetryEvaluation goes on with an evaluation that failed or was cancelled.
	RetryEvaluation(ctx context.Context, id string) (catalogue.Evaluation, error)
	// Refresh asks for what is missing or out of date of the whole library.
	Refresh(ctx context.Context, r RefreshRequest) (Refreshed, error)
	// Keys, CreateKey and RevokeKey look after the keys of the API.
	Keys(ctx context.Context) ([]catalogue.Key, error)
	CreateKey(ctx context.Context, k NewKey) (MadeKey, error)
	RevokeKey(ctx context.Context, name string) ([]catalogue.Key, error)
	// Compare puts rulesets side by side.
	Compare(ctx context.Context, q CompareQuery) (Comparison, error)
	// Play shows a position of a random playout.
	Play(ctx context.Context, q PlayQuery) (Play, error)
	// Traffic tells where on the board the plays of an evaluation happened.
	Traffic(ctx context.Context, q TrafficQuery) (Traffic, error)
	Concepts(ctx context.Context) ([]catalogue.ConceptUse, error)
	// AskWear asks for a study of use-wear, and the others say what came of it.
	AskWear(ctx context.Context, r study.Request) (catalogue.WearStudy, error)
	WearStudies(ctx context.Context) ([]catalogue.WearStudy, error)
	WearStudy(ctx context.Context, id string) (catalogue.WearStudy, error)
	CancelWear(ctx context.Context, id string) (catalogue.WearStudy, error)
	WearReport(ctx context.Context, q WearReportQuery) ([]byte, error)
	// WearTemplate returns an empty file of wear for a board, or the picture to it.
	WearTemplate(ctx context.Context, q WearTemplateQuery) ([]byte, error)
	// AskReconstruction asks for a study of an incomplete ruleset, and the others say what came of it.
	AskReconstruction(ctx context.Context, r reconstruction.Request) (catalogue.Reconstruction, error)
	Reconstructions(ctx context.Context) ([]catalogue.Reconstruction, error)
	Reconstruction(ctx context.Context, id string) (ReconstructionDetail, error)
	CancelReconstruction(ctx context.Context, id string) (catalogue.Reconstruction, error)
	ReconstructionReport(ctx context.Context, q WearReportQuery) ([]byte, error)
	// Changes compares engine versions, and rules with those whose place they took.
	Changes(ctx context.Context, q ChangeQuery) (catalogue.ChangeReport, error)
	// Evidence returns items in the order of their time.
	Evidence(ctx context.Context, f catalogue.EvidenceFilter) ([]evidence.Item, error)
	// Agents returns those by whom rulesets were evaluated.
	Agents(ctx context.Context) ([]string, error)
}

type service struct {
	catalogue *catalogue.Catalogue
	queue     *jobs.Queue
	compiler  engine.Compiler
	engine    string // its version
	cache     *compilecache.Cache
	kin       *kin
	standings *standings
	// families are kinships by features, treeFamilies those that compare trees: they take long,
	// and the others do not wait for them.
	families, treeFamilies *memo[*Kinship]
	searches               *memo[searchedPlay]
	plays                  *memo[*watchedPlay]
}

// cached is the number of compiled rulesets kept for recording trials.
const cached = 16

// New returns the service for an engine.
func New(c *catalogue.Catalogue, q *jobs.Queue, compiler engine.Compiler) Service {
	return &service{c, q, compiler, compiler.Version(), compilecache.New(cached), &kin{catalogue: c},
		&standings{catalogue: c, byAgent: map[string]*libraryMeans{}}, newMemo[*Kinship](familiesKept, familyLimit),
		newMemo[*Kinship](familiesKept, familyLimit), newMemo[searchedPlay](searchedKept, searchedLimit),
		newMemo[*watchedPlay](watchedKept, watchedLimit)}
}

func (s *service) SubmitAll(ctx context.Context, list []Submission, defs map[string]string) ([]string, error) {
	return s.submitAll(ctx, list, defs, nil)
}

func (s *service) SubmitFiles(ctx context.Context, list []Submission, defs map[string]string, folder string,
	progress func(int)) ([]string, catalogue.Changes, error) {
	ids, err := s.submitAll(ctx, list, defs, progress)
	if err != nil {
		return nil, catalogue.Changes{}, err
	}
	files := make([]catalogue.File, len(list))
	for i, sub := range list {
		files[i] = catalogue.File{Path: sub.Path, Ruleset: sub.Ruleset, Options: sub.Options, Source: ids[i]}
	}
	changes, err := s.catalogue.TrackFiles(ctx, folder, files)
	return ids, changes, err
}

// publishEvery is the number of jobs that submitting many sources publishes together.
const publishEvery = 256

func (s *service) submitAll(ctx context.Context, list []Submission, defs map[string]string,
	progress func(int)) ([]string, error) {
	shared := newDefinitions(defs)
	stored := map[string]string{} // names of definition files → id
	ids := make([]string, len(list))
	var todo []jobs.Job
	for i, sub := range list {
		text, more, err := s.resolveGames(ctx, &sub)
		if err != nil {
			return nil, err
		}
		used := shared.usedBy(text)
		key := strings.Join(slices.Sorted(maps.Keys(used)), "\x00")
		id, known := stored[key]
		if len(more) > 0 { // from the catalogue; those that come along win
			maps.Copy(more, used)
			used, known = more, false
		}
		if !known {
			if id, err = s.putDefs(ctx, used); err != nil {
				return nil, err
			}
		}
		if len(more) == 0 {
			stored[key] = id
		}
		sub.defset = id
		receipt, follow, err := s.submit(ctx, sub)
		if err != nil {
			return nil, err
		}
		ids[i], todo = receipt.Source, append(todo, follow...)
		if len(todo) >= publishEvery || i == len(list)-1 {
			if err := s.queue.Publish(ctx, todo...); err != nil {
				return nil, err
			}
			todo = todo[:0]
		}
		if progress != nil {
			progress(i + 1)
		}
	}
	return ids, nil
}

func (s *service) putDefs(ctx context.Context, defs map[string]string) (string, error) {
	if len(defs) == 0 {
		return "", nil
	}
	return s.catalogue.PutDefs(ctx, defs)
}

func (s *service) Submit(ctx context.Context, sub Submission) (Receipt, error) {
	_, more, err := s.resolveGames(ctx, &sub)
	if err != nil {
		return Receipt{}, err
	}
	if len(more) > 0 {
		maps.Copy(more, sub.Defs)
		sub.Defs = more
	}
	if sub.Supersedes != "" { // said before anything is stored
		if _, err := s.catalogue.Source(ctx, sub.Supersedes); err != nil {
			return Receipt{}, asBadRequest("supersedes", err)
		}
	}
	r, todo, err := s.submit(ctx, sub)
	if err != nil {
		return r, err
	}
	if sub.Supersedes != "" {
		if err := s.catalogue.Supersede(ctx, sub.Supersedes, r.Source); err != nil {
			return r, asBadRequest("supersedes", err)
		}
	}
	src, err := s.catalogue.Source(ctx, r.Source)
	if err != nil {
		return r, err
	}
	r.SupersededBy = src.SupersededBy
	return r, s.queue.Publish(ctx, todo...)
}

// asBadRequest blames a field of the request for what the catalogue says of its value.
func asBadRequest(field string, err error) error {
	if errors.Is(err, catalogue.ErrNotFound) || errors.Is(err, catalogue.ErrItself) {
		return httpx.BadRequest("%s: %v", field, err)
	}
	return err
}

// submit stores a submission and returns the jobs that it leads to.
func (s *service) submit(ctx context.Context, sub Submission) (r Receipt, todo []jobs.Job, err error) {
	if sub.Params.Playouts > 0 {
		if err := sub.Params.Check(); err != nil {
			return r, nil, err
		}
		if err := s.catalogue.Charge(ctx, sub.Params.Playouts); err != nil {
			return r, nil, err
		}
	}
	if sub.defset == "" {
		if sub.defset, err = s.putDefs(ctx, sub.Defs); err != nil {
			return r, nil, err
		}
	}
	r.Source, err = s.catalogue.Submit(ctx, catalogue.Source{File: sub.File, Text: sub.Text, Options: sub.Options,
		Ruleset:   sub.Ruleset,
		Formalism: sub.Formalism, DefsetID: sub.defset, GamesID: sub.games})
	if err != nil {
		return r, nil, err
	}
	if r.Warnings, err = publicWarnings(s.catalogue.SourceWarnings(ctx, r.Source)); err != nil {
		return r, nil, err
	}
	if sub.Params.Playouts > 0 {
		if r.Evaluation, err = s.catalogue.Request(ctx, r.Source, s.engine, sub.Params); err != nil {
			return r, nil, err
		}
		if r.Evaluation != "" {
			todo, err = compile.FirstJobs(ctx, s.catalogue, r.Evaluation)
			return r, todo, err
		}
	}
	if err := s.catalogue.Outdate(ctx, r.Source, s.engine); err != nil {
		return r, nil, err
	}
	src, err := s.catalogue.Source(ctx, r.Source)
	if err != nil || src.Status != "new" {
		return r, nil, err
	}
	return r, []jobs.Job{{Kind: jobs.Compile, Subject: r.Source, Priority: sub.Params.Priority}}, nil
}

func (s *service) Source(ctx context.Context, id string) (catalogue.Source, error) {
	src, err := s.catalogue.Source(ctx, id)
	if err == nil {
		src.Warnings, err = publicWarnings(s.catalogue.SourceWarnings(ctx, id))
	}
	return public(src), err
}

func (s *service) DeleteSource(ctx context.Context, id string) (catalogue.Source, error) {
	src, err := s.Source(ctx, id)
	if err != nil {
		return src, err
	}
	src.Text = ""
	return src, s.catalogue.DeleteSource(ctx, id)
}

func (s *service) Rulesets(ctx context.Context, f catalogue.Filter) (Page, error) {
	if err := s.checkFilter(ctx, &f); err != nil {
		return Page{}, err
	}
	list, total, err := s.catalogue.Rulesets(ctx, f)
	return Page{list, total}, err
}

func (s *service) Ruleset(ctx context.Context, q RulesetQuery) (d Detail, err error) {
	if err = checkAgent(&q.Agent); err != nil {
		return d, err
	}
	if d.Ruleset, err = s.catalogue.Ruleset(ctx, q.Hash); err != nil {
		return d, err
	}
	if d.Warnings, err = publicWarnings(s.catalogue.RulesetWarnings(ctx, q.Hash)); err != nil {
		return d, err
	}
	if d.Concepts, err = s.catalogue.Concepts(ctx, q.Hash); err != nil {
		return d, err
	}
	if d.Evidence, err = s.catalogue.Evidence(ctx, catalogue.EvidenceFilter{Game: d.Game, Ruleset: &d.Name}); err != nil {
		return d, err
	}
	if d.Evaluations, err = s.catalogue.Evaluations(ctx, q.Hash); err != nil {
		return d, err
	}
	if d.Ruleset.Latest, err = s.catalogue.Shown(ctx, d.Evaluations, q.Hash, q.Agent); err != nil {
		return d, err
	}
	if d.Solution, err = s.catalogue.Solution(ctx, q.Hash); err != nil {
		return d, err
	}
	if d.Parents, err = s.catalogue.Parents(ctx, q.Hash); err != nil {
		return d, err
	}
	d.Sources, err = s.catalogue.SourcesOf(ctx, q.Hash)
	for i := range d.Sources {
		d.Sources[i] = public(d.Sources[i])
	}
	return d, err
}

func (s *service) Evaluation(ctx context.Context, id string) (catalogue.Evaluation, error) {
	return s.catalogue.Evaluation(ctx, id)
}

func (s *service) Cancel(ctx context.Context, id string) (catalogue.Evaluation, error) {
	if err := s.catalogue.EndEvaluation(ctx, id, "cancelled", "cancelled"); err != nil {
		return catalogue.Evaluation{}, err
	}
	return s.catalogue.Evaluation(ctx, id)
}

func (s *service) Concepts(ctx context.Context) ([]catalogue.ConceptUse, error) {
	return s.catalogue.ConceptUses(ctx)
}

func (s *service) Agents(ctx context.Context) ([]string, error) {
	return s.catalogue.Agents(ctx)
}
