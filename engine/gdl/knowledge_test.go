package gdl

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/formal"
	"github.com/astragal/astragal/engine/rng"
)

func knowledgeGame(t *testing.T, name string, changes ...string) *Game {
	t.Helper()
	text, err := os.ReadFile("testdata/knowledge/" + name)
	if err != nil {
		t.Fatal(err)
	}
	s := string(text)
	for i := 0; i < len(changes); i += 2 {
		if !strings.Contains(s, changes[i]) {
			t.Fatalf("no %q in %s", changes[i], name)
		}
		s = strings.ReplaceAll(s, changes[i], changes[i+1])
	}
	g, err := Load(name, []byte(s))
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// plays gives all plays of a game: the moves of chance, and a line for each.
func plays(t *testing.T, g *Game) []string {
	t.Helper()
	var out []string
	var walk func(p formal.Position, way []string)
	walk = func(p formal.Position, way []string) {
		if err := p.(interface{ Err() error }).Err(); err != nil {
			t.Fatalf("after %v: %v", way, err)
		}
		if p.Terminal() {
			out = append(out, fmt.Sprint(strings.Join(way, ", "), ": ", p.Payoffs()))
			return
		}
		for i := range p.Moves() {
			next := p.Clone()
			text := p.MoveText(i)
			next.Apply(i)
			if text == "noop" {
				walk(next, way)
			} else {
				walk(next, append(way[:len(way):len(way)], text))
			}
		}
	}
	walk(g.NewPosition(), nil)
	return out
}

// The muddy children: where k are muddy, those say so in round k, and nobody before.
func TestMuddyChildren(t *testing.T) {
	g := knowledgeGame(t, "muddy.kif")
	all := plays(t, g)
	if len(all) != 7 {
		t.Fatalf("%d plays: %v", len(all), all)
	}
	for _, play := range all {
		soil, rest, _ := strings.Cut(play, ")")
		muddy := strings.Fields(strings.TrimPrefix(soil, "(soil "))
		k := strings.Count(soil, "no")
		var want []string
		for round := 1; round <= k; round++ {
			for _, clean := range muddy {
				if round == k && clean == "no" {
					want = append(want, "(say yes)")
				} else {
					want = append(want, "(say no)")
				}
			}
		}
		got, _, _ := strings.Cut(rest, ": [")
		if strings.TrimPrefix(got, ", ") != strings.Join(want, ", ") {
			t.Errorf("%s: want %v", play, want)
		}
	}
	// If nobody has said that one is muddy, nobody ever finds out.
	g = knowledgeGame(t, "muddy.kif", "(or (distinct ?a yes) (distinct ?b yes) (distinct ?c yes))", "(role ?r)")
	for _, play := range plays(t, g) {
		if strings.Contains(play, "say yes") {
			t.Errorf("without the announcement: %s", play)
		}
	}
}

// Cheryl's birthday is the 16th of July, which then everybody knows to be known.
func TestBirthday(t *testing.T) {
	won := 0
	for _, play := range plays(t, knowledgeGame(t, "birthday.kif")) {
		if !strings.Contains(play, "[100/1 100/1") {
			continue
		}
		won++
		if !strings.HasPrefix(play, "(choose july 16)") || !strings.HasSuffix(play, "[100/1 100/1 100/1]") {
			t.Errorf("%s", play)
		}
	}
	if won != 1 {
		t.Errorf("%d plays are won", won)
	}
	// The outsider knows no birthday, and it is no common knowledge, if he hears nothing.
	g := knowledgeGame(t, "birthday.kif", "(<= (sees ?r (said ?q ?x)) (role ?r)",
		"(<= (sees ?r (said ?q ?x)) (role ?r) (distinct ?r outsider)")
	for _, play := range plays(t, g) {
		if !strings.HasSuffix(play, " 0/1]") {
			t.Errorf("%s", play)
		}
	}
}

// TestKnowledgePlayers demands of playouts and counts what they demand of other games.
func TestKnowledgePlayers(t *testing.T) {
	g := knowledgeGame(t, "muddy.kif")
	counts, err := g.Perft(4)
	if err != nil || fmt.Sprint(counts) != "[7 7 4 1]" {
		t.Errorf("%v, %v", counts, err)
	}
	if _, err := g.Network(); err == nil {
		t.Error("there is a network")
	}
	p, err := g.NewPlayer(nil)
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(30) {
		r := rng.New(seed)
		plies, over, err := p.Playout(&r, 100)
		if err != nil || !over || plies < 2 || plies > 4 {
			t.Fatalf("seed %d: %d plies, over %t, %v", seed, plies, over, err)
		}
		if goals, err := p.Goals(); err != nil || len(goals) != 3 {
			t.Fatalf("seed %d: %v, %v", seed, goals, err)
		}
	}
}

// TestWrongKnowledge demands refusals of what cannot be known.
func TestWrongKnowledge(t *testing.T) {
	const rest = "(role a) (init x) (legal a m) (goal a 1) (<= (p ?m) (does a ?m)) "
	for _, c := range []struct{ rule, want string }{
		{"(<= terminal (knows a ?x) (q ?x))(q 1)", "what is known must be an atom"},
		{"(<= terminal (knows a (knows a (q 1))))", "knowledge of knowledge needs a relation"},
		{"(<= terminal (knows a (does a m)))", "'does' cannot be known"},
		{"(<= terminal (knows a (p m)))", "terminal may not depend on does"},
		{"(<= terminal q) (<= q (knows a q))", "q depends negatively on itself"},
		{"(<= terminal (not (knows ?r q))) (<= q (true x))", "unsafe variable ?r"},
		{"(<= terminal (knows a (legal a)))", "'legal' needs two arguments"},
	} {
		_, err := Load("x.kif", []byte(rest+c.rule))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.rule, err, c.want)
		}
	}
	// A relation of that name with rules is no keyword.
	g, err := Load("x.kif", []byte(rest+"(<= terminal (knows a)) (knows a)"))
	if err != nil || g.Description.Epistemic() {
		t.Errorf("%v", err)
	}
	// Too many plays are told.
	var many strings.Builder
	many.WriteString("(role a) (role b) (init x) (goal a 1) (goal b 1) (<= terminal (knows a q)) (<= q (true y)) (next x) ")
	for i := range 100 {
		fmt.Fprintf(&many, "(legal a m%d) (legal b m%d) ", i, i)
	}
	if g, err = Load("many.kif", []byte(many.String())); err != nil {
		t.Fatal(err)
	}
	p := g.NewPosition()
	p.Apply(0)
	p.Apply(0)
	p.Apply(0)
	p.Apply(0)
	err = p.(interface{ Err() error }).Err()
	if err == nil || !strings.Contains(err.Error(), "knowledge takes more than") {
		t.Errorf("%v", err)
	}
}
