package ruleset_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/rng"
	"github.com/astragal/astragal/engine/ruleset"
)

// describe writes a position as the golden states do; scores only when asked.
func describe(c *game.Context, scores bool) string {
	s, g := c.S, c.G
	var b strings.Builder
	fmt.Fprintf(&b, "mover %d next %d prev %d counter %d turns %d moves %d active ", s.Mover, s.Next, s.Prev, s.Counter,
		s.Turns, s.TurnMoves)
	each := func(f func(p int)) {
		for p := 1; p <= g.Players; p++ {
			f(p)
		}
		b.WriteByte(' ')
	}
	each(func(p int) {
		if s.IsActive(p) {
			fmt.Fprintf(&b, "%d,", p)
		}
	})
	b.WriteString("phases ")
	each(func(p int) { fmt.Fprintf(&b, "%d,", s.PhaseOf[p]) })
	b.WriteString("scores ")
	if scores {
		each(func(p int) { fmt.Fprintf(&b, "%d,", s.ScoreOf[p]) })
	}
	legal := len(c.Legal())
	if s.Over {
		fmt.Fprintf(&b, "legal 0 status %d/%v ", s.Winner, s.End)
	} else {
		fmt.Fprintf(&b, "legal %d status - ", legal)
	}
	b.WriteString("ranking ")
	for _, r := range s.Ranking {
		fmt.Fprintf(&b, "%.1f,", r)
	}
	b.WriteString(" sites " + sitesText(c) + " lists ")
	for owner := 0; owner <= g.Shared(); owner++ {
		for _, k := range g.ComponentsOf(owner) {
			if places := s.Places(int(k)); len(places) > 0 {
				fmt.Fprintf(&b, "%d=", k)
				for _, p := range places {
					fmt.Fprintf(&b, "%c%d", "VEC"[p.Type], p.Site)
					if p.Level > 0 {
						fmt.Fprintf(&b, "@%d", p.Level)
					}
					b.WriteByte(',')
				}
				b.WriteByte(';')
			}
		}
	}
	return b.String()
}

// sitesText lists what is on the sites, in ascending order of the texts.
func sitesText(c *game.Context) string {
	s, g := c.S, c.G
	var out []string
	one := func(st board.SiteType, site int) {
		data := func(lv int) string {
			return fmt.Sprintf("%d/%d", s.WhatAt(st, site, lv), s.WhoAt(st, site, lv))
		}
		rest := func(lv int) string {
			return fmt.Sprintf("%d/%d/%d", s.StateAt(st, site, lv), s.RotationAt(st, site, lv), s.ValueAt(st, site, lv))
		}
		if g.Stacks {
			var levels []string
			for lv := range s.SizeAt(st, site) {
				levels = append(levels, data(lv)+"/"+rest(lv))
			}
			if levels != nil {
				out = append(out, fmt.Sprintf("%c%d:[%s]", "VEC"[st], site, strings.Join(levels, "|")))
			}
			return
		}
		text := fmt.Sprintf("%s/%d/%s", data(0), s.CountAt(st, site), rest(0))
		if s.IsEmpty(st, site) {
			if text == "0/0/0/0/0/0" {
				return
			}
			text += "e"
		}
		out = append(out, fmt.Sprintf("%c%d:%s", "VEC"[st], site, text))
	}
	for st := range board.SiteType(3) {
		for site := range g.Topo.Num(st) {
			one(st, site)
		}
	}
	for _, box := range g.Containers[1:] {
		for site := box.First; site < box.First+box.Sites; site++ {
			one(board.Cell, site)
		}
	}
	sort.Strings(out)
	return strings.Join(out, ";")
}

// goldenText is the text of describe for a row of the golden states.
func goldenText(row []string) string {
	sites := strings.Split(strings.TrimSuffix(row[18], ";"), ";")
	sort.Strings(sites)
	scores := ""
	if row[11] != "" {
		scores = row[11] + " "
	}
	return fmt.Sprintf("mover %s next %s prev %s counter %s turns %s moves %s active %s phases %s scores %slegal %s "+
		"status %s ranking %s sites %s lists %s",
		row[3], row[4], row[5], row[7], row[8], row[9], row[6], row[10], scores, row[15], row[16], row[17],
		strings.Join(sites, ";"), row[19])
}

// TestGoldenStates follows the first plies of recorded trials of games without
// chance: some legal move leads from every recorded position to the next, with
// the same players, sites and position lists.
func TestGoldenStates(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(shared, "spec", "state", "golden-states.tsv"))
	if err != nil {
		t.Skip("no golden states beside the project")
	}
	loader, err := ruleset.NewLoader(os.DirFS(filepath.Join(shared, "library", "def")))
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string][][]string{}
	var names []string
	for line := range strings.Lines(string(text)) {
		row := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if row[0] == "game" {
			continue
		}
		if rows[row[0]] == nil {
			names = append(names, row[0])
		}
		rows[row[0]] = append(rows[row[0]], row)
	}
	followed := 0
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(shared, "library", "lud", filepath.FromSlash(name)+".lud")
			src, err := os.ReadFile(path)
			if err != nil {
				t.Skip(err)
			}
			rs, err := loader.Compile(ruleset.Source{File: path, Text: src})
			if err != nil {
				t.Fatal(err)
			}
			g := rs.Plan()
			if g.Has(game.Stochastic) || g.RandomStart {
				t.Skip("the trial's random numbers are not recorded")
			}
			if g.Mode == game.Simultaneous {
				t.Skip("a ply is a move of every player")
			}
			if err := game.Catch(func() { follow(t, g, rows[name]) }); err != nil {
				t.Error(err)
			}
			followed++
		})
	}
	if followed == 0 {
		t.Error("no game was followed")
	}
}

// What is not recorded may differ between positions that look alike: so many
// are followed at once, and no further once so many moves were tried.
const fronts, attempts = 64, 300

// follow plays along the rows as long as they are those of consecutive plies.
func follow(t *testing.T, g *game.Game, rows [][]string) {
	c := game.NewContext(g)
	r := rng.New(1)
	c.Start(&r)
	at := []*game.Context{c}
	if got, want := describe(c, rows[0][11] != ""), goldenText(rows[0]); got != want {
		t.Fatalf("at the start\n%s\nwant\n%s", got, want)
	}
	tried := 0
	for ply := 1; ply < len(rows) && rows[ply][2] == fmt.Sprint(ply) && tried < attempts; ply++ {
		want := goldenText(rows[ply])
		var next []*game.Context
		var texts []string
		for _, c := range at {
			for i, m := range c.Legal() {
				tried++
				mark := c.Mark()
				try := c.Temp()
				try.Play(m)
				got := describe(try, rows[ply][11] != "")
				c.GiveTemp(try)
				c.Release(mark)
				if got == want && len(next) < fronts {
					f := c.Fork(&r)
					f.Play(f.Legal()[i])
					next = append(next, f)
				}
				texts = append(texts, got)
			}
		}
		if len(next) == 0 {
			nearest := slices.MaxFunc(texts, func(a, b string) int { return common(a, want) - common(b, want) })
			t.Fatalf("no legal move leads to ply %d:\n%s\nnearest\n%s", ply, want, nearest)
		}
		at = next
	}
}

// common is the number of words that two texts share by position.
func common(a, b string) int {
	x, y := strings.FieldsFunc(a, isBreak), strings.FieldsFunc(b, isBreak)
	n := 0
	for _, w := range x {
		if slices.Contains(y, w) {
			n++
		}
	}
	return n
}

func isBreak(r rune) bool { return r == ' ' || r == ';' }
