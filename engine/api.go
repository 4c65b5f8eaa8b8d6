// Package engine is the public door of the engine: the description of a game in any
// formalism goes in, a ruleset that can be played, measured and described comes out.
//
//	rs, err := engine.New().Compile(ctx, engine.Source{File: "ur.lud", Text: text})
//	batch, err := rs.Simulate(ctx, engine.Params{Agent: "random", Playouts: 1000, Seed: 1})
//
// The public packages of the engine are few, and stay as they are within a version of
// the module but for additions:
//
//	engine      compile, simulate, warn (this package)
//	formal      the position of a game of any formalism: legal moves, payoffs, keys
//	agent       who plays: random, uct:1000, alphabeta:3
//	metric      what a batch of plays is summed up in, and its figures with intervals
//	efg         trees of games, and translation into the other formalisms
//	equiv       are two games, in whatever formalisms, the same game?
//	conformance runs the cases of a suite that other implementations can run, too
//
// The examples of this package do each of these on a whole game. Everything else may
// change with any version: it is how the engine is made, and docs/architecture.md is its map.
//
// Two calls with equal sources and parameters give equal results, whatever the machine
// and the number of goroutines, as long as Compiler.Version is the same.
package engine

import (
	"context"
	"io/fs"
	"time"

	"github.com/astragal/astragal/engine/formal"
	"github.com/astragal/astragal/engine/metric"
)

// Source is a description with the choices made for it.
type Source struct {
	// File names it in messages.
	File string
	// Text is the description.
	Text []byte
	// Options are the options selected, as "heading/choice".
	Options []string
	// Ruleset is the declared ruleset selected, "" for the default.
	Ruleset string
	// Large allows descriptions as long as programs write them, which may take gigabytes.
	Large bool
	// Formalism is "lgdl", "gdl", "rbg", "rg", "hrg", "efg" or "nfg"; "" means by the file's name.
	Formalism string
	// Library holds the descriptions in which the games of a match are found
	// by name; nil means none.
	Library fs.FS
	// Defs holds shared definitions; nil means none.
	Defs fs.FS
	// DefsID identifies the contents of Defs; "" when unknown, at the cost of
	// reading them again for every source.
	DefsID string
}

// Params say how to simulate one batch.
type Params struct {
	// Seed is the evaluation's, First the number of the batch's first playout
	// in it: together they determine every random choice.
	Seed  uint64
	First int
	// Playouts is the number of playouts in the batch.
	Playouts int
	// Bare leaves out all metrics but those that follow from length and outcome.
	Bare bool
	// Scope is how many metrics are told where Bare does not leave them out; the zero value is all.
	Scope metric.Scope
	// Traffic counts where on the board play happens, and leaves out the metrics that
	// Bare does. Only L-GDL rulesets have boards: others refuse.
	Traffic bool
	// Ladder plays, with every playout, one game of every step of a ladder of budgets, down
	// from that of the agent, which must have iterations or a depth; see package strength. What it takes
	// counts for Timeout and Deadline.
	Ladder bool
	// Agent names who plays, "random" or "uct:100" for instance; see agent.ParseTeam.
	Agent string
	// From has every playout begin in the position that a play reaches, nil at the start. Lengths
	// and limits count from there. Limits that rules read, traffic and ladders exclude it.
	From *Way
	// MaxPlies ends a playout as a draw by limit; 0 means the engine's default.
	MaxPlies int
	// MoveLimit and TurnLimit are the limits that the rules of an L-GDL ruleset read
	// and that end a play by the rules' own words, see game.Game.WithLimits; 0
	// leaves the ruleset's own. Other formalisms have none: they refuse them.
	MoveLimit, TurnLimit int
	// Memory is the number of bytes that a playout of an L-GDL ruleset may take;
	// 0 means game.DefaultMemory.
	Memory int
	// Timeout abandons a playout that takes longer; 0 means never.
	Timeout time.Duration
	// Deadline abandons the playout that is being played then, and leaves those
	// after it unplayed; the zero time means none.
	Deadline time.Time
}

// Way is the way to a position of a play: the seed of all that its rules draw, and the numbers of
// its decisions in order, those of chance included.
type Way struct {
	Seed      uint64
	Decisions []int
}

// over reports whether a playout that began at start has had its time.
func (p *Params) over(start time.Time) bool {
	return p.Timeout > 0 && time.Since(start) > p.Timeout || p.late()
}

// late reports whether the deadline has passed.
func (p *Params) late() bool { return !p.Deadline.IsZero() && !time.Now().Before(p.Deadline) }

// Ruleset is a compiled ruleset: immutable and safe for concurrent use.
type Ruleset interface {
	// Game is the game in the common form of all formalisms.
	Game() formal.Game
	// Hash identifies the ruleset: the hash of its normalised expanded description.
	Hash() string
	// Name is the game's name, RulesetName the ruleset's own, "" for the only one.
	Name() string
	RulesetName() string
	Players() int
	// Metadata holds what the description says about itself: culture, period, …
	Metadata() map[string]string
	Expanded() string
	// Concepts are the compile-time concepts: 1 for a boolean that holds, and numbers.
	Concepts() map[string]float64
	// BoardSVG is a drawing of the board, nil when there is none.
	BoardSVG() []byte
	// HighlightedHTML is the description as safe HTML with highlighted syntax.
	HighlightedHTML() string
	// Simulate plays a batch. Equal parameters give equal statistics.
	Simulate(ctx context.Context, p Params) (*metric.Batch, error)
}

// Compiler turns sources into rulesets.
type Compiler interface {
	// Compile compiles a source; an error names file, line and column.
	Compile(ctx context.Context, src Source) (Ruleset, error)
	// Version identifies the engine: results of different versions are kept apart.
	Version() string
}
