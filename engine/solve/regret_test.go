package solve

import (
	"context"
	"math/big"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/astragal/astragal/engine/efg"
	"github.com/astragal/astragal/engine/gdl"
)

// The value of Leduc hold'em is -0.085606424078 for the first player (Lanctot et al. 2019,
// OpenSpiel), that of Kuhn poker -1/18.
func TestLeduc(t *testing.T) {
	g, err := gdl.Load("leduc.kif", []byte(file(t, "testdata/leduc.kif")))
	if err != nil {
		t.Fatal(err)
	}
	a, err := Solve(context.Background(), g, Options{Gap: 1e-6})
	if err != nil || a.Undecided != "" {
		t.Fatalf("%+v, %v", a, err)
	}
	published := new(big.Rat).SetFrac64(-85606424078, 1000000000000)
	if !a.Bounded || a.Values != nil || a.Lower.Cmp(published) > 0 || a.Upper.Cmp(published) < 0 ||
		a.Exploitability.Cmp(big.NewRat(1, 10_000)) > 0 || a.Sequences != [2]int{337, 337} {
		t.Errorf("%+v", a)
	}
	x, err := a.Tree.Expected(a.Strategies)
	if err != nil || x[0].Cmp(a.Lower) < 0 || x[0].Cmp(a.Upper) > 0 {
		t.Errorf("the strategies give %v, %v; bounds %v, %v", x, err, a.Lower, a.Upper)
	}
	again, err := Solve(context.Background(), g, Options{Gap: 1e-6})
	if err != nil || !reflect.DeepEqual(again.Strategies, a.Strategies) {
		t.Error("another answer the second time")
	}
}

// The bounds hold the values that linear programs give, in games with hidden information.
func TestRegretsAgainstLinearPrograms(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	for k := range 100 {
		g, err := efg.Read("random.efg", []byte(randomTree(r)), efg.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		exact, near := &Answer{}, &Answer{}
		if err := exact.hidden(context.Background(), efg.Adapt(g), Options{Sequences: 400}); err != nil {
			t.Fatal(err)
		}
		if exact.Sequences[0] < 2 && exact.Sequences[1] < 2 {
			continue
		}
		if err := near.hidden(context.Background(), efg.Adapt(g), Options{Sequences: 1, Gap: 1e-4}); err != nil {
			t.Fatalf("game %d: %v", k, err)
		}
		if v := exact.Values[0]; !near.Bounded || near.Lower.Cmp(v) > 0 || near.Upper.Cmp(v) < 0 {
			t.Fatalf("game %d: %v outside of %v to %v", k, v, near.Lower, near.Upper)
		}
	}
}
