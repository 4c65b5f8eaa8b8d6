package metric_test

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/metric"
	"github.com/astragal/astragal/engine/ruleset"
)

// kindOf sorts a metric among those whose intervals are made alike.
func kindOf(name string) string {
	switch name {
	case "Completion", "Drawishness", "Timeouts", "PositionalRepetition", "SituationalRepetition", "DecisivenessMoves":
		return "shares"
	case "Balance", "OutcomeUniformity", "DurationTurnsStdDev":
		return name
	case "AdvantageP1", "Utility1", "Utility2", "Utility3", "Utility4":
		return "utilities"
	case "LeadChange", "Stability", "DecisivenessThreshold", "DecisivenessThresholdCorrected",
		"DecisivenessMovesCorrected",
		"DramaAverageCorrected", "Variance", "Narrowness":
		return "evaluation"
	}
	for _, list := range []string{"Drama", "MoveEvaluation", "StateEvaluationDifference"} {
		if strings.HasPrefix(name, list) {
			return "evaluation"
		}
	}
	if of, ok := strings.CutSuffix(name, "Frequency"); ok {
		for _, end := range []string{"End", "Win", "Loss", "Draw", "Checkmate"} {
			if strings.HasSuffix(of, end) {
				return "ways of ending"
			}
		}
		return "move frequencies"
	}
	return "means"
}

// tally counts how often the intervals of a metric hold the true value.
type tally struct{ intervals, hold, empty int }

// coverage simulates many evaluations of a game and returns for every metric that
// varies how often its interval held the value of all of them together.
func coverage(t *testing.T, rs *ruleset.Ruleset, evaluations, playouts int) map[string]*tally {
	t.Helper()
	total := metric.NewBatch(rs.Players())
	var each []map[string]metric.Estimate
	for i := range evaluations {
		b, err := rs.Simulate(t.Context(), ruleset.Simulation{Seed: uint64(1000 + i), Playouts: playouts})
		if err != nil {
			t.Fatal(err)
		}
		each = append(each, b.Summary().Metrics)
		if err := total.Merge(b); err != nil {
			t.Fatal(err)
		}
	}
	tallies := map[string]*tally{}
	for name, truth := range total.Summary().Metrics {
		if truth.StdDev == 0 {
			continue
		}
		x := &tally{}
		for _, metrics := range each {
			e, ok := metrics[name]
			if !ok {
				continue
			}
			x.intervals++
			if e.Low <= truth.Mean && truth.Mean <= e.High {
				x.hold++
			}
			if e.High <= e.Low {
				x.empty++
			}
		}
		tallies[name] = x
	}
	return tallies
}

// coverageGames are those of the full form: of our own library, and of the
// reference's where it is beside the project. The last has three players.
var coverageGames = []string{"../../library/lud/line/Tic-Tac-Toe.lud", "../../library/lud/line/Yavalath.lud",
	"../../library/lud/race/Breakthrough.lud", shared + "/library/lud/board/space/line/Tant Fant.lud",
	shared + "/library/lud/board/sow/two_rows/Kalah.lud",
	shared + "/library/lud/board/space/connection/Three-Player Hex.lud"}

// TestCoverage simulates evaluations and checks that 95 % intervals hold the true
// value about so often, over the metrics of a kind, and that none has width 0. The
// short form has few evaluations of one game. ASTRAGAL_COVERAGE=N has N of several,
// and prints the table of docs/statistics.md.
func TestCoverage(t *testing.T) {
	games, evaluations, sizes, least := coverageGames[:1], 60, []int{100}, 0.87
	full, _ := strconv.Atoi(os.Getenv("ASTRAGAL_COVERAGE"))
	if full > 0 {
		games, evaluations, sizes, least = coverageGames, full, []int{100, 1000}, 0.9
	}
	l := loader(t)
	for _, file := range games {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Logf("left out: %v", err)
			continue
		}
		rs, err := l.Compile(ruleset.Source{File: file, Text: text})
		if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimSuffix(filepath.Base(file), ".lud")
		for _, n := range sizes {
			tallies := coverage(t, rs, evaluations, n)
			kinds := map[string][]string{}
			for name := range tallies {
				kinds[kindOf(name)] = append(kinds[kindOf(name)], name)
			}
			for _, kind := range slices.Sorted(maps.Keys(kinds)) {
				sum, worst, of := 0.0, 2.0, ""
				slices.Sort(kinds[kind])
				for _, name := range kinds[kind] {
					x := tallies[name]
					if c := float64(x.hold) / float64(x.intervals); c < worst {
						worst, of = c, name
					}
					sum += float64(x.hold) / float64(x.intervals)
					if x.empty > 0 {
						t.Errorf("%s, %d playouts: %d of %d intervals of %s have no width", file, n, x.empty, x.intervals, name)
					}
				}
				mean := sum / float64(len(kinds[kind]))
				if full > 0 {
					fmt.Printf("| %s | %d | %s | %d | %.3f | %.3f %s |\n", name, n, kind, len(kinds[kind]), mean, worst, of)
				}
				if mean < least && (full == 0 || kind != "DurationTurnsStdDev") {
					t.Errorf("%s, %d playouts: intervals of %s hold the true value with %.3f, expected 0.95; worst %s with %.3f",
						name, n, kind, mean, of, worst)
				}
			}
		}
	}
}
