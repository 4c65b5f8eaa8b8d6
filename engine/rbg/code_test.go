package rbg_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/internal/mutant"
	"github.com/astragal/astragal/engine/rbg"
)

// descriptions are all files at hand; with ASTRAGAL_GAME those whose names begin so.
func descriptions(t *testing.T) (files []string) {
	t.Helper()
	for _, root := range []string{"testdata", corpus + "/games"} {
		_ = filepath.WalkDir(root, func(path string, _ fs.DirEntry, err error) error {
			wanted := strings.HasPrefix(filepath.Base(path), os.Getenv("ASTRAGAL_GAME"))
			if err == nil && wanted && strings.HasSuffix(path, ".rbg") {
				files = append(files, path)
			}
			return nil
		})
	}
	return files
}

// unlowered are the files whose rules are too long for machine code.
var unlowered = []string{"arimaa", "arimaa_fixedPosition", "arimaa_split"}

// TestLockStep compares machine code with the interpreter on all files at hand.
func TestLockStep(t *testing.T) {
	for _, file := range descriptions(t) {
		name := strings.TrimSuffix(filepath.Base(file), ".rbg")
		t.Run(name, func(t *testing.T) {
			spoilt, why, err := rbg.LockStep(load(t, file), 14, 800)
			switch {
			case err != nil:
				t.Error(err)
			case why != nil && slices.Contains(unlowered, name) || why == nil && spoilt == 0:
			case why != nil:
				t.Error(why)
			default:
				t.Errorf("%d plays were spoilt", spoilt)
			}
		})
	}
}

// TestLockStepMutants does the same with descriptions that were changed: as many as
// ASTRAGAL_MUTANTS says, of the seed ASTRAGAL_SEED.
func TestLockStepMutants(t *testing.T) {
	count, seed := uint64(150), uint64(1)
	for name, to := range map[string]*uint64{"ASTRAGAL_MUTANTS": &count, "ASTRAGAL_SEED": &seed} {
		if text := os.Getenv(name); text != "" {
			var err error
			if *to, err = strconv.ParseUint(text, 10, 64); err != nil {
				t.Fatal(err)
			}
		}
	}
	c, err := mutant.Load([]string{".rbg"}, os.DirFS("testdata"), os.DirFS(corpus+"/games"))
	if err != nil {
		t.Fatal(err)
	}
	played, spoilt := 0, 0
	for i := range count {
		m := c.Mutant(seed, i)
		g, err := rbg.Load(m.Name, "mutant", m.Text)
		if err != nil || g.NewState().Err() != nil {
			continue
		}
		n, why, err := rbg.LockStep(g, 2, 30)
		if err != nil {
			t.Errorf("mutant %d of seed %d, of %s: %v", i, seed, m.Name, err)
		}
		if why == nil {
			played++
			spoilt += n
		}
	}
	t.Logf("%d of %d mutants were played, %d plays were spoilt", played, count, spoilt)
	if played == 0 {
		t.Error("no mutant was played")
	}
}
