package concept

import (
	_ "embed"
	"strings"
	"sync"
)

// The style of a component is derived from its name (part 9, §4.9): from a few
// plain names, else from the picture that would be drawn for it.

// plainStyles are the names that need no picture.
var plainStyles = map[string]ID{
	"ball": BallComponent, "disc": DiscComponent, "marker": MarkerComponent,
	"king": KingComponent, "king_nocross": KingComponent, "knight": KnightComponent, "queen": QueenComponent,
	"bishop": BishopComponent, "bishop_nocross": BishopComponent, "rook": RookComponent, "pawn": PawnComponent,
}

// unpictured are the names that have no picture of their own unless one is
// named exactly so.
var unpictured = map[string]bool{"marker": true, "ball": true, "seed": true, "ring": true, "chocolate": true,
	"null": true}

//go:embed pictures.tsv
var pictureText string

// picture is one picture of the reference set: its name in small letters and
// the style of the folder it lies in, 0 for none.
type picture struct {
	name  string
	style ID
}

// pictures are in search order.
var pictures = sync.OnceValue(func() []picture {
	var list []picture
	for line := range strings.Lines(pictureText) {
		name, style, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		p := picture{name: strings.ToLower(name)}
		if c := ByName(style); c != nil {
			p.style = c.ID
		}
		list = append(list, p)
	}
	return list
})

// styleOf returns the style concept of a component with the base name, 0 for none.
func styleOf(base string) ID {
	name := strings.ToLower(base)
	if name == "" {
		return 0
	}
	if id := plainStyles[name]; id != 0 {
		return id
	}
	for _, p := range pictures() {
		if p.name == name {
			return p.style
		}
	}
	if unpictured[name] {
		return 0
	}
	stem, _, _ := strings.Cut(name, ".")
	var best picture
	for _, p := range pictures() {
		if len(p.name) > len(best.name) && strings.Contains(stem, p.name) {
			best = p
		}
	}
	return best.style
}
