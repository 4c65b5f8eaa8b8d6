package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/astragal/astragal/engine"
	"github.com/astragal/astragal/engine/agent"
	"github.com/astragal/astragal/engine/formal"
	"github.com/astragal/astragal/pkg/session"
)

// maxCommand is the longest line of a command.
const maxCommand = 4 << 20

// command is a line of the protocol; docs/protocol.md says which fields belong to which.
type protocolCommand struct {
	Cmd    string   `json:"cmd"`
	Seed   *uint64  `json:"seed"`
	Game   string   `json:"game"`
	File   string   `json:"file"`
	Player int      `json:"player"`
	Move   string   `json:"move"`
	Agent  string   `json:"agent"`
	Legal  []string `json:"legal"`
}

// status is where the play stands.
type status struct {
	OK      bool      `json:"ok"`
	Game    string    `json:"game,omitempty"`
	Players int       `json:"players,omitempty"`
	Mover   int       `json:"mover"` // 0 chance
	Over    bool      `json:"over"`
	Ply     int       `json:"ply"`
	Payoffs []float64 `json:"payoffs,omitempty"`
}

// legalReply lists the legal moves.
type legalReply struct {
	Moves []string `json:"moves"`
	// Probabilities are those of the moves, as exact fractions, where chance decides.
	Probabilities []string  `json:"probabilities,omitempty"`
	Mover         int       `json:"mover"`
	Over          bool      `json:"over"`
	Payoffs       []float64 `json:"payoffs,omitempty"`
}

// goReply is a move that an agent chose.
type goReply struct {
	Move       string   `json:"move"`
	Value      *float64 `json:"value"`
	Iterations int      `json:"iterations"`
	Seconds    float64  `json:"seconds"`
}

// weighed is what an agent thinks of a move.
type weighed struct {
	Move   string  `json:"move"`
	Value  float64 `json:"value"`
	Visits int     `json:"visits"`
	Proven bool    `json:"proven"`
}

// evaluateReply is what an agent thinks of a position.
type evaluateReply struct {
	Value      *float64  `json:"value"`
	Moves      []weighed `json:"moves"`
	Iterations int       `json:"iterations"`
	Seconds    float64   `json:"seconds"`
}

// steered is a session that commands steer.
type steered struct{ *session.Session }

// speak answers commands until the input ends or it is told to quit. With explicit chance,
// what the rules draw inside of moves is decided in the open.
func speak(ctx context.Context, rs engine.Ruleset, explicit bool, by agent.Spec, in io.Reader, out io.Writer) error {
	s := steered{session.New(rs)}
	if explicit {
		s.Game = engine.ExplicitChance(s.Game)
		s.Restart(1)
	}
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, maxCommand)
	w := bufio.NewWriter(out)
	for lines.Scan() {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if len(bytes.TrimSpace(lines.Bytes())) == 0 {
			continue
		}
		reply, quit, err := s.answer(ctx, lines.Bytes(), by)
		if err != nil {
			reply = map[string]string{"error": err.Error()}
		}
		text, err := json.Marshal(reply)
		if err != nil {
			return err
		}
		w.Write(append(text, '\n'))
		if err := w.Flush(); err != nil || quit {
			return err
		}
	}
	if errors.Is(lines.Err(), bufio.ErrTooLong) {
		return fmt.Errorf("a command is longer than %d bytes", maxCommand)
	}
	return lines.Err()
}

// answer does what a command asks. An error leaves the play as it was.
func (s steered) answer(ctx context.Context, line []byte, by agent.Spec) (reply any, quit bool, err error) {
	var c protocolCommand
	d := json.NewDecoder(bytes.NewReader(line))
	d.DisallowUnknownFields()
	if err := d.Decode(&c); err != nil {
		return nil, false, fmt.Errorf("expected a command such as {\"cmd\":\"legal\"}: %w", err)
	}
	if d.More() {
		return nil, false, errors.New("expected one command a line")
	}
	if c.Agent != "" {
		if by, err = agent.Parse(c.Agent); err != nil {
			return nil, false, err
		}
	}
	switch c.Cmd {
	case "new":
		reply, err = s.begin(c)
	case "legal":
		reply = legalReply{s.Legal(), s.probabilities(), s.Mover(), s.Position.Terminal(), s.Payoffs()}
	case "observe":
		reply, err = s.observe(c.Player)
	case "play":
		i, err := s.Find(c.Move)
		if err == nil {
			err = s.Play(i)
		}
		if err == nil {
			if err = s.listed(); err != nil {
				s.Undo()
			}
		}
		return s.status(), false, err
	case "go":
		reply, err = s.advise(ctx, by)
	case "evaluate":
		reply, err = s.evaluate(ctx, by)
	case "undo":
		if !s.Undo() {
			return nil, false, errors.New("no move to take back")
		}
		reply = s.status()
	case "state":
		reply = s.state()
	case "quit":
		return map[string]bool{"ok": true}, true, nil
	default:
		err = fmt.Errorf("cmd %q, expected new, legal, observe, play, go, evaluate, undo, state or quit", c.Cmd)
	}
	return reply, false, err
}

// begin begins a play; whoever names a game expects to play it here.
func (s steered) begin(c protocolCommand) (any, error) {
	if c.Game != "" && c.Game != s.Ruleset.Name() {
		return nil, fmt.Errorf("this is %q and not %q", s.Ruleset.Name(), c.Game)
	}
	seed := s.Seed
	if c.Seed != nil {
		seed = *c.Seed
	}
	s.Restart(seed)
	if err := s.Fault(); err != nil {
		return nil, err
	}
	if err := s.listed(); err != nil {
		return nil, err
	}
	x := s.status()
	x.Game, x.Players = s.Ruleset.Name(), len(s.Game.Players())
	return x, nil
}

// listed is nil unless chance decides among more alternatives than can be listed.
func (s steered) listed() error {
	if d, ok := s.Position.(interface{ Drawn() bool }); ok && d.Drawn() {
		return formal.ErrDrawn
	}
	return nil
}

// probabilities are those of the moves where chance decides, else nil.
func (s steered) probabilities() []string {
	if s.Position.Terminal() || s.Position.Mover() != formal.Chance {
		return nil
	}
	list := make([]string, s.Position.Moves())
	for i := range list {
		list[i] = s.Position.Probability(i).RatString()
	}
	return list
}

// observe is all that a player has observed along the play.
func (s steered) observe(player int) (any, error) {
	if n := len(s.Game.Players()); player < 1 || player > n {
		return nil, fmt.Errorf("player %d, expected 1 to %d", player, n)
	}
	return map[string]any{"player": player, "observation": s.Position.Observation(player)}, nil
}

func (s steered) status() status {
	return status{OK: true, Mover: s.Mover(), Over: s.Position.Terminal(), Ply: s.Plies(), Payoffs: s.Payoffs()}
}

// known is the value of a thought, nil if the agent has none.
func known(t agent.Thought) *float64 {
	if !t.Known {
		return nil
	}
	return &t.Value
}

func (s steered) advise(ctx context.Context, by agent.Spec) (any, error) {
	began := time.Now()
	i, thought, err := s.Choose(ctx, by)
	if err != nil {
		return nil, err
	}
	return goReply{s.Position.MoveText(i), known(thought), thought.Iterations, time.Since(began).Seconds()}, nil
}

func (s steered) evaluate(ctx context.Context, by agent.Spec) (any, error) {
	began := time.Now()
	table, err := s.Ask(by)
	if err != nil {
		return nil, err
	}
	thought, options, err := table.Weigh(ctx, s.Position)
	if err != nil {
		return nil, err
	}
	x := evaluateReply{Value: known(thought), Moves: []weighed{}, Iterations: thought.Iterations,
		Seconds: time.Since(began).Seconds()}
	for _, o := range options {
		x.Moves = append(x.Moves, weighed{s.Position.MoveText(o.Index), o.Value, o.Visits, o.Proven})
	}
	return x, nil
}

// state is the position: for L-GDL in the fields of recorded play, for other
// formalisms what every player has observed.
func (s steered) state() any {
	if x, ok := s.Position.(recordable); ok {
		return x.State()
	}
	seen := []string{}
	for p := range s.Game.Players() {
		seen = append(seen, s.Position.Observation(p+1))
	}
	return map[string]any{"ply": s.Plies(), "mover": s.Mover(), "over": s.Position.Terminal(), "observations": seen}
}
