package equiv

import (
	"context"
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/efg"
	"github.com/astragal/astragal/engine/formal"
	"github.com/astragal/astragal/engine/rng"
)

// tinyGDL plays the few shapes of rules that efg.GDL writes, straight from the
// text and by GDL-II's own notion of knowledge: each role's moves and percepts.
// It shows the translation right independently of any reasoner.
type tinyGDL struct {
	roles []string            // random last
	legal map[string][]string // "role state" → moves, as text in byte order
	next  map[string]string   // "state role move" → state
	sees  map[string]string   // "player state role move" → percept
	goal  map[string]*big.Rat // "role state"
	over  map[string]bool
	merge bool // show random's moves of equal effect as one
}

var rule = regexp.MustCompile(`^\(<= \(?(\w+) ?([^()]*(?:\([^()]*\))?)\)? \(true (\w+)\)(?: \(does (\w+) (\w+)\))?\)$`)

func parseTiny(t *testing.T, text string) *tinyGDL {
	t.Helper()
	g := &tinyGDL{legal: map[string][]string{}, next: map[string]string{}, sees: map[string]string{},
		goal: map[string]*big.Rat{}, over: map[string]bool{}}
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if role, ok := strings.CutPrefix(line, "(role "); ok {
			g.roles = append(g.roles, strings.TrimSuffix(role, ")"))
			continue
		}
		if line == "(init s0)" {
			continue
		}
		m := rule.FindStringSubmatch(line)
		if m == nil {
			t.Fatalf("no rule of the expected shapes: %s", line)
		}
		words := strings.SplitN(m[2], " ", 2)
		does := m[3] + " " + m[4] + " " + m[5]
		switch m[1] {
		case "terminal":
			g.over[m[3]] = true
		case "goal":
			x, err := efg.ParseNumber(words[1])
			if err != nil {
				t.Fatal(err)
			}
			g.goal[words[0]+" "+m[3]] = x
		case "legal":
			key := words[0] + " " + m[3]
			g.legal[key] = append(g.legal[key], words[1])
			slices.Sort(g.legal[key])
		case "next":
			if g.next[does] != "" {
				t.Fatalf("two successors: %s", line)
			}
			g.next[does] = m[2]
		case "sees":
			g.sees[words[0]+" "+does] += words[1]
		default:
			t.Fatalf("relation %s", m[1])
		}
	}
	return g
}

func (g *tinyGDL) Formalism() string            { return "gdl" }
func (g *tinyGDL) Name() string                 { return "tiny" }
func (g *tinyGDL) Players() []string            { return g.roles[:len(g.roles)-1] }
func (g *tinyGDL) Hidden() bool                 { return true }
func (g *tinyGDL) NewPosition() formal.Position { return &tinyPosition{g: g} }

// tinyPosition asks random first, then the players in order.
type tinyPosition struct {
	g      *tinyGDL
	state  string
	fixed  []string // this step's moves, random's first
	memory []string // of each player, whole steps only
}

func (p *tinyPosition) Restart(*rng.SplitMix64) {
	p.state, p.fixed, p.memory = "s0", nil, make([]string, len(p.g.Players()))
}

func (p *tinyPosition) Clone() formal.Position {
	c := *p
	c.fixed, c.memory = slices.Clone(p.fixed), slices.Clone(p.memory)
	return &c
}

func (p *tinyPosition) Terminal() bool { return p.g.over[p.state] }
func (p *tinyPosition) Mover() int     { return len(p.fixed) }
func (p *tinyPosition) Pending() int   { return len(p.fixed) }

func (p *tinyPosition) moves() []string {
	role := (p.Mover() + len(p.g.roles) - 1) % len(p.g.roles)
	return p.g.legal[p.g.roles[role]+" "+p.state]
}

// groups gives the moves by first and number of equals. In these games the
// players have one move each where random has several, so effects are plain.
func (p *tinyPosition) groups() (first []string, size []int64) {
	seen := map[string]int{}
	for _, move := range p.moves() {
		does := p.state + " random " + move
		effect := p.g.next[does]
		for q := range p.memory {
			effect += " " + p.g.sees[fmt.Sprintf("player_%d %s", q+1, does)]
		}
		if i, known := seen[effect]; known && p.g.merge && p.Mover() == formal.Chance {
			size[i]++
			continue
		}
		seen[effect] = len(first)
		first, size = append(first, move), append(size, 1)
	}
	return first, size
}

func (p *tinyPosition) Moves() int            { first, _ := p.groups(); return len(first) }
func (p *tinyPosition) MoveText(i int) string { first, _ := p.groups(); return first[i] }

func (p *tinyPosition) Probability(i int) *big.Rat {
	_, size := p.groups()
	return big.NewRat(size[i], int64(len(p.moves())))
}

func (p *tinyPosition) Apply(i int) {
	p.fixed = append(p.fixed, p.MoveText(i))
	if len(p.fixed) < len(p.g.roles) {
		return
	}
	after := ""
	percepts := make([]string, len(p.memory))
	for i, move := range p.fixed {
		does := p.state + " " + p.g.roles[(i+len(p.g.roles)-1)%len(p.g.roles)] + " " + move
		after += p.g.next[does]
		for q := range percepts {
			percepts[q] += p.g.sees[fmt.Sprintf("player_%d %s", q+1, does)]
		}
	}
	for q := range p.memory {
		p.memory[q] += fmt.Sprintf("did %s, sees %s; ", p.fixed[q+1], percepts[q])
	}
	p.state, p.fixed = after, nil
}

func (p *tinyPosition) Payoffs() []*big.Rat {
	var payoffs []*big.Rat
	for _, role := range p.g.Players() {
		payoffs = append(payoffs, p.g.goal[role+" "+p.state])
	}
	return payoffs
}

func (p *tinyPosition) Observation(player int) string {
	s := fmt.Sprint(p.memory[player-1], len(p.fixed))
	if len(p.fixed) > player {
		s += p.fixed[player]
	}
	return s
}

// TestGDLTranslation plays the GDL-II translation of every game that has one and
// turns it back into extensive form.
func TestGDLTranslation(t *testing.T) {
	translated, unmerged := 0, 0
	for name, g := range corpus(t) {
		text, err := efg.GDL(g, efg.GDLOptions{})
		if err != nil {
			continue // the translation's own tests say which
		}
		translated++
		gdl := parseTiny(t, text)
		for _, merge := range []bool{false, true} {
			gdl.merge = merge
			r, err := Compare(context.Background(), efg.Adapt(g), gdl, Options{MaxPositions: 20_000})
			if err == nil && r.Undecided != "" && !merge {
				continue // many moves of random
			}
			if err != nil || !r.Equal || !strings.HasPrefix(r.Theorem, "Theorem 3") {
				t.Errorf("%s to GDL-II: %v %+v", name, err, r)
			} else if !merge {
				unmerged++
			}
		}
		back, err := efg.FromFormal(gdl, efg.Limits{})
		if err != nil {
			t.Errorf("%s back from GDL-II: %v", name, err)
			continue
		}
		r, err := Compare(context.Background(), gdl, efg.Adapt(back), Options{})
		if err != nil || !r.Equal || !strings.HasPrefix(r.Theorem, "Theorem 2") {
			t.Errorf("%s in GDL-II and extensive form: %v %+v", name, err, r)
		}
		r, err = Compare(context.Background(), efg.Adapt(g), efg.Adapt(back), Options{})
		if err != nil || !r.Equal {
			t.Errorf("%s to GDL-II and back: %v %+v", name, err, r)
			continue
		}
		if got, want := fmt.Sprint(r.ExpectedB), fmt.Sprint(r.Expected); got != want {
			t.Errorf("%s to GDL-II and back: expected payoffs %s, were %s", name, got, want)
		}
	}
	if translated < 50 || unmerged < 50 {
		t.Errorf("only %d games were translated and %d walked move by move", translated, unmerged)
	}
}
