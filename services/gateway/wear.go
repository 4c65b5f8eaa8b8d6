package gateway

import (
	"bytes"
	"context"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/astragal/astragal/pkg/catalogue"
	"github.com/astragal/astragal/pkg/httpx"
	"github.com/astragal/astragal/services/study"
)

// WearReportQuery names a report of a study of wear.
type WearReportQuery struct{ ID, Form string }

// WearTemplateQuery asks for an empty file of wear for the board of a ruleset, or for the
// picture that names its lines.
type WearTemplateQuery struct {
	Hash    string
	Sites   bool
	Picture bool
}

// shownStudies is the number of studies that are listed.
const shownStudies = 200

// AskWear asks for a study of wear: its candidates are those that the request names and those
// that its query finds now.
func (s *service) AskWear(ctx context.Context, r study.Request) (catalogue.WearStudy, error) {
	st, err := r.Study(s.engine)
	if err != nil {
		return catalogue.WearStudy{}, httpx.BadRequest("%v", err)
	}
	hashes := slices.Clone(r.Rulesets)
	for _, hash := range hashes {
		if _, err := s.catalogue.SourceOf(ctx, hash); err != nil {
			return catalogue.WearStudy{}, asBadRequest("rulesets", err)
		}
	}
	if r.Query != "" {
		q, err := readValues(strings.TrimPrefix(r.Query, "?"), filterParameters)
		if err != nil {
			return catalogue.WearStudy{}, err
		}
		f, err := readFilter(q, study.MaxCandidates+1)
		if err != nil {
			return catalogue.WearStudy{}, err
		}
		if err := s.checkFilter(ctx, &f); err != nil {
			return catalogue.WearStudy{}, err
		}
		list, _, err := s.catalogue.Rulesets(ctx, f)
		if err != nil {
			return catalogue.WearStudy{}, err
		}
		for i := range list {
			if list[i].Formalism == "lgdl" { // others have no board that is known
				hashes = append(hashes, list[i].Hash)
			}
		}
	}
	slices.Sort(hashes)
	switch hashes = slices.Compact(hashes); {
	case len(hashes) == 0:
		return catalogue.WearStudy{}, httpx.BadRequest("query: it finds no candidate; name rulesets, or ask for more")
	case len(hashes) > study.MaxCandidates:
		return catalogue.WearStudy{}, httpx.BadRequest(
			"query: it finds more than %d candidates; narrow it",
			study.MaxCandidates,
		)
	}
	if err := s.catalogue.Charge(ctx, len(hashes)*len(st.Agents)*r.Playouts); err != nil {
		return catalogue.WearStudy{}, err
	}
	return study.Ask(ctx, s.catalogue, r, st, hashes)
}

func (s *service) WearStudies(ctx context.Context) ([]catalogue.WearStudy, error) {
	list, err := s.catalogue.Studies(ctx, shownStudies)
	if list == nil {
		list = []catalogue.WearStudy{}
	}
	return list, err
}

func (s *service) WearStudy(ctx context.Context, id string) (catalogue.WearStudy, error) {
	return s.catalogue.Study(ctx, id)
}

func (s *service) CancelWear(ctx context.Context, id string) (catalogue.WearStudy, error) {
	if err := s.catalogue.EndStudy(ctx, id, "cancelled", "cancelled", nil); err != nil {
		return catalogue.WearStudy{}, err
	}
	return s.catalogue.Study(ctx, id)
}

func (s *service) WearReport(ctx context.Context, q WearReportQuery) ([]byte, error) {
	return s.catalogue.StudyReport(ctx, q.ID, q.Form)
}

func (s *service) WearTemplate(ctx context.Context, q WearTemplateQuery) ([]byte, error) {
	rs, err := s.compiledOf(ctx, q.Hash)
	if err != nil {
		return nil, err
	}
	on, ok := rs.(study.Boarded)
	if !ok {
		return nil, httpx.BadRequest("only L-GDL games have a board that is known")
	}
	b, err := on.Traffic()
	if err != nil {
		return nil, httpx.BadRequest("%v", err)
	}
	var out bytes.Buffer
	if q.Picture {
		err = study.DrawTemplate(&out, on, b, q.Sites, rs.Name())
	} else {
		err = study.WriteTemplate(&out, b, q.Sites)
	}
	return out.Bytes(), err
}

func decodeWear(r *http.Request, _ url.Values) (none study.Request, err error) {
	request := study.Defaults()
	if err := decodeBody(r, &request); err != nil {
		return none, err
	}
	for _, text := range append([]string{request.Name, request.Observed, request.Query, request.Family},
		request.Rulesets...) {
		if strings.ContainsRune(text, 0) {
			return none, httpx.BadRequest("body: a text has the character NUL")
		}
	}
	if len(request.Name) > longest || len(request.Query) > 20*longest || len(request.Rulesets) > study.MaxCandidates {
		return none, httpx.BadRequest(
			"body: a name of at most %d bytes and %d rulesets are taken",
			longest,
			study.MaxCandidates,
		)
	}
	return request, nil
}

// wearMedia are the forms of reports.
var wearMedia = map[string]string{
	".html":    "text/html; charset=utf-8",
	".json":    "application/json",
	".csv":     "text/csv; charset=utf-8",
	".parquet": "application/vnd.apache.parquet",
}

// reportPolicy lets a report stand for itself: its pictures and styles are inside.
const reportPolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox"

// wearReport serves the report of a study in a form.
func wearReport(w http.ResponseWriter, r *http.Request, e Endpoints, form string) error {
	return serveReport(w, r, e.WearReport, "wear"+form, form)
}

// serveReport serves the report of the study that the path names, in a form that stands for itself; all but pages are
// downloaded, under a name.
func serveReport(w http.ResponseWriter, r *http.Request, report func(context.Context, WearReportQuery) ([]byte, error),
	name, form string) error {
	if err := checkPath(r, "id"); err != nil {
		return err
	}
	if _, err := readQuery(r, nil); err != nil {
		return err
	}
	response, err := report(r.Context(), WearReportQuery{r.PathValue("id"), form})
	if err != nil {
		return err
	}
	h := w.Header()
	h.Set("Content-Type", wearMedia[form])
	h.Set("Content-Security-Policy", reportPolicy)
	h.Set("X-Content-Type-Options", "nosniff")
	if form != ".html" {
		h.Set("Content-Disposition", `attachment; filename="`+name+`"`)
	}
	w.Write(response)
	return nil
}

var wearTemplateParameters = []parameter{
	{name: "kind", kind: "string", values: []string{"edge", "site"}, meaning: "what is worn"},
}

// wearTemplate serves an empty file of wear, or the picture to it.
func wearTemplate(w http.ResponseWriter, r *http.Request, e Endpoints, picture bool) error {
	if err := checkPath(r, "hash"); err != nil {
		return err
	}
	q, err := readQuery(r, wearTemplateParameters)
	if err != nil {
		return err
	}
	response, err := e.WearTemplate(r.Context(), WearTemplateQuery{r.PathValue("hash"), q.Get("kind") == "site", picture})
	if err != nil {
		return err
	}
	if picture {
		writePicture(w, response)
		return nil
	}
	h := w.Header()
	h.Set("Content-Type", "text/csv; charset=utf-8")
	h.Set("Content-Disposition", `attachment; filename="wear.csv"`)
	h.Set("X-Content-Type-Options", "nosniff")
	w.Write(response)
	return nil
}

// wearPage lists the studies, and has the form that asks for one.
func wearPage(w http.ResponseWriter, r *http.Request, e Endpoints) error {
	q, err := readQuery(r, []parameter{{name: "query", kind: "string"}})
	if err != nil {
		return err
	}
	list, err := e.WearStudies(r.Context(), struct{}{})
	if err != nil {
		return err
	}
	studies := list
	running := slices.ContainsFunc(studies, func(s catalogue.WearStudy) bool { return s.Status == "running" })
	render(w, http.StatusOK, "wear", "Use-wear", running, map[string]any{"Studies": studies, "Query": q.Get("query"),
		"Defaults": study.Defaults(), "Most": study.MaxCandidates})
	return nil
}

// studyPage shows how far a study is, and what came out.
func studyPage(w http.ResponseWriter, r *http.Request, e Endpoints) error {
	if err := checkPath(r, "id"); err != nil {
		return err
	}
	if _, err := readQuery(r, nil); err != nil {
		return err
	}
	response, err := e.WearStudy(r.Context(), r.PathValue("id"))
	if err != nil {
		return err
	}
	s := response
	name := s.Name
	if name == "" {
		name = "A study of wear"
	}
	render(w, http.StatusOK, "study", name, s.Status == "running", map[string]any{"Study": s, "Name": name})
	return nil
}

// apiFile serves what a page serves, with errors as the API gives them.
func apiFile(serve func(w http.ResponseWriter, r *http.Request) error) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := serve(w, r); err != nil {
			httpx.WriteError(w, r, err)
		}
	})
}
