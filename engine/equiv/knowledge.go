package equiv

import (
	"crypto/sha256"
	"fmt"
)

// class identifies an information class: half of the SHA-256 of what is observed.
type class [16]byte

func classOf(observation string) class {
	h := sha256.Sum256([]byte(observation))
	return class(h[:16])
}

// knowledge relates a player's information classes in A to those in B: each must
// meet exactly one of the other game.
type knowledge struct{ a, b map[class]meeting }

// meeting is the class of the other game that a class met first, at a pair.
type meeting struct {
	other class
	at    int32
}

func newKnowledge() *knowledge { return &knowledge{map[class]meeting{}, map[class]meeting{}} }

// observe notes what A's player p knows at a pair. If a class meets a second one of
// the other game, it says so and where it met the first.
func (k *knowledge) observe(p int, a, b class, at int32) (what string, before int32) {
	if m, met := k.a[a]; !met {
		k.a[a] = meeting{b, at}
	} else if m.other != b {
		return fmt.Sprintf("player %d cannot tell this in A, but can in B, from the position", p), m.at
	}
	if m, met := k.b[b]; !met {
		k.b[b] = meeting{a, at}
	} else if m.other != a {
		return fmt.Sprintf("player %d of A can tell this in A, but not in B, from the position", p), m.at
	}
	return "", 0
}
