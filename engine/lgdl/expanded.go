package lgdl

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
)

// Checked is the typed tree of a description.
type Checked struct {
	Game     *Expr // nil for a description of metadata only
	Metadata *Expr // nil without metadata
}

// Check resolves the game and the metadata against the grammar and looks at the
// strings of the game, which must name something. The error is an *Error or an
// ErrorList.
func (e *Expanded) Check(g *Grammar) (*Checked, error) {
	c := &Checked{}
	var err error
	if e.Game != nil {
		if err := e.unfinished(); err != nil {
			return nil, err
		}
		if c.Game, err = g.Check(e.Game, "("+e.Game.Text+")"); err != nil {
			return nil, e.undefined(err)
		}
		if err := checkNames(e.Game); err != nil {
			return nil, e.undefined(err)
		}
	}
	if e.Metadata != nil {
		if c.Metadata, err = g.Check(e.Metadata, "(metadata)"); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// Invoked returns the names of the known defines, not those of the description
// itself, that were used while it was expanded, from inside other defines
// included; sorted.
func (e *Expanded) Invoked() []string { return slices.Clone(e.invoked) }

// Displaced returns the known defines that were put in the place of the name of a
// region, piece, track or phase, with the places where these names stand: the
// description named something as the library names a define.
func (e *Expanded) Displaced() []Placed { return slices.Clone(e.displaced) }

// collision is the hint to an error in a line where a known define took the place of a name, else "".
func (e *Expanded) collision(at Pos) string {
	for _, d := range e.displaced {
		if d.Pos.File == at.File && d.Pos.Line == at.Line {
			return fmt.Sprintf("%q is a known define here and no name: choose another name", d.Name)
		}
	}
	return ""
}

// undefined adds to an error about a string the define that it may be meant to
// be, and to one about an option tag the tags there are.
func (e *Expanded) undefined(err error) error {
	x, ok := err.(*Error)
	if !ok {
		return err
	}
	words := append(e.known.Names(), e.own...)
	if x.keyword != "" && slices.Contains(words, x.keyword) {
		x.Hint = fmt.Sprintf("a define is used with quotes: %q, or (%q …) with arguments", x.keyword, x.keyword)
		return err
	}
	if x.Hint == "" {
		x.Hint = e.collision(x.Pos)
	}
	if x.Hint != "" || x.str == "" {
		return err
	}
	if x.str[0] == '<' {
		words = nil
		for _, o := range e.desc.options {
			words = append(words, "<"+o.Tag+">")
			for _, a := range o.Args {
				words = append(words, "<"+o.Tag+":"+a+">")
			}
		}
	}
	x.Hint = didYouMean(x.str, words)
	return err
}

// Canonical returns the expanded game on one line, with single blanks: two
// descriptions have the same canonical text if they expand to the same tree.
func (e *Expanded) Canonical() string {
	if e.Game == nil {
		return ""
	}
	return string(appendNode(nil, e.Game))
}

// Hash returns the SHA-256 of the canonical text in hexadecimal.
func (e *Expanded) Hash() string {
	sum := sha256.Sum256([]byte(e.Canonical()))
	return hex.EncodeToString(sum[:])
}

// appendNode writes a node on one line.
func appendNode(b []byte, n *Node) []byte {
	if n.Label != "" {
		b = append(append(b, n.Label...), ':')
	}
	switch n.Kind {
	case Clause, List:
		open, shut := byte('('), byte(')')
		if n.Kind == List {
			open, shut = '{', '}'
		}
		b = append(b, open)
		b = append(b, n.Text...)
		for i, x := range n.Items {
			if i > 0 || n.Text != "" {
				b = append(b, ' ')
			}
			b = appendNode(b, x)
		}
		return append(b, shut)
	case String:
		b = append(b, '"')
		b = append(b, n.Text...)
		return append(b, '"')
	case Bool:
		if n.Int == 1 {
			return append(b, "True"...)
		}
		return append(b, "False"...)
	case Const:
		return append(b, capital(n.Text)...)
	case HoleKind:
		return appendHole(b, n.Hole)
	}
	return append(b, n.Text...)
}
