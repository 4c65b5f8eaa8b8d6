package reconstruct

import (
	"cmp"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/astragal/astragal/engine/concept"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/ludeme"
	"github.com/astragal/astragal/engine/ruleset"
)

// Donor is a complete ruleset from which fillers are taken.
type Donor struct {
	Game    string // the game's name
	Ruleset string // heading of the declared ruleset, "" for the default of a game without
	File    string
	Hash    string            // of the canonical text
	Info    map[string]string // what its metadata says; see ruleset.Info

	tree *lgdl.Expr
	game *lgdl.Node

	marked sync.Once
	sets   map[*lgdl.Expr]concept.Set // by marks

	compiled sync.Once
	compiles bool
	holds    concept.Set // by Concepts
}

// Library is a set of donors, in the order of their files and rulesets.
type Library struct {
	Donors []*Donor
	// Refused are the rulesets that are no donors because they do not check, or have holes
	// themselves.
	Refused []Refused

	byForm map[*lgdl.Form][]place
}

// Refused is a ruleset that is no donor, with the reason.
type Refused struct {
	File, Ruleset string
	Err           error
}

// place is a clause of a donor with what is around it.
type place struct {
	donor *Donor
	e     *lgdl.Expr
	path  []lgdl.Step // from the root to the clause around it
}

// Load reads all descriptions of a folder as donors, in all their declared rulesets; of rulesets that
// expand to the same text one is taken. skip, which may be nil, leaves out files.
func Load(folder fs.FS, defs *lgdl.Defines, skip func(file string) bool) (*Library, error) {
	var files []string
	err := fs.WalkDir(folder, ".", func(p string, e fs.DirEntry, err error) error {
		if err == nil && e.Type().IsRegular() && path.Ext(p) == ".lud" && (skip == nil || !skip(p)) {
			files = append(files, p)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	l := &Library{}
	for _, f := range files {
		text, err := fs.ReadFile(folder, f)
		if err != nil {
			return nil, err
		}
		l.add(f, text, defs)
	}
	l.index()
	return l, nil
}

// Described is one ruleset of a description that is kept elsewhere than in a folder.
type Described struct {
	File      string
	Text      []byte
	Defs      *lgdl.Defines // nil for none
	Selection lgdl.Selection
}

// Gather returns the library of some rulesets; those that were reconstructed themselves are refused.
func Gather(list []Described) *Library {
	l := &Library{}
	for _, x := range list {
		d, err := lgdl.Read(x.File, x.Text)
		if err != nil {
			l.refuse(x.File, x.Selection.Ruleset, err)
			continue
		}
		l.one(d, x.File, x.Defs, x.Selection)
	}
	l.index()
	return l
}

// Join returns a library with the donors of several, each ruleset once.
func Join(parts ...*Library) *Library {
	l := &Library{}
	seen := map[string]bool{}
	for _, p := range parts {
		l.Refused = append(l.Refused, p.Refused...)
		for _, d := range p.Donors {
			if !seen[d.Hash] {
				seen[d.Hash] = true
				l.Donors = append(l.Donors, d)
			}
		}
	}
	l.index()
	return l
}

// Only returns the library of the donors that keep reports true for.
func (l *Library) Only(keep func(*Donor) bool) *Library {
	part := &Library{}
	for _, d := range l.Donors {
		if keep(d) {
			part.Donors = append(part.Donors, d)
		}
	}
	part.index()
	return part
}

// add reads the rulesets of one file.
func (l *Library) add(file string, text []byte, defs *lgdl.Defines) {
	d, err := lgdl.Read(file, text)
	if err != nil {
		l.refuse(file, "", err)
		return
	}
	l.one(d, file, defs, lgdl.Selection{})
	for _, r := range d.Rulesets() {
		if r.Implemented() && r.Complete() {
			l.one(d, file, defs, lgdl.Selection{Ruleset: r.Heading})
		}
	}
}

func (l *Library) refuse(file, heading string, err error) {
	l.Refused = append(l.Refused, Refused{file, heading, err})
}

// reconstructed ends the heading of a ruleset that was not attested, but reconstructed.
const reconstructed = "(Reconstructed)"

// one adds a ruleset of a file, each text of a file once.
func (l *Library) one(d *lgdl.Description, file string, defs *lgdl.Defines, sel lgdl.Selection) {
	e, err := d.Expand(defs, sel)
	switch {
	case err != nil:
	case e.Game == nil:
		err = fmt.Errorf("%s: the description has no game", file)
	case strings.HasSuffix(strings.TrimSpace(e.Ruleset), reconstructed):
		err = fmt.Errorf("%s: %s is a reconstruction, and no donor", file, e.Ruleset)
	}
	var c *lgdl.Checked
	if err == nil {
		c, err = e.Check(ludeme.Grammar())
	}
	if err != nil {
		l.refuse(file, sel.Ruleset, err)
		return
	}
	donor := &Donor{Ruleset: e.Ruleset, File: file, Hash: e.Hash(),
		Info: ruleset.Info(e.Metadata), tree: c.Game, game: e.Game}
	if len(e.Game.Items) > 0 && e.Game.Items[0].Kind == lgdl.String {
		donor.Game = e.Game.Items[0].Text
	}
	for _, o := range l.Donors {
		if o.Hash == donor.Hash && o.File == file {
			return
		}
	}
	l.Donors = append(l.Donors, donor)
}

// index finds all clauses by their form.
func (l *Library) index() {
	l.byForm = map[*lgdl.Form][]place{}
	for _, d := range l.Donors {
		l.visit(d, d.tree, nil)
	}
}

func (l *Library) visit(d *Donor, e *lgdl.Expr, around []lgdl.Step) {
	if e == nil {
		return
	}
	if e.Kind == lgdl.Clause {
		l.byForm[e.Form] = append(l.byForm[e.Form], place{d, e, around})
	}
	for i, a := range e.Args {
		if a != nil && (a.Kind == lgdl.Clause || a.Kind == lgdl.List) {
			l.visit(d, a, append(around[:len(around):len(around)], lgdl.Step{Form: e.Form, Slot: i}))
		}
	}
	for _, x := range e.Items {
		l.visit(d, x, around)
	}
}

// nodeOf returns the syntax tree of an expression.
func nodeOf(e *lgdl.Expr) *lgdl.Node {
	n := &lgdl.Node{Kind: e.Kind, Pos: e.Pos, Via: e.Via, Label: e.Label, Text: e.Text, Int: e.Int, Float: e.Float}
	if e.Kind == lgdl.Const {
		n.Int, n.Float = 0, 0
	}
	for _, a := range e.Args {
		if a != nil {
			n.Items = append(n.Items, nodeOf(a))
		}
	}
	for _, x := range e.Items {
		n.Items = append(n.Items, nodeOf(x))
	}
	return n
}

// Sorted returns the donors that have the candidate, each once, by game and ruleset.
func (c *Candidate) Sorted() []*Donor {
	var list []*Donor
	for _, s := range c.Sources {
		if !slices.Contains(list, s.Donor) {
			list = append(list, s.Donor)
		}
	}
	slices.SortStableFunc(list, func(a, b *Donor) int {
		return cmp.Or(cmp.Compare(a.Game, b.Game), cmp.Compare(a.Ruleset, b.Ruleset))
	})
	return list
}

// Canonical returns the canonical text of the donor's game.
func (d *Donor) Canonical() string { return lgdl.Text([]*lgdl.Node{d.game}) }
