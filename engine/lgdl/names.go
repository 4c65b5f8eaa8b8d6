package lgdl

import (
	"fmt"
	"slices"
	"strings"
)

// The strings of a game are names: of pieces, regions, phases, variables and so
// on. The language asks that every string of a game be a coordinate or like a
// name that some clause introduces (spec 01 §11, the known-string rule). Clause
// heads are compared as text prefixes, as the language does.

var builtinNames = []string{"Player", "Board", "Hand", "Ball", "Bag", "Domino"}

// allNamesIn introduce every string inside them.
var allNamesIn = heads("players", "equipment", "subgame", "trackSite", "set Var", "var", "remember",
	"set RememberValue", "values Remembered")

// firstNameIn introduce their first string that is no coordinate.
var firstNameIn = heads("game", "match", "subgame", "phase", "vote", "move Vote", "is Proposed",
	"is Decided", "note", "trigger", "is Trigger")

// initials tells the letters with which those keywords begin.
var initials = func() (is [256]bool) {
	for _, h := range slices.Concat(allNamesIn, firstNameIn) {
		is[h.keyword[0]] = true
	}
	return is
}()

// head is how a clause begins: a keyword, or one and a constant.
type head struct{ keyword, word string }

func heads(texts ...string) (list []head) {
	for _, t := range texts {
		keyword, word, _ := strings.Cut(t, " ")
		list = append(list, head{keyword, word})
	}
	return list
}

// of reports whether the text of a clause begins like that.
func (h head) of(n *Node) bool {
	if h.word == "" {
		return strings.HasPrefix(n.Text, h.keyword)
	}
	return n.Text == h.keyword && len(n.Items) > 0 && n.Items[0].Kind == Const && n.Items[0].Label == "" &&
		strings.HasPrefix(capital(n.Items[0].Text), h.word)
}

// names is the set of the known strings of a game.
type names struct {
	all   map[string]bool
	parts map[string]bool // what is left of a known string without one or two bytes at its ends
	list  []string
}

// checkNames applies the known-string rule.
func checkNames(root *Node) error {
	list := slices.Clone(builtinNames)
	introduce(root, &list)
	slices.Sort(list)
	known := &names{all: map[string]bool{}, parts: map[string]bool{}, list: slices.Compact(list)}
	for _, k := range known.list {
		known.all[k] = true
		for _, p := range shortened(k) {
			known.parts[p] = true
		}
	}
	return checkStrings(root, known)
}

// shortened returns the strings that s contains and that are one or two bytes
// shorter.
func shortened(s string) []string {
	var out []string
	for cut := 1; cut <= 2 && cut <= len(s); cut++ {
		for i := 0; i <= cut; i++ {
			out = append(out, s[i:len(s)-cut+i])
		}
	}
	return out
}

func introduce(n *Node, known *[]string) {
	if n.Kind == Clause {
		is := func(h head) bool { return h.of(n) }
		switch {
		case n.Text == "" || !initials[n.Text[0]]: // nor does it begin like any of them
		case slices.ContainsFunc(allNamesIn, is):
			eachString(n, func(s string) bool {
				*known = append(*known, s)
				return true
			})
		case slices.ContainsFunc(firstNameIn, is):
			eachString(n, func(s string) bool {
				if IsCoordinate(s) {
					return true
				}
				*known = append(*known, s)
				return false
			})
		}
	}
	for _, x := range n.Items {
		introduce(x, known)
	}
}

// eachString calls f for the strings below n in the order of the text until f
// returns false.
func eachString(n *Node, f func(string) bool) bool {
	if n.Kind == String && !f(n.Text) {
		return false
	}
	for _, x := range n.Items {
		if !eachString(x, f) {
			return false
		}
	}
	return true
}

func checkStrings(n *Node, known *names) error {
	if n.Kind == String && !IsCoordinate(n.Text) && !known.like(n.Text) {
		e := &Error{Pos: n.Pos, Via: n.Via, str: n.Text,
			Msg: fmt.Sprintf("%q names nothing: no piece, region, phase, variable or define is called so", clip(n.Text))}
		e.Hint = didYouMean(n.Text, known.list)
		return e
	}
	for _, x := range n.Items {
		if err := checkStrings(x, known); err != nil {
			return err
		}
	}
	return nil
}

// like reports whether the string is a known one, or contains one or is contained
// in one that is longer or shorter by at most two bytes.
func (k *names) like(s string) bool {
	return k.all[s] || k.parts[s] || slices.ContainsFunc(shortened(s), func(p string) bool { return k.all[p] })
}

// IsCoordinate reports whether the string may be the name of a site: one to
// three letters, of which the first two are equal if there are three, followed
// by digits, or digits only.
func IsCoordinate(s string) bool {
	letters := 0
	for letters < len(s) && isLetter(s[letters]) {
		letters++
	}
	if letters > 3 || letters == 3 && s[0] != s[1] || letters == len(s) {
		return false
	}
	for _, c := range []byte(s[letters:]) {
		if !isDigit(c) {
			return false
		}
	}
	return true
}
