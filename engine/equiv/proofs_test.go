package equiv_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/astragal/astragal/engine/efg"
	"github.com/astragal/astragal/engine/equiv"
	"github.com/astragal/astragal/engine/formal"
	"github.com/astragal/astragal/engine/gdl"
	"github.com/astragal/astragal/engine/rbg"
	"github.com/astragal/astragal/engine/rg"
	"github.com/astragal/astragal/engine/ruleset"
)

// ownGames are extensive forms with every kind of information.
var ownGames = map[string]string{
	"peek": `EFG 2 R "Peek" { "Ann" "Bob" } c "" 1 { "hi" 1/3 "lo" 2/3 } 0
p "" 1 1 { "bet" "fold" } 0 p "" 2 1 { "call" "pass" } 0 t "" 1 { 2 -2 } t "" 2 { 1 -1 } t "" 3 { -1 1 }
p "" 1 2 { "bet" "fold" } 0 p "" 2 1 0 t "" 4 { -2 2 } t "" 2 t "" 3`,
	"second begins": `EFG 2 R "Second" { "A" "B" "C" } p "" 3 1 { "l" "r" } 0
p "" 1 1 { "x" "y" "z" } 0 t "" 1 { 1 2 3 } t "" 2 { 1/7 0 -1 } p "" 2 1 { "u" "v" } 0 t "" 3 { 0 0 1 } t "" 4 { 5 5 5 }
p "" 1 1 0 t "" 5 { 2 2 2 } p "" 2 2 { "u" "v" } 0 t "" 6 { 9 0 0 } t "" 7 { 0 9 0 } t "" 8 { 0 0 9 }`,
	"forced": `EFG 2 R "Forced" { "A" "B" } c "" 1 { "a" 1/2 "b" 1/4 "c" 1/4 } 0
p "" 1 1 { "go" } 0 p "" 2 1 { "l" "r" } 0 t "" 1 { 1 0 } t "" 2 { 0 1 }
p "" 1 1 0 p "" 2 1 0 t "" 3 { 3 0 } t "" 4 { 0 4 }
p "" 1 2 { "go" } 0 p "" 2 2 { "l" "r" } 0 t "" 5 { 5 0 } p "" 1 3 { "end" } 0 t "" 6 { 0 6 }`,
	"absent-minded": `EFG 2 R "Absent" { "Driver" "Friend" } p "" 1 1 { "leave" "go on" } 0 t "" 1 { 0 1 }
p "" 1 1 0 p "" 2 1 { "wave" "wait" } 0 t "" 2 { 4 1 } t "" 3 { 4 0 } p "" 2 1 0 t "" 4 { 1 1 } t "" 5 { 1 0 }`,
	"forgetful": `EFG 2 R "Forgetful" { "A" } c "" 1 { "h" 1/2 "t" 1/2 } 0
p "" 1 1 { "stop" "go" } 0 t "" 1 { 1 } p "" 1 3 { "h" "t" } 0 t "" 2 { 3 } t "" 3 { -3 }
p "" 1 2 { "stop" "go" } 0 t "" 4 { 2 } p "" 1 3 0 t "" 5 { -4 } t "" 6 { 4 }`,
	"pennies": `EFG 2 R "Pennies" { "A" "B" "C" } p "" 1 1 { "h" "t" } 0
p "" 2 1 { "h" "t" } 0 p "" 3 1 { "h" "t" } 0 t "" 1 { 1 1 1 } t "" 2 { 0 0 3 } p "" 3 1 0 t "" 3 { 0 3 0 } t "" 4 { 3 0 1 }
p "" 2 1 0 p "" 3 1 0 t "" 5 { 3 1 0 } t "" 6 { 1 3 0 } p "" 3 1 0 t "" 7 { 0 1 3 } t "" 8 { 1 1 2 }`,
	"large numbers": `EFG 2 R "Large" { "A" "B" } p "" 1 1 { "a" "b" } 0 t "" 1 { 1000000000000000000000000000000 16777216 }
p "" 2 1 { "c" "d" } 0 t "" 2 { 1000000000000000000000000000001 16777217 } t "" 3 { 1/3 .1000000001 }`,
	"many moves": `EFG 2 R "Many" { "A" "B" } p "" 1 1 { "1" "2" "3" "4" "5" "6" "7" "8" "9" "10" "11" } 0
p "" 2 1 { "x" "y" } 0 t "" 1 { 1 0 } t "" 2 { 0 1 } p "" 2 1 0 t "" 3 { 2 0 } t "" 4 { 0 2 } t "" 5 { 3 3 } t "" 6 { 4 4 } t "" 7 { 5 5 }
t "" 8 { 6 6 } t "" 9 { 7 7 } t "" 10 { 8 8 } t "" 11 { 9 9 } p "" 2 1 0 t "" 12 { 10 0 } t "" 13 { 0 10 } t "" 14 { 11 11 }`,
	"everybody sees": `EFG 2 R "Clear" { "A" "B" } p "" 1 1 { "a" "b" } 0 p "" 2 1 { "c" "d" } 0 t "" 1 { 1 -1 } t "" 2 { 2 -2 }
c "" 1 { "e" .25 "f" .75 } 0 p "" 2 2 { "c" "d" } 0 t "" 3 { 3 -3 } t "" 4 { 4 -4 } t "" 5 { 0 0 }`,
	"never": `EFG 2 R "Never" { "A" "B" } c "" 1 { "a" 0 "b" 2/5 "c" 3/5 } 0 t "" 1 { 7 7 }
p "" 1 1 { "l" "r" } 20 { 1 1 } t "" 2 { 0 0 } p "" 2 1 { "l" "r" } 0 t "" 3 { 1 2 } t "" 4 { 2 1 }
p "" 1 1 0 t "" 5 { 3 3 } p "" 2 1 0 t "" 6 { 4 4 } t "" 7 { 5 5 }`,
	"stages": `EFG 2 R "Stages" { "A" "B" } p "" 1 1 { "l" "r" } 0
p "" 2 1 { "u" "v" } 0 p "" 1 2 { "x" "y" } 0 t "" 1 { 1 0 } t "" 2 { 2 0 } p "" 1 3 { "x" "y" } 0 t "" 3 { 3 0 } t "" 4 { 4 1 }
p "" 2 1 0 p "" 1 4 { "x" "y" } 0 t "" 5 { 5 0 } t "" 6 { 6 0 } p "" 1 4 0 t "" 7 { 7 7 } t "" 8 { 8 0 }`,
}

// forms are the L-GDL forms of the translation.
var forms = map[string]efg.LGDLOptions{"nested": {}, "flat": {Flat: true}, "compact": {Compact: true, Flat: true}}

// tally counts proofs and mutants.
type tally struct {
	games, proofs int
	caught        map[string]int // by path and kind
	refused       int            // mutants that are no valid descriptions
	// hold, if not nil, gets the mutants instead of refuting them.
	hold func(path string, c change, a, b formal.Game)
}

func (s *tally) report(t *testing.T) int {
	total := 0
	for _, kind := range slices.Sorted(maps.Keys(s.caught)) {
		t.Logf("%6d %s", s.caught[kind], kind)
		total += s.caught[kind]
	}
	t.Logf("%d games, %d true translations proven, %d mutants caught, %d of them as faulty", s.games, s.proofs, total,
		s.refused)
	return total
}

// mutantBounds bound the comparison with a mutant: one that is not decided within them
// counts as overlooked.
var mutantBounds = equiv.Options{Timeout: time.Minute, Memory: 1 << 30, MaxPositions: 200_000}

// prove demands that two games are strictly the same.
func (s *tally) prove(t *testing.T, what string, a, b formal.Game, theorem string) {
	t.Helper()
	r, err := equiv.Compare(context.Background(), a, b, equiv.Options{})
	if err != nil || !r.Equal || !strings.HasPrefix(r.Theorem, theorem) {
		t.Errorf("%s: %v, %+v", what, err, r)
		return
	}
	s.proofs++
}

// refute demands that two games are found different.
func (s *tally) refute(t *testing.T, path string, c change, a, b formal.Game) {
	t.Helper()
	if s.hold != nil {
		s.hold(path, c, a, b)
		return
	}
	r, err := equiv.Compare(context.Background(), a, b, mutantBounds)
	switch {
	case err != nil:
		s.refused++ // a game that cannot be played, for instance without legal move
	case r.Equal || r.Difference == nil:
		t.Errorf("%s: overlooked: %s: %s: %+v", path, c.kind, c.what, r)
		return
	}
	s.caught[path+": "+c.kind]++
}

func described(t *testing.T, text string) (formal.Game, error) {
	t.Helper()
	loader, err := ruleset.NewLoader()
	if err != nil {
		t.Fatal(err)
	}
	r, err := loader.Compile(ruleset.Source{File: "translated.lud", Text: []byte(text)})
	if err != nil {
		return nil, err
	}
	return r.Game(), nil
}

// translations proves all translations of a game and refutes mutants of each, at
// most so many of a kind.
func (s *tally) translations(t *testing.T, name string, g *efg.Game, r *rand.Rand, most int) {
	s.games++
	a := efg.Adapt(g)
	mutate := func(path string, c *efg.Game, others ...formal.Game) {
		changed := treeOf(c)
		for _, m := range changed.mutations(r, most) {
			mutant := changed.clone()
			m.apply(mutant)
			for _, other := range others {
				s.refute(t, path, change{m.kind, name + ": " + m.what, ""}, efg.Adapt(mutant.game(t)), other)
			}
		}
	}
	mutate("extensive form with itself", g, a)
	for _, form := range slices.Sorted(maps.Keys(forms)) {
		text, perm, err := efg.LGDL(g, forms[form])
		if err != nil {
			t.Errorf("%s: %v", name, err)
			return
		}
		l, err := described(t, text)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		s.prove(t, name+" to L-GDL, "+form, a, l, "Theorem 1")
		for _, c := range ludChanges(g, text, perm).pick(r, most) {
			mutant, err := described(t, c.text)
			if err != nil {
				t.Errorf("%s: %s, %s: %v", name, c.kind, c.what, err)
				continue
			}
			c.what = name + ": " + c.what
			s.refute(t, "L-GDL, "+form, c, a, mutant)
		}
		if form != "nested" {
			continue
		}
		mutate("extensive form with its L-GDL", g, l)
		back, err := efg.FromFormal(l.(interface{ Trajectories() formal.Game }).Trajectories(), efg.Limits{})
		if err != nil {
			t.Errorf("%s back from L-GDL: %v", name, err)
			continue
		}
		s.prove(t, name+" back from L-GDL", a, efg.Adapt(back), "the trees")
		s.prove(t, name+" from L-GDL", l, efg.Adapt(back), "Theorem 1")
		mutate("back from L-GDL", back, l, a)
	}
	kif, err := efg.GDL(g, efg.GDLOptions{})
	if err != nil {
		return // not timed: its own tests tell
	}
	k, err := gdl.Load("translated.kif", []byte(kif))
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return
	}
	s.prove(t, name+" to GDL-II", a, k, "Theorem 3")
	s.compact(t, name, g, mutate)
	for _, c := range kifChanges(g, kif).pick(r, most) {
		mutant, err := gdl.Load("mutant.kif", []byte(c.text))
		if err != nil {
			t.Errorf("%s: %s, %s: %v", name, c.kind, c.what, err)
			continue
		}
		c.what = name + ": " + c.what
		s.refute(t, "GDL-II", c, a, mutant)
	}
	mutate("extensive form with its GDL-II", g, k)
	back, err := efg.FromFormal(k.Merged(), efg.Limits{})
	if err != nil {
		t.Errorf("%s back from GDL-II: %v", name, err)
		return
	}
	back = reread(t, back)
	s.prove(t, name+" from GDL-II", k, efg.Adapt(back), "Theorem 2")
	s.prove(t, name+" back from GDL-II", a, efg.Adapt(back), "the trees")
	mutate("back from GDL-II", back, k, a)
	again, err := efg.GDL(back, efg.GDLOptions{})
	if err != nil {
		t.Errorf("%s to GDL-II once more: %v", name, err)
		return
	}
	k2, err := gdl.Load("again.kif", []byte(again))
	if err != nil {
		t.Errorf("%s to GDL-II once more: %v", name, err)
		return
	}
	s.prove(t, name+" to GDL-II once more", efg.Adapt(back), k2, "Theorem 3")
}

// reread writes a game and reads it again.
func reread(t *testing.T, g *efg.Game) *efg.Game {
	t.Helper()
	var b strings.Builder
	if err := efg.Write(&b, g); err != nil {
		t.Fatal(err)
	}
	again, err := efg.Read("again.efg", []byte(b.String()), efg.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return again
}

// TestTranslationsAreProvenAndMutantsCaught is the theorem for our own games.
func TestTranslationsAreProvenAndMutantsCaught(t *testing.T) {
	s := &tally{caught: map[string]int{}}
	r := rand.New(rand.NewPCG(1, 2))
	for _, name := range slices.Sorted(maps.Keys(ownGames)) {
		g, err := efg.Read(name, []byte(ownGames[name]), efg.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		most := 5
		if testing.Short() {
			most = 2
		}
		s.translations(t, name, g, r, most)
	}
	if n := s.report(t); n < 600 || s.proofs < 60 {
		t.Errorf("only %d mutants and %d proofs", n, s.proofs)
	}
}

// TestTranslationsOfTheCorpus does the same for the games of the shared material.
func TestTranslationsOfTheCorpus(t *testing.T) {
	s := &tally{caught: map[string]int{}}
	r := rand.New(rand.NewPCG(3, 4))
	err := filepath.WalkDir(filepath.Join("..", "..", "..", "shared", "efg", "games"),
		func(path string, _ fs.DirEntry, err error) error {
			if err != nil || filepath.Ext(path) != ".efg" {
				return err
			}
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			g, err := efg.Read(path, text, efg.Limits{})
			if err != nil {
				return err
			}
			if os.Getenv("EQUIV_FULL") == "" && (len(g.Nodes) > 30 || s.games == 15) || len(g.Nodes) > 300 {
				return nil // EQUIV_FULL=1 takes more; the largest are proven elsewhere
			}
			s.translations(t, filepath.Base(path), g, r, 1)
			return nil
		})
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("no shared test data")
	}
	if err != nil {
		t.Fatal(err)
	}
	s.report(t)
}

// unfolded proves trees of games of other formalisms and refutes mutants of them, at most
// so many of a kind.
func (s *tally) unfolded(t *testing.T, r *rand.Rand, most int) {
	t.Helper()
	regular, err := rbg.Load("small.rbg", "small", []byte(smallRBG))
	if err != nil {
		t.Fatal(err)
	}
	ludemic, err := described(t, smallLud)
	if err != nil {
		t.Fatal(err)
	}
	dark, err := described(t, darkLud)
	if err != nil {
		t.Fatal(err)
	}
	games := map[string]formal.Game{"RBG": regular, "L-GDL": ludemic, "L-GDL with hidden sites": dark}
	for name, text := range map[string]string{"GDL": pennies, "GDL-II": guess, "GDL in turns": turns,
		"GDL-III": read(t, "../gdl/testdata/knowledge/birthday.kif")} {
		if games[name], err = gdl.Load(name+".kif", []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	if games["RG"], err = rg.Load("kuhn.rg", "kuhn", []byte(read(t, "../rg/testdata/kuhn.rg"))); err != nil {
		t.Fatal(err)
	}
	for _, name := range slices.Sorted(maps.Keys(games)) {
		g := games[name]
		s.games++
		c, err := efg.FromFormal(g, efg.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		c = reread(t, c)
		s.prove(t, name, efg.Adapt(c), g, "")
		s.prove(t, name, g, efg.Adapt(c), "")
		changed := treeOf(c)
		for _, m := range changed.mutations(r, most) {
			mutant := changed.clone()
			m.apply(mutant)
			s.refute(t, "from "+name, change{m.kind, m.what, ""}, efg.Adapt(mutant.game(t)), g)
		}
	}
}

// TestUnfoldedGames unfolds games of other formalisms and refutes mutants of their trees.
func TestUnfoldedGames(t *testing.T) {
	s := &tally{caught: map[string]int{}}
	s.unfolded(t, rand.New(rand.NewPCG(5, 6)), 10)
	s.report(t)
}

// smallRBG: two players mark three squares in turn; two neighbours win.
const smallRBG = `
#players = white(100), black(100)
#pieces = e, w, b
#variables =
#board = rectangle(up,down,left,right,[e,e,e])
#anywhere = (left* + right*)
#two(mark) = anywhere {mark} right {mark}
#mark(me; other; piece) =
    ->me anywhere {e} ->> [piece]
    ({! two(piece)} + {? two(piece)} [$ me = 100, other = 0] ->> {})
#rules = [$ white = 50, black = 50] (mark(white; black; w) mark(black; white; b))*
`

const smallLud = `
(game "Small"
  (players 2)
  (equipment { (board (square 2)) (piece "Disc" Each) })
  (rules
    (play (move Add (to (sites Empty))))
    (end { (if (is Line 2 Orthogonal) (result Mover Win)) (if (is Full) (result Mover Draw)) })
  )
)`

// darkLud: the second player does not see what the first one takes.
const darkLud = `
(game "Dark"
  (players 2)
  (equipment { (board (rectangle 1 6)) (piece "Disc" Each) })
  (rules
    (start (set Hidden (sites {0 1}) to:P2))
    (play (if (is Mover P1) (move Add (to (intersection (sites Empty) (sites {0 1 4})))) (move Add (to (intersection (sites Empty) (sites {2 3 5}))))))
    (end {
      (if (and (= (count Moves) 4) (is Occupied 0)) (payoffs { (payoff P1 3) (payoff P2 (/ 1 3)) }))
      (if (and (= (count Moves) 4) (is Occupied 5)) (payoffs { (payoff P1 1) (payoff P2 2) }))
      (if (= (count Moves) 4) (payoffs { (payoff P1 0) (payoff P2 0) }))
    })
  )
)`

// pennies: both show a coin at the same time, twice.
const pennies = `
(role a) (role b) (init (step 1))
(side head) (side tail)
(<= (legal ?r ?s) (role ?r) (side ?s))
(<= (next (step 2)) (true (step 1)))
(<= (next (step 3)) (true (step 2)))
(<= (next (same ?n)) (true (step ?n)) (does a ?s) (does b ?s))
(<= (next (same ?n)) (true (same ?n)))
(<= terminal (true (step 3)))
(<= (goal a 100) (true (same 1)) (true (same 2)))
(<= (goal a 50) (true (same 1)) (not (true (same 2))))
(<= (goal a 25) (not (true (same 1))) (true (same 2)))
(<= (goal a 0) (not (true (same 1))) (not (true (same 2))))
(<= (goal b 0) (true (same 1)))
(<= (goal b 70) (not (true (same 1))))
`

// guess: random draws one of three numbers; a sees whether it is odd, b what a
// guesses, and both are told the number at the end.
const guess = `
(role a) (role b) (role random) (init start)
(number 1) (number 2) (number 3) (odd 1) (odd 3)
(<= (legal random ?n) (true start) (number ?n))
(<= (legal random noop) (not (true start)))
(<= (legal a noop) (true start))
(<= (legal a (guess ?n)) (true (drawn ?m)) (number ?n))
(legal b noop)
(<= (next (drawn ?n)) (does random ?n) (number ?n))
(<= (next over) (does a (guess ?n)))
(<= (next right) (does a (guess ?n)) (true (drawn ?n)))
(<= (sees a odd) (does random ?n) (odd ?n))
(<= (sees b ?g) (does a ?g))
(<= (sees ?r ?n) (player ?r) (true (drawn ?n)))
(player a) (player b)
(<= terminal (true over))
(<= (goal a 100) (true right))
(<= (goal a 0) (not (true right)))
(goal b 50)
`

// turns: first a, then b chooses a side, and everybody sees it.
const turns = `
(role a) (role b) (init (turn a))
(<= (legal ?r left) (true (turn ?r)))
(<= (legal ?r right) (true (turn ?r)))
(<= (legal a noop) (true (turn b)))
(<= (legal b noop) (true (turn a)))
(<= (next (turn b)) (true (turn a)))
(<= (next (turn over)) (true (turn b)))
(<= (next (took ?r right)) (does ?r right))
(<= (next (took ?r right)) (true (took ?r right)))
(<= terminal (true (turn over)))
(<= (goal a 100) (true (took a right)) (true (took b right)))
(<= (goal a 30) (not (true (took a right))))
(<= (goal a 10) (true (took a right)) (not (true (took b right))))
(<= (goal b 60) (true (took b right)))
(<= (goal b 20) (not (true (took b right))))
`

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestTwelvePlayers proves the L-GDL of a game of twelve players, each of whom sees nothing
// but his own moves.
func TestTwelvePlayers(t *testing.T) {
	const players, depth = 12, 4
	var b strings.Builder
	b.WriteString(`EFG 2 R "Twelve" {`)
	for p := range players {
		fmt.Fprintf(&b, " \"P%d\"", p+1)
	}
	b.WriteString(" }\n\"\"\n")
	outcome := 0
	var node func(d int)
	node = func(d int) {
		if d == depth {
			outcome++
			fmt.Fprintf(&b, "t \"\" %d \"\" {", outcome)
			for p := range players {
				fmt.Fprintf(&b, " %d", outcome*(p+3)%7)
			}
			b.WriteString(" }\n")
			return
		}
		fmt.Fprintf(&b, "p \"\" %d 1 \"\" { \"a\" \"b\" } 0\n", d+players-depth+1) // the last players decide
		node(d + 1)
		node(d + 1)
	}
	node(0)
	g, err := efg.Read("twelve.efg", []byte(b.String()), efg.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	s := &tally{caught: map[string]int{}}
	text, perm, err := efg.LGDL(g, efg.LGDLOptions{Flat: true, Compact: true})
	if err != nil {
		t.Fatal(err)
	}
	l, err := described(t, text)
	if err != nil {
		t.Fatal(err)
	}
	s.prove(t, "twelve players", efg.Adapt(g), l, "Theorem 1")
	for _, c := range ludChanges(g, text, perm).pick(rand.New(rand.NewPCG(8, 9)), 2) {
		mutant, err := described(t, c.text)
		if err != nil {
			t.Fatal(err)
		}
		s.refute(t, "L-GDL of twelve players", c, efg.Adapt(g), mutant)
	}
	s.report(t)
}
