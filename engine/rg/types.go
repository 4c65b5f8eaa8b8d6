package rg

import "strconv"

// typ is a type: a set of symbols, or the functions from such a set to a type.
type typ struct {
	members  []uint16
	at       []int32 // index in members by symbol, -1 for others
	from, to *typ
	size     int // cells that a value takes
}

func (t *typ) set() bool { return t.to == nil }

// leaf is the type of the values of single cells.
func (t *typ) leaf() *typ {
	for t.to != nil {
		t = t.to
	}
	return t
}

// index gives the place of a symbol in a set, -1 if it is no member.
func (t *typ) index(sym uint16) int32 {
	if int(sym) >= len(t.at) {
		return -1
	}
	return t.at[sym]
}

// common counts the members that are in both of two sets.
func (t *typ) common(u *typ) int {
	n := 0
	for _, m := range t.members {
		if u.index(m) >= 0 {
			n++
		}
	}
	return n
}

// alike reports whether values of two types are laid out alike.
func (t *typ) alike(u *typ) bool {
	if t.set() != u.set() {
		return false
	}
	if t.set() {
		return true
	}
	return len(t.from.members) == len(u.from.members) && t.from.common(u.from) == len(t.from.members) &&
		sameOrder(t.from, u.from) && t.to.alike(u.to)
}

func sameOrder(t, u *typ) bool {
	for i, m := range t.members {
		if u.members[i] != m {
			return false
		}
	}
	return true
}

// Limits of a description.
const (
	maxSymbols = 60_000
	maxCells   = 1 << 20
	maxEdges   = 400_000
	maxTables  = 1 << 24 // entries of tables by symbol
	maxPlayers = 16
)

func (c *compiler) intern(word string, p Pos) uint16 {
	if id, ok := c.ids[word]; ok {
		return id
	}
	if len(c.g.symbols) == maxSymbols {
		c.fail(p, "more than %d symbols", maxSymbols)
	}
	id := uint16(len(c.g.symbols))
	c.ids[word] = id
	c.g.symbols = append(c.g.symbols, word)
	return id
}

// spend counts what tables take.
func (c *compiler) spend(entries int, p Pos) {
	if c.tables += max(0, entries); c.tables > maxTables {
		c.fail(p, "types and functions take more than %d entries of tables", maxTables)
	}
}

// setOf makes a type of symbols.
func (c *compiler) setOf(words []token) *typ {
	t := &typ{size: 1}
	for _, w := range words {
		id := c.intern(w.text, w.pos)
		c.spend(int(id)+1-len(t.at), w.pos)
		for len(t.at) <= int(id) {
			t.at = append(t.at, -1)
		}
		if t.at[id] >= 0 {
			c.fail(w.pos, "symbol %v is in the type twice", w)
		}
		t.at[id] = int32(len(t.members))
		t.members = append(t.members, id)
	}
	return t
}

// resolve gives the type that e describes.
func (c *compiler) resolve(e *typeExpr) *typ {
	switch {
	case e.from != nil:
		from, to := c.resolve(e.from), c.resolve(e.to)
		if !from.set() {
			c.fail(e.pos, "the arguments of functions must be symbols")
		}
		if len(from.members)*to.size > maxCells {
			c.fail(e.pos, "values of this type take more than %d cells", maxCells)
		}
		return &typ{from: from, to: to, size: len(from.members) * to.size}
	case e.set != nil:
		if len(e.set) == 0 {
			c.fail(e.pos, "a type needs symbols")
		}
		return c.setOf(e.set)
	}
	t := c.types[e.name]
	if t == nil {
		c.fail(e.pos, "unknown type '%s'; types are declared before they are used", e.name)
	}
	return t
}

// declareTypes resolves the types in their order, and the built-in ones as soon as
// those that they are made of are there.
func (c *compiler) declareTypes() {
	word := func(s string) token { return token{text: s, word: true} }
	builtin := func() {
		player, score := c.types["Player"], c.types["Score"]
		add := func(name string, make func() *typ) {
			if c.types[name] == nil {
				c.types[name] = make()
			}
		}
		add("Bool", func() *typ { return c.setOf([]token{word("0"), word("1")}) })
		if player == nil {
			return
		}
		system := func() *typ {
			var all []token
			for _, m := range player.members {
				all = append(all, word(c.g.symbols[m]))
			}
			return c.setOf(append(all, word("keeper"), word("random")))
		}
		add("PlayerOrSystem", system)
		add("PlayerOrKeeper", system)
		add("Visibility", func() *typ {
			return &typ{from: player, to: c.types["Bool"], size: len(player.members) * c.types["Bool"].size}
		})
		if score != nil {
			add("Goals", func() *typ { return &typ{from: player, to: score, size: len(player.members) * score.size} })
		}
	}
	for _, t := range c.d.types {
		if c.types[t.name.text] != nil {
			c.fail(t.name.pos, "type %v is already declared", t.name)
		}
		made := c.resolve(t.typ)
		c.types[t.name.text] = made
		switch t.name.text {
		case "Player":
			c.checkPlayers(made, t.name)
		case "Score":
			for _, m := range made.members {
				if _, err := strconv.ParseInt(c.g.symbols[m], 10, 64); err != nil {
					c.fail(t.name.pos, "score '%s' is no integer", c.g.symbols[m])
				}
			}
			if !made.set() {
				c.fail(t.name.pos, "type Score must be a set of integers")
			}
		}
		if t.name.text == "Player" || t.name.text == "Score" || t.name.text == "Bool" {
			builtin()
		}
	}
	for _, name := range []string{"Player", "Score"} {
		if c.types[name] == nil {
			c.fail(Pos{1, 1}, "type %s is missing: it must be declared", name)
		}
	}
}

func (c *compiler) checkPlayers(t *typ, name token) {
	if !t.set() {
		c.fail(name.pos, "type Player must be a set of symbols")
	}
	if len(t.members) > maxPlayers {
		c.fail(name.pos, "%d players, the limit is %d", len(t.members), maxPlayers)
	}
	for _, m := range t.members {
		if s := c.g.symbols[m]; s == "keeper" || s == "random" {
			c.fail(name.pos, "'%s' is no player: the word is reserved", s)
		}
		c.g.players = append(c.g.players, c.g.symbols[m])
	}
}

// declareData lays out constants and variables, and the built-in variables that are
// not declared.
func (c *compiler) declareData() {
	declare := func(d dataDecl, pool bool) {
		c.free(d.name)
		t := c.resolve(d.typ)
		store := &c.g.initial
		if pool {
			store = &c.g.pool
		}
		r := &ref{sym: -1, pool: pool, base: int32(len(*store)), typ: t}
		if len(*store)+t.size > maxCells {
			c.fail(d.name.pos, "constants or variables take more than %d cells", maxCells)
		}
		*store = append(*store, make([]uint16, t.size)...)
		c.fill((*store)[r.base:], t, d.value)
		c.named[d.name.text] = r
		if !pool {
			c.g.vars = append(c.g.vars, variable{d.name.text, int(r.base), t})
		}
	}
	for _, d := range c.d.consts {
		declare(d, true)
	}
	for _, d := range c.d.vars {
		declare(d, false)
	}
	first := c.g.symbols[c.types["Score"].members[0]]
	for _, b := range []struct{ name, typ, value string }{
		{"player", "PlayerOrSystem", "keeper"}, {"goals", "Goals", first}, {"visible", "Visibility", "1"},
	} {
		if c.named[b.name] == nil {
			v := &valueExpr{symbol: b.value}
			if b.name != "player" {
				v = &valueExpr{entries: []entryExpr{{value: v}}}
			}
			declare(dataDecl{token{text: b.name, word: true}, &typeExpr{name: b.typ}, v}, false)
		}
	}
	c.builtin("player", c.types["PlayerOrSystem"])
	c.builtin("goals", c.types["Goals"])
	c.builtin("visible", c.types["Visibility"])
}

// free refuses names that are taken.
func (c *compiler) free(name token) {
	if c.named[name.text] != nil {
		c.fail(name.pos, "%v is already declared", name)
	}
	for _, m := range c.types["Player"].members {
		if c.g.symbols[m] == name.text {
			c.fail(name.pos, "%v is the name of a player", name)
		}
	}
}

// builtin checks that a variable which the language gives a meaning has its type.
func (c *compiler) builtin(name string, want *typ) {
	r, leaf := c.named[name], want.leaf()
	if r.pool || !r.typ.alike(want) || r.typ.leaf().common(leaf) != len(r.typ.leaf().members) {
		c.fail(Pos{1, 1}, "%s must be a variable of its own type", name)
	}
}

// fill writes a value into cells.
func (c *compiler) fill(cells []uint16, t *typ, v *valueExpr) {
	if t.set() {
		if v.entries != nil {
			c.fail(v.pos, "expected one symbol, found a function")
		}
		id, ok := c.ids[v.symbol]
		if !ok || t.index(id) < 0 {
			c.fail(v.pos, "'%s' is not in the type", v.symbol)
		}
		cells[0] = id
		return
	}
	if v.entries == nil {
		r := c.named[v.symbol]
		if r == nil || !r.pool || !r.typ.alike(t) {
			c.fail(v.pos, "expected a function in braces or a constant of the same type, found '%s'", v.symbol)
		}
		copy(cells, c.g.pool[r.base:int(r.base)+t.size])
		return
	}
	given := make([]bool, len(t.from.members))
	var otherwise *valueExpr
	for _, e := range v.entries {
		if e.key == "" {
			if otherwise != nil {
				c.fail(e.pos, "the value at all other arguments is given twice")
			}
			otherwise = e.value
			continue
		}
		id, ok := c.ids[e.key]
		if !ok || t.from.index(id) < 0 {
			c.fail(e.pos, "'%s' is no argument of the function", e.key)
		}
		i := t.from.index(id)
		if given[i] {
			c.fail(e.pos, "the value at '%s' is given twice", e.key)
		}
		given[i] = true
		c.fill(cells[int(i)*t.to.size:][:t.to.size], t.to, e.value)
	}
	var done []uint16
	for i, m := range t.from.members {
		part := cells[i*t.to.size:][:t.to.size]
		switch {
		case given[i]:
		case otherwise == nil:
			c.fail(v.pos, "no value at '%s'", c.g.symbols[m])
		case done == nil:
			c.fill(part, t.to, otherwise)
			done = part
		default:
			copy(part, done)
		}
	}
}
