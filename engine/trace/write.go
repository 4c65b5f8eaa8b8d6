package trace

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
)

// Write writes the trace as lines of JSON without compression.
func (t *Trace) Write(w io.Writer) error {
	b := bufio.NewWriter(w)
	enc := json.NewEncoder(b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(&t.Header); err != nil {
		return err
	}
	for i := range t.Plies {
		if err := enc.Encode(&t.Plies[i]); err != nil {
			return err
		}
	}
	if t.End != nil {
		if err := enc.Encode(t.End); err != nil {
			return err
		}
	}
	return b.Flush()
}

// MarshalJSON writes the keys that the line has, in the order of the format.
func (l *Line) MarshalJSON() ([]byte, error) {
	o := &object{}
	if l.End {
		o.put("end", true)
		o.put("plies", l.Plies)
		o.put("truncated", l.Truncated)
	} else {
		o.put("ply", l.Ply)
		o.put("n", l.N)
	}
	if l.Mover != nil {
		o.put("mover", *l.Mover)
		o.put("next", l.Next)
		o.put("prev", l.Prev)
		o.put("counter", l.Counter)
		o.put("turn", l.Turn)
		o.put("tsp", l.Tsp)
		o.put("phase", l.Phase)
		o.some("score", len(l.Score), l.Score)
		o.some("amount", len(l.Amount), l.Amount)
		if l.Pot != nil {
			o.put("pot", *l.Pot)
		}
		o.put("active", l.Active)
		o.some("pending", len(l.Pending), l.Pending)
		o.some("vars", len(l.Vars), l.Vars)
		o.some("remembered", len(l.Remembered), l.Remembered)
		o.some("dice", len(l.Dice), l.Dice)
		if l.Puzzle != nil {
			o.put("puzzle", l.Puzzle)
		} else {
			o.put("sites", l.Sites)
		}
		if l.Hidden != nil {
			o.put("hidden", l.Hidden)
		}
	}
	if l.Legal != nil {
		o.put("legal", l.Legal)
	}
	if l.LegalFnv != "" {
		o.put("legalFnv", l.LegalFnv)
	}
	o.some("played", len(l.Played), l.Played)
	if l.Winner != nil {
		o.put("winner", *l.Winner)
		o.put("endType", l.EndType)
		o.put("ranking", l.Ranking)
	}
	return o.close()
}

// object is a JSON object being written.
type object struct {
	b   bytes.Buffer
	err error
}

func (o *object) put(key string, v any) {
	var text bytes.Buffer
	enc := json.NewEncoder(&text)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil && o.err == nil {
		o.err = err
	}
	if o.b.Len() == 0 {
		o.b.WriteByte('{')
	} else {
		o.b.WriteByte(',')
	}
	o.b.WriteString(`"` + key + `":`)
	o.b.Write(bytes.TrimSpace(text.Bytes()))
}

// some puts a value unless it has no elements.
func (o *object) some(key string, n int, v any) {
	if n > 0 {
		o.put(key, v)
	}
}

func (o *object) close() ([]byte, error) {
	o.b.WriteByte('}')
	return o.b.Bytes(), o.err
}
