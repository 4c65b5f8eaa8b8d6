package similar

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"testing/fstest"
)

func TestTokens(t *testing.T) {
	got := Tokens("// A Line\n(game \"Big-Hop\" (players 2))")
	want := []string{"a", "line", "(", "game", "big", "-", "hop", "(", "players", "2", ")", ")"}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%q", got)
	}
}

// A copy is found whatever its layout and capitals; what all files have, and games
// written otherwise, are not.
func TestFind(t *testing.T) {
	common := `(game "X" (players 2) (equipment { (board (square 8)) (piece "Pawn" Each) }) `
	body := func(words string, n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "(%s %d (to (sites Empty) if:(is %s %d))) ", words, i*7%13, words, i)
		}
		return b.String()
	}
	theirs := Library{"lud/chess/Hop Game.lud": strings.Replace(common, "X", "Hop Game", 1) + body("leap", 40)}
	for i := range 6 {
		theirs[fmt.Sprintf("lud/%d.lud", i)] = common + body(fmt.Sprint("w", i), 30)
	}
	ours := Library{
		"HopGame.lud": strings.ToUpper(strings.Join(strings.Fields(common+body("leap", 20)), "\n\t")),
		"own.lud":     common + body("mine", 30),
		"partly.lud":  strings.Replace(common, "X", "Partly", 1) + body("mine", 200) + body("w3", 6),
	}
	found := Find(ours, theirs, Usual)
	if len(found) != 2 || found[0].Ours != "HopGame.lud" || !found[0].SameGame || found[0].Share < 0.7 ||
		found[0].Run < 200 ||
		found[1].Ours != "partly.lud" || found[1].SameGame || found[1].Theirs != "lud/3.lud" || found[1].Run < Usual.Run ||
		found[1].Share > 0.1 {
		t.Errorf("%v", found)
	}
	if again := Find(ours, theirs, Usual); !reflect.DeepEqual(found, again) {
		t.Errorf("another time: %v", again)
	}
	l, err := Load(fstest.MapFS{"a/b.lud": {Data: []byte("x")}, "c.txt": {}}, ".lud", ".def")
	if err != nil || !reflect.DeepEqual(l, Library{"a/b.lud": "x"}) {
		t.Error(l, err)
	}
}
