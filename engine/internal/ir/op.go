package ir

// Op is the operation of an expression.
type Op uint8

// The operations of expressions. Truth values are I32: 0 or 1.
const (
	Const Op = iota // K
	Get             // the value of Local
	Load            // element Args[0] of Field
	Add             // the arithmetic of two operands of one integer type, modulo 2³² or 2⁶⁴
	Sub
	Mul
	Div // signed, towards zero; the lowering sees to it that the divisor is not 0
	Rem // signed, of Div
	And // bit by bit
	Or
	Xor
	Shl
	Shr // unsigned
	Eq  // comparisons of two operands of one integer type, signed
	Ne
	Lt
	Le
	Below  // unsigned <
	Not    // Args[0] == 0, of either integer type
	Both   // Args[0] and then Args[1]: the second is evaluated if the first is true
	Either // Args[0] or else Args[1]
	Choose // Args[1] if Args[0], else Args[2]; only that one is evaluated
	Wide   // an I32 as an I64, without sign
	Narrow // the low half of an I64
	Ones   // number of bits of an I64 that are set, as I32
	Lowest // number of the lowest bit of an I64 that is set, as I32; 64 for none
	Above  // number of bits above the highest of an I64 that is set, as I32; 64 for none
	// Numbers with a fraction are the bits of floating-point numbers of 64 bits in an I64. Operands are rounded to single
	// precision first, and so is what comes of them, but for comparisons and for Truncate.
	AddFloat
	SubFloat
	MulFloat
	DivFloat
	LessFloat  // whether one is, unrounded, less than another; false beside NaN
	EqualFloat // likewise, whether they are equal
	Least      // NaN beside NaN; and the greatest: -0 is less than 0
	Greatest
	Root     // of a square
	Float    // an I32 as such a number
	Single   // one that is only rounded
	Truncate // one without its fraction as an I32, the nearest one that there is; 0 for NaN
	Call     // the result of Func with Args
	Block    // Body, then the value Args[0]
	// Bit i: element 64·Args[1]+i of Field is Args[0], or less than it; those of elements that Field
	// does not have mean nothing. Numbers of 64 bits cannot be compared so.
	EqualBits
	LessBits
	// Bit i below 16: element Args[1]+i of Field, which is one of bytes, is Args[0]; those of elements that Field does
	// not have mean nothing. The first may lie up to 16 elements before Field.
	EqualFrom

	SetConst // the words of Words
	SetLoad  // set number Args[0] of Field
	SetEqual // the sites whose element of Field, which is not one of 64 bits, is Args[0]
	SetLess  // the sites whose element of Field is less than Args[0]
	SetAnd
	SetOr
	SetMinus  // Args[0] without Args[1]
	SetShift  // the sites of Args[0] plus K each; those below 0 or beyond the words are lost
	SetSelect // the set Args[1] if Args[0], else Args[2]
	SetHas    // whether the set Args[0] has the site Args[1] ≥ 0
	SetAny    // whether the set is not empty
	SetCount  // its number of sites
	numOps
)

// signature is what an operation takes and gives: a is the type of the operands,
// where it is one type, and r the result. Same stands for the type of the first operand.
type signature struct {
	name string
	n    int // of operands, -1 any
	r    Type
}

const same = Type(255)

var ops = [numOps]signature{
	Const: {"const", 0, same}, Get: {"get", 0, same}, Load: {"load", 1, same},
	Add: {"add", 2, same}, Sub: {"sub", 2, same}, Mul: {"mul", 2, same}, Div: {"div", 2, same}, Rem: {"rem", 2, same},
	And: {"and", 2, same}, Or: {"or", 2, same}, Xor: {"xor", 2, same}, Shl: {"shl", 2, same}, Shr: {"shr", 2, same},
	Eq: {"eq", 2, I32}, Ne: {"ne", 2, I32}, Lt: {"lt", 2, I32}, Le: {"le", 2, I32}, Below: {"below", 2, I32},
	Not: {"not", 1, I32}, Both: {"both", 2, I32}, Either: {"either", 2, I32}, Choose: {"choose", 3, same},
	Wide: {"wide", 1, I64}, Narrow: {"narrow", 1, I32}, Ones: {"ones", 1, I32}, Lowest: {"lowest", 1, I32},
	Above:    {"above", 1, I32},
	AddFloat: {"add-float", 2, same}, SubFloat: {"sub-float", 2, same}, MulFloat: {"mul-float", 2, same},
	DivFloat: {"div-float", 2, same}, LessFloat: {"less-float", 2, I32}, EqualFloat: {"equal-float", 2, I32},
	Least: {"least", 2, same}, Greatest: {"greatest", 2, same}, Root: {"root", 1, same}, Float: {"float", 1, I64},
	Single: {"single", 1, same}, Truncate: {"truncate", 1, I32},
	Call: {"call", -1, same}, Block: {"block", 1, same},
	EqualBits: {"equal-bits", 2, I64}, LessBits: {"less-bits", 2, I64}, EqualFrom: {"equal-from", 2, I64},
	SetConst: {"set", 0, Set}, SetLoad: {"sets", 1, Set}, SetEqual: {"set-equal", 1, Set}, SetLess: {"set-less", 1, Set},
	SetAnd: {"set-and", 2, Set}, SetOr: {"set-or", 2, Set},
	SetMinus: {"set-minus", 2, Set}, SetShift: {"set-shift", 1, Set}, SetSelect: {"set-choose", 3, Set},
	SetHas: {"has", 2, I32}, SetAny: {"any", 1, I32},
	SetCount: {"count", 1, I32},
}

// String returns the name in the text form.
func (o Op) String() string { return ops[o].name }

// Expr is an expression: an operation and what it works on. Expressions without
// statements or calls inside have no effects, and may be shared.
type Expr struct {
	Op    Op
	Type  Type
	Nodes uint16 // operations in it; 0 where it has statements, calls or snapshots inside, or that is not known
	Sets  uint16 // those of them from SetConst on
	K     int64  // Const
	Args  []*Expr
	Local *Local // Get
	Field *Field // Load, SetLoad, EqualBits, LessBits, EqualFrom, SetEqual, SetLess
	rest  *rest  // nil for most
}

// rest is what few expressions have. Programs are walked through again and again, and fill the caches.
type rest struct {
	words []uint64
	fn    *Func
	body  []*Stmt
}

// Bits are the words of a SetConst.
func (e *Expr) Bits() []uint64 {
	if e.rest == nil {
		return nil
	}
	return e.rest.words
}

// Callee is the function of a Call.
func (e *Expr) Callee() *Func {
	if e.rest == nil {
		return nil
	}
	return e.rest.fn
}

// Stmts are the statements of a Block.
func (e *Expr) Stmts() []*Stmt {
	if e.rest == nil {
		return nil
	}
	return e.rest.body
}

// SetStmts gives a Block other statements.
func (e *Expr) SetStmts(body []*Stmt) { e.rest.body = body }

// With is a copy of an expression with other operands and statements.
func (e *Expr) With(args []*Expr, body []*Stmt) *Expr {
	c := *e
	c.Args = args
	c.own(body)
	return &c
}

// Calling is a copy of a Call, of another function with other operands.
func (e *Expr) Calling(f *Func, args []*Expr) *Expr {
	c := *e
	c.Args, c.rest = args, &rest{fn: f}
	return &c
}

// own gives a copy of an expression a rest of its own, with these statements.
func (e *Expr) own(body []*Stmt) {
	if r := e.rest; r != nil {
		e.rest = &rest{r.words, r.fn, body}
	}
}

// StmtOp is the operation of a statement.
type StmtOp uint8

// The statements.
const (
	Assign   StmtOp = iota // Local = Args[0]
	Store                  // element Args[0] of Field = Args[1]
	If                     // Body if Args[0], else Else
	Loop                   // Body, again and again, until Break(Label) or Return
	Scope                  // Body, once; Break(Label) leaves it
	Break                  // leaves the Loop or Scope of Label
	Continue               // begins the next round of the Loop of Label
	Return                 // ends the function, with Args[0] if it has a result
	Do                     // calls: evaluates Args[0] and drops its value
	Each                   // Body with Local = each site of the set Args[0], ascending; Break(Label) leaves it
	SetStore               // set number Args[0] of Field = the set Args[1]
	Include                // adds the site Args[1] to set number Args[0] of Field
	Exclude                // takes it out
	Emit                   // a candidate move: Args are rule, from, to and data
	// candidates to each site of the set Args[2]: Args are rule, from, set and data; from -1 is the site, Local too
	EmitSet
	Generate // emits all candidates of the generator Func with Args
	Save     // copies the position to Field, a field of Program.Snapshot: all of it, or what Args say, see Copies
	Restore  // copies it back
	numStmts
)

var stmtNames = [numStmts]string{"assign", "store", "if", "loop", "scope", "break", "continue", "return", "do",
	"each",
	"set-store", "include", "exclude", "emit", "emit-set", "generate", "save", "restore"}

// String returns the name in the text form.
func (o StmtOp) String() string { return stmtNames[o] }

// Stmt is a statement.
type Stmt struct {
	Op   StmtOp
	Test bool // If: the candidate inside may be chosen only if the condition holds

	// If: the condition never holds; Else emits the best of the candidates that Body would
	// emit, so that there is one where Body has one.
	Best bool

	Local      *Local
	Field      *Field
	Func       *Func
	Label      *Label
	Args       []*Expr
	Body, Else []*Stmt
	Slide      *Slide // Scope: nil unless it is known to be one
	Rounds     int    // Loop: how many it takes at most, 0 unknown, -1 up to the caller; see Meter
}

// Span is a range of addresses.
type Span struct{ From, To int }

// Copies are the parts of the position that a Save or Restore copies: those between two of Args each, or all without
// any. They begin and end at addresses that are divided by 16.
func (s *Stmt) Copies(p *Program) []Span {
	if len(s.Args) == 0 {
		return []Span{{p.Lo, p.Mid}}
	}
	list := make([]Span, len(s.Args)/2)
	for i := range list {
		list[i] = Span{int(s.Args[2*i].K), int(s.Args[2*i+1].K)}
	}
	return list
}

// Walk calls f for every statement and g for every expression in a body, those
// inside before those around them; either may be nil.
func Walk(body []*Stmt, f func(*Stmt), g func(*Expr)) { walk(body, f, g, g == nil) }

// WalkCalls is Walk without the expressions that have no statements, calls or snapshots in them, which are most.
func WalkCalls(body []*Stmt, f func(*Stmt), g func(*Expr)) { walk(body, f, g, true) }

func walk(body []*Stmt, f func(*Stmt), g func(*Expr), calls bool) {
	for _, s := range body {
		WalkAll(s.Args, f, g, calls)
		walk(s.Body, f, g, calls)
		walk(s.Else, f, g, calls)
		if f != nil {
			f(s)
		}
	}
}

// WalkAll is walk for expressions.
func WalkAll(list []*Expr, f func(*Stmt), g func(*Expr), calls bool) {
	for _, e := range list {
		if calls && e.Nodes > 0 {
			continue
		}
		if len(e.Args) > 0 {
			WalkAll(e.Args, f, g, calls)
		}
		if len(e.Stmts()) > 0 {
			walk(e.Stmts(), f, g, calls)
		}
		if g != nil {
			g(e)
		}
	}
}

// Slide says of a scope that it does no more than to emit candidates from a site along
// lines: one to each site that is crossed, and one to the first that is in the set of those
// where it must stop, if the piece may rest there; the first of neither kind ends a line. Of a Run it says that nothing
// is done unless a line begins with sites that are crossed, one or more, and then goes on with one where it must stop.
type Slide struct {
	Run   bool
	Over  *Local // of a Run: the site crossed to which something is done, all of it for one after the other; nil for none
	From  *Local
	By    [][]int32 // the numbers of the lines by site
	Lines [][]int32 // their sites, in order
	Cross *Expr     // the sites that may be crossed, none of which has a piece
	Stop  *Expr     // nil for none
	Rest  *Expr     // the sites to which there are candidates at all, nil for all
}
