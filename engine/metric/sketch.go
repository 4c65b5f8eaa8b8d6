package metric

import (
	"cmp"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"math"
	"slices"
)

// sketchSize is the number of different values that a sketch keeps. What it estimates
// has a relative standard error of about 1/√sketchSize, 3 %; up to so many it is exact.
const sketchSize = 1024

// Sketch counts how many different values there are among hashes, and how often each
// occurs, in bounded memory: of all it keeps those with the least hashes (k minimum values,
// Bar-Yossef et al. 2002), with exact counts, so that sketches merge in any order into
// the same. The zero value is empty.
type Sketch struct{ count map[uint64]int64 }

// Add counts a value by its hash, of which all bits are as good as random.
func (s *Sketch) Add(hash uint64) { s.add(hash, 1) }

func (s *Sketch) add(hash uint64, n int64) {
	if s.count == nil {
		s.count = map[uint64]int64{}
	}
	if s.count[hash] += n; len(s.count) >= 4*sketchSize {
		s.prune()
	}
}

// seen is a value with its count.
type seen struct {
	hash uint64
	n    int64
}

// prune forgets all but the least hashes, which it returns in order. What is forgotten is
// above as many others for good, so that it is missing in no count.
func (s *Sketch) prune() []seen {
	list := make([]seen, 0, len(s.count))
	for hash, n := range s.count {
		list = append(list, seen{hash, n})
	}
	slices.SortFunc(list, func(a, b seen) int { return cmp.Compare(a.hash, b.hash) })
	if len(list) > sketchSize {
		for _, x := range list[sketchSize:] {
			delete(s.count, x.hash)
		}
		list = list[:sketchSize]
	}
	return list
}

func (s *Sketch) merge(o *Sketch) {
	for hash, n := range o.count {
		s.add(hash, n)
	}
}

// distinct estimates the number of different values, with a lower and an upper bound at
// the level of 95 %, and how many occur once and twice.
func (s *Sketch) distinct() (n, low, high, once, twice float64) {
	list := s.prune()
	for _, x := range list {
		switch x.n {
		case 1:
			once++
		case 2:
			twice++
		}
	}
	k := float64(len(list))
	if len(list) < sketchSize {
		return k, k, k, once, twice
	}
	// The k-th least of n uniform values is near k/(n+1); Beyer et al. 2007.
	n = (k - 1) / (float64(list[len(list)-1].hash) / math.MaxUint64)
	error := z95 * n / math.Sqrt(k-2)
	return n, max(n-error, k), n + error, once * n / k, twice * n / k
}

// MarshalJSON writes the values that are kept in order, hashes and counts as in base 64.
func (s *Sketch) MarshalJSON() ([]byte, error) {
	var b []byte
	last := uint64(0)
	for _, x := range s.prune() {
		b = binary.AppendUvarint(b, x.hash-last)
		b = binary.AppendUvarint(b, uint64(x.n))
		last = x.hash
	}
	return json.Marshal(base64.StdEncoding.EncodeToString(b))
}

// UnmarshalJSON reads what MarshalJSON writes.
func (s *Sketch) UnmarshalJSON(data []byte) error {
	bad := errors.New("a sketch of values that is none")
	var text string
	if err := json.Unmarshal(data, &text); err != nil {
		return err
	}
	b, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return err
	}
	s.count = map[uint64]int64{}
	last := uint64(0)
	for len(b) > 0 {
		gap, n := binary.Uvarint(b)
		if n <= 0 {
			return bad
		}
		count, m := binary.Uvarint(b[n:])
		hash := last + gap
		first := len(s.count) == 0
		if m <= 0 || count == 0 || count > math.MaxInt64 || len(s.count) == sketchSize || hash < last ||
			hash == last && !first {
			return bad
		}
		b, last = b[n+m:], hash
		s.count[hash] = int64(count)
	}
	return nil
}
