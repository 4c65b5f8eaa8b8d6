package ggp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/astragal/astragal/engine/agent"
	"github.com/astragal/astragal/engine/formal"
	"github.com/astragal/astragal/engine/gdl"
	"github.com/astragal/astragal/engine/rng"
)

// TimeMark stands in the text of a Player's agent for the time that a move may take.
const TimeMark = "{time}"

// maxMatches is the number of matches that a player plays at the same time.
const maxMatches = 64

// Player answers managers over HTTP.
type Player struct {
	// Name is told to managers.
	Name string
	// Agent is the text of the agent that plays; TimeMark in it stands for the time of a move.
	Agent string
	// Log is told of matches; nil for nobody.
	Log *slog.Logger

	mu      sync.Mutex
	matches map[string]*match
}

// match is one that is being played.
type match struct {
	mu    sync.Mutex
	id    string
	game  *gdl.Game
	role  int // from 0; its player is one more
	by    agent.Spec
	clock time.Duration // of a move
	pos   formal.Position
	table *agent.Table
	dice  rng.SplitMix64
	plies int
}

// Check reports whether the agent is one.
func (p *Player) Check() error {
	_, err := p.spec(time.Second)
	return err
}

func (p *Player) spec(clock time.Duration) (agent.Spec, error) {
	// The time to send and to read messages is the player's, too.
	think := max(clock-clock/10-300*time.Millisecond, clock/4)
	spec, err := agent.Parse(strings.ReplaceAll(p.Agent, TimeMark, think.Round(time.Millisecond).String()))
	if err == nil && spec.Program() != "" {
		err = errors.New("programs outside cannot be agents of players")
	}
	return spec, err
}

// ServeHTTP answers one message.
func (p *Player) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodPost {
		w.Header().Set("Allow", http.MethodPost)
		http.Error(w, "expected a message of General Game Playing by POST", http.StatusMethodNotAllowed)
		return
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxMessage))
	if err != nil {
		http.Error(w, err.Error(), http.StatusRequestEntityTooLarge)
		return
	}
	answer, err := p.answer(r.Context(), string(body))
	if err != nil {
		p.log("message", "error", err)
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	w.Header().Set("Content-Type", "text/acl")
	_, _ = io.WriteString(w, answer) // who does not listen is not answered
}

func (p *Player) log(msg string, args ...any) {
	if p.Log != nil {
		p.Log.Info(msg, args...)
	}
}

// answer does what a message asks.
func (p *Player) answer(ctx context.Context, text string) (string, error) {
	words, err := elements(text)
	if err != nil {
		return "", err
	}
	if len(words) == 0 {
		return "", errors.New("an empty message")
	}
	kind := strings.ToLower(words[0])
	if want := map[string]int{"start": 6, "play": 3, "stop": 3, "abort": 2, "info": 1, "ping": 1}[kind]; want == 0 {
		return "", fmt.Errorf("unknown message %.40q, expected info, start, play, stop or abort", words[0])
	} else if len(words) != want {
		return "", fmt.Errorf("%s with %d parts, expected %d", kind, len(words), want)
	}
	switch kind {
	case "start":
		if err := p.start(ctx, words[1:]); err != nil {
			return "", err
		}
		return "READY", nil
	case "info", "ping":
		return fmt.Sprintf("((name %s) (status available))", p.Name), nil
	}
	p.mu.Lock()
	m := p.matches[words[1]]
	p.mu.Unlock()
	if m == nil {
		return "", fmt.Errorf("no match %.80q", words[1])
	}
	switch kind {
	case "play":
		m.mu.Lock()
		defer m.mu.Unlock()
		if err := m.see(words[2]); err != nil {
			return "", fmt.Errorf("match %s: %w", m.id, err)
		}
		move, err := m.choose(ctx)
		if err != nil {
			return "", fmt.Errorf("match %s: %w", m.id, err)
		}
		p.log("move", "match", m.id, "ply", m.plies, "move", move)
		return move, nil
	case "stop":
		defer p.forget(m)
		m.mu.Lock()
		defer m.mu.Unlock()
		if err := m.see(words[2]); err != nil {
			return "", fmt.Errorf("match %s: %w", m.id, err)
		}
		if m.pos.Terminal() {
			p.log("end", "match", m.id, "goals", goals(m.pos))
		}
		return "DONE", nil
	}
	p.forget(m)
	p.log("aborted", "match", m.id)
	return "ABORTED", nil
}

func (p *Player) forget(m *match) {
	p.mu.Lock()
	delete(p.matches, m.id)
	p.mu.Unlock()
}

// start begins a match: id, role, rules, and the clocks of the start and of moves.
func (p *Player) start(ctx context.Context, words []string) error {
	id := words[0]
	if len(id) > 200 {
		return errors.New("the match has a name of more than 200 bytes")
	}
	clocks := [2]time.Duration{}
	for i, text := range words[3:] {
		seconds, err := strconv.Atoi(text)
		if err != nil || seconds < 0 || seconds > 86400 {
			return fmt.Errorf("clock %.20q, expected seconds from 0 to 86400", text)
		}
		clocks[i] = time.Duration(max(seconds, 1)) * time.Second
	}
	rules, err := elements(words[2])
	if err != nil {
		return err
	}
	m := &match{id: id, clock: clocks[1], dice: rng.New(1)}
	if m.game, err = gdl.Load("match.kif", []byte(strings.Join(rules, "\n"))); err != nil {
		return err
	}
	if err := supported(m.game); err != nil {
		return err
	}
	m.role = slices.IndexFunc(m.game.Players(), func(r string) bool { return canonical(r) == canonical(words[1]) })
	if m.role < 0 {
		return fmt.Errorf("role %.40q, expected one of %s", words[1], strings.Join(m.game.Players(), ", "))
	}
	if m.by, err = p.spec(m.clock); err != nil {
		return err
	}
	if m.table, err = agent.All(m.by).Sit(m.game); err != nil {
		return err
	}
	m.table.Start(1)
	// Rules are grounded now, while the clock of the start runs, and not at the first move.
	ready := make(chan error, 1)
	go func() {
		var err error
		m.pos, err = begin(m.game)
		ready <- err
	}()
	select {
	case err = <-ready:
	case <-ctx.Done():
		err = ctx.Err()
	}
	if err != nil {
		return err
	}
	m.table.Step(m.pos)
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.matches == nil {
		p.matches = map[string]*match{}
	}
	if len(p.matches) >= maxMatches && p.matches[id] == nil {
		return fmt.Errorf("%d matches are being played, no more at the same time", maxMatches)
	}
	p.matches[id] = m
	p.log("start", "match", id, "role", words[1], "clock", m.clock)
	return nil
}

// see makes the joint move of a message, NIL at the start.
func (m *match) see(text string) error {
	if strings.EqualFold(strings.TrimSpace(text), "nil") {
		return nil
	}
	moves, err := elements(text)
	if err != nil {
		return err
	}
	if len(moves) == 0 {
		return nil
	}
	if n := len(m.game.Players()); len(moves) != n {
		return fmt.Errorf("%d moves, expected one of each of %d roles", len(moves), n)
	}
	if m.pos.Terminal() {
		return errors.New("a move after the end")
	}
	next := m.pos.Clone()
	for role, move := range moves {
		i := find(next, move)
		if i < 0 {
			return fmt.Errorf("%.80q is no legal move of %s", move, m.game.Players()[role])
		}
		if err := m.table.Saw(next, i); err != nil {
			return err
		}
		next.Apply(i)
	}
	if err := fault(next); err != nil {
		return err
	}
	m.pos = next
	m.plies++
	if !m.pos.Terminal() {
		m.table.Step(m.pos)
	}
	return nil
}

// choose gives the move of the player's role. Who decides before him in this step does so
// without being seen: any of their moves will do to get to his.
func (m *match) choose(ctx context.Context) (string, error) {
	if m.pos.Terminal() {
		return "", errors.New("the play is over")
	}
	at := m.pos.Clone()
	for range m.role {
		at.Apply(0)
	}
	late, cancel := context.WithTimeout(ctx, m.clock-min(m.clock/20, 200*time.Millisecond))
	defer cancel()
	i, err := m.table.Advise(late, at, &m.dice)
	switch {
	case err == nil:
	case ctx.Err() == nil && late.Err() != nil:
		i = 0 // any legal move is better than none
	default:
		return "", err
	}
	return at.MoveText(i), nil
}
