package ruleset_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/rng"
	"github.com/astragal/astragal/engine/ruleset"
	"github.com/astragal/astragal/engine/trace"
)

// TestProperties plays shipped rulesets at random to their end and tests at every
// ply what must hold in all games: one in six, all with ASTRAGAL_PROPERTIES=all.
func TestProperties(t *testing.T) {
	loader, err := ruleset.NewLoader(os.DirFS(filepath.Join(library, "def")))
	if err != nil {
		t.Fatal(err)
	}
	files := descriptions(t, filepath.Join(library, "lud"))
	if len(files) == 0 {
		t.Fatal("no library")
	}
	for i, file := range files {
		if i%6 != 0 && os.Getenv("ASTRAGAL_PROPERTIES") != "all" {
			continue
		}
		p := prober{every: 5, max: 20_000}
		if err := p.file(loader, file); err != nil {
			t.Errorf("%s: %v", file, err)
		} else if !p.ended {
			t.Errorf("%s: no end after %d plies", file, p.max)
		}
	}
}

// TestPropertiesOfLibrary does the same with games of the reference library,
// as many as there is time for: ASTRAGAL_PROPERTIES=all takes all of them.
func TestPropertiesOfLibrary(t *testing.T) {
	if _, err := os.Stat(filepath.Join(shared, "library")); err != nil {
		t.Skip("no library beside the project")
	}
	want := os.Getenv("ASTRAGAL_PROPERTIES")
	loader, err := ruleset.NewLoader(os.DirFS(filepath.Join(shared, "library", "def")))
	if err != nil {
		t.Fatal(err)
	}
	bound := 40 * time.Second
	if testing.Short() {
		bound = 5 * time.Second
	}
	limit := time.Now().Add(bound)
	for i, file := range descriptions(t, filepath.Join(shared, "library", "lud")) {
		if want == "" && (i%12 != 5 || time.Now().After(limit)) ||
			want != "" && want != "all" && !strings.Contains(file, want) {
			continue
		}
		p := prober{every: 7, max: 120, time: 2 * time.Second}
		if err := p.file(loader, file); err != nil {
			t.Errorf("%s: %v", file, err)
		}
	}
}

// prober plays a game and tests properties at every few plies.
type prober struct {
	every, max int           // plies between tests, and in all
	time       time.Duration // of a playout, 0 for no bound
	ended      bool
}

func (p *prober) file(loader *ruleset.Loader, file string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	rs, err := loader.Compile(ruleset.Source{File: file, Text: text,
		Library: os.DirFS(filepath.Join(shared, "library", "lud"))})
	if err != nil && strings.Contains(err.Error(), "of the match: there is no file") {
		return nil // the games beside the project are a part of the public library
	}
	if err != nil {
		return err
	}
	for seed := range uint64(2) {
		// Two contexts, one of which has played before, must play the same.
		first, err := p.play(game.NewContext(rs.Plan()), seed, true)
		if err != nil {
			return fmt.Errorf("seed %d: %w", seed, err)
		}
		used := game.NewContext(rs.Plan())
		short := prober{max: 3}
		if _, err := short.play(used, seed+77, false); err != nil {
			return err
		}
		again := prober{max: first.plies} // the time may have been over there
		second, err := again.play(used, seed, false)
		if err != nil {
			return err
		}
		if first != second {
			return fmt.Errorf("seed %d: the same play comes to %+v and to %+v", seed, first, second)
		}
	}
	return nil
}

type outcome struct {
	plies    int
	position uint64
	winner   int
}

func (p *prober) play(c *game.Context, seed uint64, test bool) (out outcome, err error) {
	deadline := time.Now().Add(p.time)
	fault := game.Catch(func() {
		r, choice := rng.Derive(seed, 1), rng.Derive(seed, 2)
		for c.Start(&r); !c.S.Over && out.plies < p.max && (p.time == 0 || time.Now().Before(deadline)); out.plies++ {
			legal := c.Legal()
			if len(legal) == 0 {
				err = errors.New("no legal move in a play that is not over")
				return
			}
			m := trace.Choose(c, legal, &choice)
			if !test || out.plies%p.every != 0 {
				c.Play(m)
			} else if err = properties(c, m); err != nil {
				return
			}
			if g := c.G; c.S.Turns > g.TurnLimit*max(g.Players, 1)+1 || c.T.MoveNumber() > g.MoveLimit {
				err = fmt.Errorf("turn %d, move %d: beyond the limits", c.S.Turns, c.T.MoveNumber())
				return
			}
		}
		c.Legal() // settles who is stalemated
	})
	p.ended = c.S.Over
	out.position, out.winner = c.FullHash(), c.S.Winner
	if err = errors.Join(err, fault); err != nil {
		return out, fmt.Errorf("ply %d: %w", out.plies, err)
	}
	return out, nil
}

// properties tests the position of c, plays m and tests that it leads where a copy said.
func properties(c *game.Context, m game.Move) error {
	if err := agreement(c); err != nil {
		return err
	}
	before, moves := c.FullHash(), texts(c, c.Legal())
	mark := c.Mark()

	// The order of questions does not matter.
	asked := copyOf(c)
	asked.MoverCanMove()
	asked.AllPassed()
	*asked.R = *c.R
	one := texts(asked, asked.Legal())
	plain := copyOf(c)
	two := texts(plain, plain.Legal())
	if !slices.Equal(one, two) {
		return fmt.Errorf("legal moves depend on earlier questions: %s", difference(one, two))
	}
	if !c.G.Has(game.Stochastic) && !slices.Equal(two, moves) {
		return fmt.Errorf("legal moves of a copy: %s", difference(two, moves))
	}

	// Playing on in a copy leaves the original alone.
	after := copyOf(c)
	after.Play(m)
	after.Legal() // settles who is stalemated
	position, over := after.FullHash(), after.S.Over
	far := copyOf(after)
	r := rng.New(before)
	for range 4 {
		if far.S.Over {
			break
		}
		far.Play(trace.Choose(far, far.Legal(), &r))
	}
	if after.FullHash() != position {
		return errors.New("a copy of a copy changes the copy")
	}
	for _, t := range []*game.Context{far, after, plain, asked} {
		c.GiveTemp(t)
	}
	c.Release(mark)
	if c.FullHash() != before {
		return errors.New("questions or copies change the position")
	}
	if again := texts(c, c.Legal()); !slices.Equal(again, moves) {
		return fmt.Errorf("legal moves asked again: %s", difference(again, moves))
	}
	c.Play(m)
	c.Legal()
	if c.FullHash() != position || c.S.Over != over {
		return errors.New("a move leads elsewhere than in a copy")
	}
	return nil
}

// copyOf returns a copy that draws what the original will draw.
func copyOf(c *game.Context) *game.Context {
	c.Rest()
	t := c.Temp()
	*t.R = *c.R
	return t
}

// untyped drops the site types of added pieces: a move that was tried shows
// them, one that was not does not, as in the records.
var untyped = strings.NewReplacer("[Add:type=Cell,", "[Add:", "[Add:type=Vertex,", "[Add:", "[Add:type=Edge,", "[Add:")

func texts(c *game.Context, legal []game.Move) []string {
	out := make([]string, len(legal))
	for i, m := range legal {
		out[i] = untyped.Replace(trace.MoveText(c, m))
	}
	return out
}

func difference(a, b []string) string {
	for i := range max(len(a), len(b)) {
		if i >= len(a) || i >= len(b) || a[i] != b[i] {
			return fmt.Sprintf("%d and %d, first difference at %d: %s and %s", len(a), len(b), i, at(a, i), at(b, i))
		}
	}
	return "none"
}

func at(list []string, i int) string {
	if i < len(list) {
		return list[i]
	}
	return "nothing"
}

// agreement tests that what is kept twice agrees: emptiness, owners, counts and
// position lists with the components on the sites.
func agreement(c *game.Context) error {
	g, s := c.G, c.S
	if g.DeductionPuzzle {
		return nil
	}
	type place struct {
		at        game.Place
		component int
	}
	listed := map[place]bool{}
	for k := 1; k < len(g.Components); k++ {
		for _, p := range s.Places(k) {
			p.Level = 0
			p.Type = g.TypeAt(p.Type, int(p.Site))
			listed[place{p, k}] = true
			if g.Components[k].Large() || g.Stacks || g.Counts {
				continue // these lists may keep what has gone (part 3, §6)
			}
			if w := s.WhatAt(p.Type, int(p.Site), int(p.Level)); w != k {
				return fmt.Errorf("the list of component %d has %s %d level %d, where %d stands", k, p.Type, p.Site, p.Level, w)
			}
		}
	}
	for _, st := range []board.SiteType{board.Vertex, board.Edge, board.Cell} {
		if s.EmptySet(st) == nil || g.TypeAt(g.DefaultType, 0) != st && !g.Has(game.GraphFlag) {
			continue
		}
		n := g.Topo.Num(st)
		if st == board.Cell {
			n = max(n, g.Sites)
		}
		for site := range n {
			height := s.SizeAt(st, site)
			if s.IsEmpty(st, site) != (height == 0) {
				return fmt.Errorf("%s %d: empty %v, but %d pieces high", st, site, s.IsEmpty(st, site), height)
			}
			for level := range height {
				what, who := s.WhatAt(st, site, level), s.WhoAt(st, site, level)
				if what < 0 || what >= len(g.Components) {
					return fmt.Errorf("%s %d: component %d of %d", st, site, what, len(g.Components))
				}
				if g.Components[what].Large() || what == 0 {
					continue
				}
				// Seeds that were counted into a hole belong to nobody.
				if !g.WhatIsWho && who != g.Components[what].Owner && !(g.Counts && who == 0) {
					return fmt.Errorf("%s %d level %d: component %d belongs to %d, the site says %d", st, site, level, what,
						g.Components[what].Owner, who)
				}
				if p := (game.Place{Site: int32(site), Type: st}); !listed[place{p, what}] {
					return fmt.Errorf("%s %d level %d: component %d stands here, but is not in its list", st, site, level, what)
				}
			}
		}
	}
	return nil
}
