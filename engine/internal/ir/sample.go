package ir

import "math"

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
	P      *Program
	Nth    *Func  // finds the site of a number in the set of Chosen
	Chosen *Field // scratch: one set
	Below  *Func  // draws a number below its operand

	// Does is what the move of a candidate does; None what is done without one.
	Does func(rule int, from, to, data *Expr) []*Stmt
	None func() []*Stmt
	// Listed makes a move that is drawn from a list of all candidates, and returns.
	Listed func() []*Stmt
	// Counted is told the number of candidates, unless they are drawn by rejection; nil
	// if nobody wants to know.
	Counted func(n *Expr) *Stmt
	// List is Deriver.Ordered of the generator, whose candidates are then listed instead of being counted and looked
	// for again; nil where counting takes less.
	List       *Func
	Candidates *Candidates
}

func (s *Sampler) told(n *Expr) []*Stmt {
	if s.Counted == nil {
		return nil
	}
	return []*Stmt{s.Counted(n)}
}

// Draw is a body that draws a candidate of a generator evenly and does its move, by
// rejection if that is worth it, else by counting them with function count.
func (s *Sampler) Draw(gen, count *Func, worth bool) []*Stmt {
	d := newDraw(s.P, gen)
	if d == nil {
		return s.counted(newLocals(s.P), gen, count)
	}
	d.Sampler = s
	out := d.before
	d.weigh(&out)
	var body []*Stmt
	switch {
	case len(d.arms) == 0:
		return append(out, s.None()...)
	case d.sure():
		out = append(out, s.told(Read(d.total))...)
		body = d.drawn()
	case !worth:
		return s.counted(d, gen, count)
	default:
		tries, loop := Within("tries", 0, maxDraws), &Label{Name: "draws"}
		round := append(d.drawn(), d.look()...)
		round = append(round, Put(tries, Calc(Sub, Read(tries), Num(1))), When(Calc(Not, Read(tries)), Leave(loop)))
		body = append([]*Stmt{Put(tries, Num(maxDraws)), {Op: Loop, Label: loop, Body: round, Rounds: maxDraws + 1}},
			s.Listed()...)
	}
	out = append(out, When(Calc(Not, Read(d.total)), append(s.None(), Leave(d.done))...))
	return d.performed(gen, append(out, body...))
}

// Weigh is a body that leaves in three elements of a field of integers what drawing a
// candidate of a generator would take: the bound of their number, what looking at all
// of them takes, and at those of one piece. It is nil if none can be drawn.
func Weigh(p *Program, gen *Func, to *Field) []*Stmt {
	d := newDraw(p, gen)
	if d == nil || d.sure() {
		return nil
	}
	out := d.before
	work := d.weigh(&out)
	for i, v := range [...]*Expr{Read(d.total), work, Num(d.most)} {
		out = append(out, Write(to, Num(i), v))
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
	done   *Label // around all of it
	found  *Label // around what finds the candidate, left when it is found
	total  *Local // of the weights
	r      *Local // what was drawn
	left   *Local // the number of a candidate among those of a piece
	number *Local // of the arm that was drawn
	most   int    // what the candidates of one piece cost

	rule, from, to, data *Local // of the candidate
}

func newLocals(p *Program) *draw {
	return &draw{flattener: flattener{p: p}, done: &Label{Name: "drawn"}, found: &Label{Name: "found"},
		total: Within("total", 0, 1<<30), r: Within("r", 0, 1<<30), left: Within("left", 0, 1<<30),
		rule: NewLocal("rule", I32), from: NewLocal("from", I32), to: NewLocal("to", I32), data: NewLocal("data", I32)}
}

// newDraw takes a generator apart; nil if its candidates cannot be looked at one by one.
func newDraw(p *Program, gen *Func) *draw {
	d := newLocals(p)
	d.flatten(gen.Body, nil)
	if d.unfit || d.carries() {
		return nil
	}
	d.number = Within("arm", 0, len(d.arms))
	return d
}

// chosen notes a candidate and leaves found.
func (d *draw) chosen(rule, from, to, data *Expr) []*Stmt {
	return []*Stmt{Put(d.rule, rule), Put(d.from, from), Put(d.to, to), Put(d.data, data), Leave(d.found)}
}

// chosenSite is chosen for a site of an EmitSet.
func (d *draw) chosenSite(a []*Expr, at *Local) []*Stmt {
	from := a[1]
	if from.Is(-1) {
		from = Read(at)
	}
	return d.chosen(a[0], from, Read(at), a[3])
}

// performed is a body that finds a candidate of a generator, and then does its move.
func (d *draw) performed(gen *Func, find []*Stmt) []*Stmt {
	rules, operands := Emitted(gen.Body), d.operands(gen)
	var among func(i int) []*Stmt
	among = func(i int) []*Stmt {
		of := operands[rules[i]]
		does := d.Does(rules[i], of.from, Read(d.to), of.data)
		if i == len(rules)-1 {
			return does
		}
		return []*Stmt{{Op: If, Args: []*Expr{Calc(Eq, Read(d.rule), Num(rules[i]))}, Body: does, Else: among(i + 1)}}
	}
	body := []*Stmt{{Op: Scope, Label: d.found, Body: find}}
	if len(rules) > 0 {
		body = append(body, among(0)...)
	}
	return []*Stmt{{Op: Scope, Label: d.done, Body: body}}
}

// operands are the from and data of the candidates of a rule: constants, where they are
// the same ones for all.
type operands struct{ from, data *Expr }

// operands are those of all rules by number.
func (d *draw) operands(gen *Func) map[int]operands {
	of := map[int]operands{}
	Walk(gen.Body, func(s *Stmt) {
		if s.Op != Emit && s.Op != EmitSet {
			return
		}
		f := s.Args[1]
		if s.Op == EmitSet && f.Is(-1) {
			f = Read(d.to)
		}
		rule := int(s.Args[0].K)
		was := of[rule]
		of[rule] = operands{d.common(was.from, f, d.from), d.common(was.data, s.Args[3], d.data)}
	}, nil)
	return of
}

func (d *draw) common(was, e *Expr, l *Local) *Expr {
	switch {
	case e.Op != Const && !reads(e, d.to):
		return Read(l)
	case was == nil || was.Op == e.Op && was.K == e.K && was.Local == e.Local:
		return e
	}
	return Read(l)
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

// weigh adds the weights of the arms, bounds of their candidates, and returns what
// looking at all of them costs.
func (d *draw) weigh(out *[]*Stmt) (work *Expr) {
	sum, work := Num(0), Num(0)
	for _, a := range d.arms {
		number, cost := Num(1), typical{}.body(a.body)
		if a.set != nil {
			l := Within("sites", 0, 64*d.p.Words)
			found, find := d.Sampler != nil && a.found(), []*Stmt(nil)
			if found || d.Sampler != nil && d.straight() {
				a.set = d.keep(&find, a.set)
			}
			find = append(find, Put(l, Calc(SetCount, a.set)))
			if found && a.guard != nil { // else nobody asks for it
				find = []*Stmt{Put(l, Num(0)), When(Read(a.guard), find...)}
			}
			*out = append(*out, find...)
			number = Read(l)
		}
		if a.guard != nil {
			number = Cond(Read(a.guard), number, Num(0))
		}
		work, d.most = Calc(Add, work, Calc(Mul, number, Num(cost))), max(d.most, cost)
		a.weight = Within("weight", 0, maxWeight)
		*out = append(*out, Put(a.weight, Calc(Mul, number, Num(a.bound))))
		sum = Calc(Add, sum, Read(a.weight))
	}
	*out = append(*out, Put(d.total, sum))
	return work
}

// keep has a set be found once, and returns it as it is read from then on.
func (d *draw) keep(out *[]*Stmt, set *Expr) *Expr {
	kept := d.p.Room("kept")
	*out = append(*out, &Stmt{Op: SetStore, Field: kept, Args: []*Expr{Num(0), set}})
	return SetAt(kept, Num(0))
}

// drawn draws an arm, a piece of it, and the number of a candidate of that piece.
func (d *draw) drawn() []*Stmt {
	if d.straight() {
		return d.chosenApart()
	}
	var among func(i int) []*Stmt
	among = func(i int) []*Stmt {
		a := d.arms[i]
		pick := append(d.piece(a, Read(d.r), a.bound), Put(d.number, Num(i)))
		if i == len(d.arms)-1 {
			return pick
		}
		less := Put(d.r, Calc(Sub, Read(d.r), Read(a.weight)))
		return []*Stmt{{Op: If, Args: []*Expr{Calc(Lt, Read(d.r), Read(a.weight))}, Body: pick,
			Else: append([]*Stmt{less}, among(i+1)...)}}
	}
	return append([]*Stmt{Put(d.r, Invoke(d.Below, Read(d.total)))}, among(0)...)
}

// piece finds the piece of an arm and the number of its candidate from the number r
// among those that it has at most.
func (d *draw) piece(a *arm, r *Expr, bound int) []*Stmt {
	if a.set == nil {
		return []*Stmt{Put(d.left, r)}
	}
	out := []*Stmt{{Op: SetStore, Field: d.Chosen, Args: []*Expr{Num(0), a.set}}}
	if a.emit != nil {
		return append(append(out, Put(a.site, Invoke(d.Nth, r))), d.chosenSite(a.emit.Args, a.site)...)
	}
	small := Within("small", 0, maxWeight)
	return append(out, Put(small, r), Put(d.left, Calc(Rem, Read(small), Num(bound))),
		Put(a.site, Invoke(d.Nth, Calc(Div, Read(small), Num(bound)))))
}

// Counts reports whether Draw would count the candidates of a generator.
func (s *Sampler) Counts(gen *Func, worth bool) bool {
	d := newDraw(s.P, gen)
	return d == nil || !worth && !d.sure()
}

// Begin is a body that lists the candidates, and leaves their number in a variable.
func (s *Sampler) Begin(n *Local) []*Stmt {
	number := At(s.Candidates.Count, Num(0))
	return []*Stmt{Write(s.Candidates.Count, Num(0), Num(0)), {Op: Do, Args: []*Expr{Invoke(s.List)}}, Put(n, number)}
}

// Any is a random one of so many listed candidates.
func (s *Sampler) Any(n *Local) *Expr { return At(s.Candidates.Moves, Invoke(s.Below, Read(n))) }

// counted draws a candidate after counting or listing all of them.
func (s *Sampler) counted(d *draw, gen, count *Func) []*Stmt {
	d.Sampler = s
	n, end := Within("n", 0, 1<<30), &Label{Name: "selected"}
	if s.List != nil {
		move := NewLocal("move", I64)
		find := append(s.Begin(n), s.told(Read(n))...)
		return d.performed(gen, append(find,
			When(Calc(Not, Read(n)), append(s.None(), Leave(d.done))...),
			Put(move, s.Any(n)), Put(d.rule, RuleOf(Read(move))), Put(d.from, FromOf(Read(move))),
			Put(d.to, ToOf(Read(move))), Put(d.data, DataOf(Read(move)))))
	}
	find := append([]*Stmt{Put(n, Invoke(count))}, s.told(Read(n))...)
	return d.performed(gen, append(find,
		When(Calc(Not, Read(n)), append(s.None(), Leave(d.done))...),
		Put(d.left, Invoke(s.Below, Read(n))),
		&Stmt{Op: Scope, Label: end, Body: d.selected(gen.Body, end)},
	))
}

// look finds the candidate of the arm and number that were drawn, or goes on if there
// is none.
func (d *draw) look() []*Stmt {
	var among func(i int) []*Stmt
	among = func(i int) []*Stmt {
		if i == len(d.arms) {
			return nil
		}
		a := d.arms[i]
		if a.emit != nil {
			return among(i + 1) // found already
		}
		end := &Label{Name: "none"}
		look := []*Stmt{{Op: Scope, Label: end, Body: d.selected(a.body, end)}}
		rest := among(i + 1)
		if len(rest) == 0 {
			return look
		}
		return []*Stmt{{Op: If, Args: []*Expr{Calc(Eq, Read(d.number), Num(i))}, Body: look, Else: rest}}
	}
	return among(0)
}

// selected is a body that finds its candidate whose number is left, which is used up;
// end is around it.
func (d *draw) selected(body []*Stmt, end *Label) []*Stmt {
	left := d.left
	less := func(by *Expr) *Stmt { return Put(left, Calc(Sub, Read(left), by)) }
	r := &rewriter{sparing: true}
	r.stmt = func(r *rewriter, s *Stmt) ([]*Stmt, bool) {
		switch s.Op {
		case Emit:
			a := r.exprs(s.Args)
			return []*Stmt{When(Calc(Not, Read(left)),
				d.chosen(a[0], a[1], a[2], a[3])...), less(Num(1))}, true
		case EmitSet:
			a := r.exprs(s.Args)
			k, at, set := Within("k", 0, 1<<30), s.site(), a[2]
			var out []*Stmt
			if searched(set) {
				set = d.keep(&out, set)
			}
			found := []*Stmt{{Op: SetStore, Field: d.Chosen, Args: []*Expr{Num(0), set}},
				Put(at, Invoke(d.Nth, Read(left)))}
			found = append(found, d.chosenSite(a, at)...)
			return append(out, Put(k, Calc(SetCount, set)), When(Calc(Lt, Read(left), Read(k)), found...), less(Read(k))), true
		case Generate:
			panic("ir: a generator inside one whose candidates are selected")
		case Return:
			return []*Stmt{Leave(end)}, true
		}
		return nil, false
	}
	return r.body(body)
}

// Costly reports whether finding the candidates of a generator takes so much for each that listing them takes less than
// to look for the drawn one again, which takes half of it: in the 29 games that told, below 26 operations it was the
// other way round.
func Costly(body []*Stmt) bool {
	cost, candidates := typical{}.looks(body)
	return cost/28 >= candidates
}

// typical estimates what bodies cost, in statements and operations; it knows what the functions do that it has met.
type typical map[*Func]int

// looks is what finding the candidates of a body takes, and their number, if loops have so many rounds and sets so many
// sites; that of one whose parts come from elsewhere is beyond all costs: each would be asked where from.
func (t typical) looks(body []*Stmt) (cost, candidates int) {
	const rounds = 8
	for _, s := range body {
		for _, a := range s.Args {
			cost += t.expr(a)
		}
		inside, found := t.looks(s.Body)
		other, more := t.looks(s.Else)
		if s.Op == Loop || s.Op == Each {
			inside, found = rounds*inside, rounds*found
		}
		switch {
		case s.Op == Emit:
			found++
		case s.Op == EmitSet && s.Local == nil:
			found += rounds
		case s.Op == EmitSet || s.Op == Generate:
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

// body is what a body costs.
func (t typical) body(body []*Stmt) (n int) {
	for _, s := range body {
		inside := t.body(s.Body) + t.body(s.Else)
		if s.Op == Loop || s.Op == Each {
			inside *= 3
		}
		n += 1 + inside
		for _, a := range s.Args {
			n += t.expr(a)
		}
	}
	return n
}

func (t typical) expr(e *Expr) int {
	if e.nodes > 0 {
		return int(e.nodes)
	}
	n := 1 + t.body(e.Body)
	for _, a := range e.Args {
		n += t.expr(a)
	}
	if e.Op == Call {
		inside, known := t[e.Func]
		if !known {
			inside = t.body(e.Func.Body)
			t[e.Func] = inside
		}
		n += inside
	}
	return n
}
