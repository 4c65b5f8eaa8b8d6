// Package ruleset is the front door of the engine: the text of a description
// and the choices made for it go in, a compiled ruleset that can be described,
// drawn and played comes out.
package ruleset

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"sync"

	"github.com/astragal/astragal/engine/concept"
	"github.com/astragal/astragal/engine/formal"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/compiled"
	"github.com/astragal/astragal/engine/internal/heuristic"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/ludeme"
	"github.com/astragal/astragal/engine/metric"
)

// Source is a description with the choices made for it.
type Source struct {
	File    string   // names it in messages
	Text    []byte   // the description
	Options []string // options selected, as "heading/choice"
	Ruleset string   // declared ruleset selected, "" for the default
	Library fs.FS    // descriptions in which the games of a match are found by name, nil for none
	Large   bool     // whether the description may be as long as programs write them; see lgdl.Large
}

// Loader compiles descriptions against one set of known defines. It is safe for
// concurrent use.
type Loader struct{ defs *lgdl.Defines }

// NewLoader reads the known defines of the given folders; there may be none.
func NewLoader(defs ...fs.FS) (*Loader, error) {
	d, err := lgdl.LoadDefines(defs...)
	if err != nil {
		return nil, err
	}
	return &Loader{defs: d}, nil
}

// Defines returns the known defines.
func (l *Loader) Defines() *lgdl.Defines { return l.defs }

// Ruleset is a compiled ruleset: immutable and safe for concurrent use.
type Ruleset struct {
	src      Source
	expanded *lgdl.Expanded
	checked  *lgdl.Checked
	game     *game.Game
	subgames []*Ruleset             // the games of a match
	metrics  func() *metric.Plan    // made on first use
	machine  func() *compiled.Game  // likewise, for plays from the start; nil for a game that is not compiled
	match    func() *compiled.Match // the same for a match, nil for other games
	searched func() *compiled.Game  // the same for plays from any position
	valued   func() *compiled.Game  // the same with all that heuristics ask for
	watched  func() *compiled.Game  // the same with notes of what positions tell
	coursed  func() *compiled.Game  // the same without the numbers of legal moves
	standard func() *heuristic.Set

	// As watched and coursed are for games; nil for what is no match.
	watchedMatch, coursedMatch func() *compiled.Match
}

// Compile reads, expands, checks and compiles a description. Errors are
// *lgdl.Error or lgdl.ErrorList with file, line and column.
func (l *Loader) Compile(src Source) (*Ruleset, error) {
	return l.CompileWith(src, game.Options{})
}

// CompileWith is Compile with options of the game compiler.
func (l *Loader) CompileWith(src Source, opt game.Options) (r *Ruleset, err error) {
	// A fault of the engine is an error of this description alone.
	if fault := game.Catch(func() { r, err = l.build(src, opt) }); fault != nil {
		return nil, fault
	}
	return r, err
}

func (l *Loader) build(src Source, opt game.Options) (*Ruleset, error) {
	r := &Ruleset{src: src}
	limits := lgdl.Usual
	if src.Large {
		limits = lgdl.Large
	}
	d, err := lgdl.ReadWithin(src.File, src.Text, limits)
	if err != nil {
		return nil, err
	}
	if r.expanded, err = d.Expand(l.defs, lgdl.Selection{Options: src.Options, Ruleset: src.Ruleset}); err != nil {
		return nil, err
	}
	if r.checked, err = r.expanded.Check(ludeme.Grammar()); err != nil {
		return nil, err
	}
	if r.checked.Game == nil {
		return nil, &lgdl.Error{Pos: lgdl.Pos{File: src.File, Line: 1, Col: 1},
			Msg: "the description has metadata but no game"}
	}
	if err = l.compile(r, opt); err != nil {
		return nil, err
	}
	r.prepare()
	return r, nil
}

// prepare sets what is made of the game on first use.
func (r *Ruleset) prepare() {
	r.metrics = sync.OnceValue(r.newMetrics)
	r.standard = sync.OnceValue(func() *heuristic.Set { return heuristic.Standard(r.fitting()) })
	r.machine = sync.OnceValue(func() *compiled.Game { return r.compiled(compiled.NewPlays) })
	match := func(by func(*game.Game) (*compiled.Match, error)) func() *compiled.Match {
		return sync.OnceValue(func() *compiled.Match { m, _ := r.attemptMatch(by); return m })
	}
	r.match, r.watchedMatch = match(compiled.NewMatch), match(compiled.NewWatchedMatch)
	r.coursedMatch = match(compiled.NewCourseMatch)
	r.searched = sync.OnceValue(func() *compiled.Game { return r.compiled(compiled.New) })
	r.valued = sync.OnceValue(func() *compiled.Game { return r.compiled(compiled.NewValued) })
	r.watched = sync.OnceValue(func() *compiled.Game { return r.compiled(compiled.NewWatched) })
	r.coursed = sync.OnceValue(func() *compiled.Game { return r.compiled(compiled.NewCourse) })
}

// compiled is the game as compiled code, nil for one that is not: it is played by the rules, whatever the reason is.
func (r *Ruleset) compiled(by func(*game.Game) (*compiled.Game, error)) *compiled.Game {
	c, _ := r.attempt(by)
	return c
}

// attempt compiles the game; a fault of the engine, too, is an error.
func (r *Ruleset) attempt(by func(*game.Game) (*compiled.Game, error)) (c *compiled.Game, err error) {
	if fault := game.Catch(func() { c, err = by(r.game) }); fault != nil {
		return nil, fault
	}
	return c, err
}

// attemptMatch compiles the games of a match, likewise; nil for other games.
func (r *Ruleset) attemptMatch(by func(*game.Game) (*compiled.Match, error)) (m *compiled.Match, err error) {
	if !r.game.IsMatch() {
		return nil, nil
	}
	if fault := game.Catch(func() { m, err = by(r.game) }); fault != nil {
		return nil, fault
	}
	return m, err
}

// WithLimits returns the ruleset with other limits of moves and turns, see
// game.Game.WithLimits; 0 leaves its own. Its identity stays: limits belong to the
// evaluation.
func (r *Ruleset) WithLimits(moves, turns int) *Ruleset {
	if moves == 0 && turns == 0 {
		return r
	}
	limited := &Ruleset{src: r.src, expanded: r.expanded, checked: r.checked, game: r.game.WithLimits(moves, turns),
		subgames: r.subgames}
	limited.prepare()
	return limited
}

// Plan is the compiled game.
func (r *Ruleset) Plan() *game.Game { return r.game }

// Game is the game in the form common to all formalisms.
func (r *Ruleset) Game() formal.Game {
	return &adapter{g: r.game, exchanged: formal.NotedExchange(r.Metadata()["description"]), own: r.ownHeuristics,
		standard: r.standard,
		machine:  r.searched, valued: r.valued}
}

// Hash identifies the ruleset and what its figures depend on: the hash of its
// normalised expanded description, of the heuristics that it has, and of those of
// its games if it is a match.
func (r *Ruleset) Hash() string {
	own, values := r.expanded.Hash(), r.valuing()
	if len(r.subgames) == 0 && values == "" {
		return own
	}
	h := sha256.New()
	io.WriteString(h, own)
	if values != "" {
		io.WriteString(h, "\n"+values)
	}
	for _, sub := range r.subgames {
		io.WriteString(h, "\n"+sub.Hash())
	}
	return hex.EncodeToString(h.Sum(nil))
}

// Name is the game's name.
func (r *Ruleset) Name() string { return r.game.Name }

// RulesetName is the declared ruleset that was selected, "" when there is none.
func (r *Ruleset) RulesetName() string { return r.expanded.Ruleset }

// Options are the options in force, one of every category, as "heading/choice".
func (r *Ruleset) Options() []string { return r.expanded.Options }

// PlyLimit is the number of plies after which a playout ends when nobody says
// otherwise, and whether it is a limit of the rules.
func (r *Ruleset) PlyLimit() (plies int, own bool) {
	return r.game.PlyLimit(), r.game.Players > 0 && !r.game.IsMatch()
}

// Players is the number of players.
func (r *Ruleset) Players() int { return r.game.Players }

// Concepts are the compile-time concepts of the ruleset.
func (r *Ruleset) Concepts() *concept.Vector {
	return extractor().Extract(r.concepts())
}

// Contributions returns what each expression of a typed tree of the same description contributes to the concepts,
// with all that is below it. It is not for a match.
func (r *Ruleset) Contributions(root *lgdl.Expr, of []*lgdl.Expr) []concept.Set {
	return extractor().Contributions(concept.Input{Checked: &lgdl.Checked{Game: root}, Game: r.game}, of)
}

// concepts is what concepts are derived from.
func (r *Ruleset) concepts() concept.Input {
	in := concept.Input{Checked: r.checked, Game: r.game, Defines: r.expanded.Invoked()}
	for _, sub := range r.subgames {
		in.Subgames = append(in.Subgames, sub.concepts())
	}
	return in
}

// extractor is shared by all rulesets; a row with a malformed marking is a
// programming error.
var extractor = sync.OnceValue(func() *concept.Extractor {
	x, err := concept.NewExtractor(ludeme.Grammar())
	if err != nil {
		panic(err)
	}
	return x
})

// Expanded is the description with all defines and options replaced, in canonical layout.
func (r *Ruleset) Expanded() string { return r.expanded.Canonical() }

// Checked is the typed tree of the description.
func (r *Ruleset) Checked() *lgdl.Checked { return r.checked }

// Metadata is what the description says about itself in its info section:
// culture, period, origin, author and the like by lower-case key.
func (r *Ruleset) Metadata() map[string]string { return Info(r.expanded.Metadata) }

// Info reads the metadata of an expanded description, which may be nil: the
// strings of each item by the item's lower-case key, those in one item separated
// by "; ", several items by line feeds.
func Info(metadata *lgdl.Node) map[string]string {
	m := map[string]string{}
	if metadata != nil {
		info(metadata, m)
	}
	return m
}

// info collects the items (key "value") of a metadata tree.
func info(n *lgdl.Node, m map[string]string) {
	if n.Kind == lgdl.Clause && n.Text == "graphics" || n.Text == "ai" {
		return
	}
	if n.Kind == lgdl.Clause && len(n.Items) >= 1 {
		if text := strings.Join(texts(n), "; "); text != "" {
			if old, ok := m[n.Text]; ok {
				text = old + "\n" + text
			}
			m[n.Text] = text
			return
		}
	}
	for _, x := range n.Items {
		info(x, m)
	}
}

// texts returns the strings of a clause, those in its lists included: an alias,
// or a list of them.
func texts(n *lgdl.Node) (list []string) {
	for _, x := range n.Items {
		switch x.Kind {
		case lgdl.String:
			list = append(list, x.Text)
		case lgdl.List:
			list = append(list, texts(x)...)
		}
	}
	return list
}

func (r *Ruleset) String() string { return fmt.Sprintf("%s (%s)", r.Name(), r.src.File) }
