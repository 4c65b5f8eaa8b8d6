package ruleset

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/lgdl"
)

var (
	// A fact that a description gives of itself, and the region of an item of evidence.
	infoItem       = regexp.MustCompile(`\((description|rules|origin|source|classification|credit|version)\s+"([^":]*)`)
	regionOfGame   = regexp.MustCompile(`\(origin\s+"Region: ([^"]*)"`)
	regionOfItem   = regexp.MustCompile(`(?m)^\s*(?:- )?region: *(.*?) *$`)
	typedRuleset   = regexp.MustCompile(`^Ruleset/.+ \((Described|Observed|Suggested|Reconstructed)\)$`)
	regionInReadme = regexp.MustCompile(`(?m)^\| (\w[^|]*?) \|`)
)

// regionsOf reads the vocabulary of regions from the library's README.
func regionsOf(t *testing.T) map[string]bool {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(ourLibrary, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(text), "\n## Regions\n")
	section, _, _ = strings.Cut(section, "\n## ")
	known := map[string]bool{}
	for _, m := range regionInReadme.FindAllStringSubmatch(section, -1) {
		known[m[1]] = m[1] != "region"
	}
	if len(known) < 20 || !known["East Asia"] || known["region"] {
		t.Fatalf("the README names the regions %v", known)
	}
	return known
}

// wrongOf returns what is not as library/README.md asks of a description.
func wrongOf(file string, text []byte, regions map[string]bool) (list []string) {
	d, err := lgdl.Read(file, text)
	if err != nil {
		return []string{err.Error()}
	}
	if len(d.Rulesets()) == 0 {
		list = append(list, "it has no rulesets")
	}
	for _, r := range d.Rulesets() {
		if !typedRuleset.MatchString(r.Heading) {
			list = append(list, "the ruleset "+r.Heading+" is not of a known type")
		}
	}
	has := map[string]bool{}
	for _, m := range infoItem.FindAllStringSubmatch(string(text), -1) {
		has[m[1]] = true
		if m[1] == "origin" {
			has[m[2]] = true
		}
	}
	for item := range strings.FieldsSeq("description rules Culture Region Period source classification credit version") {
		if !has[item] {
			list = append(list, "the metadata do not give its "+item)
		}
	}
	for _, m := range regionOfGame.FindAllStringSubmatch(string(text), -1) {
		if !regions[m[1]] {
			list = append(list, "the region "+m[1]+" is none of library/README.md")
		}
	}
	return list
}

// TestOurLibrary holds every file of the library against what its README says.
func TestOurLibrary(t *testing.T) {
	regions, games := regionsOf(t), 0
	ourFiles(t, ourLoader(t)) // refuses a name that two games have
	err := filepath.WalkDir(filepath.Join(ourLibrary, "lud"), func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		switch filepath.Ext(file) {
		case ".lud":
			games++
			for _, w := range wrongOf(file, text, regions) {
				t.Errorf("%s: %s", file, w)
			}
		case ".yaml":
			for _, m := range regionOfItem.FindAllStringSubmatch(string(text), -1) {
				if !regions[m[1]] {
					t.Errorf("%s: the region %s is none of library/README.md", file, m[1])
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if games == 0 {
		t.Error("the library has no games")
	}
}

// What is not as it should be is found.
func TestOurLibraryIsLookedAt(t *testing.T) {
	regions := regionsOf(t)
	file := filepath.Join(ourLibrary, "lud", "line", "ThreeMensMorris.lud")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if list := wrongOf(file, text, regions); len(list) > 0 {
		t.Fatal(list)
	}
	for old, new := range map[string]string{
		"Western Europe": "Europe", "(Described)": "(Invented)", "(source": "(publisher", "Culture: ": "Made: ",
		"(rulesets": "(variants",
	} {
		if wrongOf(file, []byte(strings.ReplaceAll(string(text), old, new)), regions) == nil {
			t.Errorf("%s for %s is not found", new, old)
		}
	}
}

// Every shared define says what it means, and is in the file of its name.
func TestOurDefines(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(ourLibrary, "def", "*", "*.def"))
	if err != nil || len(files) == 0 {
		t.Fatal(len(files), err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimSuffix(filepath.Base(file), ".def")
		s := string(text)
		if !strings.HasPrefix(s, "//") || strings.Count(s, "(define ") != 1 || !strings.Contains(s, `(define "`+name+`"`) {
			t.Errorf("%s: expected a comment and the define %q", file, name)
		}
	}
}
