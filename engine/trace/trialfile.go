package trace

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// TrialFile is recorded play in the reference's text format (part 1, §18): the
// moves and nothing of the positions.
type TrialFile struct {
	Game       string     // path of the description, as the file has it
	Options    []string   // options selected
	RNG        []int8     // state of the generator before the start rules, 8 bytes, the lowest first
	Moves      []string   // in text form, those of the start rules first
	Placements int        // number of moves of the start rules, Unknown when the file does not say
	Sizes      []int      // number of legal moves before each move after the placements; may be missing or shorter
	Legal      [][]string // the legal moves themselves, in files that have them
	Ended      bool       // a result is recorded
	Winner     int        // 0 for none
	EndType    string
	Rankings   []float64 // entry 0 unused
	Sandbox    bool
	Version    string // of the program that recorded it
}

// formatVersion is the version of the reference whose play we reproduce, and so
// that of the format of our files.
const formatVersion = "1.3.13"

const (
	keyRNG        = "RNG internal state="
	keySize       = "LEGAL MOVES LIST SIZE = "
	keyLegal      = "NEW LEGAL MOVES LIST"
	keyLegalEnd   = "END LEGAL MOVES LIST"
	keyPlacements = "numInitialPlacementMoves="
)

// ReadTrial reads a trial file. An error names the line.
func ReadTrial(r io.Reader) (*TrialFile, error) {
	p := &trialReader{sc: bufio.NewScanner(r), t: &TrialFile{Placements: Unknown}}
	p.sc.Buffer(make([]byte, 1<<16), maxLine)
	for p.next() && p.err == nil {
		p.read()
	}
	if p.err == nil {
		p.err = p.sc.Err()
	}
	if p.err != nil {
		return nil, fmt.Errorf("line %d: %w", p.n, p.err)
	}
	t := p.t
	switch {
	case t.RNG == nil:
		return nil, fmt.Errorf("no trial: it has no line %q", keyRNG)
	case t.Placements > len(t.Moves):
		return nil, fmt.Errorf("%d moves of the start rules, but %d moves in all", t.Placements, len(t.Moves))
	}
	return t, nil
}

type trialReader struct {
	sc   *bufio.Scanner
	n    int // number of the line
	line string
	t    *TrialFile
	err  error
}

func (p *trialReader) next() bool {
	if !p.sc.Scan() {
		return false
	}
	p.n++
	p.line = strings.TrimRight(p.sc.Text(), "\r")
	return true
}

func (p *trialReader) fail(format string, args ...any) { p.err = fmt.Errorf(format, args...) }

func (p *trialReader) int(what, text string) int {
	v, err := strconv.Atoi(strings.TrimSpace(text))
	if err != nil {
		p.fail("%s: expected a number, found %q", what, text)
	}
	return v
}

// read reads a line; lines that it does not know are skipped, as they ever were.
func (p *trialReader) read() {
	t := p.t
	key, value, _ := strings.Cut(p.line, "=")
	switch {
	case p.n == 1:
		if key != "game" || value == "" {
			p.fail("expected game=PATH, found %q", p.line)
		}
		t.Game = value
	case p.line == "START GAME OPTIONS":
		for p.next() && p.line != "END GAME OPTIONS" {
			t.Options = append(t.Options, p.line)
		}
	case strings.HasPrefix(p.line, keyRNG):
		p.generator(p.line[len(keyRNG):])
	case key == "Move":
		if _, err := ParseMove(value); err != nil {
			p.err = err
		}
		t.Moves = append(t.Moves, value)
	case strings.HasPrefix(p.line, keySize):
		t.Sizes = append(t.Sizes, p.int("size", p.line[len(keySize):]))
	case p.line == keyLegal:
		list := []string{}
		for p.next() && p.line != keyLegalEnd {
			list = append(list, p.line)
		}
		t.Legal, t.Sizes = append(t.Legal, list), append(t.Sizes, len(list))
	case strings.HasPrefix(p.line, keyPlacements):
		t.Placements = p.int("placements", value)
	case key == "winner":
		t.Ended, t.Winner = true, p.int("winner", value)
	case key == "endtype":
		t.EndType = value
	case key == "rankings":
		for _, f := range strings.Split(value, ",") {
			v, err := strconv.ParseFloat(f, 64)
			if err != nil {
				p.fail("rankings: expected a number, found %q", f)
			}
			t.Rankings = append(t.Rankings, v)
		}
	case key == "SANDBOX":
		t.Sandbox = value == "true"
	case key == "LUDII_VERSION":
		t.Version = value
	}
}

func (p *trialReader) generator(text string) {
	for _, f := range strings.Split(text, ",") {
		v, err := strconv.ParseInt(f, 10, 8)
		if err != nil {
			p.fail("generator: expected a byte from -128 to 127, found %q", f)
			return
		}
		p.t.RNG = append(p.t.RNG, int8(v))
	}
	if len(p.t.RNG) != 8 {
		p.fail("generator: %d bytes; expected 8", len(p.t.RNG))
	}
}

// Write writes the trial as a trial file.
func (t *TrialFile) Write(w io.Writer) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "game=%s\nSTART GAME OPTIONS\n", t.Game)
	for _, o := range t.Options {
		fmt.Fprintln(b, o)
	}
	fmt.Fprintf(b, "END GAME OPTIONS\n%s%s\n", keyRNG, joined(t.RNG, func(v int8) string { return strconv.Itoa(int(v)) }))
	for _, m := range t.Moves {
		fmt.Fprintf(b, "Move=%s\n", m)
	}
	if len(t.Legal) > 0 {
		for _, list := range t.Legal {
			fmt.Fprintln(b, keyLegal)
			for _, m := range list {
				fmt.Fprintln(b, m)
			}
			fmt.Fprintln(b, keyLegalEnd)
		}
	} else {
		for _, n := range t.Sizes {
			fmt.Fprintf(b, "%s%d\n", keySize, n)
		}
	}
	if t.Placements != Unknown {
		fmt.Fprintf(b, "%s%d\n", keyPlacements, t.Placements)
	}
	if t.Ended {
		fmt.Fprintf(b, "winner=%d\n", t.Winner)
		if t.EndType != "" {
			fmt.Fprintf(b, "endtype=%s\n", t.EndType)
		}
	}
	if len(t.Rankings) > 0 {
		fmt.Fprintf(b, "rankings=%s\n", joined(t.Rankings, rankText))
	}
	fmt.Fprintf(b, "SANDBOX=%t\nLUDII_VERSION=%s\n", t.Sandbox, t.Version)
	return b.Flush()
}

func joined[T any](list []T, text func(T) string) string {
	words := make([]string, len(list))
	for i, v := range list {
		words[i] = text(v)
	}
	return strings.Join(words, ",")
}

// rankText writes a rank with at least one digit behind the point.
func rankText(v float64) string {
	s := strconv.FormatFloat(v, 'f', -1, 64)
	if !strings.Contains(s, ".") {
		s += ".0"
	}
	return s
}

// Trial returns the moves and the result of a trace as a trial.
func (t *Trace) Trial() *TrialFile {
	game := t.Header.Game
	if !strings.HasPrefix(game, "./") && !strings.HasPrefix(game, "/") {
		game = "lud/" + game // a path in the library, as those of its own trials
	}
	x := &TrialFile{Game: game, RNG: t.Header.RNG, Version: formatVersion,
		Placements: len(t.Header.Start), Moves: append([]string(nil), t.Header.Start...)}
	for i := range t.Plies {
		l := &t.Plies[i]
		x.Moves = append(x.Moves, l.Played...)
		x.Sizes = append(x.Sizes, l.N)
	}
	if t.End != nil && t.End.Winner != nil {
		x.Ended, x.Winner, x.EndType, x.Rankings = true, *t.End.Winner, t.End.EndType, t.End.Ranking
	}
	return x
}

// Trace returns the trial as a trace without positions and without a header of
// the game, the first placements moves being those of the start rules.
func (t *TrialFile) Trace(placements int) (*Trace, error) {
	if placements > len(t.Moves) {
		return nil, fmt.Errorf("the start rules make %d moves, but only %d are recorded in all", placements, len(t.Moves))
	}
	x := &Trace{Bare: true, Header: Header{Oracle: 1, Game: t.Game, RNG: t.RNG, Start: t.Moves[:placements]}}
	for i, m := range t.Moves[placements:] {
		n := Unknown
		if i < len(t.Sizes) {
			n = t.Sizes[i]
		}
		x.Plies = append(x.Plies, Line{Ply: i, N: n, Played: []string{m}})
	}
	x.End = &Line{End: true, Plies: len(x.Plies), Truncated: !t.Ended}
	if t.Ended {
		// The kind of end is not compared: it has changed between versions.
		x.End.Winner, x.End.Ranking = &t.Winner, t.Rankings
	}
	return x, nil
}
