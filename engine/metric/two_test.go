package metric

import (
	"math"
	"reflect"
	"slices"
	"testing"

	"github.com/astragal/astragal/engine/rng"
)

// differ notes by how much two players differ in a position, as of two and of any number.
func differ(t *testing.T, two, all *evaluation) {
	two.difference()
	low, high := min(all.now[1], all.now[2]), max(all.now[1], all.now[2])
	if two.widest[len(two.widest)-1] != high-low {
		t.Fatalf("%g and %g differ by %g", low, high, two.widest[0])
	}
	all.widest = append(all.widest, high-low)
}

// TestTwo values positions of made-up plays of two players as those of any number are valued:
// every value and every figure of the play is the same bit for bit.
func TestTwo(t *testing.T) {
	r := rng.New(3)
	for range 2000 {
		two, all := &evaluation{players: 2}, &evaluation{players: 2}
		utilities := [][]float64{{1, -1}, {-1, 1}, {0, 0}, {0.5, -0.5}}[r.Below(4)]
		for range 1 + r.Below(60) {
			s := &Standing{Mover: r.Below(3), Active: 6}
			s.Order[1], s.Order[2] = 1, 2
			var pieces [maxSeats + 1]int32
			pieces[1], pieces[2] = int32(r.Below(4)), int32(r.Below(4))
			legal := r.Below(40)
			if !s.plain() {
				t.Fatal("both are in the game, behind their seats")
			}
			two.rateTwo(s, &pieces, legal)
			all.rateAll(s, &pieces, legal)
			for _, e := range []*evaluation{two, all} {
				e.values = append(e.values, e.now[1:3]...)
				e.rated = append(e.rated, e.now[1+legal%2])
			}
			differ(t, two, all)
		}
		last := [2]float64{1 - float64(r.Below(3)), 0.1 * float64(r.Below(20)-10)} // of a play that has ended
		copy(two.now[1:], last[:])
		copy(all.now[1:], last[:])
		differ(t, two, all)
		for i, v := range all.values {
			if w := two.values[i]; math.Float64bits(v) != math.Float64bits(w) {
				t.Fatalf("value %d is %g, for any number of players %g", i, w, v)
			}
		}
		var x, y ended
		two.endTwo(utilities, &x)
		if all.endAll(utilities, &y); !reflect.DeepEqual(x, y) {
			t.Fatalf("%+v, for any number of players %+v", x, y)
		}
		mirrored := &evaluation{players: 2, rated: two.rated, widest: two.widest}
		for k := 0; k < len(two.values); k += 2 {
			mirrored.now[1], mirrored.now[2] = two.values[k], two.values[k+1]
			mirrored.record()
		}
		var z ended
		if mirrored.endMirrored(utilities, &z); mirrored.apart || !reflect.DeepEqual(x, z) {
			t.Fatalf("%+v, of the values of one player %+v", x, z)
		}
		mirrored.part()
		if !slices.Equal(mirrored.values, two.values) {
			t.Fatalf("%v, told apart %v", two.values, mirrored.values)
		}
	}
	changed := &Standing{Active: 6}
	if changed.Order[1], changed.Order[2] = 2, 1; changed.plain() {
		t.Error("players who have changed sides are not behind their seats")
	}
}
