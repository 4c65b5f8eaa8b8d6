package gateway

import "slices"

// section is a link that every page has at its top.
type section struct {
	Address, Name string
	// Current is "page" on the section's own page, "true" on those below it, else "" (the values of aria-current).
	Current string
	pages   []string // the section's own, then those below it
}

var sections = []section{
	{Address: "/", Name: "Library", pages: []string{"library", "ruleset", "source", "play"}},
	{Address: "/play", Name: "Play"},
	{Address: "/edit", Name: "Write"},
	{Address: "/compare", Name: "Compare", pages: []string{"compare"}},
	{Address: "/families", Name: "Families", pages: []string{"families"}},
	{Address: "/map", Name: "Map", pages: []string{"map"}},
	{Address: "/evidence", Name: "Evidence", pages: []string{"evidence"}},
	{Address: "/wear", Name: "Wear", pages: []string{"wear", "study"}},
	{Address: "/reconstructions", Name: "Reconstruct", pages: []string{"reconstructions", "reconstruction"}},
	{Address: "/concepts", Name: "Concepts", pages: []string{"concepts", "concept", "metric"}},
	{Address: "/changes", Name: "Changes", pages: []string{"changes"}},
	{Address: "/operations", Name: "Operations", pages: []string{"operations"}},
	{Address: "/failures", Name: "Failures", pages: []string{"failures"}},
	{Address: "/api/openapi.json", Name: "API"},
}

// sectionsOf returns the sections as a page shows them.
func sectionsOf(page string) []section {
	list := slices.Clone(sections)
	for i := range list {
		switch slices.Index(list[i].pages, page) {
		case -1:
		case 0:
			list[i].Current = "page"
		default:
			list[i].Current = "true"
		}
	}
	return list
}
