package main

import (
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/astragal/astragal/engine"

	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/metric"
)

// The library that we ship.
const shipped = "../../library"

// Every description of ours is right, in all its rulesets, without a warning, and
// laid out in the canonical way.
func TestLibraryIsClean(t *testing.T) {
	status, out, errs := astragal(t.Context(), "check", "--rulesets", "--werror", shipped)
	if status != 0 {
		t.Errorf("check: %d\n%s%s", status, errs, out)
	}
	var files []string
	for _, dir := range []string{"lud", "def"} {
		err := filepath.WalkDir(filepath.Join(shipped, dir), func(p string, d os.DirEntry, err error) error {
			if err == nil && (strings.HasSuffix(p, ".lud") || strings.HasSuffix(p, ".def")) {
				files = append(files, p)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	status, out, errs = astragal(t.Context(), append([]string{"fmt", "-l"}, files...)...)
	if status != 0 || out != "" {
		t.Errorf("fmt -l: %d, not laid out:\n%s%s", status, out, errs)
	}
}

// saysWhy is what a text says of games that random play does not end.
var saysWhy = regexp.MustCompile(`(?i)\brandom`)

// endPlayouts is how many playouts of each ruleset are looked at.
const endPlayouts = 30

// endTime is how long all of them may take; those that end within it count.
const endTime = 15 * time.Second

// Random play of every ruleset of ours ends by its rules in 95 % of plays, or the
// description tells of random play why it does not. A ruleset fails when its share
// is surely below: when all of the 95 % interval is.
func TestLibraryEnds(t *testing.T) {
	files, err := findDescriptions(shipped)
	if err != nil {
		t.Fatal(err)
	}
	if testing.Short() {
		files = files[:min(len(files), 20)]
	}
	var wg sync.WaitGroup
	work := make(chan *choice)
	names := map[*choice]string{}
	var mu sync.Mutex
	excused, played := 0, 0
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for c := range work {
				mu.Lock()
				file := names[c]
				mu.Unlock()
				ends, excuse := endsOf(t, c, file)
				mu.Lock()
				if played++; excuse {
					excused++
				}
				mu.Unlock()
				if !ends && !excuse {
					t.Errorf("%s %s: random play does not end by the rules in 95 %% of plays, and the description does not say why",
						file, c.ruleset)
				}
			}
		})
	}
	for _, file := range files {
		for _, c := range (&selection{files: &choice{}, rulesets: true}).choices(file) {
			mu.Lock()
			c := *c
			names[&c] = file
			mu.Unlock()
			work <- &c
		}
	}
	close(work)
	wg.Wait()
	t.Logf("%d rulesets; %d that random play does not end say why", played, excused)
}

// endsOf plays a ruleset: whether it may well end in 95 % of plays, or says why not.
func endsOf(t *testing.T, c *choice, file string) (ends, excused bool) {
	rs, err := c.open(t.Context(), file)
	if err != nil {
		t.Error(err)
		return true, false
	}
	b, err := rs.Simulate(t.Context(), engine.Params{Seed: 1, Playouts: endPlayouts, Bare: true, Agent: "random",
		Deadline: time.Now().Add(endTime)})
	if err != nil {
		t.Errorf("%s %s: %v", file, c.ruleset, err)
		return true, false
	}
	if b.Faulty() > 0 {
		t.Errorf("%s %s: %d of %d plays are spoilt by the description: %v", file, c.ruleset, b.Faulty(), endPlayouts,
			b.Faults)
	}
	if b.Playouts == 0 {
		t.Logf("%s %s: no play ended within %v: not measured", file, c.ruleset, endTime)
		return true, false
	}
	if metric.Share(b.Playouts-b.Limits, b.Playouts).High >= 0.95 {
		return true, false
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Error(err)
	}
	if _, err := lgdl.Read(file, text); err != nil {
		t.Error(err)
	}
	m := rs.Metadata()
	return false, saysWhy.MatchString(m["description"] + m["rules"])
}
