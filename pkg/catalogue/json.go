package catalogue

import (
	"bytes"
	"encoding/json"
	"fmt"
	"time"
)

// span is a duration in JSON: a number of nanoseconds, or a text like "1m30s".
type span time.Duration

func (s *span) UnmarshalJSON(data []byte) error {
	var text string
	if len(data) == 0 || data[0] != '"' {
		var n int64
		if err := json.Unmarshal(data, &n); err != nil {
			return fmt.Errorf("duration %s: expected nanoseconds or a text like \"30s\"", data)
		}
		*s = span(n)
		return nil
	}
	if err := json.Unmarshal(data, &text); err != nil {
		return err
	}
	d, err := time.ParseDuration(text)
	if err != nil {
		return fmt.Errorf("duration %q: expected nanoseconds or a text like \"30s\", \"1m30s\", \"2h\"", text)
	}
	*s = span(d)
	return nil
}

// UnmarshalJSON reads parameters, whose durations may be numbers of nanoseconds,
// as they are written, or texts like "30s". Unknown fields are errors.
func (p *Params) UnmarshalJSON(data []byte) error {
	type plain Params
	in := struct {
		*plain
		Timeout *span `json:"timeout"`
		Budget  *span `json:"budget"`
	}{(*plain)(p), (*span)(&p.Timeout), (*span)(&p.Budget)}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	return dec.Decode(&in)
}
