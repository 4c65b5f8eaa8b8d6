package gateway

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"html/template"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/astragal/astragal/engine/ludeme"
	"github.com/astragal/astragal/pkg/catalogue"
	"github.com/astragal/astragal/pkg/httpx"
	"github.com/astragal/astragal/pkg/posterior"
	"github.com/astragal/astragal/pkg/prior"
	"github.com/astragal/astragal/services/reconstruction"
)

// ReconstructionDetail is a study of an incomplete ruleset with the sources that its completions became.
type ReconstructionDetail struct {
	catalogue.Reconstruction
	Base        string                 `json:"base,omitempty"` // the same study with nothing fixed
	Completions []catalogue.Completion `json:"completions"`
}

func (s *service) AskReconstruction(ctx context.Context, r reconstruction.Request) (none catalogue.Reconstruction,
	err error) {
	if _, err := r.Check(); err != nil {
		return none, httpx.BadRequest("%v", err)
	}
	const priors = 3 // of which completions are drawn
	if err := s.catalogue.Charge(ctx, priors*r.Draws*r.Plays); err != nil {
		return none, err
	}
	return reconstruction.Ask(ctx, s.catalogue, r, s.engine)
}

func (s *service) Reconstructions(ctx context.Context) ([]catalogue.Reconstruction, error) {
	list, err := s.catalogue.Reconstructions(ctx, shownStudies)
	if list == nil {
		list = []catalogue.Reconstruction{}
	}
	return list, err
}

func (s *service) Reconstruction(ctx context.Context, id string) (d ReconstructionDetail, err error) {
	if d.Reconstruction, err = s.catalogue.Reconstruction(ctx, id); err != nil {
		return d, err
	}
	var r reconstruction.Request
	if err := json.Unmarshal(d.Request, &r); err == nil {
		d.Base = r.Base(d.Engine)
	}
	if d.Completions, err = s.catalogue.Completions(ctx, id); d.Completions == nil {
		d.Completions = []catalogue.Completion{}
	}
	return d, err
}

func (s *service) CancelReconstruction(ctx context.Context, id string) (none catalogue.Reconstruction, err error) {
	if err := s.catalogue.EndReconstruction(ctx, id, "cancelled", "cancelled"); err != nil {
		return none, err
	}
	return s.catalogue.Reconstruction(ctx, id)
}

func (s *service) ReconstructionReport(ctx context.Context, q WearReportQuery) ([]byte, error) {
	return s.catalogue.ReconstructionReport(ctx, q.ID, q.Form)
}

func decodeReconstruction(r *http.Request, _ url.Values) (none reconstruction.Request, err error) {
	request := reconstruction.Defaults()
	if err := decodeBody(r, &request); err != nil {
		return none, err
	}
	texts := []string{request.Name, request.File, request.Text, request.Ruleset, request.Evidence, request.Fix,
		request.Agent, request.Strong, request.Balance, request.Similarity, request.Rank}
	for name, text := range request.Defs {
		texts = append(texts, name, text)
	}
	if slices.ContainsFunc(texts, func(t string) bool { return strings.ContainsRune(t, 0) }) {
		return none, httpx.BadRequest("body: a text has the character NUL")
	}
	if len(request.Name) > longest || len(request.File) > longest || len(request.Ruleset) > longest {
		return none, httpx.BadRequest("body: names of at most %d bytes are taken", longest)
	}
	return request, nil
}

// reconstructionReport serves the report of a study in a form.
func reconstructionReport(w http.ResponseWriter, r *http.Request, e Endpoints, form string) error {
	return serveReport(w, r, e.ReconstructionReport, "reconstruction"+form, form)
}

// reconstructionsPage lists the studies, and has the form that asks for one.
func reconstructionsPage(w http.ResponseWriter, r *http.Request, e Endpoints) error {
	if _, err := readQuery(r, nil); err != nil {
		return err
	}
	list, err := e.Reconstructions(r.Context(), struct{}{})
	if err != nil {
		return err
	}
	running := slices.ContainsFunc(list, func(s catalogue.Reconstruction) bool { return s.Status == "running" })
	render(w, http.StatusOK, "reconstructions", "Reconstructions", running, map[string]any{"Studies": list,
		"Defaults": reconstruction.Defaults(), "Fitted": prior.Fitted()})
	return nil
}

// marginals are the holes of a report with the probabilities of their fillers.
type marginals struct {
	Method, Citation string
	Same             string `json:"-"` // what was asked but for a fixed hole, as JSON
	Places           []reconstruction.Place
	Rank             *reconstruction.Rank
	Nearest          []prior.Near
	Study            struct {
		Drawn, Different, Credible int
		Effective                  float64
		Holes                      []marginal
		Classes                    []posterior.Class
		Completions                []spelling
	}
}

// spelling is a completion of a report, as far as a page shows it.
type spelling struct {
	Differs []string
	Words   []ludeme.Saying
	Beside  []posterior.Beside
}

// Explained is what the report tells of a completion, numbered from 1; nil if it does not.
func (m *marginals) Explained(number int) *spelling {
	if list := m.Study.Completions; number >= 1 && number <= len(list) && list[number-1].Words != nil {
		return &list[number-1]
	}
	return nil
}

// Outline lays the rules in words out.
func (s *spelling) Outline() template.HTML { return reconstruction.Outline(s.Words) }

type marginal struct {
	Hole, Line int
	Text       string
	Fillers    []filler

	// Where and when donors of the likeliest fillers were played.
	Places    []reconstruction.Place `json:"-"`
	Map, Axis template.HTML          `json:"-"`
}

type filler struct {
	Name             string
	Prior, Posterior float64
	Interval         []float64
	Determined       bool
	Base             *float64 `json:"-"` // posterior in the study with nothing fixed; nil if it is not told
}

// readMarginals reads the report of a finished study; nil if there is none.
func readMarginals(ctx context.Context, e Endpoints, id string) (*marginals, error) {
	text, err := e.ReconstructionReport(ctx, WearReportQuery{id, ".json"})
	if errors.Is(err, catalogue.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	m := &marginals{}
	return m, json.Unmarshal(text, m)
}

// against notes what the fillers have in another study of the same skeleton.
func (m *marginals) against(base *marginals) {
	for i := range m.Study.Holes {
		if i >= len(base.Study.Holes) {
			return
		}
		for k := range m.Study.Holes[i].Fillers {
			f := &m.Study.Holes[i].Fillers[k]
			for _, b := range base.Study.Holes[i].Fillers {
				if b.Name == f.Name {
					f.Base = &b.Posterior
				}
			}
		}
	}
}

// reconstructionPage shows how far a study is, what came out, and the form that fixes a hole.
func reconstructionPage(w http.ResponseWriter, r *http.Request, e Endpoints) error {
	if err := checkPath(r, "id"); err != nil {
		return err
	}
	if _, err := readQuery(r, nil); err != nil {
		return err
	}
	d, err := e.Reconstruction(r.Context(), r.PathValue("id"))
	if err != nil {
		return err
	}
	var asked reconstruction.Request
	if err := json.Unmarshal(d.Request, &asked); err != nil {
		return err
	}
	var m *marginals
	if d.Status == "done" {
		if m, err = readMarginals(r.Context(), e, d.ID); err != nil {
			return err
		}
	}
	if m != nil && d.Base != "" {
		base, err := readMarginals(r.Context(), e, d.Base)
		if err != nil {
			return err
		}
		if base != nil {
			m.against(base)
		}
	}
	if m != nil {
		same := asked
		same.Fix = ""
		text, err := json.Marshal(same)
		if err != nil {
			return err
		}
		m.Same = string(text)
		for i := range m.Study.Holes {
			h := &m.Study.Holes[i]
			h.Places = reconstruction.PlacesOf(m.Places, h.Hole)
			h.Map, h.Axis = reconstruction.Charts(h.Places)
		}
	}
	name := cmp.Or(d.Name, asked.File)
	render(w, http.StatusOK, "reconstruction", name, d.Status == "running", map[string]any{"Study": d, "Name": name,
		"Asked": asked, "Marginals": m})
	return nil
}
