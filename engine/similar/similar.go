// Package similar tells which files of descriptions share suspiciously much of their
// text with files of another library: those that may have been copied rather than
// written from rules. It knows nothing of games: texts are runs of tokens (words,
// numbers and brackets, without white space and capitals), and what two of them share
// are grams, runs of a few tokens. Grams that many files of the other library have
// are the language's, and count for nothing.
package similar

import (
	"cmp"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"unicode"
)

// Tokens divides a text into tokens: words and numbers in small letters, and every
// other sign by itself. Comments and strings are words like all others.
func Tokens(text string) (tokens []string) {
	var word strings.Builder
	flush := func() {
		if word.Len() > 0 {
			tokens = append(tokens, word.String())
			word.Reset()
		}
	}
	for _, r := range text {
		switch {
		case unicode.IsLetter(r), unicode.IsDigit(r):
			word.WriteRune(unicode.ToLower(r))
		case unicode.IsSpace(r):
			flush()
		default:
			flush()
			if r != '"' && r != '/' {
				tokens = append(tokens, string(r))
			}
		}
	}
	flush()
	return tokens
}

// Options say what is suspicious.
type Options struct {
	// Length is the number of tokens of a gram.
	Length int
	// Common is the number of files of the other library from which on a gram is the
	// language's.
	Common int
	// Share is the least share of a file's grams, and Run the least number of tokens in
	// a row, that are suspicious.
	Share float64
	Run   int
}

// Usual are options that ask after copies and leave alone what the language says
// in one way only.
var Usual = Options{Length: 8, Common: 5, Share: 0.12, Run: 40}

// Library is a set of texts by path.
type Library map[string]string

// Load reads the files with one of the extensions.
func Load(fsys fs.FS, extensions ...string) (Library, error) {
	l := Library{}
	err := fs.WalkDir(fsys, ".", func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !slices.Contains(extensions, path.Ext(p)) {
			return err
		}
		text, err := fs.ReadFile(fsys, p)
		l[p] = string(text)
		return err
	})
	return l, err
}

// Finding is a pair of files that share much.
type Finding struct {
	Ours, Theirs string
	SameGame     bool    // by the names of the games or files
	Share        float64 // of our grams that the other file has
	Run          int     // tokens of the longest run that both have
	Text         string  // of that run
}

func (f Finding) String() string {
	same := ""
	if f.SameGame {
		same = " (the same game)"
	}
	return fmt.Sprintf("%s: %.0f %% of its grams are in %s%s; the longest run has %d tokens: %s", f.Ours, 100*f.Share,
		f.Theirs,
		same, f.Run, f.Text)
}

// place is where a gram is found in the other library.
type place struct {
	file string
	at   int
}

// Find returns the suspicious pairs, those that share most first: for every file of
// ours the one of the other library that has most of it.
func Find(ours, theirs Library, o Options) []Finding {
	if o.Length < 1 {
		o.Length = Usual.Length
	}
	tokens := map[string][]string{}
	index := map[string][]place{}
	for _, file := range sorted(theirs) {
		t := Tokens(theirs[file])
		tokens[file] = t
		seen := map[string]bool{}
		for i := range grams(t, o.Length) {
			g := strings.Join(t[i:i+o.Length], " ")
			if !seen[g] { // once per file
				seen[g] = true
				index[g] = append(index[g], place{file, i})
			}
		}
	}
	var list []Finding
	for _, file := range sorted(ours) {
		list = append(list, suspects(file, ours[file], theirs, tokens, index, o)...)
	}
	slices.SortStableFunc(list, func(a, b Finding) int { return cmp.Compare(b.Share, a.Share) })
	return list
}

// suspects are the findings about one file of ours: the best, and that of the same game.
func suspects(file, text string, theirs Library, tokens map[string][]string, index map[string][]place,
	o Options) (list []Finding) {
	t := Tokens(text)
	n := grams(t, o.Length)
	shared := map[string]int{}
	first := map[string]map[int][]int{} // their file → where there → where here
	for i := range n {
		found := index[strings.Join(t[i:i+o.Length], " ")]
		if len(found) >= o.Common {
			continue
		}
		for _, p := range found {
			shared[p.file]++
			if first[p.file] == nil {
				first[p.file] = map[int][]int{}
			}
			first[p.file][p.at] = append(first[p.file][p.at], i)
		}
	}
	best := ""
	for _, other := range sorted(shared) {
		if best == "" || shared[other] > shared[best] {
			best = other
		}
	}
	for _, other := range sorted(shared) {
		f := Finding{Ours: file, Theirs: other, SameGame: sameGame(file, text, other, theirs[other]),
			Share: float64(shared[other]) / float64(n)}
		if other != best && !f.SameGame {
			continue
		}
		begin := 0
		for at, places := range first[other] {
			for _, i := range places {
				run := 0
				for i+run < len(t) && at+run < len(tokens[other]) && t[i+run] == tokens[other][at+run] {
					run++
				}
				if run > f.Run || run == f.Run && i < begin {
					begin = i
					f.Run, f.Text = run, strings.Join(t[i:i+min(run, 30)], " ")
				}
			}
		}
		if f.Share >= o.Share || f.Run >= o.Run {
			list = append(list, f)
		}
	}
	return list
}

// grams is the number of grams of a run of tokens.
func grams(t []string, length int) int { return max(len(t)-length+1, 0) }

// sameGame reports whether two files are of the same game by their names, or by
// those that the texts give.
func sameGame(a, textA, b, textB string) bool {
	names := func(file, text string) (list []string) {
		list = append(list, plain(strings.TrimSuffix(path.Base(file), path.Ext(file))))
		if _, rest, ok := strings.Cut(text, `(game "`); ok {
			name, _, _ := strings.Cut(rest, `"`)
			list = append(list, plain(name))
		}
		return list
	}
	other := names(b, textB)
	return slices.ContainsFunc(names(a, textA), func(name string) bool { return slices.Contains(other, name) })
}

// plain is a name in small letters and figures only.
func plain(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, s)
}

func sorted[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
