package workbench

import (
	"encoding/json"
	"slices"
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
	if game["name"] != "Tiny" || game["players"] != 2.0 || game["family"] != "square" || len(game["colours"].([]any)) != 2 ||
		len(game["agents"].([]any)) != len(strengths) {
		t.Errorf("%v", game)
	}
	const seed = "18446744073709551615"
	ask(t, b, map[string]any{"cmd": "new", "seed": seed})
	v := ask(t, b, map[string]any{"cmd": "play", "i": 4})
	if v["ply"] != 1.0 || v["mover"] != 2.0 || v["seed"] != seed || !strings.Contains(v["svg"].(string), `data-site="8"`) {
		t.Errorf("%.300v", v)
	}
	for _, bad := range []map[string]any{{"cmd": "play", "i": 8}, {"cmd": "play", "i": -1},
		{"cmd": "goto", "taken": []int{0, 99}},
		{"cmd": "go", "agent": "nobody"}, {"cmd": "new", "seed": "x"}, {"cmd": "nonsense"}, {"cmd": "playouts", "n": 0},
		{"cmd": "load", "trial": "x"}} {
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
	// A search ends when no other move can overtake the best one: that takes more than half of the iterations.
	if again := ask(t, b, map[string]any{"cmd": "go", "agent": "uct:50"}); best["i"] != again["i"] ||
		best["iterations"] != again["iterations"] ||
		best["iterations"].(float64) > 50 || best["iterations"].(float64) <= 25 {
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
	all, first, second := strings.Count(picture(0), ">?</text>"), strings.Count(picture(1), ">?</text>"),
		strings.Count(picture(2), ">?</text>")
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

// TestFlights sows from a hole of four: one seed flies to each of the next four holes.
func TestFlights(t *testing.T) {
	b := New()
	text := `(game "Sow" (players 2) (equipment {(mancalaBoard 2 3 store:None {(track "T" "0,E,N,W" loop:True)}) (piece "Seed" Shared)
		(regions P1 (sites Bottom)) (regions P2 (sites Top))})
		(rules (start (set Count 4 to:(sites Track))) (play (move Select (from (sites Mover) if:(> (count at:(from)) 0)) (then (sow))))
		(end (if (no Moves Mover) (result Mover Loss)))))`
	if a := ask(t, b, map[string]any{"cmd": "open", "file": "a.lud", "text": text}); a["error"] != nil {
		t.Fatal(a["error"])
	}
	if v := ask(t, b, map[string]any{"cmd": "position"}); v["flights"] != nil {
		t.Errorf("flights before any move: %v", v["flights"])
	}
	v := ask(t, b, map[string]any{"cmd": "play", "i": 0})
	way := []float64{}
	for _, f := range v["flights"].([]any) {
		way = append(way, f.(map[string]any)["to"].(map[string]any)["site"].(float64))
	}
	if !slices.Equal(way, []float64{1, 2, 5, 4}) {
		t.Errorf("sown to %v", way)
	}
}

// TestMarks takes a candidate of a puzzle away and brings it back.
func TestMarks(t *testing.T) {
	b := New()
	text := `(game "Square" (players 1) (equipment {(board (square 2) (values Cell (range 1 2))) (regions {Rows Columns})})
		(rules (play (satisfy (all Different))) (end (if (is Solved) (result P1 Win)))))`
	if a := ask(t, b, map[string]any{"cmd": "open", "file": "a.lud", "text": text}); a["error"] != nil {
		t.Fatal(a["error"])
	}
	find := func(v map[string]any, label string) float64 {
		for _, m := range v["moves"].([]any) {
			m := m.(map[string]any)
			if m["label"] == label {
				if mark := m["mark"].(map[string]any); mark["value"] != 2.0 || mark["toggle"] != true {
					t.Errorf("%s: %v", label, mark)
				}
				return m["i"].(float64)
			}
		}
		t.Fatalf("no %s among %v", label, v["moves"])
		return 0
	}
	v := ask(t, b, map[string]any{"cmd": "position"})
	if n := strings.Count(v["svg"].(string), `class="candidate"`); n != 8 {
		t.Errorf("%d candidates", n)
	}
	v = ask(t, b, map[string]any{"cmd": "play", "i": find(v, "A1≠2")})
	if n := strings.Count(v["svg"].(string), `class="candidate"`); n != 7 {
		t.Errorf("%d candidates when one is crossed out", n)
	}
	ask(t, b, map[string]any{"cmd": "play", "i": find(v, "A1?2")})
}

// Proposals and votes belong to no site: they are offered by their words, beside the board, as the play page's
// buttons need them, and both seats' votes decide.
func TestVotes(t *testing.T) {
	b := New()
	if a := ask(t, b, map[string]any{"cmd": "open", "file": "peace.lud", "text": `(game "Peace" (players 2)
		(equipment {(board (square 2)) (piece "Stone" Each)})
		(rules (play (if (is Proposed "Peace") (or (move Vote "Peace") (move Vote "War"))
			(or (move Add (to (sites Empty))) (move Propose "Peace"))))
			(end (if (is Decided "Peace") (result Mover Draw)))))`}); a["error"] != nil {
		t.Fatal(a["error"])
	}
	v := ask(t, b, map[string]any{"cmd": "new", "seed": "1"})
	loose := func() (labels []string, at []int) {
		for _, m := range v["moves"].([]any) {
			if m := m.(map[string]any); m["from"] == nil {
				labels, at = append(labels, m["label"].(string)), append(at, int(m["i"].(float64)))
			}
		}
		return labels, at
	}
	for _, want := range []string{"Peace", "Peace", "Peace"} {
		labels, at := loose()
		t.Log(labels)
		i := slices.IndexFunc(labels, func(s string) bool { return strings.Contains(s, want) })
		if i < 0 {
			break
		}
		v = ask(t, b, map[string]any{"cmd": "play", "i": at[i]})
	}
	if v["over"] != true {
		t.Errorf("%.600v", v)
	}
}
