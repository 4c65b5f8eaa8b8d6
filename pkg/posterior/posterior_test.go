package posterior_test

import (
	"bytes"
	"encoding/json"
	"math"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/reconstruct"
	"github.com/astragal/astragal/pkg/posterior"
	"github.com/astragal/astragal/pkg/prior"
)

const skeleton = `(game "Find" (players 2) (equipment {(board (square 3)) (piece "Stone" Each)})
(rules (play (move Add (to (sites Empty)))) (end [#])))`

// donors are games that differ in how they end.
func donors(t *testing.T) *reconstruct.Library {
	t.Helper()
	folder := fstest.MapFS{}
	for name, end := range map[string]string{
		"A": `(if (is Line 3) (result Mover Win))`,
		"B": `(if (is Line 2) (result Mover Loss))`,
		"C": `(if (no Moves Next) (result Mover Win))`,
		"D": `(if (>= (count Pieces Mover) 3) (result Mover Win))`,
	} {
		text := strings.NewReplacer("Find", name, "[#]", end).Replace(skeleton)
		folder[name+".lud"] = &fstest.MapFile{Data: []byte(text)}
	}
	l, err := reconstruct.Load(folder, nil, nil)
	if err != nil || len(l.Donors) != 4 {
		t.Fatal(l, err)
	}
	return l
}

func spaces(t *testing.T, text string, l *reconstruct.Library,
	priors ...reconstruct.Prior) (list []*reconstruct.Space) {
	t.Helper()
	d, err := lgdl.Read("find.lud", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	s, err := reconstruct.Read(d, nil, lgdl.Selection{})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range priors {
		x, err := reconstruct.NewSpace(s, l, p)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, x)
	}
	return list
}

func items(t *testing.T, text string) []posterior.Item {
	t.Helper()
	list, err := posterior.ReadItems("evidence.json", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func concept(t *testing.T, s *posterior.Study, name string) posterior.Belief {
	t.Helper()
	for _, b := range s.Concepts {
		if b.Name == name {
			return b
		}
	}
	t.Fatalf("nothing is said of %s", name)
	return posterior.Belief{}
}

// TestBayes compares posteriors with those worked out by hand: four ends, equally probable beforehand, of which one
// or two are what the evidence says.
func TestBayes(t *testing.T) {
	l := donors(t)
	opt := posterior.Options{Draws: 2_000, Seed: 1, MaxPlies: 100}
	for _, c := range []struct {
		evidence string
		want     float64 // of Line, which holds for two of the four
	}{
		{`{"items": []}`, 0.5},
		{`{"items": [{"kind": "pattern", "pattern": "(is Line)"}]}`, 1},
		{`{"items": [{"kind": "pattern", "pattern": "(is Line)", "reliability": 0.5}]}`, 0.75}, // 0.5·1 + 0.5·0.5 to 0.25
		{`{"items": [{"kind": "condition", "condition": "(not (concept \"Line\" True))"}]}`, 0},
		{`{"items": [{"kind": "parallel", "game": "A", "odds": 5}]}`, 6.0 / 8},
		{`{"items": [{"kind": "dice", "found": 0}]}`, 0.5}, // says nothing: none has dice
		{`{"items": [{"kind": "pieces", "found": 0, "loss": 0.5}]}`, 0.5},
	} {
		s, err := posterior.Run(t.Context(), spaces(t, skeleton, l, reconstruct.Uniform{}), items(t, c.evidence), nil, opt)
		if err != nil {
			t.Fatal(err)
		}
		b := concept(t, s, "Line")
		if math.Abs(b.Posterior-c.want) > 0.04 || b.Interval[0] > b.Posterior || b.Interval[1] < b.Posterior {
			t.Errorf("%s: Line has %.3f %v, want %.3f", c.evidence, b.Posterior, b.Interval, c.want)
		}
		if c.want == 0.5 && !strings.HasPrefix(s.Verdict, "Not determined") {
			t.Errorf("%s: %s", c.evidence, s.Verdict)
		}
	}
	none := items(t, `{"items": [{"kind": "dice", "found": 3}]}`)
	s, err := posterior.Run(t.Context(), spaces(t, skeleton, l, reconstruct.Uniform{}), none, nil, opt)
	if err != nil || !strings.HasPrefix(s.Verdict, "Nothing that was drawn") || s.Impossible != s.Drawn {
		t.Errorf("impossible evidence: %+v, %v", s, err)
	}
}

// TestPlay excludes what cannot be played, observes how long plays last, and says the same for any number of workers.
func TestPlay(t *testing.T) {
	l := donors(t)
	text := strings.Replace(skeleton, "[#]", `[(if (is Line 3) (result Mover Win)) | (if (= 1 2) (result Mover Win))]`, 1)
	text = strings.Replace(text, "(to (sites Empty))", "(to (sites Board))", 1)
	opt := posterior.Options{Draws: 60, Seed: 2, Plays: 10, MaxPlies: 60, Workers: 1}
	x := spaces(t, text, l, reconstruct.Uniform{}, reconstruct.Frequency{})
	attested, err := posterior.Attest(t.Context(), l, posterior.Options{Attested: 10, Seed: 2, Plays: 10, MaxPlies: 60})
	if err != nil || len(attested.Games) != 4 {
		t.Fatal(attested, err)
	}
	var first []byte
	for _, workers := range []int{1, 3} {
		opt.Workers = workers
		s, err := posterior.Run(t.Context(), x, items(t, `{"items": [{"kind": "duration", "from": 5, "to": 60}]}`),
			attested, opt)
		if err != nil {
			t.Fatal(err)
		}
		if s.Gates["no play ends by its rules"] == 0 || s.Holes[0].Fillers[0].Posterior < 0.99 {
			t.Errorf("%+v", s.Gates)
		}
		s.Options.Workers = 0
		got, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = got
		}
		if !bytes.Equal(got, first) {
			t.Errorf("%d workers:\n%s\nwant\n%s", workers, got, first)
		}
	}
}

// TestPicture raises the completions in whose plays a position occurs: two stones in a row never do where that ends
// the play with one.
func TestPicture(t *testing.T) {
	described := strings.Replace(skeleton, "[#]",
		`[(if (is Line 3) (result Mover Win)) | (if (>= (count Moves) 1) (result Mover Win))]`, 1)
	evidence := `{"items": [{"kind": "picture", "sites": {"A1": 1, "A2": 2}, "reliability": 0.9}]}`
	opt := posterior.Options{Draws: 100, Seed: 2, Plays: 40, MaxPlies: 60}
	s, err := posterior.Run(t.Context(), spaces(t, described, nil, reconstruct.Uniform{}), items(t, evidence), nil, opt)
	if err != nil {
		t.Fatal(err)
	}
	if b := concept(t, s, "Line"); b.Prior > 0.7 || b.Posterior < b.Prior+0.1 {
		t.Errorf("%+v", b)
	}
	// All turns and reflections of a picture that may be turned tell the same.
	told := map[string]float64{}
	for _, sites := range []string{`{"A1": 1, "A2": 2}`, `{"C3": 1, "C2": 2}`, `{"A3": 1, "B3": 2}`} {
		text := `{"items": [{"kind": "picture", "sites": ` + sites + `, "turned": true}]}`
		s, err := posterior.Run(t.Context(), spaces(t, described, nil, reconstruct.Uniform{}), items(t, text), nil, opt)
		if err != nil {
			t.Fatal(err)
		}
		told[sites] = concept(t, s, "Line").Posterior
	}
	a, b, c := told[`{"A1": 1, "A2": 2}`], told[`{"C3": 1, "C2": 2}`], told[`{"A3": 1, "B3": 2}`]
	if a != b || a != c || a < 0.5 {
		t.Errorf("turned pictures tell other things: %v", told)
	}
	elsewhere := strings.Replace(evidence, "A2", "Z9", 1)
	s, err = posterior.Run(t.Context(), spaces(t, described, nil, reconstruct.Uniform{}), items(t, elsewhere), nil, opt)
	if err != nil || s.Untold["picture 1"] != s.Drawn {
		t.Errorf("%+v, %v", s.Untold, err)
	}
}

// TestMistakes refuses evidence that says nothing sensible.
func TestMistakes(t *testing.T) {
	for text, want := range map[string]string{
		`{"items": [{"kind": "rumour"}]}`:                                             "kind is",
		`{"items": [{"kind": "pieces", "found": -1}]}`:                                "found is",
		`{"items": [{"kind": "pieces", "loss": 1}]}`:                                  "loss",
		`{"items": [{"kind": "pattern", "pattern": "(is Line"}]}`:                     "item 1",
		`{"items": [{"kind": "pattern", "pattern": "3"}]}`:                            "not one clause",
		`{"items": [{"kind": "condition", "condition": "(concept \"Line\" maybe)"}]}`: "item 1",
		`{"items": [{"kind": "duration", "from": 5, "to": 4}]}`:                       "from and to",
		`{"items": [{"kind": "picture"}]}`:                                            "a picture shows",
		`{"items": [{"kind": "picture", "sites": {"A1": 17}}]}`:                       "site A1",
		`{"items": [{"kind": "parallel"}]}`:                                           "a parallel has",
		`{"items": [{"kind": "pieces", "reliability": 2}]}`:                           "reliability",
		`{"items": [{"kind": "pieces", "name": "x"}, {"kind": "dice", "name": "x"}]}`: "two items",
		`{"items": [], "more": 1}`:                                                    "unknown field",
		`{"items": []} {}`:                                                            "behind the evidence",
		`nonsense`:                                                                    "evidence.json",
	} {
		if _, err := posterior.ReadItems("evidence.json", []byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}

// ours is our library as donors, and the fitted prior over it.
func ours(t *testing.T) (*reconstruct.Library, *prior.Kernel) {
	t.Helper()
	library := os.DirFS("../../library")
	defs, err := lgdl.LoadDefines(os.DirFS("../../library/def"))
	if err != nil {
		t.Fatal(err)
	}
	l, err := reconstruct.Load(library, defs, nil)
	if err != nil {
		t.Fatal(err)
	}
	kernel, err := prior.New(l, prior.Fitted())
	if err != nil {
		t.Fatal(err)
	}
	return l, kernel
}

// TestStudy runs the worked study of docs/studies: the text speaks of a row, and that is what remains.
func TestStudy(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a quarter of a minute")
	}
	const root = "../../"
	l, kernel := ours(t)
	text, err := os.ReadFile(root + "docs/studies/small-board.lud")
	if err != nil {
		t.Fatal(err)
	}
	evidence, err := os.ReadFile(root + "docs/studies/small-board.json")
	if err != nil {
		t.Fatal(err)
	}
	s, err := posterior.Run(t.Context(), spaces(t, string(text), l, kernel), items(t, string(evidence)), nil,
		posterior.Options{Draws: 300, Seed: 1, MaxPlies: 500})
	if err != nil {
		t.Fatal(err)
	}
	if b := concept(t, s, "LineEnd"); b.Posterior < 0.9 || b.Prior > 0.8 {
		t.Errorf("%+v", b)
	}
	if !strings.Contains(s.Verdict, "LineEnd") {
		t.Error(s.Verdict)
	}
}

// TestHalving plays the probable completions as often as without halving, and the others less, with the same figures
// for the former; a search does better than chance where lines win.
func TestHalving(t *testing.T) {
	l := donors(t)
	x := spaces(t, skeleton, l, reconstruct.Uniform{})
	evidence := items(t, `{"items": [{"kind": "pattern", "pattern": "(is Line 3)", "reliability": 0.9}]}`)
	opt := posterior.Options{Draws: 60, Seed: 2, Plays: 40, MaxPlies: 60}
	all, err := posterior.Run(t.Context(), x, evidence, nil, opt)
	if err != nil {
		t.Fatal(err)
	}
	opt.Halving, opt.Strong = true, "uct:50"
	var first []byte
	for _, opt.Workers = range []int{1, 3} {
		s, err := posterior.Run(t.Context(), x, evidence, nil, opt)
		if err != nil {
			t.Fatal(err)
		}
		if s.List[0].Hash != all.List[0].Hash || s.List[0].Plays != 40 || s.List[3].Plays != 5 || len(s.Rounds) == 0 {
			t.Errorf("%+v, rounds %v", s.List, s.Rounds)
		}
		if got, want := s.List[0].Metrics["DurationMoves"], all.List[0].Metrics["DurationMoves"]; got != want {
			t.Errorf("halved %v, not halved %v", got, want)
		}
		if k := s.List[0].Skill; k == nil || k.Plays != 80 || k.Interval[0] <= 0.5 || k.Share > 1 {
			t.Errorf("%+v", k)
		}
		s.Options.Workers = 0
		got, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = got
		} else if !bytes.Equal(got, first) {
			t.Errorf("with three workers:\n%s\nwith one:\n%s", got, first)
		}
	}
}

// TestWritten weighs by the evidence in the metadata as by that of a file, and refuses what says nothing sensible.
func TestWritten(t *testing.T) {
	l := donors(t)
	opt := posterior.Options{Draws: 2_000, Seed: 1, MaxPlies: 100}
	written := func(text string) ([]posterior.Item, error) {
		x := spaces(t, skeleton+` (metadata (recon {`+text+`}))`, l, reconstruct.Uniform{})
		return posterior.Written(x[0].Skeleton, nil)
	}
	for text, want := range map[string]float64{
		`(evidence "condition" (concept "Line" True) reliability:0.5)`: 0.75,
		`(evidence "pattern" pattern:"(is Line)")`:                     1,
		`(evidence "parallel" game:"A" odds:5.0)`:                      0.75,
	} {
		list, err := written(text)
		if err != nil {
			t.Fatal(err)
		}
		s, err := posterior.Run(t.Context(), spaces(t, skeleton, l, reconstruct.Uniform{}), list, nil, opt)
		if err != nil {
			t.Fatal(err)
		}
		if b := concept(t, s, "Line"); math.Abs(b.Posterior-want) > 0.04 {
			t.Errorf("%s: %.3f, want %.3f", text, b.Posterior, want)
		}
	}
	for _, text := range []string{`(evidence "rumour")`, `(evidence "wear")`, `(evidence "dice" loss:2.0)`,
		`(evidence "dice" name:"x") (evidence "dice" name:"x")`} {
		if _, err := written(text); err == nil || !strings.Contains(err.Error(), "find.lud:") {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// TestMeaningless: of boards of which nothing is known but their size, no rule is determined (part 11, E.7.7).
func TestMeaningless(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a minute")
	}
	l, kernel := ours(t)
	for i, board := range []string{"(square 7)", "(rectangle 3 11)", "(hex 4)"} {
		text := `(game "Lines" (players 2) (equipment {(board ` + board + `) (piece "Mark" Each [#])})
			(rules (start [#]) (play [#]) (end [#])))`
		s, err := posterior.Run(t.Context(), spaces(t, text, l, kernel, prior.Unknowing(kernel), reconstruct.Uniform{}), nil,
			nil,
			posterior.Options{Draws: 60, Seed: uint64(i) + 1, MaxPlies: 200})
		if err != nil {
			t.Fatal(err)
		}
		first := 0.0
		for _, h := range s.Holes {
			first = max(first, h.Fillers[0].Posterior)
		}
		t.Logf("%s: the likeliest filler of any hole has %.3f; %s", board, first, s.Verdict)
		if !strings.HasPrefix(s.Verdict, "Not determined by the evidence") {
			t.Errorf("%s: %s", board, s.Verdict)
		}
	}
}
