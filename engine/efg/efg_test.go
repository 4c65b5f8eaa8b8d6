package efg

import (
	"bytes"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// shared finds the project's test data, which lies beside the repository.
func shared(t *testing.T) string {
	t.Helper()
	dir := filepath.Join("..", "..", "..", "shared", "efg")
	if _, err := os.Stat(dir); err != nil {
		t.Skip("no shared test data")
	}
	return dir
}

func readFile(t *testing.T, path string) *Game {
	t.Helper()
	src, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	g, err := Read(path, src, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// table reads a tab separated file with a header line.
func table(t *testing.T, path string) []map[string]string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	header := strings.Split(lines[0], "\t")
	var rows []map[string]string
	for _, line := range lines[1:] {
		row := map[string]string{}
		for i, cell := range strings.Split(line, "\t") {
			row[header[i]] = cell
		}
		rows = append(rows, row)
	}
	return rows
}

func join[T any](xs []T) string {
	texts := make([]string, len(xs))
	for i, x := range xs {
		texts[i] = fmt.Sprint(x)
		switch x := any(x).(type) {
		case bool:
			texts[i] = bit(x)
		case *big.Rat:
			texts[i] = x.RatString()
		}
	}
	return strings.Join(texts, ",")
}

func bit(b bool) string {
	if b {
		return "1"
	}
	return "0"
}

// facts computes every column of efg.tsv that is a property of the game.
func facts(t *testing.T, g *Game) map[string]string {
	t.Helper()
	s := g.Stats()
	expected, err := g.Expected(nil)
	if err != nil {
		t.Fatal(err)
	}
	reach, err := g.Reach(nil)
	if err != nil {
		t.Fatal(err)
	}
	probability := new(big.Rat)
	for i := range g.Nodes {
		if g.Nodes[i].Owner == Terminal {
			probability.Add(probability, reach[i])
		}
	}
	constant := "no"
	if c := g.ConstantSum(); c != nil {
		constant = c.RatString()
	}
	return map[string]string{
		"players":                  fmt.Sprint(len(g.Players)),
		"nodes":                    fmt.Sprint(s.Nodes),
		"terminals":                fmt.Sprint(s.Terminals),
		"chance_nodes":             fmt.Sprint(s.ChanceNodes),
		"personal_nodes":           join(s.PersonalNodes),
		"infosets":                 join(s.InfoSets),
		"chance_infosets":          fmt.Sprint(s.ChanceSets),
		"outcomes":                 fmt.Sprint(s.Outcomes),
		"depth":                    fmt.Sprint(s.Depth),
		"nonterminal_outcomes":     bit(s.InnerOutcomes),
		"probability":              probability.RatString(),
		"expected":                 join(expected),
		"perfect_recall":           join(g.PerfectRecall()),
		"absent_minded":            join(g.AbsentMinded()),
		"pure_strategies":          join(g.PureStrategies()),
		"timed":                    bit(g.OneDepth()),
		"gdl2_developments":        g.Developments().String(),
		"zero_probability_actions": fmt.Sprint(s.ZeroActions),
		"constant_sum":             constant,
	}
}

func TestTableOfGames(t *testing.T) {
	dir := shared(t)
	for _, row := range table(t, filepath.Join(dir, "efg.tsv")) {
		t.Run(row["file"], func(t *testing.T) {
			got := facts(t, readFile(t, filepath.Join(dir, row["file"])))
			for column, want := range row {
				if column == "file" {
					continue
				}
				if got[column] != want {
					t.Errorf("%s: got %s, want %s", column, got[column], want)
				}
			}
		})
	}
}

func TestEveryFormOfTheSyntax(t *testing.T) {
	g := readFile(t, filepath.Join(shared(t), "worked", "valid_forms.efg"))
	got := facts(t, g)
	for column, want := range map[string]string{"nodes": "11", "terminals": "7", "expected": "10/9,-13",
		"absent_minded": "1,0"} {
		if got[column] != want {
			t.Errorf("%s: got %s, want %s", column, got[column], want)
		}
	}
}

func TestOwnExample(t *testing.T) {
	g := readFile(t, "testdata/forgetful.efg")
	if want := `The forgetful driver "and a friend"`; g.Title != want {
		t.Errorf("title %s, want %s", g.Title, want)
	}
	// Driver by hand: toll -1/2 always; exit 1 pays 3 with 1/2; otherwise with
	// 1/2 the weather: dry (1/4) pays 3, wet 0, or the second toll -1/2. The sum
	// is -1/2 + 3/2 + 3/16 - 1/8; the friend gets 1/2 + 5 + 5/8 + 1/8.
	want := map[string]string{
		"players": "2", "nodes": "9", "terminals": "5", "chance_nodes": "1", "personal_nodes": "2,1", "infosets": "1,1",
		"chance_infosets": "1", "outcomes": "3", "depth": "4", "nonterminal_outcomes": "1", "probability": "1",
		"expected": "17/16,25/4", "perfect_recall": "0,1", "absent_minded": "1,0", "pure_strategies": "2,1",
		"timed": "0", "zero_probability_actions": "1", "constant_sum": "no",
	}
	got := facts(t, g)
	for column := range want {
		if got[column] != want[column] {
			t.Errorf("%s: got %s, want %s", column, got[column], want[column])
		}
	}
	pruned := g.Prune()
	if n := len(pruned.Nodes); n != 8 {
		t.Errorf("%d nodes without the impossible branch, want 8", n)
	}
	if n := len(g.Contract().Nodes); n != 7 {
		t.Errorf("%d nodes without forced moves, want 7", n)
	}
	for _, other := range []*Game{pruned, g.Contract()} {
		if e := facts(t, other)["expected"]; e != want["expected"] {
			t.Errorf("expected payoffs became %s", e)
		}
	}
}

func TestExpectedUnderGivenBehaviour(t *testing.T) {
	g := readFile(t, "testdata/forgetful.efg")
	leave := Behaviour{{big.NewRat(1, 1), new(big.Rat)}}
	got, err := g.Expected(leave)
	if err != nil {
		t.Fatal(err)
	}
	if join(got) != "5/2,21/2" {
		t.Errorf("leaving at once pays %s, want 5/2,21/2", join(got))
	}
	for _, bad := range []Behaviour{
		{{big.NewRat(1, 2), big.NewRat(1, 3)}},
		{{big.NewRat(1, 1)}},
		{{big.NewRat(3, 2), big.NewRat(-1, 2)}},
		{nil, {big.NewRat(1, 1), new(big.Rat), new(big.Rat)}},
	} {
		if _, err := g.Expected(bad); err == nil {
			t.Errorf("behaviour %v accepted", bad)
		}
	}
}

func TestWriteIsFaithfulAndStable(t *testing.T) {
	files := []string{"testdata/peek.efg", "testdata/forgetful.efg"}
	more, err := filepath.Glob("../../../shared/efg/games/*/*/*.efg")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range append(files, more...) {
		g := readFile(t, file)
		var once, twice bytes.Buffer
		if err := Write(&once, g); err != nil {
			t.Fatal(err)
		}
		again, err := Read(file, once.Bytes(), Limits{})
		if err != nil {
			t.Fatalf("%s: reading what was written: %v", file, err)
		}
		if err := Write(&twice, again); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(once.Bytes(), twice.Bytes()) {
			t.Errorf("%s: writing is not stable", file)
		}
		if got, want := fmt.Sprintf("%+v", facts(t, again)), fmt.Sprintf("%+v", facts(t, g)); got != want {
			t.Errorf("%s: the game changed: %s, was %s", file, got, want)
		}
		g.Warnings, again.Warnings = nil, nil
		if got, want := dump(again), dump(g); got != want {
			t.Errorf("%s: the game changed:\n%s\nwas\n%s", file, got, want)
		}
	}
}

// dump shows all of a game, numbers by value.
func dump(g *Game) string {
	text := fmt.Sprintf("%q %q %q\n%+v\n", g.Title, g.Comment, g.Players, g.Nodes)
	for _, s := range g.Sets {
		text += fmt.Sprintf("%d %d %q %v", s.Owner, s.Number, s.Name, s.Nodes)
		for _, a := range s.Actions {
			text += fmt.Sprintf(" %q %v", a.Label, a.Probability)
		}
		text += "\n"
	}
	for _, o := range g.Outcomes {
		text += fmt.Sprintf("%d %q %v\n", o.Number, o.Name, o.Payoffs)
	}
	return text
}

func TestInvalidFiles(t *testing.T) {
	dir := shared(t)
	for _, row := range table(t, filepath.Join(dir, "efg_invalid.tsv")) {
		src, err := os.ReadFile(filepath.Join(dir, row["file"]))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Read(row["file"], src, Limits{}); err == nil {
			t.Errorf("%s: accepted, want: %s", row["file"], row["reason"])
		}
	}
}

func TestErrors(t *testing.T) {
	const two = `EFG 2 R "x" { "A" "B" } ` + "\n"
	for _, test := range []struct{ src, want string }{
		{"", "g:1:1: not an EFG file"},
		{`NFG 1 R "x" {}`, "g:1:1: not an EFG file"},
		{`EFG 3 R "x" {}`, "g:1:5: unsupported version"},
		{`EFG 2 X "x" {}`, "g:1:7: expected the number type 'R' or 'D', found 'X'"},
		{`EFG 2 R x {}`, "g:1:9: expected the game's title (a string), found 'x'"},
		{`EFG 2 R "x" "A"`, "g:1:13: expected '{' before the players' names"},
		{two, "g:2:1: unexpected end: 1 subtree missing"},
		{two + `p "" 1 1 { "l" "m" "r" } 0 t "" 0`, "g:2:34: unexpected end: 2 subtrees missing"},
		{two + `q ""`, "g:2:1: unknown node type 'q'"},
		{two + `p "" 3 1 { "l" } 0`, "g:2:6: player 3 of 2"},
		{two + `p "" 1 0 { "l" } 0`, "g:2:8: information set number 0"},
		{two + `p "" 1 2 0`, "g:2:8: information set 2 of player 1 used before it is described"},
		{two + `p "" 1 1 { } 0`, "g:2:12: an information set needs at least one action"},
		{two + "p \"é\" 1 1 { \"l\" \"r\" } 0\np \"\" 1 1 { \"l\" \"m\" \"r\" } 0",
			"g:3:8: information set 1 of player 1 has 2 actions, 3 given"},
		{two + `c "" 1 { "l" 1/2 "r" 1/3 } 0`, "g:2:8: probabilities sum to 5/6"},
		{two + `c "" 1 { "l" 3/2 "r" -1/2 } 0`, "g:2:22: negative probability -1/2"},
		{two + `c "" 1 { "l" "r" } 0`, `g:2:14: expected the action's probability, a number, found the string "r"`},
		{two + `c "" 1 { "l" 1 "r" 0 } 0 c "" 1 { "l" 0 "r" 1 } 0`,
			"g:2:31: information set 1 of chance redefined: action 1 had probability 1, now 0"},
		{two + `t "" 4`, "g:2:6: outcome 4 used before its payoffs"},
		{two + `t "" 4 "o" { 1 2 3 }`, "g:2:6: outcome 4: 3 payoffs for 2 players"},
		{two + `t "" 0 "o"`, "g:2:8: outcome 0 means no outcome"},
		{two + `p "" 1 1 { "a" "b" } 0 t "" 1 { 1 2 } t "" 1 { 1 3 }`, "g:2:44: outcome 1 redefined differently"},
		{two + `t "" 1 { 1/0 0 }`, "g:2:10: division by zero in number"},
		{two + `t "" 1 { 1.5.2 0 }`, "g:2:10: bad number '1.5.2'"},
		{two + `t "" 1 { 1e99999999 0 }`, "g:2:10: bad number '1e99999999': exponent beyond 10000"},
		{two + `t "" 0 hello`, "g:2:8: text after the last node: 'hello'"},
		{two + `t "abc`, "g:2:3: unterminated string"},
		{two + `t "" -1`, "g:2:6: outcome number -1"},
		{two + `t "" 99999999999999999999`, "g:2:6: expected an outcome's number (an integer)"},
	} {
		_, err := Read("g", []byte(test.src), Limits{})
		if err == nil || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%s\n got %v\nwant %s", test.src, err, test.want)
		}
	}
}

func TestLimits(t *testing.T) {
	src := []byte(`EFG 2 R "x" { "A" } p "" 1 1 { "l" } 0 p "" 1 1 0 t "" 0`)
	for _, test := range []struct {
		limits Limits
		want   string
	}{
		{Limits{}, ""},
		{Limits{Nodes: 3, Depth: 2, Players: 1}, ""},
		{Limits{Nodes: 2}, "more than 2 nodes"},
		{Limits{Depth: 1}, "tree deeper than 1"},
	} {
		_, err := Read("g", src, test.limits)
		if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.HasSuffix(err.Error(), test.want)) {
			t.Errorf("%+v: got %v, want %q", test.limits, err, test.want)
		}
	}
}

func TestWarnings(t *testing.T) {
	src := `EFG 2 D "x" { "A" } p "" 1 1 { "l" "l" } 0 t "" 0 p "" 1 1 { "l" "m" } 0 t "" 0
c "" 1 { "a" .3333333333 "b" .6666666666 } 0 t "" 0 t "" 0`
	g, err := Read("g", []byte(src), Limits{})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"has several actions", "action 2 of information set 1 of player 1 was", "normalised"}
	if len(g.Warnings) != len(want) {
		t.Fatalf("warnings %v, want %d", g.Warnings, len(want))
	}
	for i, w := range g.Warnings {
		if !strings.Contains(w.Error(), want[i]) {
			t.Errorf("warning %v, want %q", w, want[i])
		}
	}
	if p := g.Sets[1].Actions[0].Probability.RatString(); p != "1/3" {
		// .3333333333 / .9999999999
		t.Errorf("normalised to %s, want 1/3", p)
	}
}

func TestParseNumber(t *testing.T) {
	for _, test := range []struct{ in, want string }{
		{"7", "7"}, {"+2", "2"}, {"-1.5e1", "-15"}, {".80", "4/5"}, {"3.", "3"}, {"1.60", "8/5"}, {"10/4", "5/2"},
		{"1.5/.5", "3"}, {"1/-2", "-1/2"}, {"2e-3", "1/500"}, {"10000000000000000000", "10000000000000000000"},
		{"", ""}, {".", ""}, {"-", ""}, {"1/", ""}, {"/2", ""}, {"1e", ""}, {"e5", ""}, {"1e+-5", ""}, {"--1", ""},
		{"0x10", ""}, {"1_000", ""}, {"1/2/3", ""}, {"NaN", ""}, {"1/0.0", ""},
	} {
		got, err := ParseNumber(test.in)
		switch {
		case test.want == "" && err == nil:
			t.Errorf("%q read as %s, want an error", test.in, got.RatString())
		case test.want != "" && (err != nil || got.RatString() != test.want):
			t.Errorf("%q: got %v, %v, want %s", test.in, got, err, test.want)
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, file := range []string{"testdata/peek.efg", "testdata/forgetful.efg"} {
		src, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(src)
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		g, err := Read("fuzz", src, Limits{Nodes: 1000, Depth: 100})
		if err != nil {
			return
		}
		var text bytes.Buffer
		if err := Write(&text, g); err != nil {
			t.Fatal(err)
		}
		if _, err := Read("again", text.Bytes(), Limits{}); err != nil {
			t.Errorf("cannot read what was written: %v\n%s", err, text.String())
		}
	})
}
