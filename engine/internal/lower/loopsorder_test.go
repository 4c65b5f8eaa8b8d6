package lower_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/internal/gametest"
	"github.com/astragal/astragal/engine/internal/ir/closure"
	"github.com/astragal/astragal/engine/internal/lower"
	"github.com/astragal/astragal/engine/internal/position"
)

// TestLoopsInOrder plays games with effects for one thing after another, in which it matters in which order these are.
func TestLoopsInOrder(t *testing.T) {
	const afterTo = `(then (set Score Mover (% (+ (last To) (* 3 (score Mover))) 997)))`
	const afterFrom = `(then (set Score Mover (% (+ (last From) (* 3 (score Mover))) 997)))`
	const third, fourth = `(if (= 0 (% (count Moves) 3)) `, `(if (= 0 (% (count Moves) 4)) `
	const between = `(between if:(is Enemy (who at:(between))) (apply %s))`
	const held = `(to if:(is Friend (who at:(to))))`
	// What is done for one thing of a loop, about a site.
	bodies := map[string]string{
		"last":        `(set Var "X" %[1]s)`,
		"remember":    `(remember Value "L" %[1]s)`,
		"consequents": `(addScore Next (+ 1 %[1]s) (then (set Score Mover (% (+ (score Next) (* 3 (score Mover))) 997))))`,
		"taken":       `(remove %[1]s ` + afterFrom + `)`,
		"silent":      `(remove %[1]s)`,
		"state":       `(set State at:%[1]s (+ 1 (% (count Moves) 4)) ` + afterTo + `)`,
	}
	loops := map[string][2]string{
		"pieces":           {`(forEach Piece %s)`, `(from)`},
		"pieces of next":   {`(forEach Piece %s Next)`, `(from)`},
		"pieces of all":    {`(forEach Piece %s All)`, `(from)`},
		"pieces on cells":  {`(forEach Piece on:Cell %s)`, `(from)`},
		"pieces on top":    {`(forEach Piece %s top:True)`, `(from)`},
		"sites":            {`(forEach Site (sites Around (last To) includeSelf:True) %s)`, `(site)`},
		"directions":       {`(forEach Piece (forEach Direction Adjacent (between (range 1 3)) (to (apply %s))))`, `(to)`},
		"directions moves": {`(forEach Piece (forEach Direction Orthogonal %s))`, `(to)`},
		"custodial":        {`(custodial (from (last To)) ` + between + ` ` + held + `)`, `(between)`},
		"surround":         {`(surround (from (last To)) Orthogonal ` + between + ` ` + held + ` except:2)`, `(between)`},
		"enclose":          {`(enclose (from (last To)) Orthogonal ` + between + `)`, `(between)`},
		"intervene":        {`(intervene (from (last To)) (to if:(is Enemy (who at:(to))) (apply %s)))`, `(to)`},
		"directional":      {`(directional (from (last To)) Adjacent (to if:(is Enemy (who at:(to))) (apply %s)))`, `(to)`},
	}
	for loop, l := range loops {
		for body, b := range bodies {
			what := fmt.Sprintf(l[0], strings.ReplaceAll(b, "%[1]s", l[1]))
			t.Run(loop+" "+body, func(t *testing.T) { orderly(t, what) })
		}
	}
	for name, what := range map[string]string{
		"control": `(seq {` + fourth + `(take Control of:Next by:Mover)) (and (set Var "X" 0) (set Score Mover 0))})`,
		"control with consequents": `(if (= 0 (% (count Moves) 5)) (take Control of:Next by:Mover
			` + afterTo + `))`,
		"control of sites": `(take Control of:All by:Mover to:(sites Around (last To)))`,
		"steps":            third + `(forEach Piece (step Adjacent (to if:(is Empty (to))))))`,
		"slides":           third + `(slide (from (last To)) Adjacent))`,
		"slides of all":    third + `(forEach Piece (slide Adjacent)))`,
		"hops": third + `(forEach Piece (hop (between if:(is Enemy (who at:(between)))
			(apply (remove (between)))) (to if:(is Empty (to))))))`,
		"leaps":            third + `(leap (from (last To)) { {F F L F} {F F R F} } (to if:(is Empty (to)))))`,
		"shots":            fourth + `(shoot (piece "Man1") ` + afterTo + `))`,
		"attract":          fourth + `(attract))`,
		"moves to regions": fourth + `(fromTo (from (sites Occupied by:Mover)) (to (sites Empty))))`,
		"additions": fourth + `(add (piece "King1") (to (intersection (sites Empty) (sites Around (last To))))
			` + afterTo + `))`,
		"removals": fourth + `(remove (sites Around (last To)) ` + afterFrom + `))`,
		"at the end of the turn": `(and ` + fourth + `(forEach Piece (remove (from) at:EndOfTurn) Next))
			(if (= 0 (% (last To) 3)) (moveAgain)))`,
		"promotions": fourth + `(forEach Piece (promote (from) (piece "King") Mover ` + afterTo + `)))`,
		"flips":      fourth + `(forEach Piece (flip (from))))`,
		"combinations": fourth + `(allCombinations (forEach Piece (set Var "X" (from)))
			(forEach Player (set Var "Y" (player)))))`,
		"players": `(forEach Player (set Var "X" (player)))`,
	} {
		t.Run(name, func(t *testing.T) { orderly(t, what) })
	}
}

// orderly plays games whose moves have effects: of plain pieces, of some that a clause reads the lists of, of counted
// ones and of stacks.
func orderly(t *testing.T, effects string) {
	for _, board := range [][3]string{
		{"plain", `(place "Man1" {0 5})`, `(or (move Add (to (sites Empty)) (then %[1]s)) (forEach Piece (then %[1]s)))`},
		{"listed", `(place "Man1" {0 5})`, `(or (move Add (to (sites Empty)) (then (seq {%[1]s (forEach Group Orthogonal
			(set Var "G" (count Sites in:(sites))))}))) (forEach Piece (then %[1]s)))`},
		{"counted", `(place "Man1" "Hand1" count:2)`, `(or (move (from (sites Occupied by:Mover)) (to (sites Board)
			if:(or (is Empty (to)) (is Friend (who at:(to))))) (then %[1]s)) (move Add (to (sites Empty)) (then %[1]s)))`},
		{"stacks", `(place Stack "Man1" {0 5} count:2)`, `(or (move Add (to (sites Empty)) stack:True (then %[1]s))
			(forEach Piece top:True (then %[1]s)))`}} {
		hand := map[string]string{"counted": "(hand Each)"}[board[0]]
		t.Run(board[0], func(t *testing.T) {
			inStepOrRefused(t, fmt.Sprintf(`(game "Order" (players 2) (equipment {(board (square 4)) %s
				(piece "Man" Each (move Step (to if:(!= (from) (to))))) (piece "King" Each)})
				(rules (start {(set Score Each 1) %s}) (play %s) (end (if (> (count Moves) 20) (byScore)))))`,
				hand, board[1], fmt.Sprintf(board[2], effects)))
		})
	}
}

// inStepOrRefused is inStep for a game that may be refused. Closures play alone: that machine code does the same is
// shown elsewhere, and takes most of the time to make.
func inStepOrRefused(t *testing.T, text string) {
	var refusal *position.Refusal
	p, err := lower.Game(gametest.Compile(t, text))
	if err == nil {
		err = p.Finish(true, nil)
	}
	if errors.As(err, &refusal) {
		t.Skip(err)
	} else if err != nil {
		t.Fatal(err)
	}
	pl := newPlayer(p, closure.New(p.Program))
	for seed := range uint64(8) {
		if err := lockStep(t, pl, seed); err != nil && !errors.Is(err, errSpoilt) {
			t.Fatal(err)
		}
	}
}

// TestLargeSteps plays games with more steps along a track than a number has room for beside a place on it.
func TestLargeSteps(t *testing.T) {
	for _, loop := range []string{"", "loop:True"} {
		inStep(t, fmt.Sprintf(`(game "Steps" (players 2)
			(equipment {(board (square 4) {(track "Track" {0 1 2 3 7 6 5 4} %s)}) (piece "Man" Each)})
			(rules (play (move Add (to (sites Empty)) (then (and
					(set Var "X" (trackSite Move from:(last To) steps:2147483647))
					(set Var "Y" (trackSite Move from:(last To) steps:(- (count Moves) 2147483647)))))))
				(end (if (is Full) (result Mover Win)))))`, loop))
	}
}

// TestClosingSites plays games in which who closes a run of captured pieces asks for what is in between.
func TestClosingSites(t *testing.T) {
	for _, most := range []string{"", "(range 1 1)", "(range 1 2)", "(range 2 3)"} {
		for _, to := range []string{`(or (is Friend (who at:(to))) (is Friend (who at:(between))))`, `(= (between) (to))`,
			`(is Enemy (who at:(between)))`, `(< (between) (last To))`} {
			inStep(t, fmt.Sprintf(`(game "Closing" (players 2) (equipment {(board (square 4)) (piece "Man" Each)})
				(rules (play (move Add (to (sites Empty)) (then (custodial (from (last To)) Adjacent
					(between %s if:(is Enemy (who at:(between))) (apply (remove (between)))) (to if:%s)))))
				(end (if (or (is Full) (> (count Moves) 40)) (byScore)))))`, most, to))
		}
	}
}

// TestOrdersRefused compiles games whose plays would go otherwise than by the rules: they are refused.
func TestOrdersRefused(t *testing.T) {
	for name, text := range map[string]string{
		"removals at the end of a turn that each part of a sequence ends": onto(`(set Score Each 0)`,
			`(seq {(remove (last To) at:EndOfTurn) (moveAgain)})`),
		"stacks turned over once for each of their pieces": onto(`(place Stack "Man1" 0 count:2)`,
			`(forEach Piece (flip (from)))`),
		"more pieces than a number has room for": onto(`(set Count 2147483647 to:(sites Bottom))`,
			`(addScore Mover (count at:(last To)))`),
		"a hurdle that asks where a hop goes": onto(`(place "Man1" 0)`, `(if (can Move (forEach Piece (hop
			(between (exact 2) if:(is Empty (to))) (to if:(is Empty (to)))))) (addScore Mover 1))`),
		"an origin that asks where a hop goes": onto(`(place "Man1" 0)`, `(if (can Move (forEach Piece (hop (from (from)
			if:(is Empty (to))) (between if:(is Occupied (between))) (to if:(is Empty (to)))))) (addScore Mover 1))`),
		"a captured piece that asks for the site that has closed those before": onto(`(place "Man1" 0)`,
			`(custodial (from (last To)) (between if:(is Enemy (who at:(to)))) (to if:(is Friend (who at:(to)))))`),
		"a condition after each of several effects": onto(`(place "Man1" 0)`, `(if (can Move (do (seq {(addScore Mover 1)
			(addScore Mover 1)}) ifAfterwards:(= (score Mover) 2))) (addScore Mover 8))`),
		"lines in stacks, which leave a site behind": onto(`(place Stack "Man1" 0 count:2)`, `(forEach Site (sites Board)
			(if (can Move (add (to (site) if:(or (is Line 2 through:(to)) (is Even (to)))))) (addScore Mover 1)))`),
		"consequents of each of several effects": onto(`(place "Man1" 0)`, `(and (seq {(addScore Mover 1) (addScore Mover
			2)}) (moveAgain) (then (addScore Mover 8)))`),
	} {
		var refusal *position.Refusal
		if _, err := lower.Game(gametest.Compile(t, text)); !errors.As(err, &refusal) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
