package draw

import (
	_ "embed"
	"fmt"
	"html"
	"math"
	"slices"
	"strings"
	"sync"
)

// A set is a family of pieces that differ by the characters written on them, as in the
// chess of China, Korea and Japan.
type set struct {
	kind Kind
	// pieces are by their name without number.
	pieces map[string]inscription
	// telling are names of which a set has one at least: others are those of many games.
	telling []string
}

// inscription is what is written on a piece.
type inscription struct {
	first, others string  // for the first player, and for all others
	size          float64 // of the piece, 1 for the largest
	turned        bool    // it is the other side of a piece: in red
}

func same(text string, size float64) inscription { return inscription{text, text, size, false} }

func turned(text string, size float64) inscription { return inscription{text, text, size, true} }

// The pieces of the three chesses, with their names in English and their own.
var (
	xiangqi = named(map[string]inscription{
		"General Jiang King Shuai": {"帥", "將", 1, false},
		"Advisor Shi Mandarin":     {"仕", "士", 1, false},
		"Elephant Xiang Minister":  {"相", "象", 1, false},
		"Horse Ma":                 {"傌", "馬", 1, false},
		"Chariot Ju Che":           {"俥", "車", 1, false},
		"Cannon Pao":               {"炮", "砲", 1, false},
		"Soldier Zu Bing":          {"兵", "卒", 1, false},
	})
	janggi = named(map[string]inscription{
		"General King Gung": {"楚", "漢", 1, false},
		"Cho":               same("楚", 1),
		"Han":               same("漢", 1),
		"Guard Sa":          same("士", 0.72),
		"Elephant Sang":     same("象", 0.86),
		"Horse Ma":          same("馬", 0.86),
		"Chariot Cha":       same("車", 0.86),
		"Cannon Po":         same("包", 0.86),
		"Soldier":           {"卒", "兵", 0.72, false},
		"Jol":               same("卒", 0.72),
		"Byeong":            same("兵", 0.72),
	})
	shogi = named(map[string]inscription{
		"King Osho Gyokusho":          {"王", "玉", 1, false},
		"Rook Hisha":                  same("飛", 0.97),
		"Bishop Kakugyo":              same("角", 0.97),
		"Gold Kinsho GoldGeneral":     same("金", 0.94),
		"Silver Ginsho SilverGeneral": same("銀", 0.94),
		"Knight Keima":                same("桂", 0.9),
		"Lance Kyosha":                same("香", 0.88),
		"Pawn Fuhyo":                  same("歩", 0.82),
		"Dragon Ryuo":                 turned("龍", 0.97),
		"Horse Ryuma":                 turned("馬", 0.97),
		"Narigin":                     turned("全", 0.94),
		"Narikei":                     turned("圭", 0.9),
		"Narikyo":                     turned("杏", 0.88),
		"Tokin":                       turned("と", 0.82),
		"DragonKing":                  same("龍", 0.97), // on large boards pieces of their own
		"DragonHorse":                 same("馬", 0.97),
		"Queen FreeKing":              same("奔", 0.97),
		"Prince CrownPrince":          same("太", 1),
		"Kirin":                       same("麒", 0.94),
		"Phoenix":                     same("鳳", 0.94),
		"Lion":                        same("獅", 0.97),
		"DrunkenElephant":             same("酔", 0.94),
		"BlindTiger":                  same("虎", 0.94),
		"FerociousLeopard":            same("豹", 0.94),
		"CopperGeneral":               same("銅", 0.94),
		"IronGeneral":                 same("鉄", 0.94),
		"SideMover":                   same("横", 0.9),
		"VerticalMover":               same("竪", 0.9),
		"ReverseChariot":              same("反", 0.9),
		"GoBetween":                   same("仲", 0.82),
	})
	sets = []set{
		{Round, xiangqi, []string{"Cannon", "Pao"}},
		{Octagon, janggi, []string{"Cannon", "Po"}},
		{Wedge, shogi, []string{"Gold", "Kinsho", "GoldGeneral", "Silver", "Ginsho", "SilverGeneral", "Tokin"}},
	}
)

// named gives every name of a key its inscription.
func named(rows map[string]inscription) map[string]inscription {
	m := map[string]inscription{}
	for names, what := range rows {
		for name := range strings.FieldsSeq(names) {
			m[name] = what
		}
	}
	return m
}

// SetOf is the kind of the pieces of a game by all their names, of which those that are
// equal but for a number count once: Round, Octagon or Wedge if they are those of a set
// that is known by its characters, else Man.
func SetOf(names []string) Kind {
	for _, s := range sets {
		known, tells, seen := true, false, map[string]bool{}
		for _, name := range names {
			name = strings.TrimRight(name, "0123456789")
			_, ok := s.pieces[name]
			known, tells = known && ok, tells || slices.Contains(s.telling, name)
			seen[name] = true
		}
		const fewest = 3
		if known && tells && len(seen) >= fewest {
			return s.kind
		}
	}
	return Man
}

//go:embed characters.tsv
var outlines string

// outlineOf are the paths of characters, around their middle in a square of 256.
var outlineOf = sync.OnceValue(func() map[rune]string {
	m := map[rune]string{}
	for line := range strings.Lines(outlines) {
		character, path, _ := strings.Cut(strings.TrimSpace(line), "\t")
		for _, r := range character {
			m[r] = path
		}
	}
	return m
})

// inscribed draws a piece of a set. Names that the set does not have are written in letters.
func (p *picture) inscribed(x, y float64, z Piece, name string) {
	what, known := sets[slices.IndexFunc(sets, func(s set) bool { return s.kind == z.Kind })].pieces[name]
	if !known {
		what.size = 0.92
	}
	text := what.others
	if z.Owner == 1 {
		text = what.first
	}
	r := 0.46 * p.gap * what.size
	ink := p.inkOf(z, what.turned)
	switch z.Kind {
	case Wedge:
		p.put(`<path transform="translate(%.1f %.1f) rotate(%d) scale(%.2f)" d="M0-1L.58-.74L.8.94H-.8L-.58-.74Z" `+
			`fill="%s" stroke="#7a5a2c" stroke-width=".07" stroke-linejoin="round"/>`, x, y, z.Turn, r,
			wedgeWoods[max(z.Owner-1, 0)%len(wedgeWoods)])
	case Octagon:
		p.put(`<path d="%s" fill="#f3e2bd" stroke="%s" stroke-width="%.1f" stroke-linejoin="round"/>`, octagon(x, y, r),
			ink, max(1, 0.05*p.gap))
	default:
		p.put(`<circle cx="%.1f" cy="%.1f" r="%.1f" fill="#f1dcb0" stroke="#7a5a2c" stroke-width="%.1f"/>`, x, y, r,
			max(1, 0.03*p.gap))
		p.put(`<circle cx="%.1f" cy="%.1f" r="%.1f" fill="none" stroke="%s" stroke-width="%.1f"/>`, x, y, 0.84*r, ink,
			max(0.8, 0.02*p.gap))
	}
	// The middle of a wedge lies towards its foot.
	down := 0.0
	if z.Kind == Wedge {
		down = 0.1 * r
	}
	sin, cos := math.Sincos(float64(z.Turn) * math.Pi / 180)
	path, drawn := outlineOf()[firstRune(text)]
	if !drawn {
		p.put(`<g fill="%s">`, ink)
		p.text(x-down*sin, y+down*cos, 0.66*r, "count", initials(name))
		p.put(`</g>`)
		return
	}
	p.put(`<path class="character" transform="translate(%.1f %.1f) rotate(%d) scale(%.4f)" d="%s" fill="%s">`+
		`<title>%s</title></path>`, x-down*sin, y+down*cos, z.Turn, 1.3*r/256, path, ink, html.EscapeString(name))
}

// wedgeWoods are the colours of the wedges by owner, told apart by where they point.
var wedgeWoods = [...]string{"#f6e3b4", "#e3bd7c", "#efd0a0", "#d9c9a0"}

// setInks are what characters are written in where the owner has no colour of his own:
// red begins in China, and blue or green in Korea.
var setInks = map[Kind][]string{
	Round:   {"#a81f16", "#221d19", "#1f5fa8", "#2f7a3d"},
	Octagon: {"#14609a", "#b0241a", "#2f7a3d", "#221d19"},
}

// inkOf is the colour of a piece's character.
func (p *picture) inkOf(z Piece, turned bool) string {
	if z.Kind == Wedge {
		if turned {
			return "#b0241a"
		}
		return "#2a2118"
	}
	given, readable := p.o.Colours[z.Owner]
	for _, c := range p.o.Colours { // white would not be read, and ours might be those of the other side
		readable = readable && brightness(c) < bright
	}
	if readable {
		return hex(given)
	}
	inks := setInks[z.Kind]
	return inks[max(z.Owner-1, 0)%len(inks)]
}

// OwnerColours are the colours by which the pieces of the owners from 1 to n are told apart
// in pictures with these options, as #rrggbb; the set is that of the pieces, Man for most.
func OwnerColours(o Options, set Kind, n int) []string {
	p := &picture{o: o}
	list := make([]string, n)
	for i := range list {
		switch set {
		case Round, Octagon:
			list[i] = p.inkOf(Piece{Kind: set, Owner: i + 1}, false)
		case Wedge:
			list[i] = wedgeWoods[i%len(wedgeWoods)]
		default:
			list[i] = p.coloursOf(i + 1)[0]
		}
	}
	return list
}

// octagon is the path of an octagon with level sides.
func octagon(x, y, r float64) string {
	var b strings.Builder
	letter := "M"
	for i := range 8 {
		sin, cos := math.Sincos(float64(2*i+1) * math.Pi / 8)
		fmt.Fprintf(&b, "%s%.1f %.1f", letter, x+r*cos, y+r*sin)
		letter = "L"
	}
	return b.String() + "Z"
}

func firstRune(s string) rune {
	for _, r := range s {
		return r
	}
	return 0
}
