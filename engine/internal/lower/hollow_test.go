package lower_test

import (
	"fmt"
	"strings"
	"testing"
)

// TestLevelsOfNothing plays games in which levels of nothing come about, as entries of the position lists are stale
// that moves take levels by, and asks what stands around: such a site is not empty, but nothing is seen on it.
func TestLevelsOfNothing(t *testing.T) {
	const removing = `(apply (forEach Level (to) (remove (to) level:(level))))`
	asked := []string{
		`(count Sites in:(sites LineOfSight at:(last To)))`,
		`(count Sites in:(sites LineOfSight Empty at:(last To)))`,
		`(count Sites in:(sites LineOfSight Farthest at:5))`,
		`(count Sites in:(sites Empty))`,
		`(count Sites in:(sites Occupied by:All))`,
		`(count Sites in:(sites Occupied by:Mover))`,
		`(count Sites in:(sites Occupied by:All top:False))`,
		`(count Pieces All)`,
		`(count Pieces Mover in:(sites Centre))`,
		`(count Liberties at:(last To))`,
		`(size Group at:(last To))`,
		`(size Stack at:(last To))`,
		`(count Groups)`,
		`(count Sites in:(sites Around (last To)))`,
		`(count Sites in:(sites Around (last To) Empty))`,
		`(count Sites in:(sites Around (last To) NotEmpty))`,
		`(count Sites in:(sites Around (sites Occupied by:Mover) Own))`,
		`(if (is Line 3) 1 0)`,
		`(if (is Line 2 what:0 byLevel:True) 1 0)`,
		`(if (is Line 2 through:(last From) Mover byLevel:True) 1 0)`,
		`(if (is Full) 1 0)`,
		`(if (is Empty 5) 1 0)`,
		`(if (is Occupied 5) 1 0)`,
		`(if (no Pieces Next) 1 0)`,
		`(if (no Moves Next) 1 0)`,
		`(if (is Blocked Mover) 1 0)`,
		`(if (is Flat (last To)) 1 0)`,
		`(if (is Loop) 1 0)`,
		`(if (is Connected Mover) 1 0)`,
		`(what at:(last From))`,
		`(who at:(last From))`,
		`(what at:5 level:1)`,
		`(topLevel at:(last To))`,
		`(count at:(last From))`,
		`(if (is Threatened (id "King" Mover) at:(last To)) 1 0)`,
		`(if (is Within (id "King" Mover) in:(sites Centre)) 1 0)`,
		`(where "King" Mover)`,
		`(count Stack to:(sites Board))`,
		`(count Stack FromTop at:(last From))`,
		`(count SizeBiggestLine)`,
		`(size Territory Mover)`,
		`(size Territory All)`,
		`(size Territory Neutral)`,
		`(count Sites in:(sites Occupied by:Neutral))`,
		`(count Sites in:(sites Occupied by:Neutral top:False))`,
		`(count Sites in:(sites Occupied by:Enemy component:"King"))`,
		`(count Pieces Neutral)`,
		`(count Moves)`,
		`(count Adjacent at:(last To))`,
		`(count Sites in:(sites Between from:(last From) to:(last To)))`,
		`(count Sites in:(sites Direction from:(last To) stop:(is Occupied (to))))`,
		`(count Sites in:(sites Direction from:(last To) stop:(is Empty (to)) stopIncluded:True))`,
		`(count Sites in:(sites Around (last To) NotEnemy))`,
		`(count Sites in:(sites Around (last To) NotOwn))`,
		`(count Sites in:(sites Around (last To) Enemy))`,
		`(count Sites in:(sites Distance Adjacent from:(last To) (range 1 2)))`,
		`(count Sites in:(forEach (sites Board) if:(is Empty (site))))`,
		`(count Sites in:(forEach (sites Board) if:(is Enemy (who at:(site)))))`,
		`(count Sites in:(forEach (sites Board) if:(= 0 (what at:(site)))))`,
		`(count Sites in:(forEach (sites Board) if:(is Occupied (site))))`,
		`(count Sites in:(forEach (sites Board) if:(= 0 (who at:(site)))))`,
		`(count Sites in:(forEach (sites Board) if:(= 0 (count at:(site)))))`,
		`(if (is Line 2 what:0) 1 0)`,
		`(if (is Line 2 Mover byLevel:True) 1 0)`,
		`(if (is Line 3 Orthogonal top:True) 1 0)`,
		`(if (all Sites (sites Around (last To)) if:(is Empty (site))) 1 0)`,
		`(if (is Pattern {F R F R F R}) 1 0)`,
		`(if (is Connected {(sites Top) (sites Bottom)}) 1 0)`,
		`(size Territory NonMover)`,
		`(if (is Line 3 byLevel:True) 1 0)`,
		`(if (is Line 3) 1 0)`,
		`(if (is Line 3 through:5) 1 0)`,
		`(if (is Line 3 through:5 top:True) 1 0)`,
		`(if (is Line 2 through:5 Mover top:True) 1 0)`,
		`(if (is Line 2 through:5 All) 1 0)`,
		`(if (is Line 2 through:5 what:0 top:True) 1 0)`,
		`(if (is Line 2 through:(last From) byLevel:True) 1 0)`,
		`(if (is Threatened at:(last To)) 1 0)`,
		`(if (is Friend (who at:(last From))) 1 0)`,
		`(state at:(last From))`,
		`(layer of:(last To))`,
		`(count SizeBiggestGroup)`,
		`(if (can Move (move Slide (from (last To)))) 1 0)`,
		`(if (can Move (move Hop (from (last To)) Orthogonal (to if:(is Empty (to))))) 1 0)`,
		`(if (can Move (move Step (from (last To)) (to if:(is Empty (to))))) 1 0)`,
		`(if (can Move (move Add (to (sites Around (last To)) if:(is Empty (to))))) 1 0)`,
		`(if (can Move (move Remove (sites Around (last To)))) 1 0)`,
		`(if (can Move (move Leap (from (last To)) {{F F L F}} (to if:(is Empty (to))))) 1 0)`,
		`(count Sites in:(sites Occupied by:NonMover))`,
		`(if (can Move (custodial (from (last To)) (between (apply (remove (between)))) (to if:(is Empty (to))))) 1 0)`,
		`(if (can Move (intervene (from (last To)) (to if:(is Empty (to))))) 1 0)`,
		`(if (can Move (surround (from (last To)) (between (apply (remove (between)))) (to if:(is Empty (to))))) 1 0)`,
		`(if (can Move (directional (from (last To)) (to if:(is Empty (to))))) 1 0)`,
		`(if (can Move (enclose (from (last To)) (between if:(is Empty (between))))) 1 0)`,
	}
	after := func(name, effect string) {
		t.Run(name, func(t *testing.T) {
			inStep(t, fmt.Sprintf(`(game "Hollow" (players {(player N) (player S)})
			(equipment {(board (square 4)) (regions "Far" P1 (sites Top)) (regions "Far" P2 (sites Bottom))
				(piece "King" Each (move Step (from (from) level:(level)) (to if:(not (is Friend (who at:(to)))) %[1]s)))
				(piece "Man" Each (move Step (from (from) level:(level)) (directions {Forward FR FL})
					(to if:(not (is Friend (who at:(to)))) %[1]s)
					(then (if (is In (last To) (sites Mover "Far")) (promote (last To) (piece (id "King" Mover)))))))})
			(rules (start {(place Stack "Man1" (sites Row 1)) (place Stack "Man2" (sites Row 2))
				(place "King1" 0) (place "King2" 15) (place "Man1" 1) (place "Man2" 14)})
				(play (forEach Piece (then (and {%[2]s})))) (end (if (> (count Moves) 80) (result Mover Win)))))`,
				removing, effect))
		})
	}
	const most = 12
	for first := 0; first < len(asked); first += most {
		var notes strings.Builder
		for i, x := range asked[first:min(first+most, len(asked))] {
			fmt.Fprintf(&notes, "(set Var \"%d\" %s)", i, x)
		}
		after(asked[first], notes.String())
	}
	for _, x := range []string{
		`(custodial (from (last To)) (between (apply (remove (between)))))`,
		`(enclose (from (last To)) (between if:(not (is Empty (between))) (apply (addScore Mover 1))))`,
		`(enclose (from (last To)) Orthogonal (between if:(is Enemy (who at:(between))) (apply (remove (between)))))`,
		`(directional (from (last To)) (to (apply (addScore Mover (to)))))`,
		`(remove (sites Around (last To)))`,
		`(remove (last From))`,
		`(fromTo (from (last To)) (to (last From)))`,
		`(fromTo (from 5 level:0) (to 6))`,
		`(fromTo (from (last To)) (to (sites Around (last To) Empty)) stack:True)`,
		`(forEach Group (addScore Mover (count Sites in:(sites))))`,
		`(forEach Group if:(= (what at:(to)) 0) (addScore Mover (count Sites in:(sites))))`,
		`(forEach Site (sites Board) (if (is Empty (site)) (addScore Mover (site))))`,
		`(forEach Site (sites Board) (if (= 0 (what at:(site))) (remove (site))))`,
		`(forEach Level (last From) (remove (last From) level:(level)))`,
		`(take Control of:All by:Mover at:(last From))`,
	} {
		after(x, x)
	}
}
