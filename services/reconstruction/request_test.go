package reconstruction

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/reconstruct"
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
		"balance: found":     func(r *Request) { r.Balance = "taste" },
		"similarity: row 1":  func(r *Request) { r.Similarity = "a,b,c\n" },
		"together is below":  func(r *Request) { r.KernelTogether = new(float64); *r.KernelTogether = 1 },
		"uniform has no":     func(r *Request) { r.Prior, r.Balance = "uniform", "family" },
		"nearest: found":     func(r *Request) { r.Nearest = -1 },
		"rank:1":             func(r *Request) { r.Rank = "(game" },
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

// TestRequestPrior makes the prior that the words of a request name, which are those of the command line, and keeps the
// identity of what was asked before there were such words.
func TestRequestPrior(t *testing.T) {
	r := Defaults()
	text := `{"prior": "kernel", "kernelKm": 900, "kernelYears": 0, "kernelCulture": 2, "kernelLudemes": 3,
		"kernelConcepts": 1, "kernelTogether": 0.2, "balance": "culture",
		"similarity": "game,other,similarity\nA,B,2\n", "nearest": 12}`
	if err := json.Unmarshal([]byte(text), &r); err != nil {
		t.Fatal(err)
	}
	p, err := r.priorOn(&reconstruct.Library{})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"km 900,", "years 0,", "culture 2,", "ludemes 3,", "concepts 1,", "together 0.2",
		"balanced by culture", "similarity "} {
		if !strings.Contains(p.Name(), want) {
			t.Errorf("the prior %s lacks %s", p.Name(), want)
		}
	}
	plain := Defaults()
	_, stored := plain.identity("engine")
	for _, word := range []string{"kernelKm", "balance", "similarity", "nearest", "rank"} {
		if strings.Contains(string(stored), `"`+word+`"`) {
			t.Errorf("%s says %s, which nobody asked for", stored, word)
		}
	}
	id, _ := plain.identity("engine")
	if other, _ := r.identity("engine"); other == id {
		t.Error("another prior is the same study")
	}
}
