package lower

import (
	"testing"

	"github.com/astragal/astragal/engine/internal/ir"
)

// TestAgain demands that what is lowered again and again is lowered once for all settings that differ in nothing
// that it asks for, and anew for the others.
func TestAgain(t *testing.T) {
	asksPiece := func(k *Lowerer) { k.Piece() }
	asksBetween := func(k *Lowerer) { k.Between() }
	asksThreat := func(k *Lowerer) { k.dependsOn(dependsOnThreat) }
	asksOwn := func(k *Lowerer) {
		outer := k.dependent
		k.dependsOn(dependsOnOn)
		k.selfMade(dependsOnOn, outer)
	}
	asksBoth := func(k *Lowerer) {
		var list []memo
		for range 2 { // what is lowered before asks for as much as what is lowered now
			_, list = k.again(list, place{}, func() any { k.Piece(); return 0 })
			k.dependent = 0
		}
		k.again(list, place{}, func() any { return 0 })
	}
	for _, x := range []struct {
		name string
		asks func(k *Lowerer)
		made int // of the four settings
	}{{"nothing", func(*Lowerer) {}, 1}, {"the site between", asksBetween, 2}, {"the piece", asksPiece, 2}, {"threats", asksThreat, 2},
		{"what it sets", asksOwn, 1},
		{"what a part asks for", asksBoth, 2}, {"all", func(k *Lowerer) { asksPiece(k); asksThreat(k) }, 4}} {
		k, made := &Lowerer{}, 0
		var list []memo
		for range 2 {
			between := [...]*ir.Expr{ir.Num(1), ir.Num(2)}
			for _, piece := range []int{1, 2} {
				for _, threat := range []bool{false, true} {
					k.Env.Piece, k.ahead.threat, k.ahead.on, k.Env.Between = piece, threat, piece == 2, between[piece-1]
					_, list = k.again(list, place{}, func() any {
						made++
						x.asks(k)
						return x.name
					})
				}
			}
		}
		if made != x.made {
			t.Errorf("what asks for %s is lowered %d times, want %d", x.name, made, x.made)
		}
	}
}
