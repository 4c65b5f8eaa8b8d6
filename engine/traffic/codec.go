package traffic

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
)

// form is the serialised form of counts: lists are sparse, see pack.
type form struct {
	Seats   int                 `json:"seats"`
	Phases  int                 `json:"phases"`
	Pairs   int                 `json:"pairs"`
	Sites   int                 `json:"sites"`
	Plays   int64               `json:"plays"`
	Jumps   []byte              `json:"jumps"`
	Sums    [NumMeasures][]byte `json:"sums"`
	Squares [NumMeasures][]byte `json:"squares"`
	Crosses [NumMeasures][]byte `json:"crosses"`
	Totals  []byte              `json:"totals"`
	Kept    []keptForm          `json:"kept"`
}

type keptForm struct {
	Number int                 `json:"n"`
	Counts [NumMeasures][]byte `json:"c"`
}

// MarshalJSON returns the canonical form: equal counts have equal bytes.
func (c *Counts) MarshalJSON() ([]byte, error) {
	f := form{Seats: c.Seats, Phases: c.Phases, Pairs: c.Pairs, Sites: c.Sites, Plays: c.Plays,
		Jumps: pack(c.Jumps), Totals: pack(c.totals[:]), Kept: []keptForm{}}
	for m := range c.sums {
		f.Sums[m], f.Squares[m], f.Crosses[m] = pack(c.sums[m]), pack(c.squares[m]), pack(c.crosses[m])
	}
	for i := range c.plays {
		k := keptForm{Number: c.plays[i].Number}
		for m, list := range c.plays[i].Counts {
			k.Counts[m] = pack(list)
		}
		f.Kept = append(f.Kept, k)
	}
	return json.Marshal(f)
}

// Bounds of what is read.
const (
	maxSeats = 1025
	maxCells = 1 << 26 // counts of one measure
)

// UnmarshalJSON reads what MarshalJSON wrote and checks its shape.
func (c *Counts) UnmarshalJSON(data []byte) error {
	var f form
	if err := json.Unmarshal(data, &f); err != nil {
		return fmt.Errorf("traffic: %w", err)
	}
	if f.Seats < 1 || f.Seats > maxSeats || f.Phases < 1 || f.Phases > maxCells || f.Pairs < 0 || f.Pairs > maxCells ||
		f.Sites < 0 || f.Sites > maxSites || f.Plays < 0 ||
		int64(f.Seats)*int64(f.Phases)*int64(2*f.Pairs+f.Sites) > maxCells {
		return fmt.Errorf("traffic: counts of %d plays with %d seats, %d phases, %d pairs and %d sites", f.Plays, f.Seats,
			f.Phases, f.Pairs, f.Sites)
	}
	n := newCounts(f.Pairs, f.Sites, f.Seats, f.Phases)
	n.Plays = f.Plays
	err := errors.Join(unpack(f.Jumps, n.Jumps), unpack(f.Totals, n.totals[:]))
	for m := range n.sums {
		err = errors.Join(err, unpack(f.Sums[m], n.sums[m]), unpack(f.Squares[m], n.squares[m]),
			unpack(f.Crosses[m], n.crosses[m]))
	}
	for i, k := range f.Kept {
		if k.Number < 0 || k.Number >= n.keeps() || i > 0 && k.Number <= f.Kept[i-1].Number {
			return fmt.Errorf("traffic: play %d is not expected", k.Number)
		}
		p := Play{Number: k.Number}
		for m := range p.Counts {
			p.Counts[m] = make([]int32, n.elements(Measure(m)))
			err = errors.Join(err, unpack(k.Counts[m], p.Counts[m]))
		}
		n.plays = append(n.plays, p)
	}
	if err != nil {
		return err
	}
	*c = *n
	return nil
}

// pack writes the numbers that are not 0: of each, how many follow the one before,
// and its value, both as varints.
func pack[T int32 | int64](list []T) []byte {
	out, gap := []byte{}, uint64(0)
	for _, n := range list {
		if n == 0 {
			gap++
			continue
		}
		out = binary.AppendUvarint(out, gap)
		out = binary.AppendUvarint(out, uint64(n))
		gap = 0
	}
	return out
}

// unpack reads what pack wrote into a list of zeros.
func unpack[T int32 | int64](data []byte, list []T) error {
	for at := uint64(0); len(data) > 0; at++ {
		gap, k := binary.Uvarint(data)
		if k <= 0 || gap >= uint64(len(list)) || at+gap >= uint64(len(list)) {
			return errors.New("traffic: counts are damaged")
		}
		n, l := binary.Uvarint(data[k:])
		if l <= 0 || n == 0 || T(n) <= 0 || uint64(T(n)) != n {
			return errors.New("traffic: counts are damaged")
		}
		at += gap
		list[at] = T(n)
		data = data[k+l:]
	}
	return nil
}
