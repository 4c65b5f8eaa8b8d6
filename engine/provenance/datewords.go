package provenance

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// tokenKind says what a token of a date is.
type tokenKind uint8

const (
	number   tokenKind = iota // 1500
	ordinal                   // 5th, fifth, V before "century"
	word                      // in lower case
	eraName                   // BCE, A.D.
	dash                      // - – — −
	slash                     // /
	plusMin                   // ±
	doubtful                  // ? ~ ≈
	comma                     // ,
	bracket                   // ; : ( ) [ ]
	other                     // anything else
)

// token is a word, a figure or a sign of a date.
type token struct {
	kind    tokenKind
	text    string // as written
	word    string // of a word, in lower case
	n       int    // of number and ordinal
	digits  int    // of a number: how many are written
	numeric bool   // the ordinal is written in figures
	glued   bool   // no space before it
	era     era    // of eraName
}

var (
	eraDotted     = pattern{text: `^(?i:b\.\s*c\.\s*e\b\.?|a\.\s*d\b\.?|c\.\s*e\.|b\.\s*c\b\.?|b\.\s*p\b\.?)`}
	thousands     = pattern{text: `^\d{1,2},\d{3}(?:\D|$)`}
	digitsRun     = pattern{text: `^\d+`}
	letters       = pattern{text: `^\p{L}+`}
	roman         = pattern{text: `^(?:X{0,2})(?:IX|IV|V?I{0,3})$`}
	dotsAndSpaces = pattern{text: `[.\s]+`}
	apostrophes   = strings.NewReplacer("’", "'", "ʼ", "'")
)

// eras are the names of eras, without dots.
var eras = map[string]era{"bce": bce, "bc": bce, "ce": ce, "ad": ce, "bp": bp}

// ordinals are those written in words.
var ordinals = map[string]int{
	"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8,
	"ninth": 9, "tenth": 10, "eleventh": 11, "twelfth": 12, "thirteenth": 13, "fourteenth": 14, "fifteenth": 15,
	"sixteenth": 16, "seventeenth": 17, "eighteenth": 18, "nineteenth": 19, "twentieth": 20,
}

// maxDigits bounds figures, so that they fit; longer ones are no years.
const maxDigits = 7

// tokens cuts a text into tokens. Points are dropped but for those of eras.
func tokens(text string) []token {
	text = apostrophes.Replace(text)
	var list []token
	spaced := true
	for i := 0; i < len(text); {
		rest := text[i:]
		r, size := utf8.DecodeRuneInString(rest)
		t := token{kind: other, text: rest[:size], glued: !spaced}
		spaced = false
		switch {
		case unicode.IsSpace(r):
			spaced = true
			i += size
			continue
		case r == '.':
			// A point ends an abbreviation, or joins the figures of a date: 10.12.1999.
			if n := len(list); n > 0 && list[n-1].kind == number && len(rest) > 1 && rest[1] >= '0' && rest[1] <= '9' {
				break
			}
			i += size
			continue
		case digitsRun.get().MatchString(rest):
			t = readNumber(rest, t)
		case eraDotted.get().MatchString(rest):
			t.text = eraDotted.get().FindString(rest)
			t.kind, t.era = eraName, eras[strings.ToLower(dotsAndSpaces.get().ReplaceAllString(t.text, ""))]
		case letters.get().MatchString(rest):
			t = readWord(letters.get().FindString(rest), t)
		case strings.ContainsRune("-–—−‐‑‒", r):
			t.kind = dash
		case r == '/':
			t.kind = slash
		case r == '±':
			t.kind = plusMin
		case strings.ContainsRune("?~≈", r):
			t.kind = doubtful
		case r == ',':
			t.kind = comma
		case strings.ContainsRune(";:()[]", r):
			t.kind = bracket
		}
		i += len(t.text)
		list = append(list, t)
	}
	return joinOrdinals(list)
}

// readNumber reads figures, those with a comma before the thousands included.
func readNumber(rest string, t token) token {
	t.text = digitsRun.get().FindString(rest)
	if thousands.get().MatchString(rest) {
		t.text = rest[:strings.IndexByte(rest, ',')+4]
	}
	figures := strings.ReplaceAll(t.text, ",", "")
	t.kind, t.digits = number, len(figures)
	t.n, _ = strconv.Atoi(figures[:min(t.digits, maxDigits+1)]) // so many are a number
	return t
}

// readWord reads letters: an era, an ordinal or another word.
func readWord(text string, t token) token {
	t.kind, t.text, t.word = word, text, strings.ToLower(text)
	if e, ok := eras[t.word]; ok {
		t.kind, t.era = eraName, e
	} else if n, ok := ordinals[t.word]; ok {
		t.kind, t.n = ordinal, n
	}
	return t
}

// joinOrdinals makes ordinals of "5th", "twenty-first" and of Roman numerals
// that a century follows, at once or behind another ordinal.
func joinOrdinals(list []token) []token {
	var out []token
	for i := 0; i < len(list); i++ {
		t := list[i]
		next := func(k int) token {
			if i+k < len(list) {
				return list[i+k]
			}
			return token{kind: other}
		}
		isSuffix := func(t token) bool {
			return t.kind == word && t.glued && (t.word == "st" || t.word == "nd" || t.word == "rd" || t.word == "th")
		}
		switch {
		case t.kind == number && isSuffix(next(1)):
			t.kind, t.text, t.numeric = ordinal, t.text+next(1).text, true
			i++
		case t.kind == word && t.word == "twenty" && next(1).kind == dash && next(2).kind == ordinal && next(2).n < 10:
			t.kind, t.text, t.n = ordinal, t.text+"-"+next(2).text, 20+next(2).n
			i += 2
		case t.kind == word && romanNumber(t.text) > 0 && romanCentury(list[i+1:]):
			t.kind, t.n = ordinal, romanNumber(t.text)
		}
		out = append(out, t)
	}
	return out
}

// romanNumber returns the number from I to XXIX, or 0.
func romanNumber(s string) int {
	s = strings.TrimSuffix(s, "th")
	if !roman.get().MatchString(s) {
		return 0
	}
	n := 0
	value := map[byte]int{'I': 1, 'V': 5, 'X': 10}
	for i := range len(s) {
		if i+1 < len(s) && value[s[i]] < value[s[i+1]] {
			n -= value[s[i]]
		} else {
			n += value[s[i]]
		}
	}
	return n
}

// romanCentury reports whether a century follows a Roman numeral, or another
// Roman numeral with a century: "XIX–XX centuries".
func romanCentury(list []token) bool {
	if len(list) == 0 {
		return false
	}
	if t := list[0]; t.kind == word && units[t.word] != 0 {
		return true
	}
	t := list[0]
	between := t.kind == dash || t.kind == slash || t.kind == comma || joins(t)
	return between && len(list) > 1 && romanNumber(list[1].text) > 0 && romanCentury(list[2:])
}

// units are the words behind ordinals, by the number of years.
var units = map[string]int{
	"century": 100, "centuries": 100, "cent": 100, "c": 100, "millennium": 1000, "millennia": 1000,
	"millenium": 1000,
}

var months = map[string]bool{
	"january": true, "february": true, "march": true, "april": true, "may": true, "june": true, "july": true,
	"august": true, "september": true, "october": true, "november": true, "december": true, "jan": true,
	"feb": true, "mar": true, "apr": true, "jun": true, "jul": true, "aug": true, "sep": true, "sept": true,
	"oct": true, "nov": true, "dec": true, "spring": true, "summer": true, "autumn": true, "fall": true,
	"winter": true,
}

// approximations say that what follows is not exact; the years stay as named.
var approximations = map[string]bool{
	"c": true, "ca": true, "circa": true, "cca": true, "around": true, "about": true, "approximately": true,
	"approx": true, "roughly": true, "probably": true, "possibly": true, "perhaps": true, "maybe": true,
}

// fillers are words that change nothing.
var fillers = map[string]bool{
	"in": true, "on": true, "the": true, "during": true, "of": true, "year": true, "years": true, "dated": true,
	"dating": true,
}

var parts = map[string]part{
	"early": early, "beginning": early, "start": early, "mid": middle, "middle": middle, "late": late,
	"later": late, "end": late,
}

var fractions = map[string]int{"half": 2, "third": 3, "quarter": 4}

// nameWords end the name of a period that stands right before its years.
var nameWords = map[string]bool{
	"age": true, "period": true, "era": true, "dynasty": true, "dynasties": true, "kingdom": true,
	"empire": true, "times": true, "antiquity": true, "culture": true, "phase": true, "horizon": true,
	"republic": true, "caliphate": true, "sultanate": true,
}
