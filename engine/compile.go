package engine

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"html"
	"path/filepath"
	"strings"

	"github.com/astragal/astragal/engine/efg"
	"github.com/astragal/astragal/engine/formal"
	"github.com/astragal/astragal/engine/metric"
	"github.com/astragal/astragal/engine/rbg"
	"github.com/astragal/astragal/engine/rg"
)

// compiler compiles every formalism by the package that knows it.
type compiler struct{ loaders *loaders }

// New returns the compiler that the services run.
func New() Compiler { return compiler{&loaders{}} }

// Version is that of everything that can change a result: of play and of what is measured.
func (compiler) Version() string { return version() }

// Formalisms holds the formalisms by extension of the file's name; it must not be changed.
var Formalisms = map[string]string{".lud": "lgdl", ".efg": "efg", ".nfg": "nfg", ".rbg": "rbg",
	".rg": "rg", ".hrg": "hrg", ".kif": "gdl", ".gdl": "gdl"}

func (c compiler) Compile(ctx context.Context, src Source) (Ruleset, error) {
	if src.Formalism == "" {
		src.Formalism = Formalisms[strings.ToLower(filepath.Ext(src.File))]
	}
	switch src.Formalism {
	case "lgdl":
		return c.loaders.compile(ctx, src)
	case "efg":
		g, err := efg.Read(src.File, src.Text, efg.Limits{})
		if err != nil {
			return nil, err
		}
		var board bytes.Buffer
		if err := efg.SVG(&board, g); err != nil {
			board.Reset() // too large to draw
		}
		var canonical bytes.Buffer
		if err := efg.Write(&canonical, g); err != nil {
			return nil, fmt.Errorf("%s:1:1: %w", src.File, err)
		}
		return &tree{newPlain(src, efg.Adapt(g), canonical.Bytes(), board.Bytes()), g}, nil
	case "nfg":
		g, err := efg.ReadStrategic(src.File, src.Text)
		if err != nil {
			return nil, err
		}
		var canonical bytes.Buffer
		if err := efg.WriteStrategic(&canonical, g); err != nil {
			return nil, fmt.Errorf("%s:1:1: %w", src.File, err)
		}
		return newPlain(src, g, canonical.Bytes(), nil), nil
	case "gdl":
		return compileGDL(src)
	case "rbg":
		name := strings.TrimSuffix(filepath.Base(src.File), filepath.Ext(src.File))
		g, err := rbg.Load(src.File, name, src.Text)
		if err != nil {
			return nil, err
		}
		return &regular{plain: newPlain(src, g, bytes.TrimSpace(src.Text), nil), states: func() walked { return g.NewState() }}, nil
	case "rg":
		return compileRG(src, rg.Parse)
	case "hrg":
		return compileRG(src, rg.ParseHigh)
	}
	return nil, fmt.Errorf("%s:1:1: formalism %q, expected lgdl, gdl, efg, nfg, rbg, rg or hrg", src.File, src.Formalism)
}

// plain is a ruleset of a formalism whose descriptions say nothing but the game.
type plain struct {
	game     formal.Game
	file     string
	text     string
	hash     string
	board    []byte
	concepts map[string]float64
}

func newPlain(src Source, g formal.Game, canonical, board []byte) *plain {
	sum := sha256.Sum256(append([]byte(g.Formalism()+"\n"), canonical...))
	return &plain{game: g, file: src.File, text: string(src.Text), hash: hex.EncodeToString(sum[:16]), board: board,
		concepts: map[string]float64{"NumPlayers": float64(len(g.Players()))}}
}

func (p *plain) Game() formal.Game { return p.game }
func (p *plain) Hash() string      { return p.hash }
func (p *plain) Name() string {
	if n := p.game.Name(); n != "" {
		return n
	}
	return filepath.Base(p.file)
}
func (p *plain) RulesetName() string          { return "" }
func (p *plain) Players() int                 { return len(p.game.Players()) }
func (p *plain) Metadata() map[string]string  { return map[string]string{} }
func (p *plain) Expanded() string             { return p.text }
func (p *plain) Concepts() map[string]float64 { return p.concepts }
func (p *plain) BoardSVG() []byte             { return p.board }
func (p *plain) HighlightedHTML() string      { return html.EscapeString(p.text) }
func (p *plain) Simulate(ctx context.Context, params Params) (*metric.Batch, error) {
	return Play(ctx, p.game, params)
}
