package ggp

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/astragal/astragal/engine/gdl"
)

// take is a game in which who takes the last of four stones wins.
const take = `(role a) (role b) (init (pile 4)) (init (turn a))
(succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4) (other a b) (other b a)
(take 1) (take 2) (<= (minus ?x 1 ?y) (succ ?y ?x))
(<= (minus ?x 2 ?y) (succ ?z ?x) (succ ?y ?z))
(<= (legal ?r (remove ?n)) (true (turn ?r)) (true (pile ?x)) (take ?n) (minus ?x ?n ?y))
(<= (legal ?r noop) (true (turn ?s)) (other ?s ?r))
(<= (next (pile ?y)) (does ?r (remove ?n)) (true (pile ?x)) (minus ?x ?n ?y))
(<= (next (turn ?s)) (true (turn ?r)) (other ?r ?s))
(<= terminal (true (pile 0)))
(<= (goal ?r 0) (true (turn ?r))) (<= (goal ?r 100) (true (turn ?s)) (other ?s ?r))`

// pennies has both decide at the same time.
const pennies = `(role left) (role right) (init (step 1)) (succ 1 2) (succ 2 3)
(side heads) (side tails)
(<= (legal ?r ?s) (role ?r) (side ?s))
(<= (next (step ?n)) (true (step ?m)) (succ ?m ?n))
(<= (next (same ?m)) (does left ?s) (does right ?s) (true (step ?m)))
(<= (next (same ?m)) (true (same ?m)))
(<= terminal (true (step 3)))
(<= (goal left 100) (true (same 1))) (<= (goal left 0) (not (true (same 1))))
(<= (goal right 0) (true (same 1))) (<= (goal right 100) (not (true (same 1))))`

func load(t *testing.T, text string) *gdl.Game {
	t.Helper()
	g, err := gdl.Load("game.kif", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func serve(t *testing.T, h http.Handler) string {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	return s.URL
}

func TestElements(t *testing.T) {
	for text, want := range map[string][]string{
		"":                                  nil,
		"nil":                               {"nil"},
		"(a)":                               {"a"},
		" ( PLAY m1 ((mark 1 1)noop) ) ":    {"PLAY", "m1", "((mark 1 1)noop)"},
		"(a ; not (this\n (b (c)) d)":       {"a", "(b (c))", "d"},
		"(a(b)c)":                           {"a", "(b)", "c"},
		"(start m x ((role x) (role y)) 1)": {"start", "m", "x", "((role x) (role y))", "1"},
	} {
		if got, err := elements(text); err != nil || !slices.Equal(got, want) {
			t.Errorf("%q: %q, %v; expected %q", text, got, err, want)
		}
	}
	for _, text := range []string{"(a", "a)", "(a))", "(a) b", "a b", "a(b)"} {
		if got, err := elements(text); err == nil {
			t.Errorf("%q: %q", text, got)
		}
	}
	for text, want := range map[string]string{"(MARK  1\n(F x))": "(mark 1 (f x))", "Noop": "noop", "(noop)": "noop",
		"(f (x) y)": "(f x y)"} {
		if got := canonical(text); got != want {
			t.Errorf("%q: %q, expected %q", text, got, want)
		}
	}
}

// Players over HTTP and agents play together; who searches wins a won game.
func TestMatch(t *testing.T) {
	url := serve(t, &Player{Name: "Astragal", Agent: "uct:300"})
	other := serve(t, &Player{Agent: "flat:200"})
	for _, players := range [][]string{{url, "random"}, {url, other}, {"uct:300", url}} {
		m := Match{ID: "m1", Game: load(t, take), Players: players, Start: 5 * time.Second, Play: 5 * time.Second, Seed: 3}
		out, err := m.Run(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(out.Goals, []string{"100", "0"}) || len(out.Offences) > 0 || out.Moves[0][0] != "(remove 1)" ||
			out.Moves[0][1] != "noop" {
			t.Errorf("%v: %+v", players, out)
		}
		again, err := m.Run(t.Context())
		if err != nil || !reflect.DeepEqual(out, again) {
			t.Errorf("%v: %+v, %v", players, again, err)
		}
	}
}

func TestSimultaneousMatch(t *testing.T) {
	url := serve(t, &Player{Agent: "uct:time=" + TimeMark})
	m := Match{ID: "m2", Game: load(t, pennies), Players: []string{"random", url}, Start: time.Second, Play: time.Second,
		Seed: 5}
	out, err := m.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"0", "100"}
	if out.Moves[0][0] == out.Moves[0][1] {
		want = []string{"100", "0"}
	}
	if !slices.Equal(out.Goals, want) || len(out.Moves) != 2 || len(out.Moves[0]) != 2 || len(out.Offences) > 0 {
		t.Errorf("%+v", out)
	}
	m.MaxPlies = 1
	if out, err = m.Run(t.Context()); err != nil || !out.Cut || out.Goals != nil || len(out.Offences) > 0 {
		t.Errorf("%+v, %v", out, err)
	}
}

// Players who are late, illegal or absent have moves drawn for them.
func TestOffences(t *testing.T) {
	stubborn := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		text, _ := io.ReadAll(r.Body)
		switch {
		case strings.HasPrefix(string(text), "(START"):
			_, _ = io.WriteString(w, "ready")
		case strings.HasPrefix(string(text), "(STOP"):
			_, _ = io.WriteString(w, "what?")
		default:
			_, _ = io.WriteString(w, "(remove 7)")
		}
	}))
	absent := httptest.NewServer(http.NotFoundHandler())
	absent.Close()
	m := Match{ID: "m3", Game: load(t, take), Players: []string{stubborn, absent.URL}, Start: time.Second,
		Play: time.Second, Seed: 1}
	out, err := m.Run(t.Context())
	if err != nil || len(out.Goals) != 2 {
		t.Fatalf("%+v, %v", out, err)
	}
	illegal, silent := 0, 0
	for _, o := range out.Offences {
		if strings.Contains(o.What, "no legal move") && o.Player == 1 {
			illegal++
		}
		if o.Player == 2 {
			silent++
		}
	}
	if illegal != len(out.Moves) || silent != len(out.Moves)+2 {
		t.Errorf("%d moves: %+v", len(out.Moves), out.Offences)
	}
	twice := m
	twice.Players = []string{stubborn, stubborn}
	if _, err := twice.Run(t.Context()); err == nil {
		t.Error("no error of one player with two roles")
	}
	done, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := m.Run(done); err == nil {
		t.Error("no error of a cancelled context")
	}
}

func TestPlayerRefuses(t *testing.T) {
	p := &Player{Name: "Astragal", Agent: "random"}
	rules := "(" + take + ")"
	for _, c := range []struct{ message, want string }{
		{"(INFO)", "((name Astragal) (status available))"},
		{"(DANCE)", "unknown message"},
		{"(PLAY nothing NIL)", "no match"},
		{"(START m a", "not closed"},
		{"(START m c " + rules + " 1 1)", "expected one of a, b"},
		{"(START m a ((role a)) 1 1)", "terminal"},
		{"(START m a " + rules + " 1 x)", "clock"},
		{"(START m a ((role a) (role random) " + take[len("(role a)"):] + ") 1 1)", "GDL-II"},
		{"(START m b " + rules + " 1 1)", "READY"},
		{"(PLAY m NIL)", "noop"},
		{"(PLAY m ((remove 3) noop))", "no legal move of a"},
		{"(PLAY m ((remove 1)))", "1 moves, expected one of each of 2 roles"},
		{"(play M ((remove 1) noop))", "no match"},
		{"(play m ((REMOVE 2) NOOP))", "(remove "},
		{"(STOP m (noop (remove 2)))", "DONE"},
		{"(ABORT m)", "no match"},
	} {
		got, err := p.answer(t.Context(), c.message)
		if err != nil {
			got = err.Error()
		}
		if !strings.Contains(got, c.want) {
			t.Errorf("%.40s: %q, expected %q", c.message, got, c.want)
		}
	}
	if p := (&Player{Agent: "genius"}); p.Check() == nil {
		t.Error("no error of an unknown agent")
	}
}
