package workbench

import (
	"context"
	"errors"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/astragal/astragal/engine/assist"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lint"
)

func init() {
	on("diagnose", (*Bench).diagnose)
	on("complete", (*Bench).complete)
	on("hover", (*Bench).hover)
	on("definition", (*Bench).definition)
	on("references", (*Bench).references)
	on("rename", (*Bench).rename)
	on("outline", (*Bench).outline)
	on("format", (*Bench).format)
	on("expand", (*Bench).expand)
	on("choices", (*Bench).choices)
}

// units converts between bytes and UTF-16 units, by which browsers count.
type units struct {
	to   []int // unit of each byte, nil for a text of ASCII alone
	from []int // byte of each unit
}

func unitsOf(text string) units {
	var u units
	plain := true
	for i := range len(text) {
		plain = plain && text[i] < utf8.RuneSelf
	}
	if plain {
		return u
	}
	for i, r := range text {
		n := max(1, utf16.RuneLen(r))
		for range utf8.RuneLen(r) {
			u.to = append(u.to, len(u.from))
		}
		for range n {
			u.from = append(u.from, i)
		}
	}
	u.to, u.from = append(u.to, len(u.from)), append(u.from, len(text))
	return u
}

func (u units) byte(unit int) int {
	if u.from == nil {
		return unit
	}
	return u.from[max(0, min(unit, len(u.from)-1))]
}

func (u units) unit(at int) int {
	if u.to == nil {
		return at
	}
	return u.to[max(0, min(at, len(u.to)-1))]
}

func (u units) span(r assist.Range) assist.Range {
	return assist.Range{Start: u.unit(r.Start), End: u.unit(r.End)}
}

func (u units) edits(list []assist.Edit) {
	for i := range list {
		list[i].Range = u.span(list[i].Range)
	}
}

// written is a place in a text that is being written, in UTF-16 units.
type written struct {
	source
	At int    `json:"at"`
	To string `json:"to"` // new name, for rename
}

// diagnosis is what is wrong with a text.
type diagnosis struct {
	Diagnostics []assist.Diagnostic `json:"diagnostics"`
	OK          bool                `json:"ok"` // whether it compiles
}

// diagnose checks a text; with plays, quick plays are looked at, too.
func (b *Bench) diagnose(ctx context.Context, p struct {
	source
	Plays bool `json:"plays"`
}) (any, error) {
	l, err := b.lib()
	if err != nil {
		return nil, err
	}
	var plays lint.Bounds
	if p.Plays {
		plays = lint.Brief
	}
	r := l.Diagnose(ctx, assist.Source{File: p.File, Text: []byte(p.Text), Options: p.Options, Ruleset: p.Ruleset,
		Library: p.games()}, plays)
	u := unitsOf(p.Text)
	ok := true
	for i := range r.Diagnostics {
		d := &r.Diagnostics[i]
		d.At = u.span(d.At)
		ok = ok && d.Severity != assist.Fault
		for j := range d.Repairs {
			u.edits(d.Repairs[j].Edits)
		}
	}
	return diagnosis{r.Diagnostics, ok}, nil
}

func (b *Bench) complete(_ context.Context, p written) (any, error) {
	l, err := b.lib()
	if err != nil {
		return nil, err
	}
	u := unitsOf(p.Text)
	c := l.Complete([]byte(p.Text), u.byte(p.At))
	c.Replace = u.span(c.Replace)
	return c, nil
}

func (b *Bench) hover(_ context.Context, p written) (any, error) {
	l, err := b.lib()
	if err != nil {
		return nil, err
	}
	u := unitsOf(p.Text)
	h := l.Hover([]byte(p.Text), u.byte(p.At))
	if h == nil {
		return map[string]any{}, nil
	}
	h.At = u.span(h.At)
	return h, nil
}

// found is a place that something is named at; of another file with its text.
type found struct {
	assist.Location
	Text string `json:"text,omitempty"`
}

func (b *Bench) locations(p written, list []assist.Location) any {
	u := unitsOf(p.Text)
	out := []found{}
	for _, x := range list {
		if x.File == "" {
			x.Range = u.span(x.Range)
			out = append(out, found{x, ""})
			continue
		}
		text := string(b.library.Text(x.File))
		x.Range = unitsOf(text).span(x.Range)
		out = append(out, found{x, text})
	}
	return map[string]any{"locations": out}
}

func (b *Bench) definition(_ context.Context, p written) (any, error) {
	l, err := b.lib()
	if err != nil {
		return nil, err
	}
	return b.locations(p, l.Definition([]byte(p.Text), unitsOf(p.Text).byte(p.At))), nil
}

func (b *Bench) references(_ context.Context, p written) (any, error) {
	l, err := b.lib()
	if err != nil {
		return nil, err
	}
	return b.locations(p, l.References([]byte(p.Text), unitsOf(p.Text).byte(p.At))), nil
}

func (b *Bench) rename(_ context.Context, p written) (any, error) {
	l, err := b.lib()
	if err != nil {
		return nil, err
	}
	u := unitsOf(p.Text)
	edits, why := l.Rename([]byte(p.Text), u.byte(p.At), p.To)
	if why != "" {
		return nil, errors.New(why)
	}
	u.edits(edits)
	return map[string]any{"edits": edits}, nil
}

// outline tells the names that a text declares and what can be folded.
func (b *Bench) outline(_ context.Context, p written) (any, error) {
	u := unitsOf(p.Text)
	symbols, folds := assist.Symbols([]byte(p.Text)), assist.Folding([]byte(p.Text))
	for i := range symbols {
		symbols[i].At, symbols[i].Of = u.span(symbols[i].At), u.span(symbols[i].Of)
	}
	for i := range folds {
		folds[i] = u.span(folds[i])
	}
	return map[string]any{"symbols": symbols, "folds": folds}, nil
}

func (b *Bench) format(_ context.Context, p written) (any, error) {
	text, err := lgdl.Format(p.File, []byte(p.Text))
	if err != nil {
		return nil, err
	}
	return map[string]string{"text": string(text)}, nil
}

// expand returns the open game with all defines and options replaced, laid out.
func (b *Bench) expand(context.Context, struct{}) (any, error) {
	if b.rs == nil {
		return nil, errNoGame
	}
	text := b.rs.Expanded()
	if b.plan() != nil {
		if laid, err := lgdl.Format(b.source.File, []byte(text)); err == nil {
			text = string(laid)
		}
	}
	return map[string]string{"text": text}, nil
}

// category is an option that a description offers, with its choices.
type category struct {
	Heading string   `json:"heading"`
	Items   []choice `json:"items"`
	Default int      `json:"default"`
}

type choice struct {
	Option      string `json:"option"` // as it is selected
	Heading     string `json:"heading"`
	Description string `json:"description,omitempty"`
}

// choices are the options and rulesets that a description declares.
func (b *Bench) choices(_ context.Context, p written) (any, error) {
	d, err := lgdl.Read(p.File, []byte(p.Text))
	if err != nil {
		return nil, err
	}
	options, rulesets := []category{}, []string{}
	for _, o := range d.Options() {
		c := category{Heading: o.Heading, Default: o.Default()}
		for i, x := range o.Items {
			c.Items = append(c.Items, choice{o.Name(i), x.Heading, x.Description})
		}
		options = append(options, c)
	}
	for _, r := range d.Rulesets() {
		if r.Implemented() && r.Complete() {
			rulesets = append(rulesets, r.Heading)
		}
	}
	return map[string]any{"options": options, "rulesets": rulesets}, nil
}
