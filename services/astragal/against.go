package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/astragal/astragal/engine/solve"
)

// responseLine is what best responses to an agent get.
type responseLine struct {
	Agent     string   `json:"agent"`
	Seed      uint64   `json:"seed"`
	Undecided string   `json:"undecided,omitempty"`
	Values    []string `json:"values,omitempty"` // by seat: what it gets by a best response
	Own       []string `json:"own,omitempty"`    // by seat: what it gets where the agent plays all seats
	Method    string   `json:"method"`
	Theorem   string   `json:"theorem,omitempty"`
}

// respond adds what was found of best responses, nil for nothing.
func (l *solveLine) respond(r *solve.Response, j *solving) {
	if r != nil {
		l.Against = &responseLine{j.against.String(), j.seed, r.Undecided, ratTexts(r.Values), ratTexts(r.Own), r.Method,
			r.Theorem}
	}
}

func (r *responseLine) print(w io.Writer) {
	if r.Undecided != "" {
		fmt.Fprintf(w, "  best responses to %s: not decided: %s\n", r.Agent, r.Undecided)
		return
	}
	fmt.Fprintf(w, "  best responses to %s get by seat: %s\n    proved: %s\n", r.Agent, strings.Join(r.Values, ", "),
		r.Theorem)
	if len(r.Own) > 0 {
		fmt.Fprintf(w, "    where it plays all seats: %s\n", strings.Join(r.Own, ", "))
	}
}
