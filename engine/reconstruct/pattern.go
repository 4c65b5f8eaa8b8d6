package reconstruct

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/astragal/astragal/engine/lgdl"
)

// pattern is a filler with variables in the place of names and roles. Names that the filler
// declares itself, and all of a filler that declares anything, stay as they are.
type pattern struct {
	text      string         // canonical, with variables
	vars      []variable     // names, in the order of the text
	roles     []int          // the players that the filler speaks of, as the donor numbers them
	declares  bool           // the filler is, or has, equipment
	players   int            // the highest player that a declaring filler speaks of
	needs     need           // of equipment that the filler does not bring itself
	byText    map[string]int // number of the variable for a string of the donor
	byPlayer  map[int]int    // number of the role for a player of the donor
	shape     string         // what bindings depend on
	undecided bool           // names were not looked up: the filler is the skeleton's own
}

// variable stands for a name.
type variable struct {
	class class
	base  int // pieces with equal numbers have one name, whoever owns them
	role  int // number of the role whose player's number stands behind the name; none or neutral below 0
}

// Roles of variables that are no player's.
const (
	roleFree    = -1 // the name stands alone: whoever's piece
	roleNeutral = -2 // the piece of nobody
)

// literal is the pattern of a filler that is taken as it is.
func literal(items []*lgdl.Node) *pattern {
	return &pattern{text: lgdl.Text(items), declares: true, undecided: true, needs: needs(items...)}
}

// abstract finds the variables of a filler from a donor with the offer.
func abstract(items []*lgdl.Node, from *offer, equipment bool) *pattern {
	own := &offer{}
	for _, n := range items {
		own.visit(n, equipment)
	}
	p := &pattern{byText: map[string]int{}, byPlayer: map[int]int{}}
	for c := range classes {
		p.declares = p.declares || len(own.things[c]) > 0
	}
	p.declares = p.declares || own.has != 0 || own.players > 0
	p.needs = needs(items...) &^ own.has
	bases := map[string]int{}
	var b strings.Builder
	for i, n := range items {
		if i > 0 {
			b.WriteByte(' ')
		}
		p.write(&b, n, from, own, bases)
	}
	p.text = b.String()
	p.shape = fmt.Sprint(p.vars, p.roles, p.declares, p.players, p.needs)
	return p
}

func (p *pattern) role(player int) int {
	r, ok := p.byPlayer[player]
	if !ok {
		r = len(p.roles)
		p.byPlayer[player] = r
		p.roles = append(p.roles, player)
	}
	return r
}

// write writes a node in the canonical layout and notes its variables.
func (p *pattern) write(b *strings.Builder, n *lgdl.Node, from, own *offer, bases map[string]int) {
	if n.Label != "" {
		b.WriteString(n.Label)
		b.WriteByte(':')
	}
	switch n.Kind {
	case lgdl.Clause, lgdl.List:
		open, shut := byte('('), byte(')')
		if n.Kind == lgdl.List {
			open, shut = '{', '}'
		}
		b.WriteByte(open)
		b.WriteString(n.Text)
		for i, x := range n.Items {
			if i > 0 || n.Text != "" {
				b.WriteByte(' ')
			}
			p.write(b, x, from, own, bases)
		}
		b.WriteByte(shut)
		return
	case lgdl.Const:
		if player, ok := playerOf(n.Text); ok {
			p.players = max(p.players, player)
			if !p.declares {
				fmt.Fprintf(b, "‹P%d›", p.role(player))
				return
			}
		}
	case lgdl.String:
		if _, _, _, mine := own.find(n.Text); mine {
			break
		}
		c, base, player, ok := from.find(n.Text)
		if !ok {
			break
		}
		v, known := p.byText[n.Text]
		if !known {
			number, seen := bases[classNames[c]+base]
			if !seen {
				number = len(bases)
				bases[classNames[c]+base] = number
			}
			x := variable{class: c, base: number, role: roleFree}
			switch {
			case player == 0:
				x.role = roleNeutral
			case player > 0:
				x.role = p.role(player)
			}
			v = len(p.vars)
			p.vars = append(p.vars, x)
			p.byText[n.Text] = v
		}
		fmt.Fprintf(b, "‹%s%d", classNames[c], p.vars[v].base)
		switch r := p.vars[v].role; {
		case r >= 0:
			fmt.Fprintf(b, ":P%d", r)
		case r == roleNeutral:
			b.WriteString(":0")
		}
		b.WriteString("›")
		return
	}
	bare := *n
	bare.Label = ""
	b.WriteString(lgdl.Text([]*lgdl.Node{&bare}))
}

// Binding says what the variables of a filler stand for in a completion.
type Binding struct {
	Roles []int // player for each of the filler's roles
	// Names are the names for each of its variables, with the number of the owner where one
	// belongs.
	Names []string

	bases []int // number of the name for each variable, among the offer's of its class
}

// named returns the binding with the names of an offer.
func (p *pattern) named(b Binding, o *offer) Binding {
	if len(b.bases) == 0 {
		return b
	}
	b.Names = make([]string, len(b.bases))
	for i, n := range b.bases {
		v := p.vars[i]
		b.Names[i] = o.bases[v.class][n].name
		switch {
		case v.role >= 0:
			b.Names[i] += strconv.Itoa(b.Roles[v.role])
		case v.role == roleNeutral:
			b.Names[i] += "0"
		}
	}
	return b
}

// Bounds of the bindings of one filler: those beyond are not considered, and neither is what is
// not found in so many steps.
const (
	bindingsMost  = 1_000
	bindingsSteps = 10_000
)

// distinct returns how many different names of each class the filler has.
func (p *pattern) distinct() (n [classes]int) {
	seen := map[int]bool{}
	for _, v := range p.vars {
		if !seen[v.base] {
			seen[v.base] = true
			n[v.class]++
		}
	}
	return n
}

// bindings returns all ways to bind the variables to an offer, those that keep the donor's
// numbers of players first, and why there are none.
func (p *pattern) bindings(o *offer) (list []Binding, reason string) {
	if missing := p.needs &^ o.has; missing != 0 && !p.undecided {
		return nil, "needs " + missing.String()
	}
	switch {
	case o.players > 0 && len(p.roles) > o.players, p.declares && o.players > 0 && p.players > o.players:
		return nil, "needs more players"
	case len(p.vars) == 0 && len(p.roles) == 0:
		return []Binding{{}}, ""
	}
	players := o.players
	if players == 0 {
		players = max(p.players, len(p.roles))
	}
	for c, n := range p.distinct() {
		if len(o.bases[c]) < n {
			return nil, "needs the name of a " + classNames[c]
		}
	}
	k := binder{p: p, o: o, players: players, steps: bindingsSteps, byBase: map[int]int{}}
	k.chooseRole(make([]int, 0, len(p.roles)))
	if len(k.list) == 0 {
		return nil, "names cannot be bound"
	}
	return k.list, ""
}

// binder enumerates bindings.
type binder struct {
	p       *pattern
	o       *offer
	players int
	steps   int
	byBase  map[int]int // names chosen so far, by the donor's
	list    []Binding
}

// enough reports whether the player has as many pieces as the role speaks of.
func (k *binder) enough(role, player int) bool {
	var seen []int
	for _, v := range k.p.vars {
		if v.role == role && !slices.Contains(seen, v.base) {
			seen = append(seen, v.base)
		}
	}
	have := 0
	for _, b := range k.o.bases[aPiece] {
		if b.owners&(1<<player) != 0 {
			have++
		}
	}
	return have >= len(seen)
}

// chooseRole gives the next role a player that no other has; the donor's own number is
// tried first.
func (k *binder) chooseRole(roles []int) {
	if len(roles) == len(k.p.roles) {
		k.chooseName(roles, nil)
		return
	}
	own := k.p.roles[len(roles)]
	try := func(player int) {
		if len(k.list) < bindingsMost && player <= k.players && !slices.Contains(roles, player) && k.enough(len(roles), player) {
			k.chooseRole(append(roles[:len(roles):len(roles)], player))
		}
	}
	if try(own); k.p.declares {
		return
	}
	for player := 1; player <= k.players; player++ {
		if player != own {
			try(player)
		}
	}
}

// chooseName gives the next variable a name. Different names of the donor get different
// ones; the pieces of several players with one name get one name if there is such a name.
func (k *binder) chooseName(roles, bases []int) {
	if k.steps--; k.steps <= 0 || len(k.list) >= bindingsMost {
		return
	}
	if len(bases) == len(k.p.vars) {
		k.list = append(k.list, Binding{Roles: roles, bases: bases})
		return
	}
	v := k.p.vars[len(bases)]
	player := -1
	switch {
	case v.role >= 0:
		player = roles[v.role]
	case v.role == roleNeutral:
		player = 0
	}
	fits := func(n int) bool {
		return v.class != aPiece || player < 0 || k.o.bases[aPiece][n].owners&(1<<player) != 0
	}
	taken := func(n int) bool { // another variable for the same player's piece, or with no player, has the name
		for i, m := range bases {
			if m == n && k.p.vars[i].class == v.class && k.p.vars[i].role == v.role {
				return true
			}
		}
		return false
	}
	old, chosen := k.byBase[v.base]
	from, to := 0, len(k.o.bases[v.class])
	if chosen && fits(old) {
		from, to = old, old+1
	}
	for n := from; n < to; n++ {
		if fits(n) && !taken(n) {
			k.byBase[v.base] = n
			k.chooseName(roles, append(bases[:len(bases):len(bases)], n))
		}
	}
	if delete(k.byBase, v.base); chosen {
		k.byBase[v.base] = old
	}
}

// bind writes a binding into the items of a filler.
func (p *pattern) bind(items []*lgdl.Node, b *Binding) []*lgdl.Node {
	if len(p.vars) == 0 && len(p.roles) == 0 {
		return items
	}
	out := make([]*lgdl.Node, len(items))
	for i, n := range items {
		out[i] = p.bound(n, b)
	}
	return out
}

func (p *pattern) bound(n *lgdl.Node, b *Binding) *lgdl.Node {
	switch n.Kind {
	case lgdl.String:
		if v, ok := p.byText[n.Text]; ok && b.Names[v] != n.Text {
			c := *n
			c.Text = b.Names[v]
			return &c
		}
	case lgdl.Const:
		if player, ok := playerOf(n.Text); ok && !p.declares {
			c := *n
			c.Text = "P" + strconv.Itoa(b.Roles[p.byPlayer[player]])
			return &c
		}
	case lgdl.Clause, lgdl.List:
		var c *lgdl.Node
		for i, x := range n.Items {
			if y := p.bound(x, b); y != x {
				if c == nil {
					copied := *n
					c = &copied
					c.Items = slices.Clone(n.Items)
				}
				c.Items[i] = y
			}
		}
		if c != nil {
			return c
		}
	}
	return n
}
