package play_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/rng"
	"github.com/astragal/astragal/engine/ruleset"
	"github.com/astragal/astragal/engine/trace"
)

// shared is the reference material beside the project.
const shared = "../../../shared"

// TestSpecialised plays every game of the library twice, once compiled to the
// general closures only and listing its legal moves, once with all specialised
// forms and drafting them: the moves must be the same in the same order, and so
// must the positions they lead to. With -short a sample of the library is played.
func TestSpecialised(t *testing.T) {
	files := descriptions(t)
	loader, err := ruleset.NewLoader(os.DirFS(filepath.Join(shared, "library", "def")))
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	next := make(chan string)
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for file := range next {
				compare(t, loader, file)
			}
		})
	}
	for i, file := range files {
		if !testing.Short() || i%20 == 0 {
			next <- file
		}
	}
	close(next)
	wg.Wait()
}

func descriptions(t *testing.T) []string {
	root := filepath.Join(shared, "library", "lud")
	if _, err := os.Stat(root); err != nil {
		t.Skip("no library beside the project")
	}
	only := os.Getenv("ASTRAGAL_GAME") // a part of a path, to look into one game
	var files []string
	err := filepath.WalkDir(root, func(path string, _ fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, ".lud") && strings.Contains(path, only) {
			files = append(files, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// The plies compared in a game, the positions in which successors are, and
// how many of them; long lists of moves end a game sooner.
const (
	maxPlies      = 60
	maxSuccessors = 3
	maxWork       = 4000
)

func compare(t *testing.T, loader *ruleset.Loader, file string) {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Error(err)
		return
	}
	src := ruleset.Source{File: file, Text: text}
	slow, err := loader.CompileWith(src, game.Options{General: true})
	if err != nil {
		return // not playable: other tests tell
	}
	fast, err := loader.Compile(src)
	if err != nil {
		t.Errorf("%s: %v", file, err)
		return
	}
	if g := slow.Plan(); g.Mode != game.Alternating {
		return
	}
	if err := game.Catch(func() { playBoth(t, file, slow.Plan(), fast.Plan()) }); err != nil {
		t.Logf("%s: %v", file, err)
	}
}

func playBoth(t *testing.T, file string, slow, fast *game.Game) {
	a, b := game.NewContext(slow), game.NewContext(fast)
	b.Drafting = true
	ra, rb, pick := rng.New(7), rng.New(7), rng.New(8)
	a.Start(&ra)
	b.Start(&rb)
	for ply, work := 0, 0; ply < maxPlies && work < maxWork && !a.S.Over; ply++ {
		legal := a.Legal()
		work += len(legal)
		var moves []game.Move
		var places []int
		for i := range b.Candidates() {
			if m, ok := b.Candidate(i); ok {
				moves, places = append(moves, m), append(places, i)
			}
		}
		if len(moves) == 0 {
			moves = append(moves, b.ForcedPass())
		}
		if len(moves) != len(legal) {
			t.Errorf("%s: ply %d: %d moves, the general forms list %d:\n%s\n%s", file, ply, len(moves), len(legal), texts(b, moves), texts(a, legal))
			return
		}
		for i := range moves {
			if x, y := trace.MoveText(b, moves[i]), trace.MoveText(a, legal[i]); x != y {
				t.Errorf("%s: ply %d, move %d: %s, the general form is %s", file, ply, i, x, y)
				return
			}
		}
		guessed(t, file, b, a, legal, &pick)
		moves = relist(b, moves)
		for range maxSuccessors {
			i := pick.Below(len(legal))
			if x, y := after(b, moves[i]), after(a, legal[i]); x != y {
				t.Errorf("%s: ply %d, %s leads to other positions: %+v, in general %+v", file, ply, trace.MoveText(a, legal[i]), x, y)
				return
			}
		}
		i := pick.Below(len(legal))
		text := trace.MoveText(a, legal[i])
		a.Play(legal[i])
		if len(places) == 0 {
			b.Play(moves[i])
		} else if !b.PlayCandidate(places[i]) {
			t.Errorf("%s: ply %d: %s turns out not to be legal", file, ply, text)
			return
		}
		if x, y := reached(b), reached(a); x != y {
			t.Errorf("%s: ply %d, %s drawn and played leads to %+v, in general to %+v", file, ply, text, x, y)
			return
		}
		if x, y := entryOf(b), entryOf(a); x != y {
			t.Errorf("%s: ply %d, %s drawn and played is entered as %+v, in general as %+v", file, ply, text, x, y)
			return
		}
	}
	if a.S.Over != b.S.Over || a.S.Winner != b.S.Winner {
		t.Errorf("%s: over %v, winner %d, in general %v, %d", file, b.S.Over, b.S.Winner, a.S.Over, a.S.Winner)
	}
}

// outcome is what a move leads to.
type outcome struct {
	hash          uint64
	mover, winner int
	over          bool
}

func after(c *game.Context, m game.Move) outcome {
	mark := c.Mark()
	u := c.Temp()
	u.Play(m)
	o := outcome{u.FullHash(), u.S.Mover, u.S.Winner, u.S.Over}
	c.GiveTemp(u)
	c.Release(mark)
	return o
}

// reached is the position that a play has reached. In games of chance one of the
// two has listed the next moves already, which tells who is stuck: that is left out.
func reached(c *game.Context) outcome {
	return outcome{c.PositionHash(), c.S.Mover, c.S.Winner, c.S.Over}
}

type entry struct {
	numbers    [11]int32
	types      [2]int8
	pass, swap bool
}

// entryOf is what the trial tells about the last move, but for where its
// consequents went, which is only noted where the rules ask for it.
func entryOf(c *game.Context) entry {
	e := c.T.Last()
	return entry{
		[...]int32{e.Mover, e.From, e.To, e.LevelMin, e.LevelMax, e.State, e.LevelFrom, e.LevelTo, e.DecFrom, e.DecTo, e.What},
		[...]int8{e.FromType, e.ToType}, e.Pass, e.Swap,
	}
}

func texts(c *game.Context, ms []game.Move) string {
	var s []string
	for _, m := range ms {
		s = append(s, trace.MoveText(c, m))
	}
	return strings.Join(s, "\n")
}

// guessed draws moves without listing them, which must be among the legal ones.
func guessed(t *testing.T, file string, b, a *game.Context, legal []game.Move, pick *rng.SplitMix64) {
	for range maxSuccessors {
		if !b.Guess(pick) {
			continue
		}
		text, found := trace.MoveText(b, b.TakenMove()), false
		for _, m := range legal {
			found = found || trace.MoveText(a, m) == text
		}
		if !found {
			t.Errorf("%s: %s was drawn, which the general forms do not list", file, text)
			return
		}
	}
}

// relist makes the moves of the position again after a guess has used their
// store. Games of chance keep them: they are not guessed, and listing draws.
func relist(c *game.Context, moves []game.Move) []game.Move {
	if c.G.Has(game.Stochastic) {
		return moves
	}
	moves = moves[:0]
	for i := range c.Candidates() {
		if m, ok := c.Candidate(i); ok {
			moves = append(moves, m)
		}
	}
	if len(moves) == 0 {
		moves = append(moves, c.ForcedPass())
	}
	return moves
}
