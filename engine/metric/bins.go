package metric

import "math/bits"

// bins count small numbers on their way to a Histogram: element i counts those of its bin number i.
type bins []int64

// mostBins is the number of bins that are counted here; numbers beyond them are as large as no play is long.
const mostBins = 32 * binsPerOctave

// binOf is the number of the bin that v lies in.
func binOf(v int) int {
	octave := max(bits.Len(uint(v))-bits.Len(uint(2*binsPerOctave-1)), 0)
	return octave*binsPerOctave + v>>octave
}

// lowest is the lowest value of the bin of a number.
func lowest(bin int) int {
	octave := max(bin/binsPerOctave-1, 0)
	return (bin - octave*binsPerOctave) << octave
}

// add counts v, which must not be negative, and reports whether there was room for it.
func (x *bins) add(v int) bool { return x.addTimes(v, 1) }

// addTimes is add, so many times.
func (x *bins) addTimes(v int, times int64) bool {
	i := binOf(v)
	if i >= len(*x) {
		if i >= mostBins {
			return false
		}
		*x = append(*x, make([]int64, i+1-len(*x))...)
	}
	(*x)[i] += times
	return true
}

// settle adds what was counted to a histogram, and empties x.
func (x *bins) settle(h Histogram) {
	if len(*x) == 0 {
		return
	}
	for i, n := range *x {
		if n != 0 {
			h[lowest(i)] += n
		}
	}
	clear(*x)
	*x = (*x)[:0]
}
