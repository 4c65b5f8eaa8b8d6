package assist

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/astragal/astragal/engine/lgdl"
)

// rangeAt is the token at a line and column, both from 1 and the column in bytes; the
// first line of a text for the place of something unknown.
func rangeAt(text []byte, line, column int) Range {
	at := 0
	for ; line > 1; line-- {
		i := bytes.IndexByte(text[at:], '\n')
		if i < 0 {
			break
		}
		at += i + 1
	}
	return rangeFrom(text, min(at+max(column-1, 0), len(text)))
}

// rangeFrom is the token that begins at a place: a string with its quotes, a bracket
// with the keyword behind it.
func rangeFrom(text []byte, at int) Range {
	end := at
	const stops = " \t\r\n(){}\""
	if at < len(text) {
		switch text[at] {
		case '"':
			end = at + 1
			if i := bytes.IndexAny(text[end:], "\"\n"); i >= 0 {
				end += i
				if text[end] == '"' {
					end++
				}
			} else {
				end = len(text)
			}
			return Range{at, end}
		case '(', ')', '{', '}':
			end++
		}
	}
	if end == at || text[at] == '(' {
		for end < len(text) && strings.IndexByte(stops, text[end]) < 0 {
			end++
		}
	}
	if end == at && end < len(text) && text[end] != '\n' {
		end++
	}
	return Range{at, end}
}

// posOf is the line and column of a place.
func posOf(file string, text []byte, at int) lgdl.Pos {
	line := bytes.Count(text[:at], []byte("\n"))
	return lgdl.Pos{File: file, Line: line + 1, Col: at - bytes.LastIndexByte(text[:at], '\n')}
}

// placeOf takes the place off a message that begins with it: file:line:column: or
// file:line:. Without one it is 1:1.
func placeOf(file, message string) (line, column int, rest string) {
	if file != "" && !strings.HasPrefix(message, file) {
		return 1, 1, message
	}
	first, _, _ := strings.Cut(message, "\n")
	for at := range len(first) {
		line, after, ok := number(message[at:])
		if !ok {
			continue
		}
		if column, rest, ok := number(after); ok && strings.HasPrefix(rest, ": ") {
			return line, column, rest[2:]
		}
		if strings.HasPrefix(after, ": ") {
			return line, 1, after[2:]
		}
	}
	return 1, 1, message
}

// number reads a colon and figures at the start of a text.
func number(text string) (n int, rest string, ok bool) {
	text, ok = strings.CutPrefix(text, ":")
	rest = strings.TrimLeft(text, "0123456789")
	if !ok || len(rest) == len(text) {
		return 0, text, false
	}
	n, _ = strconv.Atoi(text[:len(text)-len(rest)])
	return n, rest, true
}

// Lines converts between byte offsets and lines with columns in UTF-16 units, both from
// 0, as language servers count.
type Lines struct {
	text   []byte
	starts []int
}

// NewLines prepares a text.
func NewLines(text []byte) *Lines {
	l := &Lines{text: text, starts: []int{0}}
	for i, c := range text {
		if c == '\n' {
			l.starts = append(l.starts, i+1)
		}
	}
	return l
}

// Position is the line and column of an offset.
func (l *Lines) Position(at int) (line, column int) {
	at = max(0, min(at, len(l.text)))
	lo, hi := 0, len(l.starts)
	for hi-lo > 1 {
		if mid := (lo + hi) / 2; l.starts[mid] <= at {
			lo = mid
		} else {
			hi = mid
		}
	}
	for i := l.starts[lo]; i < at; {
		r, n := utf8.DecodeRune(l.text[i:])
		column += max(1, utf16.RuneLen(r))
		i += n
	}
	return lo, column
}

// Offset is the offset of a line and column; one beyond the text is its end, one
// beyond a line the end of the line.
func (l *Lines) Offset(line, column int) int {
	if line < 0 {
		return 0
	}
	if line >= len(l.starts) {
		return len(l.text)
	}
	i := l.starts[line]
	for column > 0 && i < len(l.text) && l.text[i] != '\n' {
		r, n := utf8.DecodeRune(l.text[i:])
		column -= max(1, utf16.RuneLen(r))
		i += n
	}
	return i
}
