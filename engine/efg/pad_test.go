package efg

import (
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
)

// Selten's horse in small: the third player's set lies at depths 1 and 2.
const horse = `EFG 2 R "horse" { "A" "B" "C" }
p "" 1 1 { "d" "a" } 0
p "" 3 1 { "l" "r" } 0
t "" 1 { 1 2 3 } t "" 2 { 4 5 6 }
p "" 2 1 { "d" "a" } 0
p "" 3 1 0
t "" 3 { 1 1 1 } t "" 1
t "" 2`

func TestPad(t *testing.T) {
	g, err := Read("horse", []byte(horse), Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if g.OneDepth() {
		t.Fatal("nothing to pad")
	}
	p, err := g.Pad()
	if err != nil {
		t.Fatal(err)
	}
	if !p.OneDepth() || p.CheckTimed() != nil {
		t.Error("the padded game has sets at several depths")
	}
	if a, b := g.Stats(), p.Stats(); b.Nodes != a.Nodes+1 || b.ChanceNodes != 1 ||
		fmt.Sprint(a.InfoSets) != fmt.Sprint(b.InfoSets) {
		t.Errorf("%+v became %+v", a, b)
	}
	var before, after strings.Builder
	if err := Write(&before, g.Contract()); err != nil {
		t.Fatal(err)
	}
	if err := Write(&after, p.Contract()); err != nil {
		t.Fatal(err)
	}
	if before.String() != after.String() {
		t.Errorf("contracted:\n%s\nwant\n%s", after.String(), before.String())
	}
	if _, err := GDL(p, GDLOptions{}); err != nil {
		t.Error(err)
	}
}

func TestPadRefuses(t *testing.T) {
	for name, src := range map[string]string{
		"absent-minded": `EFG 2 R "" { "A" } p "" 1 1 { "x" "y" } 0 t "" 0 p "" 1 1 0 t "" 0 t "" 0`,
		"crossing": `EFG 2 R "" { "A" "B" } c "" 1 { "x" 1/2 "y" 1/2 } 0
			p "" 1 1 { "u" } 0 p "" 2 1 { "v" } 0 t "" 0
			p "" 2 1 0 p "" 1 1 0 t "" 0`,
	} {
		g, err := Read(name, []byte(src), Limits{})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := g.Pad(); err == nil || !strings.Contains(err.Error(), "one depth") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Every game of the corpus that padding helps satisfies the condition afterwards and
// has the same value.
func TestPadCorpus(t *testing.T) {
	padded := 0
	err := filepath.WalkDir(filepath.Join(shared(t), "games"), func(file string, e fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(file) != ".efg" {
			return err
		}
		g := readFile(t, file)
		if g.OneDepth() {
			return nil
		}
		p, err := g.Pad()
		if err != nil {
			return nil // TestPadRefuses
		}
		padded++
		if !p.OneDepth() {
			t.Errorf("%s: sets at several depths", file)
		}
		a, err := g.Expected(nil)
		if err != nil {
			t.Fatal(err)
		}
		b, err := p.Expected(nil)
		if err != nil {
			t.Fatal(err)
		}
		if fmt.Sprint(a) != fmt.Sprint(b) {
			t.Errorf("%s: expected payoffs %v became %v", file, a, b)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if padded == 0 {
		t.Error("no game of the corpus was padded")
	}
}
