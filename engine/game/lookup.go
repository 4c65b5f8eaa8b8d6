package game

import (
	"math"
	"strconv"

	"github.com/astragal/astragal/engine/lgdl"
)

// Numbers and conditions that follow from a site at hand, the throw and whose
// turn it is, whatever stands on the board, such as
//
//	(= (trackSite Move from:(from) steps:(count Pips)) End)
//
// are tabulated when the game is compiled, by asking the expression itself on a
// scratch position. Equal expressions share a table.

// lookup is a tabulated number or condition.
type lookup struct {
	reads   reads
	players int
	sites   uint    // site numbers and one more, for "no site"
	throws  uint    // values that the dice may have, and one more
	values  []int32 // unasked where only the expression can tell; empty while the table is not filled
}

// reads tells what a value depends on.
type reads uint8

const (
	readsFrom reads = 1 << iota
	readsTo
	readsSite
	readsPips // of the die at hand
	readsSum  // of all dice
	readsMover
	readsNext
)

const (
	unasked        = math.MinInt32
	maxLookup      = 1 << 13 // entries of a table
	maxLookups     = 1 << 15 // entries of the tables of a game
	maxUnanswered  = 16      // faults while a table is filled
	maxLookupValue = 1 << 30
)

// nowhere is the place of what is not in a table.
const nowhere = math.MaxUint

// place is the place of the value now.
func (t *lookup) place(c *Context) uint {
	i := uint(0)
	if t.reads&readsMover != 0 {
		m := uint(c.S.Mover)
		if m > uint(t.players) {
			return nowhere
		}
		i = m
	}
	if t.reads&readsSum != 0 {
		x := uint(c.S.DiceSum)
		if x >= t.throws {
			return nowhere
		}
		i = i*t.throws + x
	}
	if t.reads&readsFrom != 0 {
		x := uint(c.From + 1)
		if x >= t.sites {
			return nowhere
		}
		i = i*t.sites + x
	}
	if t.reads&^(readsMover|readsSum|readsFrom) != 0 {
		return t.placeOfOthers(c, i)
	}
	return i
}

func (t *lookup) placeOfOthers(c *Context, i uint) uint {
	if t.reads&readsTo != 0 {
		x := uint(c.To + 1)
		if x >= t.sites {
			return nowhere
		}
		i = i*t.sites + x
	}
	if t.reads&readsSite != 0 {
		x := uint(c.Site + 1)
		if x >= t.sites {
			return nowhere
		}
		i = i*t.sites + x
	}
	if t.reads&readsPips != 0 {
		x := uint(c.Pips)
		if x >= t.throws {
			return nowhere
		}
		i = i*t.throws + x
	}
	if t.reads&readsNext != 0 {
		x := uint(c.S.Next)
		if x > uint(t.players)+1 {
			return nowhere
		}
		i = i*uint(t.players+2) + x
	}
	return i
}

// value returns the value now, unasked when the table does not tell.
func (t *lookup) value(c *Context) int32 {
	if i := t.place(c); i < uint(len(t.values)) {
		return t.values[i]
	}
	return unasked
}

// tabulated prepares the table of an expression; nil when it has none. While an
// expression with a table is compiled its parts get none.
func (k *Compiler) tabulated(e *lgdl.Expr) *lookup {
	if k.General || k.inTable || e.Kind != lgdl.Clause {
		return nil
	}
	var d reading
	if !d.expr(e) || !d.worth || d.reads == 0 {
		return nil
	}
	key := string(d.key)
	if t := k.lookups[key]; t != nil {
		return t
	}
	if k.lookups == nil {
		k.lookups = map[string]*lookup{}
	}
	t := &lookup{reads: d.reads}
	k.lookups[key] = t
	return t
}

// intLookup is i with the answers of a table in front.
func (k *Compiler) intLookup(t *lookup, i Int) Int {
	if i.Const {
		return i
	}
	f := i.F
	k.fillAtEnd(t, f)
	return IntFn(func(c *Context) int {
		if v := t.value(c); v != unasked {
			return int(v)
		}
		return f(c)
	})
}

// boolLookup is b with the answers of a table in front.
func (k *Compiler) boolLookup(t *lookup, b Bool) Bool {
	if b.Const {
		return b
	}
	f := b.F
	k.fillAtEnd(t, func(c *Context) int {
		if f(c) {
			return 1
		}
		return 0
	})
	b = BoolFn(func(c *Context) bool {
		if v := t.value(c); v != unasked {
			return v != 0
		}
		return f(c)
	})
	b.forms = &boolForms{table: t}
	return b
}

// throws is the number of values from 0 to the largest sum of the dice; 0 when
// a face shows less than nothing.
func (g *Game) throws() uint {
	sum := 0
	for _, comp := range g.Dice {
		most := 0
		for _, f := range g.Components[comp].Faces {
			if f < 0 {
				return 0
			}
			most = max(most, f)
		}
		sum += most
	}
	return uint(sum + 1)
}

// fillAtEnd has the table filled when everything else is compiled.
func (k *Compiler) fillAtEnd(t *lookup, f func(c *Context) int) {
	k.AtEnd(func(c *Context) {
		g := k.G
		if t.values != nil || !g.constantRegions() || g.Has(InternalLoop) || len(g.Tracks) == 0 && len(g.Dice) == 0 {
			return
		}
		n := t.size(g)
		if n == 0 || n > maxLookup || k.lookedUp+n > maxLookups {
			return
		}
		k.lookedUp += n
		t.fill(c, n, f)
	})
}

// size is the number of values of the table, more than maxLookup for many.
func (t *lookup) size(g *Game) int {
	t.players, t.sites, t.throws = g.Players, uint(g.Sites+1), g.throws()
	n := 1
	for _, part := range [...]struct {
		reads reads
		n     int
	}{{readsMover, t.players + 1}, {readsSum, int(t.throws)}, {readsFrom, int(t.sites)}, {readsTo, int(t.sites)}, {readsSite, int(t.sites)},
		{readsPips, int(t.throws)}, {readsNext, t.players + 2}} {
		if t.reads&part.reads != 0 {
			if n *= part.n; n > maxLookup {
				break
			}
		}
	}
	return n
}

// fill asks for all values.
func (t *lookup) fill(c *Context, n int, f func(c *Context) int) {
	values := make([]int32, n)
	u := c.Temp()
	faults, i := 0, 0
	ask := func() {
		for ; i < n; i++ {
			t.set(u, uint(i))
			values[i] = unasked
			if t.reads&readsMover != 0 && u.S.Mover == 0 {
				continue
			}
			if v := f(u); v > -maxLookupValue && v < maxLookupValue {
				values[i] = int32(v)
			}
		}
	}
	for i < n {
		if Catch(ask) != nil {
			// What has no value somewhere is asked when the time comes.
			if faults++; faults > maxUnanswered {
				break
			}
			i++
		}
	}
	c.GiveTemp(u)
	if i == n {
		t.values = values
	}
}

// set makes c a position in which the value has the index i.
func (t *lookup) set(c *Context, i uint) {
	part := func(n uint) int {
		x := i % n
		i /= n
		return int(x)
	}
	if t.reads&readsNext != 0 {
		c.S.Next = part(uint(t.players + 2))
	}
	if t.reads&readsPips != 0 {
		c.Pips = part(t.throws)
	}
	if t.reads&readsSite != 0 {
		c.Site = part(t.sites) - 1
	}
	if t.reads&readsTo != 0 {
		c.To = part(t.sites) - 1
	}
	if t.reads&readsFrom != 0 {
		c.From = part(t.sites) - 1
	}
	if t.reads&readsSum != 0 {
		c.S.DiceSum = part(t.throws)
	}
	if t.reads&readsMover != 0 {
		c.S.Mover = int(i)
	}
}

// reading finds out what an expression reads, and whether a table is worth it.
type reading struct {
	reads reads
	worth bool
	key   []byte // tells expressions apart that differ
}

// expr tells whether e depends on nothing but what reads can tell.
func (d *reading) expr(e *lgdl.Expr) bool {
	switch e.Kind {
	case lgdl.Int:
		d.key = strconv.AppendInt(append(d.key, ' '), int64(e.Int), 10)
		return true
	case lgdl.Bool, lgdl.String:
		d.key = strconv.AppendQuote(append(d.key, ' '), e.Text)
		if e.Kind == lgdl.Bool {
			d.key = strconv.AppendInt(d.key, int64(e.Int), 10)
		}
		return true
	case lgdl.List:
		d.key = append(d.key, '{')
		for _, x := range e.Items {
			if !d.expr(x) {
				return false
			}
		}
		d.key = append(d.key, '}')
		return true
	case lgdl.Const:
		d.key = append(append(d.key, ' '), e.Text...)
		return d.constant(e.Text)
	case lgdl.Clause:
		if e.Form == nil {
			return false
		}
		d.key = append(append(append(d.key, '('), e.Form.Text...), ':')
		ok := d.clause(e)
		d.key = append(d.key, ')')
		return ok
	}
	return false
}

func (d *reading) constant(text string) bool {
	switch text {
	case "Mover":
		d.reads |= readsMover
		return true
	case "Next":
		d.reads |= readsNext
		return true
	case "True", "False", "Off", "Undefined", "End", "Infinity", "Shared", "All", "Each":
		return true
	}
	_, ok := RoleNumber(text)
	return ok
}

// all goes through the arguments; absent ones are told apart from others.
func (d *reading) all(args []*lgdl.Expr) bool {
	for _, x := range args {
		if x == nil {
			d.key = append(d.key, '-')
		} else if !d.expr(x) {
			return false
		}
	}
	return true
}

// lead is all for a clause that begins with a constant of its form.
func (d *reading) lead(e *lgdl.Expr) bool {
	d.key = append(append(d.key, ' '), e.Args[0].Text...)
	return d.all(e.Args[1:])
}

func given(args []*lgdl.Expr) bool {
	for _, x := range args {
		if x != nil {
			return true
		}
	}
	return false
}

func (d *reading) iterator(e *lgdl.Expr, r reads) bool {
	d.reads |= r
	return !given(e.Args)
}

func (d *reading) clause(e *lgdl.Expr) bool {
	switch e.Form.Keyword {
	case "from":
		return d.iterator(e, readsFrom)
	case "to":
		return d.iterator(e, readsTo)
	case "site":
		return d.iterator(e, readsSite)
	case "pips":
		return d.iterator(e, readsPips)
	case "mover":
		return d.iterator(e, readsMover)
	case "next":
		return d.iterator(e, readsNext)
	case "count":
		d.reads |= readsSum
		return e.Args[0] != nil && e.Args[0].Text == "Pips" && !given(e.Args[1:])
	case "coord":
		return d.all(e.Args)
	case "id":
		return len(e.Args) == 2 && d.all(e.Args)
	case "mapEntry", "handSite":
		d.worth = true
		return d.all(e.Args)
	case "trackSite":
		return d.trackSite(e)
	case "+", "-", "*", "/", "%", "abs", "max", "min", "if", "and", "or", "not", "xor", "=", "!=", "<", "<=", ">", ">=",
		"union", "intersection", "difference":
		return d.all(e.Args)
	case "is":
		return d.is(e)
	case "sites":
		return d.sites(e)
	}
	return false
}

func (d *reading) trackSite(e *lgdl.Expr) bool {
	d.worth = true
	whose := e.Args[1:]
	switch e.Args[0].Text {
	case "Move":
		if e.Args[1] == nil {
			d.reads |= readsFrom
		}
		d.reads |= readsMover
		whose = e.Args[2 : len(e.Args)-1]
	case "EndSite":
	default:
		return false
	}
	for _, x := range whose {
		if x != nil && x.Kind == lgdl.Clause {
			return false // (player …)
		}
	}
	return d.lead(e)
}

func (d *reading) is(e *lgdl.Expr) bool {
	switch e.Args[0].Text {
	case "In":
		d.worth = true
		if e.Args[4] != nil {
			return false
		}
		if e.Args[1] == nil && e.Args[2] == nil {
			d.reads |= readsTo
		}
	case "Mover":
		d.reads |= readsMover
	case "Next":
		d.reads |= readsNext
	case "Even", "Odd":
	default:
		return false
	}
	return d.lead(e)
}

// sites accepts the regions that stay as they are.
func (d *reading) sites(e *lgdl.Expr) bool {
	switch e.Form.Text {
	case "(sites [(player) | roleType] [siteType] [string])":
		return (e.Args[0] != nil || e.Args[1] != nil || e.Args[3] != nil) && e.Args[0] == nil && e.Args[2] == nil && d.all(e.Args)
	case "(sites ({int} | ints))":
		return e.Args[1] == nil && d.all(e.Args)
	case "(sites [siteType] {string})":
		return e.Args[0] == nil && d.all(e.Args)
	}
	if len(e.Args) == 0 || e.Args[0] == nil || e.Args[0].Kind != lgdl.Const {
		return false
	}
	switch e.Args[0].Text {
	case "Top", "Bottom", "Left", "Right", "Inner", "Outer", "Perimeter", "Corners", "Centre", "Board":
		d.key = append(append(d.key, ' '), e.Args[0].Text...)
		return !given(e.Args[1:])
	}
	return false
}
