package draw

import (
	"fmt"
	"math"
	"strings"
	"unicode"
)

// shape is how a kind of piece looks, in a square from -1 to 1: outlines of our own
// drawing. On a disc it is drawn in the colour of what is written, else in that of the piece.
type shape struct {
	path   string
	onDisc bool
}

const pedestal = "M-.62.88h1.24v-.2l-.14-.05-.12-.2h-.72l-.12.2-.14.05z"

// chessmen are the pieces of chess and its kin, with names of their own where those are
// common. A counsellor has the low crown of a queen who moves but one square.
var chessmen = map[string]shape{
	"Pawn Foot": {pedestal + "M-.2-.06h.4l.2.5h-.8zM0-.66a.31.31 0 1 0 .01 0z", false},
	"Rook Castle": {pedestal + "M-.54-.78h.24v.2h.18v-.2h.24v.2h.18v-.2h.24v.44l-.16.16v.62h-.76v-.62l-.16-." +
		"16z", false},
	"Bishop Khon Picket": {pedestal + "M-.24-.02h.48l.16.46h-.8zM0-.84c.38.3.46.56.3.82h-.6c-.16-.26-.08-.52.3-.82z" +
		"M0-.98a.1.1 0 1 " +
		"0 .01 0z", false},
	"Bishop_noCross": {pedestal + "M-.24-.02h.48l.16.46h-.8z" +
		"M0-.84c.38.3.46.56.3.82h-.6c-.16-.26-.08-.52.3-.82zM.06-.62l-.2.34.08.05.2-" +
		".34z", false},
	"Queen": {pedestal + "M-.72-.56l.3.42.12-.62.3.56.3-.56.12.62.3-.42-.24 1h-.96zM0-.9a.1.1 0 1 0 .01 0z", false},
	"King": {pedestal + "M-.08-.98h.16v.15h.15v.14h-.15v.17h-.16v-.17h-.15v-.14h.15zM-.56-.34q.56-.38 1.12 " +
		"0l-.18.78h-.76z", false},
	"King_noCross Lord Shah": {pedestal + "M-.56-.34q.1-.06.22-.1v-.34h.16v.14h.1v-.2h.16v.2h.1v-.14h.16v.34" +
		"q.12.04.22.1l-.18.78h-.76z", false},
	"Knight": {pedestal + "M-.36.44c0-.44.26-.52.2-.7c-.16.12-.34.16-.44.06c-.1-.12 " +
		"0-.32.16-.44c.12-.2.28-.34.48-.38l.06-.16.16.2c.4.22.48.66.36 1.42z", false},
	"Ferz Ferz_noCross Fers Firz Farzin": {counsellor, false},
	"Met Neang Mantri Vizier Counsellor": {counsellor, false},
	"Wazir":                              {pedestal + "M-.42-.5h.84l-.1.94h-.64zM-.42-.7h.84v.12h-.84z", false},
	"Prince": {pedestal + "M-.44-.1l-.06-.5.26.24.24-.34.24.34.26-.24-.06.5-.1.5" +
		"4h-.68z", false},
	"Courier": {pedestal + "M-.24-.02h.48l.16.46h-.8zM-.36-.1q-.04-.5.36-.84" +
		"q.4.34.36.84zM-.3-.4h.6v-.1h-.6z", false},
	"Pillar": {pedestal + "M-.36-.78h.72v.18h-.12v.7l.14.34h-.76l.14-.34v-.7h-.1" +
		"2z", false},
	"Cone": {"M0-.9l.56 1.5q-.56.4-1.12 0z", false},
	"Amazon": {pedestal + "M-.72-.56l.3.42.12-.62.3.56.3-.56.12.62.3-.42-.24 1h-" +
		".96zM-.3-.94h.6v.12h-.6z", false},
}

const counsellor = pedestal + "M-.5-.34l.22.2.28-.3.28.3.22-.2-.16.78h-.68zM0-.72a.16.16 0 1 0 .01 0z"

const (
	ship  = "M-.72.12h1.44l-.28.44h-.88zM-.06-.7v.7h-.44zM.06-.7v.7h.48z"
	wheel = "M0-.66a.66.66 0 1 0 .01 0zM0-.5a.5.5 0 1 1-.01 " +
		"0zM-.06-.5h.12v.44h.44v.12h-.44v.44h-.12v-.44h-.44v-.12h.44z"
	gun      = "M-.62.02l1.06-.46.14.32-1.06.46zM-.2.1a.26.26 0 1 0 .01 0z"
	crossed  = "M-.72-.5l.22-.22.5.5.5-.5.22.22-.5.5.5.5-.22.22-.5-.5-.5.5-.22-.22.5-.5z"
	crown    = "M-.62.36h1.24v.26h-1.24zM-.62.24l-.1-.74.36.36.36-.54.36.54.36-.36-.1.74z"
	ringed   = "M0-.72a.72.72 0 1 0 .01 0zM0-.44a.44.44 0 1 1-.01 0z"
	person   = "M0-.7a.3.3 0 1 0 .01 0zM-.56.66q-.04-.66.36-.7h.4q.4.04.36.7z"
	helmeted = "M-.4-.02q-.02-.66.4-.68q.42.02.4.68l.12.06v.1h-.24v.5h-.1v-.5h-.36v.5h-.1v-.5h-.24v-.1z"
	shield   = "M0-.68q.3.16.56.14q.04.88-.56 1.22q-.6-.34-.56-1.22q.26.02.56-.14z" +
		"M-.06-.36v.32h-.26v.12h.26v.42h.12v-.42h.26v-.12h-" +
		".26v-.32z"
	flag = "M-.46-.7h.12v1.4h-.12zM-.28-.66q.4-.1.84.08q-.14.2-.1.42q-.36-.14-.74 0z"
	bomb = "M-.08-.22a.46.46 0 1 0 .01 0zM.2-.5l.14.12-.12.16-.16-.12z" +
		"M.36-.68l.08.18.18.04-.18.08-.08.18-.04-.2z"
	eye  = "M-.72 0q.72-.72 1.44 0q-.72.72-1.44 0zM0-.24a.24.24 0 1 1-.01 0zM0-.1a.1.1 0 1 0 .01 0z"
	mask = "M-.72-.3q.36-.16.72 0q.36-.16.72 0q.06.6-.36.62q-.24 0-.36-.26q-.12.26-.36.26" +
		"q-.42-.02-.36-.62zM-.36-.1a.12.12 0 1 1-.01 0zM.36-.1a.12.12 0 1 1-.01 0z"
	pick     = "M-.72-.22q.72-.72 1.44 0q-.3-.14-.62-.16v1.08h-.2v-1.08q-.32.02-.62.16z"
	sergeant = "M-.5-.1l.5-.36.5.36v.2l-.5-.36-.5.36zM-.5.24l.5-.36.5.36v.2l-.5-.36-.5.36z" +
		"M-.5.58l.5-.36.5.36v.2l-.5-.36-.5.36z"
	batons = "M-.66-.5l.16-.16 1.16 1.16-.16.16zM.66-.5l-.16-.16-1.16 1.16.16.16z"
	bow    = "M-.3-.76q.84.76 0 1.52l-.06-.08q.6-.68 0-1.36zM-.36-.06h.8l-.1-.12.3.18-.3.18.1-.12h-.8z"
	ghost  = "M-.5.66v-.66q.02-.66.5-.7q.48.04.5.7v.66l-.2-.16-.15.16-.15-.16-.15.16-.15-.16z" +
		"M-.18-.2a.1.1 0 1 0 .01 0zM.18-.2a.1.1 0 1 0 .01 0z"
	hand = "M-.42.1v-.4h.14v.3h.06v-.62h.15v.58h.06v-.66h.15v.66h.06v-.54h.15v.66l.16-.2.14.1-.26.5" +
		"q-.1.24-.42.24q-.39-.02-.39-.62z"
	crossOf = "M-.06.16h.12v.1h.1v.1h-.1v.24h-.12v-.24h-.1v-.1h.1z"
)

// people are persons and their ranks.
var people = map[string]shape{
	"Human Hunter Ferryman Traveller Child":       {person, true},
	"Commoner Mann Cannibal Suffragette":          {person, true},
	"Missionary":                                  {person + crossOf, true},
	"Warrior Thrall Policeman Soldier":            {helmeted, true},
	"Jarl Officer Mullah Bankor Commander Leader": {crown, true},
	"Guard Shield Inspector":                      {shield, true},
	"Flag":                                        {flag, true},
	"Bomb NuclearBomb":                            {bomb, true},
	"Scout":                                       {eye, true},
	"Spy Sneak":                                   {mask, true},
	"Miner":                                       {pick, true},
	"Sergeant":                                    {sergeant, true},
	"Lieutenant":                                  {star(0, 0, 0.4), true},
	"Captain":                                     {star(-0.34, 0, 0.34) + star(0.34, 0, 0.34), true},
	"Major": {star(0, -0.3, 0.32) + star(-0.34, 0.28, 0.32) + star(0.34, 0.28, 0.32),
		true},
	"Colonel":              {star(0, -0.2, 0.46) + "M-.5.36h1v.16h-1z", true},
	"General":              {star(0, 0.02, 0.78), true},
	"Marshal":              {batons + star(0, 0, 0.4), true},
	"Archer":               {bow, true},
	"Ghost GhostGood Good": {ghost, true},
	"GhostEvil Evil":       {ghost + "M-.4-.6l-.14-.26.3.1zM.4-.6l.14-.26-.3.1z", true},
	"Hand Fist":            {hand, true},
}

// figures are things, and signs that are written.
var figures = map[string]shape{
	"Boat Ship Carrier Battleship Destroyer PatrolBoat": {ship, true},
	"Submarine": {"M-.74.2q.06-.34.44-.36h.16v-.26h.24v.26h.2q.4.02.44.36q-.06.32-.44.34h-.6" +
		"q-.4-.02-.44-.34z", true},
	"Chariot Cart Car":     {wheel, true},
	"Cannon Engine":        {gun, true},
	"Cross X Hit":          {crossed, false},
	"Nought Ring O":        {ringed, false},
	"Square Rectangle Ash": {"M-.66-.66h1.32v1.32h-1.32z", false},
	"Triangle":             {"M0-.8L.8.58H-.8z", false},
	"Hex":                  {"M0-.84L.73-.42v.84L0 .84-.73.42v-.84z", false},
	"Card":                 {"M-.56-.86h1.12v1.72h-1.12zM0-.4l.3.4-.3.4-.3-.4z", false},
	"Star":                 {star(0, 0, 0.9), false},
	"Moon":                 {"M.2-.8q-.9.1-.94.84q.06.78.94.82q-.5-.3-.52-.84q.02-.54.52-.82z", false},
	"Hole": {"M0-.72a.72.72 0 1 0 .01 0zM0-.6a.6.6 0 1 1-.01 0z" +
		"M0-.42a.42.42 0 1 0 .01 0z", false},
	"Miss":              {"M0-.26a.26.26 0 1 0 .01 0z", false},
	"Stick Line Stroke": {"M-.12-.86h.24v1.72h-.24z", false},
	"Bar":               {"M-.86-.12h1.72v.24h-1.72z", false},
	"Match":             {"M-.08-.56h.16v1.44h-.16zM0-.9q.2.2 0 .4q-.2-.2 0-.4z", false},
	"Pin": {"M0-.9q.2.02.2.24q0 .16-.08.34q.2.3.2.66q-.02.34-.14.54h-.36" +
		"q-.12-.2-.14-.54q0-.36.2-.66q-.08-.18-.08-.34q0-.22.2-.24z", false},
	"Arrow": {"M0-.86l.5.56h-.3v1.16h-.4v-1.16h-.3z", false},
	"Spear": {"M0-.9l.2.42h-.14v1.38h-.12v-1.38h-.14z", true},
	"Sword": {"M0-.86l.1.16v.98h.22v.12h-.22v.4h-.2v-.4h-.22v-.12h.22v-.98z", true},
	"Cabbage": {"M0-.6q.5-.04.62.4q.1.6-.62.8q-.72-.2-.62-.8q.12-.44.62-.4z" +
		"M-.04-.4v.86h.08v-.86zM-.1.06l-.3-.3-.06.06.3.3zM.1.06l.3-.3.06.06-.3.3z", true},
	"DoubleCounter DiscDouble": {crown, true},
}

// shapes are the looks of pieces by their names, without the numbers of players.
var shapes = func() map[string]shape {
	m := map[string]shape{}
	for _, group := range []map[string]shape{chessmen, animals, people, figures} {
		for names, s := range group {
			for name := range strings.FieldsSeq(names) {
				m[name] = s
			}
		}
	}
	return m
}()

// star is the path of a star of five points.
func star(x, y, r float64) string {
	var b strings.Builder
	letter := "M"
	for i := range 10 {
		sin, cos := math.Sincos(float64(i) * math.Pi / 5)
		d := r
		if i%2 == 1 {
			d = 0.4 * r
		}
		fmt.Fprintf(&b, "%s%.2f %.2f", letter, x+d*sin, y-d*cos)
		letter = "L"
	}
	return b.String() + "z"
}

// shapeOf is the shape of pieces of a name, and what of the name it leaves out. A name of
// several words, as SecondHex or Knight_rotated, has the shape of its last word, or of what
// stands before a mark like _.
func shapeOf(name string) (s shape, rest string, ok bool) {
	if s, ok = shapes[name]; ok {
		return s, "", true
	}
	if before, _, cut := strings.Cut(name, "_"); cut {
		s, ok = shapes[before]
		return s, "", ok
	}
	last := strings.LastIndexFunc(name, unicode.IsUpper)
	if last <= 0 {
		return s, "", false
	}
	s, ok = shapes[name[last:]]
	return s, strings.TrimSpace(name[:last]), ok
}

// draw draws a shape around a point, with a half width of r.
func (s shape) draw(p *picture, x, y, r float64, c [3]string) {
	if s.onDisc {
		p.disc(x, y, r, c)
		p.put(`<path transform="translate(%.1f %.1f) scale(%.2f)" d="%s" fill="%s" fill-rule="evenodd"/>`, x, y,
			0.82*r, s.path, c[2])
		return
	}
	p.put(`<path transform="translate(%.1f %.1f) scale(%.2f)" d="%s" fill="%s" fill-rule="evenodd" stroke="%s" `+
		`stroke-width="%.2f" stroke-linejoin="round" paint-order="stroke"/>`, x, y, 1.05*r, s.path, c[0], c[1], 0.2)
}

// disc draws a plain piece without anything on it.
func (p *picture) disc(x, y, r float64, c [3]string) {
	p.put(`<circle cx="%.1f" cy="%.1f" r="%.1f" fill="%s" stroke="%s" stroke-width="%.1f"/>`, x, y, r, c[0], c[1],
		max(1, 0.04*p.gap))
}

// Shaped reports whether pieces of a name have a shape of their own, and are not discs
// with letters or without.
func Shaped(name string) bool {
	_, _, ok := shapeOf(strings.TrimRight(name, "0123456789"))
	return ok
}

// Drawn reports whether pieces of a name are drawn as what it says, by a shape or as a plain disc, without letters.
func Drawn(name string) bool { return plain[strings.TrimRight(name, "0123456789")] || Shaped(name) }
