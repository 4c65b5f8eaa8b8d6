package reconstruction

import (
	"strings"
	"testing"
)

const skeleton = `(game "S" (players 2) (equipment {(board (square [3 | 4])) (piece "Stone" Each)})
(rules (play (move Add (to (sites Empty)))) (end [#])))`

// TestRequest reads what a request says, refuses what cannot be meant, and knows the study with nothing fixed.
func TestRequest(t *testing.T) {
	r := Defaults()
	r.Text = skeleton
	s, err := r.Check()
	if err != nil || len(s.Holes) != 2 || r.Base("engine") != "" {
		t.Fatal(s, err)
	}
	id, _ := r.identity("engine")
	other, _ := r.identity("another engine")
	fixed := r
	fixed.Fix = "1=4\n"
	if own, _ := fixed.identity("engine"); fixed.Base("engine") != id || own == id || other == id {
		t.Errorf("ids %s, %s, %s", id, own, other)
	}
	if a, err := fixed.read(); err != nil || a.fixed[0] != "4" || !a.options.Halving {
		t.Errorf("%+v, %v", a, err)
	}
	for want, change := range map[string]func(*Request){
		"draws: found 0":     func(r *Request) { r.Draws = 0 },
		"plays: found 1001":  func(r *Request) { r.Plays = 1001 },
		"text: found 0":      func(r *Request) { r.Text = "" },
		"prior: found":       func(r *Request) { r.Prior = "guess" },
		"agent:":             func(r *Request) { r.Agent = "nobody" },
		"strong:":            func(r *Request) { r.Strong = "nobody" },
		"fix: found":         func(r *Request) { r.Fix = "3=4" },
		"kind is":            func(r *Request) { r.Evidence = `{"items": [{"kind": "rumour"}]}` },
		"studies of its own": func(r *Request) { r.Evidence = `{"items": [{"kind": "wear", "file": "x"}]}` },
		"nothing is incomplete": func(r *Request) {
			r.Text = strings.NewReplacer("[3 | 4]", "3", "[#]", "(if (is Line 3) (result Mover Win))").Replace(skeleton)
		},
		"skeleton.lud:1": func(r *Request) { r.Text = "(game" },
	} {
		bad := Defaults()
		bad.Text = skeleton
		change(&bad)
		if _, err := bad.Check(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
}
