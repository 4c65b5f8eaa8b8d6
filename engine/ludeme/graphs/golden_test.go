package graphs_test

import (
	"bufio"
	"fmt"
	"hash/crc32"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/board"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/ludeme/graphs"
)

// itemRows are the forms of boards and of what they contain, which belong to
// other families: this test stands on its own.
var itemRows = []lgdl.Form{
	{Text: "(board graph [(track) | {(track)}] [(values) | {(values)}] [use:siteType] [largeStack:bool!])",
		Result: "item"},
	{Text: "(boardless tilingBoardlessType [dim] [largeStack:bool!])", Result: "item"},
	{Text: "(mancalaBoard int! int! [store:storeType] [numStores:int!] [largeStack:bool!] [(track) | {(track)}])",
		Result: "item"},
	{Text: "(surakartaBoard graph [loops:int!] [from:int!] [largeStack:bool!])", Result: "item"},
	{Text: "(track string ({int!} | string | {(trackStep)}) [loop:bool!] [int! | roleType] [directed:bool!])",
		Result: "(track)"},
	{Text: "(values siteType (range))", Result: "(values)"},
	{Text: "(range int int)", Result: "(range)"},
	{Text: "(sqrt float)", Result: "float"},
	{Text: "(/ float float)", Result: "float"},
	{Text: "(- float float)", Result: "float"},
	{Text: "(+ float float)", Result: "float"},
	{Text: "(* float float)", Result: "float"},
}

// build makes the board of an item clause.
func build(text string) (*graphs.Item, error) {
	nodes, err := lgdl.Parse("test", []byte(text))
	if err != nil {
		return nil, err
	}
	grammar, err := lgdl.NewGrammar(graphs.Rows, itemRows)
	if err != nil {
		return nil, err
	}
	e, err := grammar.Check(nodes[0], "item")
	if err != nil {
		return nil, err
	}
	return graphs.Board(e, func(*lgdl.Expr) (int, error) { return 0, nil }, false)
}

// ids writes a list as the golden tables do.
func ids(list []int32) string {
	if len(list) == 0 {
		return "-"
	}
	s := make([]string, len(list))
	for i, x := range list {
		s[i] = strconv.Itoa(int(x))
	}
	return strings.Join(s, ",")
}

func path(p []int32) string { return strings.ReplaceAll(ids(p), ",", "-") }

// digest collects the lines of one checksum.
type digest struct{ strings.Builder }

func (d *digest) line(format string, args ...any) { fmt.Fprintf(d, format+"\n", args...) }
func (d *digest) sum() string                     { return fmt.Sprintf("%08x", crc32.ChecksumIEEE([]byte(d.String()))) }

var (
	types     = []board.SiteType{board.Vertex, board.Edge, board.Cell}
	relations = []board.Relation{board.RelOrthogonal, board.RelDiagonal, board.RelOff, board.RelAdjacent, board.RelAll}
)

// sums are the checksums of a topology by name, with the text of each.
func sums(t *board.Topology) map[string]*digest {
	d := map[string]*digest{}
	for _, n := range []string{"graph", "sites", "labels", "adj", "steps", "radials", "opposites", "sets", "supported",
		"dist"} {
		d[n] = &digest{}
	}
	g := t.Graph()
	for e := range int32(t.Num(board.Edge)) {
		a, b, _ := g.EdgeEnds(e)
		l, r := g.EdgeCells(e)
		d["graph"].line("E %d %d %d %d", a, b, l, r)
	}
	for f := range int32(t.Num(board.Cell)) {
		d["graph"].line("C %s", strings.ReplaceAll(ids(g.CellVertices(f)), ",", " "))
	}
	def := t.Default()
	q := func(v float64) int { return int(math.Floor(1000*v + 0.371)) }
	for i := range int32(t.NumSites()) {
		p := t.Point(def, i)
		d["sites"].line("%d %d %d %d", i, q(p.X), q(p.Y), q(p.Z))
		d["labels"].line("%s", t.Label(def, i))
		for _, to := range types {
			for _, s := range t.AllSteps(def, i, to) {
				d["steps"].line("%d>%c%d:%s", i, to.String()[0], s.To, names(s.Dirs))
			}
		}
		for _, dir := range allDirections() {
			for _, r := range t.Radials(def, i, dir) {
				star := ""
				if r.Distinct {
					star = "*"
				}
				d["radials"].line("%d %v %s%s", i, dir, path(r.Path[1:]), star)
				if r.Opposite != nil {
					d["opposites"].line("%d %v %s|%v:%s", i, dir, path(r.Path[1:]), r.OppositeDir, path(r.Opposite[1:]))
				}
			}
		}
	}
	for _, st := range types {
		for i := range int32(t.Num(st)) {
			row := fmt.Sprintf("%c%d", st.String()[0], i)
			for _, rel := range relations {
				row += "|" + ids(t.Neighbours(st, rel, i))
			}
			d["adj"].line("%s", row)
		}
		put := func(name string, set []int32) {
			if len(set) > 0 {
				d["sets"].line("%v %s %s", st, name, ids(set))
			}
		}
		for k := range board.SetKind(board.NumSets) {
			put(k.String(), t.Set(st, k))
		}
		for _, x := range []struct {
			name  string
			table board.Table
		}{{"Row", t.Rows(st)}, {"Column", t.Columns(st)}, {"Layer", t.Layers(st)}} {
			for i := range x.table.Len() {
				put(fmt.Sprint(x.name, i), x.table.Row(int32(i)))
			}
		}
		for _, rel := range relations {
			d["supported"].line("%v %v %s", st, rel, names(t.Supported(st, rel)))
		}
		if t.Num(st) > 0 && t.ToCentre(st) != nil {
			d["dist"].line("%v centre %s", st, ids(t.ToCentre(st)))
			d["dist"].line("%v corners %s", st, ids(t.ToCorners(st)))
			d["dist"].line("%v sides %s", st, ids(t.ToSides(st)))
		}
	}
	return d
}

func allDirections() []board.Direction {
	var out []board.Direction
	for d := range board.Direction(board.NumDirections) {
		out = append(out, d)
	}
	return out
}

func names(ds []board.Direction) string {
	if len(ds) == 0 {
		return "-"
	}
	var s []string
	for _, d := range ds {
		s = append(s, d.String())
	}
	return strings.Join(s, ",")
}

// table is a golden table: its rows by tag.
type table map[string][][]string

func readTable(t *testing.T, file string) table {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	out := table{}
	s := bufio.NewScanner(f)
	s.Buffer(nil, 1<<24)
	for s.Scan() {
		cols := strings.Split(s.Text(), "\t")
		out[cols[0]] = append(out[cols[0]], cols[1:])
	}
	return out
}

// shared returns a path in the shared folder, and skips the test without it.
func shared(t *testing.T, rel string) string {
	t.Helper()
	p := filepath.Join("../../../../shared", rel)
	if _, err := os.Stat(p); err != nil {
		t.Skip("no shared folder")
	}
	return p
}

// TestGoldenTables compares every board of the specification's tables with the
// checksums and coordinates recorded there.
func TestGoldenTables(t *testing.T) {
	files, _ := filepath.Glob(filepath.Join(shared(t, "spec/boards"), "*.tsv"))
	if len(files) < 100 {
		t.Fatalf("only %d golden tables", len(files))
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".tsv")
		if strings.HasPrefix(name, "library-") {
			continue
		}
		t.Run(name, func(t *testing.T) { compare(t, readTable(t, file)) })
	}
}

func compare(t *testing.T, want table) {
	item, err := build(want["BOARD"][0][0])
	if err != nil {
		t.Fatal(err)
	}
	top := item.Topology
	for _, st := range types {
		rows := want[st.String()[:1]]
		if len(rows) != top.Num(st) {
			t.Fatalf("%d elements of type %v, want %d", top.Num(st), st, len(rows))
		}
		for i, row := range rows {
			from := 1
			if st == board.Edge {
				from = 2
			}
			p := top.Point(st, int32(i))
			for k, v := range []float64{p.X, p.Y, p.Z} {
				w, _ := strconv.ParseFloat(row[from+k], 64)
				if w != v && os.Getenv("EXACT") != "" {
					t.Logf("%v %d coordinate %d is %v, want %v", st, i, k, v, w)
				}
				if math.Abs(w-v) > 1e-9 {
					t.Errorf("%v %d is at %v, want %v", st, i, p, row[from:from+3])
					break
				}
			}
			if t.Failed() {
				return
			}
		}
	}
	basis := want["BASIS"][0]
	if got := fmt.Sprintf("regular=%t sidesOfCell0=%d", top.Regular(), top.CellSides()); got != basis[2]+" "+basis[3] {
		t.Errorf("%s, want %s %s", got, basis[2], basis[3])
	}
	have := sums(top)
	bad := false
	for _, x := range want["CRC"][0] {
		name, sum, _ := strings.Cut(x, "=")
		if have[name].sum() != sum {
			t.Errorf("checksum of %s differs", name)
			bad = true
		}
	}
	if bad {
		explain(t, top, want)
	}
}

// explain reports the first few rows that differ.
func explain(t *testing.T, top *board.Topology, want table) {
	n := 0
	report := func(what, got, want string) {
		if got != want && n < 5 {
			n++
			t.Logf("%s: %s, want %s", what, got, want)
		}
	}
	parse := func(name string) board.SiteType { st, _ := board.ParseSiteType(name); return st }
	id := func(s string) int32 { v, _ := strconv.Atoi(s); return int32(v) }
	for _, row := range want["C"] {
		report("cell "+row[0], "vertices="+ids(top.Graph().CellVertices(id(row[0]))), row[8])
	}
	for _, row := range want["V"] {
		report("vertex "+row[0]+" edges", "edges="+ids(top.Incident(board.Vertex, id(row[0]), board.Edge)), row[8])
		report("vertex "+row[0]+" cells", "cells="+ids(top.Incident(board.Vertex, id(row[0]), board.Cell)), row[9])
		report("vertex "+row[0]+" label", top.Label(board.Vertex, id(row[0])), row[4])
	}
	for _, row := range want["E"] {
		a, b, _ := top.Graph().EdgeEnds(id(row[0]))
		report("edge "+row[0], fmt.Sprintf("%d-%d", a, b), row[1])
	}
	for _, row := range want["ADJ"] {
		st := parse(row[0])
		for k, rel := range relations {
			_, list, _ := strings.Cut(row[2+k], "=")
			report(fmt.Sprintf("%v %s %v", st, row[1], rel), ids(top.Neighbours(st, rel, id(row[1]))), list)
		}
	}
	for _, row := range want["SUP"] {
		rel, _ := board.ParseRelation(row[1])
		report("supported "+row[0]+" "+row[1], names(top.Supported(parse(row[0]), rel)), row[2])
	}
	for _, row := range want["DIST"] {
		st := parse(row[0])
		list := map[string][]int32{"centre": top.ToCentre(st), "corners": top.ToCorners(st), "sides": top.ToSides(st)}[row[1]]
		report("distance "+row[0]+" "+row[1], ids(list), row[2])
	}
	sets := map[string]string{}
	for _, row := range want["SET"] {
		sets[row[0]+" "+row[1]] = row[2]
	}
	for _, st := range types {
		for k := range board.SetKind(board.NumSets) {
			w, ok := sets[st.String()+" "+k.String()]
			if !ok {
				w = "-"
			}
			report(fmt.Sprintf("set %v %v", st, k), ids(top.Set(st, k)), w)
		}
		for name, tab := range map[string]board.Table{"Row": top.Rows(st), "Column": top.Columns(st),
			"Layer": top.Layers(st)} {
			for i := range tab.Len() {
				report(fmt.Sprintf("set %v %s%d", st, name, i), ids(tab.Row(int32(i))), sets[fmt.Sprintf("%v %s%d", st, name, i)])
			}
		}
	}
	for _, row := range want["STEP"] {
		st, to := parse(row[0]), parse(row[2])
		for _, s := range top.AllSteps(st, id(row[1]), to) {
			if s.To == id(row[3]) {
				report("step "+strings.Join(row[:4], " "), names(s.Dirs), row[4])
			}
		}
	}
	for _, row := range want["RAD"] {
		d, _ := board.ParseDirection(row[2])
		st, from := parse(row[0]), id(row[1])
		found := slices.ContainsFunc(top.Radials(st, from, d), func(r board.Radial) bool {
			got := []string{path(r.Path[1:])}
			if r.Distinct {
				got[0] += "*"
			}
			return strings.HasPrefix(strings.Join(row[3:], ""), got[0])
		})
		if !found {
			report("radials of "+strings.Join(row, " "), fmt.Sprint(top.Radials(st, from, d)), "")
		}
	}
}
