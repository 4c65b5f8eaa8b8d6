package lgdl

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
)

// Description is a description as written: its options and rulesets are read,
// nothing is selected or expanded yet. It is safe for use by several goroutines
// once Read has returned it.
type Description struct {
	src      *source
	o        origins
	options  []*Option
	rulesets []*Ruleset
	rest     mtext // the text without comments, options and rulesets
	warnings ErrorList
	badRaw   *Error // what is wrong with the brackets of the text, if anything
}

// Selection is what a user chooses of a description. The zero Selection takes
// the defaults.
type Selection struct {
	Options []string // option strings "Category/Item"
	Ruleset string   // heading of a ruleset, with or without the leading "Ruleset/"

	// Fallback takes the defaults of all options when one of Options does not
	// exist, which is how the language treats such a selection. Without it such a
	// selection is an error.
	// It does not concern Ruleset: one that does not exist, or whose own options
	// do not (see Ruleset.Problems), is an error in any case.
	Fallback bool
}

// Expanded is one ruleset of a description with all defines replaced.
type Expanded struct {
	Game     *Node   // (game …) or (match …); nil for a description of metadata only
	Metadata *Node   // (metadata …) or nil
	Holes    []*Hole // of Game, in the order of the text; see Holes
	Options  []string
	Ruleset  string // heading of the active ruleset, "" if there is none
	Warnings ErrorList

	desc      *Description
	known     *Defines
	invoked   []string
	own       []string // names of the description's own defines
	unused    []Placed // those of them that are never used
	displaced []Placed // known defines in the place of names
	used      []*define
	direct    []bool // of used
}

// Read reads the text of a description up to, not including, the expansion of
// defines. The error is an *Error.
func Read(file string, text []byte) (*Description, error) { return ReadWithin(file, text, Usual) }

// ReadWithin is Read with other limits than the usual ones.
func ReadWithin(file string, text []byte, limits Limits) (*Description, error) {
	d := &Description{src: newSource(file, normalise(text))}
	d.o.limits = limits
	text = d.src.text
	if len(bytes.TrimSpace(text)) == 0 {
		return nil, &Error{Pos: Pos{file, 1, 1}, Msg: "the description is empty"}
	}
	if len(text) > limits.Text {
		return nil, &Error{Pos: Pos{file, 1, 1},
			Msg: fmt.Sprintf("the description has %d bytes, more than the %d allowed", len(text), limits.Text)}
	}
	m := stripComments(d.o.text(d.src, 0, len(text)))
	raw, counts := checkBrackets(&d.o, &m)
	if raw != nil && counts {
		return nil, raw
	}
	d.badRaw = raw
	var err error
	if m, err = d.collectOptions(m); err == nil {
		m, err = d.collectRulesets(m)
	}
	if err != nil {
		return nil, d.blame(err)
	}
	d.rest = m
	return d, nil
}

// normalise makes all line ends "\n" and drops a byte order mark.
func normalise(text []byte) []byte {
	text = bytes.TrimPrefix(text, []byte("\xef\xbb\xbf"))
	text = bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
	return bytes.ReplaceAll(text, []byte("\r"), []byte("\n"))
}

// blame returns the error of the brackets of the raw text, if there is one, in
// place of an error that is probably its consequence.
func (d *Description) blame(err error) error {
	if d.badRaw != nil {
		return d.badRaw
	}
	return err
}

func (d *Description) errorf(m *mtext, i int, format string, args ...any) error {
	pos, via := m.pos(&d.o, i)
	return &Error{Pos: pos, Via: via, Msg: fmt.Sprintf(format, args...)}
}

func (d *Description) warn(p Pos, format string, args ...any) {
	d.warnings = append(d.warnings, &Error{Pos: p, Msg: fmt.Sprintf(format, args...)})
}

// File returns the name given to Read.
func (d *Description) File() string { return d.src.name }

// Options returns the options in the order of the text. Callers must not change
// them.
func (d *Description) Options() []*Option { return d.options }

// Rulesets returns the rulesets in the order of the text. Callers must not
// change them.
func (d *Description) Rulesets() []*Ruleset { return d.rulesets }

// Choices returns the selections that a description offers beside its default: its rulesets that are implemented, and
// each item of each option. Several may come to the same game.
func (d *Description) Choices() []Selection {
	var all []Selection
	for _, r := range d.rulesets {
		if r.Implemented() {
			all = append(all, Selection{Ruleset: r.Heading})
		}
	}
	for _, o := range d.options {
		for i := range o.Items {
			all = append(all, Selection{Options: []string{o.Name(i)}})
		}
	}
	return all
}

// Problems returns what is wrong with the options that the rulesets name; the
// description can be expanded without those rulesets all the same.
func (d *Description) Problems() ErrorList {
	var list ErrorList
	for _, r := range d.rulesets {
		list = append(list, r.problems...)
	}
	return list
}

// Warnings returns what is suspicious about the options and rulesets.
func (d *Description) Warnings() ErrorList { return d.warnings }

// findRuleset returns the ruleset with the heading.
func (d *Description) findRuleset(name string) *Ruleset {
	for _, r := range d.rulesets {
		if r.Heading == name || r.Heading == "Ruleset/"+name {
			return r
		}
	}
	return nil
}

// Expand makes the selection and replaces all defines: those of the description
// and those of defs, which may be nil. The error is an *Error or an ErrorList.
func (d *Description) Expand(defs *Defines, sel Selection) (*Expanded, error) {
	e := &Expanded{desc: d, known: defs, Warnings: slices.Clone(d.warnings)}
	chosen, err := d.selectOptions(e, sel)
	if err != nil {
		return nil, err
	}
	if err := e.expand(chosen); err != nil {
		return nil, d.blame(e.complete(err))
	}
	return e, nil
}

// selectOptions chooses an item of every option and the active ruleset.
func (d *Description) selectOptions(e *Expanded, sel Selection) ([]int, error) {
	want, lenient := sel.Options, sel.Fallback
	if sel.Ruleset != "" {
		r := d.findRuleset(sel.Ruleset)
		if r == nil {
			var names []string // with or without the prefix, as what is sought
			for _, x := range d.rulesets {
				if name, short := strings.CutPrefix(x.Heading, "Ruleset/"); short && !strings.HasPrefix(sel.Ruleset, "Ruleset/") {
					names = append(names, name)
				} else {
					names = append(names, x.Heading)
				}
			}
			return nil, &Error{Pos: Pos{File: d.src.name}, Msg: fmt.Sprintf("there is no ruleset %q", sel.Ruleset),
				Hint: known(sel.Ruleset, "the rulesets", names)}
		}
		if r.broken != nil {
			return nil, r.broken
		}
		e.Ruleset = r.Heading
		if len(want) == 0 {
			want = r.Options
		}
	}
	chosen, unused := d.choose(want)
	if len(unused) > 0 {
		if !lenient {
			return nil, &Error{Pos: Pos{File: d.src.name}, Hint: d.knownOptions(unused[0]),
				Msg: fmt.Sprintf("the selected option %q does not exist, or another item of its category is selected too",
					unused[0])}
		}
		e.Warnings = append(e.Warnings, &Error{Pos: Pos{d.src.name, 1, 1},
			Msg: fmt.Sprintf("the option %q does not exist; the defaults of all options are used", unused[0])})
		chosen = d.defaults()
	}
	e.Options = d.names(chosen)
	if e.Ruleset == "" {
		for _, r := range d.rulesets {
			if r.Implemented() && containsAll(e.Options, r.Options) {
				e.Ruleset = r.Heading
				break
			}
		}
	}
	return chosen, nil
}

func containsAll(all, some []string) bool {
	for _, s := range some {
		if !slices.Contains(all, s) {
			return false
		}
	}
	return true
}

// expand runs the stages from the substitution of options to the tree.
func (e *Expanded) expand(chosen []int) error {
	d := e.desc
	o := &origins{files: slices.Clone(d.o.files), limits: d.o.limits}
	m, err := d.substitute(d.rest, chosen)
	if err != nil {
		return err
	}
	x := &expander{o: o, known: e.known, infile: map[string]*define{}, warn: func(p Pos, format string, args ...any) {
		e.Warnings = append(e.Warnings, &Error{Pos: p, Msg: fmt.Sprintf(format, args...)})
	}}
	x.room = rooms.Get().(*room)
	defer x.release()
	if m, err = x.run(m); err != nil {
		return err
	}
	e.invoked, e.own, e.unused, e.displaced = x.invoked(), x.names(), x.unused(), x.named
	e.used, e.direct = x.used()
	m = stripComments(m)
	if m, err = expandRanges(o, m); err != nil {
		return err
	}
	game, meta, err := x.cutMetadata(m)
	if err != nil {
		return err
	}
	nodes, warns, err := parseClauses(o, game, true)
	if err != nil {
		if u, ok := err.(*undefinedError); ok {
			names := append(e.known.Names(), x.names()...)
			u.err.Hint = didYouMean(u.name, names)
			if slices.Contains(names, u.name) {
				u.err.Hint = "what comes right after \"(game\" is the game's name, and no define"
			}
		}
		return err
	}
	e.Warnings = append(e.Warnings, warns...)
	if len(meta.b) > 0 {
		if meta, err = d.filterUseFor(o, meta, append(slices.Clone(e.Options), e.Ruleset)); err != nil {
			return err
		}
		metaNodes, _, err := parseClauses(o, meta, false)
		if err != nil {
			return err
		}
		if len(metaNodes) > 0 {
			e.Metadata = metaNodes[0]
		}
	}
	return e.pickGame(nodes)
}

func (x *expander) names() []string {
	var s []string
	for name := range x.infile {
		s = append(s, name)
	}
	slices.Sort(s)
	return s
}

// pickGame takes the first top-level clause as the game.
func (e *Expanded) pickGame(nodes []*Node) error {
	isGame := func(n *Node) bool { return n.Kind == Clause && (n.Text == "game" || n.Text == "match") }
	for _, n := range nodes {
		switch {
		case isGame(n) && e.Game != nil:
			return &Error{Pos: n.Pos, Via: n.Via, Msg: fmt.Sprintf("a second (%s …): a description holds exactly one game",
				n.Text)}
		case isGame(n):
			e.Game = n
		case e.Game == nil:
			err := &Error{Pos: n.Pos, Via: n.Via, Msg: fmt.Sprintf("found (%s …) where the description has to begin with (game "+
				"…) or (match …)", clip(n.Text))}
			err.Hint = didYouMean(n.Text, []string{"game", "match", "define", "option", "rulesets", "metadata"})
			return err
		default:
			e.Warnings = append(e.Warnings, &Error{Pos: n.Pos, Via: n.Via,
				Msg: fmt.Sprintf("(%s …) stands outside the game and is ignored", clip(n.Text))})
		}
	}
	e.Holes = Holes(e.Game)
	for i, h := range e.Holes {
		h.Number = i
	}
	if e.Game == nil && e.Metadata == nil {
		return &Error{Pos: Pos{e.desc.src.name, 1, 1}, Msg: "the description has no (game …) and no (match …)"}
	}
	return nil
}

// complete turns internal errors into those that callers see.
func (e *Expanded) complete(err error) error {
	if u, ok := err.(*undefinedError); ok {
		return u.err
	}
	return err
}
