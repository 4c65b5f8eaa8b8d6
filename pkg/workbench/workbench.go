// Package workbench is the engine as one conversation in JSON: a command goes in as an
// object, an answer comes out. It is what a browser runs in a worker, compiled to
// WebAssembly (services/workbench), and what the tests run beside it to show that both
// find the same.
//
//	open ──► a game is compiled ──► position, play, back, go, hint …   (play.go)
//	                             ──► playouts, concepts                 (measure.go)
//	assist ──► diagnose, complete, hover, rename, …                     (write.go)
//
// A bench holds one library of known defines, one game and one play of it. An answer
// {"error": …} says what was wrong; game and play are as they were before.
package workbench

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"runtime/debug"
	"testing/fstest"

	"github.com/astragal/astragal/engine"

	"github.com/astragal/astragal/engine/assist"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/metric"
	"github.com/astragal/astragal/pkg/session"
)

// Bench is one conversation. It belongs to one goroutine.
type Bench struct {
	engine  engine.Compiler
	defs    fs.FS
	defsID  string
	sets    int
	library *assist.Library
	rs      engine.Ruleset
	source  source
	play    *session.Session
	batch   *metric.Batch // of playouts so far, batched of them
	batched int
}

// New returns a bench without known defines and without a game.
func New() *Bench { return &Bench{engine: engine.New()} }

// source is a description with the choices made for it.
type source struct {
	File    string   `json:"file"` // its extension tells the formalism, unless that is given
	Text    string   `json:"text"`
	Options []string `json:"options,omitempty"` // as heading/item
	Ruleset string   `json:"ruleset,omitempty"` // declared one that is selected
	// Formalism is lgdl, gdl, rbg, efg or nfg.
	Formalism string            `json:"formalism,omitempty"`
	Games     map[string]string `json:"games,omitempty"` // descriptions of the games of a match by name
}

func (s *source) games() fs.FS {
	if len(s.Games) == 0 {
		return nil
	}
	return files(s.Games)
}

// files is a file system of texts by path.
func files(texts map[string]string) fs.FS {
	m := fstest.MapFS{}
	for name, text := range texts {
		m[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return m
}

// commands are what a bench understands, by the value of "cmd".
var commands = map[string]func(b *Bench, ctx context.Context, line []byte) (any, error){}

// on registers a command whose fields are those of P.
func on[P any](name string, do func(b *Bench, ctx context.Context, p P) (any, error)) {
	commands[name] = func(b *Bench, ctx context.Context, line []byte) (any, error) {
		var p struct {
			Cmd string `json:"cmd"`
			ID  int    `json:"id"` // of the asker, for his own use
		}
		var fields P
		if err := json.Unmarshal(line, &p); err != nil {
			return nil, err
		}
		if err := json.Unmarshal(line, &fields); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		return do(b, ctx, fields)
	}
}

// Answer answers a command. It never panics: a fault of the engine is an error.
func (b *Bench) Answer(ctx context.Context, line []byte) []byte {
	var reply any
	err := func() (err error) {
		defer func() {
			if x := recover(); x != nil {
				err = fmt.Errorf("the engine failed: %v", x)
				debug.FreeOSMemory()
			}
		}()
		var c struct {
			Cmd string `json:"cmd"`
		}
		if err := json.Unmarshal(line, &c); err != nil {
			return fmt.Errorf("expected a command such as {\"cmd\":\"position\"}: %w", err)
		}
		do := commands[c.Cmd]
		if do == nil {
			return fmt.Errorf("there is no command %q", c.Cmd)
		}
		reply, err = do(b, ctx, line)
		return err
	}()
	if err != nil {
		reply = map[string]string{"error": err.Error()}
	}
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(reply); err != nil {
		return fmt.Appendf(nil, "{\"error\":%q}\n", err.Error())
	}
	return out.Bytes()
}

func init() {
	on("version", func(b *Bench, _ context.Context, _ struct{}) (any, error) {
		return map[string]string{"engine": b.engine.Version()}, nil
	})
	on("defs", (*Bench).useDefs)
	on("open", (*Bench).open)
}

// useDefs takes known defines, by path, in the place of those before.
func (b *Bench) useDefs(_ context.Context, p struct {
	Files map[string]string `json:"files"`
}) (any, error) {
	defs := files(p.Files)
	l, err := assist.NewLibrary(defs)
	if err != nil {
		return nil, err
	}
	b.sets++
	b.defs, b.defsID, b.library = defs, fmt.Sprint(b.sets), l
	return map[string]int{"files": len(p.Files)}, nil
}

// lib is the library in use, an empty one before there is another.
func (b *Bench) lib() (*assist.Library, error) {
	if b.library == nil {
		l, err := assist.NewLibrary()
		if err != nil {
			return nil, err
		}
		b.library = l
	}
	return b.library, nil
}

// opened is a game that has been compiled.
type opened struct {
	Name         string            `json:"name"`
	Ruleset      string            `json:"ruleset,omitempty"`
	Hash         string            `json:"hash"`
	Formalism    string            `json:"formalism"`
	Players      int               `json:"players"`
	Hidden       bool              `json:"hidden"`            // whether players do not see everything
	Chance       bool              `json:"chance"`            // whether moves leave anything to chance
	Simultaneous bool              `json:"simultaneous"`      // whether several decide at the same time
	Puzzle       bool              `json:"puzzle"`            // of deduction
	Ways         bool              `json:"ways"`              // whether there are tracks that pieces follow
	Race         bool              `json:"race"`              // whether they follow them by dice
	Family       string            `json:"family"`            // how the board looks: see family
	Colours      []string          `json:"colours,omitempty"` // of the players' pieces as #rrggbb, where there is a board
	Metadata     map[string]string `json:"metadata"`
	Engine       string            `json:"engine"`
	Agents       []string          `json:"agents"` // that can play it, the weakest first
}

// open compiles a description and begins a play.
func (b *Bench) open(ctx context.Context, p source) (any, error) {
	rs, err := b.engine.Compile(ctx, engine.Source{File: p.File, Text: []byte(p.Text), Options: p.Options,
		Ruleset:   p.Ruleset,
		Formalism: p.Formalism, Defs: b.defs, DefsID: b.defsID, Library: p.games()})
	if err != nil {
		return nil, err
	}
	play := session.New(rs)
	if err := play.Fault(); err != nil {
		return nil, err
	}
	b.rs, b.source, b.play, b.batch = rs, p, play, nil
	x := opened{Name: rs.Name(), Ruleset: rs.RulesetName(), Hash: rs.Hash(), Formalism: rs.Game().Formalism(),
		Players: rs.Players(),
		Family:  b.family(), Metadata: rs.Metadata(), Engine: b.engine.Version(), Agents: b.levels(ctx)}
	g := rs.Game()
	if h, ok := g.(interface{ Hidden() bool }); ok {
		x.Hidden = h.Hidden()
	}
	if h, ok := g.(interface{ Draws() bool }); ok {
		x.Chance = h.Draws()
	}
	if h, ok := g.(interface{ Simultaneous() bool }); ok {
		x.Simultaneous = h.Simultaneous()
	}
	if r, ok := b.rs.(interface{ Colours() []string }); ok {
		x.Colours = r.Colours()
	}
	if plan := b.plan(); plan != nil {
		x.Puzzle = plan.DeductionPuzzle
		x.Ways = len(plan.Tracks) > 0
		x.Race = x.Ways && len(plan.Dice) > 0
	}
	return x, nil
}

// plan is the compiled game of an L-GDL ruleset, nil for other formalisms.
func (b *Bench) plan() *game.Game {
	if r, ok := b.rs.(interface{ Plan() *game.Game }); ok {
		return r.Plan()
	}
	return nil
}

// errNoGame is the answer to commands about a game before there is one.
var errNoGame = errors.New("no game is open")
