package graphs

import (
	"strconv"
	"strings"
	"sync"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/lgdl"
)

// cacheSize is how many vertices, edges and cells the topologies have that are kept for games to share, or twice as
// many: a dozen boards of 64 squares. They take about a kilobyte for each, full of pointers, and what is kept costs
// every collection of garbage; to make a board takes a millisecond.
const cacheSize = 4_000

// cache holds topologies by the text of the clauses that made them: those that were asked for lately.
var cache struct {
	sync.Mutex
	made, before map[string]*board.Topology // before has those of which the last cacheSize were made
	size         int                        // of made
}

// topology returns the topology that belongs to a key, making it when it is
// not in the cache. Two goroutines may make the same one; either will do.
func topology(key string, make func() (*board.Topology, error)) (t *board.Topology, err error) {
	cache.Lock()
	t = cache.made[key]
	old := cache.before[key]
	cache.Unlock()
	if t != nil {
		return t, nil
	}
	if t = old; t == nil {
		if t, err = make(); err != nil {
			return nil, err
		}
	}
	cache.Lock()
	defer cache.Unlock()
	if cache.size >= cacheSize || cache.made == nil {
		cache.made, cache.before, cache.size = map[string]*board.Topology{}, cache.made, 0
	}
	cache.made[key] = t
	cache.size += t.Num(board.Vertex) + t.Num(board.Edge) + t.Num(board.Cell)
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
