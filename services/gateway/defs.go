package gateway

import (
	"maps"
	"regexp"
	"slices"
	"strings"
)

// definitions chooses, for each description, the files of shared definitions
// that it can need, so that changing one definition changes only the sources
// that use it.
type definitions struct {
	files map[string]string   // name → text
	in    map[string]string   // quoted name of a define → file that has it
	names []string            // keys of in, sorted
	uses  map[string][]string // file → files it uses directly, as far as known
}

var (
	defineName = regexp.MustCompile(`\(define\s+("[^"]*")`)
	// A call whose name is put together from parameters or options.
	composed = regexp.MustCompile(`\("[^"\s]*[#<]`)
)

func newDefinitions(files map[string]string) *definitions {
	d := &definitions{files: files, in: map[string]string{}, uses: map[string][]string{}}
	for name, text := range files {
		for _, m := range defineName.FindAllStringSubmatch(text, -1) {
			d.in[m[1]] = name
		}
	}
	d.names = slices.Sorted(maps.Keys(d.in))
	return d
}

// usedBy returns the files that a text uses, directly or by way of others: those
// that define a name that occurs in it in quotation marks, or all of them when
// it calls names that are put together.
func (d *definitions) usedBy(text string) map[string]string {
	used := map[string]string{}
	todo := d.direct(text)
	for len(todo) > 0 {
		name := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if _, seen := used[name]; seen {
			continue
		}
		used[name] = d.files[name]
		if _, known := d.uses[name]; !known {
			d.uses[name] = d.direct(d.files[name])
		}
		todo = append(todo, d.uses[name]...)
	}
	return used
}

func (d *definitions) direct(text string) []string {
	if composed.MatchString(text) {
		return slices.Collect(maps.Keys(d.files))
	}
	found := map[string]bool{}
	for _, name := range d.names {
		if file := d.in[name]; !found[file] && strings.Contains(text, name) {
			found[file] = true
		}
	}
	return slices.Collect(maps.Keys(found))
}
