package main

import (
	"context"

	"github.com/astragal/astragal/engine"

	"github.com/astragal/astragal/engine/arena"
	"github.com/astragal/astragal/pkg/catalogue"
)

// keptGames are the games of arenas in a catalogue.
type keptGames struct {
	c     *catalogue.Catalogue
	close func()
}

func openKept(ctx context.Context, s *streams, o *appOptions) (*keptGames, error) {
	c, closer, err := openCatalogue(ctx, o, s.err)
	if err != nil {
		return nil, err
	}
	return &keptGames{c, closer}, nil
}

// join has a match go on from the games that are known, and keeps those played now.
func (k *keptGames) join(ctx context.Context, p *arena.Plan, rs engine.Ruleset, m arena.Match) error {
	id := catalogue.ArenaMatch{Hash: rs.Hash(), Game: rs.Name(), Engine: engine.New().Version(), A: m.A.String(),
		B:    m.B.String(),
		Seed: m.Seed, MaxPlies: m.MaxPlies}
	known, err := k.c.ArenaGames(ctx, id)
	if err != nil {
		return err
	}
	p.Known = func(n int) (arena.Result, int, bool) {
		g, ok := known[n]
		return arena.Result(g.Result), g.Plies, ok
	}
	p.Done = func(n int, r arena.Result, plies int) error {
		return k.c.RecordArenaGame(ctx, id, catalogue.ArenaGame{Number: n, Result: int(r), Plies: plies})
	}
	return nil
}
