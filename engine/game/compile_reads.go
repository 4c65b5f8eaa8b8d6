package game

import (
	"slices"
	"strings"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/lgdl"
)

// Reads are what the value of an expression depends on beside the actions
// applied so far: the iterators that it reads, whose turn it is, and the sites of the last move.
type Reads uint16

// The parts of Reads.
const (
	ReadsFrom Reads = 1 << iota
	ReadsTo
	ReadsBetween
	ReadsSite
	ReadsLevel
	ReadsValue
	ReadsPlayer
	ReadsEdge
	ReadsMover
	ReadsNext
	ReadsPrev
	ReadsLast
	ReadsData  // variables, scores, values of players
	ReadsBoard // what stands where
)

// iteratorReads are the iterators by the keyword that reads them.
var iteratorReads = map[string]Reads{"from": ReadsFrom, "to": ReadsTo, "between": ReadsBetween, "site": ReadsSite,
	"level": ReadsLevel, "value": ReadsValue, "player": ReadsPlayer, "edge": ReadsEdge}

// functions are the keywords of clauses whose value follows from their arguments
// and from what actions change: the sites, variables, scores and remembered numbers.
var functions = words(`+ - * / % ^ abs min max = != < <= > >= and or not xor if union intersection difference array
	arrayValue sizes regionSite ahead coord column row layer phase id centrePoint mapEntry handSite who
	what state rotation topLevel where expand exact range toInt no`)

// ofBoard are those functions and first words whose value does not change with the
// position as long as that of their arguments does not.
var ofBoard = words(`+ - * / % ^ abs min max and or not xor if union intersection difference array arrayValue regionSite
	coord column row layer phase id centrePoint mapEntry handSite range exact toInt`)

var regionsOfBoard = words(`Around Between Direction Distance Incident Row Column Layer Phase Cell Edge Board Top Bottom Left
	Right Inner Outer Perimeter Corners ConcaveCorners ConvexCorners Major Minor Centre Axial Horizontal
	Vertical Angled Slash Slosh`)

// ofPosition are those whose first argument, a constant, reports whether they are
// functions: the words that are.
var ofPosition = map[string]map[string]bool{
	"count": words(`Pieces Sites Groups Liberties Stack Adjacent Diagonal Neighbours Orthogonal Rows Columns Vertices Edges
		Cells Players Value`),
	"is":  words("Empty Occupied In Enemy Friend Mover Next Prev Even Odd"),
	"all": words("Sites"),
	"sites": words(`Around Between Direction Distance Group Incident LineOfSight Occupied Row Column Layer Phase Cell
	Edge State Empty Board Top Bottom Left Right Inner Outer Perimeter Corners ConcaveCorners
	ConvexCorners Major Minor Centre Axial Horizontal Vertical Angled Slash Slosh Side Crossing
	LargePiece Track Hand`),
}

func words(list string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(list) {
		m[w] = true
	}
	return m
}

// ReadsOf returns what the value of e depends on; false where it may depend on
// anything else, draw numbers, or leave an iterator assigned. nil depends on nothing.
func (k *Compiler) ReadsOf(e *lgdl.Expr) (r Reads, pure bool) {
	if e == nil {
		return 0, true
	}
	switch e.Kind {
	case lgdl.Int, lgdl.Bool, lgdl.Float, lgdl.String:
		return 0, true
	case lgdl.List:
		return k.readsOfAll(e.Items)
	case lgdl.Const:
		return k.readsOfConst(e.Text)
	case lgdl.Clause:
		if e.Form == nil {
			return 0, false
		}
		if x, known := k.reads[e]; known {
			return x.reads, x.pure
		}
		if r, pure = k.readsOfClause(e); k.reads == nil {
			k.reads = map[*lgdl.Expr]readsAndPure{}
		}
		k.reads[e] = readsAndPure{r, pure}
		return r, pure
	}
	return 0, false
}

type readsAndPure struct {
	reads Reads
	pure  bool
}

func (k *Compiler) readsOfAll(list []*lgdl.Expr) (r Reads, pure bool) {
	for _, x := range list {
		y, ok := k.ReadsOf(x)
		if !ok {
			return 0, false
		}
		r |= y
	}
	return r, true
}

// readsOfConst: roles follow the mover, relative directions what stands on a site.
func (k *Compiler) readsOfConst(text string) (Reads, bool) {
	switch text {
	case "Mover":
		return ReadsMover, true
	case "Enemy", "Friend", "Ally", "NonMover", "TeamMover":
		return ReadsMover | ReadsBoard, true
	case "Next":
		return ReadsNext, true
	case "Prev":
		return ReadsPrev, true
	case "Player":
		return ReadsPlayer, true
	}
	if _, absolute := board.ParseDirection(text); absolute {
		return 0, true
	}
	if r, ok := board.ParseRelative(text); ok {
		return ReadsBoard, r != board.SameDirection && r != board.OppositeDirection
	}
	return 0, text != "Random"
}

func (k *Compiler) readsOfClause(e *lgdl.Expr) (Reads, bool) {
	word := e.Form.Keyword
	if r, ok := iteratorReads[word]; ok && e.Form.Result == "int" {
		if !given(e.Args) {
			return r, true
		}
		if word == "value" {
			return k.readsOfValue(e)
		}
		return 0, false
	}
	switch word {
	case "var", "score":
		r, ok := k.readsOfAll(e.Args)
		return r | ReadsData, ok
	case "mover":
		return ReadsMover, true
	case "next":
		return ReadsNext, true
	case "prev":
		return ReadsPrev, !given(e.Args)
	case "player", "piece":
		return k.readsOfAll(e.Args)
	case "last":
		return ReadsLast, e.Form.Result == "int" && (is(e, "To") || is(e, "From")) && !given(e.Args[1:])
	case "directions", "sites", "is", "count", "size", "all", "forEach", "results", "step", "to", "difference":
		return k.readsOfSpecial(e)
	}
	if !functions[word] || word == "no" && !is(e, "Pieces") {
		return 0, false
	}
	r, ok := k.readsOfAll(e.Args)
	if !ofBoard[word] && (word != "ahead" || e.Args[3] == nil) {
		r |= ReadsBoard
	}
	switch word {
	case "sizes":
		ok = ok && e.Args[5] == nil // a condition sees the iterators of the group
	case "mapEntry", "id":
		r |= ReadsMover
	}
	return r, ok
}

// readsOfValue accepts the value of a piece or a player.
func (k *Compiler) readsOfValue(e *lgdl.Expr) (Reads, bool) {
	r, ok := k.readsOfAll(e.Args)
	return r | ReadsData | ReadsBoard, ok && (is(e, "Piece") || is(e, "Player"))
}

// readsOfSpecial are the clauses that bind iterators for some of their arguments,
// or that are functions in some of their forms only.
func (k *Compiler) readsOfSpecial(e *lgdl.Expr) (r Reads, pure bool) {
	first := ""
	if len(e.Args) > 0 && e.Args[0] != nil && e.Args[0].Kind == lgdl.Const {
		first = e.Args[0].Text
	}
	switch e.Form.Keyword {
	case "difference", "directions":
		if first == "Random" {
			return 0, false
		}
		r, ok := k.readsOfAll(e.Args)
		if e.Form.Result == "directions" && e.Form.Text != "(directions siteType from:int to:int)" &&
			!strings.HasPrefix(e.Form.Text, "(directions (absolute") {
			r |= ReadsBoard
		}
		return r, ok
	case "results":
		to, ok := k.readsOfAll(e.Args[2:4])
		from, fine := k.readsOfAll(e.Args[:2])
		value, good := k.ReadsOf(e.Args[4])
		return from | to&^ReadsFrom | value&^(ReadsFrom|ReadsTo), ok && fine && good
	case "step", "to": // parts of (count Steps …) and (sites Distance …)
		if e.Form.Result != "("+e.Form.Keyword+")" {
			return 0, false
		}
		return k.readsOfAll(e.Args)
	case "size":
		switch {
		case first == "Group" && e.Arg("if") == nil, first == "Array":
		case first == "Stack":
			if e.Arg("in") == nil && e.Arg("at") == nil {
				r = ReadsLast
			}
		default:
			return 0, false
		}
		args, ok := k.readsOfAll(e.Args[1:])
		return r | args | ReadsBoard, ok
	case "forEach":
		return k.readsOfEach(e)
	case "is":
		r = ReadsBoard
		switch first {
		case "In":
			if e.Args[1] == nil && e.Args[2] == nil {
				r |= ReadsTo
			}
		case "Mover", "Enemy", "Friend":
			r |= ReadsMover
		case "Next":
			r |= ReadsNext
		case "Prev":
			r |= ReadsPrev
		}
	case "all":
		if first != "Sites" {
			return 0, false
		}
		sites, ok := k.ReadsOf(e.Args[1])
		cond, fine := k.ReadsOf(e.Args[2])
		return sites | cond&^ReadsSite, ok && fine
	case "sites":
		return k.readsOfSites(e, first)
	case "count":
		r = ReadsBoard
		switch first {
		case "Adjacent", "Diagonal", "Neighbours", "Orthogonal", "Rows", "Columns", "Vertices", "Edges", "Cells",
			"Players":
			r = 0
		case "Sites":
			if e.Arg("in") != nil {
				r = 0
			}
		}
		if first == "Steps" {
			return k.readsOfSteps(e)
		}
		if first != "Pieces" && e.Arg("if") != nil {
			return 0, false // it sees the iterators of the group, the line or the stack
		}
		if (first == "Liberties" || first == "Stack" || strings.Contains(e.Form.Text, "countSiteType")) &&
			e.Arg("at") == nil && e.Arg("in") == nil && e.Arg("to") == nil {
			r |= ReadsLast
		}
	}
	if !ofPosition[e.Form.Keyword][first] {
		return 0, false
	}
	args, ok := k.readsOfAll(e.Args[1:])
	return r | args, ok
}

// readsOfSteps: the condition on a step sees the sites that it goes between.
func (k *Compiler) readsOfSteps(e *lgdl.Expr) (Reads, bool) {
	r, ok := k.readsOfAll(e.Args[5:])
	if step := e.Args[3]; step != nil {
		dirs, fine := k.ReadsOf(step.Args[1])
		cond, good := k.ReadsOf(step.Args[2].Arg("if"))
		turn, well := k.ReadsOf(e.Args[4])
		r, ok = r|dirs|cond&^(ReadsFrom|ReadsTo)|turn&^ReadsValue, ok && fine && good && well
	}
	return r | ReadsBoard, ok
}

// readsOfEach are the regions of sites that meet a condition, or united from others.
func (k *Compiler) readsOfEach(e *lgdl.Expr) (Reads, bool) {
	if e.Form.Result != "sites" || len(e.Args) != 2 || e.Args[0] == nil || e.Args[1] == nil || !IsRegion(e.Args[0]) {
		return 0, false
	}
	of, ok := k.ReadsOf(e.Args[0])
	x, fine := k.ReadsOf(e.Args[1])
	return of | x&^ReadsSite, ok && fine
}

func (k *Compiler) readsOfSites(e *lgdl.Expr, first string) (Reads, bool) {
	switch e.Form.Text {
	case "(sites [(player) | roleType] [siteType] [string])", "(sites ({int} | ints))", "(sites [siteType] {string})":
		if !given(e.Args) {
			return 0, false // the iterator
		}
		r, ok := k.readsOfAll(e.Args)
		if e.Form.Text != "(sites ({int} | ints))" {
			r |= ReadsMover | ReadsBoard
		}
		return r, ok
	case "(sites sitesMoveType moves)":
		r, ok := k.readsOfMoves(e.Args[1])
		return r | ReadsBoard, ok
	}
	if !ofPosition["sites"][first] {
		return 0, false
	}
	if first == "Group" {
		cond, ok := k.ReadsOf(e.Args[5])
		rest, fine := k.readsOfAll([]*lgdl.Expr{e.Args[2], e.Args[3], e.Args[4], e.Args[6]})
		return rest | cond&^(ReadsFrom|ReadsTo) | ReadsBoard, ok && fine
	}
	r, ok := k.readsOfAll(e.Args[1:])
	if !regionsOfBoard[first] || first == "Around" && e.Args[4] != nil || first == "Incident" && given(e.Args[4:]) ||
		first == "Distance" && e.Args[3] != nil {
		r |= ReadsBoard
	}
	switch first {
	case "Around", "Side", "Track", "Hand":
		r |= ReadsMover // whose they are, or by whom a kind of piece is seen
	}
	if first == "LineOfSight" && e.Arg("at") == nil {
		r |= ReadsLast
	}
	return r, ok
}

// readsOfMoves accepts the simple moves of the piece on (from), without effects, which
// look at nothing but what their conditions say and leave no iterator assigned.
func (k *Compiler) readsOfMoves(e *lgdl.Expr) (Reads, bool) {
	if e == nil || e.Kind != lgdl.Clause || e.Form == nil {
		return 0, false
	}
	switch e.Form.Keyword {
	case "step", "slide", "hop", "leap":
	default:
		return 0, false
	}
	r := ReadsFrom | ReadsMover | ReadsNext
	for _, x := range e.Args {
		if x == nil {
			continue
		}
		list := []*lgdl.Expr{x}
		if x.Kind == lgdl.Clause && x.Form != nil && (x.Form.Result == "(to)" || x.Form.Result == "(between)") {
			list = x.Args
		} else if x.Kind == lgdl.Clause && x.Form != nil && x.Form.Result != "directions" {
			return 0, false
		}
		y, ok := k.readsOfAll(list)
		if !ok {
			return 0, false
		}
		r |= y
	}
	return r, true
}

// given reports whether there is an argument.
func given(args []*lgdl.Expr) bool {
	return slices.ContainsFunc(args, func(x *lgdl.Expr) bool { return x != nil })
}
