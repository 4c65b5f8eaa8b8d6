package draw

import "strings"

// shape is how a kind of piece looks, in a square from -1 to 1: outlines of our own
// drawing. On a disc it is drawn in the colour of what is written, else in that of the piece.
type shape struct {
	path   string
	onDisc bool
}

const pedestal = "M-.62.88h1.24v-.2l-.14-.05-.12-.2h-.72l-.12.2-.14.05z"

const (
	catHead = "M-.55-.6l.28.22q.27-.1.54 0l.28-.22v.62q0 .5-.55.58q-.55-.08-.55-.58zM-.26-.08a.09.09 0 1 0 .01 " +
		"0zM.26-.08a.09.09 0 1 0 .01 0zM-.1.2h.2l-.1.14z"
	wolfHead = "M-.52-.68l.3.3q.22-.06.44 0l.3-.3v.6l-.36.32-.16.44-.16-.44-.36-.32zM-.2-.1a.08.08 0 1 0 .01 " +
		"0zM.2-.1a.08.08 0 1 0 .01 0z"
	striped = catHead + "M-.06-.37h.12v.2h-.12zM-.3-.34l.14.14-.12.06zM.3-.34l-.14.14.12.06zM-.55.1l.22.05-.2.08zM.55.1l-.22.05.2.08z"
	spotted = catHead + "M0-.32a.07.07 0 1 0 .01 0zM-.38.08a.07.07 0 1 0 .01 0zM.38.08a.07.07 0 1 0 .01 " +
		"0zM-.24.36a.06.06 0 1 0 .01 0zM.24.36a.06.06 0 1 0 .01 0z"
	maned = "M0-.86a.86.86 0 1 0 .01 0zM0-.56a.56.56 0 1 1-.01 0zM-.2-.16a.1.1 0 1 0 .01 0zM.2-.16a.1.1 0 1 0 .01 " +
		"0zM-.14.12h.28l-.14.2z"
	dogHead    = "M-.34-.52h.68q.34-.04.4.22l.02.56q-.16.08-.24-.06l-.08-.3v.36l-.24.44h-.4l-.24-.44v-.36l-.08.3q-.08.14-.24.06l.02-.56q.06-.26.4-.22zM-.16-.14a.08.08 0 1 0 .01 0zM.16-.14a.08.08 0 1 0 .01 0z"
	hornedHead = "M-.68-.62q.06.3.32.36h.72q.26-.06.32-.36q.12.5-.26.62l-.14.5q-.28.24-.56 " +
		"0l-.14-.5q-.38-.12-.26-.62zM-.18-.02a.07.07 0 1 0 .01 0zM.18-.02a.07.07 0 1 0 .01 0z"
	bird = "M-.68.08q.24-.5.62-.26l.12-.32q.16-.26.32-.06l.28.09-.26.12q0 " +
		".62-.42.78v.2h-.12v-.18h-.12v.18h-.12v-.2q-.32-.1-.3-.35z"
	hareHead = "M-.34-.84q.22.02.24.52h.2q.02-.5.24-.52q.14.32-.02.66q.26.26.12.58q-.44.4-.88 " +
		"0q-.14-.32.12-.58q-.16-.34-.02-.66zM-.15.1a.07.07 0 1 0 .01 0zM.15.1a.07.07 0 1 0 .01 0z"
	elephantHead = "M-.7-.15q-.02-.5.44-.52h.42q.5 0 .52.5q-.04.4-.3.4q0 " +
		".1-.06.16h-.18q-.02.34.3.28v.2q-.54.08-.52-.44h-.18q-.06-.06-.06-.16q-.34-.02-.38-.42zM.12-.2a.07.07 0 1 0 .01 0z"
	horseHead = "M-.36.62c0-.5.26-.6.2-.78c-.16.12-.34.16-.44.06c-.1-.12 " +
		"0-.32.16-.44c.12-.22.28-.36.48-.4l.06-.18.16.22c.4.22.48.7.36 1.52zM-.08-.42a.07.07 0 1 0 .01 0z"
	ship  = "M-.72.12h1.44l-.28.44h-.88zM-.06-.7v.7h-.44zM.06-.7v.7h.48z"
	wheel = "M0-.66a.66.66 0 1 0 .01 0zM0-.5a.5.5 0 1 1-.01 " +
		"0zM-.06-.5h.12v.44h.44v.12h-.44v.44h-.12v-.44h-.44v-.12h.44z"
	gun     = "M-.62.02l1.06-.46.14.32-1.06.46zM-.2.1a.26.26 0 1 0 .01 0z"
	crossed = "M-.72-.5l.22-.22.5.5.5-.5.22.22-.5.5.5.5-.22.22-.5-.5-.5.5-.22-.22.5-.5z"
	crown   = "M-.62.36h1.24v.26h-1.24zM-.62.24l-.1-.74.36.36.36-.54.36.54.36-.36-.1.74z"
	ringed  = "M0-.72a.72.72 0 1 0 .01 0zM0-.44a.44.44 0 1 1-.01 0z"
)

// shapes are the looks of pieces by their names, without the numbers of players.
var shapes = map[string]shape{
	"Pawn": {pedestal + "M-.2-.06h.4l.2.5h-.8zM0-.66a.31.31 0 1 0 .01 0z", false},
	"Rook": {pedestal + "M-.54-.78h.24v.2h.18v-.2h.24v.2h.18v-.2h.24v.44l-.16.16v.62h-.76v-.62l-.16-.16z", false},
	"Bishop": {pedestal + "M-.24-.02h.48l.16.46h-.8zM0-.84c.38.3.46.56.3.82h-.6c-.16-.26-.08-.52.3-.82zM0-.98a.1.1 0 1 " +
		"0 .01 0z", false},
	"Queen": {pedestal + "M-.72-.56l.3.42.12-.62.3.56.3-.56.12.62.3-.42-.24 1h-.96zM0-.9a.1.1 0 1 0 .01 0z", false},
	"King": {pedestal + "M-.08-.98h.16v.15h.15v.14h-.15v.17h-.16v-.17h-.15v-.14h.15zM-.56-.34q.56-.38 1.12 " +
		"0l-.18.78h-.76z", false},
	"Knight": {pedestal + "M-.36.44c0-.44.26-.52.2-.7c-.16.12-.34.16-.44.06c-.1-.12 " +
		"0-.32.16-.44c.12-.2.28-.34.48-.38l.06-.16.16.2c.4.22.48.66.36 1.42z", false},
	"Tiger":    {striped, true},
	"Leopard":  {spotted, true},
	"Jaguar":   {spotted, true},
	"Lion":     {maned, true},
	"Cat":      {catHead, true},
	"Dog":      {dogHead, true},
	"Wolf":     {wolfHead, true},
	"Fox":      {wolfHead, true},
	"Jackal":   {wolfHead, true},
	"Coyote":   {wolfHead, true},
	"Hound":    {dogHead, true},
	"Goat":     {hornedHead, true},
	"Sheep":    {hornedHead, true},
	"Cow":      {hornedHead, true},
	"Bull":     {hornedHead, true},
	"Lamb":     {hornedHead, true},
	"Goose":    {bird, true},
	"Hen":      {bird, true},
	"Vulture":  {bird, true},
	"Crow":     {bird, true},
	"Hare":     {hareHead, true},
	"Rabbit":   {hareHead, true},
	"Elephant": {elephantHead, true},
	"Horse":    {horseHead, true},
	"Boat":     {ship, true},
	"Ship":     {ship, true},
	"Chariot":  {wheel, true},
	"Cannon":   {gun, true},
	"Officer":  {crown, true},
	"Cross":    {crossed, false},
	"Nought":   {ringed, false},
	"Ring":     {ringed, false},
}

// draw draws a shape around a point, with a half width of r.
func (s shape) draw(p *picture, x, y, r float64, c [3]string) {
	if s.onDisc {
		p.disc(x, y, r, c)
		p.put(`<path transform="translate(%.1f %.1f) scale(%.2f)" d="%s" fill="%s" fill-rule="evenodd"/>`, x, y, 0.82*r,
			s.path, c[2])
		return
	}
	p.put(`<path transform="translate(%.1f %.1f) scale(%.2f)" d="%s" fill="%s" fill-rule="evenodd" stroke="%s" stroke-width="%.2f" stroke-linejoin="round" paint-order="stroke"/>`,
		x, y, 1.05*r, s.path, c[0], c[1], 0.2)
}

// disc draws a plain piece without anything on it.
func (p *picture) disc(x, y, r float64, c [3]string) {
	p.put(`<circle cx="%.1f" cy="%.1f" r="%.1f" fill="%s" stroke="%s" stroke-width="%.1f"/>`, x, y, r, c[0], c[1],
		max(1, 0.04*p.gap))
}

// Shaped reports whether pieces of a name have a shape of their own, and are not discs
// with letters or without.
func Shaped(name string) bool {
	_, ok := shapes[strings.TrimRight(name, "0123456789")]
	return ok
}
