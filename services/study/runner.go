package study

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/astragal/astragal/engine"

	"github.com/astragal/astragal/engine/wear"
	"github.com/astragal/astragal/pkg/catalogue"
	"github.com/astragal/astragal/pkg/claim"
	"github.com/astragal/astragal/pkg/host"
	"github.com/astragal/astragal/pkg/jobs"
	"github.com/astragal/astragal/services/compile"
)

// Request is a study as the API is asked for it.
type Request struct {
	Name string `json:"name"`
	// Observed is a file of observed wear.
	Observed string `json:"observed"`
	// Rulesets are hashes of candidates, Query finds more, with the parameters of the library's
	// page.
	Rulesets  []string `json:"rulesets"`
	Query     string   `json:"query"`
	Agents    string   `json:"agents"`
	Playouts  int      `json:"playouts"`
	Seed      uint64   `json:"seed"`
	MaxPlies  int      `json:"maxPlies"`
	MoveLimit int      `json:"moveLimit"`
	TurnLimit int      `json:"turnLimit"`
	Family    string   `json:"family"`
	Measure   string   `json:"measure"`
	Symmetry  string   `json:"symmetry"`
	Fold      string   `json:"fold"`
	Bootstrap int      `json:"bootstrap"`
	Shuffles  int      `json:"shuffles"`
	NullPrior float64  `json:"nullPrior"`
}

// Defaults are the settings of a request that says nothing of them: those of `astragal wear`.
func Defaults() Request {
	return Request{Agents: "random", Playouts: 100, Seed: 1, Symmetry: "geometric", Fold: string(wear.Orient),
		Bootstrap: 200, Shuffles: 1999, NullPrior: 0.5}
}

// Bounds of what one request may ask for, beside those of package wear.
const (
	MaxCandidates = 400
	maxBootstrap  = 2000
	maxShuffles   = 20000
)

// Study checks a request and returns its study, of no candidates yet.
func (r *Request) Study(engine string) (*Study, error) {
	observed, err := Read("observed", []byte(r.Observed))
	if err != nil {
		return nil, err
	}
	if r.Bootstrap > maxBootstrap || r.Shuffles > maxShuffles {
		return nil, fmt.Errorf("options: at most %d samples of the plays and %d shuffles", maxBootstrap, maxShuffles)
	}
	p := catalogue.Params{
		Playouts:  r.Playouts,
		Seed:      r.Seed,
		MaxPlies:  r.MaxPlies,
		MoveLimit: r.MoveLimit,
		TurnLimit: r.TurnLimit,
	}
	opt := wear.Options{
		Folding:   wear.Folding(r.Fold),
		Bootstrap: r.Bootstrap,
		Shuffles:  r.Shuffles,
		Seed:      r.Seed,
		NullPrior: r.NullPrior,
	}
	return New(observed, p, Settings{r.Agents, r.Family, r.Measure, r.Symmetry}, opt, engine)
}

// Ask stores a study of a checked request and rulesets. The same study is not made twice.
func Ask(
	ctx context.Context,
	c *catalogue.Catalogue,
	r Request,
	s *Study,
	hashes []string,
) (catalogue.WearStudy, error) {
	hashes = slices.Compact(slices.Sorted(slices.Values(hashes)))
	text, err := json.Marshal(r)
	if err != nil {
		return catalogue.WearStudy{}, err
	}
	sum := sha256.Sum256([]byte(s.Engine + "\n" + strings.Join(hashes, " ") + "\n" + string(text)))
	return c.PutStudy(
		ctx,
		catalogue.WearStudy{ID: hex.EncodeToString(sum[:16]), Name: r.Name, Engine: s.Engine, Request: text,
			Hashes: hashes, Evaluations: len(hashes) * len(s.Agents)},
	)
}

// Run makes the studies that were asked for until the context ends. Any number of processes
// may run it: what one leaves undone another goes on with.
func Run(ctx context.Context, h *host.Host, compiler engine.Compiler) {
	r := &runner{h.Catalogue, h.Queue, compiler}
	claim.Run(ctx, h.Tel.Log, "studies of wear", func(ctx context.Context) (catalogue.WearStudy, bool, error) {
		return r.catalogue.ClaimStudy(ctx, claim.LookEvery) // one that waits for evaluations is left for so long
	}, r.step)
}

type runner struct {
	catalogue *catalogue.Catalogue
	queue     *jobs.Queue
	compiler  engine.Compiler
}

// step brings a study on: it asks for evaluations, counts those that have ended, and makes the
// report when all have. An error is of the servers: it is tried again.
func (r *runner) step(ctx context.Context, stored *catalogue.WearStudy) error {
	end := func(err error) error {
		return r.catalogue.EndStudy(ctx, stored.ID, "failed", err.Error(), nil)
	}
	var request Request
	if err := json.Unmarshal(stored.Request, &request); err != nil {
		return end(err)
	}
	s, err := request.Study(r.compiler.Version())
	if err != nil {
		return end(err)
	}
	if stored.Engine != s.Engine {
		return end(fmt.Errorf("the study was asked of engine %s and this is %s: ask again", stored.Engine, s.Engine))
	}
	sources := make([]string, len(stored.Hashes))
	for i, hash := range stored.Hashes {
		if sources[i], err = r.catalogue.SourceOf(ctx, hash); errors.Is(err, catalogue.ErrNotFound) {
			return end(fmt.Errorf("ruleset %s is not in the catalogue any more", hash))
		} else if err != nil {
			return err
		}
	}
	if !stored.Asked {
		if err := r.ask(ctx, s, sources); err != nil {
			return err
		}
		return r.catalogue.StudyProgress(ctx, stored.ID, true, 0)
	}
	done := 0
	outcomes := map[string][]catalogue.Outcome{} // by agent
	for _, who := range s.Agents {
		list, err := r.catalogue.Outcomes(ctx, sources, s.ParamsOf(who))
		if err != nil {
			return err
		}
		for _, o := range list {
			if o.Source.Status == "failed" || o.Evaluation != nil && o.Evaluation.Status != "running" {
				done++
			}
		}
		outcomes[who] = list
	}
	if err := r.catalogue.StudyProgress(ctx, stored.ID, true, done); err != nil || done < stored.Evaluations {
		return err
	}
	renew := func(ctx context.Context, lease time.Duration) (bool, error) {
		return r.catalogue.LeaseStudy(ctx, stored.ID, lease)
	}
	if on, err := renew(ctx, claim.Lease); err != nil || !on {
		return err
	}
	err = claim.Hold(ctx, claim.Lease, renew, func(ctx context.Context) error {
		return r.analyse(ctx, stored, s, outcomes)
	})
	if errors.Is(err, claim.ErrTaken) {
		return nil
	}
	return err
}

// analyse makes the report of a study of which all evaluations have ended.
func (r *runner) analyse(ctx context.Context, stored *catalogue.WearStudy, s *Study,
	outcomes map[string][]catalogue.Outcome) error {
	candidates, notes, err := r.candidates(ctx, s, outcomes)
	if err != nil {
		return err
	}
	end := func(err error) error {
		return r.catalogue.EndStudy(ctx, stored.ID, "failed", err.Error(), notes)
	}
	if len(candidates) == 0 {
		return end(errors.New("no candidate could be compared with the wear"))
	}
	report, err := s.Report(candidates)
	if err != nil {
		return end(err)
	}
	files := map[string][]byte{}
	for _, form := range Forms {
		var b bytes.Buffer
		if err := report.Write(&b, form); err != nil {
			return end(err)
		}
		files[form] = b.Bytes()
	}
	return r.catalogue.FinishStudy(ctx, stored.ID, report.Study.Verdict, notes, files)
}

// ask asks for all evaluations; those that are there already are not played again.
func (r *runner) ask(ctx context.Context, s *Study, sources []string) error {
	for _, who := range s.Agents {
		for _, source := range sources {
			id, err := r.catalogue.Request(ctx, source, s.Engine, s.ParamsOf(who))
			if err != nil {
				return err
			}
			if id == "" { // an older engine compiled it: the reconciler has it compiled again
				if err := r.catalogue.Outdate(ctx, source, s.Engine); err != nil {
					return err
				}
				continue
			}
			todo, err := compile.FirstJobs(ctx, r.catalogue, id)
			if err == nil {
				err = r.queue.Publish(ctx, todo...)
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// candidates turns evaluations into candidates; notes say what was left out, and why.
func (r *runner) candidates(ctx context.Context, s *Study, outcomes map[string][]catalogue.Outcome) (
	list []wear.Candidate, notes []string, err error) {
	for _, who := range s.Agents {
		for _, o := range outcomes[who] {
			leave := func(why string) { notes = append(notes, fmt.Sprintf("%s by %s: %s", title(o), who, why)) }
			switch {
			case o.Evaluation == nil:
				leave(o.Source.Error)
				continue
			case o.Evaluation.Status != "done":
				leave(o.Evaluation.Status + ": " + o.Evaluation.Error)
				continue
			}
			counts, err := r.catalogue.Traffic(ctx, o.Evaluation.ID)
			if errors.Is(err, catalogue.ErrNotFound) {
				leave("no play came to an end")
				continue
			}
			if err != nil {
				return nil, nil, err
			}
			rs, err := compile.Load(ctx, r.catalogue, r.compiler, o.Source.ID)
			var bad *compile.SourceError
			if errors.As(err, &bad) {
				leave(err.Error())
				continue
			}
			if err != nil {
				return nil, nil, err
			}
			c, err := s.Candidate(rs, counts, who)
			if err != nil { // it is played on another board
				leave(err.Error())
				continue
			}
			list = append(list, *c)
		}
	}
	return list, notes, nil
}

func title(o catalogue.Outcome) string {
	switch {
	case o.Ruleset == nil:
		return o.Source.File
	case o.Ruleset.Name == "":
		return o.Ruleset.Game
	}
	return o.Ruleset.Game + " · " + o.Ruleset.Name
}
