package workbench

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"github.com/astragal/astragal/engine"

	"github.com/astragal/astragal/engine/agent"
	"github.com/astragal/astragal/engine/metric"
	"github.com/astragal/astragal/engine/ruleset"
)

func init() {
	on("playouts", (*Bench).playouts)
	on("concepts", (*Bench).concepts)
}

// mostPlayouts bounds the playouts of one command.
const mostPlayouts = 1_000_000

// playoutsAsked is a batch of playouts. Batches of one evaluation begin where the one
// before ended, and their figures add up: a batch with first 0 begins anew.
type playoutsAsked struct {
	N        int    `json:"n"`
	First    int    `json:"first"`
	Seed     seed   `json:"seed"`
	Agent    string `json:"agent"` // "" is random
	Metrics  bool   `json:"metrics"`
	MaxPlies int    `json:"maxPlies"` // 0 is the game's own limit
}

// figures are what playouts came to.
type figures struct {
	Agent   string         `json:"agent"`
	Seed    seed           `json:"seed"`
	Engine  string         `json:"engine"`
	Summary metric.Summary `json:"summary"`
	// Hash identifies all statistics of the playouts: two machines that found the same
	// have the same.
	Hash string `json:"hash"`
}

// playouts plays a batch and returns the figures of all batches of the evaluation.
func (b *Bench) playouts(ctx context.Context, p playoutsAsked) (any, error) {
	if b.rs == nil {
		return nil, errNoGame
	}
	if p.N < 1 || p.N > mostPlayouts || p.First < 0 {
		return nil, fmt.Errorf("%d playouts from %d: expected 1 to %d, from 0 on", p.N, p.First, mostPlayouts)
	}
	by, err := agent.Canonical(cmp.Or(p.Agent, "random"))
	if err != nil {
		return nil, err
	}
	batch, err := b.rs.Simulate(ctx, engine.Params{Seed: uint64(p.Seed), First: p.First, Playouts: p.N, Bare: !p.Metrics,
		Agent: by, MaxPlies: p.MaxPlies})
	if err != nil {
		return nil, err
	}
	if p.First > 0 {
		if b.batch == nil || b.batched != p.First {
			return nil, fmt.Errorf("the batch from %d on does not follow one that ended there", p.First)
		}
		if err := batch.Merge(b.batch); err != nil {
			return nil, err
		}
	}
	b.batch, b.batched = batch, p.First+p.N
	data, err := batch.MarshalBinary()
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(data)
	return figures{by, p.Seed, b.engine.Version(), batch.Summary(), hex.EncodeToString(sum[:])}, nil
}

// concepts are those of the ruleset by name: 1 for a boolean that holds, and numbers.
func (b *Bench) concepts(context.Context, struct{}) (any, error) {
	if b.rs == nil {
		return nil, errNoGame
	}
	return b.rs.Concepts(), nil
}

// family says how the board of the game looks: mancala, tables, hex, circle, triangle, square,
// graph for any other board, and none without one.
func (b *Bench) family() string {
	g := b.plan()
	if g == nil {
		return "none"
	}
	if g.Mancala {
		return "mancala"
	}
	if ruleset.Tables(g) {
		return "tables"
	}
	has := b.rs.Concepts()
	for _, x := range []struct{ concept, family string }{{"MancalaBoard", "mancala"}, {"HexTiling", "hex"},
		{"CircleTiling", "circle"},
		{"TriangleTiling", "triangle"}, {"SquareTiling", "square"}} {
		if has[x.concept] != 0 {
			return x.family
		}
	}
	return "graph"
}

// strengths are agents from weak to strong.
var strengths = []string{"random", "uct:30", "uct:300", "best:1000", "best:5000"}

// levels are the agents that can play the game.
func (b *Bench) levels(context.Context) []string {
	list := []string{}
	for _, name := range strengths {
		by, err := agent.Parse(name)
		if err != nil {
			continue
		}
		if _, err := agent.All(by).Sit(b.rs.Game()); err == nil {
			list = append(list, by.String())
		}
	}
	return list
}
