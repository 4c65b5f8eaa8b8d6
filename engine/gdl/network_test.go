package gdl

import (
	"os"
	"strings"
	"testing"
	"time"
)

// testLimits keeps the corpus tests short; GDL_FULL=1 makes them complete.
func testLimits() groundLimits {
	if os.Getenv("GDL_FULL") != "" {
		return usualLimits
	}
	return groundLimits{steps: 300_000, literals: 100_000, static: 100_000}
}

// quick gives the game with a network only if that is small.
func quick(g *Game) *Game {
	q := *g
	q.grounded = &grounding{done: true}
	q.grounded.net, q.grounded.why = ground(q.prog, testLimits(), nil)
	return &q
}

func TestNetworkCorpus(t *testing.T) {
	only := os.Getenv("GDL_ONLY")
	grounded, all := 0, 0
	for _, row := range table(t, "gdl_playout.tsv") {
		if only != "" && !strings.Contains(row["file"], only) {
			continue
		}
		d, err := Read(row["file"], load(t, row["file"]))
		if err != nil {
			t.Error(err)
			continue
		}
		if faults(d.Check()) != nil {
			continue
		}
		p, err := compileProgram(d, false)
		if err != nil {
			t.Error(err)
			continue
		}
		all++
		start := time.Now()
		n, err := ground(p, testLimits(), nil)
		took := time.Since(start)
		if err != nil {
			t.Logf("%s: NOT GROUNDED %v %v", row["file"], took, err)
			continue
		}
		grounded++
		start = time.Now()
		m := newBoard(n)
		if problem := canonicalPlay(m, len(p.roles), row); problem != "" {
			t.Errorf("%s: %s", row["file"], problem)
		}
		t.Logf("%s ground %v play %v %+v", row["file"], took, time.Since(start), n.size)
	}
	t.Logf("%d of %d grounded", grounded, all)
}
