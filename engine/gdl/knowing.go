package gdl

import (
	"encoding/binary"
	"fmt"
	"slices"
)

// knowing is a machine for GDL-III. To say what players know it has all plays of a
// length at hand: a state is a play, by its length and its number among those.
type knowing struct {
	*proofs
	targets []target
	players []int // roles other than random
	levels  []*level
	at      state
	plays   int // of all levels
}

// level holds all plays of one length, those that have ended before left out.
type level struct{ plays []history }

// history is a play and what is known at its end.
type history struct {
	fluents []term
	known   []term  // knows(R, P) and knows(P)
	classes []int32 // by role: plays that the role cannot tell apart have the same
	first   int32   // number of the first play of the next level that continues this one, -1 for none
}

// maxHistories bounds the plays of all lengths that are told apart.
const maxHistories = 300_000

// newKnowing gives a machine in the initial state.
func newKnowing(prog *program, targets []target, poll func() error) *knowing {
	k := &knowing{proofs: newProofs(prog, poll), targets: targets}
	for r := range prog.roles {
		if r != prog.random {
			k.players = append(k.players, r)
		}
	}
	start := history{classes: make([]int32, len(prog.roles)), first: -1}
	for _, f := range k.proofs.start {
		start.fluents = append(start.fluents, term(f))
	}
	l := &level{[]history{start}}
	k.know(l)
	k.levels = []*level{l}
	k.load(k.initial())
	return k
}

func (k *knowing) initial() state { return state{0, 0} }

func (k *knowing) play(s state) *history { return &k.levels[s[0]].plays[s[1]] }

func (k *knowing) load(s state) {
	k.at = s
	k.enter(k.play(s))
}

// enter has the prover reason about the end of a play.
func (k *knowing) enter(h *history) {
	k.proofs.load(k.pack(append(slices.Clone(h.fluents), h.known...)))
}

func (k *knowing) fluents() []term {
	list := slices.Clone(k.play(k.at).fluents)
	k.p.terms.sort(list)
	return list
}

// step goes to the play that the joint move makes, when all plays of that length are known.
func (k *knowing) step(choice []int) state {
	at := k.at
	number := 0
	for r, i := range choice {
		number = number*k.legal(r) + i
	}
	if int(at[0])+1 == len(k.levels) {
		k.extend()
	}
	next := state{at[0] + 1, uint64(int(k.play(at).first) + number)}
	k.load(next)
	return next
}

// extend makes the level after the last one.
func (k *knowing) extend() {
	last := k.levels[len(k.levels)-1]
	next := &level{}
	ids := make([]map[string]int32, len(k.p.prog.roles))
	for r := range ids {
		ids[r] = map[string]int32{}
	}
	first := make([]int32, len(last.plays))
	choice := make([]int, len(ids))
	for i := range last.plays {
		h := &last.plays[i]
		first[i] = -1
		k.enter(h)
		if k.terminal() || !k.movable() {
			continue
		}
		first[i] = int32(len(next.plays))
		clear(choice)
		for more := true; more; more = k.advance(choice) {
			if k.plays+len(next.plays) == maxHistories {
				panic(limitError{fmt.Sprintf("knowledge takes more than %d plays to tell apart", maxHistories)})
			}
			next.plays = append(next.plays, k.after(h, choice, ids))
		}
	}
	k.know(next)
	for i := range last.plays {
		last.plays[i].first = first[i]
	}
	k.plays += len(next.plays)
	k.levels = append(k.levels, next)
}

// movable reports whether every role has a legal move.
func (k *knowing) movable() bool {
	for r := range k.p.prog.roles {
		if k.legal(r) == 0 {
			return false
		}
	}
	return true
}

// advance goes to the next joint move, the last role's moves first; false after the last one.
func (k *knowing) advance(choice []int) bool {
	for r := len(choice) - 1; r >= 0; r-- {
		if choice[r]++; choice[r] < k.legal(r) {
			return true
		}
		choice[r] = 0
	}
	return false
}

// after is a play after one more joint move. The prover stays where it is.
func (k *knowing) after(h *history, choice []int, ids []map[string]int32) history {
	next := history{first: -1, classes: make([]int32, len(choice))}
	for r := range choice {
		key := binary.AppendVarint(nil, int64(h.classes[r]))
		key = binary.AppendVarint(key, int64(k.move(r, choice[r])))
		for _, t := range k.percepts(choice, r) {
			key = binary.AppendVarint(key, int64(t))
		}
		id, ok := ids[r][string(key)]
		if !ok {
			id = int32(len(ids[r]))
			ids[r][string(key)] = id
		}
		next.classes[r] = id
	}
	k.decide(choice)
	next.fluents = k.column(relNext, 0, nil)
	slices.Sort(next.fluents)
	next.fluents = slices.Compact(next.fluents)
	return next
}

// know finds what is known at the end of each play of a level, one target after the
// other: what a target depends on is known before.
func (k *knowing) know(l *level) {
	common := k.joined(l)
	for _, t := range k.targets {
		holds := make([][]term, len(l.plays))
		for i := range l.plays {
			k.enter(&l.plays[i])
			holds[i] = k.extension(&t, &l.plays[i])
		}
		if t.own {
			for r, role := range k.p.prog.roles {
				k.learn(l, holds, func(i int) int32 { return l.plays[i].classes[r] }, []term{role})
			}
		}
		if t.common {
			k.learn(l, holds, func(i int) int32 { return common[i] }, nil)
		}
	}
}

// extension lists the atoms of a target that hold where the prover is, as terms.
func (k *knowing) extension(t *target, h *history) []term {
	if t.rel == relTrue {
		var out []term
		for _, f := range h.fluents {
			out = append(out, k.p.terms.make(k.p.terms.symbol("true", 1), []term{f}))
		}
		slices.Sort(out)
		return out
	}
	sym := k.p.terms.symbol(t.name, t.arity)
	rows := k.p.ask(t.rel, 0, nil)
	var out []term
	for i := range rows.n {
		out = append(out, k.p.terms.make(sym, rows.row(i)))
	}
	slices.Sort(out)
	return out
}

// learn adds to every play, as known, what holds in all plays of its class; who is the role, none for common knowledge.
func (k *knowing) learn(l *level, holds [][]term, class func(i int) int32, who []term) {
	all := map[int32][]term{}
	for i := range l.plays {
		c := class(i)
		if old, ok := all[c]; !ok {
			all[c] = holds[i]
		} else {
			all[c] = intersection(old, holds[i])
		}
	}
	known := map[int32][]term{}
	sym := k.p.terms.symbol("knows", len(who)+1)
	for i := range l.plays {
		c := class(i)
		terms, ok := known[c]
		if !ok {
			for _, p := range all[c] {
				terms = append(terms, k.p.terms.make(sym, append(slices.Clone(who), p)))
			}
			known[c] = terms
		}
		l.plays[i].known = append(l.plays[i].known, terms...)
	}
}

// intersection gives the terms in both of two sorted lists.
func intersection(a, b []term) []term {
	var out []term
	for _, x := range a {
		if _, ok := slices.BinarySearch(b, x); ok {
			out = append(out, x)
		}
	}
	return out
}

// joined numbers the plays of a level so that those have one number which chains of plays
// join that some player cannot tell apart.
func (k *knowing) joined(l *level) []int32 {
	up := make([]int32, len(l.plays))
	for i := range up {
		up[i] = int32(i)
	}
	root := func(i int32) int32 {
		for up[i] != i {
			up[i] = up[up[i]]
			i = up[i]
		}
		return i
	}
	for _, r := range k.players {
		seen := map[int32]int32{}
		for i := range l.plays {
			c := l.plays[i].classes[r]
			if j, ok := seen[c]; ok {
				up[root(int32(i))] = root(j)
			} else {
				seen[c] = int32(i)
			}
		}
	}
	for i := range up {
		up[i] = root(int32(i))
	}
	return up
}

// mended makes the machine whole after its reasoning was broken off.
func (k *knowing) mended() *knowing {
	k.p.reset()
	return k
}
