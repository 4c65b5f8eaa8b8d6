package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/astragal/astragal/engine/agent"
	"github.com/astragal/astragal/engine/gdl"
	"github.com/astragal/astragal/services/ggp"
)

func init() {
	register(command{
		name: "ggp",
		args: "player [--addr ADDR] [--agent A] [--name NAME] | match --player P… [--start D] [--play D] [--seed S] " +
			"[--json] FILE",
		short: "General Game Playing over HTTP: a player for managers of others, or a match between players of others " +
			"and agents",
		run: runGGP,
	})
}

func runGGP(ctx context.Context, s *streams, args []string) error {
	fs := s.flags("ggp")
	addr := fs.String("addr", "127.0.0.1:9147", "player: `address` to listen at; whoever reaches it can use up this "+
		"machine's time")
	name := fs.String("agent", "best:time="+ggp.TimeMark,
		"player: who plays, with "+ggp.TimeMark+" for the time of a move by the match's clock: "+agent.Usage)
	called := fs.String("name", "Astragal", "player: the `name` told to managers")
	var players list
	fs.Var(&players, "player", "match: an `address` such as http://127.0.0.1:9147, or an agent; one for each role, in "+
		"order")
	start := fs.Duration("start", 30*time.Second, "match: the clock of the start, whole seconds")
	play := fs.Duration("play", 10*time.Second, "match: the clock of a move, whole seconds")
	seed := fs.Uint64("seed", 1, "match: seed of agents, and of moves that are drawn for players who give none")
	id := fs.String("id", "", "match: its `name` (default: from the game and the seed)")
	asJSON := fs.Bool("json", false, "match: print a JSON object")
	words, err := parse(fs, args)
	if err != nil {
		return err
	}
	switch {
	case len(words) == 1 && words[0] == "player":
		if strings.TrimSpace(*called) == "" || strings.ContainsAny(*called, "() ;\t\n\r") {
			return usagef("--name must be one word without parentheses")
		}
		p := &ggp.Player{Name: *called, Agent: *name, Log: slog.New(slog.NewTextHandler(s.err, nil))}
		if err := p.Check(); err != nil {
			return usagef("%v", err)
		}
		return servePlayer(ctx, s, *addr, p)
	case len(words) == 2 && words[0] == "match":
	default:
		return usagef("expected player, or match and FILE")
	}
	if start.Round(time.Second) != *start || play.Round(time.Second) != *play || *start <= 0 || *play <= 0 {
		return usagef("--start and --play must be whole seconds")
	}
	m := ggp.Match{ID: *id, Players: players, Start: *start, Play: *play, Seed: *seed}
	if m.Game, err = readRules(words[1]); err != nil {
		return err
	}
	if m.ID == "" {
		m.ID = strings.Map(func(r rune) rune {
			if strings.ContainsRune("() ;\t\n\r", r) {
				return '_'
			}
			return r
		}, fmt.Sprintf("%s.%d", m.Game.Name(), *seed))
	}
	if strings.ContainsAny(m.ID, "() ;\t\n\r") {
		return usagef("--id must be one word without parentheses")
	}
	out, err := m.Run(ctx)
	if err != nil {
		return fmt.Errorf("%s: %w", words[1], err)
	}
	if *asJSON {
		return json.NewEncoder(s.out).Encode(out)
	}
	for i, joint := range out.Moves {
		fmt.Fprintf(s.out, "%4d %s\n", i+1, strings.Join(joint, "  "))
	}
	for p, role := range out.Roles {
		goal := "–"
		if !out.Cut {
			goal = out.Goals[p]
		}
		fmt.Fprintf(s.out, "%s (%s): %s\n", role, out.Players[p], goal)
	}
	for _, o := range out.Offences {
		fmt.Fprintf(s.out, "step %d, %s: %s\n", o.Ply, out.Roles[o.Player-1], o.What)
	}
	return nil
}

// readRules reads a game in GDL.
func readRules(file string) (*gdl.Game, error) {
	if formalisms[filepath.Ext(file)] != "gdl" {
		return nil, fmt.Errorf("%s: this protocol knows games in GDL only; convert may make a file .kif of a small game",
			file)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	return gdl.Load(file, text)
}

// servePlayer answers managers until it is stopped.
func servePlayer(ctx context.Context, s *streams, addr string, p *ggp.Player) error {
	var config net.ListenConfig
	l, err := config.Listen(ctx, "tcp", addr)
	if err != nil {
		return err
	}
	fmt.Fprintf(s.out, "a player at http://%s\n", l.Addr())
	server := &http.Server{Handler: p, ReadTimeout: time.Minute,
		BaseContext: func(net.Listener) context.Context { return ctx }}
	stop := context.AfterFunc(ctx, func() { server.Close() })
	defer stop()
	if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}
