package main

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// shared finds a folder of the shared material, and skips the test without it.
func shared(t *testing.T, elem ...string) string {
	t.Helper()
	path := filepath.Join(append([]string{"..", "..", "..", "shared"}, elem...)...)
	if _, err := os.Stat(path); err != nil {
		t.Skip(err)
	}
	return path
}

// table reads a table with a header line.
func table(t *testing.T, path string) []map[string]string {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	r := csv.NewReader(file)
	r.Comma, r.LazyQuotes, r.FieldsPerRecord = '\t', true, -1
	all, err := r.ReadAll()
	if err != nil || len(all) < 2 {
		t.Fatalf("%s: %v", path, err)
	}
	var rows []map[string]string
	for _, line := range all[1:] {
		row := map[string]string{}
		for i, cell := range line {
			row[all[0][i]] = cell
		}
		rows = append(rows, row)
	}
	return rows
}

// cell writes a JSON value as the tables do: lists with commas, true as 1.
func cell(v any) string {
	switch x := v.(type) {
	case bool:
		if x {
			return "1"
		}
		return "0"
	case float64:
		if x == math.Trunc(x) {
			return fmt.Sprintf("%.0f", x)
		}
	case []any:
		var parts []string
		for _, y := range x {
			parts = append(parts, cell(y))
		}
		return strings.Join(parts, ",")
	}
	return fmt.Sprint(v)
}

// TestInfoAgreesWithTheTables compares what astragal info tells of every file with the
// expected values, whose column names are its keys.
func TestInfoAgreesWithTheTables(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles all trees and automata")
	}
	for _, formalism := range []string{"efg", "rbg"} {
		dir := shared(t, formalism)
		for _, row := range table(t, filepath.Join(dir, formalism+".tsv")) {
			status, out, errs := invoke(t, "", "info", "--json", filepath.Join(dir, row["file"]))
			if status != 0 {
				t.Errorf("%s: %s", row["file"], errs)
				continue
			}
			d := json.NewDecoder(strings.NewReader(out))
			d.UseNumber() // numbers of strategies exceed floats
			var got map[string]any
			if err := d.Decode(&got); err != nil {
				t.Fatal(err)
			}
			for column, want := range row {
				if column == "file" {
					continue
				}
				if value, ok := got[column]; !ok || cell(value) != want {
					t.Errorf("%s: %s is %v, want %s", row["file"], column, value, want)
				}
			}
		}
	}
}

func TestInfoOfGDLAgreesWithTheTables(t *testing.T) {
	dir := shared(t, "gdl")
	verdicts := map[string]string{}
	for _, row := range table(t, filepath.Join(dir, "gdl_validity.tsv")) {
		verdicts[row["file"]] = row["verdict"]
	}
	described := 0
	for _, name := range []string{"gdl.tsv", "gdl2.tsv"} {
		for _, row := range table(t, filepath.Join(dir, name)) {
			status, out, errs := invoke(t, "", "info", "--json", filepath.Join(dir, row["file"]))
			if verdicts[row["file"]] == "error" {
				if status == 0 || !strings.Contains(errs, row["file"]+":") {
					t.Errorf("%s: status %d, %s", row["file"], status, errs)
				}
				continue
			}
			var got map[string]any
			if err := json.Unmarshal([]byte(out), &got); status != 0 || err != nil {
				t.Errorf("%s: %v %s", row["file"], err, errs)
				continue
			}
			described++
			got["role_names"] = strings.ReplaceAll(cell(got["role_names"]), ",", " ")
			keys := []string{"roles", "role_names", "init_size", "init_hash", "terminal_at_start", "legal", "joint"}
			if name == "gdl2.tsv" {
				got["roles"] = got["role_names"]
				keys = []string{"roles", "init_size", "developments", "depth", "probability", "expected",
					"efg_nodes", "efg_terminals", "efg_chance_nodes", "efg_personal_nodes", "efg_infosets", "percept_classes"}
				got["percept_classes"] = strings.ReplaceAll(cell(got["percept_classes"]), ",", " ")
			}
			for _, key := range keys {
				if want := row[key]; want != "" && cell(got[key]) != want {
					t.Errorf("%s: %s is %v, want %s", row["file"], key, got[key], want)
				}
			}
		}
	}
	if described < 200 {
		t.Errorf("only %d games described", described)
	}
}

func TestInfoOfInvalidGDL(t *testing.T) {
	file := filepath.Join(t.TempDir(), "bad.kif")
	if err := os.WriteFile(file, []byte("(role x)\n(legal x a)\n(<= (goal x ?v)\n  (true f))\n(<= terminal (true f))\n"),
		0o600); err != nil {
		t.Fatal(err)
	}
	status, out, errs := invoke(t, "", "info", "--json", file)
	if status != 1 || !strings.Contains(out, `"verdict":"error"`) || !strings.Contains(errs, file+":3:") {
		t.Errorf("status %d, %s%s", status, out, errs)
	}
}

func TestInfoOfOwnLibrary(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles the whole library")
	}
	status, out, errs := invoke(t, "", append([]string{"info", "--json"}, own(t)...)...)
	if status != 0 {
		t.Fatal(errs)
	}
	for line := range strings.Lines(out) {
		var got struct {
			Name            string
			Players         int
			Cells, Vertices int
			Components      []string
			Values          []string // what the sites of a deduction puzzle take, which has no components
		}
		if err := json.Unmarshal([]byte(line), &got); err != nil {
			t.Fatal(err)
		}
		if got.Name == "" || got.Players < 1 || got.Cells+got.Vertices == 0 ||
			(len(got.Components) == 0) == (len(got.Values) == 0) {
			t.Errorf("%+v", got)
		}
	}
}

// The program of random playouts and that of watched ones are different functions over the same rules.
func TestInfoPrintsPrograms(t *testing.T) {
	game := filepath.Join("..", "..", "library", "lud", "territory", "Reversi.lud")
	for _, x := range []struct{ flag, has, lacks string }{
		{"--pass=common", "func playout(", "func observe("},
		{"--watched", "func observe(", "func playout("},
		{"--pass=lower", "func playout(", "func observe("},
	} {
		status, out, errs := invoke(t, "", "info", "--ir", x.flag, game)
		if status != 0 || !strings.Contains(out, x.has) || strings.Contains(out, x.lacks) {
			t.Errorf("%s: status %d, %d bytes %s", x.flag, status, len(out), errs)
		}
	}
	if status, _, errs := invoke(t, "", "info", "--ir", "--pass=nothing", game); status != 2 ||
		!strings.Contains(errs, "the steps are") {
		t.Errorf("a step that does not exist: status %d, %s", status, errs)
	}
}

func TestPerft(t *testing.T) {
	dir := t.TempDir()
	matching := filepath.Join(dir, "matching.efg")
	if err := os.WriteFile(matching,
		[]byte(`EFG 2 R "m" { "A" "B" } c "" 1 { "x" 1/2 "y" 1/2 } 0 t "" 0 p "" 1 1 { "a" "b" "c" } 0 t "" 0 t "" 0 t "" 0`),
		0o600); err != nil {
		t.Fatal(err)
	}
	tictactoe := filepath.Join("..", "..", "library", "lud", "line", "Tic-Tac-Toe.lud")
	for _, c := range []struct {
		depth, file, want string
	}{
		{"7", tictactoe, "[9,72,504,3024,15120,54720,148176]"},
		{"3", matching, "[2,3,0]"},
	} {
		status, out, errs := invoke(t, "", "perft", "--json", "--depth", c.depth, c.file)
		if status != 0 || !strings.HasSuffix(out, `"perft":`+c.want+"}\n") {
			t.Errorf("%s: %s%s", c.file, out, errs)
		}
	}
	if status, _, _ := invoke(t, "", "perft", "--depth", "0", tictactoe); status != 2 {
		t.Error("depth 0 is accepted")
	}
}

func TestPerftOfRegularBoardgames(t *testing.T) {
	if testing.Short() {
		t.Skip("counts the plays of all automata")
	}
	dir := shared(t, "rbg")
	counted := 0
	for _, row := range table(t, filepath.Join(dir, "rbg_perft.tsv")) {
		if row["depth"] != "2" {
			continue
		}
		counted++
		_, out, errs := invoke(t, "", "perft", "--json", "--depth", "2", filepath.Join(dir, row["file"]))
		var got perftLine
		if err := json.Unmarshal([]byte(out), &got); err != nil || len(got.Perft) != 2 ||
			fmt.Sprint(got.Perft[1]) != row["perft"] {
			t.Errorf("%s: %v, want %s: %s", row["file"], got.Perft, row["perft"], errs)
		}
	}
	if counted < 20 {
		t.Errorf("only %d games counted", counted)
	}
}

const card = `EFG 2 R "Card" { "A" "B" } ""
c "" 1 { "hi" 1/3 "lo" 2/3 } 0
p "" 2 1 { "bet" "fold" } 0
p "" 1 1 { "call" "pass" } 0
t "" 1 { 2 -2 }
t "" 2 { 1 -1 }
t "" 3 { -1 1 }
p "" 2 2 { "bet" "fold" } 0
p "" 1 1 { "call" "pass" } 0
t "" 4 { -5/3 5/3 }
t "" 2
t "" 3
`

func TestConvertAndCompare(t *testing.T) {
	dir := t.TempDir()
	in, other := filepath.Join(dir, "card.efg"), filepath.Join(dir, "other.efg")
	for file, text := range map[string]string{in: card, other: strings.Replace(card, "5/3 }", "4/3 }", 1)} {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range [][]string{{"a.lud"}, {"b.lud", "--flat", "--compact"}, {"c.efg"}, {"d.efg", "--contract"},
		{"e.kif"}, {"f.gdl"}, {"g.kif", "--compact"}, {"h.gdl", "--compact"}} {
		out := filepath.Join(dir, args[0])
		if status, _, errs := invoke(t, "", append([]string{"convert", in, out}, args[1:]...)...); status != 0 {
			t.Errorf("%v: %s", args, errs)
			continue
		}
		if status, text, errs := invoke(t, "", "equivalent", in, out); status != 0 ||
			!strings.HasPrefix(text, "equivalent by walk") {
			t.Errorf("%v: %s%s", args, text, errs)
		}
		status, text, errs := invoke(t, "", "equivalent", "--json", other, out)
		var got equivalentLine
		if err := json.Unmarshal([]byte(text), &got); err != nil || status != 1 || got.Equal {
			t.Errorf("%v compared with another game: %s%s", args, text, errs)
		} else if d := got.Difference; len(d.Path) != 3 || !strings.Contains(d.What, "4/3") {
			t.Errorf("%v: difference %+v", args, d)
		}
	}
	// And back: the L-GDL game unfolds to the tree that it was made from.
	if status, _, errs := invoke(t, "", "convert", filepath.Join(dir, "a.lud"),
		filepath.Join(dir, "back.efg")); status != 0 {
		t.Fatal(errs)
	}
	if status, text, errs := invoke(t, "", "equivalent", in, filepath.Join(dir, "back.efg")); status != 0 {
		t.Errorf("back: %s%s", text, errs)
	}
}

func TestConvertRefuses(t *testing.T) {
	dir := t.TempDir()
	timed := filepath.Join(dir, "untimed.efg")
	if err := os.WriteFile(timed, []byte(`EFG 2 R "h" { "A" "B" "C" }
p "" 1 1 { "d" "a" } 0 p "" 3 1 { "l" "r" } 0 t "" 0 t "" 0 p "" 2 1 { "d" "a" } 0 p "" 3 1 0 t "" 0 t "" 0 t "" 0`), 0o600); err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(dir, "x.kif")
	for _, c := range []struct {
		args   string
		status int
		err    string
	}{
		{"IN OUT", 1, "depths 1 and 2; --pad may help"},
		{"--pad IN OUT", 0, ""},
		{"--pad --goals scaled IN OUT", 0, ""},
		{"--goals some IN OUT", 2, "--goals must be"},
		{"IN x.txt", 2, "OUT must be"},
		{"IN -", 2, "OUT must be"},
		{"IN x.rbg", 1, "no translation from .efg to .rbg"},
		{"--max-nodes 3 IN --to lud -", 1, "more than 3 nodes"},
		{"missing.efg OUT", 1, "missing.efg"},
	} {
		args := append([]string{"convert"}, strings.Fields(strings.NewReplacer("IN", timed, "OUT", out).Replace(c.args))...)
		if status, _, errs := invoke(t, "", args...); status != c.status || !strings.Contains(errs, c.err) {
			t.Errorf("%s: status %d, %q", c.args, status, errs)
		}
	}
}

// TestSameGameInSeveralFormalisms counts the plays of games of our library and of
// their descriptions in other languages.
func TestSameGameInSeveralFormalisms(t *testing.T) {
	if testing.Short() {
		t.Skip("counts plays of large games")
	}
	library := filepath.Join("..", "..", "library", "lud")
	for _, c := range []struct {
		depth       string
		ours, other string
		want        string
	}{
		{"6", "line/Tic-Tac-Toe.lud", "gdl/games/ticTacToe/ticTacToe.kif", "[9,72,504,3024,15120,54720]"},
		{"3", "race/Breakthrough.lud", "gdl/games/breakthrough/breakthrough.kif", "[22,484,11132]"},
		{"6", "territory/Reversi.lud", "rbg/games/reversi.rbg", "[4,12,56,244,1396,8200]"},
		{"5", "capture/EnglishDraughts.lud", "rbg/games/englishDraughts.rbg", "[7,49,302,1469,7361]"},
	} {
		for _, file := range []string{filepath.Join(library, filepath.FromSlash(c.ours)),
			shared(t, strings.Split(c.other, "/")...)} {
			_, out, errs := invoke(t, "", "perft", "--json", "--depth", c.depth, file)
			if !strings.HasSuffix(out, `"perft":`+c.want+"}\n") {
				t.Errorf("%s: %s%s; want %s", file, out, errs, c.want)
			}
		}
	}
}

// TestTicTacToeIsTheSameInGDL compares the whole trees, results included.
func TestTicTacToeIsTheSameInGDL(t *testing.T) {
	if testing.Short() {
		t.Skip("takes half a minute")
	}
	ours, other := filepath.Join("..", "..", "library", "lud", "line", "Tic-Tac-Toe.lud"),
		shared(t, "gdl", "games", "ticTacToe", "ticTacToe.kif")
	// L-GDL ranks, GDL pays 0 to 100: strictly the games differ.
	status, out, errs := invoke(t, "", "equivalent", "--json", "--payoffs", "outcomes", ours, other)
	var got equivalentLine
	if err := json.Unmarshal([]byte(out), &got); err != nil || status != 0 || !got.Equal || got.Strict ||
		got.Positions < 400_000 {
		t.Errorf("status %d: %s%s", status, out, errs)
	}
}

// A tree with hundreds of decisions is deeper than descriptions may nest, and one
// with thousands is too large for what people write.
func TestConvertLargeTrees(t *testing.T) {
	if testing.Short() {
		t.Skip("converts descriptions of megabytes")
	}
	chain := func(n int) string {
		var b strings.Builder
		b.WriteString(`EFG 2 R "chain" { "A" "B" }`)
		for i := range n {
			fmt.Fprintf(&b, "\np \"\" %d %d { \"stop\" \"go\" } 0 t \"\" %d { %d %d }", i%2+1, i+1, i+1, i, -i)
		}
		b.WriteString("\nt \"\" 0\n")
		return b.String()
	}
	dir := t.TempDir()
	in, out := filepath.Join(dir, "chain.efg"), filepath.Join(dir, "chain.lud")
	if err := os.WriteFile(in, []byte(chain(400)), 0o600); err != nil {
		t.Fatal(err)
	}
	if status, _, errs := invoke(t, "", "convert", in, out); status != 0 || !strings.Contains(errs, "--flat") {
		t.Fatalf("status %d: %s", status, errs)
	}
	if status, text, errs := invoke(t, "", "equivalent", in, out); status != 0 {
		t.Errorf("%s%s", text, errs)
	}
	// What was beyond the limit of a description is written and read now.
	if err := os.WriteFile(in, []byte(chain(1500)), 0o600); err != nil {
		t.Fatal(err)
	}
	if status, _, errs := invoke(t, "", "convert", in, out); status != 0 {
		t.Errorf("status %d: %s", status, errs)
	}
	if info, err := os.Stat(out); err != nil || info.Size() < 1_500_000 {
		t.Errorf("%v, %v", info, err)
	}
	if status, _, errs := invoke(t, "", "perft", "--depth", "2", out); status != 0 {
		t.Errorf("status %d: %s", status, errs)
	}
	if err := os.WriteFile(in, []byte(chain(3000)), 0o600); err != nil {
		t.Fatal(err)
	}
	if status, _, errs := invoke(t, "", "convert", in, out); status != 1 ||
		!strings.Contains(errs, "6001 nodes are more than the limit of 5000") {
		t.Errorf("status %d: %s", status, errs)
	}
}
