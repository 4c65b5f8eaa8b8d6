package reconstruct

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"slices"

	"github.com/astragal/astragal/engine/formal"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/rng"
	"github.com/astragal/astragal/engine/ruleset"
)

// Effort of a fingerprint: the tree of plays from the start is looked at to the depth at which
// it has so many positions, and so many random plays are followed.
const (
	printPositions = 1_000
	printPlays     = 4
	printPlies     = 30
)

// Fingerprint returns a text that tells games apart by how they are played, whatever words and
// names they are written with: the shape of the tree of plays from the start as far as it is
// small, and the course of some random plays. Of every position it sees who moves, how many
// moves there are, and what players get at the end; what follows a position has no order, and the moves
// of the plays are chosen by what follows them.
//
// Games with different fingerprints may be the same all the same, where moves look alike for as far as is
// looked or chance has a part; games with equal ones are the same as far as is looked. Classes decides more by proof.
func Fingerprint(rs *ruleset.Ruleset) string {
	sum := sha256.New()
	fault := game.Catch(func() {
		p := rs.Game().NewPosition()
		for play := range printPlays {
			r, pick := rng.Derive(1, uint64(play)), rng.Derive(2, uint64(play))
			p.Restart(&r)
			if play == 0 {
				k := printer{left: printPositions}
				h := k.deepest(p)
				sum.Write(h[:])
			}
			for range printPlies {
				k := printer{left: 1}
				h := k.tree(p, 0)
				sum.Write(h[:])
				if p.Terminal() {
					break
				}
				step(p, &pick)
			}
		}
	})
	if fault != nil {
		return "fault: " + rs.Hash()
	}
	return hex.EncodeToString(sum.Sum(nil))
}

type print [32]byte

// printer hashes the tree below a position.
type printer struct{ left int }

// deepest hashes the tree to the greatest depth that its budget allows, at least one ply.
func (k *printer) deepest(p formal.Position) print {
	h := k.tree(p, 0)
	for depth := 1; ; depth++ {
		k.left = printPositions
		deeper := k.tree(p, depth)
		if k.left < 0 || deeper == h {
			return h
		}
		h = deeper
	}
}

// tree hashes the plays of so many plies: what follows a position is a set, in no order.
func (k *printer) tree(p formal.Position, depth int) print {
	if k.left--; k.left < 0 {
		return print{}
	}
	own := binary.AppendVarint(nil, int64(p.Mover()))
	if p.Terminal() {
		own = append(own, 'T')
		for _, x := range p.Payoffs() {
			own = append(append(own, x.RatString()...), ' ')
		}
		return sha256.Sum256(own)
	}
	own = binary.AppendVarint(own, int64(p.Moves()))
	if depth == 0 {
		return sha256.Sum256(own)
	}
	below := make([]print, 0, p.Moves())
	for i := 0; i < p.Moves() && k.left >= 0; i++ {
		c := p.Clone()
		c.Apply(i)
		below = append(below, k.tree(c, depth-1))
	}
	slices.SortFunc(below, func(a, b print) int { return slices.Compare(a[:], b[:]) })
	for _, h := range below {
		own = append(own, h[:]...)
	}
	return sha256.Sum256(own)
}

// step makes a move that is chosen by what follows it.
func step(p formal.Position, r *rng.SplitMix64) {
	n := p.Moves()
	type choice struct {
		h print
		i int
	}
	all := make([]choice, n)
	for i := range n {
		c := p.Clone()
		c.Apply(i)
		k := printer{left: 1}
		all[i] = choice{k.tree(c, 0), i}
	}
	slices.SortStableFunc(all, func(a, b choice) int { return slices.Compare(a.h[:], b.h[:]) })
	p.Apply(all[r.Intn(n)].i)
}
