package ggp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/astragal/astragal/engine/agent"
	"github.com/astragal/astragal/engine/formal"
	"github.com/astragal/astragal/engine/gdl"
	"github.com/astragal/astragal/engine/rng"
)

// Match is one play that we manage.
type Match struct {
	ID   string
	Game *gdl.Game
	// Players has one for each player of the game: the address of one that speaks HTTP, or
	// the text of an agent.
	Players []string
	// Start and Play are the clocks, whole seconds.
	Start, Play time.Duration
	// Seed is that of agents, and of the moves of those who give none.
	Seed uint64
	// MaxPlies ends the play; 0 means 10,000.
	MaxPlies int
}

// Offence is a message that a player did not answer as he must.
type Offence struct {
	Ply    int    `json:"ply"` // from 1; 0 at the start, and the number of plies plus 1 at the end
	Player int    `json:"player"`
	What   string `json:"what"`
}

// Outcome is how a match went.
type Outcome struct {
	ID       string     `json:"match"`
	Game     string     `json:"game"`
	Roles    []string   `json:"roles"`
	Players  []string   `json:"players"` // by player
	Moves    [][]string `json:"moves"`   // joint moves, by player
	Goals    []string   `json:"goals"`   // by player; null if the play was cut off
	Cut      bool       `json:"cut"`
	Offences []Offence  `json:"offences"`
}

// grace is what a message may be late for its way.
const grace = time.Second

// manager is a match under way.
type manager struct {
	Match
	pos    formal.Position
	team   []*agent.Table // by player-1, nil for those of others
	dice   rng.SplitMix64
	client http.Client
	out    *Outcome
}

// Run plays the match. Who does not answer in time with a legal move has one drawn for him,
// which the outcome notes. The error is that of ctx, of the game or of an agent.
func (m Match) Run(ctx context.Context) (*Outcome, error) {
	g := m.Game
	if err := supported(g); err != nil {
		return nil, err
	}
	if n := len(g.Players()); len(m.Players) != n {
		return nil, fmt.Errorf("%d players for the %d of %s", len(m.Players), n, g.Name())
	}
	for p, who := range m.Players {
		if remote(who) && slices.Contains(m.Players[:p], who) {
			return nil, fmt.Errorf("%s cannot have two roles in a match", who)
		}
	}
	if m.Start < time.Second || m.Play < time.Second {
		return nil, errors.New("clocks are at least one second")
	}
	if m.MaxPlies == 0 {
		m.MaxPlies = 10_000
	}
	x := &manager{Match: m, dice: rng.Derive(m.Seed, 0), team: make([]*agent.Table, len(m.Players)),
		out: &Outcome{ID: m.ID, Game: g.Name(), Roles: g.Players(), Players: m.Players, Moves: [][]string{},
			Offences: []Offence{}}}
	var err error
	if x.pos, err = begin(g); err != nil {
		return nil, err
	}
	for p, who := range m.Players {
		if remote(who) {
			continue
		}
		spec, err := agent.Parse(who)
		if err != nil {
			return nil, err
		}
		if x.team[p], err = agent.All(spec).Sit(g); err != nil {
			return nil, err
		}
		x.team[p].Start(rng.Derive(m.Seed, uint64(p+1)).State)
	}
	return x.out, x.run(ctx)
}

// remote reports whether a player is one that speaks HTTP.
func remote(who string) bool {
	return strings.HasPrefix(who, "http://") || strings.HasPrefix(who, "https://")
}

func (x *manager) run(ctx context.Context) error {
	description := rules(x.Game)
	x.tell(ctx, x.Start, func(p int) (string, string) {
		return fmt.Sprintf("(START %s %s %s %d %d)", x.ID, x.out.Roles[p], description, x.Start/time.Second,
			x.Play/time.Second), "READY"
	})
	last := "NIL"
	for !x.pos.Terminal() && len(x.out.Moves) < x.MaxPlies {
		joint, err := x.step(ctx, last)
		if err != nil {
			return err
		}
		x.out.Moves = append(x.out.Moves, joint)
		last = "(" + strings.Join(joint, " ") + ")"
	}
	if x.out.Cut = !x.pos.Terminal(); x.out.Cut {
		x.tell(ctx, x.Play, func(int) (string, string) { return "(ABORT " + x.ID + ")", "ABORTED" })
		return ctx.Err()
	}
	x.out.Goals = goals(x.pos)
	x.tell(ctx, x.Play, func(int) (string, string) { return "(STOP " + x.ID + " " + last + ")", "DONE" })
	return ctx.Err()
}

// step has everybody decide, and makes the joint move.
func (x *manager) step(ctx context.Context, last string) ([]string, error) {
	for _, t := range x.team {
		if t != nil {
			t.Step(x.pos)
		}
	}
	answers := x.tell(ctx, x.Play, func(int) (string, string) { return "(PLAY " + x.ID + " " + last + ")", "" })
	joint := make([]string, len(x.out.Roles))
	next := x.pos.Clone()
	for p := range joint {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		i := -1
		if x.team[p] != nil {
			var err error
			if i, err = x.team[p].Advise(ctx, next, &x.dice); err != nil {
				return nil, err
			}
		} else if i = find(next, answers[p]); i < 0 {
			if answers[p] != "" {
				x.blame(p+1, fmt.Sprintf("%.80q is no legal move", answers[p]))
			}
			i = x.dice.Below(next.Moves())
		}
		for _, t := range x.team {
			if t != nil {
				if err := t.Saw(next, i); err != nil {
					return nil, err
				}
			}
		}
		joint[p] = next.MoveText(i)
		next.Apply(i)
	}
	x.pos = next
	return joint, fault(next)
}

func (x *manager) blame(player int, what string) {
	x.out.Offences = append(x.out.Offences, Offence{len(x.out.Moves) + 1, player, what})
}

// tell posts a message to each player of others at the same time and gives their answers, ""
// for those who do not answer in time. message gives that of a player (from 0) and what he
// must answer, "" for a move.
func (x *manager) tell(ctx context.Context, clock time.Duration, message func(p int) (text, want string)) []string {
	answers, wrong := make([]string, len(x.Players)), make([]string, len(x.Players))
	var all sync.WaitGroup
	for p, who := range x.Players {
		if !remote(who) {
			continue
		}
		all.Go(func() {
			text, want := message(p)
			answer, err := x.post(ctx, who, text, clock+grace)
			answer = strings.TrimSpace(answer)
			switch {
			case err != nil:
				wrong[p] = err.Error()
			case want != "" && !strings.EqualFold(answer, want):
				wrong[p] = fmt.Sprintf("answered %.80q, expected %s", answer, want)
			case answer == "":
				wrong[p] = "an empty answer"
			}
			if err == nil {
				answers[p] = answer
			}
		})
	}
	all.Wait()
	for p, what := range wrong {
		if what != "" && ctx.Err() == nil {
			x.blame(p+1, what)
		}
	}
	return answers
}

// post sends one message.
func (x *manager) post(ctx context.Context, to, text string, within time.Duration) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, to, strings.NewReader(text))
	if err != nil {
		return "", err
	}
	r.Header.Set("Content-Type", "text/acl")
	r.Header.Set("Accept", "text/acl")
	r.Header.Set("Sender", "GAMEMASTER")
	answer, err := x.client.Do(r)
	if err != nil {
		if ctx.Err() != nil {
			return "", fmt.Errorf("no answer within %v", within)
		}
		return "", err
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(io.LimitReader(answer.Body, maxMessage))
	switch {
	case err != nil:
		return "", err
	case answer.StatusCode != http.StatusOK:
		return "", fmt.Errorf("%s: %.200s", answer.Status, strings.TrimSpace(string(body)))
	}
	return string(body), nil
}
