package metric

import (
	"encoding/json"
	"fmt"
	"math"
	"math/big"
)

// Moments are the count, sum and sum of squares of values in fixed point, all
// exact integers. The zero value is empty.
type Moments struct {
	n         int64
	sum       number
	square    number
	undefined int64
}

// Add counts one value, rounded to a multiple of 2⁻³² and bounded by ±2⁶². A
// value that is not finite counts as undefined.
func (m *Moments) Add(v float64) {
	if math.Abs(v) < 1<<30 {
		x := int64(math.RoundToEven(v * unit))
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
	m.n++
	m.sum.add(&x)
	m.square.add(&sq)
}

func (m *Moments) merge(o *Moments) {
	m.n += o.n
	m.undefined += o.undefined
	m.sum.add(&o.sum)
	m.square.add(&o.square)
}

// Undefined is the number of values that were not finite; they are in no other figure.
func (m *Moments) Undefined() int64 { return m.undefined }

// Estimate returns the mean with its 95 % interval by the normal approximation.
func (m *Moments) Estimate() Estimate {
	if m.n == 0 {
		return Estimate{}
	}
	// Σ(v-mean)² = (n·Σv² − (Σv)²)/n, exactly in integers before one rounding.
	n := big.NewInt(m.n)
	sum := m.sum.big()
	spread := new(big.Int).Mul(n, m.square.big())
	spread.Sub(spread, new(big.Int).Mul(sum, sum))
	dev, _ := new(big.Rat).SetFrac(spread, new(big.Int).Mul(n, n)).Float64()
	dev = math.Sqrt(dev) / unit
	mean, _ := new(big.Rat).SetFrac(sum, new(big.Int).Mul(n, big.NewInt(unit))).Float64()
	half := 0.0
	if m.n > 1 {
		half = z95 * dev / math.Sqrt(float64(m.n-1))
	}
	return Estimate{N: m.n, Mean: mean, StdDev: dev, Low: mean - half, High: mean + half}
}

// share returns the estimate of a metric that is 0 or 1 in every playout.
func (m *Moments) share() Estimate {
	ones := new(big.Int).Rsh(m.sum.big(), fraction)
	return Share(ones.Int64(), m.n)
}

// MarshalJSON writes [count, "sum", "sum of squares"] in fixed-point steps, and
// the number of undefined values behind them if there are any.
func (m Moments) MarshalJSON() ([]byte, error) {
	b := fmt.Appendf(nil, `[%d,"%s","%s"`, m.n, m.sum.big(), m.square.big())
	if m.undefined > 0 {
		b = fmt.Appendf(b, ",%d", m.undefined)
	}
	return append(b, ']'), nil
}

// UnmarshalJSON reads what MarshalJSON writes.
func (m *Moments) UnmarshalJSON(data []byte) error {
	var sum, square string
	fields := []any{&m.n, &sum, &square, &m.undefined}
	if err := json.Unmarshal(data, &fields); err != nil {
		return err
	}
	if len(fields) < 3 || len(fields) > 4 || m.n < 0 || m.undefined < 0 {
		return fmt.Errorf("moments %.80s, expected a count, two sums and possibly another count", data)
	}
	var err error
	if m.sum, err = parseNumber(sum); err != nil {
		return err
	}
	m.square, err = parseNumber(square)
	return err
}
