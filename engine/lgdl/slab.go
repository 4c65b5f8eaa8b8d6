package lgdl

// slab makes values many at a time: those of a tree are kept and let go together, and to make each on its own takes
// several times as long.
type slab[T any] struct {
	left []T
	next int // how many are made next
}

// leastMade and mostMade are how many values are made at a time, twice as many each time.
const (
	leastMade = 8
	mostMade  = 128
)

// one returns a new value.
func (s *slab[T]) one() *T { return &s.list(1)[0] }

// list returns a list of n new values.
func (s *slab[T]) list(n int) []T {
	if len(s.left) < n {
		s.next = min(max(2*s.next, leastMade), mostMade)
		if n > s.next/2 {
			return make([]T, n)
		}
		s.left = make([]T, s.next)
	}
	l := s.left[:n:n]
	s.left = s.left[n:]
	return l
}
