package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/astragal/astragal/engine"
	"github.com/astragal/astragal/engine/efg"
	"github.com/astragal/astragal/engine/formal"
	"github.com/astragal/astragal/engine/gdl"
	"github.com/astragal/astragal/engine/rbg"
	"github.com/astragal/astragal/engine/rg"
)

func init() {
	register(command{
		name: "convert",
		args: "[--defs DIR] [--pad] [--contract] [--merge] [--flat] [--compact] [--scale] [--goals exact|scaled] " +
			"[--open-terminals] [--max-nodes N] IN OUT",
		short: "Translate a game into another formalism, as the names IN and OUT say; OUT may be - with --to",
		run:   convert,
	})
}

// conversion is one run of the command.
type conversion struct {
	choice *choice
	in     string
	// to is the extension of the formalism that is written.
	to            string
	pad, contract bool
	merge         bool
	lgdl          efg.LGDLOptions
	gdl           efg.GDLOptions
	goals         string
	note          func(format string, args ...any)
}

func convert(ctx context.Context, s *streams, args []string) error {
	fs := s.flags("convert")
	c := &conversion{choice: choiceFlags(fs), note: func(format string, args ...any) {
		fmt.Fprintf(s.err, "astragal convert: note: "+format+"\n", args...)
	}}
	fs.StringVar(&c.to, "to", "", "`extension` of the formalism to write: lud, efg, nfg, kif, gdl, rbg or rg "+
		"(default: that of OUT)")
	fs.BoolVar(&c.pad, "pad", false, "insert chance moves without choice where GDL-II needs information sets at one depth")
	fs.BoolVar(&c.contract, "contract", false, "leave out forced moves")
	fs.BoolVar(&c.merge, "merge", false, "from GDL-II: one branch for all moves of random with the same effect")
	fs.BoolVar(&c.lgdl.Flat, "flat", false, "L-GDL: rules of all nodes side by side instead of nested")
	fs.BoolVar(&c.lgdl.Compact, "compact", false, "L-GDL: one region per information class instead of one per node; "+
		"GDL: facts for a few rules instead of rules for every node")
	fs.BoolVar(&c.lgdl.Scale, "scale", false, "L-GDL: multiply payoffs until they are integers")
	fs.IntVar(&c.lgdl.MaxNodes, "max-nodes", 0, "largest tree (default 5000 for L-GDL, 1000000 otherwise)")
	fs.StringVar(&c.lgdl.Name, "name", "", "L-GDL: name of the game instead of the title")
	open := fs.Bool("open-terminals", false, "show everybody how the play ended")
	fs.StringVar(&c.goals, "goals", "exact", "GDL: exact payoffs, or scaled to integers from 0 to 100")
	files, err := parse(fs, args)
	if err != nil {
		return err
	}
	if len(files) != 2 {
		return usagef("expected IN and OUT")
	}
	c.in = files[0]
	c.lgdl.OpenTerminals, c.gdl.OpenTerminals = *open, *open
	switch c.goals {
	case "exact":
	case "scaled":
		c.gdl.Scaled = true
	default:
		return usagef("--goals must be exact or scaled")
	}
	if c.to == "" {
		c.to = strings.TrimPrefix(filepath.Ext(files[1]), ".")
	}
	if !slices.Contains([]string{"lud", "efg", "nfg", "kif", "gdl", "rbg", "rg"}, c.to) {
		return usagef("OUT must be a file .lud, .efg, .nfg, .kif, .gdl, .rbg or .rg, or - with --to")
	}
	if c.lgdl.MaxNodes < 0 {
		return usagef("--max-nodes must not be negative")
	}
	write := func(fill func(io.Writer) error) error {
		if files[1] == "-" {
			return fill(s.out)
		}
		f, err := os.Create(files[1])
		if err != nil {
			return err
		}
		return errors.Join(fill(f), f.Close())
	}
	if c.copies(files[1]) {
		return c.copyTree(write)
	}
	text, err := c.translate(ctx)
	if err != nil {
		return err
	}
	return write(func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	})
}

// copies reports whether a tree is only written anew, to another file, and can be read more than once.
func (c *conversion) copies(out string) bool {
	if c.to != "efg" || filepath.Ext(c.in) != ".efg" || c.contract || c.pad {
		return false
	}
	in, err := os.Stat(c.in)
	if err != nil || !in.Mode().IsRegular() {
		return false
	}
	to, err := os.Stat(out)
	return err != nil || !os.SameFile(in, to)
}

// copyTree writes a tree anew without holding it, into a temporary file while it is read back, and then to where it
// belongs.
func (c *conversion) copyTree(write func(func(io.Writer) error) error) error {
	limits := efg.Limits{Nodes: c.lgdl.MaxNodes}
	in, err := os.Open(c.in)
	if err != nil {
		return err
	}
	defer in.Close()
	tmp, err := os.CreateTemp("", "astragal-*.efg")
	if err != nil {
		return err
	}
	defer os.Remove(tmp.Name())
	defer tmp.Close()
	from, to := io.Pipe()
	back := make(chan error, 1)
	go func() {
		_, _, err := efg.Copy(io.Discard, "the translation", from, limits)
		from.CloseWithError(err)
		back <- err
	}()
	warnings, _, err := efg.Copy(io.MultiWriter(tmp, to), c.in, in, limits)
	to.CloseWithError(err)
	again := <-back
	switch {
	case err != nil && !errors.Is(err, again):
		return err
	case again != nil:
		return fmt.Errorf("%s: cannot be read back: %w", c.in, again)
	}
	for _, w := range warnings {
		c.note("%v", w)
	}
	if _, err := tmp.Seek(0, io.SeekStart); err != nil {
		return err
	}
	return write(func(w io.Writer) error {
		_, err := io.Copy(w, tmp)
		return err
	})
}

// translate goes by way of the extensive form, unless the formalisms are alike.
func (c *conversion) translate(ctx context.Context) (string, error) {
	from := strings.TrimPrefix(filepath.Ext(c.in), ".")
	switch {
	case c.to == "rbg" && from == "rbg":
		return c.lowLevel()
	case c.to == "rbg":
		return "", fmt.Errorf("%s: no translation from .%s to .rbg", c.in, from)
	case c.to == "rg" && (from == "rg" || from == "hrg"):
		return c.automaton(from)
	case c.to == "rg" && from == "rbg":
		return c.regular()
	case c.to == "rg":
		return "", fmt.Errorf("%s: no translation from .%s to .rg", c.in, from)
	case c.to == "nfg" && from == "nfg":
		return c.strategic()
	case formalisms["."+c.to] == "gdl" && formalisms["."+from] == "gdl":
		return c.syntax()
	}
	g, err := c.tree(ctx)
	if err != nil {
		return "", err
	}
	for _, w := range g.Warnings {
		c.note("%v", w)
	}
	if c.contract {
		g = g.Contract()
	}
	if c.pad {
		if g, err = g.Prune().Pad(); err != nil {
			return "", fmt.Errorf("%s: %w", c.in, err)
		}
	}
	switch c.to {
	case "lud":
		if strings.TrimSpace(c.lgdl.Name) == "" && strings.TrimSpace(g.Title) == "" {
			c.lgdl.Name = strings.TrimSuffix(filepath.Base(c.in), filepath.Ext(c.in))
		}
		text, perm, err := c.describe(ctx, g)
		if err != nil {
			return "", fmt.Errorf("%s: %w", c.in, err)
		}
		if len(perm) > 0 && perm[0] != 1 {
			c.note("players 1 and %d change places, because L-GDL games begin with player 1", perm[0])
		}
		return text, nil
	case "efg":
		var b strings.Builder
		if err := efg.Write(&b, g); err != nil {
			return "", fmt.Errorf("%s: %w", c.in, err)
		}
		text := b.String()
		if _, _, err := efg.Copy(io.Discard, "the translation", strings.NewReader(text),
			efg.Limits{Nodes: c.lgdl.MaxNodes}); err != nil {
			return "", fmt.Errorf("%s: cannot be read back: %w", c.in, err)
		}
		return text, nil
	}
	if c.to == "nfg" {
		s, err := g.Strategic()
		if err != nil {
			return "", fmt.Errorf("%s: %w", c.in, err)
		}
		return strategicText(c.in, s)
	}
	if c.gdl.Compact = c.lgdl.Compact; len(g.Nodes) > plainNodes && !c.gdl.Compact {
		c.gdl.Compact = true
		c.note("written with --compact, because the tree has more than %d nodes", plainNodes)
	}
	var b bytes.Buffer
	if err := efg.WriteGDL(&b, g, c.gdl); err != nil {
		if !c.pad && !g.OneDepth() {
			return "", fmt.Errorf("%s: %w; --pad may help", c.in, err)
		}
		return "", fmt.Errorf("%s: %w", c.in, err)
	}
	nodes := len(g.Nodes) // the tree itself is needed no more, and what is read back takes much room
	if _, err := gdl.Load("the translation.kif", b.Bytes()); err != nil {
		return "", fmt.Errorf("%s: %d nodes cannot be read back as GDL: %w", c.in, nodes, err)
	}
	text := b.String()
	if c.to == "kif" {
		return text, nil
	}
	return infix(c.in, text)
}

// plainNodes bounds trees of which GDL has rules for every node: asking all of them takes time.
const plainNodes = 10_000

// describe writes the tree as L-GDL in the form asked for, or in one that takes less
// room where the reader of descriptions would refuse that.
func (c *conversion) describe(ctx context.Context, g *efg.Game) (text string, perm []int, err error) {
	form := c.lgdl
	for {
		if text, perm, err = efg.LGDL(g, form); err != nil {
			return "", nil, err
		}
		_, err := engine.New().Compile(ctx, engine.Source{File: "the translation.lud", Text: []byte(text), Large: true})
		switch {
		case err == nil:
			return text, perm, nil
		case !form.Flat:
			form.Flat = true
			c.note("written with --flat, because it could not be read back otherwise: %v", err)
		case !form.Compact:
			form.Compact = true
			c.note("written with --compact, because it could not be read back otherwise: %v", err)
		default:
			return "", nil, fmt.Errorf("%d nodes are too many for an L-GDL description: %w", len(g.Nodes), err)
		}
	}
}

// tree reads or unfolds the extensive form of the game.
func (c *conversion) tree(ctx context.Context) (*efg.Game, error) {
	limits := efg.Limits{Nodes: c.lgdl.MaxNodes}
	if filepath.Ext(c.in) == ".efg" {
		f, err := os.Open(c.in)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		size := int64(0)
		if info, err := f.Stat(); err == nil {
			size = info.Size()
		}
		return efg.ReadFrom(c.in, f, size, limits)
	}
	rs, err := c.choice.open(ctx, c.in)
	if err != nil {
		return nil, err
	}
	game := engine.ExplicitChance(rs.Game())
	if m, ok := game.(interface{ Merged() formal.Game }); ok && c.merge {
		game = m.Merged()
	}
	g, err := efg.FromFormal(game, limits)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", c.in, err)
	}
	return g, nil
}

// strategic writes a strategic form in the canonical form of its files.
func (c *conversion) strategic() (string, error) {
	text, err := os.ReadFile(c.in)
	if err != nil {
		return "", err
	}
	g, err := efg.ReadStrategic(c.in, text)
	if err != nil {
		return "", err
	}
	return strategicText(c.in, g)
}

func strategicText(file string, g *efg.Strategic) (string, error) {
	var b strings.Builder
	if err := efg.WriteStrategic(&b, g); err != nil {
		return "", fmt.Errorf("%s: %w", file, err)
	}
	return b.String(), nil
}

// lowLevel writes a Regular Boardgame without macros.
func (c *conversion) lowLevel() (string, error) {
	return c.written((*rbg.Description).WriteLow)
}

func (c *conversion) boardgame() (*rbg.Description, error) {
	text, err := os.ReadFile(c.in)
	if err != nil {
		return nil, err
	}
	return rbg.Parse(c.in, strings.TrimSuffix(filepath.Base(c.in), ".rbg"), text)
}

// automaton writes a Regular Game at its low level.
func (c *conversion) automaton(from string) (string, error) {
	text, err := os.ReadFile(c.in)
	if err != nil {
		return "", err
	}
	parse := rg.Parse
	if from == "hrg" {
		parse = rg.ParseHigh
	}
	d, err := parse(c.in, strings.TrimSuffix(filepath.Base(c.in), "."+from), text)
	if err != nil {
		return "", err
	}
	if _, err := d.Compile(); err != nil {
		return "", err
	}
	var b strings.Builder
	if err := d.Write(&b); err != nil {
		return "", fmt.Errorf("%s: %w", c.in, err)
	}
	return c.readable(b.String())
}

// regular writes a Regular Boardgame as a Regular Game.
func (c *conversion) regular() (string, error) {
	text, err := c.written((*rbg.Description).WriteRegular)
	if err != nil {
		return "", err
	}
	return c.readable(text)
}

// written is what write makes of a Regular Boardgame.
func (c *conversion) written(write func(*rbg.Description, io.Writer) error) (string, error) {
	d, err := c.boardgame()
	if err != nil {
		return "", err
	}
	var b strings.Builder
	if err := write(d, &b); err != nil {
		return "", fmt.Errorf("%s: %w", c.in, err)
	}
	return b.String(), nil
}

// readable is the text of a Regular Game that our own reader takes.
func (c *conversion) readable(text string) (string, error) {
	if _, err := rg.Load("the translation.rg", "the translation", []byte(text)); err != nil {
		return "", fmt.Errorf("%s: cannot be read back: %w", c.in, err)
	}
	return text, nil
}
