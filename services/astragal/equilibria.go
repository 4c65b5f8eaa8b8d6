package main

import (
	"context"
	"fmt"
	"io"
	"math/big"
	"strings"

	"github.com/astragal/astragal/engine/formal"
	"github.com/astragal/astragal/engine/solve"
)

// equilibriaLine holds the extreme Nash equilibria of a two-player game.
type equilibriaLine struct {
	Undecided  string            `json:"undecided,omitempty"`
	Strategies [][]string        `json:"strategies,omitempty"` // of the (reduced) strategic form, by player
	List       []equilibriumLine `json:"list"`
}

// equilibriumLine is one of them.
type equilibriumLine struct {
	Probabilities [][]string `json:"probabilities"` // of the strategies, by player
	Payoffs       []string   `json:"payoffs"`
}

// findEquilibria finds the equilibria, if they are asked for.
func (j *solving) findEquilibria(ctx context.Context, g formal.Game) *equilibriaLine {
	if !j.equilibria {
		return nil
	}
	e, err := solve.Enumerate(ctx, g)
	if ctx.Err() != nil {
		err = fmt.Errorf("not within %v", j.options.Timeout)
	}
	if err != nil {
		return &equilibriaLine{Undecided: err.Error(), List: []equilibriumLine{}}
	}
	l := &equilibriaLine{Strategies: e.Game.Strategies, List: []equilibriumLine{}}
	for _, q := range e.List {
		l.List = append(l.List, equilibriumLine{
			Probabilities: [][]string{ratTexts(q.Strategies[0]), ratTexts(q.Strategies[1])},
			Payoffs:       ratTexts([]*big.Rat{q.Payoffs[0], q.Payoffs[1]}),
		})
	}
	return l
}

func (l *equilibriaLine) print(w io.Writer) {
	if l.Undecided != "" {
		fmt.Fprintf(w, "  equilibria: not decided: %s\n", l.Undecided)
		return
	}
	fmt.Fprintf(w, "  extreme Nash equilibria: %d\n", len(l.List))
	for _, q := range l.List {
		fmt.Fprintf(w, "    payoffs %s:", strings.Join(q.Payoffs, ", "))
		for p, list := range q.Probabilities {
			var played []string
			for i, x := range list {
				if x != "0" {
					played = append(played, fmt.Sprintf("%s: %s", l.Strategies[p][i], x))
				}
			}
			fmt.Fprintf(w, " player %d {%s}", p+1, strings.Join(played, ", "))
		}
		fmt.Fprintln(w)
	}
}
