package graphs

import (
	"strconv"
	"strings"
	"sync"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/lgdl"
)

// cacheSize is how many topologies are kept for games to share. The library
// has some five hundred different boards; beyond that the cache starts anew.
const cacheSize = 256

// cache holds topologies by the text of the clauses that made them.
var cache = struct {
	sync.Mutex
	made map[string]*board.Topology
}{made: map[string]*board.Topology{}}

// topology returns the topology that belongs to a key, making it when it is
// not in the cache. Two goroutines may make the same one; either will do.
func topology(key string, make func() (*board.Topology, error)) (*board.Topology, error) {
	cache.Lock()
	t, ok := cache.made[key]
	cache.Unlock()
	if ok {
		return t, nil
	}
	t, err := make()
	if err != nil {
		return nil, err
	}
	cache.Lock()
	defer cache.Unlock()
	if len(cache.made) >= cacheSize {
		clear(cache.made)
	}
	cache.made[key] = t
	return t, nil
}

// keyOf writes the parts of a board clause that decide its topology.
func keyOf(e *lgdl.Expr, threeD bool) string {
	var b strings.Builder
	b.WriteString(strconv.FormatBool(threeD))
	writeKey(&b, e)
	return b.String()
}

func writeKey(b *strings.Builder, e *lgdl.Expr) {
	switch e.Kind {
	case lgdl.Clause:
		b.WriteString("(" + e.Form.Text)
		for i, a := range e.Args {
			b.WriteByte('|')
			if t := strings.Trim(e.Form.Slots[i].Type, "{}"); a != nil && t != "(track)" && t != "(values)" {
				writeKey(b, a)
			}
		}
		b.WriteByte(')')
	case lgdl.List:
		b.WriteByte('{')
		for _, x := range e.Items {
			writeKey(b, x)
			b.WriteByte(' ')
		}
		b.WriteByte('}')
	case lgdl.Int:
		b.WriteString(strconv.Itoa(e.Int))
	case lgdl.Float:
		b.WriteString(strconv.FormatFloat(e.Float, 'g', -1, 64))
	default:
		b.WriteString(strconv.Quote(e.Text))
	}
}
