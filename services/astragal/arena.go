package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"

	"github.com/astragal/astragal/engine"

	"github.com/astragal/astragal/engine/agent"
	"github.com/astragal/astragal/engine/arena"
)

func init() {
	register(command{
		name: "arena",
		args: "--agents A,B[,C…] [-n N] [--ladder] [--until ELO0,ELO1] [--seed S] [--workers W] [--keep] [--data DIR] " +
			"[--program NAME=COMMAND]… [--learned NAME=FILE]… [--defs DIR] [--option S]… [--ruleset S] [--json] PATH…",
		short: "Agents against each other: wins, draws, losses, Elo with 95 % intervals",
		run:   runArena,
	})
}

// arenaLine is a pairing at one game as JSON has it.
type arenaLine struct {
	Game   string   `json:"game"`
	File   string   `json:"file"`
	A      string   `json:"a"`
	B      string   `json:"b"`
	Games  int      `json:"games"`
	Wins   int      `json:"wins"`
	Draws  int      `json:"draws"`
	Losses int      `json:"losses"`
	Elo    *float64 `json:"elo"` // of a beside b; null where all games went one way
	Low    *float64 `json:"low"` // of the 95 % interval
	High   *float64 `json:"high"`
	// Verdict of the sequential test: "weaker", "better", "open", "" without one.
	Verdict string  `json:"verdict,omitempty"`
	Spoilt  int     `json:"spoilt,omitempty"` // games without result for which the description is to blame
	Plies   float64 `json:"plies"`            // decisions a game, on average
	Seed    uint64  `json:"seed"`
	Engine  string  `json:"engine"`
}

// ratingLine is the rating of an agent over all games.
type ratingLine struct {
	Agent string   `json:"agent"`
	Elo   float64  `json:"rating"` // beside the first agent
	Low   *float64 `json:"low"`
	High  *float64 `json:"high"`
	Games int      `json:"games"`
}

// arenaJob is what the command line asks for.
type arenaJob struct {
	s        *streams
	choice   *choice
	agents   []agent.Spec
	games    int
	ladder   bool
	test     *arena.Test
	seed     uint64
	workers  int
	maxPlies int
	programs programs
	learned  models
	asJSON   bool
	kept     *keptGames // nil without a catalogue
	totals   map[[2]int]*arena.Score
}

func runArena(ctx context.Context, s *streams, args []string) error {
	fs := s.flags("arena")
	j := &arenaJob{s: &streams{s.in, s.out, takingTurns(s.err)}, choice: choiceFlags(fs),
		totals: map[[2]int]*arena.Score{}, programs: programs{}}
	names := fs.String("agents", "", "the `agents`, separated by commas or slashes: "+agent.Usage+", program:NAME")
	fs.IntVar(&j.games, "n", 100, "games of each pairing, at most")
	fs.BoolVar(&j.ladder, "ladder", false, "each agent plays the next one only, not all others")
	until := fs.String("until", "", "stop a pairing when a sequential test has decided whether the first agent is "+
		"stronger by the first or by the second of two numbers of `Elo` points, as in 0,50")
	fs.Uint64Var(&j.seed, "seed", 1, "seed of all random choices")
	fs.IntVar(&j.workers, "workers", runtime.NumCPU(), "games at the same time")
	fs.IntVar(&j.maxPlies, "max-plies", 1000, "decisions after which a game is a draw")
	keep := fs.Bool("keep", false, "keep the results in the catalogue, and go on from those that it has")
	o := catalogueFlags(fs)
	fs.Var(&j.programs, "program", "`NAME=COMMAND` of an agent outside, for program:NAME; see docs/protocol.md; may "+
		"be repeated")
	fs.Var(&j.learned, "learned", learnedUsage)
	fs.BoolVar(&j.asJSON, "json", false, "print a JSON object a line")
	paths, err := parse(fs, args)
	if err != nil {
		return err
	}
	switch {
	case *names == "":
		return usagef("expected --agents")
	case len(paths) == 0:
		return usagef("expected a PATH")
	case j.games < 2 || j.games > 1_000_000 || j.games%2 != 0:
		return usagef("-n must be an even number from 2 to 1,000,000: games come in pairs with changed places")
	case j.workers < 1 || j.maxPlies < 1:
		return usagef("--workers and --max-plies must be positive")
	}
	if j.agents, err = agent.ParseList(*names); err != nil {
		return usagef("%v", err)
	}
	if len(j.agents) < 2 {
		return usagef("expected at least two agents, found %s", j.agents[0])
	}
	for i, a := range j.agents {
		j.agents[i] = a.With(&j.learned.Learned)
	}
	if err := j.programs.check(j.agents); err != nil {
		return usagef("%v", err)
	}
	if j.test, err = parseTest(*until); err != nil {
		return usagef("%v", err)
	}
	files, err := gameFiles(paths)
	if err != nil {
		return err
	}
	if *keep {
		if j.kept, err = openKept(ctx, s, o); err != nil {
			return err
		}
		defer j.kept.close()
	}
	return j.run(ctx, files)
}

// parseTest reads the two hypotheses of a sequential test.
func parseTest(text string) (*arena.Test, error) {
	if text == "" {
		return nil, nil
	}
	a, b, ok := strings.Cut(text, ",")
	low, err := strconv.ParseFloat(a, 64)
	high, err2 := strconv.ParseFloat(b, 64)
	if !ok || err != nil || err2 != nil || !(low < high) || math.Abs(low) > 2000 || math.Abs(high) > 2000 {
		return nil, fmt.Errorf("--until %q, expected two numbers of Elo points from -2000 to 2000, the smaller one "+
			"first, as in 0,50", text)
	}
	return &arena.Test{Low: low, High: high}, nil
}

// gameFiles are the descriptions at the paths, folders with all that is below them.
func gameFiles(paths []string) (files []string, err error) {
	for _, p := range paths {
		err := filepath.WalkDir(p, func(file string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			if file == p || formalisms[filepath.Ext(file)] != "" {
				files = append(files, file)
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	if len(files) == 0 {
		return nil, errors.New("no descriptions there")
	}
	return files, nil
}

func (j *arenaJob) run(ctx context.Context, files []string) error {
	failed := 0
	for _, file := range files {
		if err := j.game(ctx, file); err != nil {
			if ctx.Err() != nil || len(files) == 1 {
				return err
			}
			failed++
			fmt.Fprintf(j.s.err, "astragal arena: %s: %v\n", file, err)
		}
	}
	j.ratings()
	if failed > 0 {
		return exitStatus(1)
	}
	return nil
}

// pairs are the pairings by the numbers of the agents.
func (j *arenaJob) pairs() (list [][2]int) {
	for a := range j.agents {
		for b := a + 1; b < len(j.agents); b++ {
			if !j.ladder || b == a+1 {
				list = append(list, [2]int{a, b})
			}
		}
	}
	return list
}

// game plays all pairings at one game.
func (j *arenaJob) game(ctx context.Context, file string) error {
	rs, err := j.choice.open(ctx, file)
	if err != nil {
		return err
	}
	for _, pair := range j.pairs() {
		m := arena.Match{Game: rs.Game(), A: j.agents[pair[0]], B: j.agents[pair[1]], Seed: j.seed, MaxPlies: j.maxPlies}
		starts := &launches{programs: j.programs, game: rs.Name(), file: file, log: j.s.err}
		m.Outside = starts.seat
		bar := newLineBar(j.s.err, "games", j.games)
		plan := arena.Plan{Games: j.games, Workers: j.workers, Test: j.test,
			Shown: func(s arena.Score) { bar.show(s.Games()) }}
		if j.kept != nil && !m.A.Timed() && !m.B.Timed() && m.A.Program() == "" && m.B.Program() == "" && !m.A.Learns() &&
			!m.B.Learns() {
			if err := j.kept.join(ctx, &plan, rs, m); err != nil {
				return err
			}
		}
		out, err := arena.Run(ctx, m, plan)
		bar.clear()
		starts.stop()
		if err != nil {
			return err
		}
		total := j.totals[pair]
		if total == nil {
			total = &arena.Score{}
			j.totals[pair] = total
		}
		total.Merge(out.Score)
		if err := j.print(file, rs, m, out); err != nil {
			return err
		}
	}
	return nil
}

// finite is x, nil if it is no finite number.
func finite(x float64) *float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return nil
	}
	x = math.Round(x*10) / 10
	return &x
}

func (j *arenaJob) print(file string, rs engine.Ruleset, m arena.Match, out arena.Outcome) error {
	low, high := out.Score.Interval()
	l := arenaLine{Game: rs.Name(), File: file, A: m.A.String(), B: m.B.String(), Games: out.Score.Games(),
		Wins:  out.Score.Wins,
		Draws: out.Score.Draws, Losses: out.Score.Losses, Elo: finite(arena.Elo(out.Score.Mean())),
		Low:  finite(arena.Elo(low)),
		High: finite(arena.Elo(high)), Spoilt: out.Spoilt, Seed: j.seed, Engine: engine.New().Version()}
	if l.Games > 0 {
		l.Plies = math.Round(10*float64(out.Plies)/float64(l.Games)) / 10
	}
	if j.test != nil {
		l.Verdict = [...]string{"open", "weaker", "better"}[out.Verdict]
	}
	if j.asJSON {
		return json.NewEncoder(j.s.out).Encode(l)
	}
	_, err := fmt.Fprintf(j.s.out, "%s: %s against %s: %d wins, %d draws, %d losses of %d; %s Elo [%s, %s]%s\n", l.Game,
		l.A, l.B,
		l.Wins, l.Draws, l.Losses, l.Games, points(l.Elo, out.Score.Mean() > 0.5), points(l.Low, false),
		points(l.High, true), matchVerdict(l))
	return err
}

func matchVerdict(l arenaLine) string {
	text := ""
	if l.Verdict != "" {
		text = "; test: " + l.Verdict
	}
	if l.Spoilt > 0 {
		text += fmt.Sprintf("; %d games spoilt", l.Spoilt)
	}
	return text
}

// points shows Elo points; what is not finite is one of the ends.
func points(x *float64, above bool) string {
	switch {
	case x != nil:
		return fmt.Sprintf("%+.0f", *x)
	case above:
		return "+∞"
	}
	return "−∞"
}

// ratings prints those of all agents over all games, where there are more than two.
func (j *arenaJob) ratings() {
	if len(j.agents) < 3 {
		if t := j.totals[[2]int{0, 1}]; t != nil && !j.asJSON && t.Games() > 0 {
			low, high := t.Interval()
			fmt.Fprintf(j.s.out, "seed %d, engine %s: %s scores %.1f %% [%.1f, %.1f] of %d games, %+.0f Elo\n", j.seed,
				engine.New().Version(),
				j.agents[0], 100*t.Mean(), 100*low, 100*high, t.Games(), arena.Elo(math.Min(math.Max(t.Mean(), 1e-4), 1-1e-4)))
		}
		return
	}
	var pairings []arena.Pairing
	games := make([]int, len(j.agents))
	for _, pair := range j.pairs() {
		if t := j.totals[pair]; t != nil {
			pairings = append(pairings, arena.Pairing{A: pair[0], B: pair[1], Score: *t})
			games[pair[0]] += t.Games()
			games[pair[1]] += t.Games()
		}
	}
	for i, r := range arena.Rate(len(j.agents), pairings) {
		l := ratingLine{Agent: j.agents[i].String(), Elo: math.Round(r.Elo*10) / 10, Low: finite(r.Low),
			High: finite(r.High), Games: games[i]}
		if j.asJSON {
			if err := json.NewEncoder(j.s.out).Encode(l); err != nil {
				return
			}
			continue
		}
		span := "the others are counted from it"
		if l.Low != nil {
			span = fmt.Sprintf("95 %% from %s to %s", points(l.Low, false), points(l.High, true))
		}
		fmt.Fprintf(j.s.out, "%-40s %+6.0f Elo, %s, %d games\n", l.Agent, l.Elo, span, l.Games)
	}
}
