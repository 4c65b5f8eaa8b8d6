package gdl

import "fmt"

// maxCompletions bounds the joint moves that are tried to find moves of random
// with equal effects.
const maxCompletions = 1_000_000

// merging reports whether the decision at hand shows moves of random with equal
// effects as one.
func (p *position) merging() bool {
	return p.s.g.mergers && len(p.chosen) == 0 && p.s.g.prog.random >= 0
}

// merge groups random's moves: two belong together if, whatever the players do,
// they lead to the same state and the same percepts. The session is held.
func (p *position) merge(m machine) [][]int {
	if p.groups != nil {
		return p.groups
	}
	g := p.s.g
	random := g.prog.random
	if m.legal(random) == 1 { // nothing is equal to it
		p.groups = [][]int{{0}}
		return p.groups
	}
	counts := make([]int, len(g.prog.roles))
	total := 1
	for r := range counts {
		counts[r] = m.legal(r)
		if total *= counts[r]; total > maxCompletions {
			panic(limitError{fmt.Sprintf("more than %d joint moves to find equal moves of random", maxCompletions)})
		}
	}
	at := map[string]int{} // group by effect
	for move := range counts[random] {
		effect := ""
		choice := make([]int, len(counts))
		choice[random] = move
		for done := total == 0; !done; {
			for r := range counts {
				if r != random {
					for _, t := range m.percepts(choice, r) {
						effect += " " + m.text(t)
					}
					effect += ";"
				}
			}
			effect += fmt.Sprint(m.step(choice))
			m.load(p.at)
			done = true
			for r := len(counts) - 1; r >= 0; r-- {
				if r == random {
					continue
				}
				if choice[r]++; choice[r] < counts[r] {
					done = false
					break
				}
				choice[r] = 0
			}
		}
		k, known := at[effect]
		if !known {
			k = len(p.groups)
			at[effect] = k
			p.groups = append(p.groups, nil)
		}
		p.groups[k] = append(p.groups[k], move)
	}
	return p.groups
}
