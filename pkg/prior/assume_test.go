package prior

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/astragal/astragal/engine/reconstruct"
)

// uneven is a library of nine games of one family and region that end by lines, and one of another that ends full.
func uneven(t *testing.T) *reconstruct.Library {
	t.Helper()
	files := fstest.MapFS{}
	for i := range 10 {
		end, region, family := `(if (is Line 3) (result Mover Win))`, "India", "often"
		if i == 9 {
			end, region, family = `(if (is Full) (result Mover Loss))`, "Peru", "once"
		}
		text := fmt.Sprintf(form, fmt.Sprint("Game", i), 3+i%4, end, region, 1790, 1800, family)
		files[fmt.Sprint(i, ".lud")] = &fstest.MapFile{Data: []byte(text)}
	}
	l, err := reconstruct.Load(files, nil, nil)
	if err != nil || len(l.Donors) != 10 {
		t.Fatal(err, len(l.Donors), l.Refused)
	}
	return l
}

// What was recorded often counts as much as what was recorded once, if that is assumed, and what is more similar by the
// user's measure counts more.
func TestAssume(t *testing.T) {
	l := uneven(t)
	k, err := New(l, Parameters{Part: 0.1, Shrink: 0.5, Together: 0.2})
	if err != nil {
		t.Fatal(err)
	}
	table := "game,other,similarity\nFind,Game9,6\n"
	for i := range 9 {
		table += fmt.Sprintf("Game%d,Find,1\n", i)
	}
	similar, err := ReadSimilarity("table.csv", strings.NewReader(table))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		assumed Assumptions
		want    float64 // of the end that one game has
	}{
		{Assumptions{}, 0.1},
		{Assumptions{Balance: "family"}, 0.5},
		{Assumptions{Balance: "culture"}, 0.5},
		{Assumptions{Similar: similar}, (0.5*6/1.5 + 0.5) / 10}, // the kernel's mean is 1, and half is shrunk to 1
	} {
		by, err := k.Assume(c.assumed)
		if err != nil {
			t.Fatal(err)
		}
		list, mass := spaceOf(t, l, by, "Nowhere", 1000).Candidates(0)
		total, one := 0.0, 0.0
		for i, x := range list {
			total += mass[i]
			if strings.Contains(x.Text, "Full") {
				one += mass[i]
			}
		}
		if got := one / total; math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%v: the end of one game has %v, want %v", by.Name(), got, c.want)
		}
		if c.assumed != (Assumptions{}) && by.Name() == k.Name() {
			t.Errorf("%+v: the prior does not say so", c.assumed)
		}
	}
	if _, err := k.Assume(Assumptions{Balance: "taste"}); err == nil {
		t.Error("balanced by taste")
	}
}

// Tables that say nothing sensible are refused with the row.
func TestReadSimilarity(t *testing.T) {
	for text, want := range map[string]string{
		"":                                        "empty",
		"a,b,c\n":                                 "row 1",
		"game,other,similarity\nA,B,-1\n":         "row 2",
		"game,other,similarity\nA,B,NaN\n":        "row 2",
		"game,other,similarity\nA,B\n":            "table.csv",
		"game,other,similarity\nA,B,1\nB,A,1\n":   "row 3: B and A are there already",
		"game,other,similarity\nA,B,1\nA,C,1e999": "row 3",
	} {
		_, err := ReadSimilarity("table.csv", strings.NewReader(text))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want …%s…", text, err, want)
		}
	}
	a, err := ReadSimilarity("a", strings.NewReader("game,other,similarity\nA,B,1\nC,A,2\n"))
	b, err2 := ReadSimilarity("b", strings.NewReader("game,other,similarity\nA,C,2\nB,A,1\n"))
	if err != nil || err2 != nil || a.Hash != b.Hash {
		t.Errorf("the same table: %v, %v", a, b)
	}
}
