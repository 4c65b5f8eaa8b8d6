// Package trace reads, replays and writes recorded play: the ply-by-ply traces
// that the engine is proven against, and the text format in which trials are
// exchanged (part 1 of the specification, §§18 and 19).
package trace

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
)

// Header is the first line of a trace: the game and what it is made of.
type Header struct {
	Oracle        int      `json:"oracle"`
	Game          string   `json:"game"`
	Name          string   `json:"name"`
	Players       int      `json:"players"`
	Stochastic    bool     `json:"stochastic"`
	HiddenInfo    bool     `json:"hiddenInfo"`
	Stacking      bool     `json:"stacking"`
	RequiresCount bool     `json:"requiresCount"`
	DefaultSite   string   `json:"defaultSite"`
	Cells         int      `json:"cells"`
	Vertices      int      `json:"vertices"`
	Edges         int      `json:"edges"`
	RNG           []int8   `json:"rng"`
	Containers    [][]any  `json:"containers"` // name, first site, sites, owner
	Components    [][]any  `json:"components"` // name, owner
	Phases        []string `json:"phases"`
	Start         []string `json:"start"`
}

// Unknown is the number of legal moves of a ply of which it is not recorded.
const Unknown = -1

// Line is a ply of a trace, or its end.
type Line struct {
	Ply, N             int
	Mover, Next, Prev  *int
	Counter, Turn, Tsp int
	Phase, Active      []int
	Score, Amount      []int
	Pot                *int
	Pending            []int
	Vars               map[string]int
	Remembered         json.RawMessage
	Dice               [][]int
	Sites, Hidden      [][]int
	Puzzle             []json.RawMessage
	Legal              []string
	LegalFnv           string
	Played             []string
	End                bool
	Plies              int
	Truncated          bool
	Winner             *int
	EndType            string
	Ranking            []float64
}

// Trace is a recorded play.
type Trace struct {
	Header Header
	Plies  []Line
	End    *Line
	Bare   bool // the header tells nothing but the game and the generator's state
}

// maxLine bounds one line of a trace.
const maxLine = 64 << 20

// Read reads a trace, gzip-compressed or plain.
func Read(r io.Reader) (*Trace, error) {
	in := bufio.NewReader(r)
	var text io.Reader = in
	if magic, _ := in.Peek(2); string(magic) == "\x1f\x8b" {
		z, err := gzip.NewReader(in)
		if err != nil {
			return nil, fmt.Errorf("trace: %w", err)
		}
		text = z
	}
	sc := bufio.NewScanner(text)
	sc.Buffer(make([]byte, 1<<20), maxLine)
	t := &Trace{}
	for n := 1; sc.Scan(); n++ {
		if n == 1 {
			if err := json.Unmarshal(sc.Bytes(), &t.Header); err != nil {
				return nil, fmt.Errorf("trace: line 1: %w", err)
			}
			if t.Header.Oracle != 1 {
				return nil, fmt.Errorf("trace: format %d; expected 1", t.Header.Oracle)
			}
			continue
		}
		var l Line
		if err := json.Unmarshal(sc.Bytes(), &l); err != nil {
			return nil, fmt.Errorf("trace: line %d: %w", n, err)
		}
		if l.End {
			t.End = &l
		} else {
			t.Plies = append(t.Plies, l)
		}
	}
	if err := sc.Err(); err != nil {
		return nil, fmt.Errorf("trace: %w", err)
	}
	if len(t.Header.RNG) != 8 {
		return nil, fmt.Errorf("trace: line 1: %d bytes of generator state; expected 8", len(t.Header.RNG))
	}
	return t, nil
}

// Seed is the recorded state of the generator.
func (h *Header) Seed() uint64 {
	var s uint64
	for i, b := range h.RNG {
		s |= uint64(uint8(b)) << (8 * i)
	}
	return s
}
