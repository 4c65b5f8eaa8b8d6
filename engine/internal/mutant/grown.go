package mutant

import (
	"regexp"

	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/rng"
)

// The parts of games in which <…> is filled with something grown of that type.
const (
	grownPieces = `(piece "Man" Each (move Step (to if:(is Empty (to))))) (piece "King" Each (flips 1 2))`
	grownEnd    = `(end {(if <bool> (result Mover Win)) (if (> (count Moves) 25) (result All Draw))})`
	grownPlay   = `(play (or {(move Add (to (sites Empty)) (then <nonDecision>)) (forEach Piece) <moves>})) ` + grownEnd
)

// grownGames are the games.
var grownGames = []string{
	`(game "Plain" (players 2) (equipment {(board (square 4)) ` + grownPieces + ` (regions "Home" P1 (sites Bottom))
		(regions "Home" P2 (sites Top)) (map "Map" {(pair 0 5) (pair 3 9)})})
		(rules (start {(place "Man1" {0 5}) (place "Man2" {6 10}) (place "King1" 3)}) ` + grownPlay + `))`,
	`(game "Stacks" (players 2) (equipment {(board (square 3)) ` + grownPieces + ` (hand Each) (dice d:3 num:2)})
		(rules (start {(place Stack "Man1" {0 5} count:3) (place Stack "Man2" {6 2} count:2) (place "King1" 3)}) ` +
		grownPlay + `))`,
	`(game "Seeds" (players 2) (equipment {(mancalaBoard 2 4 store:None (track "Track" "0,E,N,W" loop:True))
		(regions P1 (sites Bottom)) (regions P2 (sites Top)) (piece "Seed" Shared) (hand Each)})
		(rules (start {(set Count 3 to:(sites Track))}) ` + grownPlay + `))`,
	`(game "Hex" (players 3) (equipment {(board (hex 3) use:Vertex) ` + grownPieces + ` (piece "Rock" Neutral)})
		(rules (start {(place "Man1" {0 5}) (place "Man2" {6 10}) (place "King3" 3) (place "Rock0" 12)}) ` +
		grownPlay + `))`,
	`(game "Track" (players 2) (equipment {(board (rectangle 1 9) {(track "Track" "0,E" P1 directed:True)
		(track "Track" "8,W" P2 directed:True)}) ` + grownPieces + ` (hand Each) (dice d:2 num:1)})
		(rules (start {(place "Man1" (handSite P1) count:2) (place "Man2" (handSite P2) count:2)}) ` + grownPlay + `))`,
	`(game "Wide" (players 2) (equipment {(board (square 9)) ` + grownPieces + `}) (rules (start {(place "Man1" {0 75})
		(place "Man2" {6 70} value:3) (place "King1" 3 state:1) <startRule>}) ` + grownPlay + `))`,
	`(game "Mixed" (players 2) (equipment {(board (square 3)) ` + grownPieces + `}) (rules (start {(place "Man1"
		Vertex {0 5}) (place "Man2" Edge {6 10}) (place "King2" Cell {3 4})}) (play (or {(move Add (to Edge (sites Empty
		Edge)) (then <nonDecision>)) (move (from Vertex (sites Occupied by:Mover on:Vertex)) (to Cell <sites>))
		<moves>})) ` + grownEnd + `))`,
	`(game "Cards" (players 2) (equipment {(board (rectangle 1 5)) (deck cardsBySuit:3 suits:4 {(card Ace rank:3
		value:11) (card King rank:2 value:4) (card Queen rank:1 value:3 trumpRank:4 trumpValue:12)}) (hand Each size:4)})
		(rules (start {(deal Cards 4)}) (play (or {(forEach Level (handSite Mover) (move (from (handSite Mover)
		level:(level)) (to (mover)) (then <nonDecision>))) (move Pass) <moves>})) ` + grownEnd + `))`,
	`(game "Phases" (players 2) (equipment {(board (square 3)) ` + grownPieces + ` (dice d:4 num:2)}) (rules phases:{
		(phase "A" (play (or (move Add (to (sites Empty)) (then <nonDecision>)) (move Pass))) (nextPhase <bool> "B"))
		(phase "B" (play (or (forEach Die (move (from (sites Occupied by:Mover)) (to (sites Empty)))) <moves>)) ` +
		grownEnd + ` (nextPhase Mover <bool> "A"))} ` + grownEnd + `))`,
	`(game "Together" (players 2) (mode Simultaneous) (equipment {(board (square 3)) ` + grownPieces + `}) (rules (start
		(set Score Each 2)) ` + grownPlay + `))`,
	`(game "Large" (players 2) (equipment {(board (square 4)) (tile "Man" Each {L F}) (tile "King" Each {F R F}) })
		(rules (start (place "Man1" 5)) (play (or {(move Add (piece (id "Man" Mover)) (to (sites Empty)) (then
		<nonDecision>)) (move (from (sites Occupied by:Mover)) (to (sites Empty))) <moves>})) ` + grownEnd + `))`,
	`(game "LargeHands" (players 2) (equipment {(board (square 5)) (piece "Dot" Neutral) (piece "Man" Each (move Step (to
		if:(is Empty (to))))) (tile "King" Each {{F R F} {F F}} (or <moves> (move Step (to if:(is Empty (to)))))) (hand Each
		size:2)}) (rules (start {(place "King1" 6 state:0) (place "King2" 17 state:2) (place "Man1" 0) (place "Man2" 24) (place
		"King1" (handSite P1))}) (play (or {(forEach Piece (then <nonDecision>)) (move (from (handSite Mover)) (to (sites
		Empty))) <moves>})) ` + grownEnd + `))`,
	`(game "Dominoes" (players 2) (equipment {(boardless Square) (piece "Man" Each) (hand Each size:6) (dominoes upTo:2)})
		(rules (start (deal Dominoes 3)) (play (or {(move (from (sites Hand Mover) if:(is Occupied (from))) (to (sites
		LineOfPlay)) (then <nonDecision>)) (move Pass (then (take Domino))) <moves>})) ` + grownEnd + `))`,
	`(game "Hidden" (players 2) (equipment {(board (square 3)) ` + grownPieces + ` (hand Each)}) (rules (start {
		(place "Man1" {0 5}) (place "Man2" {6 7}) (set Hidden What (sites Bottom) to:P2) <startRule>}) (play (or {(move Add
		(to (sites Empty) (apply <nonDecision>)) (then (set Hidden at:(last To) to:Next))) (forEach Piece) <moves>})) ` +
		grownEnd + `))`,
	`(game "Nowhere" (players 2) (equipment {(boardless Square) ` + grownPieces + ` (hand Each)}) (rules (start {
		(place "Man1" (centrePoint)) (place "Man2" (handSite P2))}) (play (or {(forEach Piece) (move Add (to (sites Around
		(sites Occupied by:All container:"Board") Empty)) (then <nonDecision>)) <moves>})) ` + grownEnd + `))`,
	`(game "Alone" (players 1) (equipment {(board (square 4)) (piece "Man" P1 (move Step (to if:<bool>))) (piece
		"King" Shared)}) (rules (start {(place "Man" {0 5}) (place "King" {3 9 12})}) ` + grownPlay + `))`,
	`(game "Meta" (players 2) (equipment {(board (square 3)) ` + grownPieces + ` (hand Each)}) (rules (meta <{metaRule}>)
		(start {(place "Man1" 0) (place "Man2" 6)}) ` + grownPlay + `))`,
	`(game "Starts" (players 2) (equipment {(board (square 4)) ` + grownPieces + ` (hand Each) (map "Map" {(pair 0 5)})
		(regions "Home" P1 (sites Bottom))}) (rules (start <{startRule}>) ` + grownPlay + `))`,
	`(game "Sums" (players 2) (equipment {(board (hex 2)) ` + grownPieces + ` (dice num:1)}) (rules (start {(set Score
		Each 1) (place "King1" 0) (place "King2" 6)}) (play (or {(move (from <sites>) (to <sites>) (then (set Score Mover
		<int>))) (move Add (to (sites Empty)) (then (set Var "A" <int>))) (move Pass)})) (end {(if (= (score Mover)
		<int>) (result Next Win)) (if (> (count Moves) 25) (byScore))})))`,
	`(game "Teams" (players 4) (equipment {(board (square 4)) ` + grownPieces + `}) (rules (start {(set Team 1 {P1 P3})
		(set Team 2 {P2 P4}) (place "Man1" 0) (place "Man2" 3) (place "Man3" 15) (place "Man4" 12)}) (play (or {(forEach
		Piece (then <nonDecision>)) (move Add (to (sites Empty)) (then <nonDecision>)) <moves>})) ` + grownEnd + `))`,
	`(game "Bets" (players 2) (equipment {(board (square 3)) ` + grownPieces + `}) (rules (start {(set Amount 10) (set
		Score Each 1)}) (play (or {(move Bet Mover (range 0 2) (then <nonDecision>)) (move Propose {"A" "Man"} (then
		<nonDecision>)) (move Vote {"A" "Man"}) <moves>})) ` + grownEnd + `))`,
	`(game "Heap" (players 2) (equipment {(board (square 3 pyramidal:True) use:Vertex) ` + grownPieces + `}) (rules (meta
		(gravity)) (start {(place "Man1" 0) (place "Man2" 6)}) ` + grownPlay + `))`,
}

// grownHole is a place for something grown.
var grownHole = regexp.MustCompile(`<(\{?\w+\}?)>`)

// Grown is a game with parts that are drawn from a grammar: that of a number among those of a seed.
func Grown(g *lgdl.Grammar, seed, i uint64) string {
	grower, r := NewGrower(g, "Man", "King", "Home", "Map", "Track", "A"), rng.Derive(seed, i)
	return grownHole.ReplaceAllStringFunc(grownGames[r.Below(len(grownGames))], func(hole string) string {
		return grower.Grow(hole[1:len(hole)-1], r.Below(5), &r)
	})
}
