package gdl

import (
	"cmp"
	"slices"

	"github.com/astragal/astragal/engine/rng"
)

// Rules for what comes next mostly read "if this move is made, and such fluents
// hold, then …". As gates, all of them would have to follow the fluents in every
// step, though only those of the moves that are made matter. So they are kept as
// triggers of the moves instead: lists of conditions that are looked at when the
// move is made. A game in which a move may join any two of n groups has n³ such
// rules, and n² of them belong to one move.
//
// A triggered gate has no wires into it. It is off but for the time between a move
// and the state after it; what depends on it follows its flips like any other gate's.

// triggers are the triggered gates of a circuit by move.
type triggers struct {
	at []int32 // by move: its events in events, one more at the end
	// events are nodes that a move alone makes true, by number; nodes tells which.
	events []int32
	nodes  []int32
	groups []int32 // by event: its groups in code, one more at the end
	// code holds groups of gates with a first condition in common: the condition, as
	// a literal over gates, and the place after the group; then for each gate the
	// number of its further conditions, these, and the gate.
	code []int32
	size int // conditions of all gates
}

// triggered finds which nodes become triggered gates, and by which event: an
// and-node of one event and conditions on the state. Conditions that serve no other
// purpose are dissolved into theirs; lo.dissolved marks them. Nodes in lasting are no
// events.
func (lo *lowering) triggered(reached []int32, views []lit, lasting map[int32]bool) {
	f := lo.f
	lo.event = make([]lit, len(f.kinds))
	lo.dissolved = make([]bool, len(f.kinds))
	moved := lo.moved(reached)
	// Moves by themselves, and choices among the moves of one role, are events.
	isEvent := make([]bool, len(f.kinds))
	for n, k := range f.kinds {
		switch {
		case k == nodeInput:
			isEvent[n] = !lasting[int32(n)]
		case k == nodeOr && f.group[n] == 0:
			isEvent[n] = len(f.children[n]) > 0 && !lasting[int32(n)] && !slices.ContainsFunc(f.children[n], func(l lit) bool {
				return l.neg() || f.kinds[l.node()] != nodeInput || f.roles[l.node()] != f.roles[f.children[n][0].node()]
			})
		}
	}
	for _, n := range reached {
		if f.kinds[n] != nodeAnd || f.group[n] != 0 {
			continue
		}
		event, others := lit(0), 0
		for _, l := range f.children[n] {
			switch {
			case !l.neg() && isEvent[l.node()]:
				event = l
				others++
			case moved[l.node()]:
				others = 2
			}
		}
		if others == 1 {
			lo.event[n] = event
		}
	}
	// A condition is dissolved if it is part of triggered gates only.
	kept := make([]bool, len(f.kinds))
	for _, v := range views {
		kept[v.node()] = true
	}
	for _, n := range reached {
		if f.group[n] != 0 {
			for _, l := range f.children[n] {
				kept[l.node()] = true
			}
		}
	}
	for i := len(reached) - 1; i >= 0; i-- {
		n := reached[i] // its parents outside of cycles come after it
		plain := f.kinds[n] == nodeAnd && f.group[n] == 0 && len(f.children[n]) <= mostDissolved
		lo.dissolved[n] = plain && !kept[n] && !moved[n]
		if lo.event[n] == 0 && !lo.dissolved[n] {
			for _, l := range f.children[n] {
				kept[l.node()] = true
			}
			continue
		}
		for _, l := range f.children[n] {
			if l.neg() {
				kept[l.node()] = true
			}
		}
	}
}

// mostDissolved bounds the conditions that are copied into each gate that needs them.
const mostDissolved = 8

// moved tells which nodes depend on moves.
func (lo *lowering) moved(reached []int32) []bool {
	f := lo.f
	moved := make([]bool, len(f.kinds))
	for n, k := range f.kinds {
		moved[n] = k == nodeInput
	}
	groups := make([]bool, f.groups()+1) // that depend on moves
	for again := true; again; {
		again = false
		for _, n := range reached {
			if moved[n] {
				continue
			}
			g := f.group[n]
			if groups[g] || slices.ContainsFunc(f.children[n], func(l lit) bool { return moved[l.node()] }) {
				moved[n] = true
				again = again || g != 0 && !groups[g] // members before it must hear of it
				groups[g] = g != 0
			}
		}
	}
	return moved
}

// trigger lays out the triggered gates.
func (c *circuit) trigger(lo *lowering, nodes, gateOf []int32) {
	f := lo.f
	type effect struct {
		conditions []int32
		gate       int32
	}
	numbers := map[lit]int32{}
	var events []lit
	var effects [][]effect // by event
	var conditions func(list []int32, n int32) []int32
	conditions = func(list []int32, n int32) []int32 {
		for _, l := range f.children[n] {
			switch {
			case l == lo.event[n] && l != 0:
			case lo.dissolved[l.node()]:
				list = conditions(list, int32(l.node()))
			default:
				x := gateOf[l.node()] << 1
				if l.neg() {
					x |= 1
				}
				list = append(list, x)
			}
		}
		return list
	}
	for i := c.bases + c.moves; i < len(nodes); i++ {
		e := lo.event[nodes[i]]
		if e == 0 {
			continue
		}
		k, known := numbers[e]
		if !known {
			c.triggers.nodes = append(c.triggers.nodes, int32(e.node()))
			k = int32(len(events))
			numbers[e] = k
			events = append(events, e)
			effects = append(effects, nil)
		}
		list := conditions(nil, nodes[i])
		slices.Sort(list)
		effects[k] = append(effects[k], effect{slices.Compact(list), int32(i)})
	}
	t := &c.triggers
	for _, list := range effects {
		t.groups = append(t.groups, int32(len(t.code)))
		// The condition that most gates of the event share comes first.
		uses := map[int32]int{}
		for _, x := range list {
			for _, l := range x.conditions {
				uses[l]++
			}
			t.size += len(x.conditions)
		}
		for _, x := range list {
			first := 0
			for i, l := range x.conditions {
				if n, most := uses[l], uses[x.conditions[first]]; n > most {
					first = i
				}
			}
			x.conditions[0], x.conditions[first] = x.conditions[first], x.conditions[0]
		}
		slices.SortStableFunc(list, func(a, b effect) int { return cmp.Compare(a.conditions[0], b.conditions[0]) })
		for len(list) > 0 {
			first, end := list[0].conditions[0], len(t.code)+1
			t.code = append(t.code, first, 0)
			for len(list) > 0 && list[0].conditions[0] == first {
				t.code = append(t.code, int32(len(list[0].conditions)-1))
				t.code = append(append(t.code, list[0].conditions[1:]...), list[0].gate)
				list = list[1:]
			}
			t.code[end] = int32(len(t.code))
		}
	}
	t.groups = append(t.groups, int32(len(t.code)))
	byMove := make([][]int32, c.moves)
	for k, e := range events {
		inputs := []lit{e}
		if f.kinds[e.node()] == nodeOr {
			inputs = f.children[e.node()]
		}
		for _, l := range inputs {
			m := gateOf[l.node()] - int32(c.bases)
			byMove[m] = append(byMove[m], int32(k))
		}
	}
	for _, list := range byMove {
		t.at = append(t.at, int32(len(t.events)))
		t.events = append(t.events, list...)
	}
	t.at = append(t.at, int32(len(t.events)))
}

// sampledPlies is the number of joint moves by which lasting events are found.
const sampledPlies = 256

// lasting finds the events that mostly happen several times in a row, such as "any
// move but these": as gates they would stay on meanwhile, as triggers they fire every
// time. A few random plays, the same every time, show them.
func (n *network) lasting() map[int32]bool {
	t := &n.play.triggers
	times, again, last := make([]int, len(t.nodes)), make([]int, len(t.nodes)), make([]int, len(t.nodes))
	b, r := newBoard(n), rng.New(1)
	ply := 0
	note := func() {
		for _, gate := range b.made {
			m := gate - int32(n.play.bases)
			for _, e := range t.events[t.at[m]:t.at[m+1]] {
				if times[e]++; last[e] == ply-1 {
					again[e]++
				}
				last[e] = ply
			}
		}
	}
	for ply = 2; ply < sampledPlies; ply++ {
		stuck := b.terminal()
		for role := range n.inputs {
			stuck = stuck || b.legal(role) == 0
		}
		if stuck {
			if b.restart(); b.terminal() {
				break
			}
			ply++ // no move follows another
			continue
		}
		for role := range n.inputs {
			b.decide(role, b.option(role, r.Below(b.legal(role))))
		}
		note()
		b.advance()
	}
	found := map[int32]bool{}
	for e, node := range t.nodes {
		if 2*again[e] > times[e] {
			found[node] = true
		}
	}
	return found
}

// fire turns on the triggered gates of a move, given by its gate, whose conditions
// hold. All gates must be up to date, but for what other moves turned on.
func (w *wires) fire(gate int32) {
	t := &w.c.triggers
	if t.at == nil {
		return
	}
	m := gate - int32(w.c.bases)
	for _, e := range t.events[t.at[m]:t.at[m+1]] {
		code := t.code[:t.groups[e+1]]
		for i := int(t.groups[e]); i < len(code); {
			first, end := code[i], int(code[i+1])
			if int32(w.value[first>>1]) == first&1 {
				i = end
				continue
			}
			for i += 2; i < end; {
				n := int(code[i])
				holds := true
				for _, l := range code[i+1 : i+1+n] {
					if int32(w.value[l>>1]) == l&1 {
						holds = false
						break
					}
				}
				if i += n + 2; holds {
					g := code[i-1]
					w.fired = append(w.fired, g)
					w.flip(g)
				}
			}
		}
	}
}

// retract turns the triggered gates off.
func (w *wires) retract() {
	for _, g := range w.fired {
		w.flip(g)
	}
	w.fired = w.fired[:0]
}
