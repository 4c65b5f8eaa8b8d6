package gateway

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/concept"
	"github.com/astragal/astragal/engine/distance"
	"github.com/astragal/astragal/pkg/catalogue"
	"github.com/astragal/astragal/pkg/evidence"
)

// someFamily is rulesets in two groups that share concepts within, with some of their own.
func someFamily(t *testing.T, features string) (*familyInput, *Kinship) {
	t.Helper()
	measure, err := distance.MeasureNamed("jaccard")
	if err != nil {
		t.Fatal(err)
	}
	in := &familyInput{Features: features, Measure: measure.Name, measure: measure}
	var traits []string
	for _, k := range concept.Catalogue() {
		if k.Trait() {
			traits = append(traits, k.Name)
		}
	}
	for i := range 9 {
		has := map[string]float64{}
		for j, name := range traits[:60] {
			if j%2 == i%2 && j < 20 || j%9 == i || j%7 == i%7 && j > 30 {
				has[name] = 1
			}
		}
		in.Concepts = append(in.Concepts, has)
		in.Metrics = append(in.Metrics, map[string]float64{"DurationMoves": float64(i * i), "Balance": float64(i % 2)})
		in.Texts = append(in.Texts, fmt.Sprintf(`(game "G%d" (players 2) (equipment {(board (%s 5)) (piece "Disc" Each)})
			(rules (play (move Add (to (sites Empty)))) (end {%s})))`, i, []string{"square", "hex", "tri"}[i%3],
			strings.Repeat("(if (is Line 3) (result Mover Win)) ", 1+i)))
		in.Points = append(
			in.Points,
			catalogue.Point{Hash: fmt.Sprint("h", i), Game: fmt.Sprint("G", i), Kind: "board/space/line"},
		)
		in.Items = append(in.Items, []evidence.Item(nil))
	}
	k, err := in.kinship(t.Context(), &making[*Kinship]{})
	if err != nil {
		t.Fatal(err)
	}
	return in, k
}

// Every ruleset is in every picture, every picture is well formed, and the files have a row
// for each.
func TestKinship(t *testing.T) {
	for _, features := range familyFeatures {
		in, k := someFamily(t, features)
		f := &Family{Points: in.Points, Kinship: k, Items: in.Items}
		f.Groups = familyGroups(f, in.Concepts, 2)
		v := familyView{Family: *f, Colour: "kind"}
		colours := v.colours()
		v.fillPlaces(colours)
		for name, picture := range map[string]string{"tree": string(drawTree(f, colours)),
			"network": string(drawNetwork(f, colours)),
			"heat":    string(drawHeat(f, colours, "/families.png")), "places": fmt.Sprint(v.Places),
			"concepts": fmt.Sprint(v.Biplot)} {
			for i := range in.Points {
				if strings.Count(picture, `"/rulesets/h`+fmt.Sprint(i)+`"`) == 0 {
					t.Errorf("%s: ruleset %d is not in the picture %s", features, i, name)
				}
			}
			if !strings.HasSuffix(picture, "</svg>") || strings.Contains(picture, "NaN") || strings.Contains(picture, "%!") {
				t.Errorf("%s: the picture %s is malformed", features, name)
			}
		}
		if !strings.Contains(fmt.Sprint(v.Biplot), `class="concept"`) {
			t.Errorf("%s: no concept is named", features)
		}
		if k.Runs != bootstrapRuns || len(k.Support) == 0 {
			t.Errorf("%s: support of branches %v by %d runs", features, k.Support, k.Runs)
		}
		for name, file := range familyFiles {
			var b bytes.Buffer
			if err := file.write(&b, f); err != nil || b.Len() == 0 {
				t.Errorf("%s%s: %d bytes, %v", features, name, b.Len(), err)
			}
			if strings.HasSuffix(name, ".csv") {
				rows, err := csv.NewReader(&b).ReadAll()
				least := 10 // with a row for each ruleset
				if name == "/mantel.csv" || name == "/clusters.csv" {
					least = 5
				}
				if err != nil || len(rows) < least {
					t.Errorf("%s%s: %d rows, %v", features, name, len(rows), err)
				}
			}
		}
	}
}

// Rulesets lie where their evidence is, at every place of it, and in their region where there
// is none; those of which nothing is known are not on the map.
func TestFamilyMap(t *testing.T) {
	in, k := someFamily(t, "concepts")
	degrees := func(x float64) *float64 { return &x }
	found := func(lat, long float64, rules string, rulesets ...string) evidence.Item {
		return evidence.Item{Latitude: degrees(lat), Longitude: degrees(long),
			Supports: []evidence.Support{{Rules: []string{rules}, Rulesets: rulesets}}}
	}
	in.Items[0] = []evidence.Item{found(10, 20, "existence"), found(10, 20, "existence"), found(30, 40, "existence")}
	in.Items[1] = []evidence.Item{found(-5, 60, "name"), found(-6, 61, "existence", "another ruleset")}
	in.Points[1].Region, in.Points[2].Region, in.Points[3].Region = "Egypt", "Yunnan, China.", "Nowhere"
	in.Points[0].Region = "Peru"
	from, to := -300, 1850
	in.Points[4].YearFrom, in.Points[4].YearTo, in.Points[5].YearTo = &from, &to, &to
	f := &Family{Points: in.Points, Kinship: k, Items: in.Items}
	f.Groups = familyGroups(f, in.Concepts, 3)
	list := f.whereabouts()
	for i, want := range []whereabouts{{[][2]float64{{10, 20}, {30, 40}}, false}, {[][2]float64{{27, 30}}, true},
		{[][2]float64{{25, 102}}, true}, {}, {}} {
		if !reflect.DeepEqual(list[i], want) {
			t.Errorf("ruleset %d lies at %v, want %v", i, list[i], want)
		}
	}
	picture, exact, vague := drawFamilyMap(f)
	if exact != 1 || vague != 2 || strings.Count(string(picture), `class="spot"`) != 2 ||
		strings.Count(string(picture), `class="ring"`) != 2 || strings.Contains(string(picture), "NaN") {
		t.Errorf("%d and %d on the map %.2000s", exact, vague, picture)
	}
	if !strings.Contains(string(picture), `class="way"`) {
		t.Error("no line joins the two places of a ruleset")
	}
	picture, dated := drawFamilyTime(f)
	if dated != 2 || strings.Count(string(picture), `class="period"`) != 2 ||
		strings.Count(string(picture), `fill-opacity`) != 1 ||
		strings.Count(string(picture), "/rulesets/h") != 9 {
		t.Errorf("%d in time: %.2000s", dated, picture)
	}
	var b bytes.Buffer
	if err := writeWhereabouts(&b, f); err != nil || !strings.Contains(b.String(), ",10,20,evidence,") ||
		!strings.Contains(b.String(), "Egypt,27,30,region,") || strings.Count(b.String(), "\n") != 11 {
		t.Errorf("%v\n%s", err, b.String())
	}
}

// A page says how far trees are compared while that goes on, and shows all of it at the end.
func TestFamilyPages(t *testing.T) {
	in, k := someFamily(t, "tree")
	for _, c := range []struct {
		view familyView
		says []string
	}{
		{familyView{Family: Family{Points: in.Points, UnderWay: true, Done: 3, Total: 36}},
			[]string{"3 of 36 pairs of trees"}},
		{familyView{Family: Family{Points: in.Points, UnderWay: true}}, []string{"9 rulesets are being compared."}},
		{familyView{Family: Family{Points: in.Points[:2]}}, []string{"Fewer than three rulesets"}},
		{familyView{Family: Family{All: 5000}, Most: maxFamily,
			Narrow: []facetGroup{{Name: "kind", Values: []facetLink{{Label: "race"}}}}},
			[]string{"5,000", "at most 150"}},
		{familyView{Family: Family{Points: in.Points, Kinship: k, Items: in.Items}, Query: FamilyQuery{Features: "tree"}},
			[]string{"Neighbour joining", "100 trees", "Mantel"}},
	} {
		w := httptest.NewRecorder()
		render(w, http.StatusOK, "families", "Families", c.view.UnderWay, &c.view)
		for _, part := range c.says {
			if w.Code != http.StatusOK || !strings.Contains(w.Body.String(), part) {
				t.Errorf("%d: %q is not in %.3000s", w.Code, part, w.Body)
			}
		}
	}
}

// The line of the command line has all of the selection, and quotes what shells would read.
func TestCompareLine(t *testing.T) {
	year := -300
	q := FamilyQuery{Features: "tree", Measure: "cosine", One: true, Filter: catalogue.Filter{Search: "o'clock",
		Game: "Go", From: &year,
		All: true, Choices: []catalogue.Choice{{Facet: "kind", Value: "board/race"}, {Facet: "region", Value: ""}},
		Concepts: []catalogue.Condition{{Name: "Dice"}}, Metrics: []catalogue.Condition{{Name: "Balance", Op: ">",
			Value: 0.5}}}}
	line := compareLine(q)
	for _, part := range []string{"--features tree", `--search 'o'\''clock'`, "--game 'Go'", "--from '-300'", "--all",
		"--one",
		"--is 'kind:board/race'", "--is 'region:'", "--concept 'Dice'", "--metric 'Balance>0.5'", "--bootstrap 100"} {
		if !strings.Contains(line, part) {
			t.Errorf("%s is not in %s", part, line)
		}
	}
}

// Later years have more room on the axis, and every year lies after those before it.
func TestYearPlace(t *testing.T) {
	before := -1.0
	for _, y := range []int{-9000, -3500, -3000, -1, 1, 50, 100, 1499, 1500, 1512, 1900, 2024, 3000} {
		at := yearPlace(y)
		if at < before || at > 1 || y > -3500 && y < 2025 && at == before {
			t.Errorf("%d lies at %v, after %v", y, at, before)
		}
		before = at
	}
}

// The key changes with whatever the kinship depends on.
func TestFamilyKey(t *testing.T) {
	in, _ := someFamily(t, "concepts")
	keys := map[string]bool{}
	add := func(what string) {
		key, err := in.key()
		if err != nil || keys[key] {
			t.Errorf("%s does not change the key (%v)", what, err)
		}
		keys[key] = true
	}
	add("the beginning")
	in.Measure = "cosine"
	add("the measure")
	in.Concepts[3]["DiagonalDirections"] = 0.5
	add("a concept")
	year := 1200
	in.Points[2].YearFrom = &year
	add("a date")
	in.Items[1] = []evidence.Item{{Game: "G1"}}
	add("evidence")
}
