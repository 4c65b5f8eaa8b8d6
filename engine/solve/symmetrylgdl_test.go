package solve

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/formal"
	"github.com/astragal/astragal/engine/internal/enginetest"
	"github.com/astragal/astragal/engine/rng"
	"github.com/astragal/astragal/engine/ruleset"
)

// TestBoardSymmetry solves games of L-GDL with and without symmetry: the numbers of symmetries are those of what the
// rules ask the board for, and what breaks a symmetry of the board is seen.
func TestBoardSymmetry(t *testing.T) {
	three := `(game "Three" (players 2) (equipment {(board (square 3)) (piece "Man" Each)})
	(rules (play (move Add (to (sites Empty%s))))
		(end {(if (is Line 3%s) (result Mover Win)) (if (is Full) (result All Draw))})))`
	morris := enginetest.Text(t, "line/ThreeMensMorris")
	for _, c := range []symmetric{
		{"all lines", fmt.Sprintf(three, "", ""), 8, 765, 138},
		{"rows and columns", fmt.Sprintf(three, "", " Orthogonal"), 8, 0, 0},
		{"diagonals", fmt.Sprintf(three, "", " Diagonal"), 8, 0, 0},
		{"columns", fmt.Sprintf(three, "", " N"), 2, 0, 0},
		{"one place is forbidden", fmt.Sprintf(strings.Replace(three, "(sites Empty%s)",
			"(difference (sites Empty%s) 0)", 1), "", ""), 2, 0, 0},
		{"not in the upper row", fmt.Sprintf(strings.Replace(three, "(is Line 3%s)",
			"(and (is Line 3%s) (not (is In (last To) (sites Top))))", 1), "", ""), 2, 0, 0},
		{"by numbers of sites", fmt.Sprintf(strings.Replace(three, "(sites Empty%s)", "(sites Empty%s) if:(!= (to) 5)", 1),
			"", ""), 2, 0, 0},
		{"by half of the numbers", fmt.Sprintf(strings.Replace(three, "(sites Empty%s)", "(sites Empty%s) if:(< (to) 5)", 1),
			"", ""), 1, 0, 0},
		{"by rows", fmt.Sprintf(strings.Replace(three, "(sites Empty%s)", "(sites Empty%s) if:(!= 1 (row of:(to)))", 1),
			"", ""), 4, 0, 0},
		{"by pairs of sites", fmt.Sprintf(strings.Replace(three, "(is Line 3%s)", "(and (is Line 3%s) "+
			"(all Sites (sites Mover) if:(>= 1 (+ (/ (row of:(site)) 1) (- (row of:(last To)))))))", 1), "", ""), 2, 0, 0},
		{"three men's morris", morris, 8, 0, 0},
		{"pong hau k'i", enginetest.Text(t, "blocking/PongHauKi"), 2, 0, 0},
		{"tsoro yematatu", enginetest.Text(t, "line/TsoroYematatu"), 2, 0, 0},
		{"tant fant", enginetest.Text(t, "line/TantFant"), 2, 0, 0},
		{"mu torere", enginetest.Text(t, "blocking/MuTorere"), 16, 0, 0},
	} {
		c.solve(t, enginetest.Compile(t, c.text).Game())
	}
}

// TestNotaktoSymmetry: the three boards change places, and each is turned and mirrored by itself, since "on the same
// board" is kept by that, though it is said in numbers of columns.
func TestNotaktoSymmetry(t *testing.T) {
	list, err := enginetest.Ours(t, "line/Notakto").Game().(formal.Symmetries).Symmetries()
	if err != nil || len(list) != 6*8*8*8 {
		t.Errorf("%d symmetries, %v", len(list), err)
	}
}

// TestNotakto solves Notakto on one and two boards, up to their symmetries: the first player wins on one board, the
// second one on two (Plambeck and Whitehead 2013). Of many decisions several lead to images of one position: it makes
// no difference how many positions wait to be unfolded, and how many are played again from the start.
func TestNotakto(t *testing.T) {
	for boards, graph := range []string{"(square 3)", "(merge (square 3) (shift 4 0 (square 3)))"} {
		text := strings.Replace(enginetest.Text(t, "line/Notakto"), "(board <Boards>)", "(board "+graph+")", 1)
		a, err := Solve(context.Background(), enginetest.Compile(t, text).Game(), Options{Symmetry: true})
		if err != nil || a.Winner != boards+1 || a.Searched || a.Symmetries != []int{8, 128}[boards] {
			t.Errorf("%d boards: %+v, %v", boards+1, a, err)
			continue
		}
		g := enginetest.Compile(t, text).Game()
		list, err := g.(formal.Symmetries).Symmetries()
		if err != nil {
			t.Fatal(err)
		}
		few := newGraph(g, list, nil)
		few.room = 2
		if err := few.unfold(context.Background(), g, Options{Memory: 1 << 30}); err != nil || len(few.nodes) != a.Positions {
			t.Errorf("%d boards: %d and %d positions, %v", boards+1, a.Positions, len(few.nodes), err)
		}
		t.Logf("%d boards: %d positions, player %d wins in %d plies", boards+1, a.Positions, a.Winner, a.Plies)
	}
}

// TestBoardSymmetryRefused gives games whose rules ask for more than what keeps the board: no symmetry is claimed.
func TestBoardSymmetryRefused(t *testing.T) {
	game := func(play, end string) string {
		return fmt.Sprintf(`(game "Three" (players 2) (equipment {(board (square 3)) (piece "Man" Each)})
	(rules (play %s) (end %s)))`, play, end)
	}
	add, line := "(move Add (to (sites Empty)))", "(if (is Line 3) (result Mover Win))"
	for _, c := range []struct{ name, text, why string }{
		{"a number that is a site", game("(move Add (to (sites Empty) if:(< (to) (count Pieces))))", line),
			"a site stands for a number"},
		{"a site compared with a number", game("(move Add (to (sites Empty) if:(!= (to) (count Pieces))))", line),
			"compared with a number"},
		{"the row", game("(move Add (to (sites Empty) if:(!= (row of:(to)) (count Pieces))))", line), "(row …)"},
		{"a way to look", game("(or "+add+" (forEach Piece (move Step Forward (to if:(is Empty (to))))))", line),
			"Forward"},
		{"sides are exchanged", strings.Replace(game(add, line), "(rules", "(rules (meta (swap))", 1),
			"one piece to a site"},
		{"an order", game("(do "+add+" next:"+add+")", line), "(do …)"},
		{"a site left over", game(add, "(if (is Empty (to)) (result Mover Win))"), "no value"},
	} {
		a, err := Solve(context.Background(), enginetest.Compile(t, c.text).Game(), Options{Symmetry: true, Positions: 10})
		if err != nil || a.Symmetries != 0 || !strings.Contains(a.NoSymmetry, c.why) {
			t.Errorf("%s: %d symmetries, %q, %v", c.name, a.Symmetries, a.NoSymmetry, err)
		}
	}
}

// TestBoardImages walks plays of all games of the library that have symmetries, and their images, side by side: of the
// moves at an image one leads to the image of what a move leads to, and they end alike.
func TestBoardImages(t *testing.T) {
	games, skipped := 0, 0
	enginetest.Each(t, 4, func(name string, rs *ruleset.Ruleset) {
		if testing.Short() && games >= 12 {
			skipped++
			return
		}
		g, _ := unlimited(rs.Game())
		s, ok := g.(formal.Symmetries)
		if !ok || keyless(g) != "" {
			return
		}
		group, err := s.Symmetries()
		if err != nil || len(group) < 2 {
			return
		}
		games++
		for seed := range uint64(2) {
			if err := imagesOf(g, group, seed); err != nil {
				t.Errorf("%s, %d symmetries: %v", name, len(group), err)
				return
			}
		}
	})
	t.Logf("%d games", games)
	if games < 12 {
		t.Errorf("%d games have symmetries: too few to test", games)
	}
}

// imagesOf plays at random, and beside it another play whose moves lead to images of the same positions: at every ply
// the moves of both must lead to the same classes of positions.
func imagesOf(g formal.Game, group [][]int32, seed uint64) error {
	r := rng.New(seed)
	p, q := g.NewPosition(), g.NewPosition()
	start := rng.New(seed)
	p.Restart(&start)
	start = rng.New(seed)
	q.Restart(&start)
	class := func(p formal.Position) string {
		end := ""
		if p.Terminal() {
			end = fmt.Sprint(p.Payoffs())
		}
		return string(p.(formal.Symmetric).AppendImage(nil, group)) + end
	}
	classes := func(p formal.Position) (list []string) {
		for i := range p.Moves() {
			c := p.Clone()
			c.Apply(i)
			list = append(list, class(c))
		}
		return list
	}
	for ply := 0; ply < 25 && !p.Terminal(); ply++ {
		a, b := classes(p), classes(q)
		i := r.Below(len(a))
		var same []int
		for j := range b {
			if b[j] == a[i] {
				same = append(same, j)
			}
		}
		slices.Sort(a)
		slices.Sort(b)
		if !slices.Equal(a, b) {
			return fmt.Errorf("seed %d, ply %d: the moves of a position and of its image lead to other positions", seed, ply)
		}
		p.Apply(i)
		q.Apply(same[r.Below(len(same))])
		if e, ok := p.(interface{ Err() error }); ok && e.Err() != nil {
			return nil // a faulty description
		}
	}
	return nil
}
