package studio

import (
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/astragal/astragal/pkg/workbench"
)

// lessonOf is a step of the tutorial.
type lessonOf struct {
	Title, Text, Start, Goal, Solution, Pattern string
	Concepts, Without                           []string
}

func readJSON[T any](t *testing.T, file string) (v T) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err == nil {
		err = json.Unmarshal(text, &v)
	}
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// opened has a bench compile a text and returns its concepts, or what is wrong.
func opened(t *testing.T, b *workbench.Bench, text string) (concepts map[string]float64, wrong string) {
	t.Helper()
	var e struct{ Error string }
	if err := json.Unmarshal(b.Answer(t.Context(), command(t, map[string]any{"cmd": "open", "file": "a.lud",
		"text": text})), &e); err != nil {
		t.Fatal(err)
	}
	if e.Error != "" {
		return nil, e.Error
	}
	if err := json.Unmarshal(b.Answer(t.Context(), command(t, map[string]any{"cmd": "concepts"})), &concepts); err != nil {
		t.Fatal(err)
	}
	return concepts, ""
}

// TestTutorial demands that no lesson is done before it begins, and that its solution does it.
func TestTutorial(t *testing.T) {
	lessons := readJSON[[]lessonOf](t, "web/tutorial.json")
	if len(lessons) != 10 {
		t.Errorf("%d lessons", len(lessons))
	}
	b := workbench.New()
	for n, l := range lessons {
		reached := func(text string) (bool, string) {
			c, wrong := opened(t, b, text)
			ok := wrong == ""
			for _, x := range l.Concepts {
				ok = ok && c[x] != 0
			}
			// The pattern is one of JavaScript; what Go lacks is rewritten.
			p := strings.ReplaceAll(l.Pattern, `(?!My Game")`, "")
			ok = ok && (p == "" || regexp.MustCompile(p).MatchString(text))
			if strings.Contains(l.Pattern, "(?!") {
				ok = ok && !strings.Contains(text, `(game "My Game"`)
			}
			return ok, wrong
		}
		if done, _ := reached(l.Start); done {
			t.Errorf("lesson %d is done before it begins", n+1)
		}
		if done, wrong := reached(l.Solution); !done {
			t.Errorf("lesson %d, %s: the solution does not reach the goal: %s", n+1, l.Title, wrong)
		}
	}
}

// TestGallery demands that the examples are right, and come to an end.
func TestGallery(t *testing.T) {
	b := workbench.New()
	for _, g := range readJSON[[]struct{ Title, About, Text string }](t, "web/gallery.json") {
		if _, wrong := opened(t, b, g.Text); wrong != "" {
			t.Errorf("%s: %s", g.Title, wrong)
			continue
		}
		var d struct {
			Diagnostics []struct{ Message, Code string }
		}
		if err := json.Unmarshal(b.Answer(t.Context(), command(t, map[string]any{"cmd": "diagnose", "file": "a.lud",
			"text": g.Text, "plays": true})), &d); err != nil {
			t.Fatal(err)
		}
		for _, x := range d.Diagnostics {
			t.Errorf("%s: %s %s", g.Title, x.Code, x.Message)
		}
	}
}
