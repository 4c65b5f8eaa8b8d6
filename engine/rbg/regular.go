package rbg

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// Limits of translations to Regular Games.
const (
	maxRegularEdges  = 200_000
	maxRegularValues = 5_000   // of a variable
	maxRegularTable  = 1 << 18 // entries of an expression's table
	maxRegularWork   = 1 << 25 // evaluations of expressions
)

// WriteRegular writes the same game as a Regular Game at the low level (RG; docs/regular-games.md). The moves are the
// same: each modifier tags its index and the vertex where it is applied. Arithmetic becomes tables, of the values
// that variables may get; an error says where that, or the automaton, is too large.
func (d *Description) WriteRegular(w io.Writer) (err error) {
	defer catchRegular(&err)
	r := &regular{d: d, taken: map[string]bool{}, tables: map[string]string{}, conds: map[string][2]int{},
		parts: map[string]int{}}
	r.declare()
	begin := r.node()
	last := r.node()
	r.build(d.rules, begin, last, false)
	var b strings.Builder
	r.header(&b)
	b.WriteString(r.consts.String())
	r.variables(&b)
	r.write(&b, begin)
	_, err = io.WriteString(w, b.String())
	return err
}

// tooLarge is the panic of a translation that exceeds a limit.
type tooLarge struct{ why string }

func catchRegular(err *error) {
	switch x := recover().(type) {
	case nil:
	case tooLarge:
		*err = fmt.Errorf("no translation to a Regular Game: %s", x.why)
	default:
		panic(x)
	}
}

func refuseTranslation(format string, args ...any) { panic(tooLarge{fmt.Sprintf(format, args...)}) }

// regular is a translation in the making.
type regular struct {
	d     *Description
	taken map[string]bool // names given out
	// Names of what is declared; those of variables are expressions, scores included.
	players, pieces, vertices, vars, indices []string
	words                                    regularWords
	values                                   [][]int64 // by variable, then of scores, then of numbers of pieces
	sets                                     []string  // the types of these
	counted                                  bool      // numbers of pieces are asked for

	consts strings.Builder // tables
	tables map[string]string
	conds  map[string][2]int // the nodes of conditions, by text
	parts  map[string]int    // variables of parts of expressions, by key
	edges  []regularEdge
	nodes  int
}

// regularWords are the names of what every translation has.
type regularWords struct {
	piece, vertex, place, count, board, here, counts, fewer, more, none string
}

// regularEdge is an edge of the automaton. The end of a move is an edge that gives control to somebody; asks
// has the two nodes of a condition.
type regularEdge struct {
	from, to int
	action   string
	tags     bool // what is done is to tag
	ends     bool
	asks     *[2]int
	not      bool
}

// fresh is a name that nothing else has.
func (r *regular) fresh(name string) string {
	for r.taken[name] || strings.Trim(name, "0123456789") == "" {
		name += "_"
	}
	r.taken[name] = true
	return name
}

// freshAll names things alike; a name is kept unless something else has it.
func (r *regular) freshAll(names []string) []string {
	var out []string
	for _, n := range names {
		out = append(out, r.fresh(n))
	}
	return out
}

// declare names everything, and finds the values of the variables.
func (r *regular) declare() {
	for _, w := range []string{"begin", "end", "player", "goals", "visible", "keeper", "random", "Player", "Score", "Bool",
		"Goals", "Visibility", "PlayerOrSystem", "PlayerOrKeeper", "type", "const", "var"} {
		r.taken[w] = true
	}
	d, w := r.d, &r.words
	var scores, variables, vertices []string
	for _, x := range d.Scores {
		scores = append(scores, x.Name)
	}
	for _, x := range d.Variables {
		variables = append(variables, x.Name)
	}
	for _, x := range d.Vertices {
		vertices = append(vertices, x.Name)
	}
	r.players, r.pieces = r.freshAll(scores), r.freshAll(d.Pieces)
	r.vars = r.freshAll(variables)
	r.vertices = r.freshAll(vertices)
	for _, x := range []struct {
		to   *string
		name string
	}{{&w.piece, "Piece"}, {&w.vertex, "Vertex"}, {&w.place, "Place"}, {&w.count, "Count"}, {&w.board, "board"},
		{&w.here, "here"}, {&w.counts, "pieces"}, {&w.fewer, "fewer"}, {&w.more, "more"}, {&w.none, "none"}} {
		*x.to = r.fresh(x.name)
	}
	for i := range d.Modifiers {
		r.indices = append(r.indices, r.fresh("m"+strconv.Itoa(i+1)))
	}
	for _, v := range r.vars {
		r.sets = append(r.sets, r.fresh("Value_"+v))
	}
	for _, p := range r.players {
		r.vars, r.sets = append(r.vars, "goals["+p+"]"), append(r.sets, "Score")
	}
	for _, p := range r.pieces {
		r.vars, r.sets = append(r.vars, w.counts+"["+p+"]"), append(r.sets, w.count)
	}
	d.rules.walk(func(e *expr) bool {
		for _, a := range []*arith{e.left, e.right} {
			r.counted = r.counted || a.counts()
		}
		return true
	})
	r.findValues()
}

// header writes the types.
func (r *regular) header(b *strings.Builder) {
	set := func(name string, words []string) {
		fmt.Fprintf(b, "type %s = { %s };\n", name, strings.Join(words, ", "))
	}
	fmt.Fprintf(b, "// Translated from the Regular Boardgame %s.\n", strings.Map(printable, r.d.Title))
	set("Player", r.players)
	set("Score", r.numerals(r.values[len(r.d.Variables)]))
	set(r.words.piece, r.pieces)
	set(r.words.vertex, r.vertices)
	set(r.words.place, append(slices.Clone(r.vertices), r.words.none))
	for i := range r.d.Variables {
		set(r.sets[i], r.numerals(r.values[i]))
	}
	if r.counted {
		set(r.words.count, r.numerals(r.values[len(r.d.Variables)+len(r.d.Scores)]))
	}
	for i := r.named(); i < len(r.values); i++ {
		set(r.sets[i], r.numerals(r.values[i]))
	}
}

// named is the number of variables that the game has itself: behind them are parts of expressions.
func (r *regular) named() int { return len(r.d.Variables) + len(r.d.Scores) + len(r.d.Pieces) }

// printable leaves out what would end a comment.
func printable(c rune) rune {
	if c < ' ' {
		return ' '
	}
	return c
}

// variables writes the variables, and the tables by which numbers of pieces change.
func (r *regular) variables(b *strings.Builder) {
	d, w := r.d, &r.words
	on := make([]int, len(d.Vertices))
	number := make([]int, len(d.Pieces))
	for v := range d.Vertices {
		on[v] = d.Vertices[v].Piece
		number[on[v]]++
	}
	if r.counted {
		n := len(d.Vertices)
		fewer, more := make([]string, n+1), make([]string, n+1)
		for i := range n + 1 {
			fewer[i], more[i] = strconv.Itoa(max(i-1, 0)), strconv.Itoa(min(i+1, n))
		}
		all := r.numerals(r.values[r.named()-1])
		fmt.Fprintf(b, "const %s: %s -> %s = %s;\n", w.fewer, w.count, w.count, function(all, fewer))
		fmt.Fprintf(b, "const %s: %s -> %s = %s;\n", w.more, w.count, w.count, function(all, more))
	}
	pieces := make([]string, len(on))
	for v, p := range on {
		pieces[v] = r.pieces[p]
	}
	fmt.Fprintf(b, "var %s: %s -> %s = %s;\n", w.board, w.vertex, w.piece, function(r.vertices, pieces))
	fmt.Fprintf(b, "var %s: %s = %s;\n", w.here, w.vertex, r.vertices[0])
	if r.counted {
		counts := make([]string, len(number))
		for p, n := range number {
			counts[p] = strconv.Itoa(n)
		}
		fmt.Fprintf(b, "var %s: %s -> %s = %s;\n", w.counts, w.piece, w.count, function(r.pieces, counts))
	}
	for i := range d.Variables {
		fmt.Fprintf(b, "var %s: %s = 0;\n", r.vars[i], r.sets[i])
	}
	for i := r.named(); i < len(r.values); i++ {
		fmt.Fprintf(b, "var %s: %s = %s;\n", r.vars[i], r.sets[i], r.numeral(r.values[i][0]))
	}
	b.WriteString("var goals: Goals = { :0 };\n")
}

// function writes a function: the value that most arguments have, and what the others have.
func function(args, values []string) string {
	often := map[string]int{}
	most := ""
	for _, v := range values {
		if often[v]++; often[v] > often[most] {
			most = v
		}
	}
	parts := []string{":" + most}
	for i, v := range values {
		if v != most {
			parts = append(parts, args[i]+": "+v)
		}
	}
	return "{ " + strings.Join(parts, ", ") + " }"
}
