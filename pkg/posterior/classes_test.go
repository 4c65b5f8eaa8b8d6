package posterior_test

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/astragal/astragal/engine/reconstruct"
	"github.com/astragal/astragal/pkg/posterior"
)

// TestClasses counts the same game in other words once, by proof where the tree is small, and adds up its posterior.
func TestClasses(t *testing.T) {
	text := strings.NewReplacer("(square 3)", "(square 2)", "[#]", `[(if (is Line 2) (result Mover Win)) |
		(if (is Line 2) (result Next Loss)) | (if (not (not (is Line 2))) (result Mover Win)) |
		(if (is Line 2) (result Mover Loss))]`).Replace(skeleton)
	opt := posterior.Options{Draws: 200, Seed: 3, MaxPlies: 20, Classes: true}
	s, err := posterior.Run(t.Context(), spaces(t, text, nil, reconstruct.Uniform{}), nil, nil, opt)
	if err != nil || len(s.List) != 4 || len(s.Classes) != 2 {
		t.Fatalf("%d completions of the classes %+v, %v", len(s.List), s.Classes, err)
	}
	first, other := s.Classes[0], s.Classes[1]
	if first.Completions != 3 || first.Proved != 2 || other.Completions != 1 || other.Proved != 0 {
		t.Errorf("%+v", s.Classes)
	}
	if math.Abs(first.Posterior-0.75) > 0.1 || math.Abs(first.Posterior+other.Posterior-1) > 1e-9 {
		t.Errorf("posteriors %v and %v", first.Posterior, other.Posterior)
	}
	for i := range s.List {
		a := &s.List[i]
		if loses := strings.Contains(a.Fillers[0], "Mover Loss"); loses != (a.Class == 2) {
			t.Errorf("%s is of game %d", a.Fillers[0], a.Class)
		}
		if len(a.Words) == 0 {
			t.Errorf("%s is not said in words", a.Fillers[0])
		}
	}
}

// TestThought compares drama, lead changes, decisiveness and killer moves where agents search, and only there.
func TestThought(t *testing.T) {
	folder := fstest.MapFS{}
	for n := range 14 {
		text := strings.NewReplacer("Find", fmt.Sprint("Game", n), "(square 3)", fmt.Sprintf("(rectangle 3 %d)", 3+n/4),
			"[#]", fmt.Sprintf("(if (is Line %d) (result Mover %s))", 2+n%2, []string{"Win", "Loss"}[n/2%2])).Replace(skeleton)
		folder[fmt.Sprint(n, ".lud")] = &fstest.MapFile{Data: []byte(text)}
	}
	l, err := reconstruct.Load(folder, nil, nil)
	if err != nil || len(l.Donors) != 14 {
		t.Fatal(err, len(l.Donors), l.Refused)
	}
	for _, by := range []string{"", "uct:10"} {
		opt := posterior.Options{Draws: 10, Seed: 1, Agent: by, Plays: 6, MaxPlies: 60, Attested: 14}
		attested, err := posterior.Attest(t.Context(), l, opt)
		if err != nil {
			t.Fatal(err)
		}
		s, err := posterior.Run(t.Context(), spaces(t, skeleton, l, reconstruct.Uniform{}), nil, attested, opt)
		if err != nil {
			t.Fatal(err)
		}
		_, told := s.List[0].Metrics["SearchDrama"]
		if searches := by != ""; told != searches || s.ComparedDeep >= 12 != searches || s.Compared < 12 ||
			s.List[0].Plausibility <= 0 {
			t.Errorf("by %q: metrics %v, compared with %d and %d games, plausibility %v", by, s.List[0].Metrics, s.Compared,
				s.ComparedDeep, s.List[0].Plausibility)
		}
	}
}
