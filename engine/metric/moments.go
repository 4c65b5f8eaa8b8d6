package metric

import (
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"strconv"
)

// Moments are the count, sum and sum of squares of values in fixed point, all
// exact integers, and the least and greatest value. The zero value is empty.
type Moments struct {
	n         int64
	sum       number
	square    number
	low, high float64
	undefined int64
}

// Add counts one value, rounded to a multiple of 2⁻³² and bounded by ±2⁶². A
// value that is not finite counts as undefined.
func (m *Moments) Add(v float64) {
	if math.Abs(v) < 1<<30 {
		x := int64(math.RoundToEven(v * unit))
		m.reach(float64(x) / unit)
		m.n++
		if x != 0 {
			m.sum.addSmall(x)
			m.square.addSquare(x)
		}
		return
	}
	if math.IsNaN(v) || math.IsInf(v, 0) {
		m.undefined++
		return
	}
	x := fixed(v)
	sq := x.squared()
	m.reach(min(max(v, -largest), largest))
	m.n++
	m.sum.add(&x)
	m.square.add(&sq)
}

// addZeros counts a 0 so many times.
func (m *Moments) addZeros(times int64) {
	m.reach(0)
	m.n += times
}

// addTimes counts a value so many times, which must be positive.
func (m *Moments) addTimes(v float64, times int64) {
	if !(math.Abs(v) < moderate) {
		for range times {
			m.Add(v)
		}
		return
	}
	for times > 0 {
		now := min(times, mostSums)
		x := sums{}
		x.add(v)
		x.sum *= now
		over, square := bits.Mul64(x.square, uint64(now))
		x.n, x.square, x.excess = now, square, over+x.excess*uint64(now)
		m.take(&x)
		times -= now
	}
}

// reach extends the range of the values; it comes before they are counted.
func (m *Moments) reach(v float64) {
	if m.n == 0 {
		m.low, m.high = v, v
		return
	}
	m.low, m.high = min(m.low, v), max(m.high, v)
}

func (m *Moments) merge(o *Moments) {
	if o.n > 0 {
		m.reach(o.low)
		m.n += o.n
		m.reach(o.high)
	}
	m.undefined += o.undefined
	m.sum.add(&o.sum)
	m.square.add(&o.square)
}

// Undefined is the number of values that were not finite; they are in no other figure.
func (m *Moments) Undefined() int64 { return m.undefined }

// Estimate returns the mean with its 95 % interval, nothing being known of the
// range of the values.
func (m *Moments) Estimate() Estimate { return m.sample().estimate(unbounded) }

// sample returns the figures of the values, each rounded once.
func (m *Moments) sample() (x sample) {
	if m.n == 0 {
		return x
	}
	// Σ(v-mean)² = (n·Σv² − (Σv)²)/n, exactly in integers before one rounding.
	n := big.NewInt(m.n)
	sum := m.sum.big()
	spread := new(big.Int).Mul(n, m.square.big())
	spread.Sub(spread, new(big.Int).Mul(sum, sum))
	variance, _ := new(big.Rat).SetFrac(spread, new(big.Int).Mul(n, n)).Float64()
	x.mean, _ = new(big.Rat).SetFrac(sum, new(big.Int).Mul(n, big.NewInt(unit))).Float64()
	x.n, x.dev, x.low, x.high = m.n, math.Sqrt(variance)/unit, m.low, m.high
	return x
}

// share returns the estimate of a metric that is 0 or 1 in every playout.
func (m *Moments) share() Estimate {
	ones := new(big.Int).Rsh(m.sum.big(), fraction)
	return Share(ones.Int64(), m.n)
}

// MarshalJSON writes [count, "sum", "sum of squares"] in fixed-point steps, the
// least and the greatest value, and the number of undefined values behind them if
// there are any.
func (m Moments) MarshalJSON() ([]byte, error) {
	b := fmt.Appendf(nil, `[%d,"%s","%s",%s,%s`, m.n, m.sum.big(), m.square.big(),
		strconv.FormatFloat(m.low, 'g', -1, 64), strconv.FormatFloat(m.high, 'g', -1, 64))
	if m.undefined > 0 {
		b = fmt.Appendf(b, ",%d", m.undefined)
	}
	return append(b, ']'), nil
}

// UnmarshalJSON reads what MarshalJSON writes.
func (m *Moments) UnmarshalJSON(data []byte) error {
	var sum, square string
	fields := []any{&m.n, &sum, &square, &m.low, &m.high, &m.undefined}
	if err := json.Unmarshal(data, &fields); err != nil {
		return err
	}
	if len(fields) < 5 || len(fields) > 6 || m.n < 0 || m.undefined < 0 {
		return fmt.Errorf("moments %.80s, expected a count, two sums, two values and possibly another count", data)
	}
	var err error
	if m.sum, err = parseNumber(sum); err != nil {
		return err
	}
	m.square, err = parseNumber(square)
	return err
}
