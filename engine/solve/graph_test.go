package solve

import (
	"context"
	"math/big"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/formal"
	"github.com/astragal/astragal/engine/rng"
)

// web is a game on a graph with cycles: who owns a node decides where to go.
type web struct {
	players int
	owner   []int // player from 1; 0 where the play is over
	next    [][]int
	pays    [][]int64
	judged  bool // an endless play is a draw
}

func (w *web) Formalism() string { return "web" }
func (w *web) Name() string      { return "web" }
func (w *web) Hidden() bool      { return false }
func (w *web) Players() []string { return make([]string, w.players) }

func (w *web) NewPosition() formal.Position { return &webAt{w: w} }

type webAt struct {
	w  *web
	at int
}

func (p *webAt) Restart(*rng.SplitMix64)  { p.at = 0 }
func (p *webAt) Clone() formal.Position   { c := *p; return &c }
func (p *webAt) Terminal() bool           { return p.w.owner[p.at] == 0 }
func (p *webAt) Mover() int               { return p.w.owner[p.at] }
func (p *webAt) Moves() int               { return len(p.w.next[p.at]) }
func (p *webAt) MoveText(i int) string    { return strconv.Itoa(p.w.next[p.at][i]) }
func (p *webAt) Probability(int) *big.Rat { return nil }
func (p *webAt) Apply(i int)              { p.at = p.w.next[p.at][i] }
func (p *webAt) Observation(int) string   { return strconv.Itoa(p.at) }
func (p *webAt) Endless() bool            { return p.w.judged }

func (p *webAt) Payoffs() (out []*big.Rat) {
	for _, x := range p.w.pays[p.at] {
		out = append(out, big.NewRat(x, 1))
	}
	return out
}

func (p *webAt) AppendKey(dst []byte) ([]byte, int) {
	return append(dst, byte(p.at)), 1
}

func randomWeb(r *rand.Rand, players int, zero bool) *web {
	n := 3 + r.IntN(12)
	w := &web{players: players, owner: make([]int, n), next: make([][]int, n), pays: make([][]int64, n)}
	for i := range n {
		if i > 0 && r.IntN(3) == 0 {
			for range players {
				w.pays[i] = append(w.pays[i], int64(r.IntN(5)-2))
			}
			if zero && players == 2 {
				w.pays[i][1] = -w.pays[i][0]
			}
			continue
		}
		w.owner[i] = 1 + r.IntN(players)
		for range 1 + r.IntN(3) {
			w.next[i] = append(w.next[i], r.IntN(n))
		}
	}
	return w
}

// horizon gives what a seat can guarantee itself within so many plies, when what is
// not over then is worth cut, for all horizons up to the number of nodes.
func (w *web) horizon(seat int, cut int64) (byPlies []int64) {
	v := make([]int64, len(w.owner))
	for i := range v {
		if v[i] = cut; w.owner[i] == 0 {
			v[i] = w.pays[i][seat-1]
		}
	}
	byPlies = append(byPlies, v[0])
	for range len(w.owner) + 1 {
		u := make([]int64, len(v))
		for i := range u {
			if w.owner[i] == 0 {
				u[i] = v[i]
				continue
			}
			u[i] = v[w.next[i][0]]
			for _, k := range w.next[i] {
				if w.owner[i] == seat {
					u[i] = max(u[i], v[k])
				} else {
					u[i] = min(u[i], v[k])
				}
			}
		}
		v = u
		byPlies = append(byPlies, v[0])
	}
	return byPlies
}

func TestGraphsAgainstMinimax(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	wins, draws, open := 0, 0, 0
	for k := range 4000 {
		w := randomWeb(r, 1+k%3, k%2 == 0)
		w.judged = r.IntN(2) == 0
		a, err := Solve(context.Background(), w, Options{})
		if err != nil {
			t.Fatal(err)
		}
		undecided := false
		for seat := 1; seat <= w.players; seat++ {
			low, high := w.horizon(seat, -9), w.horizon(seat, 9)
			last := len(low) - 1
			if w.judged {
				low = w.horizon(seat, 0)
				high = low
			} else if low[last] != high[last] {
				undecided = true
				continue
			}
			if a.Undecided == "" && a.Values[seat-1].Cmp(big.NewRat(low[last], 1)) != 0 {
				t.Fatalf("game %d, seat %d: value %v, minimax %d", k, seat, a.Values[seat-1], low[last])
			}
			if a.Winner == seat {
				wins++
				cut := w.horizon(seat, -9)
				if a.Plies > 0 && cut[a.Plies-1] >= low[last] || cut[a.Plies] < low[last] {
					t.Fatalf("game %d: %d wins in %d plies; minimax by plies %v", k, seat, a.Plies, cut)
				}
			}
		}
		if undecided != (a.Undecided != "") {
			t.Fatalf("game %d: undecided is %v, answer %q", k, undecided, a.Undecided)
		}
		switch {
		case undecided:
			open++
		case w.players == 2 && a.ZeroSum && a.Winner == 0:
			draws++
		}
	}
	if wins < 100 || draws < 100 || open < 100 {
		t.Errorf("%d wins, %d draws, %d undecided: too few of a kind to test", wins, draws, open)
	}
}

// A graph whose keys hide a difference is refused instead of solved wrongly.
func TestKeysThatLie(t *testing.T) {
	w := &web{players: 2, owner: []int{1, 2, 2, 0, 0}, next: [][]int{{1, 2}, {3}, {4}, nil, nil},
		pays: [][]int64{nil, nil, nil, {1, -1}, {-1, 1}}, judged: true}
	a, err := Solve(context.Background(), liar{w}, Options{})
	if err != nil || !strings.Contains(a.Undecided, "other legal moves") {
		t.Errorf("%+v, %v", a, err)
	}
}

type liar struct{ *web }

func (l liar) NewPosition() formal.Position { return &lying{webAt{w: l.web}} }

type lying struct{ webAt }

func (p *lying) Clone() formal.Position { c := *p; return &c }

func (p *lying) AppendKey(dst []byte) ([]byte, int) {
	return append(dst, byte(min(p.owner(), 2)), byte(max(p.at-2, 0))), 1
}

func (p *lying) owner() int { return p.w.owner[p.at] }

func TestBounds(t *testing.T) {
	w := randomWeb(rand.New(rand.NewPCG(5, 5)), 2, true)
	w.judged = true
	a, err := Solve(context.Background(), w, Options{Positions: 1})
	if err != nil || !strings.Contains(a.Undecided, "positions") || a.Values != nil {
		t.Errorf("%+v, %v", a, err)
	}
	if a, err = Solve(context.Background(), w, Options{Memory: 1}); err != nil ||
		!strings.Contains(a.Undecided, "memory") {
		t.Errorf("%+v, %v", a, err)
	}
	if a, err = Solve(context.Background(), w, Options{Timeout: 1}); err != nil ||
		!strings.Contains(a.Undecided, "within") {
		t.Errorf("%+v, %v", a, err)
	}
	done, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err = Solve(done, w, Options{}); err == nil {
		t.Error("no error of a cancelled context")
	}
}
