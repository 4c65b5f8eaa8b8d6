package study

import (
	"math"
	"strings"
	"testing"
)

// TestRead: what is no file of wear is refused with its line.
func TestRead(t *testing.T) {
	const head = "line,kind,a,b,value,weight\n"
	const good = head + "a,edge,0,1,1,\nb,edge,1,2,2,0.5\n c ,edge,0,3,,\nd,edge,3,4,4,\ne,edge,4,5,0,\n"
	w, err := Read("w.csv", []byte(good))
	if err != nil {
		t.Fatal(err)
	}
	if len(w.Lines) != 5 || w.Lines[2] != "c" || !math.IsNaN(w.Value[2]) || w.Weight[1] != 0.5 || w.Weight[0] != 1 ||
		w.Sites {
		t.Errorf("%+v", w)
	}
	for change, says := range map[[2]string]string{
		{"line,", "name,"}:                     `1: there is no column "name"`,
		{"a,edge,0", "a,egde,0"}:               `w.csv:2: kind`,
		{"b,edge,1,2", "b,site,1,"}:            `w.csv:3: kind`,
		{"d,edge,3,4,4", "d,edge,3,4,x"}:       `w.csv:5: value`,
		{"d,edge,3,4,4", "d,edge,3,4,NaN"}:     `w.csv:5: value`,
		{"d,edge,3,4,4", "d,edge,-3,4,4"}:      `w.csv:5: a`,
		{"d,edge,3,4,4", "a,edge,3,4,4"}:       `w.csv:5: value: line a is worn 4 here and 1 before`,
		{"2,0.5", "2,0"}:                       `w.csv:3: weight`,
		{"d,edge,3,4,4,", ",edge,3,4,4,"}:      `w.csv:5: line`,
		{"a,edge,0,1,1,", "a,edge,0,1,1,,,"}:   `wrong number of fields`,
		{"d,edge,3,4,4,\ne,edge,4,5,0,\n", ""}: `at least 4`,
	} {
		text := strings.Replace(good, change[0], change[1], 1)
		if text == good {
			t.Fatalf("%v changes nothing", change)
		}
		if _, err := Read("w.csv", []byte(text)); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%v: %v, expected %s", change, err, says)
		}
	}
}
