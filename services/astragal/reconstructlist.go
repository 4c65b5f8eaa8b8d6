package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/ludeme"
	"github.com/astragal/astragal/engine/reconstruct"
)

// completionLine is what is told of one completion.
type completionLine struct {
	File    string       `json:"file"`
	Number  int          `json:"number"` // from 1
	Hash    string       `json:"hash"`
	Weight  float64      `json:"weight"`
	Reason  string       `json:"rejected,omitempty"`
	Error   string       `json:"error,omitempty"`
	Fillers []fillerLine `json:"fillers"`
	Game    string       `json:"game"`

	Words []ludeme.Saying `json:"words"` // the rules in plain words; null if they do not check
}

type fillerLine struct {
	Hole   int      `json:"hole"`
	Text   string   `json:"text"`
	Donors []string `json:"donors,omitempty"`
	Games  int      `json:"games"` // of the library that have the filler
	// Differs shows what is not as in the first donor, as [-there-]{+here+}; "" if nothing is.
	Differs string `json:"differs,omitempty"`
}

// listLine is what is told at the end of a list.
type listLine struct {
	File     string            `json:"file"`
	Listed   int               `json:"listed"`
	Looked   int               `json:"looked"`
	Screened int               `json:"screened"`
	Parts    int               `json:"parts"`
	Rejected reconstruct.Tally `json:"rejectedBy"`
	After    string            `json:"after,omitempty"` // the cursor for --after
}

// list prints completions and, at the end, what was rejected.
func (r *reconstruction) list(ctx context.Context, x *reconstruct.Space) error {
	if r.out != "" {
		if err := os.MkdirAll(r.out, 0o777); err != nil {
			return err
		}
	}
	start := time.Now()
	stream := reconstruct.Stream{Space: x, Sample: r.sample > 0, Seed: r.seed, Wanted: max(r.enumerate, r.sample),
		Unchecked: r.unchecked,
		Classes:   r.classes, Workers: r.workers, After: r.after}
	shown := 0
	err := stream.Run(ctx, func(c *reconstruct.Completion, v reconstruct.Verdict) error {
		shown++
		return r.show(shown, c, v)
	})
	if err != nil {
		return err
	}
	if !r.asJSON {
		fmt.Fprintf(r.s.out, "  %d listed of %d looked at, %d more screened by %d parts%s%s in %s\n",
			shown, stream.Looked, stream.Screened, stream.Parts, tallied(stream.Rejected), stream.Note(),
			time.Since(start).Round(time.Millisecond))
		if r.enumerate > 0 && shown == r.enumerate && !r.classes {
			fmt.Fprintf(r.s.out, "  go on with --after %s\n", stream.Cursor)
		}
		return nil
	}
	return r.json(listLine{stream.Space.Skeleton.File, shown, stream.Looked, stream.Screened, stream.Parts,
		stream.Rejected, stream.Cursor})
}

func (r *reconstruction) show(number int, c *reconstruct.Completion, v reconstruct.Verdict) (err error) {
	l := completionLine{File: c.File(), Number: number, Hash: c.Hash(), Weight: c.Weight, Reason: v.Reason, Game: c.Text()}
	if v.Err != nil {
		l.Error = v.Err.Error()
	}
	for i := range c.Fillers {
		f := &c.Fillers[i]
		l.Fillers = append(l.Fillers, fillerLine{f.Hole.Number + 1, lgdl.Text(f.Items), f.Donors(5), len(f.Donors(1 << 30)),
			f.Difference()})
	}
	if r.asJSON {
		if l.Words, err = c.InWords(); err != nil && v.Reason == "" {
			return err
		}
	}
	if r.out != "" {
		if err := r.write(number, c); err != nil {
			return err
		}
	}
	if r.asJSON {
		return r.json(l)
	}
	fmt.Fprintf(r.s.out, "  %d. weight %.4g, %s%s\n", number, c.Weight, l.Hash[:12], rejectedAs(v))
	for _, f := range l.Fillers {
		fmt.Fprintf(r.s.out, "     hole %d: %s%s\n", f.Hole, clipped(f.Text, 160), from(f))
		if f.Differs != "" {
			fmt.Fprintf(r.s.out, "       [-there-] {+here+}: %s\n", clipped(f.Differs, 160))
		}
	}
	return nil
}

func rejectedAs(v reconstruct.Verdict) string {
	if v.Reason == "" {
		return ""
	}
	return ", rejected: " + v.Reason
}

func from(f fillerLine) string {
	if f.Games == 0 {
		return ""
	}
	more := ""
	if f.Games > len(f.Donors) {
		more = fmt.Sprintf(" and %d more", f.Games-len(f.Donors))
	}
	return "  ← " + strings.Join(f.Donors, ", ") + more
}

func clipped(s string, most int) string {
	r := []rune(s)
	if len(r) <= most {
		return s
	}
	return string(r[:most]) + "…"
}

// write writes a completion as a file.
func (r *reconstruction) write(number int, c *reconstruct.Completion) error {
	base := strings.TrimSuffix(filepath.Base(c.File()), ".lud")
	f, err := os.Create(filepath.Join(r.out, fmt.Sprintf("%s (%d).lud", base, number)))
	if err != nil {
		return err
	}
	text, err := c.Description(number, r.method())
	if err == nil {
		_, err = io.WriteString(f, text)
	}
	if e := f.Close(); err == nil {
		err = e
	}
	return err
}

// method says in a comment how completions are found.
func (r *reconstruction) method() string {
	if r.sample > 0 {
		return fmt.Sprintf("sampled with seed %d by the prior %s", r.seed, r.weights.Name())
	}
	return "in order of weight by the prior " + r.weights.Name()
}
