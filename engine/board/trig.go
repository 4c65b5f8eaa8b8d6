package board

import "math"

// Site orders on round boards depend on the last bits of sine, cosine and arc tangent,
// and the standard library's are a few units off near the multiples of π/2. Recorded
// boards have the first two correctly rounded, which is what these are but for one
// argument in 2^15 or so; the reduction of the argument and the arc tangent
// follow the algorithms of FDLIBM, the freely distributable mathematical library of Sun
// Microsystems (1993), to well under one unit in the last place.

const (
	pi2a, pi2aTail = 1.57079632673412561417e+00, 6.07710050650619224932e-11 // π/2 and what is left, three times
	pi2b, pi2bTail = 6.07710050630396597660e-11, 2.02226624879595063154e-21
	pi2c, pi2cTail = 2.02226624871116645580e-21, 8.47842766036889956997e-32
)

// horner evaluates a polynomial, lowest term first, without fusing operations.
func horner(z float64, terms []float64) float64 {
	r := terms[len(terms)-1]
	for i := len(terms) - 2; i >= 0; i-- {
		r = terms[i] + float64(z*r)
	}
	return r
}

// wide is the sum of two numbers, of which the second is below the last place of the first.
type wide struct{ hi, lo float64 }

// add is a+b, exactly.
func add(a, b float64) wide {
	s := a + b
	t := s - a
	return wide{s, (a - (s - t)) + (b - t)}
}

func (a wide) plus(b wide) wide {
	s := add(a.hi, b.hi)
	return add(s.hi, s.lo+(a.lo+b.lo))
}

func (a wide) times(b wide) wide {
	p := float64(a.hi * b.hi)
	return add(p, math.FMA(a.hi, b.hi, -p)+(float64(a.hi*b.lo)+float64(a.lo*b.hi)))
}

// over is a divided by a whole number.
func (a wide) over(n float64) wide {
	q := a.hi / n
	return add(q, (math.FMA(-q, n, a.hi)+a.lo)/n)
}

// series sums the Taylor series that goes on from its term t of degree n: the sine of
// r from r, its cosine from 1. |r| ≤ π/4.
func series(r, t wide, n float64) float64 {
	sum, square := t, r.times(r)
	for math.Abs(t.hi) > 1e-40*math.Abs(sum.hi) {
		t = t.times(square).over(-(n + 1) * (n + 2))
		sum = sum.plus(t)
		n += 2
	}
	return sum.hi + sum.lo
}

func exponent(x float64) int { return int(math.Float64bits(x) >> 52 & 0x7ff) }

// reduce returns x modulo π/2 in two parts, and the quadrant. Good for
// |x| < 2^20·π/2.
func reduce(x float64) (y, tail float64, quadrant int) {
	t := math.Abs(x)
	if t <= math.Pi/4 {
		return x, 0, 0
	}
	n := math.Floor(float64(t*6.36619772367581382433e-01) + 0.5)
	r, w := t-float64(n*pi2a), float64(n*pi2aTail)
	y = r - w
	if exponent(t)-exponent(y) > 16 {
		s := r
		w = float64(n * pi2b)
		r = s - w
		w = float64(n*pi2bTail) - ((s - r) - w)
		y = r - w
		if exponent(t)-exponent(y) > 49 {
			s = r
			w = float64(n * pi2c)
			r = s - w
			w = float64(n*pi2cTail) - ((s - r) - w)
			y = r - w
		}
	}
	tail = (r - y) - w
	quadrant = int(n) & 3
	if x < 0 {
		return -y, -tail, -quadrant & 3
	}
	return y, tail, quadrant
}

// sin is correctly rounded; see above.
func sin(x float64) float64 {
	r, tail, quadrant := reduce(x)
	return quarterTurned(wide{r, tail}, quadrant)
}

// cos is the sine a quarter turn on.
func cos(x float64) float64 {
	r, tail, quadrant := reduce(x)
	return quarterTurned(wide{r, tail}, quadrant+1)
}

// quarterTurned is the sine of r and so many quarter turns.
func quarterTurned(r wide, quadrants int) float64 {
	s := 0.0
	if quadrants&1 == 0 {
		s = series(r, r, 1)
	} else {
		s = series(r, wide{1, 0}, 0)
	}
	if quadrants&2 != 0 {
		return -s
	}
	return s
}

var (
	atanHigh = [4]float64{4.63647609000806093515e-01, 7.85398163397448278999e-01, 9.82793723247329054082e-01,
		1.57079632679489655800e+00}
	atanLow = [4]float64{2.26987774529616870924e-17, 3.06161699786838301793e-17, 1.39033110312309984516e-17,
		6.12323399573676603587e-17}
	atanOdd = [6]float64{3.33333333333329318027e-01, 1.42857142725034663711e-01, 9.09088713343650656196e-02,
		6.66107313738753120669e-02, 4.97687799461593236017e-02, 1.62858201153657823623e-02}
	atanEven = [5]float64{-1.99999999998764832476e-01, -1.11111104054623557880e-01, -7.69187620504482999495e-02,
		-5.83357013379057348645e-02, -3.65315727442169155270e-02}
)

// atan is the arc tangent of x ≥ 0.
func atan(x float64) float64 {
	if x >= 1<<60 {
		return atanHigh[3] + atanLow[3]
	}
	id := -1
	switch {
	case x < 0.4375:
		if x < 1.0/(1<<29) {
			return x
		}
	case x < 0.6875:
		id, x = 0, (2*x-1)/(2+x)
	case x < 1.1875:
		id, x = 1, (x-1)/(x+1)
	case x < 2.4375:
		id, x = 2, (x-1.5)/(1+float64(1.5*x))
	default:
		id, x = 3, -1/x
	}
	z := float64(x * x)
	w := float64(z * z)
	s := float64(z*horner(w, atanOdd[:])) + float64(w*horner(w, atanEven[:]))
	if id < 0 {
		return x - float64(x*s)
	}
	return atanHigh[id] - ((float64(x*s) - atanLow[id]) - x)
}

// atan2 is the angle of (x,y) from the x axis, in (−π,π]; −π for y = −0.
func atan2(y, x float64) float64 {
	const piLow = 1.2246467991473531772e-16
	switch {
	case y == 0:
		if x > 0 || x == 0 && !math.Signbit(x) {
			return y
		}
		return math.Copysign(math.Pi, y)
	case x == 0:
		return math.Copysign(math.Pi/2, y)
	}
	var z float64
	switch k := exponent(y) - exponent(x); {
	case k > 60:
		z = math.Pi/2 + 0.5*piLow
	case x < 0 && k < -60:
		z = 0
	default:
		z = atan(math.Abs(y / x))
	}
	if x < 0 {
		z = math.Pi - (z - piLow)
	}
	return math.Copysign(z, y)
}
