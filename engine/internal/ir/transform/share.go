package transform

import (
	"cmp"
	endian "encoding/binary"
	"slices"

	"github.com/astragal/astragal/engine/internal/ir"
)

// Share has one function stand for all that do the same: whose bodies differ in nothing but the
// variables and labels, and in calls of functions that do the same. What is called from
// outside stays.
func Share(p *ir.Program) {
	s := newSharer()
	for _, f := range p.Funcs {
		s.function(f)
	}
	sweep(p, func(f *ir.Func) *ir.Func { return s.as[f] })
	forget(p)
}

// Merge has one function of each pair stand for both where their bodies differ in nothing but the variables and labels,
// and what is known of the variables of the one is within what is known of those of the other: that one. Pairs of which
// the program no longer has both are left alone.
func Merge(p *ir.Program, pairs [][2]*ir.Func) {
	s, as := newSharer(), map[*ir.Func]*ir.Func{}
	for _, x := range pairs {
		if !slices.Contains(p.Funcs, x[0]) || !slices.Contains(p.Funcs, x[1]) || as[x[0]] != nil || as[x[1]] != nil {
			continue
		}
		var locals [2][]*ir.Local
		if s.loosely(x[0], &locals[0]) != s.loosely(x[1], &locals[1]) {
			continue
		}
		if narrower(locals[0], locals[1]) {
			as[x[1]] = x[0]
		} else if narrower(locals[1], locals[0]) {
			as[x[0]] = x[1]
		}
	}
	if len(as) == 0 {
		return
	}
	sweep(p, func(f *ir.Func) *ir.Func { return cmp.Or(as[f], f) })
	forget(p)
}

// narrower reports whether what is known of each of some locals is within what is known of another one.
func narrower(some, others []*ir.Local) bool {
	for i, l := range some {
		if o := others[i]; o.Lo <= o.Hi && (l.Lo > l.Hi || l.Lo < o.Lo || l.Hi > o.Hi) {
			return false
		}
	}
	return true
}

type sharer struct {
	as     map[*ir.Func]*ir.Func
	known  map[string]*ir.Func // by what they do
	this   int64               // the numbering of the fields, in the order in which they are met
	fields int
	funcs  map[*ir.Func]int
	text   []byte // of the function that was told last
}

func newSharer() *sharer {
	return &sharer{as: map[*ir.Func]*ir.Func{}, known: map[string]*ir.Func{},
		this: ir.NextMark(), funcs: map[*ir.Func]int{}}
}

func (s *sharer) field(f *ir.Field) int {
	if f == nil {
		return 0
	}
	if f.Mark != s.this {
		s.fields++
		f.Mark, f.Place = s.this, s.fields
	}
	return f.Place
}

func (s *sharer) called(f *ir.Func) int {
	if f == nil {
		return 0
	}
	if same := s.as[f]; same != nil {
		f = same
	}
	n, ok := s.funcs[f]
	if !ok {
		n = len(s.funcs) + 1
		s.funcs[f] = n
	}
	return n
}

// tell is what a function does: the same text for functions whose bodies differ in nothing but the variables and
// labels, and in calls of functions of which it is known already that they do the same.
func (s *sharer) tell(f *ir.Func) string { return s.loosely(f, nil) }

// loosely is tell, but without what is known of the variables, which are added to a list unless that is nil.
func (s *sharer) loosely(f *ir.Func, locals *[]*ir.Local) string {
	t := s.teller()
	t.loose = locals
	t.int(int64(f.Result))
	for _, l := range f.Params {
		t.int(int64(l.Type))
		t.local(l)
	}
	t.body(f.Body)
	s.text = t.text
	return string(t.text)
}

func (s *sharer) teller() *teller {
	return &teller{sharer: s, text: s.text[:0], this: ir.NextMark()}
}

// Expr is the same text for expressions that differ in nothing but the variables and labels, and in which working
// space is their own.
func (s *sharer) expr(e *ir.Expr, own []*ir.Field) string {
	t := s.teller()
	t.own = own
	t.exprs([]*ir.Expr{e})
	s.text = t.text
	return string(t.text)
}

// loop is the same text for loops that differ in nothing but the variables and labels, of which one is given, and for
// which as much is known otherwise. Locals keep their places.
func (s *sharer) loop(body *ir.Stmt, l *ir.Local, known int, fields []*ir.Field) string {
	t := s.teller()
	var places []placed
	t.places = &places
	t.local(l)
	t.int(int64(known))
	t.body([]*ir.Stmt{body})
	for _, f := range fields {
		t.named(f)
	}
	for _, p := range places {
		p.of.Place, p.of.Mark = p.index, p.listed
	}
	s.text = t.text
	return string(t.text)
}

// Texts tells functions of a program that is being made by what they do.
type Texts struct{ *sharer }

// NewTexts knows no function yet.
func NewTexts() Texts { return Texts{newSharer()} }

// Of is the same text for functions whose bodies differ in nothing but the variables and labels.
func (t Texts) Of(f *ir.Func) string { return t.tell(f) }

// Function finds the one that stands for a function, after those that it calls.
func (s *sharer) function(f *ir.Func) {
	if f == nil || s.as[f] != nil {
		return
	}
	s.as[f] = f // also for one that calls itself
	for _, to := range f.References().Funcs {
		s.function(*to)
	}
	if f.Host || f.Export {
		return
	}
	text := s.tell(f)
	if same := s.known[text]; same != nil {
		s.as[f] = same
	} else {
		s.known[text] = f
	}
}

// teller writes what a function does.
type teller struct {
	*sharer
	text   []byte
	this   int64 // the numbering of its locals and labels
	locals int
	labels int
	own    []*ir.Field  // which are told by their place here
	loose  *[]*ir.Local // the locals, if what is known of them is not told; else nil
	places *[]placed    // of the locals before they were told, nil where they may be lost
	ids    bool         // fields are told by what no other program or time calls others
}

// placed is where a local was.
type placed struct {
	of     *ir.Local
	index  int
	listed int64
}

// int writes a number, of which most are small, in one byte or nine.
func (t *teller) int(v int64) {
	if -8 <= v && v < 240 {
		t.text = append(t.text, byte(v+8))
		return
	}
	t.text = endian.LittleEndian.AppendUint64(append(t.text, 255), uint64(v))
}

func (t *teller) named(f *ir.Field) {
	if t.ids {
		t.int(f.ID)
		return
	}
	if i := slices.Index(t.own, f); i >= 0 {
		t.text = append(t.text, 0, byte(f.Elem))
		t.int(int64(i))
		t.int(int64(f.Len))
		return
	}
	t.int(int64(t.field(f)))
}

func (t *teller) local(l *ir.Local) {
	if l.Mark != t.this {
		if t.places != nil {
			*t.places = append(*t.places, placed{l, l.Place, l.Mark})
		}
		l.Mark, l.Place = t.this, t.locals
		t.locals++
		if t.loose != nil {
			*t.loose = append(*t.loose, l)
		} else {
			t.int(int64(l.Lo)) // what is known of it
			t.int(int64(l.Hi))
		}
	}
	t.int(int64(l.Place))
}

func (t *teller) label(l *ir.Label) {
	if l.Mark != t.this {
		l.Mark, l.Place = t.this, t.labels
		t.labels++
	}
	t.int(int64(l.Place))
}

func (t *teller) body(body []*ir.Stmt) {
	t.int(int64(len(body)))
	for _, s := range body {
		has := ir.Boolean(s.Test) + 2*ir.Boolean(s.Best) + 4*ir.Boolean(s.Field != nil) + 8*ir.Boolean(s.Func != nil) +
			16*ir.Boolean(s.Local != nil) + 32*ir.Boolean(s.Label != nil)
		t.text = append(t.text, byte(s.Op), byte(has))
		t.int(int64(s.Rounds))
		if s.Field != nil {
			t.named(s.Field)
		}
		if s.Func != nil {
			t.int(int64(t.called(s.Func)))
		}
		if s.Local != nil {
			t.local(s.Local)
		}
		if s.Label != nil {
			t.label(s.Label)
		}
		t.exprs(s.Args)
		t.body(s.Body)
		t.body(s.Else)
	}
}

func (t *teller) exprs(list []*ir.Expr) {
	t.int(int64(len(list)))
	for _, e := range list {
		has := ir.Boolean(
			e.K != 0,
		) + 2*ir.Boolean(
			len(e.Bits()) > 0,
		) + 4*ir.Boolean(
			e.Field != nil,
		) + 8*ir.Boolean(
			e.Local != nil,
		) +
			16*ir.Boolean(
				e.Callee() != nil,
			) + 32*ir.Boolean(
			len(e.Args) > 0,
		) + 64*ir.Boolean(
			len(e.Stmts()) > 0,
		)
		t.text = append(t.text, byte(e.Op), byte(e.Type), byte(has))
		if e.K != 0 {
			t.int(e.K)
		}
		if len(e.Bits()) > 0 {
			t.int(int64(len(e.Bits())))
			for _, w := range e.Bits() {
				t.int(int64(w))
			}
		}
		if e.Field != nil {
			t.named(e.Field)
		}
		if e.Local != nil {
			t.local(e.Local)
		}
		if e.Callee() != nil {
			t.int(int64(t.called(e.Callee())))
		}
		if len(e.Args) > 0 {
			t.exprs(e.Args)
		}
		if len(e.Stmts()) > 0 {
			t.body(e.Stmts())
		}
	}
}
