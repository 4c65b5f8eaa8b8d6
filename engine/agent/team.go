package agent

import (
	"fmt"
	"slices"
	"strings"
)

// Team gives the seats of a game their agents: one for all seats, or one for
// each. The zero value plays at random.
type Team struct{ seats []Spec }

// All is the team in which one agent takes every seat.
func All(s Spec) Team { return Team{[]Spec{s}} }

// Each is the team with an agent for every seat.
func Each(seats ...Spec) Team {
	for _, s := range seats[1:] {
		if s != seats[0] {
			return Team{seats}
		}
	}
	return Team{seats[:1]}
}

// ParseTeam reads the agents of the seats in order, or one agent for all,
// separated by slashes; see ParseList.
func ParseTeam(text string) (Team, error) {
	list, err := ParseList(text)
	if err != nil {
		return Team{}, err
	}
	return Each(list...), nil
}

// ParseList reads agents that are separated by slashes or commas: a comma
// before NAME=VALUE or a number goes on with the options of the same agent.
func ParseList(text string) ([]Spec, error) {
	var list []Spec
	for _, group := range strings.Split(text, "/") {
		var names []string
		for _, part := range strings.Split(group, ",") {
			option, _, named := strings.Cut(part, "=")
			goesOn := named && !strings.Contains(option, ":") || part != "" && strings.Trim(part, "0123456789") == ""
			if goesOn && len(names) > 0 {
				names[len(names)-1] += "," + part
			} else {
				names = append(names, part)
			}
		}
		for _, name := range names {
			s, err := Parse(name)
			if err != nil {
				return nil, err
			}
			list = append(list, s)
		}
	}
	return list, nil
}

// String is the canonical text of the team, that of its agent if there is one for all.
func (t Team) String() string {
	if len(t.seats) == 0 {
		return Spec{}.String()
	}
	names := make([]string, len(t.seats))
	for i, s := range t.seats {
		names[i] = s.String()
	}
	return strings.Join(names, "/")
}

// Random reports whether everybody plays at random.
func (t Team) Random() bool { return len(t.seats) == 0 || len(t.seats) == 1 && t.seats[0].Random() }

// Timed reports whether the play of the team depends on the clock.
func (t Team) Timed() bool {
	for _, s := range t.seats {
		if s.Timed() {
			return true
		}
	}
	return false
}

// Programs reports whether a program outside is in the team.
func (t Team) Programs() bool {
	for _, s := range t.seats {
		if s.Program() != "" {
			return true
		}
	}
	return false
}

// Same is the agent that takes all seats; false where they differ.
func (t Team) Same() (Spec, bool) { return t.of(1), len(t.seats) < 2 }

// learns reports whether something learned is in the team.
func (t Team) learns() bool { return slices.ContainsFunc(t.seats, Spec.Learns) }

// of is the agent of a player, from 1.
func (t Team) of(player int) Spec {
	switch {
	case len(t.seats) == 0:
		return Spec{}
	case len(t.seats) == 1:
		return t.seats[0]
	}
	return t.seats[player-1]
}

// fits checks the number of agents against that of the players.
func (t Team) fits(players int) error {
	if n := len(t.seats); n > 1 && n != players {
		return fmt.Errorf("%d agents (%s) for %d players, expected one for all or one for each", n, t, players)
	}
	return nil
}

// Canonical is the canonical text of a team whose plays can be repeated, by which
// evaluations are told apart.
func Canonical(text string) (string, error) {
	t, err := ParseTeam(text)
	if err == nil {
		err = t.Repeatable()
	}
	if err != nil {
		return "", err
	}
	return t.String(), nil
}

// Repeatable is an error for teams whose plays cannot be repeated from a seed:
// such figures belong to arenas and not to evaluations.
func (t Team) Repeatable() error {
	switch {
	case t.Timed():
		return fmt.Errorf("agent %s: what an agent does in a given time cannot be repeated, expected iterations or depth", t)
	case t.learns():
		return fmt.Errorf("agent %s: a name does not say what was learned, so that such figures cannot be repeated", t)
	case t.Programs():
		return fmt.Errorf("agent %s: programs outside play in arenas only", t)
	}
	return nil
}
