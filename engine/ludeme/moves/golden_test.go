package moves_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/ludeme"
	"github.com/astragal/astragal/engine/rng"
)

// start compiles a description and begins a play of it.
func start(t *testing.T, text string) *game.Context {
	t.Helper()
	d, err := lgdl.Read("test", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	x, err := d.Expand(nil, lgdl.Selection{})
	if err != nil {
		t.Fatal(err)
	}
	e, err := ludeme.Grammar().Check(x.Game, "game")
	if err != nil {
		t.Fatal(err)
	}
	g, err := game.Compile(e)
	if err != nil {
		t.Fatal(err)
	}
	c := game.NewContext(g)
	r := rng.New(1)
	if err := game.Catch(func() { c.Start(&r) }); err != nil {
		t.Fatal(err)
	}
	return c
}

// flat returns the actions that a move comes to, in order of execution.
func flat(c *game.Context, m game.Move) []game.Action {
	t := c.Temp()
	defer c.GiveTemp(t)
	t.Apply(m)
	return slices.Clone(t.Applied())
}

// describe writes a move as part 4, §8 does: from→to : actions.
func describe(c *game.Context, m game.Move) string {
	var parts []string
	for _, a := range flat(c, m) {
		parts = append(parts, action(a))
	}
	return fmt.Sprintf("%d→%d : %s", m.From, m.To, strings.Join(parts, ", "))
}

func action(a game.Action) string {
	var s string
	level := func(name string, v int32) {
		if v >= 0 {
			s += fmt.Sprintf(",%s=%d", name, v)
		}
	}
	switch a.Kind {
	case game.ActMove, game.ActCopy:
		s = fmt.Sprintf("Move %d→%d", a.From, a.To)
		if a.Kind == game.ActCopy {
			s = fmt.Sprintf("Copy %d→%d", a.From, a.To)
		}
		level("levelFrom", a.LevelFrom)
		level("levelTo", a.LevelTo)
		if a.Stack {
			s += ",stack"
		}
	case game.ActMoveCount, game.ActStackMove:
		s = fmt.Sprintf("Move %d→%d,count=%d", a.From, a.To, a.Count)
		if a.Kind == game.ActStackMove {
			s = "Stack" + s
		}
	case game.ActAdd:
		s = fmt.Sprintf("Add %d what=%d", a.To, a.What)
	case game.ActInsert:
		s = fmt.Sprintf("Insert %d what=%d", a.To, a.What)
		level("level", a.LevelTo)
	case game.ActRemove:
		s = fmt.Sprintf("Remove %d", a.To)
		level("level", a.LevelTo)
		if a.Flag {
			s += " later"
		}
	case game.ActSetScore:
		s = fmt.Sprintf("score+%d", a.Value)
	case game.ActSetVar:
		s = fmt.Sprintf("var:=%d", a.Value)
	case game.ActSetNextPlayer:
		s = fmt.Sprintf("next=%d", a.What)
	case game.ActRememberValue:
		s = fmt.Sprintf("remember %d", a.Value)
	case game.ActForgetValue:
		s = fmt.Sprintf("forget %d", a.Value)
	case game.ActSetState:
		s = fmt.Sprintf("state %d=%d", a.To, a.State)
	case game.ActBet:
		s = fmt.Sprintf("bet %d", a.Value)
	case game.ActSetDie:
		s = "die"
	case game.ActSetDiceAllEqual:
		s = "equal"
	case game.ActPass:
		s = "Pass"
	default:
		s = fmt.Sprintf("action %d", a.Kind)
	}
	if a.Decision {
		s += "!"
	}
	return s
}

// position is a small test game: A belongs to P1, B to P2.
type position struct {
	board string // default: a row of six cells
	gen   string // generator of A
	more  string // more equipment
	a, b  string // sites of A and B, as in (place "A1" {…}); "" none
	start string // more start rules
	play  string
}

func (p position) text() string {
	if p.board == "" {
		p.board = "(rectangle 1 6)"
	}
	var places string
	if p.a != "" {
		places += fmt.Sprintf("(place %q {%s})", "A1", p.a)
	}
	if p.b != "" {
		places += fmt.Sprintf("(place %q {%s})", "B2", p.b)
	}
	rules := ""
	if places += p.start; places != "" {
		rules = "(start {" + places + "})"
	}
	return fmt.Sprintf(`(game "Test" (players 2) (equipment {(board %s) (piece "A" P1 %s) (piece "B" P2) %s})
		(rules %s (play %s) (end (if False (result Mover Win)))))`, p.board, p.gen, p.more, rules, p.play)
}

const (
	enemy  = `if:(is Enemy (who at:(between)))`
	takeIt = `(apply (remove (between)))`
)

// The golden examples of part 4, §8, and cases of its other paragraphs; a "!"
// marks the decision.
var golden = []struct {
	name string
	position
	want []string
}{
	{"8.1 order of effects and consequents", position{
		gen: `(move Step E (to if:True (apply (and (addScore Mover 1 (then (addScore Mover 10))) (remove (to))))) (then (addScore Mover 100)))`,
		a:   "2", b: "3 4",
		play: `(forEach Piece (then (do (and (addScore Mover 1000) (addScore Mover 2000)) next:(and (set Var "a" 1) (set Var "b" 2)))))`,
	}, []string{"2→3 : score+1, score+10, Remove 3, Move 2→3!, score+100, score+1000, score+2000, var:=1, score+1000, " +
		"score+2000, var:=2"}},

	{"8.2 hop ranges", position{
		board: "(rectangle 1 8)", a: "2", b: "3 4",
		gen:  `(move Hop E (between (max 2) ` + enemy + ` ` + takeIt + `) (to if:True))`,
		play: `(forEach Piece)`,
	}, []string{"2→2 : Move 2→2!", "2→3 : Move 2→3!", "2→4 : Remove 3, Move 2→4!", "2→5 : Remove 4, Remove 3, Move 2→5!"}},

	{"8.3 hop after", position{
		board: "(rectangle 1 9)", a: "0", b: "1 2 4",
		gen: `(move Hop E (between (range 1 3) after:1 ` + enemy + ` ` + takeIt +
			`) (to if:(not (is Friend (who at:(to)))) (apply (remove (to)))))`,
		play: `(forEach Piece)`,
	}, []string{"0→2 : Remove 1, Remove 2, Move 0→2!", "0→3 : Remove 1, Move 0→3!", "0→3 : Remove 2, Remove 1, Move 0→3!",
		"0→4 : Remove 2, Remove 1, Remove 4, Move 0→4!"}},

	{"8.4 flying hop", position{
		board: "(rectangle 1 9)", a: "0", b: "2 3 4",
		gen:  `(move Hop E (between before:1 (range 1 3) after:1 ` + enemy + ` ` + takeIt + `) (to if:(is Empty (to))))`,
		play: `(forEach Piece)`,
	}, []string{"0→5 : Remove 4, Remove 3, Remove 2, Move 0→5!", "0→6 : Remove 4, Remove 3, Remove 2, Move 0→6!"}},

	{"8.5 hop range from 0", position{
		board: "(rectangle 1 9)", a: "0 3", b: "4",
		gen:  `(move Hop E (between (range 0 1) ` + enemy + ` ` + takeIt + `) (to if:(is Empty (to))))`,
		play: `(forEach Piece)`,
	}, []string{"0→1 : Move 0→1!", "3→5 : Remove 4, Move 3→5!"}},

	{"8.6 the condition of apply sees the outer from", position{
		a: "0 1", b: "3 4",
		play: `(move (from (sites Occupied by:Mover) if:(> (from) 0)) (to (sites Board) if:(not (is Mover (who at:(to)))) (apply if:(< (from) 0) (remove (to)))) (then (set Var "x" (from))))`,
	}, []string{"1→2 : Move 1→2!, var:=-1", "1→3 : Remove 3, Move 1→3!, var:=-1", "1→4 : Remove 4, Move 1→4!, var:=-1",
		"1→5 : Move 1→5!, var:=-1"}},

	{"8.7 duplicated add", position{
		board: "(square 2)",
		play: `(or (move Add (to (sites Board) if:(> (to) 2) (apply (addScore Mover 1))) (then (addScore Mover 50)))
			(move Add (to (sites Board) if:(< (to) 1) (apply if:(> (to) 10) (addScore Mover 1)))) (then (addScore Mover 100)))`,
	}, []string{"3→3 : score+1, Add 3 what=1!, score+50, score+100, score+100",
		"3→3 : score+1, Add 3 what=1!, score+50, score+100, score+100", "0→0 : Add 0 what=1!, score+100"}},

	{"8.8 add and claim", position{
		board: "(square 3)",
		play: `(or {(move Add (piece {"A1" "B2"}) (to 4)) (move Add (piece {"A1" "B2"}) (to (sites {1 2}) if:(> (to) 1))) (move Add (to 3) count:2)
			(move Claim (piece "B2") (to 8) (then (and (set Var "t" (to)) (addScore Mover 1))))})`,
	}, []string{"4→4 : Add 4 what=1!", "2→2 : Add 2 what=1!", "2→2 : Add 2 what=2!", "3→3 : Add 3 what=1!, Add 3 what=1",
		"8→8 : Add 8 what=2!, var:=8, score+1"}},

	{"8.9 custodial", position{
		a: "2", b: "4 5", gen: `(move Step E (to if:(is Empty (to))))`,
		play: `(forEach Piece (then (custodial (from (last To)) (between ` + enemy +
			` (apply (and (set Var "n" (+ 1 (var "n"))) (remove (between))))) (to if:True) (then (addScore Mover 5)))))`,
	}, []string{"2→3 : Move 2→3!, var:=0, score+5, Remove 4, score+5, var:=0, score+5, Remove 5, score+5"}},

	{"8.10 intervene", position{
		board: "(rectangle 1 7)", b: "1 2 4 5",
		play: `(move Add (to 3) (then (intervene (from (last To)) (to if:(is Enemy (who at:(to))) (apply (remove (to)))) (then (addScore Mover 1)))))`,
	}, []string{"3→3 : Add 3 what=1!, Remove 2, score+1, Remove 4, score+1"}},

	{"8.10 intervene with a range", position{
		board: "(rectangle 1 7)", b: "1 2 4 5",
		play: `(move Add (to 3) (then (intervene (from (last To)) (between (range 1 2)) (to if:(is Enemy (who at:(to))) (apply (remove (to)))) (then (addScore Mover 1)))))`,
	}, []string{"3→3 : Add 3 what=1!, Remove 2, score+1, Remove 1, score+1, Remove 4, score+1, Remove 5, score+1"}},

	{"8.11 enclose", position{
		board: "(square 3)", a: "3 4", b: "0 1",
		play: `(move Add (to 2) (then (enclose (from (last To)) Orthogonal (between ` + enemy + ` ` + takeIt +
			`) (then (addScore Mover 1)))))`,
	}, []string{"2→2 : Add 2 what=1!, Remove 1, score+1, Remove 0, score+1"}},

	{"8.12 directional", position{
		a: "0", b: "2 3", gen: `(move Step E (to if:(is Empty (to))))`,
		play: `(forEach Piece (then (directional (from (last To)) (to if:(is Enemy (who at:(to))) (apply (remove (to)))) (then (addScore Mover 5)))))`,
	}, []string{"0→1 : Move 0→1!, Remove 2, Remove 3"}},

	{"8.13 do and priority", position{
		a: "2", b: "4 5", gen: `(move Step (to if:(is Empty (to))) (then (addScore Mover 1)))`,
		play: `(or {(do (forEach Piece)) (do (set Var "a" 7) next:(if (= (var "a") 7) (forEach Piece)) (then (addScore Mover 3)))
			(do (forEach Piece) ifAfterwards:(and (= (last To) 3) (is Mover P1)) (then (addScore Mover 9)))
			(max Moves (forEach Piece) (then (addScore Mover 50)))
			(priority {(do (forEach Piece)) (forEach Piece)} (then (addScore Mover 70)))})`,
	}, []string{
		"2→3 : var:=7, Move 2→3!, score+1, score+3", "2→1 : var:=7, Move 2→1!, score+1, score+3",
		"2→3 : Move 2→3!, score+1, score+9",
		"2→3 : Move 2→3!, score+1", "2→1 : Move 2→1!, score+1", "2→3 : Move 2→3!, score+1, score+70",
		"2→1 : Move 2→1!, score+1, score+70",
	}},

	{"8.16 while", position{
		play: `(move Add (to 0) (then (while (< (var "k") 2) (set Var "k" (+ 1 (var "k")) (then (addScore Mover (var "k")))))))`,
	}, []string{"0→0 : Add 0 what=1!, var:=0, score+0, var:=1, score+1, var:=2, score+2"}},

	{"8.17 stacking", position{
		board: "(square 3)", start: `(place Stack items:{"A1" "B2" "A1"} 4) (place Stack items:{"B2" "B2"} 0)`,
		play: `(or {(move (from 4) (to 5) stack:True) (move (from 4) (to 5)) (move (from 4) (to 5) count:2) (move (from 4 level:1) (to 5)) (move (from 4) (to 0 level:1))
			(move (from 4 level:0) (to 0 level:0)) (move Add (piece "B2") (to 4)) (move Add (piece "B2") (to 4 level:1)) (move (from 4) (to 0 (apply if:(is Occupied (to)) (remove (to)))))})`,
	}, []string{
		"4→5 : Move 4→5,levelFrom=0,stack!", "4→5 : Move 4→5!", "4→5 : StackMove 4→5,count=2!", "4→5 : Move 4→5,levelFrom=1!",
		"4→0 : Move 4→0,levelTo=1!",
		"4→0 : Move 4→0,levelFrom=0,levelTo=0!", "4→4 : Add 4 what=2!", "4→4 : Insert 4 what=2,level=1!",
		"4→0 : Remove 0, Move 4→0!",
	}},

	{"8.17 counts", position{
		board: "(square 4)", more: `(hand P1 size:1) (hand P2 size:1)`, a: "5", start: `(place "A1" "Hand1" count:5)`,
		play: `(or (move (from (handSite Mover)) (to (sites {0 3})) count:2) (move (from 5) (to 9) copy:True))`,
	}, []string{"16→0 : Move 16→0,count=2!", "16→3 : Move 16→3,count=2!", "5→9 : Copy 5→9,levelFrom=0!"}},

	{"8.18 leap", position{
		board: "(square 5)", a: "12", gen: `(move Leap {{F F R F} {F F L F}} (to if:True))`, play: `(forEach Piece)`,
	}, []string{"12→1 : Move 12→1!", "12→3 : Move 12→3!", "12→5 : Move 12→5!", "12→9 : Move 12→9!", "12→15 : Move 12→15!",
		"12→19 : Move 12→19!", "12→21 : Move 12→21!", "12→23 : Move 12→23!"}},

	{"8.18 leap forward", position{
		board: "(square 5)", more: `(piece "C" P1 N (move Leap {{F F R F} {F F L F}} forward:True (to if:True)))`,
		start: `(place "C1" 7)`, play: `(forEach Piece)`,
	}, []string{"7→10 : Move 7→10!", "7→14 : Move 7→14!", "7→16 : Move 7→16!", "7→18 : Move 7→18!"}},

	{"8.14 forced pass of do with dice", position{
		board: "(square 3)", more: `(dice d:6 num:1)`,
		play: `(do (roll) next:(if (= 99 (count Pips)) (move Add (to (sites Empty)))) (then (addScore Mover 2)))`,
	}, []string{"-1→-1 : die, equal, Pass!, score+2"}},

	{"8.14b several prior moves", position{
		a:    "4",
		play: `(do (forEach Site (sites {0 1 2 3 4}) (remember Value (site) (then (remove 4)))) next:(move Add (to 5)))`,
	}, []string{"5→5 : remember 0, remember 4, remember 3, remember 2, Remove 4, remember 1, Add 5 what=1!"}},

	{"8.15 requirements drop their consequents", position{
		a:    "2 4",
		play: `(max Captures (move (from (sites Occupied by:Mover)) (to (sites {0 1}) (apply if:(= (to) 1) (remove 4))) (then (addScore Mover 1))) (then (addScore Mover 2)))`,
	}, []string{"2→1 : Remove 4, Move 2→1!, score+1", "4→1 : Remove 4, Move 4→1!, score+1"}},

	{"first move on track", position{
		board: `(rectangle 1 6) {(track "Track" {5 4 3 2 1 0} P1 directed:True)}`, a: "2 4",
		play: `(firstMoveOnTrack "Track" Mover (if (is Mover (who at:(site))) (move (from (site)) (to 0) (then (addScore Mover 1)))) (then (addScore Mover 2)))`,
	}, []string{"4→0 : Move 4→0!, score+1"}},

	{"max distance does not filter", position{
		board: `(rectangle 1 6) {(track "Track" {5 4 3 2 1 0} P1 directed:True)}`, a: "2 4", gen: `(move (from) (to 0))`,
		play: `(max Distance "Track" Mover (forEach Piece))`,
	}, []string{"2→0 : Move 2→0!", "4→0 : Move 4→0!"}},

	{"bet and forget", position{
		play: `(or (move Bet Mover (range 1 3)) (move Add (to 0) (then (seq {(remember Value "x" 4) (remember Value "x" 5) (forget Value "x" All) (forget Value 7)}))))`,
	}, []string{"-1→-1 : bet 1!", "-1→-1 : bet 2!", "-1→-1 : bet 3!",
		"0→0 : Add 0 what=1!, remember 4, remember 5, forget 4, forget 5, forget 7"}},

	{"attract", position{
		board: "(rectangle 1 7)", a: "4", b: "5",
		play: `(move Add (to 1) (then (attract (from (last To)) E)))`,
	}, []string{"1→1 : Add 1 what=1!, Remove 4, Remove 5, Add 2 what=1, Add 3 what=2"}},

	{"flip", position{
		more: `(piece "Disc" Shared (flips 1 2))`, start: `(place "Disc" 0 state:1)`,
		play: `(move Add (to 3) (then (and (flip 0) (flip 2))))`,
	}, []string{"3→3 : Add 3 what=1!, state 0=2"}},

	{"effects on several players", position{
		play: `(move Add (to 0) (then (and (addScore All 1) (addScore {P1 P2} {3 4}))))`,
	}, []string{"0→0 : Add 0 what=1!, score+1, score+1, score+3, score+4"}},

	{"enclose with exceptions", position{
		board: "(square 3)", b: "0",
		play: `(move Add (to 1) (then (enclose (from (last To)) Orthogonal (between ` + enemy +
			` (apply (remove (between)))) numException:1)))`,
	}, []string{"1→1 : Add 1 what=1!"}},

	{"large pieces", position{
		board: "(square 2)", more: `(tile "T" P1 {F} numSides:4)`,
		play: `(or (move Add (piece "T1") (to 0 if:False)) (move Add (piece "T1" state:0) (to (sites Board))))`,
	}, []string{"0→0 : Add 0 what=3!", "0→0 : Add 0 what=3!", "0→0 : Add 0 what=3!", "1→1 : Add 1 what=3!"}},

	{"moving a large piece", position{
		board: "(square 2)", more: `(tile "T" P1 {F} numSides:4)`, start: `(place "T1" 0 state:1)`,
		play: `(move (from 0) (to (sites {2})) (then (addScore Mover 1)))`,
	}, []string{"0→2 : Move 0→2!, score+1", "0→1 : Move 0→1!, score+1"}},

	{"deal", position{
		more: `(deck) (hand P1 size:1) (hand P2 size:1)`,
		play: `(move Add (to 0) (then (and (deal Cards 1 beginWith:2) (addScore Mover 1))))`,
	}, []string{"0→0 : Add 0 what=1!, Move 6→8,levelFrom=51, Move 6→7,levelFrom=50, score+1"}},
}

// A capture that waits for the end of the turn (part 4, §8.19).
func TestEndOfTurnCapture(t *testing.T) {
	const hop = `Hop E (between if:(and (is Enemy (who at:(between))) (not (is In (between) (sites ToClear)))) (apply (remove (between) at:EndOfTurn))) (to if:(is Empty (to)))`
	p := position{
		board: "(rectangle 1 9)", a: "1", b: "2 4 8", play: `(forEach Piece)`,
		gen: `(move ` + hop + ` (then (if (can Move (hop (from (last To)) ` + strings.TrimPrefix(hop, "Hop ") +
			`)) (moveAgain))))`,
	}
	c := start(t, p.text())
	for _, want := range []string{
		"1→3 : Remove 2 later, Move 1→3!, next=1",
		"3→5 : Remove 4, Remove 2, Remove 4 later, Move 3→5!",
	} {
		legal := c.Legal()
		if len(legal) != 1 {
			t.Fatalf("%d legal moves, want 1", len(legal))
		}
		if got := describe(c, legal[0]); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
		c.Play(legal[0])
	}
}

// Levels shown in the header of moves in a stacking game (part 4, §8.17).
func TestLevels(t *testing.T) {
	p := position{
		board: "(square 3)", start: `(place Stack items:{"A1" "B2" "A1"} 4) (place Stack items:{"B2" "B2"} 0)`,
		play: `(or {(move (from 4) (to 5) stack:True) (move (from 4) (to 5)) (move (from 4 level:1) (to 5)) (move (from 4) (to 0 (apply (remove (to)))))})`,
	}
	c := start(t, p.text())
	want := [][2]int32{{0, 2}, {2, 2}, {1, 1}, {0, 0}}
	for i, m := range c.Legal() {
		if got := [2]int32{m.LevelMin, m.LevelMax}; got != want[i] {
			t.Errorf("move %d has levels %v, want %v", i, got, want[i])
		}
	}
}

func TestGolden(t *testing.T) {
	for _, x := range golden {
		t.Run(x.name, func(t *testing.T) {
			c := start(t, x.text())
			var got []string
			for _, m := range slices.Clone(c.Legal()) {
				got = append(got, describe(c, m))
			}
			if !slices.Equal(got, x.want) {
				t.Errorf("legal moves:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(x.want, "\n"))
			}
		})
	}
}
