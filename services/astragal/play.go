package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/astragal/astragal/engine/agent"
	"github.com/astragal/astragal/engine/formal"
	"github.com/astragal/astragal/engine/trace"
	"github.com/astragal/astragal/pkg/session"
)

func init() {
	register(command{
		name: "play",
		args: "[--protocol [--explicit-chance]] [--seat P]… [--agent A] [--learned NAME=FILE]… [--seed S] [--defs " +
			"DIR] [--option S]… [--ruleset S] FILE",
		short: "Play a game in the terminal, against an agent or alone; or steer it by a protocol",
		run:   runPlay,
	})
}

// recordable is a position that can be written as in recorded play.
type recordable interface{ State() *trace.Line }

// drawable is a position that can be drawn in characters.
type drawable interface {
	Board(player int) string
	Short(i int) string
}

// game in the terminal.
type terminal struct {
	*session.Session
	in    *bufio.Scanner
	out   io.Writer
	seats map[int]bool // of the person; nil for all
	by    agent.Spec
}

func runPlay(ctx context.Context, s *streams, args []string) error {
	fs := s.flags("play")
	c := choiceFlags(fs)
	protocol := fs.Bool("protocol", false, "read commands as JSON, one a line, and answer them so; see docs/protocol.md")
	explicit := fs.Bool("explicit-chance", false, "with --protocol: dice and shuffles of L-GDL are decisions of "+
		"chance, with their probabilities")
	var seats list
	fs.Var(&seats, "seat", "the `number` of a player for whom you play, the agent plays the others; may be repeated "+
		"(default: all)")
	known := &models{}
	fs.Var(known, "learned", learnedUsage)
	name := fs.String("agent", "uct:1000", "who plays the other seats and gives hints: "+agent.Usage)
	seed := fs.Uint64("seed", 0, "seed of all chance; 0 takes one at random")
	files, err := parse(fs, args)
	if err != nil {
		return err
	}
	if len(files) != 1 {
		return usagef("expected one FILE")
	}
	by, err := agent.Parse(*name)
	by = by.With(&known.Learned)
	if err != nil {
		return usagef("%v", err)
	}
	rs, err := c.open(ctx, files[0])
	if err != nil {
		return err
	}
	if *protocol {
		return speak(ctx, rs, *explicit, by, s.in, s.out)
	}
	if *explicit {
		return usagef("--explicit-chance needs --protocol")
	}
	t := &terminal{Session: session.New(rs), in: bufio.NewScanner(s.in), out: s.out, by: by}
	if *seed == 0 {
		*seed = rand.Uint64() >> 32
	}
	t.Restart(*seed)
	for _, x := range seats {
		p, err := strconv.Atoi(x)
		if err != nil || p < 1 || p > rs.Players() {
			return usagef("--seat %q, expected a player from 1 to %d", x, rs.Players())
		}
		if t.seats == nil {
			t.seats = map[int]bool{}
		}
		t.seats[p] = true
	}
	fmt.Fprintf(t.out, "%s, seed %d. A move by its number or its name; hint, undo, moves, quit.\n", rs.Name(), *seed)
	return t.run(ctx)
}

// mine reports whether the person decides.
func (t *terminal) mine() bool {
	m := t.Position.Mover()
	return m != formal.Chance && (t.seats == nil || t.seats[m])
}

// eyes is the player through whose eyes the board is shown: the one person at the
// table, or of several the one to move.
func (t *terminal) eyes() int {
	if len(t.seats) == 1 {
		for p := range t.seats {
			return p
		}
	}
	return t.Mover()
}

func (t *terminal) run(ctx context.Context) error {
	if err := t.Fault(); err != nil {
		return err
	}
	shown := -1
	for !t.Position.Terminal() {
		if err := ctx.Err(); err != nil {
			return err
		}
		if !t.mine() {
			if err := t.other(ctx); err != nil {
				return err
			}
			continue
		}
		if shown != t.Plies() {
			t.show()
			shown = t.Plies()
		}
		fmt.Fprintf(t.out, "player %d, %d moves> ", t.Position.Mover(), t.Position.Moves())
		if !t.in.Scan() {
			fmt.Fprintln(t.out)
			return t.in.Err()
		}
		if quit := t.obey(ctx, strings.TrimSpace(t.in.Text())); quit {
			return nil
		}
	}
	t.show()
	for p, v := range t.Payoffs() {
		fmt.Fprintf(t.out, "player %d: %+g\n", p+1, v)
	}
	return nil
}

// other has the agent, or chance, decide.
func (t *terminal) other(ctx context.Context) error {
	mover := t.Position.Mover()
	i, _, err := t.Choose(ctx, t.by)
	if err != nil {
		return err
	}
	name := t.names()[i]
	if mover == formal.Chance {
		fmt.Fprintf(t.out, "chance: %s\n", name)
	} else if !t.hides() {
		fmt.Fprintf(t.out, "player %d (%s): %s\n", mover, t.by, name)
	} else {
		fmt.Fprintf(t.out, "player %d (%s) has moved\n", mover, t.by)
	}
	return t.Play(i)
}

// hides reports whether players do not see everything.
func (t *terminal) hides() bool {
	h, ok := t.Game.(interface{ Hidden() bool })
	return ok && h.Hidden()
}

func (t *terminal) show() {
	if b, ok := t.Position.(drawable); ok {
		fmt.Fprint(t.out, "\n"+b.Board(t.eyes())+"\n")
		return
	}
	fmt.Fprintf(t.out, "\n%s\n\n", t.Position.Observation(max(t.eyes(), 1)))
}

// names are short texts of the decisions, the full ones where two would be alike.
func (t *terminal) names() []string {
	texts := t.Legal()
	b, ok := t.Position.(drawable)
	if !ok {
		return texts
	}
	count := map[string]int{}
	short := make([]string, len(texts))
	for i := range texts {
		short[i] = b.Short(i)
		count[short[i]]++
	}
	for i, s := range short {
		if count[s] > 1 {
			short[i] = fmt.Sprintf("%s#%d", s, 1+before(short[:i], s))
		}
	}
	return short
}

// before counts the entries that are s or begin with s#.
func before(list []string, s string) (n int) {
	for _, x := range list {
		if x == s || strings.HasPrefix(x, s+"#") {
			n++
		}
	}
	return n
}

// obey does what a line asks; true to quit.
func (t *terminal) obey(ctx context.Context, line string) (quit bool) {
	names := t.names()
	switch strings.ToLower(line) {
	case "":
	case "quit", "exit", "q":
		return true
	case "help", "?":
		fmt.Fprintln(t.out, "a number or a name from the list of moves; moves lists them, hint asks the agent, undo "+
			"takes your last move back, quit ends")
	case "moves", "m":
		for i, n := range names {
			fmt.Fprintf(t.out, "%4d %s\n", i+1, n)
		}
	case "undo", "u":
		t.back()
	case "hint", "h":
		i, thought, err := t.Choose(ctx, t.by)
		if err != nil {
			fmt.Fprintln(t.out, err)
			return false
		}
		fmt.Fprintf(t.out, "%s plays %d %s", t.by, i+1, names[i])
		if thought.Known {
			fmt.Fprintf(t.out, ", worth %+.2f after %d iterations", thought.Value, thought.Iterations)
		}
		fmt.Fprintln(t.out)
	default:
		if i, err := pick(names, line); err != nil {
			fmt.Fprintln(t.out, err)
		} else if err := t.Play(i); err != nil {
			fmt.Fprintln(t.out, err)
		}
	}
	return false
}

// back takes decisions back up to the person's last one.
func (t *terminal) back() {
	if !t.Undo() {
		fmt.Fprintln(t.out, "no move to take back")
		return
	}
	for !t.mine() && t.Undo() {
	}
}

// pick finds a move by its number or its name, in small or capital letters, with
// blanks for the hyphens.
func pick(names []string, line string) (int, error) {
	if n, err := strconv.Atoi(line); err == nil {
		if n < 1 || n > len(names) {
			return 0, fmt.Errorf("moves have the numbers 1 to %d", len(names))
		}
		return n - 1, nil
	}
	want := strings.Join(strings.Fields(line), "-")
	same := func(name string) bool { return strings.EqualFold(name, want) }
	if i := slices.IndexFunc(names, same); i >= 0 {
		return i, nil
	}
	var near []string
	for _, n := range names {
		if len(near) < 8 && strings.HasPrefix(strings.ToLower(n), strings.ToLower(want)) {
			near = append(near, n)
		}
	}
	if len(near) > 0 {
		return 0, fmt.Errorf("%q is no move; perhaps %s", line, strings.Join(near, ", "))
	}
	return 0, errors.New("no such move; moves lists them")
}
