package rg

// high is a parsed description at the high level.
type high struct {
	*source
	title     string
	domains   []domain
	functions []*function
	vars      []highVar
	graphs    []*graph
}

// domain is a type: symbols, and terms whose arguments run through ranges.
type domain struct {
	name  token
	terms []pattern
}

// pattern is a symbol, a name that stands for one, or a term; with the ranges that its names run through.
type pattern struct {
	name   token
	args   []pattern
	ranges []span
}

// span is a range of integers or the members of a domain.
type span struct {
	name     token // that runs through it
	from, to *term
	domain   token // instead, if from is nil
}

// function is computed for all arguments beforehand.
type function struct {
	name  token
	typ   *typeExpr
	cases []functionCase
}

type functionCase struct {
	args []pattern
	body *term
	pos  Pos
}

// highVar is a variable with its value at the start: a term or a table.
type highVar struct {
	name  token
	typ   *typeExpr
	value *table
}

// table gives values of a function by arguments; the last one that fits an argument counts.
type table struct {
	term    *term // instead of a table
	entries []tableEntry
	pos     Pos
}

type tableEntry struct {
	key    *term // nil for all others
	ranges []span
	value  *table
	pos    Pos
}

// graph is a part of the rules; parameters have values where it is used.
type graph struct {
	name   token
	params []param
	body   []*statement
}

type param struct {
	name token
	typ  *typeExpr
}

type termKind uint8

const (
	tName   termKind = iota // name
	tApply                  // name(args): a term of a domain, a function's value, a cast
	tIndex                  // args[0][args[1]]
	tBinary                 // args[0] name args[1]
	tNot                    // !args[0]
	tIf                     // if args[0] then args[1] else args[2]
	tAny                    // name(*)
	tReach                  // reachable(name(args))
)

type term struct {
	kind termKind
	name string
	args []*term
	pos  Pos
}

type statementKind uint8

const (
	sAssign statementKind = iota // left = right
	sTag                         // $ left
	sCheck                       // check(left)
	sCall                        // name(args)
	sBranch                      // one of blocks
	sForall                      // one of the values of a type for a name
	sIf                          // blocks[0] if left, else blocks[1]
	sWhile                       // blocks[0] while left
	sLoop                        // blocks[0] for ever
	sRepeat                      // blocks[0] left times
	sEnd
)

type statement struct {
	kind        statementKind
	left, right *term
	name        token
	typ         *typeExpr
	args        []*term
	blocks      [][]*statement
	pos         Pos
}
