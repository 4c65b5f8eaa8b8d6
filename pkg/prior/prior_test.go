package prior

import (
	"context"
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/reconstruct"
)

const form = `(game %q (players 2) (equipment {(board (square %d)) (piece "Disc" Each)})
 (rules (play (move Add (to (sites Empty)))) (end %s)))
(metadata (info {(origin "This game was played in %s, from around %d to %d.") (classification "made/%s")}))`

// made is a library of games that end by lines in India about 1800 and by full boards in Peru about 500.
func made(t *testing.T) *reconstruct.Library {
	t.Helper()
	files := fstest.MapFS{}
	for i := range 12 {
		name := fmt.Sprintf("Line%d", i)
		family := fmt.Sprint(i % 3)
		text := fmt.Sprintf(form, name, 3+i%4, `(if (is Line 3) (result Mover Win))`, "India", 1790+i, 1800+i, family)
		files[name+".lud"] = &fstest.MapFile{Data: []byte(text)}
		name = fmt.Sprintf("Full%d", i)
		text = fmt.Sprintf(form, name, 3+i%4, `(if (is Full) (result Mover Loss))`, "Peru", 490+i, 500+i, family)
		files[name+".lud"] = &fstest.MapFile{Data: []byte(text)}
	}
	l, err := reconstruct.Load(files, nil, nil)
	if err != nil || len(l.Donors) != 24 {
		t.Fatal(err, len(l.Donors), l.Refused)
	}
	return l
}

func spaceOf(t *testing.T, l *reconstruct.Library, p reconstruct.Prior, region string, year int) *reconstruct.Space {
	t.Helper()
	text := fmt.Sprintf(form, "Find", 3, "[#]", region, year, year+10, "find")
	d, err := lgdl.Read("find.lud", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	s, err := reconstruct.Read(d, nil, lgdl.Selection{})
	if err != nil {
		t.Fatal(err)
	}
	x, err := reconstruct.NewSpace(s, l, p)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// What is near in space and time is likelier; where nothing is known, or kernels are off, nothing is determined.
func TestKernel(t *testing.T) {
	l := made(t)
	for _, c := range []struct {
		p          Parameters
		region     string
		year       int
		likeliest  string
		determined bool
	}{
		{Parameters{Km: 1000, Part: 0.1, Shrink: 0.1}, "Sri Lanka", 500, "Line", true},
		{Parameters{Km: 1000, Part: 0.1, Shrink: 0.1}, "Bolivia", 1800, "Full", true},
		{Parameters{Years: 100, Part: 0.1, Shrink: 0.1}, "Bolivia", 1800, "Line", true},
		{Parameters{Years: 100, Part: 0.1, Shrink: 0.1}, "India", 520, "Full", true},
		{Parameters{Culture: 2, Part: 0.1, Shrink: 0.1}, "Sri Lanka", 500, "Line", true},
		{Parameters{Culture: 2, Part: 0.1, Shrink: 0.1}, "Asia", 500, "", false}, // of several areas
		{Parameters{Km: 1000, Part: 0.1, Shrink: 0.1}, "Nowhere", 1800, "", false},
		{Parameters{Part: 0.1, Shrink: 0.1}, "India", 1800, "", false},
		{Parameters{Km: 1000, Years: 100, Ludemes: 8, Part: 0.1, Shrink: 1}, "India", 1800, "", false},
	} {
		k, err := New(l, c.p)
		if err != nil {
			t.Fatal(err)
		}
		m := Marginals(spaceOf(t, l, k, c.region, c.year), 10)[0]
		first := m.Likeliest[0]
		if m.Determined != c.determined || !strings.Contains(first.Text, c.likeliest) {
			t.Errorf("%v in %s, %d: %+v", c.p, c.region, c.year, m)
		}
		sum := 0.0
		for _, s := range m.Likeliest {
			sum += s.Probability
		}
		if len(m.Likeliest) != m.Candidates || math.Abs(sum-1) > 1e-12 {
			t.Errorf("%d of %d fillers have the probability %v", len(m.Likeliest), m.Candidates, sum)
		}
	}
	for _, p := range []Parameters{{Km: -1}, {Shrink: 2}, {Part: math.NaN()}, {Ludemes: 1000}} {
		if _, err := New(l, p); err == nil {
			t.Errorf("%v is accepted", p)
		}
	}
}

// On data where place decides the end the fit finds that, with the same figures for any number of workers.
func TestFit(t *testing.T) {
	l := made(t)
	var first *Report
	for _, workers := range []int{1, 2, 8} {
		c, err := Hide(context.Background(), l, 24, 3, workers)
		if err != nil {
			t.Fatal(err)
		}
		r := c.Compare(workers)
		if first == nil {
			first = r
		}
		if !reflect.DeepEqual(r, first) {
			t.Errorf("%d workers: %+v, with one %+v", workers, r, first)
		}
	}
	// Three families of eight games, each with both ends: all truths are covered.
	if first.Cases != 24 || first.Families != 3 || first.Covered != first.Holes {
		t.Errorf("%+v", first)
	}
	k, f := first.Rows[0], first.Rows[6]
	if f.Prior != rowFrequency || k.LogScore <= f.LogScore || f.Less <= 0 || k.LogScore > 0 {
		t.Errorf("kernel %+v, frequency %+v", k, f)
	}
	c, err := Hide(context.Background(), l, 24, 3, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range c.list {
		for _, h := range k.holes {
			for _, s := range h.sources {
				if sameFamily(k.donor, l.Donors[s.donor]) {
					t.Fatalf("%s has a donor of its family, %s", k.donor.Game, l.Donors[s.donor].Game)
				}
			}
		}
	}
	if _, err := Hide(context.Background(), &reconstruct.Library{}, 24, 3, 0); err == nil {
		t.Error("a blind test of nothing")
	}
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Hide(cancelled, l, 24, 3, 1); err == nil {
		t.Error("it does not stop")
	}
}

func TestAnswer(t *testing.T) {
	for _, c := range []struct {
		weights []float64
		truth   int
		want    answer
	}{
		{[]float64{3, 1}, 0, answer{math.Log(0.75), 1, 0.75, 1}},
		{[]float64{3, 1}, 1, answer{math.Log(0.25), 2, 0.75, 0}},
		{[]float64{1, 1, 1, 1}, 2, answer{math.Log(0.25), 2.5, 0.25, 0.25}},
	} {
		if a := answerOf(c.weights, c.truth); a != c.want {
			t.Errorf("%v, %d: %+v", c.weights, c.truth, a)
		}
	}
	if a := answerOf([]float64{1, 2}, -1); !math.IsNaN(a.log) || a.right != 0 || a.top != 2./3 {
		t.Errorf("uncovered: %+v", a)
	}
}

// Bets that come true as often as they say have no error, those that always fail that of what they say.
func TestCalibrationError(t *testing.T) {
	var honest, boastful []bet
	for i := range 100 {
		honest = append(honest, bet{0.2, math.Floor(float64(i%5) / 4)})
		boastful = append(boastful, bet{0.9, 0})
	}
	if e := calibrationError(honest); math.Abs(e) > 1e-12 {
		t.Errorf("honest: %v", e)
	}
	if e := calibrationError(boastful); math.Abs(e-0.9) > 1e-12 {
		t.Errorf("boastful: %v", e)
	}
}

// Regions have a middle by their names, whatever follows them.
func TestRegionCentre(t *testing.T) {
	for name, want := range map[string][2]float64{"India": {22, 79}, "Yunnan, China.": {25, 102},
		"the Andes?": {-17, -69}} {
		lat, long, ok := RegionCentre(name)
		if !ok || math.Abs(lat-want[0]) > 5 || math.Abs(long-want[1]) > 5 {
			t.Errorf("%s lies at %v, %v (%v), want %v", name, lat, long, ok, want)
		}
	}
	for _, name := range []string{"", "Unknown", ",", "Atlantis, lost"} {
		if _, _, ok := RegionCentre(name); ok {
			t.Errorf("%q has a place", name)
		}
	}
}

func TestRegions(t *testing.T) {
	for line := range strings.Lines(regionTable) {
		f := strings.Split(strings.TrimSpace(line), "\t")
		if f[0] == "region" {
			continue
		}
		var lat, long, km float64
		if n, err := fmt.Sscan(strings.Join(f[1:4], " "), &lat, &long, &km); n != 3 || err != nil || len(f) != 5 {
			t.Errorf("%q: %v", line, err)
		}
		if math.Abs(lat) > 90 || math.Abs(long) > 180 || km <= 0 || km > 5000 || f[0] != strings.ToLower(f[0]) ||
			len(f[4]) != 1 || !strings.Contains("ACEINS-", f[4]) {
			t.Errorf("%q is out of range", line)
		}
	}
	for text, want := range map[string]bool{"Yunnan, China": true, "the Netherlands.": true, "Rome?": true,
		"Maastricht, the Netherlands": true, "Atlantis": false, "": false} {
		if _, ok := regionNamed(text); ok != want {
			t.Errorf("%q: %v", text, ok)
		}
	}
}
