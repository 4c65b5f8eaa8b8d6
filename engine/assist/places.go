package assist

import (
	"bytes"
	"regexp"
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

var place = regexp.MustCompile(`^[^\n]*?:(\d+):(?:(\d+):)? `)

// placeOf takes the place off a message that begins with it: file:line:column: or
// file:line:. Without one it is 1:1.
func placeOf(file, message string) (line, column int, rest string) {
	m := place.FindStringSubmatchIndex(message)
	if m == nil || file != "" && !strings.HasPrefix(message, file) {
		return 1, 1, message
	}
	line, _ = strconv.Atoi(message[m[2]:m[3]])
	column = 1
	if m[4] >= 0 {
		column, _ = strconv.Atoi(message[m[4]:m[5]])
	}
	return line, column, message[m[1]:]
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
