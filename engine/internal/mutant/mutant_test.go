package mutant

import (
	"os"
	"strconv"
	"testing"
	"time"

	"github.com/astragal/astragal/engine/ruleset"
)

// corpus loads what the project ships, and what lies beside it.
func corpus(t testing.TB, target *Target) *Corpus {
	t.Helper()
	c, err := Load(target.Extensions, os.DirFS("../../../library"), os.DirFS("../../lgdl/testdata"),
		os.DirFS("../../gdl/testdata"),
		os.DirFS("../../rbg/testdata"), os.DirFS("../../rg/testdata"), os.DirFS("../../efg/testdata"),
		os.DirFS("../../ruleset/testdata/hostile"))
	if err != nil || c.Len() == 0 {
		t.Fatalf("%s: %d descriptions, %v", target.Name, c.Len(), err)
	}
	return c
}

func tester(t testing.TB) *Tester {
	t.Helper()
	loader, err := ruleset.NewLoader()
	if err != nil {
		t.Fatal(err)
	}
	return &Tester{Loader: loader, Deadline: 300 * time.Millisecond}
}

// TestMutants tries mutants of every target: a few hundred, or as many as
// ASTRAGAL_MUTANTS says of the seed ASTRAGAL_SEED. The command mutants does the
// same with descriptions from anywhere.
func TestMutants(t *testing.T) {
	inputs, seed := uint64(300), uint64(1)
	for name, to := range map[string]*uint64{"ASTRAGAL_MUTANTS": &inputs, "ASTRAGAL_SEED": &seed} {
		if text := os.Getenv(name); text != "" {
			var err error
			if *to, err = strconv.ParseUint(text, 10, 64); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, target := range Targets {
		t.Run(target.Name, func(t *testing.T) {
			c, tester := corpus(t, target), tester(t)
			var stages [3]int
			for i := range inputs {
				m := c.Mutant(seed, i)
				r := tester.Try(target, m)
				stages[r.Stage]++
				if r.Finding != "" || r.Broken != nil {
					t.Errorf("mutant %d of seed %d, of %s: %s %v\n%s", i, seed, m.Name, r.Finding, r.Broken, m.Text)
				}
			}
			t.Logf("%d descriptions, %d mutants: %d refused, %d compiled, %d played",
				c.Len(), inputs, stages[Refused], stages[Compiled], stages[Played])
			if stages[Refused] == int(inputs) {
				t.Error("no mutant compiles: nothing was tried")
			}
		})
	}
}

// TestMutantsRepeat checks that a mutant is found again by its number, and that
// mutants differ.
func TestMutantsRepeat(t *testing.T) {
	c := corpus(t, Targets[1])
	again := corpus(t, Targets[1])
	different := map[string]bool{}
	for i := range uint64(200) {
		a, b := c.Mutant(7, i), again.Mutant(7, i)
		if a.Name != b.Name || string(a.Text) != string(b.Text) {
			t.Fatalf("mutant %d is %s and then %s", i, a.Text, b.Text)
		}
		different[string(a.Text)] = true
	}
	if len(different) < 180 {
		t.Errorf("200 mutants are %d different texts", len(different))
	}
}

// TestFindings checks that a tester notices what must not happen.
func TestFindings(t *testing.T) {
	tester := tester(t)
	broken := &Target{Name: "panics", try: func(*Tester, Mutant) (Stage, error) { panic("on purpose") }}
	if r := tester.Try(broken, Mutant{}); r.Finding == "" {
		t.Error("a panic is no finding")
	}
	var c Corpus
	if r := tester.Try(Targets[1], Mutant{Name: "x.lud", Text: []byte("(game")}); r.Stage != Refused || r.Finding != "" ||
		c.Len() != 0 {
		t.Errorf("a missing bracket: %+v", r)
	}
}

// FuzzPlay has Go's fuzzer change descriptions, byte by byte and by our own
// changes, and plays what compiles.
func FuzzPlay(f *testing.F) {
	target := Targets[0]
	for _, x := range Targets {
		if x.Name == "lgdl-play" {
			target = x
		}
	}
	for _, file := range corpus(f, target).files {
		f.Add(file.text, uint64(0))
		f.Add(file.text, uint64(1))
	}
	tester, c := tester(f), corpus(f, target)
	f.Fuzz(func(t *testing.T, text []byte, change uint64) {
		m := Mutant{Name: "fuzz.lud", Text: text}
		if change > 0 && len(text) > 0 && len(text) <= maxSeed {
			m.Text = c.changed(text, change)
		}
		if r := tester.Try(target, m); r.Finding != "" {
			t.Fatal(r.Finding)
		}
	})
}
