package metric

import "encoding/json"

// MarshalJSON writes an estimate of no values as null: it was not measured, and
// is not 0.
func (e Estimate) MarshalJSON() ([]byte, error) {
	if e.N == 0 {
		return []byte("null"), nil
	}
	type plain Estimate
	return json.Marshal(plain(e))
}

// MarshalJSON leaves out the metrics that were not measured, and writes what no
// playouts tell as null.
func (s Summary) MarshalJSON() ([]byte, error) {
	type plain Summary
	out := struct {
		plain
		Balance *float64 `json:"balance"`
		Median  *int     `json:"medianPlies"`
	}{plain: plain(s)}
	if s.Playouts > 0 {
		out.Balance, out.Median = &s.Balance, &s.Median
	} else {
		out.Wins = nil
	}
	out.Metrics = make(map[string]Estimate, len(s.Metrics))
	for name, e := range s.Metrics {
		if e.N > 0 {
			out.Metrics[name] = e
		}
	}
	return json.Marshal(out)
}
