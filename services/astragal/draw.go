package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/astragal/astragal/engine"

	"github.com/astragal/astragal/engine/draw"
	"github.com/astragal/astragal/engine/efg"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/rng"
	"github.com/astragal/astragal/engine/ruleset"
)

func init() {
	register(command{
		name: "draw",
		args: "[--defs DIR] [--option S]… [--ruleset S] [--moves M,M,… | --plies N] [--labels] [--sites] [--tracks] " +
			"[-o OUT] FILE | " +
			"--sheet OUT.html FILE…",
		short: "Draw the board, or a position, of an L-GDL game or the tree of an extensive form as SVG",
		run:   drawGame,
	})
}

// drawing is one run of the command.
type drawing struct {
	choice  *choice
	moves   string
	plies   int
	seed    uint64
	tracks  bool
	options draw.Options
}

var drawStyles = map[string]draw.Style{"auto": draw.Auto, "cells": draw.Cells, "grid": draw.Grid, "paper": draw.Paper,
	"pits": draw.Pits}

func drawGame(ctx context.Context, s *streams, args []string) error {
	fs := s.flags("draw")
	d := &drawing{choice: choiceFlags(fs)}
	fs.StringVar(&d.moves, "moves", "", "play these moves first: numbers in the list of legal moves, from 0, or sites "+
		"such as D4 or A1-B2, with commas")
	fs.IntVar(&d.plies, "plies", 0, "play so many random moves first")
	fs.Uint64Var(&d.seed, "seed", 1, "seed of all random choices")
	fs.BoolVar(&d.options.Labels, "labels", false, "write the coordinates of the sites")
	fs.BoolVar(&d.options.Sites, "sites", false, "write the numbers of the sites")
	fs.BoolVar(&d.tracks, "tracks", false, "draw the tracks")
	fs.Float64Var(&d.options.Width, "width", 0, "largest width and height in pixels (default 640)")
	style := fs.String("style", "auto", "auto, cells, grid, paper or pits")
	out := fs.String("o", "", "write to this `file` instead of standard output")
	sheet := fs.String("sheet", "", "write one HTML `page` with the pictures of all files, and of all boards in files "+
		".boards")
	files, err := parse(fs, args)
	if err != nil {
		return err
	}
	known := false
	if d.options.Style, known = drawStyles[*style]; !known {
		return usagef("--style must be auto, cells, grid, paper or pits")
	}
	switch {
	case d.moves != "" && d.plies != 0:
		return usagef("--moves and --plies exclude each other")
	case d.plies < 0 || d.options.Width < 0:
		return usagef("numbers must not be negative")
	case *sheet != "":
		if len(files) == 0 {
			return usagef("no FILE")
		}
		return d.sheet(ctx, s, *sheet, files)
	case len(files) != 1:
		return usagef("expected one FILE")
	}
	svg, err := d.file(ctx, files[0])
	if err != nil {
		return err
	}
	if *out != "" {
		return os.WriteFile(*out, svg, 0o666)
	}
	_, err = s.out.Write(svg)
	return err
}

// file draws the game of a file.
func (d *drawing) file(ctx context.Context, file string) ([]byte, error) {
	var b bytes.Buffer
	switch formalisms[filepath.Ext(file)] {
	case "lgdl":
		rs, err := d.choice.open(ctx, file)
		if err != nil {
			return nil, err
		}
		if err := d.game(&b, rs); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
	case "efg":
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		g, err := efg.Read(file, text, efg.Limits{})
		if err != nil {
			return nil, err
		}
		if d.moves != "" || d.plies > 0 {
			return nil, fmt.Errorf("%s: the tree shows all moves; there is no position to draw", file)
		}
		if err := efg.SVG(&b, g); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
	case "":
		return nil, unknownFile(file)
	default:
		return nil, fmt.Errorf("%s: descriptions in this language do not say what the board looks like; only .lud and "+
			".efg can be drawn", file)
	}
	return b.Bytes(), nil
}

// game draws a position of an L-GDL game.
func (d *drawing) game(w io.Writer, rs engine.Ruleset) error {
	r, ok := rs.(interface {
		Plan() *game.Game
		Draw(w io.Writer, c *game.Context, o draw.Options) error
	})
	if !ok {
		return errors.New("no board to draw")
	}
	g := r.Plan()
	c := game.NewContext(g)
	seed := rng.New(d.seed)
	if err := game.Catch(func() { c.Start(&seed) }); err != nil {
		return err
	}
	if err := d.play(c, &seed); err != nil {
		return err
	}
	o := d.options
	o.Title = rs.Name()
	if d.tracks {
		o.Tracks = ruleset.Ways(g)
	}
	return r.Draw(w, c, o)
}

// play makes the moves that lead to the position.
func (d *drawing) play(c *game.Context, r *rng.SplitMix64) error {
	var words []string
	if d.moves != "" {
		words = strings.Split(d.moves, ",")
	}
	for i := 0; i < max(len(words), d.plies); i++ {
		var fault error
		err := game.Catch(func() {
			legal := c.Legal()
			if c.S.Over || len(legal) == 0 {
				if words != nil {
					fault = fmt.Errorf("the play is over after %d moves", i)
				}
				return
			}
			if c.G.Mode == game.Simultaneous {
				fault = errors.New("positions of games with simultaneous moves cannot be reached one move at a time")
				return
			}
			n := r.Below(len(legal))
			if words != nil {
				n, fault = findMove(c, legal, strings.TrimSpace(words[i]))
			}
			if fault == nil {
				c.Play(legal[n])
			}
		})
		if err = errors.Join(err, fault); err != nil {
			return fmt.Errorf("move %d: %w", i+1, err)
		}
	}
	return nil
}

// findMove finds the legal move that a word names: by its number, by the site that
// it goes to, or by the sites from and to.
func findMove(c *game.Context, legal []game.Move, word string) (int, error) {
	if n, err := strconv.Atoi(word); err == nil {
		if n < 0 || n >= len(legal) {
			return 0, fmt.Errorf("there is no legal move %d; they are numbered 0 to %d", n, len(legal)-1)
		}
		return n, nil
	}
	found := -1
	for i, m := range legal {
		from, to := siteLabel(c.G, m.From), siteLabel(c.G, m.To)
		if !strings.EqualFold(word, to) && !strings.EqualFold(word, from+"-"+to) {
			continue
		}
		if found >= 0 {
			return 0, fmt.Errorf("%q may be several moves, for instance %d or %d", word, found, i)
		}
		found = i
	}
	if found < 0 {
		return 0, fmt.Errorf("no legal move is %q; there are %d, for instance %s-%s", word, len(legal),
			siteLabel(c.G, legal[0].From), siteLabel(c.G, legal[0].To))
	}
	return found, nil
}

// siteLabel is the coordinate of a site, its number beside the board.
func siteLabel(g *game.Game, site int32) string {
	if site >= 0 && int(site) < g.Topo.NumSites() {
		return g.Topo.Label(g.DefaultType, site)
	}
	return strconv.Itoa(int(site))
}
