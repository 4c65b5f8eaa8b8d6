package reconstruct_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/reconstruct"
)

const shared = "../../../shared/"

// reference returns the public library and its defines; it skips the test where
// they are not there.
func reference(t *testing.T) (*reconstruct.Library, *lgdl.Defines) {
	t.Helper()
	defs, err := lgdl.LoadDefines(os.DirFS(shared + "library/def"))
	if err != nil {
		t.Skip(err)
	}
	l, err := reconstruct.Load(os.DirFS(shared+"library/lud"), defs, nil)
	if err != nil {
		t.Skip(err)
	}
	return l, defs
}

// skeletons returns the files below a folder of the reference material.
func skeletons(t *testing.T, folder string) (files []string) {
	t.Helper()
	err := filepath.WalkDir(shared+"reconstruction/"+folder, func(path string, _ os.DirEntry, err error) error {
		if err == nil && filepath.Ext(path) == ".lud" {
			files = append(files, path)
		}
		return err
	})
	if err != nil {
		t.Skip(err)
	}
	return files
}

// TestRecall looks for the published completions in our space (part 11, E.7.2).
func TestRecall(t *testing.T) {
	if testing.Short() {
		t.Skip("takes half a minute")
	}
	library, defs := reference(t)
	files, filesHit, games, hit, aligned := 0, 0, 0, 0, 0
	for _, file := range skeletons(t, "done") {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		d, err := lgdl.Read(file, text)
		if err != nil {
			t.Fatal(err)
		}
		selections, err := reconstruct.Incomplete(d, defs)
		if err != nil || len(selections) == 0 {
			t.Errorf("%s: %v", file, err)
			continue
		}
		var spaces []*reconstruct.Space
		for _, sel := range selections {
			s, err := reconstruct.Read(d, defs, sel)
			if err != nil {
				t.Error(err)
				continue
			}
			x, err := reconstruct.NewSpace(s, library, reconstruct.Uniform{})
			if err != nil {
				t.Error(err)
				continue
			}
			spaces = append(spaces, x)
		}
		files++
		found := 0
		for _, r := range d.Rulesets() {
			if !strings.Contains(r.Heading, "(Reconstructed)") {
				continue
			}
			e, err := d.Expand(defs, lgdl.Selection{Ruleset: r.Heading})
			if err != nil {
				t.Errorf("%s: %s: %v", file, r.Heading, err)
				continue
			}
			games++
			in, fits := false, false
			var missing []reconstruct.Missing
			for _, x := range spaces {
				m := x.Contains(e.Game)
				in, fits = in || m.In, fits || m.Aligned
				if m.Aligned {
					missing = m.Missing
				}
			}
			switch {
			case in:
				found++
			case !fits:
				t.Logf("%s: %s: differs outside the holes", filepath.Base(file), r.Heading)
			default:
				for _, m := range missing {
					t.Logf("%s: %s: hole %v at %v: %.300s", filepath.Base(file), r.Heading, m.Hole, m.Hole.Pos.Line,
						lgdl.Text(m.Items))
				}
			}
			if fits {
				aligned++
			}
		}
		hit += found
		if found > 0 {
			filesHit++
		}
	}
	t.Logf("%d donors: %d of %d skeletons with a published completion in the space; %d of %d published rulesets (%d "+
		"agree outside the holes)",
		len(library.Donors), filesHit, files, hit, games, aligned)
}
