package ir

import varint "encoding/binary"

// Share has one function stand for all that do the same: whose bodies differ in nothing but the
// variables and labels, and in calls of functions that do the same. What is called from
// outside stays.
func Share(p *Program) {
	s := &sharer{as: map[*Func]*Func{}, known: map[string]*Func{}, fields: map[*Field]int{}, funcs: map[*Func]int{}}
	for i, f := range p.Fields {
		s.fields[f] = i + 1
	}
	for i, f := range p.Funcs {
		s.funcs[f] = i + 1
	}
	for _, f := range p.Funcs {
		s.function(f)
	}
	for _, f := range p.Funcs {
		Walk(f.Body, func(x *Stmt) { x.Func = s.as[x.Func] }, func(e *Expr) { e.Func = s.as[e.Func] })
	}
	Sweep(p)
}

type sharer struct {
	as     map[*Func]*Func
	known  map[string]*Func // by what they do
	fields map[*Field]int
	funcs  map[*Func]int
}

// function finds the one that stands for a function, after those that it calls.
func (s *sharer) function(f *Func) {
	if f == nil || s.as[f] != nil {
		return
	}
	s.as[f] = f // also for one that calls itself
	Walk(f.Body, func(x *Stmt) { s.function(x.Func) }, func(e *Expr) { s.function(e.Func) })
	if f.Host || f.Export {
		return
	}
	t := &teller{sharer: s, locals: map[*Local]int{}, labels: map[*Label]int{}}
	t.int(int64(f.Result))
	for _, l := range f.Params {
		t.int(int64(l.Type))
		t.local(l)
	}
	t.body(f.Body)
	if same := s.known[string(t.text)]; same != nil {
		s.as[f] = same
	} else {
		s.known[string(t.text)] = f
	}
}

// teller writes what a function does.
type teller struct {
	*sharer
	text   []byte
	locals map[*Local]int
	labels map[*Label]int
}

func (t *teller) int(v int64) { t.text = varint.AppendVarint(t.text, v) }

func (t *teller) local(l *Local) {
	n, ok := t.locals[l]
	if !ok && l != nil {
		n = len(t.locals) + 1
		t.locals[l] = n
		t.int(int64(l.Lo)) // what is known of it
		t.int(int64(l.Hi))
	}
	t.int(int64(n))
}

func (t *teller) label(l *Label) {
	n, ok := t.labels[l]
	if !ok && l != nil {
		n = len(t.labels) + 1
		t.labels[l] = n
	}
	t.int(int64(n))
}

func (t *teller) body(body []*Stmt) {
	t.int(int64(len(body)))
	for _, s := range body {
		t.int(int64(s.Op))
		t.int(int64(t.fields[s.Field]))
		t.int(int64(s.Rounds))
		t.int(boolean(s.Test) + 2*boolean(s.Best))
		t.int(int64(t.funcs[t.as[s.Func]]))
		t.local(s.Local)
		t.label(s.Label)
		t.exprs(s.Args)
		t.body(s.Body)
		t.body(s.Else)
	}
}

func (t *teller) exprs(list []*Expr) {
	t.int(int64(len(list)))
	for _, e := range list {
		t.int(int64(e.Op))
		t.int(int64(e.Type))
		t.int(e.K)
		t.int(int64(len(e.Words)))
		for _, w := range e.Words {
			t.int(int64(w))
		}
		t.int(int64(t.fields[e.Field]))
		t.local(e.Local)
		t.int(int64(t.funcs[t.as[e.Func]]))
		t.exprs(e.Args)
		t.body(e.Body)
	}
}
