package e2e

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine"

	"github.com/jackc/pgx/v5"

	"github.com/astragal/astragal/pkg/catalogue"
	"github.com/astragal/astragal/pkg/embedded/servertest"
	"github.com/astragal/astragal/services/gateway"
)

// Every query of the dashboards runs, and none mixes the figures of several agents.
func TestDashboardQueries(t *testing.T) {
	t.Parallel()
	s := servertest.Start(t)
	compiler := engine.New()
	h, _ := startServices(t, compiler, s.NATS.URL(), s.Postgres.URL(), 2, true)
	gate := gateway.New(h.Catalogue, h.Queue, compiler)
	text := strings.Replace(goodLud, `"Good"`, `"Gnome's Chess"`, 1)
	means := map[string]float64{}
	for _, p := range []catalogue.Params{{Agent: "random", Playouts: 200, Seed: 1}, {Agent: "uct:50", Playouts: 10,
		Seed: 1}} {
		r, err := gate.Submit(t.Context(), gateway.Submission{File: "good.lud", Text: text, Formalism: "lgdl", Params: p})
		if err != nil {
			t.Fatal(err)
		}
		means[p.Agent] = await(t, h.Catalogue, []string{r.Source}, p)[0].Evaluation.Summary.Metrics["DurationMoves"].Mean
	}
	if means["random"] == means["uct:50"] {
		t.Fatalf("the agents cannot be told apart: %v", means)
	}
	files, err := filepath.Glob(filepath.Join(root, "deploy/grafana/dashboards/*.json"))
	if err != nil || len(files) == 0 {
		t.Fatal(err)
	}
	variable := regexp.MustCompile(`\$\{(\w+):sqlstring\}`)
	compared := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		type source struct{ Type string }
		var d struct {
			Templating struct {
				List []struct {
					Name, Query string
					Datasource  source
				}
			}
			Panels []struct {
				Title      string
				Datasource source
				Targets    []struct{ RawSQL string }
			}
		}
		if err := json.Unmarshal(text, &d); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		known := map[string]string{"game": "Gnome's Chess", "metric": "DurationMoves"}
		for _, v := range d.Templating.List {
			if v.Datasource.Type == "postgres" {
				rows, err := h.Catalogue.Pool().Query(t.Context(), v.Query)
				if err != nil {
					t.Fatal(err)
				}
				values, err := pgx.CollectRows(rows, pgx.RowTo[string])
				if known["agent"] = "random"; err != nil || !slices.Contains(values, known[v.Name]) {
					t.Errorf("%s: %s is one of %v, %v", file, v.Name, values, err)
				}
			}
		}
		for _, p := range d.Panels {
			if p.Datasource.Type != "postgres" {
				continue
			}
			for _, q := range p.Targets {
				for agent, mean := range means {
					known["agent"] = agent
					sql := variable.ReplaceAllStringFunc(q.RawSQL, func(m string) string {
						return "'" + strings.ReplaceAll(known[variable.FindStringSubmatch(m)[1]], "'", "''") + "'"
					})
					if strings.Contains(sql, "$") {
						t.Errorf("%s: %s uses a variable unquoted: %s", file, p.Title, sql)
						continue
					}
					rows, err := h.Catalogue.Pool().Query(t.Context(), sql)
					if err != nil {
						t.Errorf("%s: %s: %v", file, p.Title, err)
						continue
					}
					list, err := pgx.CollectRows(rows, pgx.RowToMap)
					if err != nil {
						t.Errorf("%s: %s: %v", file, p.Title, err)
						continue
					}
					for _, row := range list {
						got, there := row["mean"].(float64)
						if !there || row["metric"] != nil && row["metric"] != "DurationMoves" {
							continue
						}
						if a, names := row["agent"].(string); names { // rows that name theirs may be of any
							if got != means[a] {
								t.Errorf("%s: %s as %s: %v", file, p.Title, a, row)
							}
							continue
						}
						if compared++; got != mean {
							t.Errorf("%s: %s shows %v for %s, want %v", file, p.Title, got, agent, mean)
						}
					}
				}
			}
		}
	}
	if compared < 6 {
		t.Errorf("only %d figures compared", compared)
	}
}
