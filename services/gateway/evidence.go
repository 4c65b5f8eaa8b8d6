package gateway

import (
	"bytes"
	"context"
	"html/template"
	"math"
	"net/http"
	"net/url"

	"github.com/astragal/astragal/pkg/catalogue"
	"github.com/astragal/astragal/pkg/evidence"
	"github.com/astragal/astragal/pkg/httpx"
)

// evidenceParameters narrow lists of evidence, of the page as well.
var evidenceParameters = []parameter{
	{name: "game", kind: "string", meaning: "name of the game"},
	{name: "ruleset", kind: "string", meaning: "name of a ruleset that the item supports; together with game"},
	{name: "kind", kind: "string", meaning: "what the item is", values: kindNames()},
	{name: "from", kind: "integer", meaning: "historical year in or after which the item's time ends", low: -maxYear,
		high: maxYear},
	{name: "to", kind: "integer", meaning: "historical year in or before which it begins", low: -maxYear, high: maxYear},
}

func kindNames() (names []string) {
	for _, k := range evidence.Kinds {
		names = append(names, string(k))
	}
	return names
}

func decodeEvidenceFilter(_ *http.Request, q url.Values) (none catalogue.EvidenceFilter, err error) {
	f := catalogue.EvidenceFilter{Game: q.Get("game"), Kind: q.Get("kind")}
	if name := q.Get("ruleset"); name != "" {
		if f.Ruleset = &name; f.Game == "" {
			return none, httpx.BadRequest("ruleset: given without game")
		}
	}
	for name, year := range map[string]**int{"from": &f.From, "to": &f.To} {
		if n := number(q, name, math.MaxInt); n != math.MaxInt {
			*year = &n
		}
	}
	return f, nil
}

func (s *service) Evidence(ctx context.Context, f catalogue.EvidenceFilter) ([]evidence.Item, error) {
	return s.catalogue.Evidence(ctx, f)
}

// itemsOf returns the items that a request asks for.
func itemsOf(r *http.Request, e Endpoints) ([]evidence.Item, error) {
	q, err := readQuery(r, evidenceParameters)
	if err != nil {
		return nil, err
	}
	f, err := decodeEvidenceFilter(r, q)
	if err != nil {
		return nil, err
	}
	response, err := e.Evidence(r.Context(), f)
	if err != nil {
		return nil, err
	}
	return response, nil
}

// evidenceFile serves items in a format of evidence.
func evidenceFile(e Endpoints, media string, write func(b *bytes.Buffer, items []evidence.Item) error) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		items, err := itemsOf(r, e)
		var b bytes.Buffer
		if err == nil {
			err = write(&b, items)
		}
		if err != nil {
			httpx.WriteError(w, r, err)
			return
		}
		w.Header().Set("Content-Type", media)
		if media == "text/csv; charset=utf-8" { // where CSVW looks for the metadata
			w.Header().Set("Link", `</api/evidence.csv-metadata.json>; rel="describedby"; type="application/csvm+json"`)
		}
		w.Write(b.Bytes())
	})
}

// evidenceFiles are the routes of evidence beside its list as JSON.
func evidenceFiles(e Endpoints) []route {
	return []route{
		{"GET", "/api/evidence.csv", "tableEvidence", "Evidence as a table of comma-separated values.",
			catalogue.ReadRole, evidenceParameters, nil, nil, "text/csv",
			evidenceFile(e, "text/csv; charset=utf-8", func(b *bytes.Buffer, items []evidence.Item) error {
				return evidence.WriteCSV(b, items)
			})},
		{"GET", "/api/evidence.csv-metadata.json", "describeEvidence", "What the columns of that table mean, by CSVW.",
			catalogue.ReadRole, nil, nil, nil, "application/csvm+json",
			http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if _, err := readQuery(r, nil); err != nil {
					httpx.WriteError(w, r, err)
					return
				}
				w.Header().Set("Content-Type", "application/csvm+json")
				evidence.WriteCSVW(w, "evidence.csv")
			})},
		{"GET", "/api/evidence.jsonld", "linkEvidence", "Evidence as linked data: JSON-LD with schema.org and the CIDOC CRM.",
			catalogue.ReadRole, evidenceParameters, nil, nil, "application/ld+json",
			evidenceFile(e, "application/ld+json", func(b *bytes.Buffer, items []evidence.Item) error {
				return evidence.WriteLinked(b, items, "")
			})},
	}
}

// exhibit is evidence as a page shows it.
type exhibit struct {
	Items     []evidence.Item
	Map, Axis template.HTML
	Mapped    int  // items with coordinates
	Games     bool // items name their games
}

func exhibitOf(items []evidence.Item, games bool) *exhibit {
	if len(items) == 0 {
		return nil
	}
	x := &exhibit{Items: items, Games: games, Map: template.HTML(evidence.Map(items)),
		Axis: template.HTML(evidence.Axis(items))}
	for i := range items {
		if items[i].Latitude != nil {
			x.Mapped++
		}
	}
	return x
}

// evidencePage shows the evidence of all games, or of those that a query asks for.
func evidencePage(w http.ResponseWriter, r *http.Request, e Endpoints) error {
	items, err := itemsOf(r, e)
	if err != nil {
		return err
	}
	q := r.URL.Query()
	render(w, http.StatusOK, "evidence", "Evidence", false, map[string]any{
		"Exhibit": exhibitOf(items, true), "Total": len(items), "Game": q.Get("game"), "Kind": q.Get("kind"),
		"From": q.Get("from"), "To": q.Get("to"), "Kinds": evidence.Kinds,
		"CSV": with(q, "/api/evidence.csv", "offset", ""), "Linked": with(q, "/api/evidence.jsonld", "offset", "")})
	return nil
}
