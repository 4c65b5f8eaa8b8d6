package solve

import (
	"bytes"
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/internal/enginetest"
)

// from is a web that begins at another node.
func (w *web) from(at int) *web {
	x := *w
	x.owner, x.next, x.pays = append([]int{}, w.owner...), append([][]int{}, w.next...), append([][]int64{}, w.pays...)
	x.owner[0], x.owner[at] = x.owner[at], x.owner[0]
	x.next[0], x.next[at] = x.next[at], x.next[0]
	x.pays[0], x.pays[at] = x.pays[at], x.pays[0]
	for i, list := range x.next {
		swapped := append([]int{}, list...)
		for k, to := range swapped {
			switch to {
			case 0:
				swapped[k] = at
			case at:
				swapped[k] = 0
			}
		}
		x.next[i] = swapped
	}
	return &x
}

// Every position of a table is worth what a play that begins there is.
func TestTableAgainstSolving(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 3))
	wins := 0
	for k := range 300 {
		w := randomWeb(r, 2, true)
		w.judged = true
		gr, err := unfold(context.Background(), w, Options{Memory: 1 << 30})
		if err != nil {
			t.Fatal(err)
		}
		entries, err := gr.table(context.Background())
		if gr.sum() == nil || gr.sum().Sign() != 0 {
			continue // no end is reached
		}
		if err != nil {
			t.Fatal(err)
		}
		for key, at := range gr.known {
			a, err := Solve(context.Background(), w.from(int(key[0])), Options{})
			if err != nil {
				t.Fatal(err)
			}
			e := entries[at]
			if a.Values[0].Cmp(e.Value) != 0 {
				t.Fatalf("game %d, node %d: %v in the table, %v by solving", k, key[0], e.Value, a.Values[0])
			}
			if a.Winner > 0 {
				wins++
				if e.Plies != a.Plies {
					t.Fatalf("game %d, node %d: %d plies in the table, %d by solving", k, key[0], e.Plies, a.Plies)
				}
			}
			if e.Mover > 0 && entries[gr.children(at)[e.Best]].Value.Cmp(e.Value) != 0 {
				t.Fatalf("game %d, node %d: the best decision loses the value", k, key[0])
			}
		}
	}
	if wins < 100 {
		t.Errorf("%d wins: too few to test", wins)
	}
}

func TestTable(t *testing.T) {
	g := enginetest.Ours(t, "line/TsoroYematatu").Game()
	entries, err := Table(context.Background(), g, Options{})
	if err != nil || len(entries) != 833 || entries[0].Value.Sign() != 0 || entries[0].Parent != -1 {
		t.Fatalf("%d entries, %v", len(entries), err)
	}
	// The best decisions lead from a won position to the end in the plies that are said.
	of := map[[2]int]int{}
	for i, e := range entries {
		of[[2]int{e.Parent, e.Branch}] = i
	}
	for i, e := range entries {
		if e.Plies == 0 || e.Mover == 0 {
			continue
		}
		next, ok := of[[2]int{i, e.Best}]
		if !ok {
			continue // that position was met by another way first
		}
		if n := entries[next]; n.Plies != e.Plies-1 || n.Value.Cmp(e.Value) != 0 {
			t.Fatalf("%d: %+v, then %+v", i, e, n)
		}
	}
	var b bytes.Buffer
	if err := WriteTable(&b, entries); err != nil || strings.Count(b.String(), "\n") != 834 {
		t.Errorf("%v", err)
	}
	if _, err := Table(context.Background(), enginetest.Ours(t, "card/Hearts").Game(), Options{}); err == nil {
		t.Error("no error of a game with hidden cards")
	}
	w := randomWeb(rand.New(rand.NewPCG(5, 5)), 2, true)
	w.owner[0], w.next[0], w.pays[0] = 1, []int{0}, nil
	if _, err := Table(context.Background(), w, Options{}); err == nil {
		t.Error("no error of a play that never ends and is worth nothing")
	}
}
