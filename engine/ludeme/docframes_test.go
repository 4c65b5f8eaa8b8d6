package ludeme_test

import "strings"

// kind is a kind of game that examples are put into.
type kind struct {
	equipment, start string
	play             string // the moves when the hole is elsewhere
	origin           string // what is selected before an effect that is an example; "" adds that to play
}

const (
	boardWithTracks = `(board (square 5) {(track "Loop" "0,E,N,W,S" loop:True)
		(track "Way" "0,E" P1 directed:True) (track "Way" "24,W" P2 directed:True)})`
	disc   = `(piece "Disc" Each (move Step (to if:(is Empty (to)))))`
	pieces = disc + ` (piece "King" Each (flips 1 2)) (hand Each size:2)
		(regions "Goal" P1 (sites Top)) (regions "Goal" P2 (sites Bottom)) (map "Twin" {(pair 0 24) (pair P1 24)})`
	plain = boardWithTracks + pieces
	setup = `(place "Disc1" (sites Row 0)) (place "Disc2" (sites Row 4))
		(place "King1" 11) (place "King2" 13) (place "Disc2" 12)`
	stacked = `(place Stack items:{"Disc1" "Disc2" "Disc1"} 12) (place Stack items:{"Disc2" "Disc1"} 13)
		(place "King1" 3) (place "King2" 20)`
	steps  = `(or {(forEach Piece) (move Pass)})`
	adds   = `(or {(move Add (to (sites Empty))) (move Pass)})`
	hands  = `(or {(forEach Piece container:(mover) (move (from) (to (sites Random)))) (move Pass)})`
	cards  = `(or {(forEach Piece container:(mover) (move (from level:0) (to (sites Random)))) (move Pass)})`
	ownPit = `(sites Mover) if:(> (count at:(from)) 0)`
	over   = `(if (no Moves Next) (result Mover Win))`
)

var kinds = map[string]kind{
	"":       {equipment: plain, start: setup, play: steps},
	"stacks": {equipment: plain, start: stacked, play: steps},
	"dice":   {equipment: plain + ` (dice d:6 num:2)`, start: setup, play: `(do (roll) next:` + steps + `)`},
	"teams":  {equipment: plain, start: setup + ` (set Team 1 {P1}) (set Team 2 {P2})`, play: steps},
	"walled": {equipment: plain, start: `(place "Disc1" {7 11 13 17}) (place "Disc2" 12)`, play: steps,
		origin: `(sites Occupied by:P1)`},
	"edges": {equipment: `(board (square 3) use:Edge) (piece "Line" Each)`,
		start: `(place "Line1" {0 1 2 3}) (place "Line2" {5 6})`, play: adds},
	"cards": {equipment: `(board (square 5)) (deck) (hand Each size:5) (piece "Disc" Each)`,
		start: `(place "Disc1" 0) (deal Cards 3)`, play: cards},
	"dominoes": {equipment: `(board (square 12)) (dominoes upTo:3) (hand Each size:5)`,
		start: `(deal Dominoes 2)`, play: hands},
	"tiles": {equipment: `(board (square 5))
		(tile "Bend" numSides:4 {(path from:0 to:1 colour:1) (path from:2 to:3 colour:2)})`,
		start: `(place "Bend" 12)`, play: adds},
	"large": {equipment: `(board (square 5)) (tile "Bar" Each {{F F}}) (piece "Disc" Each)`,
		start: `(place "Disc1" 0)`, play: adds},
	"seeds": {equipment: `(mancalaBoard 2 4 store:None (track "Track" "0,E,N,W" loop:True)) (piece "Seed" Shared)
		(regions P1 (sites Bottom)) (regions P2 (sites Top))`,
		start: `(set Count 3 to:(sites Board))`, play: `(move Select (from ` + ownPit + `) (then (sow)))`, origin: ownPit},
	"pyramid": {equipment: `(board (square 4 pyramidal:True) use:Vertex) (piece "Ball" Each)`,
		start: `(place "Ball1" 0)`, play: adds},
}

// ends are the end rules that examine an example, by the result of its form.
var ends = map[string]string{
	"boolean":    `(if @ (result Mover Win))`,
	"int":        `(if (< 1000 @) (result Mover Win))`,
	"float":      `(if (< 1000 (toInt @)) (result Mover Win))`,
	"ints":       `(if (< 1000 (size Array @)) (result Mover Win))`,
	"range":      `(if (< 1000 (value Random @)) (result Mover Win))`,
	"sites":      `(if (< 1000 (count Sites in:@)) (result Mover Win))`,
	"directions": `(if (< 1000 (count Sites in:(sites Direction from:12 @))) (result Mover Win))`,
	"endRule":    `@`,
}

// described makes the text of a game.
func described(equipment, rules string) string {
	return `(game "Example" (players {(player N) (player S)}) (equipment {` + equipment + `}) (rules ` + rules + `))`
}

// ruled makes the text of rules.
func ruled(start, play, end string) string {
	return `(start {` + start + `}) (play ` + play + `) (end ` + end + `)`
}

// puzzle is a deduction puzzle; its parts are replaced by the hole.
const (
	puzzleValues = `(board (square 4) {(values Cell (range 1 4)) (values Edge (range 0 1))})`
	puzzleHints  = `(hints {(hint {0 1} 3) (hint {2 3} 5)} Cell)`
	puzzleStart  = `(set {{0 1} {5 2}})`
	puzzleMoves  = `(satisfy (all Different))`
	puzzleEnd    = `(if (is Solved) (result P1 Win))`
	puzzle       = `(game "Example" (players 1) (equipment {` + puzzleValues + ` (regions {Rows Columns})
		(regions "Diagonal" (sites {0 5 10 15})) ` + puzzleHints + `}) (rules (start ` + puzzleStart + `)
		(play ` + puzzleMoves + `) (end ` + puzzleEnd + `)))`
)

// metadataOf says where metadata stands, by the result of its form.
var metadataOf = map[string]string{
	"(metadata)":              `@`,
	"(info)":                  `(metadata @)`,
	"infoItem":                `(metadata (info {@}))`,
	"(recon)":                 `(metadata @)`,
	"reconItem":               `(metadata (recon {@}))`,
	"(graphics)":              `(metadata @)`,
	"graphicsItem":            `(metadata (graphics {@}))`,
	"(colour)":                `(metadata (graphics {(player Colour P1 @)}))`,
	"(ai)":                    `(metadata @)`,
	"agent":                   `(metadata (ai @))`,
	"selection":               `(metadata (ai (mcts @)))`,
	"(heuristics)":            `(metadata (ai @))`,
	"heuristicTerm":           `(metadata (ai (heuristics {@})))`,
	"heuristicTransformation": `(metadata (ai (heuristics {(material transformation:@)})))`,
	"(features)":              `(metadata (ai @))`,
	"(featureSet)":            `(metadata (ai (features @)))`,
	"(featureTrees)":          `(metadata (ai trainedFeatureTrees:@))`,
	"(decisionTree)":          `(metadata (ai trainedFeatureTrees:(featureTrees decisionTrees:{@})))`,
	"decisionTreeNode":        `(metadata (ai trainedFeatureTrees:(featureTrees decisionTrees:{(decisionTree P1 @)})))`,
	"(logitTree)":             `(metadata (ai trainedFeatureTrees:(featureTrees logitTrees:{@})))`,
	"logitNode":               `(metadata (ai trainedFeatureTrees:(featureTrees logitTrees:{(logitTree P1 @)})))`,
	"weight":                  `(metadata (ai (features (featureSet All {@}))))`,
}

// frames are games with a hole, @, for an example: by the result of the form, or
// by a name that the documentation gives, which may begin with a kind.
var frames = func() map[string]string {
	m := map[string]string{"game": `@`}
	for name, k := range kinds {
		if name != "" {
			name += " "
		}
		then := strings.Replace(k.play, `(move Pass)`, `(move Pass) (move Select (from (sites Board)) (then @))`, 1)
		if k.origin != "" {
			then = `(move Select (from ` + k.origin + `) (then @))`
		}
		m[name+"moves"] = described(k.equipment, ruled(k.start, `@`, over))
		m[name+"then"] = described(k.equipment, ruled(k.start, then, over))
		moving := strings.Replace(k.equipment, disc, `(piece "Disc" Each @)`, 1)
		m[name+"piece"] = described(moving, ruled(k.start, k.play, over))
		m[name+"startRule"] = described(k.equipment, ruled(k.start+` @`, k.play, over))
		m[name+"metaRule"] = described(k.equipment, `(meta @) `+ruled(k.start, k.play, over))
		for result, end := range ends {
			m[name+result] = described(k.equipment, ruled(k.start, k.play, end))
		}
	}
	votes := `{` + over + ` (if (is Proposed "Draw") (result All Draw)) (if (is Decided "Draw") (result All Draw))}`
	for _, hole := range []string{"moves", "then"} {
		m["votes "+hole] = strings.Replace(m[hole], over, votes, 1)
	}
	m["moves:effect"], m["moves:operator"], m["moves:decision"] = m["then"], m["then"], m["moves"]
	filling := ruled(``, `(move Add (to (sites Empty)))`, over)
	m["placing metaRule"] = described(plain, `(meta @) `+filling)
	m["rules"] = strings.Replace(described(plain, `@`), `(rules @)`, `@`, 1)

	m["item"] = described(`@ `+plain, ruled(setup, steps, over))
	m["(path)"], m["(pair)"] = m["item"], m["item"]
	m["board"] = described(`@ `+disc, filling)
	m["infinite item"] = described(`@ `+disc, ruled(``, `(move Add (to (sites Playable)))`, over))
	m["deck"] = described(`(board (square 3)) @ (hand Each size:2) `+disc, ruled(`(deal Cards 2)`, adds, over))
	m["deal startRule"] = described(`(board (square 3)) (deck) (hand Each size:26) `+disc, ruled(`@`, adds, over))
	m["graph"] = described(`(board @) `+disc, filling)
	m["graph of vertices"] = described(`(board @ use:Vertex) `+disc, filling)
	m["(poly)"] = m["graph"]
	m["dim"] = strings.ReplaceAll(m["graph"], `@`, `(rectangle 3 @)`)

	for name, part := range map[string]string{"board": puzzleValues, "item": puzzleHints, "start": puzzleStart,
		"moves": puzzleMoves, "end": puzzleEnd} {
		m["puzzle "+name] = strings.Replace(puzzle, part, `@`, 1)
	}
	m["puzzle"] = strings.Replace(puzzle, puzzleMoves, `(satisfy @)`, 1)
	for result, place := range metadataOf {
		m[result] = strings.ReplaceAll(m["moves"], `@`, steps) + "\n" + place
	}
	return m
}()
