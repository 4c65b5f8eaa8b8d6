package lower_test

import (
	"fmt"
	"testing"
)

// TestCards plays games with cards: trumps that are set, cards that are played as such, and dealt during the play.
func TestCards(t *testing.T) {
	const hold = `(handSite Mover)`
	for name, play := range map[string]string{
		"trumps": `(or {(move Set TrumpSuit 2) (move Set TrumpSuit (difference (array {1 2 3}) (array {2})))
			(forEach Level ` + hold + ` (move (from ` + hold + `
			level:(level)) (to (- (mover) 1)) (then (if (= (card Suit at:(last To)) (card TrumpSuit)) (addScore Mover
			(card TrumpValue
			at:(last To))) (set TrumpSuit (card Suit at:(last To)))))))})`,
		"cards played": `(or (move PlayCard (then (addScore Mover (card Rank at:(last To))))) (move Pass))`,
		"cards played by effects": `(move Select (from (sites Board)) (then (if (= 1 (size Stack at:(handSite
			Mover))) (playCard) (remove (handSite Mover)))))`,
		"cards dealt": `(or (move PlayCard) (move Select (from (sites Board)) (then (if (< 8 (size Stack at:5))
			(deal Cards 2
			beginWith:(mover))))))`,
		"a card for each": `(or (move PlayCard) (move Select (from (sites Board)) (then (if (< 3 (size Stack at:5))
			(and (deal Cards (then (addScore Mover 1))) (addScore Next 2))))))`,
		"cards drawn": `(or (random (move PlayCard) num:1) (move Pass))`,
	} {
		t.Run(name, func(t *testing.T) {
			inStep(t, fmt.Sprintf(`(game "Cards" (players 3) (equipment {(board (rectangle 1 5)) (deck cardsBySuit:6 suits:4
				{(card Ace rank:3 value:11) (card King rank:2 value:4) (card Queen rank:1 value:3 trumpRank:4 trumpValue:12)})
				(hand Each size:1)})
				(rules (start {(set Score Each 1) (deal Cards 3)}) (play %s) (end (if (> (count Moves) 20)
			(byScore)))))`, play))
		})
	}
}
