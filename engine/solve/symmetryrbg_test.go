package solve

import (
	"fmt"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/formal"
	"github.com/astragal/astragal/engine/rbg"
	"github.com/astragal/astragal/engine/rng"
)

func regular(t *testing.T, text string) *rbg.Game {
	t.Helper()
	g, err := rbg.Load("game.rbg", "game", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// TestRegularSymmetry solves games of RBG with and without symmetry: the numbers of
// symmetries and of positions up to them are those of the square, and what breaks a
// symmetry of the rules or of the board is seen.
func TestRegularSymmetry(t *testing.T) {
	three := file(t, "../rbg/testdata/ticTacToe.rbg")
	replace := func(old, new string) string {
		if !strings.Contains(three, old) {
			t.Fatalf("no %s", old)
		}
		return strings.Replace(three, old, new, 1)
	}
	rising := "+ threeThrough(mark; north east; south west)"
	for _, c := range []symmetric{
		{"all lines", three, 8, 765, 138},
		{"one diagonal", replace(rising, ""), 4, 0, 0},
		{"no rows", replace("+ threeThrough(mark; west; east)", ""), 4, 0, 0},
		{"no rows and one diagonal", strings.Replace(replace("+ threeThrough(mark; west; east)", ""), rising, "", 1),
			2, 0, 0},
		{"one place is taken at first", replace("free]\n    [free", "free]\n    [o"), 8, 0, 0},
		{"rows of the upper edge alone", replace("threeThrough(mark; west; east)",
			"({! north} threeThrough(mark; west; east))"), 2, 0, 0},
		{"two rows", replace("\n    [free, free, free]\n    [free", "\n    [free"), 4, 0, 0},
	} {
		c.solve(t, regular(t, c.text))
	}
}

// TestRegularImages walks plays of games and their images side by side: every move has an
// image, and the two lead to positions with one key.
func TestRegularImages(t *testing.T) {
	for _, name := range []string{"ticTacToe", "connectFour", "breakthrough"} {
		g := regular(t, file(t, "../rbg/testdata/"+name+".rbg"))
		symmetries, err := g.Symmetries()
		if err != nil {
			t.Fatal(err)
		}
		if want := map[string]int{"ticTacToe": 8, "connectFour": 2, "breakthrough": 2}[name]; len(symmetries) != want {
			t.Errorf("%s: %d symmetries, not %d", name, len(symmetries), want)
		}
		key := func(p formal.Position) string {
			return string(p.(formal.Symmetric).AppendImage(nil, symmetries))
		}
		for k, q := range symmetries {
			for seed := range uint64(3) {
				r := rng.New(seed)
				p, image := g.NewPosition(), g.NewPosition()
				for ply := 0; !p.Terminal(); ply++ {
					i := r.Below(p.Moves())
					text := placesOf(g, p.MoveText(i), q)
					next := p.Clone()
					next.Apply(i)
					found := false
					for j := range image.Moves() {
						if placesOf(g, image.MoveText(j), nil) != text {
							continue
						}
						c := image.Clone()
						if c.Apply(j); key(c) == key(next) {
							found = true
							image = c
							break
						}
					}
					if !found {
						t.Fatalf("%s, symmetry %d, seed %d, ply %d: %s has no image", name, k, seed, ply, p.MoveText(i))
					}
					p = next
				}
				if !image.Terminal() || fmt.Sprint(p.Payoffs()) != fmt.Sprint(image.Payoffs()) {
					t.Fatalf("%s, symmetry %d, seed %d: images end otherwise", name, k, seed)
				}
			}
		}
	}
}

// placesOf lists the vertices of a move, taken elsewhere by a symmetry unless it is nil.
func placesOf(g *rbg.Game, text string, q []int32) string {
	number := map[string]int{}
	for v := range g.Vertices {
		number[g.Vertices[v].Name] = v
	}
	var places []string
	for _, m := range strings.Fields(text) {
		_, name, _ := strings.Cut(m, "@")
		v := number[name]
		if q != nil {
			v = int(q[v])
		}
		places = append(places, fmt.Sprint(v))
	}
	return strings.Join(places, " ")
}
