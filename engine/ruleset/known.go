package ruleset

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lgdl/clause"
)

// bindings are the iterators that have a value of the rule's own where a clause stands.
type bindings struct{ from, to, between, site bool }

// spot is where a clause stands.
type spot struct {
	bindings
	effect  bool     // an effect, not a decision
	moved   bool     // evaluated when the move has been recorded
	applied bool     // inside of (apply …), whose effects come before that
	set     []string // variables that effects of the same sequence have set before
}

// known is what is known of the rules of a game.
type known struct {
	g     *game.Game
	asks  bool            // a decision or a position at rest may depend on the moves played
	vars  map[string]bool // variables whose values rules may ask for after the move that sets them
	steps []board.Direction
	lines []board.Direction
	keep  [][]int32 // sets of sites that rules name
	pairs []*relation
	// skewed is why symmetries of the board are not known to keep the rules; nil if they are.
	skewed error
}

// unknown is why nothing is known of rules.
type unknown string

// knowRules reads the rules of a game; the error names the first clause whose meaning is not known.
func knowRules(g *game.Game) (k *known, err error) {
	if g.Root() == nil {
		return nil, fmt.Errorf("a match of several games")
	}
	defer func() {
		switch x := recover().(type) {
		case nil:
		case unknown:
			k, err = nil, fmt.Errorf("%s", string(x))
		default:
			panic(x)
		}
	}()
	k = &known{g: g, vars: map[string]bool{}}
	k.clause(g.Root(), spot{})
	return k, nil
}

// forgetful is what is known of rules that do not ask for the moves played; the error says why a game is none such.
func forgetful(g *game.Game) (*known, error) {
	k, err := knowRules(g)
	switch {
	case err != nil:
		return nil, fmt.Errorf("the rules may ask for the moves played: %w", err)
	case k.asks:
		return nil, errors.New("the rules ask for the moves played")
	}
	return k, nil
}

func (k *known) fail(e *lgdl.Expr, format string, args ...any) {
	panic(unknown(fmt.Sprintf("%v: %s", e.Pos, fmt.Sprintf(format, args...))))
}

// skew notes that a clause is not known to mean the same on an image of the board. What it asks of the moves played
// is known all the same.
func (k *known) skew(e *lgdl.Expr, format string, args ...any) {
	if k.skewed == nil {
		k.skewed = fmt.Errorf("%v: %s", e.Pos, fmt.Sprintf(format, args...))
	}
}

// clause reads a clause, and reports whether it is a site where it is a number.
func (k *known) clause(e *lgdl.Expr, at spot) (site bool) {
	straight := k.skewed == nil
	site = k.form(e, at)
	switch e.Text {
	case "=", "!=", "<", "<=", ">", ">=":
		if straight && k.skewed != nil {
			if r := k.relate(e); r != nil {
				k.skewed, k.pairs = nil, append(k.pairs, r)
			}
		}
	}
	return site
}

// form reads a clause for what its form asks for.
func (k *known) form(e *lgdl.Expr, at spot) (site bool) {
	if e.Kind != lgdl.Clause || e.Form == nil {
		k.fail(e, "%s is not known to keep symmetries", e.Text)
	}
	letters, ok := knownForms[e.Form.Text]
	if !ok {
		if letters, ok = skewedForms[e.Form.Text]; ok {
			k.skew(e, "(%s …) is not known to keep symmetries", e.Text)
		}
	}
	if !ok || len(letters) != len(e.Args) {
		k.fail(e, "(%s …) is not known to keep symmetries", e.Text)
	}
	if words, word := knownWords[e.Form.Text], e.Selector(); words != "" && word != "" &&
		!slices.Contains(strings.Fields(words), word) {
		k.fail(e, "(%s %s …) is not known to keep symmetries", e.Text, word)
	}
	inner := k.special(e, &at)
	sort := byte(0)
	for i, x := range e.Args {
		if x == nil {
			continue
		}
		if e.Form.Text == "(seq {moves})" {
			k.sequence(x, inner)
			continue
		}
		switch letter := letters[i]; letter {
		case 'n', 's', 'r':
			k.argument(x, letter, at) // found before the form gives its iterators values
		case 'v':
			s := byte('n')
			if k.isSite(x) {
				s = 's'
			}
			if sort != 0 && sort != s {
				k.skew(e, "a site is compared with a number")
			}
			sort = s
			k.argument(x, s, at)
		default:
			k.argument(x, letter, inner)
		}
	}
	return k.isSite(e)
}

// isSite reports whether a number is that of a site.
func (k *known) isSite(e *lgdl.Expr) bool {
	switch e.Text {
	case "to", "from", "site", "between", "last", "handSite", "centrePoint":
		return e.Kind == lgdl.Clause
	}
	return false
}

// special notes what forms ask for beside their arguments, and says where these stand.
func (k *known) special(e *lgdl.Expr, at *spot) spot {
	in := *at
	last := func(given bool) {
		if !given && !at.moved {
			k.asks = true
		}
	}
	need := func(bound bool) {
		if !bound {
			k.fail(e, "%s is asked for where the rules give it no value", e.Text)
		}
	}
	decision := func(yes bool) {
		if yes == at.effect {
			k.fail(e, "(%s …) is not known to keep symmetries here", e.Text)
		}
	}
	word := e.Selector()
	switch e.Form.Text {
	case "(to)":
		need(at.to)
	case "(from [at:whenType])":
		need(at.from)
	case "(between)":
		need(at.between)
	case "(site)":
		need(at.site)
	case "(is In [int | {int}] (sites | ints))":
		need(at.to || clause.IsIn(e).Int() != nil || clause.IsIn(e).Ints1() != nil)
	case "(last lastType [afterConsequence:bool])":
		last(false)
	case "(var [string])":
		if name := clause.Var(e).String(); name != nil && !slices.Contains(at.set, name.Text) {
			k.vars[name.Text] = true
		}
	case "(trackSite Move [from:int] [roleType | (player) | string] steps:int)":
		need(clause.TrackSiteMove(e).From() != nil)
	case "(centrePoint [siteType])":
		k.keep = append(k.keep, []int32{slices.Min(k.g.Topo.Set(k.g.DefaultType, board.Centre))})
	case "(sites sitesSimpleType [siteType])":
		k.named(e, word)
	case "(sites [(player) | roleType] [siteType] [string])":
		k.regions(e)
	case "(is Line [siteType] int [absoluteDirection] [through:int | throughAny:sites] [roleType | what:int | " +
		"whats:{int}] [exact:bool] [contiguous:bool] [if:bool] [byLevel:bool] [top:bool] [throughHowMuch:int] " +
		"[isVisible:bool] [useOpposites:bool])":
		a := clause.IsLine(e)
		last(a.Through() != nil || a.ThroughAny() != nil)
		k.direction(a.AbsoluteDirection(), &k.lines)
	}
	switch e.Text {
	case "end", "nextPhase":
		in.moved = true
	case "piece":
		in.from = true
	case "apply":
		in.effect, in.applied = true, true
	case "then":
		in = spot{effect: true, moved: !at.applied, applied: at.applied, set: at.set}
	case "add", "remove", "moveAgain", "addScore":
		decision(false)
	case "or":
		if strings.Contains(e.Form.Result, "moves") {
			decision(true)
		}
	case "and":
		if strings.Contains(e.Form.Result, "moves") {
			decision(false)
		}
	case "priority", "move":
		decision(true)
	case "can":
		in.effect = false
	case "forEach":
		if strings.Contains(e.Form.Result, "moves") {
			decision(true)
		}
	}
	return k.binds(e, in, word)
}

// binds gives where the arguments of a form stand whose iterators have values there.
func (k *known) binds(e *lgdl.Expr, in spot, word string) spot {
	steps, lines := -1, -1
	switch {
	case e.Text == "step":
		in.from, steps = true, 1
	case e.Text == "hop":
		in.from, lines = true, 1
	case e.Text == "move" && word == "Step":
		in.from, steps = true, 2
	case e.Text == "move" && word == "Hop":
		in.from, lines = true, 2
	case e.Text == "move" && word == "Slide":
		in.from, lines = true, 3
	case e.Text == "move" && strings.HasPrefix(e.Form.Text, "(move (from)"):
		in.from = true
	case e.Text == "to" && len(e.Args) > 0:
		in.to = true
	case e.Text == "from" && len(e.Args) > 1:
		in.from = true
	case e.Text == "between" && len(e.Args) > 0:
		in.between = true
	case e.Text == "move" && word == "Select", e.Text == "fromTo":
		in.from = true
	case e.Text == "sow":
		in.to, in.effect = true, true
		if clause.Sow(e).Int() == nil && !in.moved {
			k.asks = true // begins where the last move went
		}
	case e.Text == "sites" && word == "Around":
		in.to, lines = true, 6
	case e.Text == "forEach" && word == "Piece":
		in.from = true
	case e.Text == "forEach", e.Text == "all":
		in.site = true
	}
	if steps >= 0 {
		k.direction(e.Args[steps], &k.steps)
	}
	if lines >= 0 {
		k.direction(e.Args[lines], &k.lines)
	}
	return in
}

// sequence reads effects of which each is made before the next one is found.
func (k *known) sequence(list *lgdl.Expr, at spot) {
	at.set = slices.Clone(at.set)
	for _, x := range list.Items {
		k.argument(x, 'm', at)
		at.set = appendSet(at.set, x)
	}
}

// appendSet appends the variables that an effect sets, whatever the position.
func appendSet(set []string, e *lgdl.Expr) []string {
	switch {
	case e.Kind != lgdl.Clause || e.Form == nil:
	case e.Form.Text == "(set Var [string] [int] [(then)])":
		if name := clause.SetVar(e).String(); name != nil {
			set = append(set, name.Text)
		}
	case e.Form.Text == "(seq {moves})":
		for _, x := range clause.Seq(e).Moves().Items {
			set = appendSet(set, x)
		}
	}
	return set
}

// argument reads an argument, or the members of a list, as its letter says.
func (k *known) argument(x *lgdl.Expr, letter byte, at spot) {
	if letter == '*' {
		return
	}
	if x.Kind == lgdl.List && letter != 'p' && letter != 'q' {
		for _, item := range x.Items {
			k.argument(item, letter, at)
		}
		return
	}
	switch letter {
	case 'w', 'c':
		if x.Kind == lgdl.Clause {
			k.fail(x, "(%s …) is not known to keep symmetries here", x.Text)
		}
	case 't':
		if st, ok := board.ParseSiteType(x.Text); !ok || st != k.g.DefaultType {
			k.skew(x, "sites of another type than the board's")
		}
	case '~':
		k.skew(x, "%s is not known to keep symmetries here", x.Text)
	case 'h':
		if x.Kind == lgdl.Clause {
			k.clause(x, at)
		}
	case 'd', 'D': // noted with the form
	case 'p', 'q':
		k.keep = append(k.keep, k.listed(x))
	case 'n', 's':
		switch {
		case x.Kind == lgdl.Int && letter == 's':
			k.keep = append(k.keep, []int32{int32(x.Int)})
		case x.Kind == lgdl.Int:
		default:
			if k.isSite(x) != (letter == 's') {
				k.skew(x, "a site stands for a number, or a number for a site")
			}
			k.clause(x, at)
		}
	case 'b':
		if x.Kind != lgdl.Bool {
			k.clause(x, at)
		}
	case 'r', 'm', 'x':
		k.clause(x, at)
	default:
		k.fail(x, "%s is not known to keep symmetries here", x.Text)
	}
}

// listed are sites by number or by coordinates.
func (k *known) listed(x *lgdl.Expr) (sites []int32) {
	for _, item := range x.Items {
		site := int32(item.Int)
		if item.Kind == lgdl.String {
			site = k.g.Topo.Find(k.g.DefaultType, item.Text)
		}
		if item.Kind != lgdl.Int && item.Kind != lgdl.String || site < 0 {
			k.skew(item, "%s is not known to be a site", item.Text)
			continue
		}
		sites = append(sites, site)
	}
	return sites
}

// named notes a set of the board by its name.
func (k *known) named(e *lgdl.Expr, word string) {
	if word == "Board" {
		return
	}
	for kind := range board.SetKind(board.NumSets) {
		if kind.String() == word {
			k.keep = append(k.keep, k.g.Topo.Set(k.g.DefaultType, kind))
			return
		}
	}
	k.skew(e, "(sites %s) is not known to keep symmetries", word)
}

// regions notes the regions of the equipment, which any clause may mean by name or owner.
func (k *known) regions(e *lgdl.Expr) {
	for i := range k.g.Regions {
		r := &k.g.Regions[i]
		if len(r.Kinds) > 0 || slices.ContainsFunc(r.Parts, func(p game.Region) bool { return p.Static == nil }) {
			k.fail(e, "the region %q is not the same in all positions", r.Name)
		}
		for _, p := range append([]game.Region{{Static: r.Static}}, r.Parts...) {
			var sites []int32
			p.Static.Each(func(s int) bool {
				sites = append(sites, int32(s))
				return true
			})
			k.keep = append(k.keep, sites)
		}
	}
}

// direction notes a direction, Adjacent where there is none.
func (k *known) direction(e *lgdl.Expr, list *[]board.Direction) {
	add := func(x *lgdl.Expr) {
		if x.Kind != lgdl.Const {
			k.fail(x, "the direction %s is not known to keep symmetries", x.Text)
		}
		d, ok := board.ParseDirection(x.Text)
		if !ok { // as a piece looks
			k.skew(x, "the direction %s is not known to keep symmetries", x.Text)
			return
		}
		*list = append(*list, d)
	}
	switch {
	case e == nil:
		*list = append(*list, board.Adjacent)
	case e.Kind == lgdl.Clause && e.Form != nil && e.Form.Text ==
		"(directions [relativeDirection | {relativeDirection}] [of:relationType] [bySite:bool!])":
		k.skew(e, "the direction %s is not known to keep symmetries", e.Text)
	case e.Kind == lgdl.Clause && e.Form.Text == "(directions (absoluteDirection | {absoluteDirection}))":
		for _, x := range e.Args {
			switch {
			case x == nil:
			case x.Kind == lgdl.List:
				for _, item := range x.Items {
					add(item)
				}
			default:
				add(x)
			}
		}
	default:
		add(e)
	}
}
