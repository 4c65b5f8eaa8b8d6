package gateway

import (
	"bytes"
	"encoding/csv"
	"fmt"
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
		f := &Family{Points: in.Points, Kinship: k}
		v := familyView{Family: *f, Colour: "kind"}
		colours := v.colours()
		v.fillPlaces(colours)
		for name, picture := range map[string]string{"tree": string(drawTree(f, colours)), "network": string(drawNetwork(f, colours)),
			"heat": string(drawHeat(f, colours, "/families.png")), "places": fmt.Sprint(v.Places), "concepts": fmt.Sprint(v.Biplot)} {
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
		if sampled := k.Support != nil; sampled != (features == "concepts" || features == "metrics") {
			t.Errorf("%s: support of branches %v", features, k.Support)
		}
		for name, file := range familyFiles {
			var b bytes.Buffer
			if err := file.write(&b, f); err != nil || b.Len() == 0 {
				t.Errorf("%s%s: %d bytes, %v", features, name, b.Len(), err)
			}
			if strings.HasSuffix(name, ".csv") {
				rows, err := csv.NewReader(&b).ReadAll()
				if err != nil || len(rows) < 10 {
					t.Errorf("%s%s: %d rows, %v", features, name, len(rows), err)
				}
			}
		}
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
