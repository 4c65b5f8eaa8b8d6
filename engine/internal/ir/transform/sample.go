package transform

import (
	"math"

	"github.com/astragal/astragal/engine/internal/ir"
)

// Drawing one candidate evenly does not need their number. A generator goes through
// pieces, and each piece has at most so many candidates: a piece and a number below
// that bound are drawn, and drawn again if the piece has fewer (rejection sampling).
// Where most draws are rejected counting the candidates takes less, see Worth.

// maxDraws is the number of draws after which the candidates are counted.
const maxDraws = 8

// maxBound is the largest bound of the candidates of one piece for which it is drawn.
const maxBound = 512

// maxWeight bounds the sites of a set by the candidates of each.
const maxWeight = 64 * 64 * maxBound

// Sampler draws candidates of a program.
type Sampler struct {
	P      *ir.Program
	Nth    *ir.Func  // finds the site of a number in the set of Chosen
	Chosen *ir.Field // scratch: one set
	Below  *ir.Func  // draws a number below its operand

	// Does is what the move of a candidate does; None what is done without one.
	Does func(rule int, from, to, data *ir.Expr) []*ir.Stmt
	None func() []*ir.Stmt
	// Listed makes a move that is drawn from a list of all candidates, and returns.
	Listed func() []*ir.Stmt
	// Counted is told the number of candidates, unless they are drawn by rejection; nil
	// if nobody wants to know.
	Counted func(n *ir.Expr) *ir.Stmt
	// List is Deriver.Ordered of the generator, whose candidates are then listed instead of being counted and looked
	// for again; nil where counting takes less.
	List       *ir.Func
	Candidates *Candidates
}

func (s *Sampler) told(n *ir.Expr) []*ir.Stmt {
	if s.Counted == nil {
		return nil
	}
	return []*ir.Stmt{s.Counted(n)}
}

// Draw is a body that draws a candidate of a generator evenly and does its move, by
// rejection if that is worth it, else by counting them with function count.
func (s *Sampler) Draw(gen, count *ir.Func, worth bool) []*ir.Stmt {
	d := newDraw(s.P, gen)
	if d == nil {
		return s.counted(newLocals(s.P), gen, count)
	}
	d.Sampler = s
	out := d.before
	d.weigh(&out)
	var body []*ir.Stmt
	switch {
	case len(d.arms) == 0:
		return append(out, s.None()...)
	case d.sure():
		out = append(out, s.told(ir.Read(d.total))...)
		body = d.drawn()
	case !worth:
		return s.counted(d, gen, count)
	default:
		tries, loop := ir.Within("tries", 0, maxDraws), &ir.Label{Name: "draws"}
		round := append(d.drawn(), d.look()...)
		round = append(
			round,
			ir.Put(tries, ir.Calc(ir.Sub, ir.Read(tries), ir.Num(1))),
			ir.When(ir.Calc(ir.Not, ir.Read(tries)), ir.Leave(loop)),
		)
		body = append(
			[]*ir.Stmt{ir.Put(tries, ir.Num(maxDraws)), {Op: ir.Loop, Label: loop, Body: round, Rounds: maxDraws + 1}},
			s.Listed()...)
	}
	out = append(out, ir.When(ir.Calc(ir.Not, ir.Read(d.total)), append(s.None(), ir.Leave(d.done))...))
	return d.performed(gen, append(out, body...))
}

// Weigh is a body that leaves in three elements of a field of integers what drawing a
// candidate of a generator would take: the bound of their number, what looking at all
// of them takes, and at those of one piece. It is nil if none can be drawn.
func Weigh(p *ir.Program, gen *ir.Func, to *ir.Field) []*ir.Stmt {
	d := newDraw(p, gen)
	if d == nil || d.sure() {
		return nil
	}
	out := d.before
	work := d.weigh(&out)
	for i, v := range [...]*ir.Expr{ir.Read(d.total), work, ir.Num(d.most)} {
		out = append(out, ir.Write(to, ir.Num(i), v))
	}
	return out
}

// Expected is the mean number of draws until one of number candidates among so many
// possible ones is found, or it is given up, and the probability of that.
func Expected(number, possible float64) (draws, left float64) {
	if possible == 0 {
		return 0, 0
	}
	hit := min(number/possible, 1) // the rules may list more moves than there are to draw from
	if left = math.Pow(1-hit, maxDraws); hit == 0 {
		return maxDraws, 1
	}
	return (1 - left) / hit, left
}

// Worth reports whether drawing takes less than counting: by the mean number of draws,
// how often candidates must be counted after them, and what looking at all candidates
// and at those of one piece takes.
func Worth(draws, left, all, piece float64) bool {
	return draws*(drawCost+piece)+left*countCost*all < countCost*all*2/3
}

// draw is the code that draws a candidate of one generator.
type draw struct {
	*Sampler
	flattener
	done   *ir.Label // around all of it
	found  *ir.Label // around what finds the candidate, left when it is found
	total  *ir.Local // of the weights
	r      *ir.Local // what was drawn
	left   *ir.Local // the number of a candidate among those of a piece
	number *ir.Local // of the arm that was drawn
	most   int       // what the candidates of one piece cost

	rule, from, to, data *ir.Local // of the candidate
}

func newLocals(p *ir.Program) *draw {
	return &draw{flattener: flattener{p: p}, done: &ir.Label{Name: "drawn"}, found: &ir.Label{Name: "found"},
		total: ir.Within("total", 0, 1<<30), r: ir.Within("r", 0, 1<<30), left: ir.Within("left", 0, 1<<30),
		rule: ir.NewLocal("rule", ir.I32), from: ir.NewLocal("from", ir.I32),
		to: ir.NewLocal("to", ir.I32), data: ir.NewLocal("data", ir.I32)}
}

// newDraw takes a generator apart; nil if its candidates cannot be looked at one by one.
func newDraw(p *ir.Program, gen *ir.Func) *draw {
	d := newLocals(p)
	d.flatten(gen.Body, nil)
	if d.unfit || d.carries() {
		return nil
	}
	d.number = ir.Within("arm", 0, len(d.arms))
	return d
}

// chosen notes a candidate and leaves found.
func (d *draw) chosen(rule, from, to, data *ir.Expr) []*ir.Stmt {
	return []*ir.Stmt{
		ir.Put(d.rule, rule),
		ir.Put(d.from, from),
		ir.Put(d.to, to),
		ir.Put(d.data, data),
		ir.Leave(d.found),
	}
}

// chosenSite is chosen for a site of an EmitSet.
func (d *draw) chosenSite(a []*ir.Expr, at *ir.Local) []*ir.Stmt {
	from := a[1]
	if from.Is(-1) {
		from = ir.Read(at)
	}
	return d.chosen(a[0], from, ir.Read(at), a[3])
}

// performed is a body that finds a candidate of a generator, and then does its move.
func (d *draw) performed(gen *ir.Func, find []*ir.Stmt) []*ir.Stmt {
	rules, operands := Emitted(gen.Body), d.operands(gen)
	var among func(i int) []*ir.Stmt
	among = func(i int) []*ir.Stmt {
		of := operands[rules[i]]
		does := d.Does(rules[i], of.from, ir.Read(d.to), of.data)
		if i == len(rules)-1 {
			return does
		}
		return []*ir.Stmt{
			{Op: ir.If, Args: []*ir.Expr{ir.Calc(ir.Eq, ir.Read(d.rule), ir.Num(rules[i]))}, Body: does, Else: among(i + 1)},
		}
	}
	body := []*ir.Stmt{{Op: ir.Scope, Label: d.found, Body: find}}
	if len(rules) > 0 {
		body = append(body, among(0)...)
	}
	return []*ir.Stmt{{Op: ir.Scope, Label: d.done, Body: body}}
}

// operands are the from and data of the candidates of a rule: constants, where they are
// the same ones for all.
type operands struct{ from, data *ir.Expr }

// operands are those of all rules by number.
func (d *draw) operands(gen *ir.Func) map[int]operands {
	of := map[int]operands{}
	ir.Walk(gen.Body, func(s *ir.Stmt) {
		if s.Op != ir.Emit && s.Op != ir.EmitSet {
			return
		}
		f := s.Args[1]
		if s.Op == ir.EmitSet && f.Is(-1) {
			f = ir.Read(d.to)
		}
		rule := int(s.Args[0].K)
		was := of[rule]
		of[rule] = operands{d.common(was.from, f, d.from), d.common(was.data, s.Args[3], d.data)}
	}, nil)
	return of
}

func (d *draw) common(was, e *ir.Expr, l *ir.Local) *ir.Expr {
	switch {
	case e.Op != ir.Const && !reads(e, d.to):
		return ir.Read(l)
	case was == nil || was.Op == e.Op && was.K == e.K && was.Local == e.Local:
		return e
	}
	return ir.Read(l)
}

// sure reports whether every draw is a candidate.
func (d *draw) sure() bool {
	for _, a := range d.arms {
		if a.body != nil {
			return false
		}
	}
	return true
}

// Weigh adds the weights of the arms, bounds of their candidates, and returns what
// looking at all of them costs.
func (d *draw) weigh(out *[]*ir.Stmt) (work *ir.Expr) {
	sum, work := ir.Num(0), ir.Num(0)
	for _, a := range d.arms {
		number, cost := ir.Num(1), typical{}.body(a.body)
		if a.set != nil {
			l := ir.Within("sites", 0, 64*d.p.Words)
			found, find := d.Sampler != nil && a.found(), []*ir.Stmt(nil)
			if found || d.Sampler != nil && d.straight() {
				a.set = d.keep(&find, a.set)
			}
			find = append(find, ir.Put(l, ir.Calc(ir.SetCount, a.set)))
			if found && a.guard != nil { // else nobody asks for it
				find = []*ir.Stmt{ir.Put(l, ir.Num(0)), ir.When(ir.Read(a.guard), find...)}
			}
			*out = append(*out, find...)
			number = ir.Read(l)
		}
		if a.guard != nil {
			number = ir.Cond(ir.Read(a.guard), number, ir.Num(0))
		}
		work, d.most = ir.Calc(ir.Add, work, ir.Calc(ir.Mul, number, ir.Num(cost))), max(d.most, cost)
		a.weight = ir.Within("weight", 0, maxWeight)
		*out = append(*out, ir.Put(a.weight, ir.Calc(ir.Mul, number, ir.Num(a.bound))))
		sum = ir.Calc(ir.Add, sum, ir.Read(a.weight))
	}
	*out = append(*out, ir.Put(d.total, sum))
	return work
}

// keep has a set be found once, and returns it as it is read from then on.
func (d *draw) keep(out *[]*ir.Stmt, set *ir.Expr) *ir.Expr {
	kept := d.p.Room("kept")
	*out = append(*out, &ir.Stmt{Op: ir.SetStore, Field: kept, Args: []*ir.Expr{ir.Num(0), set}})
	return ir.SetAt(kept, ir.Num(0))
}

// drawn draws an arm, a piece of it, and the number of a candidate of that piece.
func (d *draw) drawn() []*ir.Stmt {
	if d.straight() {
		return d.chosenApart()
	}
	var among func(i int) []*ir.Stmt
	among = func(i int) []*ir.Stmt {
		a := d.arms[i]
		pick := append(d.piece(a, ir.Read(d.r), a.bound), ir.Put(d.number, ir.Num(i)))
		if i == len(d.arms)-1 {
			return pick
		}
		less := ir.Put(d.r, ir.Calc(ir.Sub, ir.Read(d.r), ir.Read(a.weight)))
		return []*ir.Stmt{{Op: ir.If, Args: []*ir.Expr{ir.Calc(ir.Lt, ir.Read(d.r), ir.Read(a.weight))}, Body: pick,
			Else: append([]*ir.Stmt{less}, among(i+1)...)}}
	}
	return append([]*ir.Stmt{ir.Put(d.r, ir.Invoke(d.Below, ir.Read(d.total)))}, among(0)...)
}

// piece finds the piece of an arm and the number of its candidate from the number r
// among those that it has at most.
func (d *draw) piece(a *arm, r *ir.Expr, bound int) []*ir.Stmt {
	if a.set == nil {
		return []*ir.Stmt{ir.Put(d.left, r)}
	}
	out := []*ir.Stmt{{Op: ir.SetStore, Field: d.Chosen, Args: []*ir.Expr{ir.Num(0), a.set}}}
	if a.emit != nil {
		return append(append(out, ir.Put(a.site, ir.Invoke(d.Nth, r))), d.chosenSite(a.emit.Args, a.site)...)
	}
	small := ir.Within("small", 0, maxWeight)
	return append(out, ir.Put(small, r), ir.Put(d.left, ir.Calc(ir.Rem, ir.Read(small), ir.Num(bound))),
		ir.Put(a.site, ir.Invoke(d.Nth, ir.Calc(ir.Div, ir.Read(small), ir.Num(bound)))))
}

// Counts reports whether Draw would count the candidates of a generator.
func (s *Sampler) Counts(gen *ir.Func, worth bool) bool {
	d := newDraw(s.P, gen)
	return d == nil || !worth && !d.sure()
}

// Begin is a body that lists the candidates, and leaves their number in a variable.
func (s *Sampler) Begin(n *ir.Local) []*ir.Stmt {
	number := ir.At(s.Candidates.Count, ir.Num(0))
	return []*ir.Stmt{
		ir.Write(s.Candidates.Count, ir.Num(0), ir.Num(0)),
		{Op: ir.Do, Args: []*ir.Expr{ir.Invoke(s.List)}},
		ir.Put(n, number),
	}
}

// Any is a random one of so many listed candidates.
func (s *Sampler) Any(n *ir.Local) *ir.Expr {
	return ir.At(s.Candidates.Moves, ir.Invoke(s.Below, ir.Read(n)))
}

// counted draws a candidate after counting or listing all of them.
func (s *Sampler) counted(d *draw, gen, count *ir.Func) []*ir.Stmt {
	d.Sampler = s
	n, end := ir.Within("n", 0, 1<<30), &ir.Label{Name: "selected"}
	if s.List != nil {
		move := ir.NewLocal("move", ir.I64)
		find := append(s.Begin(n), s.told(ir.Read(n))...)
		return d.performed(gen, append(find,
			ir.When(ir.Calc(ir.Not, ir.Read(n)), append(s.None(), ir.Leave(d.done))...),
			ir.Put(move, s.Any(n)), ir.Put(d.rule, RuleOf(ir.Read(move))), ir.Put(d.from, FromOf(ir.Read(move))),
			ir.Put(d.to, ToOf(ir.Read(move))), ir.Put(d.data, DataOf(ir.Read(move)))))
	}
	find := append([]*ir.Stmt{ir.Put(n, ir.Invoke(count))}, s.told(ir.Read(n))...)
	return d.performed(gen, append(find,
		ir.When(ir.Calc(ir.Not, ir.Read(n)), append(s.None(), ir.Leave(d.done))...),
		ir.Put(d.left, ir.Invoke(s.Below, ir.Read(n))),
		&ir.Stmt{Op: ir.Scope, Label: end, Body: d.selected(gen.Body, end)},
	))
}

// look finds the candidate of the arm and number that were drawn, or goes on if there
// is none.
func (d *draw) look() []*ir.Stmt {
	var among func(i int) []*ir.Stmt
	among = func(i int) []*ir.Stmt {
		if i == len(d.arms) {
			return nil
		}
		a := d.arms[i]
		if a.emit != nil {
			return among(i + 1) // found already
		}
		end := &ir.Label{Name: "none"}
		look := []*ir.Stmt{{Op: ir.Scope, Label: end, Body: d.selected(a.body, end)}}
		rest := among(i + 1)
		if len(rest) == 0 {
			return look
		}
		return []*ir.Stmt{{Op: ir.If, Args: []*ir.Expr{ir.Calc(ir.Eq, ir.Read(d.number), ir.Num(i))}, Body: look, Else: rest}}
	}
	return among(0)
}

// selected is a body that finds its candidate whose number is left, which is used up;
// end is around it.
func (d *draw) selected(body []*ir.Stmt, end *ir.Label) []*ir.Stmt {
	left := d.left
	less := func(by *ir.Expr) *ir.Stmt { return ir.Put(left, ir.Calc(ir.Sub, ir.Read(left), by)) }
	r := &ir.Rewriter{Sparing: true}
	r.Stmt = func(r *ir.Rewriter, s *ir.Stmt) ([]*ir.Stmt, bool) {
		switch s.Op {
		case ir.Emit:
			a := r.Exprs(s.Args)
			return []*ir.Stmt{ir.When(ir.Calc(ir.Not, ir.Read(left)),
				d.chosen(a[0], a[1], a[2], a[3])...), less(ir.Num(1))}, true
		case ir.EmitSet:
			a := r.Exprs(s.Args)
			k, at, set := ir.Within("k", 0, 1<<30), s.Site(), a[2]
			var out []*ir.Stmt
			if searched(set) {
				set = d.keep(&out, set)
			}
			found := []*ir.Stmt{{Op: ir.SetStore, Field: d.Chosen, Args: []*ir.Expr{ir.Num(0), set}},
				ir.Put(at, ir.Invoke(d.Nth, ir.Read(left)))}
			found = append(found, d.chosenSite(a, at)...)
			return append(
				out,
				ir.Put(k, ir.Calc(ir.SetCount, set)),
				ir.When(ir.Calc(ir.Lt, ir.Read(left), ir.Read(k)), found...),
				less(ir.Read(k)),
			), true
		case ir.Generate:
			panic("ir: a generator inside one whose candidates are selected")
		case ir.Return:
			return []*ir.Stmt{ir.Leave(end)}, true
		}
		return nil, false
	}
	return r.Body(body)
}

// Costly reports whether finding the candidates of a generator takes so much for each that listing them takes less than
// to look for the drawn one again, which takes half of it: in the 29 games that told, below 26 operations it was the
// other way round.
func Costly(body []*ir.Stmt) bool {
	cost, candidates := typical{}.looks(body)
	return cost/28 >= candidates
}

// typical estimates what bodies cost, in statements and operations; it knows what the functions do that it has met.
type typical map[*ir.Func]int

// Looks is what finding the candidates of a body takes, and their number, if loops have so many rounds and sets so many
// sites; that of one whose parts come from elsewhere is beyond all costs: each would be asked where from.
func (t typical) looks(body []*ir.Stmt) (cost, candidates int) {
	const rounds = 8
	for _, s := range body {
		for _, a := range s.Args {
			cost += t.expr(a)
		}
		inside, found := t.looks(s.Body)
		other, more := t.looks(s.Else)
		if s.Op == ir.Loop || s.Op == ir.Each {
			inside, found = rounds*inside, rounds*found
		}
		switch {
		case s.Op == ir.Emit:
			found++
		case s.Op == ir.EmitSet && s.Local == nil:
			found += rounds
		case s.Op == ir.EmitSet || s.Op == ir.Generate:
			found = MaxCost
		}
		cost, candidates = min(cost+1+inside+other, MaxCost), min(candidates+found+more, MaxCost)
	}
	return cost, candidates
}

// drawCost is what a draw costs, in statements and operations, beside looking at the
// candidates of one piece; countCost how often counting looks at all of them.
const (
	drawCost  = 40
	countCost = 1.5
)

// Body is what a body costs.
func (t typical) body(body []*ir.Stmt) (n int) {
	for _, s := range body {
		inside := t.body(s.Body) + t.body(s.Else)
		if s.Op == ir.Loop || s.Op == ir.Each {
			inside *= 3
		}
		n += 1 + inside
		for _, a := range s.Args {
			n += t.expr(a)
		}
	}
	return n
}

func (t typical) expr(e *ir.Expr) int {
	if e.Nodes > 0 {
		return int(e.Nodes)
	}
	n := 1 + t.body(e.Stmts())
	for _, a := range e.Args {
		n += t.expr(a)
	}
	if e.Op == ir.Call {
		inside, known := t[e.Callee()]
		if !known {
			inside = t.body(e.Callee().Body)
			t[e.Callee()] = inside
		}
		n += inside
	}
	return n
}
