package reconstruct

// pattern is a filler with variables in the place of names and roles.
type pattern struct{}
