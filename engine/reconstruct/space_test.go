package reconstruct_test

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/reconstruct"
)

// described is a game of noughts and crosses with other parts.
func described(board, rules string) string {
	return `(game "Three" (players 2) (equipment {(board (square ` + board +
		`)) (piece "Disc" P1) (piece "Cross" P2)}) (rules ` + rules + `))`
}

const (
	play = `(play (move Add (to (sites Empty))))`
	end  = `(end (if (is Line 3) (result Mover Win)))`
)

func read(t *testing.T, text string) *reconstruct.Skeleton {
	t.Helper()
	d, err := lgdl.Read("skeleton.lud", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	s, err := reconstruct.Read(d, nil, lgdl.Selection{})
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return s
}

func space(t *testing.T, text string, l *reconstruct.Library, p reconstruct.Prior) *reconstruct.Space {
	t.Helper()
	x, err := reconstruct.NewSpace(read(t, text), l, p)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// all returns the completions of a small space in order.
func all(t *testing.T, x *reconstruct.Space) (list []*reconstruct.Completion, e *reconstruct.Enumerator) {
	t.Helper()
	e = x.Enumerate()
	for {
		c, done := e.Next(100_000)
		if c == nil {
			if !done {
				t.Fatal("the enumeration gave up")
			}
			return list, e
		}
		list = append(list, c)
	}
}

// donors is a small library of our own.
func donors(t *testing.T) *reconstruct.Library {
	t.Helper()
	game := func(name, equipment, rules string) *fstest.MapFile {
		return &fstest.MapFile{Data: []byte(`(game "` + name + `" (players 2) (equipment {` + equipment + `}) (rules ` +
			rules + `))`)}
	}
	l, err := reconstruct.Load(fstest.MapFS{
		"a.lud": game("A", `(board (square 4)) (piece "Stone" Each)`, play+` (end (if (is Line 4) (result Mover Loss)))`),
		"b.lud": game("B", `(board (square 5)) (piece "Ball" P1) (piece "Cube" P2) (regions "Home" P1 (sites Bottom))`,
			`(start {(place "Ball1" (sites Bottom)) (place "Cube2" (sites Top))}) (play (move Remove (sites Occupied by:Next)))
			 (end {(if (no Pieces P1) (result P2 Win)) (if (no Pieces P2) (result P1 Win))})`),
		"c.lud": game("C", `(board (square 6)) (piece "Pawn" Each (move Step (to if:(is Empty (to))))) (dice d:6 num:2)`,
			`(start (place "Pawn1" (sites Top))) (play (do (roll) next:(forEach Piece))) (end (if (is Line 4) (result Mover Loss)))`),
		"bad.lud": {Data: []byte(`(game "Bad" (players 2) (equipment {(board (square "three"))}) (rules ` + play + end +
			`))`)},
		"hole.lud": {Data: []byte(described("[#]", play+end))},
	}, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(l.Donors) != 3 || len(l.Refused) != 2 {
		t.Fatalf("%d donors, %v refused", len(l.Donors), l.Refused)
	}
	return l
}

// TestChoices enumerates what is written in holes: the forms of part 11, A.2 and E.1.2.
func TestChoices(t *testing.T) {
	for _, c := range []struct {
		hole, want string // what is left of the board's size
		written    float64
	}{
		{`[3 | 4 | 5]`, `3 4 5`, 3},
		{`[3 | 5 | [6 | 8]]`, `3 5 6 8`, 4},
		{`[3..5 | 8]`, `3 4 5 8`, 4},
		{`[5..3]`, `3 4 5`, 3},
		{`[4..4]`, `4`, 1},
		{`[ 16.. 18 ]`, `16 17 18`, 3},
		{`[3..9 step 3]`, `3 6 9`, 3},
		{`[2..15 | [- 4]]`, `2 3 5 6 7 8 9 10 11 12 13 14 15`, 13},
		{`[2..15 | [+ 4]]`, `4`, 1},
		{`[2..15 | [+ "4"]]`, `4 14`, 2},
		{`[2..15 | [+ 4] | [+ 7]]`, `4 7`, 2},
		{`["A2".."C5" | 8]`, `8`, 13},
		{`[3 | 5 | [*]]`, `3 5`, 3},
		{`[3 | Diamond 4 | 3 diagonals:Alternating]`, `3 Diamond 4 3 diagonals:Alternating`, 3},
		{`[Diamond | [?]] 3`, `3 Diamond 3`, 2},
		{`3 [diagonals:[Alternating | Solid] | pyramidal:True]`, `3 diagonals:Alternating 3 diagonals:Solid 3 pyramidal:True`,
			3},
		{`3 // [4 | 5]
`, `3`, 1},
	} {
		x := space(t, described(c.hole, play+end), nil, reconstruct.Uniform{})
		list, _ := all(t, x)
		var got []string
		for _, y := range list {
			_, rest, _ := strings.Cut(y.Text(), "(square ")
			size, _, _ := strings.Cut(rest, ")")
			got = append(got, size)
		}
		slices.Sort(got)
		want := map[string]bool{}
		for _, g := range got {
			want[g] = true
		}
		if len(want) != len(got) {
			t.Errorf("%s: repeated: %v", c.hole, got)
		}
		sorted := strings.Join(sortedSizes(c.want), "|")
		if strings.Join(sortedSizes(strings.Join(got, " ")), "|") != sorted {
			t.Errorf("%s: %v, want %s", c.hole, got, c.want)
		}
		if w := x.Skeleton.Written(); w != c.written {
			t.Errorf("%s: %v written, want %v", c.hole, w, c.written)
		}
		if n := x.Count(); !n.Exact || n.Total.Cmp(big.NewInt(int64(len(list)))) != 0 {
			t.Errorf("%s: counted %v, enumerated %d", c.hole, n.Total, len(list))
		}
	}
}

func sortedSizes(s string) []string {
	words := strings.Fields(s)
	slices.Sort(words)
	return words
}

// TestNamed fills a named hole alike everywhere, and one without name anew.
func TestNamed(t *testing.T) {
	rules := `(play (move Add (to (sites Empty)))) (end (if (is Line %s) (result Mover Win)))`
	for hole, want := range map[string]int{`[n:]`: 2, `[n: 3 | 4]`: 2, `[3 | 4]`: 4} {
		x := space(t, described(`[n: 3 | 4]`, fmt.Sprintf(rules, hole)), nil, reconstruct.Uniform{})
		if list, _ := all(t, x); len(list) != want {
			t.Errorf("%s: %d completions, want %d", hole, len(list), want)
		}
	}
	text := `(define "Three" [3 | 4]) ` + described(`"Three"`, fmt.Sprintf(rules, `"Three"`))
	if list, _ := all(t, space(t, text, nil, reconstruct.Uniform{})); len(list) != 4 {
		t.Errorf("a define used twice: %d completions, want 4", len(list))
	}
}

// TestDonors takes fillers from the same place of the grammar and binds their names.
func TestDonors(t *testing.T) {
	l := donors(t)
	x := space(t, described("3", `(start [#]) `+play+` (end [#])`), l, reconstruct.Uniform{})
	list, _ := all(t, x)
	got := map[string]bool{}
	for _, c := range list {
		_, rules, _ := strings.Cut(c.Text(), "(rules ")
		got[rules] = true
	}
	for _, want := range []string{
		// B's start with its names bound, and its players exchanged.
		`(start {(place "Disc1" (sites Bottom)) (place "Cross2" (sites Top))}) ` + play +
			` (end (if (is Line 4) (result Mover Loss)))))`,
		`(start {(place "Cross2" (sites Bottom)) (place "Disc1" (sites Top))}) ` + play +
			` (end (if (no Pieces P2) (result P1 Win)))))`,
		`(start (place "Disc1" (sites Top))) ` + play +
			` (end {(if (no Pieces P1) (result P2 Win)) (if (no Pieces P2) (result P1 Win))})))`,
	} {
		if !got[want] {
			t.Errorf("missing: %s", want)
		}
	}
	if n := x.Count(); !n.Exact || n.Total.Cmp(big.NewInt(int64(len(list)))) != 0 {
		t.Errorf("counted %v, enumerated %d", n.Total, len(list))
	}
	// C rolls dice, of which this game has none; the play of B removes what stands there.
	x = space(t, described("3", `(play [#]) `+end), l, reconstruct.Uniform{})
	if list, _ := all(t, x); len(list) != 2 || x.Rejected[0]["needs dice, pieces with moves, pieces in play"] != 1 {
		t.Errorf("%d plays, rejected %v", len(list), x.Rejected[0])
	}
	// With its equipment unknown too, what rules may name depends on what is taken.
	whole := `(game "Three" (players 2) (equipment [#]) (rules (start [#]) (play [#]) (end [#])))`
	x = space(t, whole, l, reconstruct.Uniform{})
	list, e := all(t, x)
	if n := x.Count(); !n.Exact || n.Total.Cmp(big.NewInt(int64(len(list)+e.Rejected["repeated"]))) != 0 {
		t.Errorf("counted %v, enumerated %d and %d repeated", n.Total, len(list), e.Rejected["repeated"])
	}
	for i := 1; i < len(list); i++ {
		if list[i].Weight > list[i-1].Weight {
			t.Fatalf("completion %d weighs more than the one before", i)
		}
	}
	for _, d := range l.Donors {
		if name := d.Game; name != "Three" {
			m := x.Contains(renamed(t, d))
			if !m.In {
				t.Errorf("%s is not in the space that its own rules make: %v", name, m.Missing)
			}
		}
	}
}

// renamed returns the donor's game with the name of the skeleton.
func renamed(t *testing.T, d *reconstruct.Donor) *lgdl.Node {
	t.Helper()
	text := strings.Replace(d.Canonical(), `"`+d.Game+`"`, `"Three"`, 1)
	if !strings.Contains(text, "(start ") {
		text = strings.Replace(text, "(rules ", `(rules (start (place "Stone1" 0)) `, 1)
	}
	if d.Game == "A" { // has no start rules: any others do
		text = strings.Replace(text, `(place "Stone1" 0)`, `(place "Stone1" (sites Top))`, 1)
	}
	nodes, err := lgdl.Parse("donor", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return nodes[0]
}

// TestFrequency weighs fillers by the games that have them, and written weights count.
func TestFrequency(t *testing.T) {
	x := space(t, described("3", play+` (end [(if (is Line 3) (result Mover Win)) ~2.5 | #])`), donors(t),
		reconstruct.Frequency{})
	list, weights := x.Candidates(0)
	got := map[string]float64{}
	for i, c := range list {
		got[c.Text] = weights[i]
	}
	want := map[string]float64{
		`(if (is Line 3) (result Mover Win))`:  2.5,
		`(if (is Line 4) (result Mover Loss))`: 2, // of A and C
		`{(if (no Pieces ‹P0›) (result ‹P1› Win)) (if (no Pieces ‹P1›) (result ‹P0› Win))}`: 1,
		`(if (no Pieces ‹P0›) (result ‹P1› Win))`:                                           0.1, // a part of B's
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
}

// TestSampling compares the frequencies of samples from 20 small spaces with the weights of the
// enumeration by χ².
func TestSampling(t *testing.T) {
	const draws = 20_000
	l := donors(t)
	for i := range 20 {
		board := []string{"[3 ~2 | 4 ~0.5 | 5]", "[3..6]", "[n: 3 | 4 ~3]", "[3 | Diamond 4 | [?]]"}[i%4]
		rules := []string{play + ` (end [#])`, `(start [#]) ` + play + end, `(play [#]) ` + end,
			`(start [#]) (play [#]) (end [#])`,
			play + ` (end (if (is Line [n: 3 | 4 ~3]) (result [P1 | P2 | Mover ~4] Win)))`}[i%5]
		if !strings.Contains(board, "n:") && strings.Contains(rules, "n:") {
			rules = strings.Replace(rules, "[n: 3 | 4 ~3]", "[3 | 4]", 1)
		}
		x := space(t, described(board, rules), l, reconstruct.Frequency{})
		list, _ := all(t, x)
		weights, total := map[string]float64{}, 0.0
		for _, c := range list {
			weights[c.Text()] += c.Weight
			total += c.Weight
		}
		seen := map[string]int{}
		s := x.Sample(uint64(i))
		for range draws {
			c, err := s.Next(1000)
			if err != nil {
				t.Fatal(err)
			}
			seen[c.Text()]++
		}
		chi2, cells, restWant, rest := 0.0, 0, 0.0, 0
		for text, n := range seen {
			if weights[text] == 0 {
				t.Fatalf("space %d: sampled %d times, never enumerated: %s", i, n, text)
			}
		}
		for text, w := range weights {
			want := w / total * draws
			if want < 5 { // χ² is no good there: together
				restWant, rest = restWant+want, rest+seen[text]
				continue
			}
			chi2 += (float64(seen[text]) - want) * (float64(seen[text]) - want) / want
			cells++
		}
		if restWant >= 5 {
			chi2 += (float64(rest) - restWant) * (float64(rest) - restWant) / restWant
			cells++
		}
		// Wilson and Hilferty's approximation: z is standard normal if the sampling is right.
		k := float64(cells - 1)
		z := (math.Cbrt(chi2/k) - (1 - 2/(9*k))) / math.Sqrt(2/(9*k))
		t.Logf("space %d: %d completions, χ² %.1f with %v degrees of freedom, z %.2f", i, len(list), chi2, k, z)
		if cells < 2 || z > 4 {
			t.Errorf("space %d: χ² %v with %v degrees of freedom", i, chi2, k)
		}
	}
}

// TestWorkers lists the same whatever the number of workers, and draws the same from a seed.
func TestWorkers(t *testing.T) {
	x := space(t, `(game "Three" (players 2) (equipment [#]) (rules (start [#]) (play [#]) (end [#])))`, donors(t),
		reconstruct.Frequency{})
	for _, sample := range []bool{false, true} {
		var first string
		for _, workers := range []int{1, 2, 8, 2} {
			s := reconstruct.Stream{Space: x, Sample: sample, Seed: 7, Wanted: 20, Most: 96, Workers: workers, Classes: true}
			var b strings.Builder
			err := s.Run(t.Context(), func(c *reconstruct.Completion, v reconstruct.Verdict) error {
				fmt.Fprintln(&b, c.Hash(), c.Weight, v.Reason)
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintln(&b, s.Looked, s.Rejected, s.Note())
			if first == "" {
				first = b.String()
			}
			if b.String() != first {
				t.Errorf("%d workers, sample %v:\n%s\nwant\n%s", workers, sample, b.String(), first)
			}
		}
		if strings.Count(first, "\n") < 3 {
			t.Errorf("hardly anything listed:\n%s", first)
		}
	}
}
