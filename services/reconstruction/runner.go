package reconstruction

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/reconstruct"
	"github.com/astragal/astragal/pkg/catalogue"
	"github.com/astragal/astragal/pkg/claim"
	"github.com/astragal/astragal/pkg/host"
	"github.com/astragal/astragal/pkg/jobs"
	"github.com/astragal/astragal/pkg/posterior"
)

// Run makes the studies that were asked for until the context ends. Any number of processes may run it: what one leaves
// undone another begins again, with the same donors, and so with the same result.
func Run(ctx context.Context, h *host.Host, engine string) {
	r := &runner{h.Catalogue, h.Queue, engine}
	claim.Run(ctx, h.Tel.Log, "reconstructions", func(ctx context.Context) (catalogue.Reconstruction, bool, error) {
		return r.catalogue.ClaimReconstruction(ctx, claim.Lease)
	}, r.make)
}

type runner struct {
	catalogue *catalogue.Catalogue
	queue     *jobs.Queue
	engine    string
}

// make makes a study while it keeps the lease. An error is of the servers: it is tried again.
func (r *runner) make(ctx context.Context, stored *catalogue.Reconstruction) error {
	renew := func(ctx context.Context, lease time.Duration) (bool, error) {
		return r.catalogue.LeaseReconstruction(ctx, stored.ID, lease)
	}
	err := claim.Hold(ctx, claim.Lease, renew, func(ctx context.Context) error { return r.study(ctx, stored) })
	var failed *failure
	switch {
	case errors.Is(err, claim.ErrTaken):
		return nil
	case errors.As(err, &failed):
		return r.catalogue.EndReconstruction(ctx, stored.ID, "failed", failed.Error())
	case err != nil:
		return fmt.Errorf("reconstruction %s: %w", stored.ID, err)
	}
	return nil
}

// failure is an error of the study, which trying again would not mend.
type failure struct{ error }

func (r *runner) study(ctx context.Context, stored *catalogue.Reconstruction) error {
	fail := func(err error) error {
		if err == nil || ctx.Err() != nil {
			return ctx.Err()
		}
		return &failure{err}
	}
	if stored.Engine != r.engine {
		return fail(fmt.Errorf("the study was asked of engine %s and this is %s: ask again", stored.Engine, r.engine))
	}
	request := Defaults()
	if err := json.Unmarshal(stored.Request, &request); err != nil {
		return fail(err)
	}
	a, err := request.read()
	if err != nil {
		return fail(err)
	}
	library, ids, err := Donors(ctx, r.catalogue, stored.Donors)
	if err != nil {
		return err
	}
	noted, err := r.catalogue.BeginReconstruction(ctx, stored.ID, ids)
	if err != nil {
		return err
	}
	if !slices.Equal(noted, ids) { // another process was first, or some are deleted
		if library, _, err = Donors(ctx, r.catalogue, noted); err != nil {
			return err
		}
	}
	p, err := request.priorOn(library)
	if err != nil {
		return fail(err)
	}
	m := &Making{Library: library, Prior: p, Fixed: a.fixed, Items: a.items, Options: a.options, Engine: r.engine,
		Nearest: request.Nearest, Ranked: a.ranked, RankedName: "the game to rank"}
	if len(a.fixed) > 0 {
		p = reconstruct.Fixed{Prior: p, Fillers: a.fixed}
	}
	x, err := reconstruct.NewSpace(a.skeleton, library, p)
	if err != nil {
		return fail(err)
	}
	report, err := m.Study(ctx, x)
	if err != nil {
		return fail(err)
	}
	files := map[string][]byte{}
	for _, form := range Forms {
		var b bytes.Buffer
		if err := report.Write(&b, form); err != nil {
			return fail(err)
		}
		files[form] = b.Bytes()
	}
	list, todo, err := r.keep(ctx, &request, report)
	if err != nil {
		return err
	}
	if err := r.catalogue.FinishReconstruction(ctx, stored.ID, report.Study.Verdict, report.Citation, files,
		list); err != nil {
		return err
	}
	return r.queue.Publish(ctx, todo...) // what is lost here the scheduler asks for again
}

// Provenance is what fills a hole of a completion, and where it is from.
type Provenance struct {
	Hole   int      `json:"hole"` // from 1
	Text   string   `json:"text"`
	Donors []string `json:"donors"` // games; none for what the skeleton itself says
	Where  string   `json:"where,omitempty"`
	// Differs shows what is not as there, as [-there-] {+here+}; "" if nothing is.
	Differs string `json:"differs,omitempty"`
}

// keep submits the most probable completions of the credible set.
func (r *runner) keep(ctx context.Context, request *Request, report *Report) (list []catalogue.Completion,
	todo []jobs.Job, err error) {
	t := report.Study
	for i := range t.List[:min(request.Keep, t.Credible)] {
		a := &t.List[i]
		number := i + 1
		text, err := a.Completion.Description(number, fmt.Sprintf("posterior %.3f, study %.16s, seed %d, engine %s",
			a.Posterior, report.Citation, t.Options.Seed, report.Engine))
		if err != nil {
			return nil, nil, &failure{err}
		}
		name := strings.TrimSuffix(request.File, ".lud")
		id, err := r.catalogue.Submit(ctx, catalogue.Source{File: fmt.Sprintf("%s (%d).lud", name, number), Text: text,
			Formalism: "lgdl"})
		if err != nil {
			return nil, nil, err
		}
		from, err := json.Marshal(provenance(a))
		if err != nil {
			return nil, nil, err
		}
		list = append(list, catalogue.Completion{Number: number, Source: id, Posterior: a.Posterior, Fillers: from})
		todo = append(todo, jobs.Job{Kind: jobs.Compile, Subject: id})
	}
	return list, todo, nil
}

// provenanceMost is the number of donors that are named of a filler.
const provenanceMost = 20

func provenance(a *posterior.Alternative) []Provenance {
	list := []Provenance{}
	for i := range a.Completion.Fillers {
		f := &a.Completion.Fillers[i]
		p := Provenance{Hole: f.Hole.Number + 1, Text: lgdl.Text(f.Items), Donors: f.Donors(provenanceMost),
			Differs: f.Difference()}
		if p.Donors == nil {
			p.Donors = []string{}
		}
		if s := f.Candidate.Sources; len(s) > 0 {
			p.Where = fmt.Sprintf("%s, line %d", s[0].Donor.File, s[0].Pos.Line)
		}
		list = append(list, p)
	}
	return list
}
