package moves_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/trace"
)

var siteTypes = regexp.MustCompile(`type(From|To)?=[A-Za-z]+,`)

// resolved writes a move as part 5, §8 does: from→to mover : the actions as
// recorded trials have them, without site types.
func resolved(c *game.Context, m game.Move) string {
	var parts []string
	for _, a := range flat(c, m) {
		parts = append(parts, siteTypes.ReplaceAllString(trace.ActionText(c, a), ""))
	}
	return fmt.Sprintf("%d→%d m%d %s", m.From, m.To, m.Mover, strings.Join(parts, ","))
}

// micro is a small two-player game: a Disc and a Bob for each player.
type micro struct {
	name  string
	board string // default: 5×5
	equip string
	pre   string // start rules
	play  string
	want  []string
}

func (m micro) text() string {
	board := m.board
	if board == "" {
		board = "(square 5)"
	}
	if board[1] != 'm' {
		board = "(board " + board + ")"
	}
	start := ""
	if m.pre != "" {
		start = "(start {" + m.pre + "})"
	}
	return fmt.Sprintf(`(game "Test" (players 2) (equipment {%s (piece "Disc" Each N) (piece "Bob" Each) (piece "Stone" Neutral) %s})
		(rules %s (play %s) (end (if False (result Mover Win)))))`, board, m.equip, start, m.play)
}

// The components are Disc1 1, Disc2 2, Bob1 3, Bob2 4, Stone 5.
var micros = []micro{
	{name: "moveAgain and set NextPlayer", play: `(move Pass (then (and (moveAgain) (set NextPlayer (player 2)))))`,
		want: []string{"-1→-1 m1 [Pass:decision=true],[SetNextPlayer:player=1],[SetNextPlayer:player=2]"}},
	{name: "roles", play: `(move Pass (then (and {(set Value Each 3) (set Score Each 3) (set Score NonMover 3) (set Team 1 {P1 Enemy P2}) (set Pending)})))`,
		want: []string{"-1→-1 m1 " +
			"[Pass:decision=true],[SetScore:player=2,score=3],[AddPlayerToTeam:team=1,player=1],[AddPlayerToTeam:team=1,player=2],[SetPending:]"}},
	{name: "if and forEach Value", play: `(forEach Value min:3 max:4 (if (= (value) 4) (move Select (from (value))) (move Select (from 9)) (then (set Counter 5))))`,
		want: []string{"9→9 m1 [Select:from=9,decision=true],[SetCounter:counter=5]",
			"4→4 m1 [Select:from=4,decision=true],[SetCounter:counter=5]"}},
	{name: "forEach Player ignores its then",
		play: `(move Pass (then (forEach Player (set Value (player (player)) (player)) (then (set Counter 1)))))`,
		want: []string{"-1→-1 m1 [Pass:decision=true],[SetValueOfPlayer:player=1,value=1],[SetValueOfPlayer:player=2,value=2]"}},
	{name: "promote", pre: `(place "Disc1" {7})`,
		play: `(or (move Promote 7 (piece {"Bob1" "Stone0"})) (move Promote 7 (piece "Bob") P2))`,
		want: []string{"7→7 m1 [Promote:to=7,what=3,decision=true]", "7→7 m1 [Promote:to=7,what=5,decision=true]",
			"7→7 m1 [Promote:to=7,what=4,decision=true]"}},
	{name: "propose and trigger", play: `(move Propose {"a" "b"} (then (trigger "x" Next (then (set Counter 1)))))`,
		want: []string{"-1→-1 m1 [Propose:proposition=a,propositionInt=1,decision=true],[Trigger:event=x,player=2]",
			"-1→-1 m1 [Propose:proposition=b,propositionInt=2,decision=true],[Trigger:event=x,player=2]"}},
	{name: "12 push", pre: `(place "Bob1" {2}) (place "Disc2" {7 12})`,
		play: `(move Select (from 2) (then (push (from (last To)) N)))`,
		want: []string{"2→2 m1 [Select:from=2,decision=true],[Remove:to=2],[Remove:to=7],[Add:to=7,what=3],[Remove:to=12],[Add:to=12,what=2],[Add:to=17,what=2]"}},
	{name: "11 swap", pre: `(place "Disc2" {7})`, play: `(move Swap Pieces 6 7 (then (swap Players P1 P2)))`,
		want: []string{"6→7 m1 [Move:from=6,to=7,decision=true],[Add:to=6,what=2],[Swap:player1=1,player2=2,decision=true],[SetNextPlayer:player=1]"}},
	{name: "step", pre: `(place "Disc1" {6}) (place "Disc2" {7})`,
		play: `(move Step (from 6) (directions {E N E}) (to if:(not (is Friend (who at:(to)))) (apply if:(is Enemy (who at:(to))) (remove (to)))) (then (set Counter (last To))))`,
		want: []string{"6→7 m1 [Remove:to=7],[Move:from=6,to=7,decision=true],[SetCounter:counter=7]",
			"6→11 m1 [Move:from=6,to=11,decision=true],[SetCounter:counter=11]"}},
	{name: "7 slide", board: "(rectangle 1 7)", pre: `(place "Disc1" {0}) (place "Stone0" {3})`,
		play: `(move Slide (from 0) E (between (range 1 4) if:(or (is Empty (between)) (= (between) 3)) trail:3 (apply (set State at:(between) 1))) (to if:(= (to) 5) (apply (set Counter 3))))`,
		want: []string{
			"0→1 m1 [SetCounter:counter=3],[Move:from=0,to=1,decision=true],[Add:to=0,what=3]",
			"0→2 m1 [SetState:to=1,state=1],[SetCounter:counter=3],[Move:from=0,to=2,decision=true],[Add:to=0,what=3],[Add:to=1,what=3]",
			"0→3 m1 [SetState:to=2,state=1],[SetState:to=1,state=1],[SetCounter:counter=3],[Move:from=0,to=3,decision=true],[Add:to=0,what=3],[Add:to=1,what=3],[Add:to=2,what=3]",
			"0→4 m1 [SetState:to=3,state=1],[SetState:to=2,state=1],[SetState:to=1,state=1],[SetCounter:counter=3],[Move:from=0,to=4,decision=true],[Add:to=0,what=3],[Add:to=1,what=3],[Add:to=2,what=3],[Add:to=3,what=3]"}},
	{name: "slide stops at the first enemy", board: "(rectangle 1 7)", pre: `(place "Disc1" {0}) (place "Disc2" {3 4})`,
		play: `(forEach Piece "Disc" (move Slide E (to if:(is Enemy (who at:(to))) (apply (remove (to))))))`,
		want: []string{"0→1 m1 [Move:from=0,to=1,decision=true]", "0→2 m1 [Move:from=0,to=2,decision=true]",
			"0→3 m1 [Remove:to=3],[Move:from=0,to=3,decision=true]"}},
	{name: "14 forEach Direction", pre: `(place "Disc1" {6})`,
		play: `(forEach Piece "Disc" (forEach Direction Orthogonal (to (apply (forEach Direction (from (to)) (directions {FL FR}) (move Select (from (to))))))))`,
		want: []string{"15→15 m1 [Select:from=15,decision=true]", "17→17 m1 [Select:from=17,decision=true]",
			"13→13 m1 [Select:from=13,decision=true]", "3→3 m1 [Select:from=3,decision=true]"}},
	{name: "shoot", board: "(rectangle 1 5)", pre: `(place "Disc1" {1}) (place "Stone0" {4})`,
		play: `(move Shoot (piece "Stone0") (from 1) E)`,
		want: []string{"2→2 m1 [Add:to=2,what=5,decision=true]", "3→3 m1 [Add:to=3,what=5,decision=true]"}},
	{name: "surround", pre: `(place "Disc2" {7}) (place "Disc1" {2 6 8 12})`,
		play: `(move Select (from 12) (then (surround (from (last To)) Orthogonal (between if:(is Enemy (who at:(between))) (apply (remove (between)))) (to if:(is Friend (who at:(to)))) (then (set Counter 9)))))`,
		want: []string{"12→12 m1 [Select:from=12,decision=true],[Remove:to=7]"}},
	{name: "2 a region in the from of step", play: `(or (move Pass) (move Step (from (sites {2})) E (to)))`,
		want: []string{"-1→-1 m1 [Pass:decision=true]"}},
	{name: "3 foreign pieces", pre: `(place "Disc2" {2})`, play: `(forEach Piece (move Pass) P2)`,
		want: []string{"-1→-1 m1 [Pass:decision=true]"}},
	{name: "5 remove with count", equip: "(hand Each)", pre: `(place "Disc1" 0 count:5)`, play: `(move Remove 0 count:2)`,
		want: []string{"0→0 m1 [Remove:to=0,decision=true],[Remove:to=0]"}},
	{name: "5 remove with level", pre: `(place Stack "Disc1" 0 count:3)`, play: `(move Remove 0 level:1 count:2)`,
		want: []string{"0→0 m1 [Remove:to=0,level=1,decision=true],[Remove:to=0,level=1]"}},
	{name: "6 evaluate all, then apply", play: `(move Pass (then (or (set Var "x" 1) (if (= (var "x") -1) (set Counter 7) (set Counter 8)))))`,
		want: []string{"-1→-1 m1 [Pass:decision=true],[SetVar:name=x,value=1],[SetCounter:counter=7]"}},
	{name: "9 append", pre: `(place "Disc1" {2 6})`,
		play: `(append (and (remove 2 (then (set Var "a" (last To)))) (remove 6) (then (set Var "b" (last To)))) (then (set Var "c" (last To))))`,
		want: []string{"2→2 m1 [Remove:to=2,decision=true],[SetVar:name=a,value=6],[SetVar:name=b,value=6],[Remove:to=6],[SetVar:name=b,value=6],[SetVar:name=c,value=2]"}},
	{name: "10 allCombinations", pre: `(place "Disc1" {7 8})`,
		play: `(allCombinations (add (piece "Bob1") (to (sites {0 1}))) (and (remove 7) (remove 8)))`,
		want: []string{"-1→-1 m0 [Add:to=0,what=3],[Remove:to=7]", "-1→-1 m0 [Add:to=0,what=3],[Remove:to=8]",
			"-1→-1 m0 [Add:to=1,what=3],[Remove:to=7]", "-1→-1 m0 [Add:to=1,what=3],[Remove:to=8]"}},
	{name: "13 take Control", pre: `(place "Disc2" {7}) (place "Bob2" {8}) (place "Stone0" {20})`,
		play: `(take Control of:All by:Mover to:(sites {7 8 20}))`,
		want: []string{"7→7 m0 [Remove:to=7],[Add:to=7,what=1,state=0,rotation=0,value=0]",
			"8→8 m0 [Remove:to=8],[Add:to=8,what=3,state=0,rotation=0,value=0]"}},
	{name: "15 set Rotation", board: "(square 5) use:Vertex", pre: `(place "Disc1" {5})`,
		play: `(move Set Rotation (to 5) {0 3})`,
		want: []string{"5→5 m1 [SetRotation:to=5,rotation=0,decision=true]",
			"5→5 m1 [SetRotation:to=5,rotation=3,decision=true]", "5→5 m1 [SetRotation:to=5,rotation=7,decision=true]",
			"5→5 m1 [SetRotation:to=5,rotation=1,decision=true]"}},
	{name: "16 set Pending and Hidden", play: `(move Pass (then (and (set Pending (sites {3 1})) (set Hidden {What Who} (sites {5 6}) False to:All))))`,
		want: []string{"-1→-1 m1 [Pass:decision=true],[SetPending:value=1],[SetPending:value=3]" + hiddenText()}},
	{name: "17 leak", play: `(forEach Site (sites {1 5}) (if (= (site) 99) (move Pass)) noMoveYet:(move Select (from (site)) (then (set Var "lv" (site)))))`,
		want: []string{"5→5 m1 [Select:from=5,decision=true],[SetVar:name=lv,value=5]"}},
	{name: "18 seq", play: `(move Select (from 3) (then (seq {(set Var "q" 5) (if (= (var "q") 5) (set Var "q" (last To) (then (set Var "r" (last To)))))})))`,
		want: []string{"3→3 m1 [Select:from=3,decision=true],[SetVar:name=q,value=5],[SetVar:name=q,value=-1],[SetVar:name=r,value=-1]"}},
	{name: "4 select two", pre: `(place Stack "Disc1" 2 count:1) (place Stack "Disc1" 4 count:1)`,
		play: `(move Select (from 2) (to (sites {1 4})))`,
		want: []string{"2→1 m1 [Select:from=2,levelFrom=0,to=1,decision=true]",
			"2→4 m1 [Select:from=2,levelFrom=0,to=4,levelTo=0,decision=true]"}},
	{name: "8 sow", board: `(mancalaBoard 2 3 store:None (track "T" "0,E,N1,W" loop:True))`,
		pre:  `(set Count 4 at:0) (set Count 1 to:(sites {1 2 4 5}))`,
		play: `(move Select (from (sites {0})) (then (sow if:(= 2 (count at:(to))) sowEffect:(set Counter (value)) apply:(and (fromTo (from (to)) (to 3) count:(count at:(to))) (set Var "n" (count at:3)) (then (set Counter (last To)))) includeSelf:False backtracking:True (then (set Counter 77)))))`,
		want: []string{"0→0 m1 [Select:from=0,decision=true],[SetCounter:counter=4],[Move:from=0,to=1],[SetCounter:counter=3],[Move:from=0,to=2],[SetCounter:counter=2],[Move:from=0,to=5],[SetCounter:counter=1],[Move:from=0,to=4]" +
			captureText(4) + captureText(5) + captureText(2) + captureText(1) + ",[SetCounter:counter=77]"}},
	{name: "forEach Group", pre: `(place "Disc1" {0 1 7 12})`,
		play: `(forEach Group Orthogonal (move Select (from (sites))))`,
		want: []string{"0→0 m1 [Select:from=0,decision=true]", "1→1 m1 [Select:from=1,decision=true]",
			"7→7 m1 [Select:from=7,decision=true]", "12→12 m1 [Select:from=12,decision=true]"}},
}

func hiddenText() string {
	var b strings.Builder
	for _, datum := range []string{"What", "Who"} {
		for _, s := range []int{5, 6} {
			for p := 1; p <= 2; p++ {
				fmt.Fprintf(&b, ",[SetHidden%s:to=%d,level=0,who=%d,value=false]", datum, s, p)
			}
		}
	}
	return b.String()
}

func captureText(hole int) string {
	return fmt.Sprintf(",[Move:from=%d,to=3,count=2],[SetCounter:counter=3],[SetVar:name=n,value=0],[SetCounter:counter=-1]", hole)
}

func TestGoldenB(t *testing.T) {
	for _, x := range micros {
		t.Run(x.name, func(t *testing.T) {
			c := start(t, x.text())
			var got []string
			for _, m := range c.Legal() {
				got = append(got, resolved(c, m))
			}
			if !slices.Equal(got, x.want) {
				t.Errorf("got\n\t%s\nwant\n\t%s", strings.Join(got, "\n\t"), strings.Join(x.want, "\n\t"))
			}
		})
	}
}
