package ruleset

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/rng"
)

// The library's own descriptions, and what their sources say of the games in figures.
const ourLibrary = "../../library"

// fact is a line of a table of facts.
type fact struct {
	file    string
	line    int
	game    string
	ruleset string // "" for the default one
	name    string
	value   string
}

func (f *fact) String() string {
	return fmt.Sprintf("%s:%d: %s %s: %s", f.file, f.line, f.game, f.ruleset, f.name)
}

// readFacts reads all tables.
func readFacts(t *testing.T) (list []fact) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(ourLibrary, "facts", "*.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for i, row := range strings.Split(strings.TrimRight(string(text), "\n"), "\n") {
			cells := strings.Split(row, "\t")
			if i == 0 && slices.Equal(cells, []string{"game", "ruleset", "fact", "value", "source"}) {
				continue
			}
			if len(cells) != 5 || cells[0] == "" || cells[4] == "" {
				t.Errorf("%s:%d: found %d columns, expected game, ruleset, fact, value and source", file, i+1, len(cells))
				continue
			}
			list = append(list, fact{file, i + 1, cells[0], strings.TrimPrefix(cells[1], "Ruleset/"), cells[2], cells[3]})
		}
	}
	return list
}

// ourFiles are the descriptions of the library by the names of their games.
func ourFiles(t *testing.T, loader *Loader) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(filepath.Join(ourLibrary, "lud"), func(p string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(p) != ".lud" {
			return err
		}
		text, err := os.ReadFile(p)
		if err != nil {
			return err
		}
		desc, err := lgdl.Read(p, text)
		if err != nil {
			return err
		}
		name, _, _ := strings.Cut(string(text[bytes.Index(text, []byte("(game \""))+len("(game \""):]), `"`)
		if other := files[name]; other != "" {
			t.Errorf("%s and %s are both called %s", other, p, name)
		}
		files[desc.File()], files[name] = p, p
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func ourLoader(t *testing.T) *Loader {
	t.Helper()
	var defs []fs.FS
	if info, err := os.Stat(filepath.Join(ourLibrary, "def")); err == nil && info.IsDir() {
		defs = append(defs, os.DirFS(filepath.Join(ourLibrary, "def")))
	}
	l, err := NewLoader(defs...)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// What sources say of the games in figures is what our descriptions give: the sites
// of the board, the pieces of each seat on the board and in hand, the first moves,
// the players, and, as far as a small search can tell, the result of best play.
func TestFacts(t *testing.T) {
	facts := readFacts(t)
	if len(facts) == 0 {
		t.Skip("the library has no tables of facts")
	}
	loader := ourLoader(t)
	files := ourFiles(t, loader)
	compiled := map[string]*Ruleset{}
	proved, open, agree := 0, 0, 0
	for i := range facts {
		f := &facts[i]
		file := files[f.game]
		if file == "" {
			t.Errorf("%v: there is no such game", f)
			continue
		}
		key := file + "\x00" + f.ruleset
		rs := compiled[key]
		if rs == nil {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if rs, err = loader.Compile(Source{File: file, Text: text, Ruleset: f.ruleset,
				Library: os.DirFS(filepath.Join(ourLibrary, "lud"))}); err != nil {
				t.Errorf("%v: %v", f, err)
				continue
			}
			compiled[key] = rs
		}
		if f.name == "value" {
			switch verdict := valueOf(rs, f.value, solverBudget()); verdict {
			case "proved":
				proved++
			case "open":
				open++
			default:
				t.Errorf("%v: the source says %s, %s", f, f.value, verdict)
			}
			continue
		}
		want, err := strconv.Atoi(f.value)
		if err != nil {
			t.Errorf("%v: found %q, expected a number", f, f.value)
			continue
		}
		got, err := countOf(rs, f.name)
		switch {
		case err != nil:
			t.Errorf("%v: %v", f, err)
		case !slices.Contains(got, want):
			t.Errorf("%v: the source says %d, the description gives %v", f, want, got)
		default:
			agree++
		}
	}
	t.Logf("%d facts: %d numbers agree; of the values of games, %d are proved, %d are beyond a search of %d moves",
		len(facts), agree, proved,
		open, solverBudget())
}

// starts is how many starts are looked at where chance has a say in them.
const starts = 60

// countOf returns what a description gives for a fact: one number, or where chance
// decides how the game begins those that came up.
func countOf(rs *Ruleset, name string) (list []int, err error) {
	g := rs.Plan()
	switch name {
	case "players":
		return []int{g.Players}, nil
	case "sites":
		// The concept counts elements of all types that anything of the game stands on,
		// those of hands included; a board is told by those that it is played on.
		return []int{g.Topo.Num(g.DefaultType), int(rs.Concepts().Map()["NumPlayableSitesOnBoard"])}, nil
	}
	for seed := range uint64(starts) {
		p := rs.Game().NewPosition().(*position)
		r := rng.Derive(seed, 0)
		p.Restart(&r)
		if p.err != nil {
			return nil, p.err
		}
		n := 0
		switch name {
		case "moves":
			n = p.Moves()
			if g.Mode == game.Simultaneous { // sources may count those of all players together
				all := n
				for q := p.Clone().(*position); q.Mover() < g.Players && len(q.picks) < g.Players-1; all += q.Moves() {
					q.Apply(0)
				}
				list = append(list, all)
			}
		case "pieces P1", "pieces P2", "pieces P3", "pieces P4", "pieces P5", "pieces P6":
			n = piecesOf(p.c, int(name[len(name)-1]-'0'))
		default:
			return nil, fmt.Errorf("there is no such fact; expected sites, pieces P1 …, moves, players or value")
		}
		if !slices.Contains(list, n) {
			list = append(list, n)
		}
		if !g.Has(game.Stochastic) {
			break
		}
	}
	slices.Sort(list)
	return list, nil
}

// piecesOf counts the pieces of a seat on the board and in hands.
func piecesOf(c *game.Context, player int) (n int) {
	for slot := range c.S.Slots() {
		_, pieces := c.S.SlotHolds(slot)
		for level := range pieces {
			if c.G.Stacks {
				n += ownedBy(c.G, c.S.SlotPiece(slot, level), player)
			} else if level == 0 {
				n += pieces * ownedBy(c.G, c.S.SlotPiece(slot, 0), player)
			}
		}
	}
	return n
}

// ownedBy is 1 for a component of the player that is no die, else 0.
func ownedBy(g *game.Game, what, player int) int {
	if what > 0 && g.Components[what].Owner == player && len(g.Components[what].Faces) == 0 {
		return 1
	}
	return 0
}

// solverBudget is the number of moves that proving a win, or that there is none, may try: 54 values are proved with
// 10,000 moves, 49 with 4,000 in half the time, 42 with 2,000 in a quarter.
func solverBudget() int {
	if os.Getenv("ASTRAGAL_PROPERTIES") == "all" {
		return 10_000
	}
	return 2_000
}

// valueOf reports whether a search agrees with the known result of a game for two: "P1",
// "P2" or "draw", or of one for a single player: "solvable". It is "proved", "open" when the budget did not suffice,
// or what is
// found instead.
func valueOf(rs *Ruleset, value string, most int) string {
	g := rs.Plan()
	alone := g.Players == 1 && value == "solvable"
	if g.Players != 2 && !alone || g.Has(game.Stochastic) || g.Mode != game.Alternating {
		return "which a search of positions cannot tell for this game"
	}
	wins := func(player int) (won, decided bool) {
		budget := most
		for depth := 1; ; depth += 1 + depth/4 {
			s := &solver{player: player, budget: budget, seen: map[solverKey]bool{}}
			p := rs.Game().NewPosition().(*position)
			r := rng.Derive(1, 0)
			p.Restart(&r)
			won := s.win(p, depth)
			budget = s.budget
			switch {
			case s.budget < 0:
				return false, false
			case won:
				return true, true
			case !s.cut:
				return false, true // the whole game was looked at
			}
		}
	}
	if alone {
		switch won, decided := wins(1); {
		case won:
			return "proved"
		case decided:
			return "but it cannot be solved"
		}
		return "open"
	}
	for player, name := range []string{1: "P1", 2: "P2"} {
		if name == "" {
			continue
		}
		if won, decided := wins(player); decided && won {
			if value == name {
				return "proved"
			}
			return "but " + name + " can force a win"
		} else if decided && value == name {
			return "but " + name + " cannot force a win"
		} else if !decided && value == "draw" {
			return "open"
		}
	}
	switch value {
	case "draw":
		return "proved"
	case "P1", "P2":
		return "open"
	}
	return "which is none of P1, P2 and draw"
}

// solver looks for a forced win of a player within a number of decisions.
type solver struct {
	player int
	budget int
	cut    bool // the depth ended the search somewhere
	seen   map[solverKey]bool
}

type solverKey struct {
	position uint64
	depth    int
}

// win reports whether the player can force a win within so many decisions.
func (s *solver) win(p *position, depth int) bool {
	if p.Terminal() {
		return p.err == nil && p.c.S.Winner == s.player
	}
	if depth == 0 {
		s.cut = true
		return false
	}
	key := solverKey{wholeHash(p.c), depth}
	if won, known := s.seen[key]; known {
		return won
	}
	mine := p.Mover() == s.player
	won := !mine
	for i := range p.Moves() {
		if s.budget--; s.budget < 0 {
			return false
		}
		q := p.Clone().(*position)
		q.Apply(i)
		if s.win(q, depth-1) == mine {
			won = mine
			break
		}
	}
	if s.budget >= 0 {
		s.seen[key] = won
	}
	return won
}

// wholeHash is a hash of everything that decides how a game goes on, but for the
// positions before.
func wholeHash(c *game.Context) uint64 {
	h := fnv.New64a()
	add := func(x uint64) { h.Write(binary.LittleEndian.AppendUint64(nil, x)) }
	for slot := range c.S.Slots() {
		add(c.S.SlotHash(slot))
	}
	add(c.S.RestHash())
	add(c.TurnHash())
	add(uint64(c.S.Counter))
	for _, list := range [][]int32{c.S.ScoreOf, c.S.AmountOf, c.S.ValueOf, c.S.PhaseOf, c.S.Vars, c.S.DiceValue,
		c.S.Propositions, c.S.Votes} {
		for _, x := range list {
			add(uint64(uint32(x)))
		}
		add(1 << 40)
	}
	for _, list := range c.S.Remembered {
		for _, x := range list {
			add(uint64(uint32(x)))
		}
		add(1 << 40)
	}
	return h.Sum64()
}

// The search proves what is known of small games, and contradicts what is not so.
func TestSolver(t *testing.T) {
	loader := ourLoader(t)
	for _, c := range []struct{ file, ruleset, value string }{{"line/Tic-Tac-Toe.lud", "", "draw"},
		{"connection/Hex.lud", "Small (Described)", "P1"}} {
		text, err := os.ReadFile(filepath.Join(ourLibrary, "lud", c.file))
		if err != nil {
			t.Fatal(err)
		}
		rs, err := loader.Compile(Source{File: c.file, Text: text, Ruleset: c.ruleset})
		if err != nil {
			t.Fatal(err)
		}
		for _, claim := range []string{"P1", "P2", "draw"} {
			if got := valueOf(rs, claim, 400_000); (got == "proved") != (claim == c.value) || got == "open" {
				t.Errorf("%s, said to be %s: %s", c.file, claim, got)
			}
		}
	}
}
