package ir

// Valued are the sites by number: set i of In has those whose element of Of is Values[i].
type Valued struct {
	Of, In *Field
	Values []int64
}
