package posterior

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/astragal/astragal/engine/reconstruct"
)

// Class is a game that several completions spell: one answer.
type Class struct {
	Number      int     `json:"class"`       // from 1, by posterior
	Prior       float64 `json:"prior"`       // share of the draws
	Posterior   float64 `json:"posterior"`   // of all its completions
	Completions int     `json:"completions"` // different ones
	// Proved counts those that are proved to be the same game as the most probable one; of the others besides it this
	// holds as far as is looked.
	Proved int    `json:"proved"`
	First  string `json:"first"` // hash of the most probable completion
}

// Spelt says in how many ways the game is spelt, for people.
func (c *Class) Spelt() string {
	if c.Completions == 1 {
		return "1 completion"
	}
	return fmt.Sprintf("%d completions, of which %d are proved to be the same as the first", c.Completions, c.Proved)
}

// classify tells which completions are the same game; the most probable one comes first in each class.
func (t *Study) classify(ctx context.Context, opt Options) error {
	prints := make([]string, len(t.List))
	each(len(t.List), opt.Workers, func(i int) {
		if ctx.Err() == nil {
			prints[i] = reconstruct.Fingerprint(t.List[i].Completion.Judge().Ruleset)
		}
	})
	var known reconstruct.Classes
	for i := range t.List {
		if err := ctx.Err(); err != nil {
			return err
		}
		a := &t.List[i]
		n, same, err := known.Of(ctx, a.Completion.Judge().Ruleset, prints[i])
		if err != nil {
			return err
		}
		if same == reconstruct.Another {
			t.Classes = append(t.Classes, Class{First: a.Hash})
		}
		c := &t.Classes[n]
		a.Class = n + 1
		c.Prior += a.Prior
		c.Posterior += a.Posterior
		c.Completions++
		if same == reconstruct.Proved {
			c.Proved++
		}
	}
	t.numberClasses()
	return nil
}

// numberClasses numbers classes by their posterior; they were numbered as they were found.
func (t *Study) numberClasses() {
	for i := range t.Classes {
		t.Classes[i].Number = i + 1
	}
	slices.SortStableFunc(t.Classes, func(a, b Class) int {
		return cmp.Or(cmp.Compare(b.Posterior, a.Posterior), cmp.Compare(b.Prior, a.Prior))
	})
	place := make([]int, len(t.Classes)+1)
	for i := range t.Classes {
		place[t.Classes[i].Number] = i + 1
		t.Classes[i].Number = i + 1
	}
	for i := range t.List {
		t.List[i].Class = place[t.List[i].Class]
	}
}
