package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// files writes files into a fresh folder and gives their paths by name.
func files(t *testing.T, texts map[string]string) func(name string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range texts {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return func(name string) string { return filepath.Join(dir, name) }
}

// compareFiles runs the command and reads its answer.
func compareFiles(t *testing.T, args ...string) (int, equivalentLine, string) {
	t.Helper()
	status, out, errs := invoke(t, "", append([]string{"equivalent", "--json"}, args...)...)
	var l equivalentLine
	if err := json.Unmarshal([]byte(out), &l); err != nil {
		t.Fatalf("%v: %s%s", err, out, errs)
	}
	return status, l, errs
}

// TestEquivalentNamesItsTheorem covers the answers that an examination found wrong: leaks
// of percepts and of the vertices that moves select, numbers that floats cannot
// tell apart, sets at forced moves, and games of perfect information unfolded.
func TestEquivalentNamesItsTheorem(t *testing.T) {
	at := files(t, map[string]string{
		"card.efg": card,
		"huge.efg": `EFG 2 R "" { "A" "B" } p "" 1 1 { "a" "b" } 0 t "" 1 { 1000000000000000000000000000000 16777216 } t "" 2 { 0 1 }`,
		"forced.efg": `EFG 2 R "Forced" { "A" "B" } c "" 1 { "x" 1/2 "y" 1/2 } 0
p "" 1 1 { "go" } 0 p "" 2 1 { "l" "r" } 0 t "" 1 { 1 0 } t "" 2 { 0 1 } p "" 1 1 0 p "" 2 1 0 t "" 3 { 3 0 } t "" 4 { 0 3 }`,
		"small.rbg": `#players = white(100), black(100)
#pieces = e, w, b
#variables =
#board = rectangle(up,down,left,right,[e,e,e])
#anywhere = (left* + right*)
#two(mark) = anywhere {mark} right {mark}
#mark(me; other; piece) = ->me anywhere {e} ->> [piece] ({! two(piece)} + {? two(piece)} [$ me = 100, other = 0] ->> {})
#rules = [$ white = 50, black = 50] (mark(white; black; w) mark(black; white; b))*
`,
	})
	edit := func(from, to string, pairs ...string) {
		t.Helper()
		text, err := os.ReadFile(at(from))
		if err != nil {
			t.Fatal(err)
		}
		changed := string(text)
		for i := 0; i < len(pairs); i += 2 {
			if !strings.Contains(changed, pairs[i]) {
				t.Fatalf("%s has no %s", from, pairs[i])
			}
			changed = strings.Replace(changed, pairs[i], pairs[i+1], 1)
		}
		if err := os.WriteFile(at(to), []byte(changed), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range [][2]string{{"card.efg", "card.lud"}, {"card.efg", "card.kif"}, {"card.kif", "back.efg"},
		{"huge.efg", "huge.lud"},
		{"huge.efg", "huge.kif"}, {"forced.efg", "forced.lud"}, {"forced.efg", "forced.kif"}, {"small.rbg", "small.efg"}} {
		if status, _, errs := invoke(t, "", "convert", at(c[0]), at(c[1])); status != 0 {
			t.Fatal(errs)
		}
	}
	// A, who never sees the card, is told at the end which it was.
	kif, err := os.ReadFile(at("card.kif"))
	if err != nil {
		t.Fatal(err)
	}
	fold := regexp.MustCompile(`\(sees player_1 \(info \d+\)\) \(true s1\) \(does player_2 2\)`).FindString(string(kif))
	edit("card.kif", "leak.kif", fold, "(sees player_1 (info 77)) (true s1) (does player_2 2)")
	edit("card.lud", "leak.lud", "(move Select (from 0) (then (and {(fromTo (from 2) (to 3))",
		"(move Select (from 9) (then (and {(fromTo (from 2) (to 3))")
	edit("huge.efg", "huge1.efg", "1000000000000000000000000000000", "1000000000000000000000000000001")
	edit("huge.efg", "huge2.efg", "16777216", "16777217")
	edit("forced.efg", "split.efg", `p "" 1 1 0`, `p "" 1 2 { "go" } 0`)
	for _, c := range []struct {
		a, b, answer, says string
		status             int
	}{
		{"card.efg", "card.lud", "equivalent", "Theorem 1", 0},
		{"card.efg", "card.kif", "equivalent", "Theorem 3", 0},
		{"back.efg", "card.kif", "equivalent", "Theorem 2", 0},
		{"card.efg", "back.efg", "equivalent", "joint moves", 0},
		{"small.efg", "small.rbg", "equivalent", "everybody sees everything", 0},
		{"small.rbg", "small.efg", "equivalent", "everybody sees everything", 0},
		{"card.efg", "leak.kif", "different", "player 1 cannot tell this in A, but can in B", 1},
		{"card.efg", "leak.lud", "different", "select the vertices 0 to 1", 1},
		{"huge1.efg", "huge.lud", "different", "1000000000000000000000000000001", 1},
		{"huge2.efg", "huge.lud", "different", "16777217", 1},
		{"huge1.efg", "huge.kif", "different", "1000000000000000000000000000001", 1},
		{"split.efg", "forced.efg", "different", "player 1", 1},
		{"split.efg", "forced.lud", "different", "player 1", 1},
		{"split.efg", "forced.kif", "different", "player 1", 1},
	} {
		status, l, _ := compareFiles(t, at(c.a), at(c.b))
		what := l.Theorem
		if l.Difference != nil {
			what = l.Difference.What
		}
		if status != c.status || l.Answer != c.answer || !l.Strict || !strings.Contains(what, c.says) {
			t.Errorf("%s and %s: status %d, %+v, %s", c.a, c.b, status, l, what)
		}
	}
	// Text tells the theorem too, and weaker criteria are named.
	_, out, _ := invoke(t, "", "equivalent", at("card.efg"), at("card.lud"))
	if !strings.Contains(out, "proved: Theorem 1 of") {
		t.Error(out)
	}
	_, l, _ := compareFiles(t, "--skip-forced", "--own-sets", "--payoffs", "scaled", "--merge-chance", at("card.efg"),
		at("card.lud"))
	for _, word := range []string{"without forced moves", "where its owner decides", "up to their units",
		"taken together"} {
		if l.Strict || !l.Equal || !strings.Contains(l.Method, word) {
			t.Errorf("%+v does not say %q", l, word)
		}
	}
}

// TestEquivalentIsBounded compares a game whose plays need not end with itself.
func TestEquivalentIsBounded(t *testing.T) {
	at := files(t, map[string]string{"endless.lud": `
(game "Endless"
  (players 2)
  (equipment { (board (square 5)) (piece "Disc" Each (move Step (directions Adjacent) (to if:(is Empty (to))))) })
  (rules
    (start { (place "Disc1" {0 1 2}) (place "Disc2" {22 23 24}) (set Hidden (sites {12}) to:P1) })
    (play (forEach Piece))
    (end (if (no Moves Next) (result Mover Win)))
  )
)`})
	start := time.Now()
	status, l, errs := compareFiles(t, "--timeout", "3s", at("endless.lud"), at("endless.lud"))
	if status != statusUndecided || l.Answer != "not decided" || l.Undecided != "not decided within 3s" || l.Depth < 1 ||
		l.Positions == 0 {
		t.Errorf("status %d, %+v", status, l)
	}
	if !strings.Contains(errs, "positions, ") {
		t.Errorf("no progress: %s", errs)
	}
	if d := time.Since(start); d > 30*time.Second {
		t.Errorf("took %v", d)
	}
	status, l, _ = compareFiles(t, "--max-positions", "50", "--playouts", "2", "--timeout", "20s", at("endless.lud"),
		at("endless.lud"))
	if status != statusUndecided || l.Undecided != "not decided within 50 positions" {
		t.Errorf("status %d, %+v", status, l)
	}
	status, l, _ = compareFiles(t, "--memory", "1K", at("endless.lud"), at("endless.lud"))
	if status != statusUndecided || !strings.Contains(l.Undecided, "of memory") {
		t.Errorf("status %d, %+v", status, l)
	}
	for _, args := range []string{"--timeout 0s", "--memory 0G", "--memory 12", "--payoffs some", "--players 1,x",
		"--max-positions -1"} {
		if status, _, _ := invoke(t, "", append(append([]string{"equivalent"}, strings.Fields(args)...), at("endless.lud"),
			at("endless.lud"))...); status != 2 {
			t.Errorf("%s: status %d", args, status)
		}
	}
}

// TestConvertWritesWhatIsRead converts trees at the edge of what formalisms can say.
func TestConvertWritesWhatIsRead(t *testing.T) {
	at := files(t, map[string]string{
		"untitled game.efg": `EFG 2 R "" { "A" } p "" 1 1 { "a" "b" } 0 t "" 1 { 1 } t "" 2 { 2 }`,
		"blank.efg":         `EFG 2 R "  " { "A" } p "" 1 1 { "a" "b" } 0 t "" 1 { 1 } t "" 2 { 2 }`,
		"over.efg":          `EFG 2 R "Over" { "A" "B" } t "" 1 { 1 -1 }`,
		"nobody.efg":        `EFG 2 R "Nobody" { } t "" 0`,
		"chance.efg":        `EFG 2 R "Chance" { } c "" 1 { "a" 1/2 "b" 1/2 } 0 t "" 0 t "" 0`,
	})
	for _, c := range []struct{ in, out, err string }{
		{"untitled game.efg", "a.lud", ""},
		{"blank.efg", "b.lud", ""},
		{"untitled game.efg", "a.kif", ""},
		{"over.efg", "over.kif", ""},
		{"over.efg", "over.gdl", ""},
		{"over.efg", "over.lud", "over before it begins"},
		{"nobody.efg", "nobody.kif", "0 players"},
		{"nobody.efg", "nobody.gdl", "0 players"},
		{"nobody.efg", "nobody.lud", "0 players"},
		{"chance.efg", "chance.kif", "0 players"},
		{"chance.efg", "chance.efg", ""},
	} {
		status, _, errs := invoke(t, "", "convert", at(c.in), at(c.out))
		if status != 0 != (c.err != "") || !strings.Contains(errs, c.err) {
			t.Errorf("%s to %s: status %d, %s", c.in, c.out, status, errs)
			continue
		}
		if c.err != "" {
			continue
		}
		if status, out, errs := invoke(t, "", "equivalent", at(c.in), at(c.out)); status != 0 {
			t.Errorf("%s and %s: status %d, %s%s", c.in, c.out, status, out, errs)
		}
	}
	text, err := os.ReadFile(at("a.lud"))
	if err != nil || !strings.Contains(string(text), `(game "untitled game"`) {
		t.Errorf("%v: %.60s", err, text)
	}
}
