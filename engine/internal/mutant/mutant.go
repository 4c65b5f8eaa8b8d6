// Package mutant makes wrong descriptions of games out of right ones, and tries
// what the engine does with them.
//
// A Corpus holds descriptions of one formalism. Mutant i of a seed is one of
// them after one to three changes: a token is dropped, doubled, swapped with
// another or replaced by one of another description, a number is changed, or a
// bracketed part gives way to one of another description, most often one that
// begins with the same word, so that many mutants still compile. A Target is what
// is tried with it: to read it, to compile it, to play it. Whatever the engine
// answers is right, but that it neither panics, nor takes too long, nor takes too
// much memory.
//
// The same seed and number give the same mutant, whoever asks: a run is counted by
// its numbers, and a finding is found again by its own.
//
// A Grower draws clauses from the grammar alone, for combinations that no description holds.
package mutant

import (
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/astragal/astragal/engine/rng"
)

// Corpus is a set of descriptions to make mutants of. It is immutable.
type Corpus struct {
	files  []file
	parts  []part            // of all files
	byWord map[string][]part // by the word that they begin with
}

// file is a description cut into tokens.
type file struct {
	name   string
	text   []byte
	tokens []span
	parts  []span // bracketed
}

type span struct{ start, end int }

// part is a bracketed part of a file.
type part struct {
	file int
	span
}

// maxSeed is the size of the largest descriptions taken in, in bytes: larger ones
// hold tables and take long without being different.
const maxSeed = 60_000

// Load reads the descriptions with one of the extensions below the roots, in
// their order; roots that do not exist are left out.
func Load(extensions []string, roots ...fs.FS) (*Corpus, error) {
	c := &Corpus{byWord: map[string][]part{}}
	for _, root := range roots {
		if _, err := fs.Stat(root, "."); err != nil {
			continue
		}
		err := fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !slices.Contains(extensions, path.Ext(name)) {
				return err
			}
			text, err := fs.ReadFile(root, name)
			if err == nil && len(text) <= maxSeed {
				c.Add(name, text)
			}
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return c, nil
}

// Add takes a description in.
func (c *Corpus) Add(name string, text []byte) {
	f := file{name: name, text: text}
	f.tokens, f.parts = cut(text)
	for _, s := range f.parts {
		p := part{len(c.files), s}
		c.parts = append(c.parts, p)
		w := word(text[s.start:s.end])
		c.byWord[w] = append(c.byWord[w], p)
	}
	c.files = append(c.files, f)
}

// Len is the number of descriptions.
func (c *Corpus) Len() int { return len(c.files) }

// Mutant is a description that was changed.
type Mutant struct {
	Name string // of the description that it was made of
	Text []byte
}

// maxChanges is the largest number of changes of a mutant.
const maxChanges = 3

// Mutant returns mutant number i of a seed.
func (c *Corpus) Mutant(seed, i uint64) Mutant {
	r := rng.Derive(seed, i)
	f := &c.files[r.Below(len(c.files))]
	text := slices.Clone(f.text)
	for range 1 + r.Below(maxChanges)*r.Below(2) {
		text = c.change(text, &r)
	}
	return Mutant{f.name, text}
}

// changed returns text with one change, which a number chooses.
func (c *Corpus) changed(text []byte, by uint64) []byte {
	r := rng.New(by)
	return c.change(text, &r)
}

// change returns text with one change.
func (c *Corpus) change(text []byte, r *rng.SplitMix64) []byte {
	tokens, parts := cut(text)
	if len(tokens) == 0 {
		return text
	}
	t := tokens[r.Below(len(tokens))]
	switch kind := r.Below(10); {
	case kind < 4 && len(parts) > 0 && len(c.parts) > 0:
		s := parts[r.Below(len(parts))]
		return splice(text, s, c.likePart(text[s.start:s.end], r))
	case kind == 4: // drop
		return splice(text, t, nil)
	case kind == 5: // double
		return splice(text, span{t.end, t.end}, append([]byte(" "), text[t.start:t.end]...))
	case kind == 6: // swap
		u := tokens[r.Below(len(tokens))]
		if u.start < t.start {
			t, u = u, t
		}
		if t == u {
			return text
		}
		out := splice(text, u, text[t.start:t.end])
		return splice(out, t, text[u.start:u.end])
	case kind == 7: // a token of another description, most often of the same kind
		o := &c.files[r.Below(len(c.files))]
		if len(o.tokens) == 0 {
			return text
		}
		u := o.tokens[r.Below(len(o.tokens))]
		for tries := 0; tries < maxTries && class(o.text[u.start]) != class(text[t.start]); tries++ {
			u = o.tokens[r.Below(len(o.tokens))]
		}
		return splice(text, t, o.text[u.start:u.end])
	default:
		var numbers []span
		for _, t := range tokens {
			if _, err := strconv.Atoi(string(text[t.start:t.end])); err == nil {
				numbers = append(numbers, t)
			}
		}
		if len(numbers) == 0 {
			return text
		}
		t = numbers[r.Below(len(numbers))]
		n, _ := strconv.Atoi(string(text[t.start:t.end]))
		return splice(text, t, []byte(strconv.Itoa(number(n, r))))
	}
}

// maxTries bounds the search for a token of the same kind.
const maxTries = 20

// class tells tokens apart by their first letter: names of ludemes, constants,
// numbers, and every sign for itself.
func class(b byte) byte {
	switch {
	case b >= 'a' && b <= 'z':
		return 'a'
	case b >= 'A' && b <= 'Z':
		return 'A'
	case b >= '0' && b <= '9', b == '-':
		return '0'
	}
	return b
}

// likePart returns a bracketed part of some description, most often one that
// begins with the same word.
func (c *Corpus) likePart(old []byte, r *rng.SplitMix64) []byte {
	from := c.parts
	if same := c.byWord[word(old)]; len(same) > 1 && r.Below(4) > 0 {
		from = same
	}
	p := from[r.Below(len(from))]
	return c.files[p.file].text[p.start:p.end]
}

// number returns another number in place of n.
func number(n int, r *rng.SplitMix64) int {
	others := [...]int{0, 1, -1, 2, 3, n + 1, n - 1, 2 * n, -n, 10 * n,
		16, 31, 32, 33, 64, 100, 255, 1000, 65536, 1_000_000, 1<<31 - 1, 1 << 31, 1 << 62}
	return others[r.Below(len(others))]
}

func splice(text []byte, s span, with []byte) []byte {
	out := make([]byte, 0, len(text)-(s.end-s.start)+len(with))
	out = append(out, text[:s.start]...)
	out = append(out, with...)
	return append(out, text[s.end:]...)
}

// cut finds the tokens of a text, brackets among them, and its bracketed parts. A
// string is one token, a comment to the end of the line is none.
func cut(text []byte) (tokens, parts []span) {
	var open []int
	for i := 0; i < len(text); {
		switch b := text[i]; {
		case b <= ' ':
			i++
		case b == '/' && i+1 < len(text) && text[i+1] == '/', b == ';':
			for i < len(text) && text[i] != '\n' {
				i++
			}
		case strings.IndexByte("([{<", b) >= 0:
			tokens = append(tokens, span{i, i + 1})
			open = append(open, i)
			i++
		case strings.IndexByte(")]}>", b) >= 0:
			tokens = append(tokens, span{i, i + 1})
			i++
			if n := len(open); n > 0 {
				parts = append(parts, span{open[n-1], i})
				open = open[:n-1]
			}
		case b == '"':
			end := i + 1
			for end < len(text) && text[end] != '"' && text[end] != '\n' {
				end++
			}
			end = min(end+1, len(text))
			tokens = append(tokens, span{i, end})
			i = end
		default:
			end := i + 1
			for end < len(text) && text[end] > ' ' && strings.IndexByte("()[]{}<>\";", text[end]) < 0 {
				end++
			}
			tokens = append(tokens, span{i, end})
			i = end
		}
	}
	return tokens, parts
}

// word is the bracket that a part begins with and what follows it.
func word(part []byte) string {
	end := 1
	for end < len(part) && part[end] > ' ' && strings.IndexByte("()[]{}<>", part[end]) < 0 {
		end++
	}
	return string(part[:end])
}
