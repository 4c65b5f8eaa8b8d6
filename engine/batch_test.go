package engine

import (
	"fmt"
	"math"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/astragal/astragal/engine/cputime"
	"github.com/astragal/astragal/engine/gdl"
	"github.com/astragal/astragal/engine/metric"
)

// compiled is the ruleset of a file.
func compiled(t *testing.T, file string) Ruleset {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	rs, err := New().Compile(t.Context(), Source{File: file, Text: text})
	if err != nil {
		t.Fatal(err)
	}
	return rs
}

// sampled are games that are not watched in all their playouts.
var sampled = []string{"../engine/rbg/testdata/breakthrough.rbg", "../engine/rbg/testdata/ticTacToe.rbg",
	"../engine/gdl/testdata/games/ticTacToe.kif"}

// tenth is about how many playouts of them take a tenth of a second.
var tenth = []int{4000, 80_000, 15_000}

// TestWatchedPart checks that with all metrics a part of the playouts is watched
// and each metric says how many told it, whatever the batches; and that playouts
// that nobody watches are distributed like those in the common form of all games.
func TestWatchedPart(t *testing.T) {
	for _, file := range sampled {
		rs := compiled(t, file)
		play := func(sizes ...int) *metric.Batch {
			total, first := metric.NewBatch(2), 0
			for _, n := range sizes {
				b, err := rs.Simulate(t.Context(), Params{Seed: 5, First: first, Playouts: n, Agent: "random"})
				if err != nil {
					t.Fatal(err)
				}
				if err := total.Merge(b); err != nil {
					t.Fatal(err)
				}
				first += n
			}
			return total
		}
		b := play(900)
		s := b.Summary()
		for name, n := range map[string]int64{"DurationMoves": 900, "BranchingFactorAverage": 200, "DurationTurns": 200,
			"Balance": 900} {
			if got := s.Metrics[name].N; got != n {
				t.Errorf("%s: %s was told by %d playouts, want %d", file, name, got, n)
			}
		}
		x, _ := b.MarshalBinary()
		y, _ := play(50, 77, 473, 300).MarshalBinary()
		if string(x) != string(y) {
			t.Errorf("%s: batches of other sizes give other statistics", file)
		}
		bare, err := rs.Simulate(t.Context(), Params{Seed: 7, Playouts: 4000, Agent: "random", Bare: true})
		if err != nil {
			t.Fatal(err)
		}
		common, err := Play(t.Context(), rs.Game(), Params{Seed: 8, Playouts: 4000, Agent: "random", Bare: true})
		if err != nil {
			t.Fatal(err)
		}
		p, q := bare.Summary(), common.Summary()
		for _, name := range []string{"DurationMoves", "AdvantageP1", "Completion"} {
			a, b := p.Metrics[name], q.Metrics[name]
			if width := (a.High - a.Low + b.High - b.Low) / 4; math.Abs(a.Mean-b.Mean) > 5*width {
				t.Errorf("%s: %s is %g, in the common form %g", file, name, a.Mean, b.Mean)
			}
		}
	}
}

// TestRate checks that playouts for results alone are played by the fast player
// of each formalism: in less than two thirds of the time of the common form of all games.
// The two are measured in turn, for a shared machine changes its speed in the
// middle of a run; what a batch adds to the engine's own playouts is in
// docs/performance.md.
func TestRate(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	for i, file := range sampled {
		rs := compiled(t, file)
		p := Params{Seed: 1, Playouts: tenth[i] / 4, Agent: "random", Bare: true}
		fast, common := time.Duration(math.MaxInt64), time.Duration(math.MaxInt64)
		for range 5 {
			fast = min(fast, threadTimeOf(t, func() error { _, err := rs.Simulate(t.Context(), p); return err }))
			common = min(common, threadTimeOf(t, func() error { _, err := Play(t.Context(), rs.Game(), p); return err }))
		}
		t.Logf("%s: %v and %v", file, fast, common)
		if 3*fast > 2*common {
			t.Errorf("%s: %d playouts take %v, in the common form %v", file, p.Playouts, fast, common)
		}
	}
}

// threadTimeOf is the processor time of the thread which f takes.
func threadTimeOf(t *testing.T, f func() error) time.Duration {
	t.Helper()
	start := cputime.Thread()
	if err := f(); err != nil {
		t.Fatal(err)
	}
	return cputime.Thread() - start
}

// faulty is a game of one step in which a half of the plays is sound: a may win or
// lose, come to a state without moves, or to an end without goal.
const faulty = `(role a) (role b) (init start)
(<= (legal a ?x) (true start) (choice ?x)) (<= (legal b wait) (true start))
(choice win) (choice lose) (choice jam) (choice void)
(<= (next ?x) (does a ?x))
(<= (legal b wait) (true jam))
(<= terminal (true win)) (<= terminal (true lose)) (<= terminal (true void))
(<= (goal a 100) (true win)) (<= (goal a 0) (true lose)) (<= (goal a 1) (true void))
(<= (goal b 100) (true lose)) (<= (goal b 0) (true win))`

// TestFaulty checks that playouts which the description spoils are counted by
// what is wrong, and the others go on; on a network, by the prover, by search.
func TestFaulty(t *testing.T) {
	// Numbers that grow without bound keep the rules from being grounded.
	proved := faulty + ` (<= (next (n (s ?x))) (true (n ?x)) (true start)) (init (n z)) (<= (big (s ?x)) (true (n ?x))) (<= (legal b ?x) (big ?x) (true never))`
	for name, text := range map[string]string{"network": faulty, "prover": proved} {
		rs, err := New().Compile(t.Context(), Source{File: "f.kif", Text: []byte(text)})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := rs.Game().(*gdl.Game).Network(); (err == nil) != (name == "network") {
			t.Fatalf("%s: %v", name, err)
		}
		for _, p := range []Params{{Bare: true, Agent: "random"}, {Agent: "random"}, {Agent: "flat:4"}} {
			t.Run(fmt.Sprintf("%s %+v", name, p), func(t *testing.T) {
				p.Seed, p.Playouts = 3, 400
				b, err := rs.Simulate(t.Context(), p)
				if err != nil {
					t.Fatal(err)
				}
				s := b.Summary()
				if s.Playouts+s.Faulty != 400 {
					t.Errorf("%d sound and %d faulty playouts", s.Playouts, s.Faulty)
				}
				if p.Agent != "random" {
					return
				}
				jam, void := s.Faults["role a has no legal move"], s.Faults["no goal for b"]
				if jam < 60 || void < 60 || jam+void != s.Faulty || b.Wins[0] < 60 || b.Wins[1] < 60 {
					t.Errorf("%d times no move, %d times no goal, wins %v: %v", jam, void, b.Wins, s.Faults)
				}
				if s.Metrics["DurationMoves"].Mean != 1 {
					t.Errorf("sound playouts take %g plies", s.Metrics["DurationMoves"].Mean)
				}
				x, _ := b.MarshalBinary()
				var again metric.Batch
				if err := again.UnmarshalBinary(x); err != nil || again.Faulty() != s.Faulty {
					t.Errorf("read again: %d faulty, %v", again.Faulty(), err)
				}
			})
		}
	}
}

// TestFaultyMoves checks the same for a game in which a move may go on for ever.
func TestFaultyMoves(t *testing.T) {
	const text = `#players = a(10) #pieces = e, x #variables = v(1) #board = rectangle(up,down,left,right,[e])
#rules = ->a ([$ v=0] + [$ v=1]) ->> ({$ v==0} {} + {$ v==1} ->a ([x] [e])* {x} ->>)`
	rs, err := New().Compile(t.Context(), Source{File: "loop.rbg", Text: []byte(text)})
	if err != nil {
		t.Fatal(err)
	}
	b, err := rs.Simulate(t.Context(), Params{Seed: 1, Playouts: 40, Agent: "random", Bare: true})
	if err != nil {
		t.Fatal(err)
	}
	if b.Playouts+b.Faulty() != 40 || b.Faulty() < 5 || b.Playouts < 5 {
		t.Errorf("%d sound, %v", b.Playouts, b.Faults)
	}
	for reason := range b.Faults {
		if !strings.Contains(reason, "move longer than") {
			t.Errorf("reason %q", reason)
		}
	}
}
