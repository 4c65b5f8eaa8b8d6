package rg

// Description is a description at the low level, its names not yet resolved.
type Description struct {
	// Title is the name of the game.
	Title string

	src     *source
	types   []typeDecl
	consts  []dataDecl
	vars    []dataDecl
	edges   []edgeDecl
	pragmas []string
}

// typeExpr is a set of symbols, the name of a type, or the functions from one to another.
type typeExpr struct {
	name     string
	set      []token
	from, to *typeExpr
	pos      Pos
}

type typeDecl struct {
	name token
	typ  *typeExpr
}

// valueExpr is a symbol, or a function given by its values at some arguments and
// a value for all others.
type valueExpr struct {
	symbol  string
	entries []entryExpr
	pos     Pos
}

// entryExpr gives the value at an argument, at all others where that is "".
type entryExpr struct {
	key   string
	value *valueExpr
	pos   Pos
}

// dataDecl declares a constant or a variable.
type dataDecl struct {
	name  token
	typ   *typeExpr
	value *valueExpr
}

type exprKind uint8

const (
	eName  exprKind = iota // name: a variable, a constant, a parameter or a symbol
	eIndex                 // base[index]
	eCast                  // name(index): the value, which must be of the type
	eAny                   // name(*): any value of the type
)

type expr struct {
	kind        exprKind
	name        string
	base, index *expr
	pos         Pos
}

type actionKind uint8

const (
	aSkip actionKind = iota
	aAssign
	aEqual
	aUnequal
	aReach
	aUnreach
	aTag    // the symbol left.name
	aTagVar // the value of left
)

type action struct {
	kind        actionKind
	left, right *expr
	from, to    *nodeExpr // of aReach and aUnreach
	pos         Pos
}

// nodeExpr names a node; where it has parameters one node for every value.
type nodeExpr struct {
	name string
	args []argExpr
	pos  Pos
}

// argExpr is a value or parameter, or with a type the declaration of a parameter.
type argExpr struct {
	name string
	typ  *typeExpr
	pos  Pos
}

type edgeDecl struct {
	from, to *nodeExpr
	act      action
}
