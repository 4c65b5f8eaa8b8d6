package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/big"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"syscall"
	"time"

	"github.com/astragal/astragal/engine"
	"github.com/astragal/astragal/pkg/limit"

	"github.com/astragal/astragal/engine/agent"
	"github.com/astragal/astragal/engine/equiv"
	"github.com/astragal/astragal/engine/solve"
	"github.com/astragal/astragal/pkg/catalogue"
)

func init() {
	register(command{
		name: "solve",
		args: "[--defs DIR] [--option S]… [--ruleset S] [--timeout D] [--memory SIZE] [--positions N] [--sequences N] [--gap G]" +
			" [--against AGENT [--seed S]] [--strategies] [--equilibria] [--table FILE] [--pieces NAME=N,…] " +
			"[--seeds N] [--keep [--data DIR]] [--json | --markdown] FILE…",
		short: "Find what a small game is worth to every seat when all play as well as can be, with proof;" +
			" exit status 3 if that is not decided within the bounds",
		run: solveGames,
	})
}

// solveLine is what was found of a game.
type solveLine struct {
	File      string   `json:"file"`
	Name      string   `json:"name"`
	Ruleset   string   `json:"ruleset,omitempty"`
	Answer    string   `json:"answer"`  // solved, bounded or not decided
	Verdict   string   `json:"verdict"` // in words
	Undecided string   `json:"undecided,omitempty"`
	Values    []string `json:"values,omitempty"` // by seat, exact
	ZeroSum   bool     `json:"zeroSum"`
	Winner    int      `json:"winner,omitempty"`   // seat from 1
	Plies     int      `json:"plies,omitempty"`    // in which the winner forces the end
	Searched  bool     `json:"searched,omitempty"` // positions were left out that the value does not depend on
	Theorem   string   `json:"theorem,omitempty"`
	Method    string   `json:"method"`
	Positions int      `json:"positions"`
	Boards    int      `json:"boards,omitempty"` // positions that differ by more than the way there
	Terminals int      `json:"terminals"`
	Cyclic    bool     `json:"cyclic"`
	Longest   int      `json:"longest,omitempty"` // plies of the longest play
	Sequences []int    `json:"sequences,omitempty"`
	// Bounds of the first player's value by best responses, and their difference.
	Lower          string         `json:"lower,omitempty"`
	Upper          string         `json:"upper,omitempty"`
	Exploitability string         `json:"exploitability,omitempty"`
	Symmetries     int            `json:"symmetries,omitempty"` // of the rules, up to which positions are counted
	NoSymmetry     string         `json:"noSymmetry,omitempty"` // why there are none
	Strategies     []strategyLine `json:"strategies,omitempty"`
	CPUSeconds     float64        `json:"cpuSeconds"` // of the process
	Seconds        float64        `json:"seconds"`
	Puzzle         *puzzleLine    `json:"puzzle,omitempty"`
	Against        *responseLine  `json:"against,omitempty"`
	// Equilibria, if they are asked for.
	Equilibria *equilibriaLine `json:"equilibria,omitempty"`
	// The bounds and their difference for people: where there is no exact value, decimals
	// rounded outwards.
	lower, upper, gap string
	// What the catalogue knows the game by.
	hash, game string
	err        error
}

// puzzleLine is what was found of a deduction puzzle.
type puzzleLine struct {
	Variables int    `json:"variables"`
	Solutions int    `json:"solutions"`
	More      bool   `json:"more"`            // there are more solutions than these
	Needs     string `json:"needs,omitempty"` // singles, refutation or guessing
	text      string
}

// strategyLine is what an optimal strategy does at an information set.
type strategyLine struct {
	Player int      `json:"player"`
	Set    string   `json:"set"`
	Moves  []string `json:"moves"` // label: probability
}

func solveGames(ctx context.Context, s *streams, args []string) error {
	fs := s.flags("solve")
	c := choiceFlags(fs)
	var o solve.Options
	fs.DurationVar(&o.Timeout, "timeout", time.Minute, "bound of the time for each file")
	memory := bytesFlag(min(2<<30, limit.DefaultMemory()))
	fs.Var(&memory, "memory", "bound of the memory, a `SIZE` such as 512M or 4G")
	fs.IntVar(&o.Positions, "positions", 0, "bound of the number of positions, the same on all machines; 0: none")
	fs.IntVar(&o.Sequences, "sequences", 200, "most sequences of a player in a linear program; larger games are "+
		"approached by regret minimisation")
	fs.BoolVar(&o.Symmetry, "symmetry", false, "count positions as one that symmetries of the rules take to each "+
		"other (L-GDL, GDL, RBG)")
	var pieces pieceCounts
	fs.Var(&pieces, "pieces", "solve all positions with these pieces on the board and nothing else in play instead, "+
		"such as `Man1=3,Man2=3`")
	seeds := fs.Int("seeds", 0, "solve all positions of sowing games with at most `N` counters in the holes instead")
	fs.Float64Var(&o.Gap, "gap", 1e-4, "exploitability, as a share of the span of payoffs, at which regret "+
		"minimisation ends")
	agentName := fs.String("against", "", "find also what best responses to an `agent` get: "+agent.Usage)
	seed := fs.Uint64("seed", 1, "seed of the dice of that agent")
	strategies := fs.Bool("strategies", false, "show the optimal strategies of games with hidden information")
	equilibria := fs.Bool("equilibria", false, "find also all extreme Nash equilibria of two-player games, whatever "+
		"their payoffs")
	table := fs.String("table", "", "write what every position that can be reached is worth, and the best decision "+
		"there, to this `file`")
	app := someAppFlags(fs, "data", "postgres")
	keep := fs.Bool("keep", false, "keep what is solved in the catalogue, whose pages show it")
	asJSON := fs.Bool("json", false, "print a JSON object per file")
	markdown := fs.Bool("markdown", false, "print a table of all files as Markdown, with the machine")
	files, err := parse(fs, args)
	switch {
	case err != nil:
		return err
	case len(files) == 0:
		return usagef("expected FILE…")
	case o.Timeout <= 0 || o.Sequences <= 0 || o.Positions < 0:
		return usagef("--timeout and --sequences must be positive, --positions too or 0")
	case !(o.Gap > 0 && o.Gap < 1):
		return usagef("--gap must be between 0 and 1")
	case (*agentName != "" || *equilibria) && *markdown:
		return usagef("--markdown shows neither --against nor --equilibria")
	case *table != "" && len(files) != 1:
		return usagef("--table takes one FILE")
	case pieces != nil && (*agentName != "" || *equilibria || *table != "" || *strategies || *keep):
		return usagef("--pieces goes with --symmetry, bounds, --json and --markdown alone")
	case *seeds < 0 || *seeds > 0 && (pieces != nil || *agentName != "" || *equilibria || *table != "" || *strategies || *keep):
		return usagef("--seeds takes a positive number, and goes with bounds, --json and --markdown alone")
	case *asJSON && *markdown:
		return usagef("--json and --markdown exclude each other")
	}
	o.Memory = uint64(memory)
	if pieces != nil {
		return solveEndgames(ctx, s, c, files, pieces, o, endgameForm(*asJSON, *markdown))
	}
	if *seeds > 0 {
		return solveSeeds(ctx, s, c, files, *seeds, o, *asJSON, *markdown)
	}
	job := solving{options: o, strategies: *strategies, seed: *seed, equilibria: *equilibria}
	if *agentName != "" {
		by, err := agent.Parse(*agentName)
		if err != nil {
			return usagef("%v", err)
		}
		if by.Timed() || by.Program() != "" {
			return usagef("--against %s: what it does cannot be repeated", by)
		}
		job.against = &by
	}
	if *keep {
		c, closeCatalogue, err := openCatalogue(ctx, app, s.err)
		if err != nil {
			return err
		}
		defer closeCatalogue()
		job.kept = c
	}
	var lines []solveLine
	status := error(nil)
	for _, file := range files {
		l := job.one(ctx, c, file)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if l.err != nil && !*markdown {
			return l.err
		}
		if err := job.keep(ctx, &l); err != nil {
			return err
		}
		if l.Answer == "not decided" {
			status = exitStatus(statusUndecided)
		}
		switch {
		case *markdown:
			lines = append(lines, l)
		case *asJSON:
			enc := json.NewEncoder(s.out)
			enc.SetEscapeHTML(false)
			l.Verdict = l.verdict()
			if err := enc.Encode(l); err != nil {
				return err
			}
		default:
			l.print(s.out)
		}
	}
	if *table != "" {
		if err := writeTable(ctx, c, files[0], o, *table); err != nil {
			return err
		}
	}
	if *markdown {
		writeSolved(s.out, lines, o)
		return nil
	}
	return status
}

// solving is what is asked of the games of files.
type solving struct {
	options    solve.Options
	strategies bool
	against    *agent.Spec // nil for nobody
	seed       uint64
	equilibria bool
	kept       *catalogue.Catalogue // nil to keep nothing
}

// one solves the game of a file; what does not stop in time is left behind.
func (j *solving) one(ctx context.Context, c *choice, file string) solveLine {
	o := j.options
	// The collector works harder near the bound instead of letting garbage exceed it.
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(int64(o.Memory)))
	l := solveLine{File: file, Answer: "not decided", Ruleset: c.ruleset}
	start, cpu := time.Now(), cpuSeconds()
	work, cancel := context.WithTimeout(ctx, o.Timeout+stopsWithin/2)
	defer cancel()
	type outcome struct {
		a   *solve.Answer
		r   *solve.Response
		e   *equilibriaLine
		rs  engine.Ruleset
		err error
	}
	done := make(chan outcome, 1)
	go func() {
		rs, err := c.open(work, file)
		if err != nil {
			done <- outcome{err: err}
			return
		}
		half := o
		half.Memory /= 2 // tables grow by copying
		a, err := solve.Solve(work, rs.Game(), half)
		var r *solve.Response
		if err == nil && j.against != nil {
			half.Timeout = max(time.Millisecond, o.Timeout-time.Since(start))
			r, err = solve.Respond(work, rs.Game(), *j.against, j.seed, half)
		}
		var e *equilibriaLine
		if err == nil {
			within, done := context.WithTimeout(work, max(time.Millisecond, o.Timeout-time.Since(start)))
			e = j.findEquilibria(within, rs.Game())
			done()
		}
		done <- outcome{a, r, e, rs, err}
	}()
	late, patrol := time.After(o.Timeout+stopsWithin), time.NewTicker(50*time.Millisecond)
	defer patrol.Stop()
	for wait := true; wait; {
		select {
		case x := <-done:
			wait = false
			switch {
			case x.err != nil && work.Err() != nil:
				l.Undecided = fmt.Sprintf("not within %v", o.Timeout)
			case x.err != nil:
				l.err = fmt.Errorf("%s: %w", file, x.err)
				l.Undecided = x.err.Error()
			default:
				l.fill(x.a, j.strategies)
				l.respond(x.r, j)
				l.Equilibria = x.e
				l.Name, l.hash, l.game = x.rs.Game().Name(), x.rs.Hash(), x.rs.Name()
			}
		case <-patrol.C:
			if beyond := o.Memory + o.Memory/4; equiv.LiveBytes() > beyond {
				if runtime.GC(); equiv.LiveBytes() > beyond {
					l.Undecided, wait = "not within "+sizeOf(o.Memory)+" of memory", false
				}
			}
		case <-late:
			l.Undecided, wait = fmt.Sprintf("not within %v", o.Timeout), false
		case <-ctx.Done():
			wait = false
		}
	}
	l.Seconds, l.CPUSeconds = time.Since(start).Seconds(), cpuSeconds()-cpu
	return l
}

// cpuSeconds is the processor time of this process so far, spent by its own code.
func cpuSeconds() float64 {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano()).Seconds()
}

func (l *solveLine) fill(a *solve.Answer, strategies bool) {
	l.Undecided, l.Method, l.Theorem = a.Undecided, a.Method, a.Theorem
	if a.Undecided == "" {
		if l.Answer = "solved"; a.Bounded {
			l.Answer = "bounded"
		}
	}
	l.Values, l.ZeroSum, l.Winner, l.Plies = ratTexts(a.Values), a.ZeroSum, a.Winner, a.Plies
	l.Searched = a.Searched
	l.Positions, l.Boards, l.Terminals, l.Cyclic, l.Longest = a.Positions, a.Boards, a.Terminals, a.Cyclic, a.Longest
	if a.Sequences[0] > 0 {
		l.Sequences = a.Sequences[:]
	}
	text := func(x *big.Rat) string {
		if x == nil {
			return ""
		}
		return x.RatString()
	}
	l.Symmetries, l.NoSymmetry = a.Symmetries, a.NoSymmetry
	l.Lower, l.Upper, l.Exploitability = text(a.Lower), text(a.Upper), text(a.Exploitability)
	if a.Bounded {
		l.lower, l.upper, l.gap = decimal(a.Lower, false), decimal(a.Upper, true), decimal(a.Exploitability, true)
	} else {
		l.lower, l.upper, l.gap = l.Lower, l.Upper, l.Exploitability
	}
	if p := a.Puzzle; p != nil {
		l.Puzzle = &puzzleLine{p.Variables, p.Solutions, p.More, p.Needs, p.Text()}
	}
	if !strategies || a.Tree == nil {
		return
	}
	for i, row := range a.Strategies {
		if row == nil {
			continue
		}
		set := &a.Tree.Sets[i]
		x := strategyLine{Player: set.Owner, Set: strings.TrimSpace(fmt.Sprintf("%d %s", set.Number, set.Name))}
		for k, p := range row {
			x.Moves = append(x.Moves, fmt.Sprintf("%s: %s", set.Actions[k].Label, p.RatString()))
		}
		l.Strategies = append(l.Strategies, x)
	}
}

// plyText is a number of plies with its noun.
func plyText(n int) string {
	if n == 1 {
		return "1 ply"
	}
	return fmt.Sprintf("%d plies", n)
}

// verdict says in words who wins.
func (l *solveLine) verdict() string {
	switch {
	case l.Answer == "bounded":
		return "value of player 1 from " + l.lower + " to " + l.upper
	case l.Answer == "solved" && l.Puzzle != nil:
		return l.Puzzle.text
	case l.Answer != "solved":
		return "not decided: " + l.Undecided
	case l.Winner > 0 && l.Searched:
		return fmt.Sprintf("player %d wins", l.Winner)
	case l.Winner > 0:
		return fmt.Sprintf("player %d wins in %s", l.Winner, plyText(l.Plies))
	case l.ZeroSum && len(l.Values) == 2 && l.Values[0] == l.Values[1] && l.Lower == "":
		return "draw"
	}
	return "value " + strings.Join(l.Values, ", ")
}

func (l *solveLine) print(w io.Writer) {
	fmt.Fprintf(w, "%s: %s\n", l.File, l.verdict())
	switch l.Answer {
	case "solved":
		if len(l.Values) > 0 {
			fmt.Fprintf(w, "  values by seat: %s\n", strings.Join(l.Values, ", "))
		}
		fmt.Fprintf(w, "  proved: %s\n", l.Theorem)
	case "bounded":
		fmt.Fprintf(w, "  proved: %s\n", l.Theorem)
	}
	if l.Method != "" {
		fmt.Fprintf(w, "  by %s\n", l.Method)
	}
	fmt.Fprintf(w, "  %d positions", l.Positions)
	if l.Boards > 0 {
		fmt.Fprintf(w, " (%d different boards)", l.Boards)
	}
	fmt.Fprintf(w, ", %d of them ends of plays", l.Terminals)
	if l.Searched {
		fmt.Fprint(w, ", others left out")
	}
	switch {
	case l.NoSymmetry != "":
		fmt.Fprintf(w, ", without symmetry: %s", l.NoSymmetry)
	case l.Symmetries > 0:
		fmt.Fprintf(w, ", up to %d symmetries", l.Symmetries)
	}
	switch {
	case l.Cyclic:
		fmt.Fprint(w, "; positions recur")
	case l.Longest > 0:
		fmt.Fprintf(w, "; the longest play has %s", plyText(l.Longest))
	}
	fmt.Fprintln(w)
	if l.Lower != "" {
		fmt.Fprintf(w, "  %d and %d sequences; best responses: first player gets %s to %s, exploitability %s\n",
			l.Sequences[0], l.Sequences[1], l.lower, l.upper, l.gap)
	}
	if l.Equilibria != nil {
		l.Equilibria.print(w)
	}
	if l.Against != nil {
		l.Against.print(w)
	}
	for _, x := range l.Strategies {
		fmt.Fprintf(w, "  player %d, set %s: %s\n", x.Player, x.Set, strings.Join(x.Moves, ", "))
	}
	fmt.Fprintf(w, "  %.2f s of processor time, %.2f s\n", l.CPUSeconds, l.Seconds)
}

// decimal writes a number with six places, rounded up or down.
func decimal(x *big.Rat, up bool) string {
	scaled := new(big.Rat).Mul(x, big.NewRat(1_000_000, 1))
	n := new(big.Int).Div(scaled.Num(), scaled.Denom()) // rounds down
	if up && !scaled.IsInt() {
		n.Add(n, big.NewInt(1))
	}
	return new(big.Rat).SetFrac(n, big.NewInt(1_000_000)).FloatString(6)
}

// machineText describes what this runs on.
func machineText() string {
	model := runtime.GOARCH
	if text, err := os.ReadFile("/proc/cpuinfo"); err == nil {
		for line := range strings.Lines(string(text)) {
			if name, ok := strings.CutPrefix(line, "model name"); ok {
				model = strings.TrimSpace(strings.TrimLeft(name, " \t:"))
				break
			}
		}
	}
	return fmt.Sprintf("%s, %d processors, %s", model, runtime.NumCPU(), runtime.Version())
}

// writeSolved writes the table of docs/solved.md.
func writeSolved(w io.Writer, lines []solveLine, o solve.Options) {
	fmt.Fprintf(w, "# Solved games\n\nGenerated by `astragal solve --markdown --timeout %v --memory %s --positions %d FILE…`; "+
		"only `make solved` changes this page.\nEngine %s on %s. Time is processor time of the process, "+
		"reading and compiling included.\n\n", o.Timeout, sizeOf(o.Memory), o.Positions, engine.New().Version(), machineText())
	fmt.Fprint(w, "Positions are told apart by all that their future depends on, the last move only where rules ask for it; "+
		"boards only by what lies where and who is to move. Where all positions are more than the bound, and none recurs, "+
		"a search leaves out those that the value does not depend on, and does not tell in how many plies.\nA win in N plies is forced whatever the other does. "+
		"What exactly is proved stands below the table. Not decided is an answer, too.\nOf puzzles the solutions are counted; "+
		"guessing is said to be needed where neither single values nor refuting values by them suffice.\n\n")
	fmt.Fprint(w, "| game | answer | values by seat | positions | boards | proof | time, s |\n"+
		"|---|---|---|---:|---:|---|---:|\n")
	var theorems []string
	for i := range lines {
		l := &lines[i]
		boards, proof := "–", "–"
		if l.Boards > 0 {
			boards = fmt.Sprint(l.Boards)
		}
		if l.Theorem != "" {
			k := 0
			for k < len(theorems) && theorems[k] != l.Theorem {
				k++
			}
			if k == len(theorems) {
				theorems = append(theorems, l.Theorem)
			}
			proof = fmt.Sprintf("(%d)", k+1)
			if l.gap != "" {
				proof += " exploitability " + l.gap
			}
		}
		fmt.Fprintf(w, "| %s | %s | %s | %d | %s | %s | %.1f |\n", strings.ReplaceAll(filepath.Base(l.File), "|", "/"),
			strings.ReplaceAll(l.verdict(), "|", "/"), strings.Join(l.Values, ", "), l.Positions, boards, proof,
			l.CPUSeconds)
	}
	for i, t := range theorems {
		fmt.Fprintf(w, "\n(%d) %s.\n", i+1, t)
	}
}
