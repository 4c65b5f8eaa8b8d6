package main

import (
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// wellFormed fails for text that is not XML with numbers in all places.
func wellFormed(t *testing.T, what, text string) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(text))
	for {
		_, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Errorf("%s: %v", what, err)
			return
		}
	}
	if strings.Contains(text, "NaN") || strings.Contains(text, "Inf ") {
		t.Errorf("%s: has places that are not numbers", what)
	}
}

func TestDraw(t *testing.T) {
	tictactoe := filepath.Join("..", "..", "library", "lud", "line", "Tic-Tac-Toe.lud")
	breakthrough := filepath.Join("..", "..", "library", "lud", "race", "Breakthrough.lud")
	dir := t.TempDir()
	small, rules := filepath.Join(dir, "card.efg"), filepath.Join(dir, "x.kif")
	for file, text := range map[string]string{small: card, rules: "(role x)"} {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		args    []string
		status  int
		circles int    // at least
		err     string // what the message must contain
	}{
		{[]string{tictactoe}, 0, 0, ""},
		{[]string{"--moves", "4,0,B3", tictactoe}, 0, 3, ""},
		{[]string{"--moves", "a1, b2", tictactoe}, 0, 2, ""},
		{[]string{"--moves", "C2-C3", breakthrough}, 0, 32, ""},
		{[]string{"--plies", "6", "--labels", "--sites", "--tracks", tictactoe}, 0, 6, ""},
		{[]string{small}, 0, 0, ""},
		{[]string{"--moves", "A1,A1", tictactoe}, 1, 0, `move 2: no legal move is "A1"; there are 8, for instance`},
		{[]string{"--moves", "9", tictactoe}, 1, 0, "move 1: there is no legal move 9; they are numbered 0 to 8"},
		{[]string{"--moves", "C3", breakthrough}, 1, 0, "may be several moves"},
		{[]string{"--moves", "0,0,0,0,0,0,0,0,0,0", tictactoe}, 1, 0, "the play is over after"},
		{[]string{"--moves", "0", small}, 1, 0, "there is no position to draw"},
		{[]string{rules}, 1, 0, "only .lud and .efg can be drawn"},
		{[]string{"--style", "cubist", tictactoe}, 2, 0, "--style must be"},
		{[]string{"--moves", "0", "--plies", "1", tictactoe}, 2, 0, "exclude each other"},
	} {
		status, out, errs := invoke(t, "", append([]string{"draw"}, c.args...)...)
		if status != c.status || !strings.Contains(errs, c.err) {
			t.Errorf("%v: status %d, %s", c.args, status, errs)
			continue
		}
		if status != 0 {
			continue
		}
		wellFormed(t, strings.Join(c.args, " "), out)
		// Discs are circles, other pieces shapes of their own.
		if n := strings.Count(out, "<circle") + strings.Count(out, "<path transform="); n < c.circles {
			t.Errorf("%v: %d pieces, want at least %d", c.args, n, c.circles)
		}
	}
}

// TestSheet draws the contact sheet: our library and the boards of every kind.
func TestSheet(t *testing.T) {
	page := filepath.Join(t.TempDir(), "boards.html")
	status, _, errs := invoke(t, "", append([]string{"draw", "--sheet", page,
		filepath.Join("..", "..", "library", "tilings.boards")}, own(t)...)...)
	if status != 0 {
		t.Fatal(errs)
	}
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	pictures := strings.Split(string(text), "<figure>")[1:]
	if len(pictures) < 60 {
		t.Errorf("%d boards", len(pictures))
	}
	for _, p := range pictures {
		svg, caption, found := strings.Cut(p, "<figcaption>")
		if !found {
			t.Fatalf("no caption: %s", p)
		}
		wellFormed(t, caption, svg)
		if strings.Count(svg, "<path")+strings.Count(svg, "<circle")+strings.Count(svg, "<ellipse") == 0 {
			t.Errorf("nothing is drawn: %s", caption)
		}
	}
}

func TestSheetTellsWhatCannotBeDrawn(t *testing.T) {
	dir := t.TempDir()
	list := filepath.Join(dir, "my.boards")
	if err := os.WriteFile(list, []byte("// mine\nGood | (square 3)\nBad | (sqare 3)\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	status, _, errs := invoke(t, "", "draw", "--sheet", filepath.Join(dir, "x.html"), list)
	if status != 1 || !strings.Contains(errs, "my.boards:3:") || !strings.Contains(errs, `did you mean "square"`) {
		t.Errorf("status %d: %s", status, errs)
	}
}
