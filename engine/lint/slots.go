package lint

import (
	"strings"
	"sync"

	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/ludeme"
)

// naming tells what the string in a slot of a form names, and how it is looked up.
type naming uint8

const (
	plain        naming = iota // a declaration, free text, or a name that compiling checks
	regionName                 // a region, or a site if it is shaped like a coordinate
	regionPart                 // the regions whose name contains it
	pieceName                  // the piece of that very name; compiling checks it
	pieceOrBox                 // a container or piece of that very name
	pieceMade                  // the same in a (piece …), which may bring it into play
	pieceOwned                 // the owner's piece whose name contains it
	pieceOwnedAt               // the same, only asked about
	pieceFamily                // the pieces of that name without their numbers
	pieceLike                  // the pieces whose name contains it
	containerAny               // a container
	containerOf                // a container, a hand by its owner
	trackLike                  // the track whose name contains it
	trackExact                 // the track of that very name
	coordinate                 // a site
	mapName                    // a map
	mapKey                     // a site, as the key of a map
	mapValue                   // a site or piece, as the value of a map
	phaseName                  // a phase; compiling checks it
	varSet                     // a variable
	varRead
	listSet // a list of remembered values
	listRead
	listForgotten
	eventSet // an event
	eventRead
	proposalSet // what is proposed or voted for
	proposalRead
	scoreSet // what a game has one of, or one for each player
	scoreRead
	pendingSet
	pendingRead
	counterSet
	counterRead
	potSet
	potRead
	amountSet
	amountRead
	playerValueSet
	playerValueRead
)

// quantityForms lists the forms that set or read what has no name, by a beginning
// of their notation and perhaps the first constant of the clause.
var quantityForms = []struct {
	form, constant string
	naming
}{
	{"(score ((player)", "", scoreRead},
	{"(byScore", "", scoreRead},
	{"(score roleType int)", "", scoreSet},
	{"(addScore", "", scoreSet},
	{"(set setPlayerType", "Score", scoreSet},
	{"(set setStartPlayerType", "Score", scoreSet},
	{"(set Pending", "", pendingSet},
	{"(is isSimpleType)", "Pending", pendingRead},
	{"(sites sitesSimpleType", "Pending", pendingRead},
	{"(value valueSimpleType)", "Pending", pendingRead},
	{"(set setValueType", "Counter", counterSet},
	{"(counter)", "", counterRead},
	{"(set setValueType", "Pot", potSet},
	{"(pot)", "", potRead},
	{"(set setStartPlayerType", "Amount", amountSet},
	{"(bet ", "", amountSet},
	{"(move Bet", "", amountSet},
	{"(amount ", "", amountRead},
	{"(set setPlayerType", "Value", playerValueSet},
	{"(value Player", "", playerValueRead},
}

// stringForms lists the forms of the language with slots for strings by a unique
// beginning of their notation, and what these slots name in their order. A test
// holds it against the grammar.
var stringForms = []struct {
	form  string
	slots []naming
}{
	{"(card string roleType", []naming{plain}},
	{"(coord [siteType] string)", []naming{coordinate}},
	{"(count StepsOnTrack", []naming{trackLike}},
	{"(count [countSiteType]", []naming{containerAny}},
	{"(count countComponentType", []naming{pieceLike}},
	{"(count string int)", []naming{pieceName}},
	{"(die string", []naming{plain}},
	{"(domino string", []naming{plain}},
	{"(expand [int | string]", []naming{containerAny}},
	{"(firstMoveOnTrack", []naming{trackLike}},
	{"(forEach Piece", []naming{pieceFamily, pieceFamily, containerAny}},
	{"(forget Value [string] All", []naming{listForgotten}},
	{"(forget Value [string] int", []naming{listForgotten}},
	{"(game string", []naming{plain}},
	{"(hints [string]", []naming{plain}},
	{"(id [string] roleType)", []naming{pieceOwned}},
	{"(id string)", []naming{pieceOrBox}},
	{"(is Target", []naming{containerAny}},
	{"(is Triggered", []naming{eventRead}},
	{"(is isPuzzleRegionResultType", []naming{regionPart}},
	{"(is isStringType string)", []naming{proposalRead}},
	{"(map [string] {(pair)})", []naming{plain}},
	{"(map [string] {int}", []naming{plain}},
	{"(mapEntry", []naming{mapName}},
	{"(match string", []naming{plain}},
	{"(max Distance", []naming{trackLike}},
	{"(move Slide", []naming{trackExact}},
	{"(move moveMessageType", []naming{proposalSet, proposalSet}},
	{"(nextPhase", []naming{phaseName}},
	{"(no Pieces", []naming{pieceLike}},
	{"(note ", []naming{plain}},
	{"(pair int string)", []naming{mapValue}},
	{"(pair roleType string)", []naming{mapValue}},
	{"(pair string roleType)", []naming{mapKey}},
	{"(pair string string)", []naming{mapKey, mapValue}},
	{"(phase string", []naming{plain}},
	{"(piece (string | int", []naming{pieceMade, pieceMade}},
	{"(piece string [roleType]", []naming{plain}},
	{"(place Random [sites]", []naming{pieceName}},
	{"(place Random {string}", []naming{pieceName}},
	{"(place Stack", []naming{pieceName, pieceName, containerAny, coordinate, coordinate}},
	{"(place string [siteType]", []naming{pieceName, coordinate}},
	{"(place string [string]", []naming{pieceName, containerAny, coordinate}},
	{"(propose ", []naming{proposalSet, proposalSet}},
	{"(regions [string]", []naming{plain, plain}},
	{"(remember Value", []naming{listSet}},
	{"(set RememberValue", []naming{listSet}},
	{"(set Var", []naming{varSet}},
	{"(set roleType [siteType] [int]", []naming{coordinate}},
	{"(set roleType [siteType] [{int}]", []naming{coordinate}},
	{"(sites Occupied", []naming{containerOf, pieceFamily, pieceFamily}},
	{"(sites Track", []naming{trackLike}},
	{"(sites [(player) | roleType]", []naming{regionName}},
	{"(sites [siteType] {string})", []naming{coordinate}},
	{"(sites sitesPlayerType", []naming{plain}},
	{"(slide ", []naming{trackExact}},
	{"(sow ", []naming{trackLike}},
	{"(subgame string", []naming{plain, plain}},
	{"(tile string", []naming{plain}},
	{"(track string", []naming{plain, plain}},
	{"(trackSite EndSite", []naming{trackLike}},
	{"(trackSite FirstSite", []naming{trackLike}},
	{"(trackSite Move", []naming{trackLike}},
	{"(trigger string", []naming{eventSet}},
	{"(values Remembered", []naming{listRead}},
	{"(var [string])", []naming{varRead}},
	{"(vote ", []naming{proposalSet, proposalSet}},
	{"(where Level string", []naming{pieceOwnedAt}},
	{"(where string", []naming{pieceOwnedAt}},
}

// isString reports whether a slot takes a string or a list of them.
func isString(s *lgdl.Slot) bool { return s.Type == "string" || s.Type == "{string}" }

// slotNames holds, by form and slot, what strings name.
var slotNames = sync.OnceValue(func() map[*lgdl.Form][]naming {
	m := map[*lgdl.Form][]naming{}
	for _, f := range ludeme.Grammar().Forms() {
		for _, row := range stringForms {
			if !strings.HasPrefix(f.Text, row.form) || isMetadata(f) {
				continue
			}
			names := make([]naming, len(f.Slots))
			n := 0
			for i := range f.Slots {
				if isString(&f.Slots[i]) && n < len(row.slots) {
					names[i] = row.slots[n]
					n++
				}
			}
			m[f] = names
		}
	}
	return m
})

// isMetadata reports whether a form belongs to the metadata of a description.
func isMetadata(f *lgdl.Form) bool {
	return strings.HasPrefix(ludeme.Source(f).File, "engine/ludeme/metadata/")
}
