package release

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// The changelog begins with this version, and CITATION.cff names it.
func TestVersionIsTold(t *testing.T) {
	text, err := os.ReadFile("../../CHANGELOG.md")
	if err != nil {
		t.Fatal(err)
	}
	first := regexp.MustCompile(`(?m)^## (\S+)`).FindStringSubmatch(string(text))
	if first == nil || first[1] != Version {
		t.Errorf("the first version of CHANGELOG.md is %v, want %s", first, Version)
	}
	citation, err := os.ReadFile("../../CITATION.cff")
	if err != nil || !strings.Contains(string(citation), "\nversion: "+Version+"\n") {
		t.Errorf("CITATION.cff does not have version %s: %v", Version, err)
	}
	if i := Of("e"); i.Version != Version || i.Engine != "e" || i.Go == "" || !strings.Contains(i.String(), "engine e") {
		t.Errorf("%+v", i)
	}
}
