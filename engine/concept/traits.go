package concept

// Telling reports whether a concept is about how a game is played, not about its pictures, its
// description or what is said about it.
func (c *Concept) Telling() bool {
	return c.Type != "Visual" && c.Type != "Implementation" && c.Type != "Meta"
}

// Trait reports whether a concept is telling, holds or does not, and is known without play.
func (c *Concept) Trait() bool {
	return c.Data == "Boolean" && c.Computed == "Compilation" && c.Telling()
}

// Traits returns 1 for every trait among the values of concepts that is not 0.
func Traits(values map[string]float64) map[string]float64 {
	traits := map[string]float64{}
	list := load().list
	for i := range list {
		if list[i].Trait() && values[list[i].Name] != 0 {
			traits[list[i].Name] = 1
		}
	}
	return traits
}
