package rbg

import (
	"errors"
	"fmt"
	"slices"

	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/internal/ir/transform"
)

// The plan of a game as a program: what State.walk interprets is written out, node by node,
// with the same order of everything, so that a program makes the same plays bit for bit.
// Memory is laid out as a State is. What a walk changes and what it tells is the same too:
// a walk of a family of nodes at a vertex is a function, or stands in place of its call.

// family is what a walk is for; a node means something else in each.
type family uint8

const (
	inCondition family = iota // whether the accepting node is reached; nothing stays changed
	making                    // make the first move
	skipping                  // make the move after so many others
	listing                   // list all moves, as candidates where opLater is met
)

var familyNames = [...]string{"holds", "make", "skip", "list"}

// Sizes of what a program has room for. A play that needs more is spoilt, and interpreted.
const (
	maxCodeVertices = 1024
	maxCodeNodes    = 5000 // of the plan; below maxModifiers, see emitter.modify
	maxTree         = 1 << 16
	maxSeen         = 1 << 20 // marks of all layers
	maxLayers       = 64
	maxFloods       = 64
	maxLoopDepth    = 1000   // modifiers of a walk in loops
	maxArmWords     = 128    // of the sets of vertices of all arms of a decision
	maxWritten      = 50_000 // nodes written out
	maxCodeSize     = 400_000
	maxTableBytes   = 8 << 20
)

// emitter writes the program of a game.
type emitter struct {
	g     *Game
	p     *ir.Program
	words int
	n     int // vertices
	all   pieceSet

	board, sets, vars     *ir.Field
	player, vertex, place *ir.Field
	rng, over             *ir.Field
	fuel, fault           *ir.Field
	drawn, skip           *ir.Field // the vertex of an opPick, State.skip
	base, stamp, clock    *ir.Field // of marks
	seen                  *ir.Field
	depth                 *ir.Field // of modifiers in loops
	flood, flooded        *ir.Field // areas of opFlood, used as a stack
	queue, reached        *ir.Field // of opFlood in conditions: vertices, their marks
	floods, queued        *ir.Field // the last mark, where the queue begins
	tree, leaves, path    *ir.Field // candidates, see emitlist.go
	counts                *ir.Field // of tree and leaves
	cur                   *ir.Field

	tables    map[string]*ir.Field
	names     map[*[]uint64]string // of tables of lines
	refs      []int                // by node: those that lead to it
	looping   []bool               // by node: a walk may come to it again
	places    []int32              // nodes at which moves begin
	placeOf   map[int32]int        // their numbers
	actions   []int32              // nodes that lists name: offs, assignments, switches and opLater
	acts      map[int32]int        // their numbers
	bound     map[[2]int32]*ir.Func
	todo      []func()
	below     *ir.Func
	choosers  map[int]*ir.Func // by the number of halvings
	bits      *ir.Field        // of a byte, for choose
	layer     int              // marks of one segment
	written   int              // nodes written so far
	bytes     int              // of tables so far
	boardless bool             // memory has no board: it follows from the sets
	deep      bool             // there are modifiers in loops
	switches  map[int32]int    // that lead to a place
}

// errCode is why a game has no program.
type errCode struct{ why string }

func (e errCode) Error() string { return "not lowered: " + e.why }

// refuse ends the lowering.
func refuse(format string, args ...any) { panic(errCode{fmt.Sprintf(format, args...)}) }

// program lowers the plan; see emitter.
func (g *Game) program() (e *emitter, err error) {
	defer func() {
		if r := recover(); r != nil {
			why, ok := r.(errCode)
			if !ok {
				panic(r)
			}
			err = why
		}
	}()
	switch {
	case len(g.Vertices) > maxCodeVertices:
		return nil, errors.New("the board is too large")
	case len(g.nodes) > maxCodeNodes:
		return nil, errors.New("the rules are too long")
	}
	e = &emitter{
		g: g, p: &ir.Program{Words: 1}, words: g.words, n: len(g.Vertices), layer: g.slots * len(g.Vertices),
		tables: map[string]*ir.Field{}, names: map[*[]uint64]string{}, bound: map[[2]int32]*ir.Func{},
		choosers: map[int]*ir.Func{}, placeOf: map[int32]int{}, switches: map[int32]int{}, acts: map[int32]int{},
	}
	for p := range g.Pieces {
		e.all.add(p)
	}
	e.graph()
	e.fields()
	e.play()
	for len(e.todo) > 0 {
		f := e.todo[len(e.todo)-1]
		e.todo = e.todo[:len(e.todo)-1]
		f()
	}
	return e, e.finish()
}

func (e *emitter) fields() {
	p := e.p
	one := func(name string) *ir.Field { return p.Field(name, ir.State, ir.Int, 1) }
	e.vars = p.Field("vars", ir.State, ir.Word, max(1, len(e.g.bounds)))
	e.sets = p.Field("sets", ir.State, ir.Word, len(e.g.Pieces)*e.words)
	e.player, e.vertex, e.place = one("player"), one("vertex"), one("place")
	e.rng = p.Field("rng", ir.State, ir.Word, 1)
	e.over, e.fuel, e.fault = one("over"), one("fuel"), one("fault")
	e.drawn, e.skip = one("drawn"), one("skip")
	e.base, e.stamp, e.clock, e.depth = one("base"), one("stamp"), one("clock"), one("depth")
	e.flooded, e.cur = one("flooded"), one("cur")
	e.counts = p.Field("counts", ir.State, ir.Int, 2)
	e.board = p.Field("board", ir.State, ir.U8, e.n)
	e.seen = p.Field("seen", ir.Scratch, ir.Int, max(1, e.layers()*e.layer))
	e.flood = p.Field("flood", ir.Scratch, ir.Word, maxFloods*3*e.words)
	e.queue = p.Field("queue", ir.Scratch, ir.I16, maxFloods*e.n)
	e.reached = p.Field("reached", ir.Scratch, ir.Int, maxFloods*e.n)
	e.floods, e.queued = one("floods"), one("queued")
	e.tree = p.Field("tree", ir.Scratch, ir.Word, maxTree)
	e.leaves = p.Field("leaves", ir.Scratch, ir.Word, maxTree)
	e.path = p.Field("path", ir.Scratch, ir.Word, 2*maxCodeNodes)
}

// layers is the number of segments that there are marks for.
func (e *emitter) layers() int {
	if e.layer == 0 {
		return 0
	}
	n := min(maxLayers, maxSeen/e.layer)
	if n == 0 {
		refuse("too many marks")
	}
	return n
}

// finish takes the passes to what the back ends take.
func (e *emitter) finish() error {
	size := 0
	for _, f := range e.p.Funcs {
		size += transform.Size(f)
	}
	if size > maxCodeSize {
		return errors.New("the program is too long")
	}
	// The board and the drawn vertex are kept where something reads them.
	transform.Strip(e.p, e.vars, e.sets, e.player, e.vertex, e.place, e.rng, e.over, e.fuel, e.fault, e.floods)
	e.boardless = e.board.Kind != ir.State
	if err := transform.Meter(e.p, e.fuel, e.fault, e.p.Lookup("play")); err != nil {
		return err
	}
	ir.Fold(e.p)
	transform.Share(e.p)
	transform.Inline(e.p)
	ir.Fold(e.p)
	transform.Common(e.p)
	if err := ir.Verify(e.p, true); err != nil {
		return err
	}
	e.fit()
	e.p.Layout()
	return nil
}

// fit takes the room of what is not used.
func (e *emitter) fit() {
	used := map[*ir.Field]bool{}
	for _, f := range e.p.Funcs {
		ir.Walk(f.Body, func(s *ir.Stmt) { used[s.Field] = true }, func(x *ir.Expr) { used[x.Field] = true })
	}
	for _, f := range e.p.Fields {
		if f.Kind == ir.Scratch && !used[f] {
			f.Len = 0
		}
	}
}

// edges lists the nodes that a walk may come to next from n, conditions included.
func edges(n *node) []int32 {
	if n.op == opHops {
		list := slices.Clone(n.kids)
		for i := range n.ways {
			list = append(list, edges(&n.ways[i])...)
		}
		return list
	}
	next, body := follow(n)
	if body >= 0 && n.lines == nil {
		next = append(slices.Clone(next), body)
	}
	return next
}

// graph finds how the nodes hang together.
func (e *emitter) graph() {
	g := e.g
	e.refs, e.looping = make([]int, len(g.nodes)), make([]bool, len(g.nodes))
	place := func(id int32) {
		if _, ok := e.placeOf[id]; !ok {
			e.placeOf[id] = len(e.places)
			e.places = append(e.places, id)
		}
	}
	place(g.initial.pc)
	e.switches[g.initial.pc]++
	reached := make([]bool, len(g.nodes))
	var todo []int32
	visit := func(id int32) {
		e.refs[id]++
		if !reached[id] {
			reached[id] = true
			todo = append(todo, id)
		}
	}
	done := 0
	for done < len(e.places) || len(todo) > 0 {
		if len(todo) == 0 {
			start := e.places[done]
			done++
			e.refs[start]++ // it is a function, for the keeper and for lists
			visit(start)
			if sp := g.samplers[start]; sp != nil {
				for i := range sp.arms {
					visit(sp.arms[i].entry)
				}
			}
			continue
		}
		n := &g.nodes[todo[len(todo)-1]]
		todo = todo[:len(todo)-1]
		if n.op == opSwitch {
			place(n.next)
			e.switches[n.next]++
			continue
		}
		for _, k := range edges(n) {
			visit(k)
		}
	}
	e.loops(reached)
	marked := false
	for id := range g.nodes {
		op := g.nodes[id].op
		e.deep = e.deep || e.looping[id] && (op == opOff || op == opAssign)
		marked = marked || op == opVisit && reached[id]
	}
	if !marked { // what is asked of lines needs no marks
		e.layer = 0
	}
}

// loops finds the nodes that a walk may come to again: those of the strongly connected parts.
func (e *emitter) loops(reached []bool) {
	count := len(e.g.nodes)
	index, low, open := make([]int, count), make([]int, count), make([]bool, count)
	var stack []int32
	next := 0
	var visit func(id int32)
	visit = func(id int32) {
		next++
		index[id], low[id] = next, next
		stack, open[id] = append(stack, id), true
		n := &e.g.nodes[id]
		if n.op != opSwitch {
			for _, k := range edges(n) {
				if k == id {
					e.looping[id] = true
				}
				if index[k] == 0 {
					visit(k)
					low[id] = min(low[id], low[k])
				} else if open[k] {
					low[id] = min(low[id], index[k])
				}
			}
		}
		if low[id] != index[id] {
			return
		}
		for alone := stack[len(stack)-1] == id; ; alone = false {
			k := stack[len(stack)-1]
			stack, open[k] = stack[:len(stack)-1], false
			e.looping[k] = e.looping[k] || !alone
			if k == id {
				return
			}
		}
	}
	for id := range reached {
		if reached[id] && index[id] == 0 {
			visit(int32(id))
		}
	}
}
