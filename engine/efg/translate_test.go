package efg

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

func TestPeekInOtherLanguages(t *testing.T) {
	dir := filepath.Join(shared(t), "worked")
	g := readFile(t, filepath.Join(dir, "peek.efg"))
	nested, perm, err := LGDL(g, LGDLOptions{Name: "peek"})
	if err != nil {
		t.Fatal(err)
	}
	if fmt.Sprint(perm) != "[1 2]" {
		t.Errorf("players changed places without need: %v", perm)
	}
	flat, _, err := LGDL(g, LGDLOptions{Name: "peek", Flat: true})
	if err != nil {
		t.Fatal(err)
	}
	kif, err := GDL(g, GDLOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for file, got := range map[string]string{"peek.lud": nested, "peek-flat.lud": flat, "peek.kif": kif} {
		want, err := os.ReadFile(filepath.Join(dir, file))
		if err != nil {
			t.Fatal(err)
		}
		if got != string(want) {
			t.Errorf("%s: %s", file, firstDifference(got, string(want)))
		}
	}
}

func firstDifference(got, want string) string {
	a, b := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range max(len(a), len(b)) {
		x, y := "nothing", "nothing"
		if i < len(a) {
			x = a[i]
		}
		if i < len(b) {
			y = b[i]
		}
		if x != y {
			return fmt.Sprintf("line %d\n got %s\nwant %s", i+1, x, y)
		}
	}
	return "no difference"
}

// smallGame has a root that belongs to player 2, an awkward title and awkward
// payoffs.
func smallGame(t *testing.T) *Game {
	t.Helper()
	src := `EFG 2 R "Say \"hi\" // now" { "A" "B" }
p "" 2 1 { "l" "m" "r" } 0
p "" 1 1 { "u" } 0
t "" 1 { 1/3 2.5 }
t "" 2 { -1 1/2 }
t "" 0`
	g, err := Read("small", []byte(src), Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestLGDLOptions(t *testing.T) {
	g := smallGame(t)
	text, perm, err := LGDL(g, LGDLOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if fmt.Sprint(perm) != "[2 1]" {
		t.Errorf("permutation %v, want [2 1]", perm)
	}
	for _, want := range []string{
		`(game "Say 'hi' / now"`,
		"(payoff P1 2.5) (payoff P2 (/ 1 3))",
		"Players 1 and 2 of the extensive-form game have changed places.",
		`(set NextPlayer (player 2))`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("missing %s in\n%s", want, text)
		}
	}
	scaled, _, err := LGDL(g, LGDLOptions{Scale: true, Compact: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"(payoff P1 5) (payoff P2 1)", "(payoff P1 1) (payoff P2 -3)", "P2 are multiplied by 3.",
		"P1 are multiplied by 2."} {
		if !strings.Contains(scaled, want) {
			t.Errorf("missing %s in\n%s", want, scaled)
		}
	}
	// Compact: player A (P2) cannot tell the nodes 3 and 4 apart, who has not moved.
	if strings.Contains(scaled, `(regions "InformationSet_4_2"`) ||
		!strings.Contains(text, `(regions "InformationSet_4_2" {13 14})`) {
		t.Error("compact regions are wrong")
	}
	for _, x := range []string{text, scaled} {
		if open, shut := strings.Count(x, "("), strings.Count(x, ")"); open != shut {
			t.Errorf("%d ( and %d )", open, shut)
		}
		declared := map[string]bool{}
		for _, m := range regexp.MustCompile(`\(regions "(\w+)"`).FindAllStringSubmatch(x, -1) {
			declared[m[1]] = true
		}
		for _, m := range regexp.MustCompile(`\(sites "(\w+)"`).FindAllStringSubmatch(x, -1) {
			if !declared[m[1]] {
				t.Errorf("region %s is not declared", m[1])
			}
		}
	}
	if _, _, err := LGDL(g, LGDLOptions{MaxNodes: 4}); err == nil {
		t.Error("limit of nodes ignored")
	}
}

func TestLGDLOfOnePlayer(t *testing.T) {
	g, err := Read("one", []byte(`EFG 2 R "x" { "A" } p "" 1 1 { "l" "r" } 0 p "" 1 1 0 t "" 0 t "" 0 t "" 0`), Limits{})
	if err != nil {
		t.Fatal(err)
	}
	text, _, err := LGDL(g, LGDLOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if want := `(place "Marker" (sites "InformationSet_0_1"))`; !strings.Contains(text, want) {
		t.Errorf("missing %s", want)
	}
	if want := `(regions "InformationSet_0_1" {5 6})`; !strings.Contains(text, want) {
		t.Errorf("missing %s in\n%s", want, text)
	}
}

func TestGDLGoals(t *testing.T) {
	g := smallGame(t)
	exact, err := GDL(g, GDLOptions{})
	if err != nil {
		t.Fatal(err)
	}
	scaled, err := GDL(g, GDLOptions{Scaled: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"(<= (goal player_1 1/3) (true s2))", "(<= (goal player_2 5/2) (true s2))"} {
		if !strings.Contains(exact, want) {
			t.Errorf("missing %s", want)
		}
	}
	// A: -1, 0, 1/3 take four steps of 1/3; B: 0, 1/2, 5/2 take five of 1/2.
	for _, want := range []string{
		"; goal player_1 = 75*u + 75\n", "; goal player_2 = 40*u + 0\n",
		"(goal player_1 100) (true s2)", "(goal player_1 75) (true s4)", "(goal player_2 20) (true s3)",
	} {
		if !strings.Contains(scaled, want) {
			t.Errorf("missing %s in\n%s", want, scaled)
		}
	}
}

func TestOpenTerminals(t *testing.T) {
	g := readFile(t, "testdata/peek.efg")
	lud, _, err := LGDL(g, LGDLOptions{OpenTerminals: true})
	if err != nil {
		t.Fatal(err)
	}
	kif, err := GDL(g, GDLOptions{OpenTerminals: true})
	if err != nil {
		t.Fatal(err)
	}
	// The call at node 3 no longer looks like the pass at node 4 to Ann, or like
	// the call at node 8 to Bob.
	for _, want := range []string{`(regions "InformationSet_3_1" {14})`, `(regions "InformationSet_3_2" {25})`,
		`(regions "InformationSet_6_2" {23 28})`} {
		if !strings.Contains(lud, want) {
			t.Errorf("missing %s in\n%s", want, lud)
		}
	}
	last := map[string]string{} // Bob's percepts on his own moves
	for _, m := range regexp.MustCompile(`sees player_2 \(info (\d+)\)\) \(true (s[27])\) \(does player_2 (\d)`).FindAllStringSubmatch(kif, -1) {
		if other, known := last[m[1]]; known {
			t.Errorf("percept %s of %s also at %s", m[1], other, m[2]+" "+m[3])
		}
		last[m[1]] = m[2] + " " + m[3]
	}
	if len(last) != 4 {
		t.Errorf("%d percepts of Bob's own moves, want 4", len(last))
	}
}

func TestGDLRefusesUntimedGames(t *testing.T) {
	for _, test := range []struct{ src, want string }{
		{`EFG 2 R "x" { "A" } p "" 1 7 { "l" "r" } 0 p "" 1 7 0 t "" 0 t "" 0 t "" 0`,
			"player 1's information set 7 has nodes at depths 0 and 1"},
		{`EFG 2 R "x" { "A" } p "" 1 7 { "l" "r" } 0 p "" 1 3 { "a" } 0 t "" 0 p "" 1 3 0 t "" 0`,
			"player 1 has imperfect recall at set 3"},
	} {
		g, err := Read("x", []byte(test.src), Limits{})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := GDL(g, GDLOptions{}); err == nil || !strings.HasSuffix(err.Error(), test.want) {
			t.Errorf("got %v, want %s", err, test.want)
		}
	}
}

// TestGDLDevelopments walks the state graph that the rules of the translation
// spell out and counts its maximal developments.
func TestGDLDevelopments(t *testing.T) {
	dir := shared(t)
	next := regexp.MustCompile(`\(<= \(next s(\d+)\) \(true s(\d+)\)`)
	for _, row := range table(t, filepath.Join(dir, "efg.tsv")) {
		g := readFile(t, filepath.Join(dir, row["file"]))
		possible := row["timed"] == "1" && !strings.Contains(row["perfect_recall"], "0")
		text, err := GDL(g, GDLOptions{})
		if (err == nil) != possible {
			t.Errorf("%s: error %v, possible %v", row["file"], err, possible)
		}
		if err != nil {
			continue
		}
		after := map[string][]string{}
		for _, m := range next.FindAllStringSubmatch(text, -1) {
			after[m[2]] = append(after[m[2]], m[1])
		}
		known := map[string]int{} // by state
		var count func(s string) int
		count = func(s string) int {
			if len(after[s]) == 0 {
				return 1
			}
			if n := known[s]; n > 0 {
				return n
			}
			n := 0
			for _, c := range after[s] {
				n += count(c)
			}
			known[s] = n
			return n
		}
		if got := fmt.Sprint(count("0")); got != row["gdl2_developments"] {
			t.Errorf("%s: %s developments, want %s", row["file"], got, row["gdl2_developments"])
		}
	}
}
