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

// TestPairs plays games with two effects for a move, of which by the rules both are found before either is made: where
// the first changes what the second is found from, compiled code must find it before, too, or refuse the game.
func TestPairs(t *testing.T) {
	const pieces = `(piece "Man" Each) (piece "King" Each (flips 1 2))`
	boards := map[string]string{
		"plain": `(game "Pairs" (players 2) (equipment {(board (square 4)) ` + pieces + `})
			(rules (start {(set Score Each 1) (place "Man1" {0 5}) (place "Man2" {6 10}) (place "King1" 3 state:1)})
				(play (move Add (to (sites Empty)) (then %s))) (end (if (or (is Full) (> (count Moves) 20)) (byScore)))))`,
		"stacks": `(game "Pairs" (players 2) (equipment {(board (square 4)) ` + pieces + `})
			(rules (start {(set Score Each 1) (place Stack "Man1" {0 5} count:3) (place Stack "Man2" {6 10} count:2)
					(place "King1" 3 state:1)})
				(play (move Add (to (sites Board) if:(< (size Stack at:(to)) 5)) stack:True (then %s)))
				(end (if (> (count Moves) 20) (byScore)))))`,
		"seeds": `(game "Pairs" (players 2) (equipment {(mancalaBoard 2 4 store:None (track "Track" "0,E,N,W" loop:True))
				(regions P1 (sites Bottom)) (regions P2 (sites Top)) (piece "Seed" Shared) (hand Each)})
			(rules (start {(set Score Each 1) (set Count 3 to:(sites Track))})
				(play (move Select (from (sites Mover) if:(< 0 (count at:(from)))) (then %s)))
				(end (if (> (count Moves) 20) (byScore)))))`,
	}
	effects := map[string]string{
		"remove":    `(remove 0)`,
		"add":       `(add (piece {2}) (to (sites Around (last To))))`,
		"bring":     `(fromTo (from 0) (to (last To)))`,
		"pile":      `(fromTo (from 5) (to 0) count:(count at:5))`,
		"part":      `(fromTo (from 5) (to (last To)) count:2)`,
		"push":      `(push (from (last To)) E)`,
		"turn":      `(flip 3)`,
		"state":     `(set State at:(last To) (+ 1 (% (count Pieces All) 3)))`,
		"value":     `(set Value at:5 (+ 1 (value Piece at:0)))`,
		"rotation":  `(set Rotation (to (last To)) (rotation at:0))`,
		"number":    `(set Count at:5 (+ 1 (count at:0)))`,
		"of nobody": `(set Value (player (who at:0)) (+ 1 (what at:(last To))))`,
		"step": `(forEach Piece (step Orthogonal (to if:(is Enemy (who at:(to))) (apply (and (addScore Mover
			(what at:(to))) (remove (to)))))))`,
		"arrival":   `(fromTo (from 0) (to (last To) (apply (set Value (player (who at:(to))) (what at:5)))))`,
		"condition": `(fromTo (from (sites Occupied by:Mover)) (to 9 (apply if:(is Enemy (who at:(to))) (addScore Mover 5))))`,
		"hop": `(hop (from (last To)) Adjacent (between if:(is Enemy (who at:(between))) (apply (addScore Mover (what
			at:(between))))) (to if:(is Empty (to)) (apply (set Var "H" (count Pieces Next)))))`,
		"leap": `(leap (from (last To)) { {F F L F} } (to if:(is Empty (to)) (apply (set Var "L" (count Pieces Mover)))))`,
		"slide": `(slide (from (last To)) Orthogonal (between if:(is Empty (between)) (apply (addScore Mover (count Pieces
			All)))) (to if:(is Enemy (who at:(to))) (apply (set Var "S" (what at:0)))))`,
		"exchange": `(add (piece {1}) (to (sites Around 5) if:(is Occupied (to)) (apply (and (set Var "A" (what at:(to)))
			(remove (to))))))`,
		"sow": `(sow)`,
		"catch": `(sow if:(= 4 (count at:(to))) apply:(fromTo (from (to)) (to (handSite Mover)) count:(count at:(to)))
			origin:True)`,
		"catch back":  `(sow if:(< 1 (count at:(to))) apply:(remove (to)) backtracking:(< 2 (count at:(to))))`,
		"sow counted": `(sow 1 count:4 sowEffect:(addScore Mover (count at:(to))) skipIf:(= 4 (count at:(to))))`,
	}
	for board, text := range boards {
		played := 0
		for a, first := range effects {
			for b, second := range effects {
				if board == "stacks" && (a == "sow" || b == "sow") {
					continue // what is refused
				}
				played += playedInStep(t, board+": "+a+" and "+b, fmt.Sprintf(text, `(and `+first+` `+second+`)`))
			}
		}
		if least := len(effects) * len(effects) / 2; played < least {
			t.Errorf("%s: %d plays were played to the end, of at least %d", board, played, least)
		}
	}
}

// playedInStep plays two games of a description in step with the rules, and returns how many of them came to an end;
// none where it is refused.
func playedInStep(t *testing.T, name, text string) (played int) {
	t.Helper()
	p, err := lower.Game(gametest.Compile(t, text))
	if err == nil {
		err = p.Finish(true, nil)
	}
	var refusal *position.Refusal
	if errors.As(err, &refusal) {
		return 0
	} else if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	pl := newPlayer(p, closure.New(p.Program))
	for seed := range uint64(2) {
		if err := lockStep(t, pl, seed); err == nil {
			played++
		} else if !errors.Is(err, errSpoilt) {
			t.Errorf("%s: %v", name, err)
			break
		}
	}
	return played
}

// TestPlacesOfDice plays games in which pieces come to the places of dice, whose faces lie there: such plays are given up.
func TestPlacesOfDice(t *testing.T) {
	for name, moves := range map[string]string{
		"moves":  `(forEach Piece (move (from) (to (trackSite Move steps:(+ 1 (count Moves))) (apply (remove (to))))))`,
		"effect": `(move Add (to (sites Empty)) (then (if (= 3 (% (count Moves) 5)) (fromTo (from (last To)) (to 10)))))`,
		"states": `(move Add (to (sites Empty)) (then (if (= 3 (% (count Moves) 5)) (set State at:10 1))))`,
	} {
		t.Run(name, func(t *testing.T) {
			inStepOrRefused(t, fmt.Sprintf(`(game "%s" (players 2) (equipment {
			(board (square 3) {(track "Track" {0 1 2 5 8 7 6 3 9 10 11} loop:True)}) (hand P1) (dice d:4 num:2)
			(piece "Man" Each)})
			(rules (start {(place "Man1" 0) (place "Man2" 8)}) (play (do (roll) next:%s))
				(end (if (> (count Moves) 12) (result Mover Win)))))`, name, moves))
		})
	}
	t.Run("start", func(t *testing.T) {
		p, err := lower.Game(gametest.Compile(t, `(game "start" (players 2) (equipment {(board (square 3)) (dice d:4 num:1)
			(piece "Man" Each (move Step (to if:(is Empty (to)))))}) (rules (start {(place "Man1" 0) (place "Man2" 8)
			(place Stack "Man1" 9 count:3)}) (play (do (roll) next:(forEach Piece))) (end (if (> (count Moves) 12) (byScore)))))`))
		if err == nil {
			err = p.Finish(true, nil)
		}
		if err == nil || !strings.Contains(err.Error(), "places of dice") {
			t.Errorf("refused for %v", err)
		}
	})
}

// TestHugeDice plays games with dice whose sum has more than 32 bits: it wraps, as all numbers of the rules.
func TestHugeDice(t *testing.T) {
	for name, moves := range map[string]string{
		"all": `(or (forEach Piece) (move Pass (then (set Score Mover (count Pips)))))`,
		"each": `(or (forEach Die combined:True if:(!= 6 (pips)) (forEach Piece (then (set Score Mover (pips)))))
			(move Pass))`,
	} {
		t.Run(name, func(t *testing.T) {
			inStep(t, `(game "Huge" (players 2) (equipment {(board (square 3)) (piece "Man" Each (move Step (to if:(< 0 (count
				Pips))))) (dice d:2 facesByDie:{{0 4} {2147483647 6}} num:2)}) (rules (start {(set Score Each 1) (place "Man1" 0)
				(place "Man2" 5)}) (play (do (roll) next:`+moves+`)) (end (if (> (count Moves) 30) (byScore)))))`)
		})
	}
}

// TestNobody plays games in which nobody has a score and a value.
func TestNobody(t *testing.T) {
	inStep(t, onto(`(place "Man1" 0)`, `(and {(set Value (player (who at:5)) (last To)) (set Score (player (who at:6)) 3)
		(addScore Mover (+ (value Player (who at:5)) (score (player (who at:6)))))})`))
}

// TestListedSeeds plays games in which a hole is sown first, whose only seed is then listed anew.
func TestListedSeeds(t *testing.T) {
	inStep(t, `(game "Listed" (players 2) (equipment {(mancalaBoard 2 4 store:None (track "Track" "0,E,N,W" loop:True))
		(regions P1 (sites Bottom)) (regions P2 (sites Top)) (piece "Seed" Shared) (hand Each)})
		(rules (start (set Count 3 to:(sites Track))) (play (move Select (from (sites Occupied by:All)
				if:(> (count at:(from)) 0)) (then (sow origin:True (then (forEach Site (sites Track) (if (is In (count
				at:(site)) (sites {2 4 6})) (fromTo (from (site)) (to (handSite Mover)) count:(count at:(site))))))))))
			(end (if (or (= 0 (count in:(sites Track))) (> (count Moves) 60)) (byScore)))))`)
}

// TestSharedEnemies plays games in which pieces that all players share are taken, as those of enemies are.
func TestSharedEnemies(t *testing.T) {
	for _, move := range []string{
		`(step (to if:(is Enemy (who at:(to))) (apply (remove (to)))))`,
		`(hop (between if:(is Enemy (who at:(between))) (apply (remove (between)))) (to if:(is Empty (to))))`,
		`(slide (to if:(is Enemy (who at:(to))) (apply (remove (to)))))`,
		`(leap { {F F L F} {F F R F} } (to if:(not (is Enemy (who at:(to))))))`,
	} {
		inStep(t, `(game "Shared" (players 2) (equipment {(board (square 4)) (piece "Man" Each (move `+
			strings.ToUpper(move[1:2])+move[2:]+`) (piece "Prey" Shared)})
			(rules (start {(place "Man1" {0 1}) (place "Man2" {14 15}) (place "Prey" {5 6 9 11})})
				(play (or (forEach Piece) (move Pass))) (end (if (> (count Moves) 30) (result Mover Win)))))`)
	}
}
