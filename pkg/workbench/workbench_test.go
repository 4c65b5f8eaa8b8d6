package workbench

import (
	"encoding/json"
	"strings"
	"testing"
)

const tiny = `(game "Tiny" (players 2) (equipment {(board (square 3)) (piece "Disc" Each)})
(rules (play (move Add (to (sites Empty)))) (end {(if (is Line 3) (result Mover Win)) (if (is Full) (result Mover Draw))})))`

// ask gives a command as fields and returns the answer.
func ask(t *testing.T, b *Bench, fields map[string]any) map[string]any {
	t.Helper()
	line, err := json.Marshal(fields)
	if err != nil {
		t.Fatal(err)
	}
	var m map[string]any
	if err := json.Unmarshal(b.Answer(t.Context(), line), &m); err != nil {
		t.Fatal(err)
	}
	return m
}

func TestPlay(t *testing.T) {
	b := New()
	if a := ask(t, b, map[string]any{"cmd": "position"}); a["error"] != errNoGame.Error() {
		t.Errorf("%v", a)
	}
	game := ask(t, b, map[string]any{"cmd": "open", "file": "a.lud", "text": tiny})
	if game["name"] != "Tiny" || game["players"] != 2.0 || game["family"] != "square" || len(game["agents"].([]any)) != len(strengths) {
		t.Errorf("%v", game)
	}
	const seed = "18446744073709551615"
	ask(t, b, map[string]any{"cmd": "new", "seed": seed})
	v := ask(t, b, map[string]any{"cmd": "play", "i": 4})
	if v["ply"] != 1.0 || v["mover"] != 2.0 || v["seed"] != seed || !strings.Contains(v["svg"].(string), `data-site="8"`) {
		t.Errorf("%.300v", v)
	}
	for _, bad := range []map[string]any{{"cmd": "play", "i": 8}, {"cmd": "play", "i": -1}, {"cmd": "goto", "taken": []int{0, 99}},
		{"cmd": "go", "agent": "nobody"}, {"cmd": "new", "seed": "x"}, {"cmd": "nonsense"}, {"cmd": "playouts", "n": 0}, {"cmd": "load", "trial": "x"}} {
		if a := ask(t, b, bad); a["error"] == nil {
			t.Errorf("%v: %.200v", bad, a)
		}
		if v := ask(t, b, map[string]any{"cmd": "position", "blank": true}); v["seed"] == seed && v["ply"] != 1.0 {
			t.Errorf("%v leaves ply %v", bad, v["ply"])
		}
		ask(t, b, map[string]any{"cmd": "goto", "seed": seed, "taken": []int{4}})
	}
	best := ask(t, b, map[string]any{"cmd": "go", "agent": "uct:50"})
	// In a play of its own: who is asked again in the same one thinks on.
	ask(t, b, map[string]any{"cmd": "new", "seed": seed})
	ask(t, b, map[string]any{"cmd": "play", "i": 4})
	if again := ask(t, b, map[string]any{"cmd": "go", "agent": "uct:50"}); best["i"] != again["i"] || best["iterations"] != 50.0 {
		t.Errorf("%v, then %v", best, again)
	}
	if l := ask(t, b, map[string]any{"cmd": "line", "agent": "uct:20", "plies": 3}); len(l["line"].([]any)) != 3 {
		t.Errorf("%v", l)
	}
	if v := ask(t, b, map[string]any{"cmd": "position", "blank": true}); v["ply"] != 1.0 {
		t.Errorf("thinking ahead leaves ply %v", v["ply"])
	}
}

// TestBatches demands that playouts in batches are those of one batch.
func TestBatches(t *testing.T) {
	b := New()
	ask(t, b, map[string]any{"cmd": "open", "file": "a.lud", "text": tiny})
	whole := ask(t, b, map[string]any{"cmd": "playouts", "n": 60, "seed": "3"})
	ask(t, b, map[string]any{"cmd": "playouts", "n": 10, "seed": "3"})
	parts := ask(t, b, map[string]any{"cmd": "playouts", "n": 50, "first": 10, "seed": "3"})
	if whole["hash"] == nil || whole["hash"] != parts["hash"] {
		t.Errorf("%v in one batch, %v in two", whole["hash"], parts["hash"])
	}
	if a := ask(t, b, map[string]any{"cmd": "playouts", "n": 5, "first": 7, "seed": "3"}); a["error"] == nil {
		t.Error("a batch that does not follow is merged")
	}
}

// TestHidden demands that a player is shown nothing of what is hidden from him.
func TestHidden(t *testing.T) {
	const game = `(game "Veil" (players 2) (equipment {(board (square 2)) (piece "King" P1) (piece "Queen" P2)})
(rules (start {(place "King1" 0) (place "Queen2" 3) (set Hidden What at:0 to:P2) (set Hidden What at:3 to:P1)})
(play (move Pass)) (end (if (>= (count Moves) 4) (result Mover Draw)))))`
	b := New()
	if g := ask(t, b, map[string]any{"cmd": "open", "file": "a.lud", "text": game}); g["hidden"] != true {
		t.Fatalf("%v", g)
	}
	picture := func(eyes int) string {
		return ask(t, b, map[string]any{"cmd": "position", "eyes": eyes})["svg"].(string)
	}
	all, first, second := strings.Count(picture(0), ">?</text>"), strings.Count(picture(1), ">?</text>"), strings.Count(picture(2), ">?</text>")
	if all != 0 || first != 1 || second != 1 {
		t.Errorf("%d pieces are covered for one who sees everything, %d for player 1, %d for player 2", all, first, second)
	}
}

// TestUnits demands that places are counted as browsers do.
func TestUnits(t *testing.T) {
	b := New()
	text := "// \U0001F600 é\n" + strings.Replace(tiny, "players", "playerz", 1)
	d := ask(t, b, map[string]any{"cmd": "diagnose", "file": "a.lud", "text": text})
	found := d["diagnostics"].([]any)
	if len(found) == 0 {
		t.Fatal("nothing is wrong")
	}
	at := found[0].(map[string]any)["at"].(map[string]any)
	start := strings.Index(text, "(playerz")
	if want := float64(start - 2 - 1); at["start"] != want { // four bytes are two units, two bytes one
		t.Errorf("at %v, want %v", at["start"], want)
	}
}
