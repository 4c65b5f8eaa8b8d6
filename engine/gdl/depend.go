package gdl

import (
	"fmt"
)

// graph is the dependency graph of relations: an edge leads from the relation of
// a head to each relation of the body.
type graph struct {
	names []string // by node, for messages
	nodes map[string]int
	edges [][]edge // by node
	// component numbers the strongly connected components; edges lead to lower or
	// equal numbers.
	component []int
	cyclic    []bool // by component: whether some edge stays inside
	split     map[string]int
}

type edge struct {
	to   int
	neg  bool
	atom *Term // the occurrence in the body
	head *Term
}

// newGraph builds the graph. Relations in split, by key, are taken apart by the
// constant at the given argument.
func newGraph(clauses []clause, split map[string]int) *graph {
	g := &graph{nodes: map[string]int{}, split: split}
	for i := range clauses {
		cl := &clauses[i]
		from := g.node(cl.head)
		for _, b := range cl.body {
			if b.isDistinct() {
				continue
			}
			e := edge{g.node(b.atom), b.neg, b.atom, cl.head}
			g.edges[from] = append(g.edges[from], e)
		}
	}
	g.connect()
	return g
}

// node gives the node of an atom's relation.
func (g *graph) node(t *Term) int {
	key, name := relationKey(t), t.Name
	if arg, split := g.split[key]; split {
		key += "=" + t.Args[arg].Name
		name = fmt.Sprintf("%s %s", t.Name, t.Args[arg].Name)
	}
	i, known := g.nodes[key]
	if !known {
		i = len(g.names)
		g.nodes[key] = i
		g.names = append(g.names, name)
		g.edges = append(g.edges, nil)
	}
	return i
}

// lookup gives the node of a relation by its key, -1 if it does not occur.
func (g *graph) lookup(key string) int {
	if i, known := g.nodes[key]; known {
		return i
	}
	return -1
}

// connect finds the strongly connected components by Tarjan's method, without
// recursion: chains of relations may be long.
func (g *graph) connect() {
	n := len(g.names)
	succ := make([][]int32, n)
	for i, es := range g.edges {
		for _, e := range es {
			succ[i] = append(succ[i], int32(e.to))
		}
	}
	comp, count := components(n, func(i int) []int32 { return succ[i] })
	g.component = make([]int, n)
	g.cyclic = make([]bool, count)
	for i := range comp {
		g.component[i] = int(comp[i])
	}
	for i, es := range g.edges {
		for _, e := range es {
			if g.component[e.to] == g.component[i] {
				g.cyclic[g.component[i]] = true
			}
		}
	}
}

// components numbers the strongly connected components of a graph so that edges
// lead to lower or equal numbers.
func components(n int, successors func(int) []int32) (component []int32, count int) {
	component = make([]int32, n)
	order := make([]int32, n) // visit number, 0 before the visit
	low := make([]int32, n)
	var stack []int32
	type frame struct {
		node int32
		next int
	}
	var calls []frame
	visited := int32(0)
	for root := range n {
		if order[root] != 0 {
			continue
		}
		calls = append(calls, frame{int32(root), 0})
		for len(calls) > 0 {
			f := &calls[len(calls)-1]
			v := f.node
			if order[v] == 0 {
				visited++
				order[v], low[v], component[v] = visited, visited, -1
				stack = append(stack, v)
			}
			if succ := successors(int(v)); f.next < len(succ) {
				w := succ[f.next]
				f.next++
				switch {
				case order[w] == 0:
					calls = append(calls, frame{w, 0})
				case component[w] == -1:
					low[v] = min(low[v], order[w])
				}
				continue
			}
			// All successors are done.
			calls = calls[:len(calls)-1]
			if len(calls) > 0 {
				p := calls[len(calls)-1].node
				low[p] = min(low[p], low[v])
			}
			if low[v] != order[v] {
				continue
			}
			for {
				w := stack[len(stack)-1]
				stack = stack[:len(stack)-1]
				component[w] = int32(count)
				if w == v {
					break
				}
			}
			count++
		}
	}
	return component, count
}
