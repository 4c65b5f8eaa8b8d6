package lower

import (
	"encoding/binary"
	"slices"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/ir"
	"github.com/astragal/astragal/engine/lgdl"
)

// Program is a lowered game.
type Program struct {
	*Positions
	k *Lowerer // nil once it is not needed

	credits []*lgdl.Expr // by rule: the ludeme that its candidates are credited to, nil for none
	without []string     // see Optional
	fuel    *ir.Field    // what is left of the budget of a move
	size    int          // see Code
	by      *ir.Placed   // nil where all that tells what stands where is kept
	swept   bool         // there is no function that none of those called from outside needs
}

// NewPositions are those of a program of a game that keeps this of them.
func NewPositions(p *ir.Program, g *game.Game, k *Lowerer) *Positions {
	return &Positions{Program: p, G: g, k: k}
}

// Positions are the positions of a program, as ranges of bytes: how they stand for those of package game.
type Positions struct {
	*ir.Program
	G *game.Game
	k *Lowerer

	addr struct { // in memory, of what is asked for at every turn
		rng, fault, rank int
		vars             [numVars]int
	}
}

// The functions that are called from outside: by those who play from the start to the end,
// who go on from any position, who watch, and who give the variables of a puzzle values in any order.
var (
	ForPlays     = []string{"begin", "settle", "playout", "game"}
	ForPositions = append([]string{"list", "count", "step", "record", "open", "tried", "leap", "grow",
		"options", "decide", "jointly"}, ForPlays...)
	ForDeduction = []string{"assign", "deduce", "holds"}
	ForWatching  = []string{"begin", "settle", "list", "count", "step", "opened", "observe", "try", "look", "after"}
)

// Only leaves nothing in the program but what these functions need.
func (p *Program) Only(entries []string) {
	for _, f := range p.Funcs {
		f.Export = f.Export && slices.Contains(entries, f.Name)
	}
	ir.Sweep(p.Program)
	p.swept = true
}

// Passes are the names of the steps from lowered rules to what the back ends take, in
// order: the rules as they are lowered, with generators and sets; with conditions as sets;
// without what nothing reads; without rounds of loops that lead nowhere; with bounds on what a move may take;
// without sets; simplified; with functions in place of their calls; and with what several places find found once.
var Passes = []string{"lower", "gather", "strip", "aim", "meter", "expand", "fold", "inline", "forward", "common"}

// Finish takes all steps, see Prepare and Improve. After each of them the program is verified.
func (p *Program) Finish(whole bool, seen func(pass string)) (err error) {
	verified := func(pass string) {
		if err == nil {
			err = ir.Verify(p.Program, slices.Index(Passes, pass) >= slices.Index(Passes, "expand"))
		}
		if err == nil && seen != nil {
			seen(pass)
		}
	}
	if fault := p.Prepare(whole, verified); fault != nil {
		return fault
	}
	p.Improve(verified)
	return err
}

// Prepare takes the steps to a program that can be run, all but those of Improve, and lays it out. After each of them
// seen is told its name. With whole, all of the position is kept, for those who look at it; else what results need. The
// error is *Refusal for a game whose moves may take too long.
func (p *Program) Prepare(whole bool, seen func(pass string)) (err error) {
	stripped := !whole && !p.off("strip")
	steps := []func(){
		func() { p.k.findSparing() },
		func() {
			if !p.swept { // what is called from outside needs no generators
				ir.DropGenerators(p.Program)
			}
			if stripped {
				p.k.unlisted()
			}
			if !p.off("share") {
				ir.MergeSnapshots(p.Program)
				ir.Share(p.Program) // at once, as most of what is lowered several times is the same
			}
			if !p.off("gather") {
				ir.Gather(p.Program, p.k.index())
			}
			if !p.off("unite") {
				ir.Unite(p.Program, p.k.index())
			}
		},
		func() {
			if stripped {
				f := &p.k.Fields
				kept := []*ir.Field{f.vars[Over], f.vars[Winner], f.vars[Limited], f.Rank}
				if p.G.Has(game.Payoff) {
					kept = append(kept, f.vars[Paid])
				}
				if p.k.watched || p.k.valued {
					kept = append(kept, p.k.watchedRoots()...)
				}
				if p.off(inMatch) {
					kept = append(kept, f.vars[Mover], f.vars[Next], f.vars[Prev], f.Score)
				}
				ir.Strip(p.Program, kept...)
			}
			p.k.captures()
			p.k.touches()
			p.k.trials(stripped)
		},
		func() {
			if !p.off("aim") {
				ir.Aim(p.Program, p.k.candidates.Fault)
			}
			if !p.off("tabulate") {
				ir.Tabulate(p.Program, p.k.candidates.Fault)
			}
		},
		func() { err = ir.Meter(p.Program, p.k.fuel, p.k.candidates.Fault, p.Lookup("random")) },
		func() {
			if !p.off("remember") {
				ir.Remember(p.Program, p.k.fuel, p.k.candidates.Fault)
			}
			if stripped {
				p.by = p.k.placed()
			}
			if p.by != nil {
				ir.BySets(p.Program, p.by)
			}
			ir.Expand(p.Program)
			if !p.off("order") {
				f := &p.k.Fields
				turns := map[*ir.Field]bool{f.vars[Mover]: true, f.vars[Next]: true, f.vars[Prev]: true}
				ir.Order(p.Program, turns, map[*ir.Field]bool{f.Rng: true})
			}
		},
		func() {
			p.fold()
			if p.off("undo") {
				p.Layout()
			} else {
				ir.Undo(p.Program, p.k.candidates.Fault)
			}
		},
	}
	for i, step := range steps {
		if step(); err != nil {
			return &Refusal{Why: err.Error()}
		}
		seen(Passes[i])
	}
	p.locate()
	return nil
}

// Improve takes the last steps, from "inline" on, which make a program of which machine code is worth making. What a
// program does and where its fields lie stays as it is.
func (p *Program) Improve(seen func(pass string)) {
	if !p.off("share") {
		ir.Share(p.Program)
		ir.Ways(p.Program)
	}
	if !p.off("inline") {
		ir.Inline(p.Program)
	}
	p.fold()
	seen("inline")
	if !p.off("forward") {
		ir.Forward(p.Program)
		p.fold()
	}
	if p.by != nil {
		ir.Unplaced(p.Program, p.by)
		p.fold()
	}
	seen("forward")
	if !p.off("common") {
		ir.Common(p.Program)
	}
	if !p.off("fuel") {
		ir.HoldFuel(p.Program, p.fuel)
	}
	seen("common")
}

func (p *Program) off(step string) bool { return slices.Contains(p.without, step) }

func (p *Program) fold() {
	if !p.off("fold") {
		p.size = ir.FoldSized(p.Program)
	}
}

// Code is about the number of statements and operations of the program when it has been prepared.
func (p *Program) Code() int {
	if p.size == 0 {
		for _, f := range p.Funcs {
			p.size += ir.Size(f)
		}
	}
	return p.size
}

// locate notes where in memory lies what is asked for at every turn, once the program is laid out.
func (p *Positions) locate() {
	f := &p.k.Fields
	p.addr.rng, p.addr.fault, p.addr.rank = f.Rng.Addr, p.k.candidates.Fault.Addr, f.Rank.Addr
	for v, x := range f.vars {
		p.addr.vars[v] = x.Addr
	}
}

// Load writes the position of a context into memory, all of it: play goes on from it as
// it does by the rules. One that has no room is faulty, and so is one of a play that has begun where positions
// must not come back: see LoadAfter.
func (p *Positions) Load(mem []byte, c *game.Context) {
	p.load(mem, c)
	p.loadHistory(mem, c)
}

// load is Load but for the positions that must not come back.
func (p *Positions) load(mem []byte, c *game.Context) {
	f, s := &p.k.Fields, c.S
	clear(mem[p.Lo:p.Hi])
	include := func(field *ir.Field, set, site int, in bool) {
		at := field.Addr + 8*(set*p.Words+site>>6)
		w := binary.LittleEndian.Uint64(mem[at:]) &^ (1 << (site & 63))
		if in {
			w |= 1 << (site & 63)
		}
		binary.LittleEndian.PutUint64(mem[at:], w)
	}
	for site := range f.sites {
		st := p.G.TypeAt(p.G.DefaultType, site)
		what, count := s.What(st, site), s.CountAt(st, site)
		setComponent(mem, f.What, site, what)
		if what != 0 && p.k.values == nil {
			include(f.At, what, site, true)
			if f.owned != nil {
				include(f.owned, p.G.Components[what].Owner, site, true)
			}
		}
		include(f.empty, 0, site, s.IsEmpty(st, site))
		if x := p.k.ownerless; x != nil {
			include(x, 0, site, what != 0 && s.Who(st, site) == 0 && p.G.Components[what].Owner != 0)
		}
		if p.k.pending != nil {
			include(p.k.pending, 0, site, slices.Contains(s.Pending, int32(site)))
		}
		if f.count != nil {
			setInt(mem, f.count, site, count)
			if what != 0 && count == 0 { // such a piece moves like others, and is none to most that ask
				p.setFault(mem)
			}
		}
		if f.stacks != nil {
			p.loadStack(mem, s, st, site)
			continue
		}
		for d, field := range f.data() {
			// What dice show is kept beside the board.
			if _, die := p.k.dice.state(mem, site); field != nil && !(die && Datum(d) == State) {
				setInt(mem, field, site, datum(s, Datum(d), st, site, -1))
			}
		}
	}
	if f.lists != nil || f.listings != nil {
		p.loadPlaces(mem, s)
	}
	if p.k.values != nil {
		p.loadPuzzle(mem, s)
	}
	p.loadTracks(mem, s)
	p.loadPlayable(mem, s)
	if h := f.hidden; h != nil {
		p.EachHidden(mem, func(kind, player, site int, _ bool) {
			st := p.G.TypeAt(p.G.DefaultType, site)
			include(h.sets, slices.Index(h.kinds, kind)*(p.G.Players+1)+player, site, s.HiddenBit(kind, player, st, site, 0))
		})
	}
	if f.opening != nil {
		clear(mem[f.opening.Addr : f.opening.Addr+8*f.opening.Len])
		for site, what := range c.T.Opening {
			include(f.opening, int(what), site, what != 0)
		}
	}
	for t, x := range f.costs {
		for site := 0; x != nil && site < x.Len; site++ {
			setInt(mem, x, site, c.CostAt(board.SiteType(t), site))
		}
	}
	for t, l := range f.layers {
		st := board.SiteType(t)
		if l == nil {
			if st != p.G.DefaultType && p.G.TypesKept() > 1 {
				for site := range p.G.Topo.Num(st) {
					if s.What(st, site) != 0 {
						p.setFault(mem)
					}
				}
			}
			continue
		}
		for site := range l.n {
			what := s.What(st, site)
			setComponent(mem, l.what, site, what)
			if what != 0 {
				include(l.at, what, site, true)
			}
			include(l.empty, 0, site, s.IsEmpty(st, site))
			if l.count != nil {
				setInt(mem, l.count, site, s.CountAt(st, site))
			}
			if l.state != nil {
				setInt(mem, l.state, site, s.StateAt(st, site, -1))
			}
		}
	}
	for i := range p.G.VarNames() {
		setInt(mem, f.Named, i, int(s.Vars[i]))
	}
	setInt(mem, f.Score, 0, int(s.ScoreOf[0])) // nobody has a score, too, and like the shared player a value
	for _, q := range [...]int{0, p.G.Shared()} {
		setInt(mem, f.Value, q, int(s.ValueOf[q]))
	}
	for q := 1; q <= p.G.Players; q++ {
		setInt(mem, f.Score, q, int(s.ScoreOf[q]))
		setInt(mem, f.Phase, q, int(s.PhaseOf[q]))
		setInt(mem, f.Amount, q, int(s.AmountOf[q]))
		setInt(mem, f.Value, q, int(s.ValueOf[q]))
	}
	for _, m := range p.k.memories {
		list := s.Remembered[m.name]
		setInt(mem, m.length, 0, min(len(list), p.k.remembered()))
		clear(mem[m.known.Addr : m.known.Addr+8*p.Words])
		for i, v := range list[:min(len(list), p.k.remembered())] {
			setInt(mem, m.values, i, int(v))
			if int(v) >= 0 && int(v) < 64*p.Words {
				include(m.known, 0, int(v), true)
			}
		}
	}
	if x := p.k.cycle; x != nil {
		n := p.k.cycleLength()
		setInt(mem, x.count, 0, len(c.T.GameHashes))
		for i := max(len(c.T.GameHashes)-n, 0); i < len(c.T.GameHashes); i++ {
			binary.LittleEndian.PutUint64(mem[x.hashes.Addr+8*(i%n):], c.T.GameHashes[i])
		}
	}
	if p.k.stored != nil {
		binary.LittleEndian.PutUint64(mem[p.k.stored.Addr:], s.StoredHash)
	}
	if p.k.dice != nil {
		p.k.dice.load(mem, c)
	}
	p.loadSequence(mem, c)
	if p.k.thrown != nil {
		setInt(mem, p.k.thrown, 0, 0)
	}
	if p.k.order != nil {
		for i, q := range s.Order {
			setInt(mem, p.k.order, i, int(q))
		}
	}
	if b := p.k.ballot; b != nil {
		number := func(name int32) int { return slices.Index(b.names, name) }
		setInt(mem, b.decision, 0, number(int32(s.Decision)))
		setInt(mem, b.count, 0, len(s.Votes))
		for i, v := range s.Votes {
			setInt(mem, b.votes, i, number(v))
		}
		for i := range maxNames {
			setInt(mem, b.proposed, i, 0)
		}
		for _, name := range s.Propositions {
			setInt(mem, b.proposed, number(name), 1)
		}
	}
	passed := -1
	if last := c.T.Last(); last != nil {
		passed = int(boolean(last.Pass))
	}
	setInt(mem, f.vars[Passed], 0, passed)
	setInt(mem, f.vars[LossesNow], 0, 0)
	for v, of := range ofRules {
		if of != nil {
			setInt(mem, f.vars[v], 0, of(c))
		}
	}
	p.loadMovers(mem, &c.T)
	p.loadPlay(mem, c)
}

// setInt writes element i of a field of numbers of 32 bits.
func setInt(mem []byte, f *ir.Field, i, v int) {
	binary.LittleEndian.PutUint32(mem[f.Addr+4*i:], uint32(int32(v)))
}

// getInt reads it.
func getInt(mem []byte, f *ir.Field, i int) int {
	return int(int32(binary.LittleEndian.Uint32(mem[f.Addr+4*i:])))
}

// Var reads a number of the position.
func (p *Positions) Var(mem []byte, v Var) int {
	return int(int32(binary.LittleEndian.Uint32(mem[p.addr.vars[v]:])))
}

// SetVar changes a number of the position.
func (p *Positions) SetVar(mem []byte, v Var, x int) { setInt(mem, p.k.Fields.vars[v], 0, x) }

// What reads the component on a site, 0 where the program does not keep it.
func (p *Positions) What(mem []byte, site int) int {
	if p.k.Fields.What.Kind != ir.State {
		return 0
	}
	return getComponent(mem, p.k.Fields.What, site)
}

// Score reads the score of a player.
func (p *Positions) Score(mem []byte, q int) int {
	return getInt(mem, p.k.Fields.Score, q)
}

// Faulty reports whether there was no room for candidates or numbers, and forgets it.
func (p *Positions) Faulty(mem []byte) bool {
	at := p.addr.fault
	full := mem[at] != 0
	if full { // code would wait for what has been written here when it reads the whole number
		mem[at] = 0
	}
	return full
}

// Spent is what the loops of the last move have taken of its budget, in rounds.
func (p *Positions) Spent(mem []byte) int { return ir.Budget - getInt(mem, p.k.fuel, 0) }

// Seed sets the state of the generator of draws.
func (p *Positions) Seed(mem []byte, state uint64) {
	binary.LittleEndian.PutUint64(mem[p.addr.rng:], state)
}

// Count reads the number of pieces on a site.
func (p *Positions) Count(mem []byte, site int) int {
	f := &p.k.Fields
	switch {
	case f.stacks != nil:
		return int(boolean(p.G.Components[p.What(mem, site)].Owner != 0))
	case p.k.values != nil:
		return 0 // values are no pieces
	case f.count == nil:
		return int(boolean(p.What(mem, site) != 0))
	}
	return int(int32(binary.LittleEndian.Uint32(mem[f.count.Addr+4*site:])))
}

// boolean is 1 for true.
func boolean(b bool) uint8 {
	if b {
		return 1
	}
	return 0
}

// Sites is the number of sites of all containers.
func (p *Positions) Sites() int { return p.k.Fields.sites }

// Drawn is the state of the generator of draws.
func (p *Positions) Drawn(mem []byte) uint64 {
	return binary.LittleEndian.Uint64(mem[p.addr.rng:])
}

// Rank reads the rank of a player, 0 for none yet.
func (p *Positions) Rank(mem []byte, q int) float64 {
	return float64(int32(binary.LittleEndian.Uint32(mem[p.addr.rank+4*q:]))) / rankUnit
}

// On reads the component, the number of pieces and the local state of a site of a type
// other than the default one of the board.
func (p *Positions) On(mem []byte, st board.SiteType, site int) (what, count, state int) {
	l := p.k.Fields.layers[st]
	if l == nil || site >= l.n {
		return 0, 0, 0
	}
	number := func(f *ir.Field) int { return int(int32(binary.LittleEndian.Uint32(mem[f.Addr+4*site:]))) }
	what = getComponent(mem, l.what, site)
	count = int(boolean(what != 0))
	if l.count != nil {
		count = number(l.count)
	}
	if l.state != nil {
		state = number(l.state)
	}
	return what, count, state
}
