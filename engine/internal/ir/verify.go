package ir

import (
	"fmt"
)

// Verify checks that a program means something: operands have the types that the
// operations take, sets are not left after Expand, labels are around what leaves
// them, functions return what they promise, and fields are in the program. The
// error names the function and what is wrong in it.
func Verify(p *Program, expanded bool) error {
	v := &verifier{fields: map[*Field]bool{}, funcs: map[*Func]bool{}, expanded: expanded}
	for _, f := range p.Fields {
		v.fields[f] = true
	}
	names := map[string]bool{}
	for _, f := range p.Funcs {
		if names[f.Name] {
			return fmt.Errorf("ir: two functions are called %s", f.Name)
		}
		names[f.Name], v.funcs[f] = true, true
	}
	for _, f := range p.Funcs {
		if f.Host {
			continue
		}
		v.f, v.err, v.labels = f, nil, nil
		v.body(f.Body)
		if v.err == nil && f.Result != None && !Leaves(f.Body) {
			v.fail("its end is reached without a result")
		}
		if v.err != nil {
			return fmt.Errorf("ir: function %s: %w", f.Name, v.err)
		}
	}
	return nil
}

type verifier struct {
	f        *Func
	fields   map[*Field]bool
	funcs    map[*Func]bool
	labels   []*Label
	expanded bool
	err      error
}

func (v *verifier) fail(format string, args ...any) {
	if v.err == nil {
		v.err = fmt.Errorf(format, args...)
	}
}

// Leaves reports whether the end of a body is never reached.
func Leaves(body []*Stmt) bool {
	if len(body) == 0 {
		return false
	}
	switch s := body[len(body)-1]; s.Op {
	case Return, Break, Continue:
		return true
	case If:
		return Leaves(s.Body) && Leaves(s.Else)
	case Loop:
		return !Breaks(s.Body, s.Label)
	case Scope:
		return Leaves(s.Body) && !Breaks(s.Body, s.Label)
	}
	return false
}

// Breaks reports whether a body leaves a label.
func Breaks(body []*Stmt, l *Label) bool {
	found := false
	Walk(body, func(s *Stmt) { found = found || s.Op == Break && s.Label == l }, nil)
	return found
}

func (v *verifier) body(body []*Stmt) {
	for _, s := range body {
		v.statement(s)
	}
}

// inside checks a body with a label around it.
func (v *verifier) inside(l *Label, body []*Stmt) {
	v.labels = append(v.labels, l)
	v.body(body)
	v.labels = v.labels[:len(v.labels)-1]
}

func (v *verifier) types(s fmt.Stringer, args []*Expr, want ...Type) {
	if len(args) != len(want) {
		v.fail("%v has %d operands, not %d", s, len(args), len(want))
		return
	}
	for i, a := range args {
		v.expr(a)
		if a.Type != want[i] {
			v.fail("operand %d of %v is %v, not %v", i, s, a.Type, want[i])
		}
	}
}

func (v *verifier) statement(s *Stmt) {
	if s.Op >= Each && s.Op <= EmitSet && v.expanded || s.Op == Generate && v.expanded {
		v.fail("%v is left after expansion", s.Op)
		return
	}
	switch s.Op {
	case Assign:
		v.types(s.Op, s.Args, s.Local.Type)
	case Store:
		v.field(s.Field)
		if s.Field.Kind == Table {
			v.fail("table %s is written", s.Field.Name)
		}
		v.types(s.Op, s.Args, I32, s.Field.Elem.Type())
	case SetStore:
		v.field(s.Field)
		v.types(s.Op, s.Args, I32, Set)
	case Include, Exclude:
		v.field(s.Field)
		v.types(s.Op, s.Args, I32, I32)
	case Save, Restore:
		v.field(s.Field)
		for _, a := range s.Args {
			if _, known := a.Number(); !known {
				v.fail("%v of a part of the position that is no constant", s.Op)
			}
		}
	case If:
		v.types(s.Op, s.Args, I32)
		v.body(s.Body)
		v.body(s.Else)
	case Loop, Scope:
		v.types(s.Op, s.Args)
		v.inside(s.Label, s.Body)
	case Each:
		v.types(s.Op, s.Args, Set)
		if s.Local.Type != I32 {
			v.fail("each goes through sites with a variable of type %v", s.Local.Type)
		}
		v.inside(s.Label, s.Body)
	case Break, Continue:
		found := false
		for _, l := range v.labels {
			found = found || l == s.Label && l != nil
		}
		if !found {
			v.fail("%v leaves nothing that is around it", s.Op)
		}
	case Return:
		if v.f.Result == None {
			v.types(s.Op, s.Args)
		} else {
			v.types(s.Op, s.Args, v.f.Result)
		}
	case Do:
		if len(s.Args) != 1 || s.Args[0].Op != Call {
			v.fail("do is not a call")
			return
		}
		v.expr(s.Args[0])
	case Emit:
		v.types(s.Op, s.Args, I32, I32, I32, I32)
	case EmitSet:
		v.types(s.Op, s.Args, I32, I32, Set, I32)
	case Generate:
		v.call(s.Func, s.Args)
	default:
		v.fail("statement %d is unknown", s.Op)
	}
}

func (v *verifier) field(f *Field) {
	if f == nil || !v.fields[f] {
		v.fail("a field is not in the program")
	}
}

func (v *verifier) call(f *Func, args []*Expr) {
	if f == nil || !v.funcs[f] {
		v.fail("a function that is called is not in the program")
		return
	}
	want := make([]Type, len(f.Params))
	for i, p := range f.Params {
		want[i] = p.Type
	}
	v.types(f, args, want...)
}

func (v *verifier) expr(e *Expr) {
	if v.expanded && (e.Type == Set || e.Op >= SetConst) {
		v.fail("%v is left after expansion", e.Op)
		return
	}
	if sig := ops[e.Op]; sig.n >= 0 && len(e.Args) != sig.n {
		v.fail("%v has %d operands, not %d", e.Op, len(e.Args), sig.n)
		return
	} else if sig.r != same && e.Type != sig.r {
		v.fail("%v gives %v, not %v", e.Op, sig.r, e.Type)
	}
	two := func(t Type) {
		if t == Set || t == None {
			v.fail("%v of %v", e.Op, t)
		}
		v.types(e.Op, e.Args, t, t)
	}
	switch e.Op {
	case Const:
		if e.Type != I32 && e.Type != I64 || e.Type == I32 && e.K != int64(int32(e.K)) {
			v.fail("constant %d of type %v", e.K, e.Type)
		}
	case Get:
		if e.Local == nil || e.Type != e.Local.Type {
			v.fail("a variable is read as another type")
		}
	case Load:
		v.field(e.Field)
		v.types(e.Op, e.Args, I32)
		if e.Type != e.Field.Elem.Type() {
			v.fail("field %s is read as %v", e.Field.Name, e.Type)
		}
	case SetLoad:
		v.field(e.Field)
		v.types(e.Op, e.Args, I32)
	case EqualBits, LessBits, EqualFrom, SetEqual, SetLess:
		v.field(e.Field)
		if e.Op != SetEqual && e.Op != SetLess {
			v.types(e.Op, e.Args, I32, I32)
		} else {
			v.types(e.Op, e.Args, I32)
		}
		if e.Field != nil && len(e.Args) > 0 && !e.Field.Compares(e.Args[0]) {
			v.fail("elements of %s cannot be compared with any number", e.Field.Name)
		}
		if e.Op == EqualFrom && e.Field != nil && e.Field.Elem != U8 {
			v.fail("elements of %s are more than bytes", e.Field.Name)
		}
	case Add, Sub, Mul, Div, Rem, And, Or, Xor, Shl, Shr:
		two(e.Type)
	case Eq, Ne, Lt, Le, Below:
		two(e.Args[0].Type)
	case Not:
		v.types(e.Op, e.Args, e.Args[0].Type)
	case Both, Either:
		v.types(e.Op, e.Args, I32, I32)
	case Choose, SetSelect:
		v.types(e.Op, e.Args, I32, e.Type, e.Type)
	case Wide, Float:
		v.types(e.Op, e.Args, I32)
	case AddFloat, SubFloat, MulFloat, DivFloat, LessFloat, EqualFloat, Least, Greatest:
		v.types(e.Op, e.Args, I64, I64)
	case Narrow, Ones, Lowest, Above, Root, Single, Truncate:
		v.types(e.Op, e.Args, I64)
	case Call:
		v.call(e.Callee(), e.Args)
		if e.Callee() != nil && e.Type != e.Callee().Result {
			v.fail("%s gives %v, not %v", e.Callee().Name, e.Callee().Result, e.Type)
		}
	case Block:
		v.body(e.Stmts())
		v.types(e.Op, e.Args, e.Type)
	case SetAnd, SetOr, SetMinus:
		v.types(e.Op, e.Args, Set, Set)
	case SetHas:
		v.types(e.Op, e.Args, Set, I32)
	case SetAny, SetCount, SetShift:
		v.types(e.Op, e.Args, Set)
	}
}
