package play_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/rng"
	"github.com/astragal/astragal/engine/ruleset"
	"github.com/astragal/astragal/engine/trace"
)

// corners are small games whose moves are tested once they have been made, in ways in
// which a test that is put off could see something else than one made at once.
var corners = map[string]string{
	"the iterators that a test reads": `(game "Scores" (players 2) (equipment {(board (square 4)) (piece "Ball" Each)})
		(rules (play (forEach Value min:0 max:3 (forEach Site (sites Row (value))
				(do (if (is Empty (site)) (move Add (to (site)))) ifAfterwards:(!= (value) (% (site) 4))))))
			(end (if (>= (count Moves) 8) (result P1 Draw)))))`,
	"values drawn for every move": `(game "Tired" (players 2) (equipment {(board (square 5))
			(piece "King" Each (move Step
				(to if:(not (is Friend (who at:(to)))) (apply (if (is Enemy (who at:(to))) (remove (to)))))))
			(piece "Runner" Each (move (from (from))
				(to (sites Distance Orthogonal from:(from) (exact (value Piece at:(from))))
				if:(not (is Friend (who at:(to)))) (apply (set Value at:(from) (value Random (range 1 3)))))))})
		(rules (start {(place "King1" {2} value:1) (place "King2" {22} value:1)
				(place "Runner1" {1 3} value:2) (place "Runner2" {21 23} value:1)})
			(play (do (forEach Piece) ifAfterwards:(not (is Threatened (id "King" Mover)))))
			(end {(if (and (is Threatened (id "King" Next))
					(not (can Move (do (forEach Piece Next) ifAfterwards:(not (is Threatened (id "King" Next)))))))
				(result Mover Win)) (if (>= (count Moves) 60) (result P1 Draw))})))`,
	"tests by chance, and of moves drawn by chance": `(game "Coins" (players 2)
		(equipment {(board (square 4)) (piece "King" Each (move Step (to if:(is Empty (to)))))
			(piece "Rook" Each (move Slide Orthogonal (to if:(is Enemy (who at:(to))) (apply (remove (to))))))})
		(rules (start {(place "King1" 0) (place "King2" 15) (place "Rook1" {1 2}) (place "Rook2" {13 14})})
			(play (if (= 1 (value Random (range 1 2)))
				(do (forEach Piece) ifAfterwards:(not (is Threatened (id "King" Mover))))
				(random (do (forEach Piece) ifAfterwards:(not (is Threatened (id "King" Mover)))) num:1)))
			(end {(if (or (no Pieces Mover "King") (no Pieces Next "King")) (result Mover Win))
				(if (>= (count Moves) 60) (result P1 Draw))})))`,
	"a test within a test, and one that decides whether there are others": `(game "Nested" (players 2)
		(equipment {(board (square 4)) (piece "Ball" Each)})
		(rules (play (priority
				(do (do (move Add (to (sites Empty))) ifAfterwards:(!= 1 (% (last To) 3))) ifAfterwards:(!= 2 (% (last To) 3)))
				(forEach Site (sites Empty) (do (move Add (to (site))) ifAfterwards:(> 7 (last To)))
					noMoveYet:(move Add (to (sites Empty))))))
			(end (if (is Full) (result P1 Draw)))))`,
}

// plies compared in a game; long lists of moves end it sooner.
const (
	comparedPlies = 40
	comparedMoves = 2000
)

// TestCandidates demands that the candidates that pass their tests are the legal moves,
// and lead to the same positions: in the corners, in our library, and in a part of the public
// one where it is there.
func TestCandidates(t *testing.T) {
	loader, err := ruleset.NewLoader()
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range corners {
		t.Run(strings.ReplaceAll(name, " ", "_"), func(t *testing.T) {
			compareCandidates(t, loader, ruleset.Source{File: "corner.lud", Text: []byte(text)}, false)
		})
	}
	const shared = "../../../../shared/library"
	for dir, every := range map[string]int{"../../../library": 1, shared: 24} {
		if _, err := os.Stat(dir); os.IsNotExist(err) && dir == shared {
			continue
		}
		loader, err := ruleset.NewLoader(os.DirFS(filepath.Join(dir, "def")))
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		err = filepath.WalkDir(filepath.Join(dir, "lud"), func(path string, _ fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, ".lud") {
				return err
			}
			if n++; n%every != 0 {
				return nil
			}
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			compareCandidates(t, loader, ruleset.Source{File: path, Text: text, Library: os.DirFS(filepath.Join(dir, "lud"))},
				true)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// compareCandidates plays a game at random; others than the corners may not be playable.
func compareCandidates(t *testing.T, loader *ruleset.Loader, src ruleset.Source, lenient bool) {
	rs, err := loader.Compile(src)
	if err != nil {
		if !lenient {
			t.Error(err)
		}
		return
	}
	g := rs.Plan()
	if g.Mode != game.Alternating || g.IsMatch() {
		return
	}
	c := game.NewContext(g)
	c.Lazy = true
	live, pick := rng.New(7), rng.New(8)
	fault := c.Catch(func() {
		c.Start(&live)
		for ply, moves := 0, 0; ply < comparedPlies && moves < comparedMoves && !c.S.Over; ply++ {
			before := live
			at := pick.Below(1 << 20)
			legal := reached(c, c.Legal(), at)
			moves += len(legal)
			live = before
			var passed []game.Move
			for i := range c.Candidates() {
				if m, ok := c.Candidate(i); ok {
					passed = append(passed, m)
				}
			}
			if len(passed) == 0 {
				passed = append(passed, c.ForcedPass())
			}
			if x := reached(c, passed, at); !slices.Equal(x, legal) {
				t.Errorf("%s: ply %d: of the candidates\n%s\npass; the legal moves are\n%s", src.File, ply, strings.Join(x, "\n"),
					strings.Join(legal, "\n"))
				return
			}
			c.Play(passed[at%len(passed)])
		}
	})
	if fault != nil && !lenient {
		t.Error(fault)
	}
}

// reached are the texts of moves, in order; that of one of them has the position that it leads to.
func reached(c *game.Context, moves []game.Move, at int) []string {
	var list []string
	for _, m := range moves {
		list = append(list, trace.MoveText(c, m))
	}
	order := make([]int, len(list))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return strings.Compare(list[i], list[j]) })
	if len(order) > 0 {
		i := order[at%len(order)]
		u := c.Temp()
		u.Play(moves[i])
		list[i] += " to " + u.Visible(1) + u.Visible(2)
		c.GiveTemp(u)
	}
	slices.Sort(list)
	return list
}
