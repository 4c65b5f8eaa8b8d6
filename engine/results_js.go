package engine

// results is the first line of results.tsv, given by the linker (see the Makefile):
// the rest, of which the version says nothing, is not for browsers to load.
var results string
