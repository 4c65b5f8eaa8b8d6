package evidence

import (
	"bytes"
	"crypto/sha256"
	"encoding/csv"
	"encoding/hex"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"testing"
)

const good = `game: Test Game
evidence:
  - id: a-stone
    kind: board
    title: A stone & a <board>
    what: >
      Rows of
      pits.
    place: Here
    region: Somewhere
    coordinates: [-10.5, 20]
    uncertainty_km: 300
    when: 2600-2400 BCE
    culture: Testers
    setting: at rest
    source: A book, 1900
    link: https://example.org/a
    certainty: possible
    reason: the pits are few
    supports:
      - rulesets: [Ruleset/Small]
        rules: [board, start]
        note: six pits; in rows
  - {id: b, kind: text, title: B, what: b, region: R, when: before 79 CE, source: s, certainty: certain, reason: r, supports: [{rules: [name]}]}
`

func read(t *testing.T, text string) *File {
	t.Helper()
	f, err := Read("x.evidence.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestRead(t *testing.T) {
	f := read(t, good)
	i := f.Items[0]
	if f.Game != "Test Game" || i.Game != f.Game || len(f.Items) != 2 || i.Line != 3 || i.What != "Rows of pits." ||
		*i.Latitude != -10.5 || *i.Longitude != 20 || i.UncertaintyKM != 300 || *i.YearFrom != -2600 || *i.YearTo != -2400 {
		t.Errorf("%+v", f)
	}
	if b := f.Items[1]; b.YearFrom != nil || *b.YearTo != 78 || b.Latitude != nil {
		t.Errorf("%+v", b)
	}
	if !i.Concerns("Ruleset/Small") || !i.Concerns("Small") || i.Concerns("Large") || !f.Items[1].Concerns("Large") {
		t.Error("which rulesets the items concern")
	}
	if err := f.CheckRulesets("Test Game", []string{"Ruleset/Small"}); err != nil {
		t.Error(err)
	}
	err := f.CheckRulesets("Other", []string{"Ruleset/Large"})
	for _, want := range []string{`x.evidence.yaml:1:1: found game "Test Game", expected "Other"`,
		`x.evidence.yaml:3:1: item a-stone: there is no ruleset "Small"; expected Large`} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v lacks %s", err, want)
		}
	}
}

// Every mistake is told with its line and column, and nothing is guessed.
func TestMistakes(t *testing.T) {
	item := func(lines string) string { return "game: G\nevidence:\n  - id: x\n" + lines }
	for _, c := range []struct{ text, want string }{
		{"", "x:1:1: the file is empty"},
		{"game: [", "x:1:1: no YAML"},
		{"a: 1\nb:\n\t- c", "x:3:1: no YAML"},
		{"- a", "x:1:1: found a list, expected the keys of the file"},
		{"game: G", "x:1:1: the file lacks evidence"},
		{"game: G\nevidence: []", "x:2:11: found a list, expected a list of items"},
		{"game: G\ngame: H\nevidence: []", `x:2:1: the key "game" occurs twice`},
		{"game: *a\nevidence: []", "no YAML"},
		{item("    kin: find"), `x:4:5: there is no key "kin" in an item; expected one of certainty`},
		{item("    kind: stone"), `x:4:11: found "stone", expected text, find`},
		{item("    title: ''"), "x:4:12: found nothing, expected a text"},
		{item("    coordinates: [91, 0]"), `x:4:19: found "91", expected a latitude from -90 to 90`},
		{item("    coordinates: [1, .nan]"), `expected a longitude from -180 to 180`},
		{item("    coordinates: 5"), `expected [latitude, longitude]`},
		{item("    uncertainty_km: 5"), `an item has uncertainty_km without coordinates`},
		{item("    when: long ago"), `x:4:11: found "long ago", expected years`},
		{item("    when: '79'"), `x:4:11: the date "79" is not understood`},
		{item("    link: javascript:alert(1)"), `expected an address that begins with https://`},
		{item("    supports: [{rules: [fun]}]"), `found "fun", expected existence`},
		{item("    supports: []"), "expected a list of supports"},
		{item("    source: {a: b}"), "found keys with values, expected a text"},
		{item("    reason: r\n  - id: x"), `x:5:5: the id "x" is that of the item in line 3, too`},
		{"game: G\nevidence:\n  - id: X y", `found id "X y"`},
		{item("    what: " + strings.Repeat("x", maxText+1)), "the text has 10001 bytes"},
		{strings.Repeat("#", MaxBytes+1), "the file has 1048577 bytes"},
		{"a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: [*b,*b,*b,*b,*b,*b,*b,*b]",
			`there is no key "a"`},
	} {
		_, err := Read("x", []byte(c.text))
		var list Errors
		if !errors.As(err, &list) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.60q: %v\nwant %s", c.text, err, c.want)
		}
		if len(list) > maxMistakes {
			t.Errorf("%.60q: %d mistakes told", c.text, len(list))
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(good))
	f.Fuzz(func(t *testing.T, text []byte) {
		file, err := Read("x", text)
		var list Errors
		if err != nil && (!errors.As(err, &list) || len(list) == 0) || err == nil && len(file.Items) == 0 {
			t.Errorf("%v %+v", err, file)
		}
		if err == nil {
			Map(file.Items)
			Axis(file.Items)
		}
	})
}

func TestTable(t *testing.T) {
	items := read(t, good).Items
	var b bytes.Buffer
	if err := WriteCSV(&b, items); err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(&b).ReadAll()
	if err != nil || len(rows) != 3 {
		t.Fatal(rows, err)
	}
	cell := func(row int, name string) string { return rows[row][slices.Index(rows[0], name)] }
	for _, c := range []struct{ name, want, other string }{{"year_from", "-2600", ""}, {"latitude", "-10.5", ""},
		{"supports", "board, start (Small): six pits, in rows", "name"}, {"when", "2600-2400 BCE", "before 79 CE"}} {
		if cell(1, c.name) != c.want || cell(2, c.name) != c.other {
			t.Errorf("%s: %q, %q", c.name, cell(1, c.name), cell(2, c.name))
		}
	}
	b.Reset()
	var m struct {
		Context []any `json:"@context"`
		URL     string
		Schema  struct {
			Columns []struct {
				Name, Datatype string
				Required       bool
			}
			PrimaryKey []string
		} `json:"tableSchema"`
	}
	if err := WriteCSVW(&b, "e.csv"); err != nil || json.Unmarshal(b.Bytes(), &m) != nil {
		t.Fatal(err, b.String())
	}
	if m.Context[0] != "http://www.w3.org/ns/csvw" || m.URL != "e.csv" || len(m.Schema.Columns) != len(rows[0]) {
		t.Errorf("%+v", m)
	}
	for n, c := range m.Schema.Columns { // the metadata is true of the table
		if c.Name != rows[0][n] || !slices.Contains([]string{"string", "integer", "decimal", "anyURI"}, c.Datatype) {
			t.Errorf("column %d: %+v, found %s", n, c, rows[0][n])
		}
		if c.Required && cell(2, c.Name) == "" {
			t.Errorf("%s is empty", c.Name)
		}
	}
}

func TestLinked(t *testing.T) {
	var b bytes.Buffer
	if err := WriteLinked(&b, read(t, good).Items, "https://lab.example"); err != nil {
		t.Fatal(err)
	}
	var doc struct {
		Context map[string]any   `json:"@context"`
		Graph   []map[string]any `json:"@graph"`
	}
	if err := json.Unmarshal(b.Bytes(), &doc); err != nil || len(doc.Graph) != 2 {
		t.Fatal(err)
	}
	var prefixes func(v any) []string
	prefixes = func(v any) (list []string) {
		switch v := v.(type) {
		case map[string]any:
			for k, x := range v {
				if p, _, ok := strings.Cut(k, ":"); ok {
					list = append(list, p)
				}
				list = append(list, prefixes(x)...)
			}
		case []any:
			for _, x := range v {
				list = append(list, prefixes(x)...)
			}
		}
		return list
	}
	for _, p := range prefixes(doc.Graph[0]) {
		if doc.Context[p] == nil {
			t.Errorf("the prefix %s is not in the context", p)
		}
	}
	made := doc.Graph[0]["crm:P108i_was_produced_by"].(map[string]any)
	begin := made["crm:P4_has_time-span"].(map[string]any)["crm:P82a_begin_of_the_begin"].(map[string]any)
	if doc.Graph[0]["@id"] != "https://lab.example/id/evidence/Test%20Game/a-stone" || begin["@value"] != "-2599" {
		t.Errorf("%v: %v", doc.Graph[0]["@id"], begin)
	}
}

// The pictures are well-formed and safe, and have a mark or a bar for each item.
func TestCharts(t *testing.T) {
	items := read(t, good).Items
	for name, c := range map[string]struct {
		svg   string
		links int
	}{"map": {Map(items), 1}, "axis": {Axis(items), 2}} {
		links := 0
		d := xml.NewDecoder(strings.NewReader(c.svg))
		for {
			token, err := d.Token()
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if e, ok := token.(xml.StartElement); ok && e.Name.Local == "a" {
				links++
			}
		}
		if links != c.links || strings.Contains(c.svg, "NaN") || strings.Contains(c.svg, "<board>") {
			t.Errorf("%s: %d links, want %d", name, links, c.links)
		}
	}
	if Map(items[1:]) != "" || Axis(nil) != "" {
		t.Error("there is a picture of nothing")
	}
	for _, c := range []struct {
		from, to int
		has, not string
	}{
		{1850, 1950, ">1940 CE</text>", ">1960 CE"}, {1500, 2100, ">2000 CE</text>", ">2100 CE"},
		{-2600, 79, ">2500 BCE</text>", ">500 CE"}, {-2600, 79, ">500 BCE</text>", ">3000 BCE"},
	} {
		one := items[1]
		one.YearFrom, one.YearTo = &c.from, &c.to
		svg := Axis([]Item{one})
		if !strings.Contains(svg, c.has) || strings.Contains(svg, c.not) {
			t.Errorf("an axis from %d to %d: %s", c.from, c.to, svg)
		}
	}
	for _, y := range []int{1, 7, 99, 100, 4500, 0} {
		if s := tick(y); y > 6*s || y > 6 && y < 2*s {
			t.Errorf("ticks every %d years over %d", s, y)
		}
	}
}

// The outlines are those of the package, and lie where the projection puts them.
func TestAtlas(t *testing.T) {
	sum := sha256.Sum256(landFile)
	if hex.EncodeToString(sum[:]) != "ead5f68119c49a9250902e7da303bcb209341bbb8fefe7369a439b48b704658a" {
		t.Error("land-110m.json is not that of world-atlas 2.0.2")
	}
	if path := landPath(); len(path) < 20_000 || len(path) > 80_000 || strings.Count(path, "M") != strings.Count(path,
		"Z") {
		t.Errorf("an outline of %d bytes", len(path))
	}
	for _, ring := range strings.Split(landPath(), "Z") { // no line runs across the map
		last := math.NaN()
		for _, point := range strings.FieldsFunc(ring, func(r rune) bool { return r == 'M' || r == 'L' }) {
			var x, y float64
			if _, err := fmt.Sscan(point, &x, &y); err != nil {
				t.Fatal(point, err)
			}
			if math.Abs(x-last) > 120 {
				t.Errorf("a line from %v to %v at %v", last, x, y)
			}
			last = x
		}
	}
	for _, c := range []struct{ lat, long, x, y float64 }{{0, 0, 500, 0}, {0, 180, 1000, 0}, {0, -180, 0, 0},
		{90, 0, 500, -243.37}} {
		if x, y := project(c.lat, c.long); math.Abs(x-c.x) > .01 || math.Abs(y-c.y) > .1 {
			t.Errorf("%v, %v lies at %v, %v, want %v, %v", c.lat, c.long, x, y, c.x, c.y)
		}
	}
}

// The middle of places goes the short way round, and so do lines.
func TestMiddle(t *testing.T) {
	for _, c := range []struct {
		places [][2]float64
		want   [2]float64
	}{{[][2]float64{{0, 170}, {0, -170}}, [2]float64{0, 180}}, {[][2]float64{{10, 20}}, [2]float64{10, 20}},
		{[][2]float64{{40, 0}, {-40, 0}}, [2]float64{0, 0}}} {
		got, ok := Middle(c.places, []float64{1, 1})
		if !ok || math.Abs(got[0]-c.want[0]) > 1e-9 || math.Abs(math.Abs(got[1])-math.Abs(c.want[1])) > 1e-9 {
			t.Errorf("the middle of %v is %v, want %v", c.places, got, c.want)
		}
	}
	if _, ok := Middle([][2]float64{{0, 0}, {0, 180}}, []float64{1, 1}); ok {
		t.Error("opposite places have a middle")
	}
	if line := way([2]float64{0, 170}, [2]float64{10, -170}); strings.Count(line, "M") != 2 ||
		way([2]float64{0, 10}, [2]float64{0, 20}) == "" ||
		strings.Count(way([2]float64{0, 10}, [2]float64{0, -20}), "M") != 1 {
		t.Errorf("a line over the 180th meridian: %s", line)
	}
}

// A map shows every place of a game, joined, over the marks of regions; the extent is between
// the places farthest apart.
func TestMapOver(t *testing.T) {
	degrees := func(x float64) *float64 { return &x }
	item := func(game string, lat, long float64) Item {
		return Item{Game: game, ID: "x", Latitude: degrees(lat), Longitude: degrees(long), When: "1", Certainty: "certain"}
	}
	items := []Item{item("A", 0, 0), item("A", 0, 90), item("A", 0, 90), item("B", 10, 10), {Game: "A"}}
	picture := MapOver(items, []Mark{{Latitude: 1, Longitude: 2, Title: "R & D", Link: "/map?is=region:R", Vague: true,
		Radius: 5}})
	if strings.Count(picture, `class="spread"`) != 1 || strings.Count(picture, `class="ring"`) != 1 ||
		!strings.Contains(picture, "R &amp; D") || strings.Count(picture, `href="#evidence-`) != 4 {
		t.Errorf("%.3000s", picture)
	}
	if km, places := Extent(items); places != 3 || math.Abs(km-math.Pi/2*earthRadius) > 1 {
		t.Errorf("%d places, %v km apart", places, km)
	}
	if MapOver(nil, nil) != "" {
		t.Error("a map of nothing")
	}
}
