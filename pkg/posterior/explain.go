package posterior

// Beside says in how many parts of the rules a completion and a donor differ, names included.
type Beside struct {
	Game    string `json:"game"`
	Ruleset string `json:"ruleset,omitempty"`
	Hash    string `json:"hash"`
	Lacks   int    `json:"lacks"` // parts that only the donor has
	Adds    int    `json:"adds"`  // parts that only the completion has
}

// explained is the number of completions of which differences and words are told, the most probable ones.
const explained = 20

// explain tells how the most probable completions differ from their donors, and their rules in words.
func (t *Study) explain() {
	for i := range t.List[:min(explained, len(t.List))] {
		a := &t.List[i]
		c := a.Completion
		for k := range c.Fillers {
			a.Differs = append(a.Differs, c.Fillers[k].Difference())
		}
		for _, d := range c.Relatives() {
			lacks, adds := c.Against(d)
			a.Beside = append(a.Beside, Beside{d.Game, d.Ruleset, d.Hash, lacks, adds})
		}
		if words, err := c.InWords(); err == nil { // it was compiled, and so it checks
			a.Words = words
		}
	}
}
