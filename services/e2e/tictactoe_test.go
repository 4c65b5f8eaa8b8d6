package e2e

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math/big"
	"strings"
	"testing"
	"time"

	"github.com/astragal/astragal/engine"

	"github.com/astragal/astragal/engine/formal"
	"github.com/astragal/astragal/engine/metric"
	"github.com/astragal/astragal/engine/rng"
	"github.com/astragal/astragal/pkg/catalogue"
)

// ticTacToe is a game small enough to test the pipeline with: three in a row on
// a square of 9 points. Its "descriptions" are lines of key: value.
type ticTacToe struct{ name string }

func (ticTacToe) Formalism() string            { return "test" }
func (g ticTacToe) Name() string               { return g.name }
func (ticTacToe) Players() []string            { return []string{"cross", "nought"} }
func (ticTacToe) NewPosition() formal.Position { return &position{} }

var lines = [8]uint16{0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124}

type position struct {
	of  [2]uint16 // points of each player
	ply int
}

func (p *position) Restart(*rng.SplitMix64) { *p = position{} }
func (p *position) Clone() formal.Position  { q := *p; return &q }
func (p *position) Mover() int              { return 1 + p.ply%2 }
func (p *position) free() uint16            { return ^(p.of[0] | p.of[1]) & 0o777 }
func (p *position) Terminal() bool          { return p.winner() > 0 || p.free() == 0 }
func (p *position) Probability(int) *big.Rat {
	panic("no chance in Tic-Tac-Toe")
}
func (p *position) Observation(int) string { return fmt.Sprint(p.of) }

func (p *position) winner() int {
	for i, points := range p.of {
		for _, l := range lines {
			if points&l == l {
				return i + 1
			}
		}
	}
	return 0
}

func (p *position) Moves() (n int) {
	for f := p.free(); f != 0; f &= f - 1 {
		n++
	}
	return n
}

func (p *position) point(i int) uint16 {
	f := p.free()
	for range i {
		f &= f - 1
	}
	return f & -f
}

func (p *position) MoveText(i int) string { return fmt.Sprintf("%o", p.point(i)) }
func (p *position) Apply(i int) {
	p.of[p.ply%2] |= p.point(i)
	p.ply++
}

func (p *position) Payoffs() []*big.Rat {
	payoffs := []*big.Rat{big.NewRat(0, 1), big.NewRat(0, 1)}
	if w := p.winner(); w > 0 {
		payoffs[w-1], payoffs[2-w] = big.NewRat(1, 1), big.NewRat(-1, 1)
	}
	return payoffs
}

// compiler is a engine.Compiler of such descriptions. Keys: game, culture;
// "slow: 5ms" sleeps so long per playout, "panic: yes" panics in play,
// "endless: yes" plays until its context ends, "abandoned: yes" gives every playout up, "crash: yes" panics in
// compilation.
type compiler struct{ version string }

func (c compiler) Version() string { return c.version }

func (c compiler) Compile(_ context.Context, src engine.Source) (engine.Ruleset, error) {
	r := &ruleset{text: string(src.Text), keys: map[string]string{}}
	for i, line := range strings.Split(strings.TrimSpace(r.text), "\n") {
		key, value, ok := strings.Cut(line, ": ")
		if !ok {
			return nil, fmt.Errorf("%s:%d:1: found %q, expected key: value", src.File, i+1, line)
		}
		r.keys[key] = value
	}
	if r.keys["crash"] != "" {
		panic("crash")
	}
	return r, nil
}

type ruleset struct {
	text string
	keys map[string]string
}

func (r *ruleset) Game() formal.Game { return ticTacToe{r.Name()} }
func (r *ruleset) Hash() string {
	h := sha256.Sum256([]byte(r.text))
	return hex.EncodeToString(h[:16])
}
func (r *ruleset) Name() string                { return r.keys["game"] }
func (r *ruleset) RulesetName() string         { return "" }
func (r *ruleset) Players() int                { return 2 }
func (r *ruleset) Metadata() map[string]string { return r.keys }
func (r *ruleset) Expanded() string            { return r.text }
func (r *ruleset) Concepts() map[string]float64 {
	return map[string]float64{"Line": 1, "NumPlayers": 2}
}
func (r *ruleset) BoardSVG() []byte {
	return []byte(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 30"><path d="M10 0v30M20 0v30M0 10h30M0 20h30" stroke="black"/></svg>`)
}
func (r *ruleset) HighlightedHTML() string {
	return `<pre><span class="keyword">game</span> ` + r.Name() + `</pre>`
}

func (r *ruleset) Simulate(ctx context.Context, p engine.Params) (*metric.Batch, error) {
	if p.Agent != "random" {
		return nil, fmt.Errorf("no agent %q", p.Agent)
	}
	if r.keys["panic"] != "" {
		panic("in play")
	}
	if r.keys["endless"] != "" {
		<-ctx.Done()
		return nil, ctx.Err()
	}
	pause, _ := time.ParseDuration(r.keys["slow"])
	b := metric.NewBatch(2)
	start := time.Now()
	pos := r.Game().NewPosition()
	for n := range p.Playouts {
		g := rng.Derive(p.Seed, uint64(p.First+n))
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		time.Sleep(pause)
		if r.keys["abandoned"] != "" {
			b.Abandoned++
			continue
		}
		out := metric.Playout{}
		for pos.Restart(&g); !pos.Terminal(); {
			n := pos.Moves()
			out.Branching = append(out.Branching, int32(n))
			out.Plies++
			pos.Apply(g.Below(n))
		}
		out.Turns = out.Plies
		out.Winner = pos.(*position).winner()
		for _, u := range pos.Payoffs() {
			f, _ := u.Float64()
			out.Utilities = append(out.Utilities, f)
		}
		if p.Bare {
			out.Turns, out.Branching = -1, nil
		}
		b.Add(&out)
	}
	b.Elapsed = time.Since(start)
	return b, nil
}

// reference plays an evaluation batch by batch without any pipeline and
// returns its statistics in canonical form.
func reference(t testing.TB, p catalogue.Params, text string) string {
	t.Helper()
	rs, err := compiler{}.Compile(context.Background(), engine.Source{Text: []byte(strings.Split(text, "\n")[0])})
	if err != nil {
		t.Fatal(err)
	}
	total := metric.NewBatch(2)
	for n := 0; n*p.BatchSize < p.Playouts; n++ {
		b, err := rs.Simulate(context.Background(), engine.Params{Seed: p.Seed, First: n * p.BatchSize,
			Playouts: min(p.BatchSize, p.Playouts-n*p.BatchSize), Agent: p.Agent})
		if err != nil {
			t.Fatal(err)
		}
		if err := total.Merge(b); err != nil {
			t.Fatal(err)
		}
	}
	stats, err := total.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	return string(stats)
}
