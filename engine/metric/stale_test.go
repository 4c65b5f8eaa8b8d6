package metric_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/play"
	"github.com/astragal/astragal/engine/metric"
	"github.com/astragal/astragal/engine/ruleset"
)

// descriptions returns the paths of our own library and, where it is beside the
// project, the reference's; only every so many of the latter.
func descriptions(t *testing.T, every int) (paths []string) {
	t.Helper()
	for _, root := range []string{"../../library/lud", filepath.Join(shared, "library", "lud")} {
		n := 0
		filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err == nil && strings.HasSuffix(path, ".lud") {
				if n++; n%every == 0 || root[:5] == "../.." && !strings.Contains(root, "shared") {
					paths = append(paths, path)
				}
			}
			return nil
		})
	}
	if len(paths) == 0 {
		t.Fatal("no descriptions found")
	}
	return paths
}

// checked is an observer that is asked after every move what it knows.
type checked struct {
	*metric.Observer
	stale string
}

func (x *checked) Played(c *game.Context) {
	x.Observer.Played(c)
	if slots := x.Stale(c); len(slots) > 0 && x.stale == "" {
		x.stale = fmt.Sprintf("after %d plies: slots %v", c.T.MoveNumber(), slots)
	}
}

// What an observer knows of every slot is what the slot holds, although it reads
// only those that moves name, and whatever was played before.
func TestSlotsAreCurrent(t *testing.T) {
	every, plies := 4, 200
	if testing.Short() {
		every, plies = 60, 80
	}
	l := loader(t)
	games := 0
	for _, path := range descriptions(t, every) {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		rs, err := l.Compile(ruleset.Source{File: path, Text: text})
		if err != nil || rs.Plan().IsMatch() {
			continue
		}
		games++
		x := &checked{Observer: rs.Metrics().NewObserver(metric.NewBatch(rs.Players()), metric.All)}
		x.Thorough(false)
		p := play.NewRandom(rs.Plan())
		p.Watch(x)
		for seed := range uint64(3) {
			p.Start(seed)
			x.Start(p.Context())
			for k := 0; k < plies && !p.Context().S.Over; k++ {
				p.Step()
			}
			x.End(p.Context())
		}
		if x.stale != "" {
			t.Errorf("%s: %s", path, x.stale)
		}
	}
	t.Logf("%d games", games)
}
