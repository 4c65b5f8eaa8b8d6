package provenance

import (
	"regexp"
	"sync"
)

// pattern is a regular expression that is compiled on first use. A program that reads no provenance, as the one for
// browsers, then contains neither the expressions nor what compiles them.
type pattern struct {
	text string
	once sync.Once
	re   *regexp.Regexp
}

func (p *pattern) get() *regexp.Regexp {
	p.once.Do(func() { p.re = regexp.MustCompile(p.text) })
	return p.re
}
