package sheet

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"
)

// The three forms have the same cells, and what is missing is not 0 in any.
func TestForms(t *testing.T) {
	table := &Table{Columns: []Column{{Name: "z", Kind: "text", Meaning: "a text, with a comma"}, {Name: "a", Kind: "integer"},
		{Name: "m", Kind: "number", Unit: "plies"}}, Notes: map[string]string{"agent": "random"},
		Rows: [][]any{{"Go, <b>", int64(2), 1.5}, {"", nil, nil}}}
	var text bytes.Buffer
	if err := table.WriteCSV(&text); err != nil || text.String() != "z,a,m\n\"Go, <b>\",2,1.5\n,,\n" {
		t.Errorf("CSV %q, %v", text.String(), err)
	}
	text.Reset()
	if err := table.WriteJSON(&text); err != nil {
		t.Fatal(err)
	}
	var back struct {
		Notes   map[string]string
		Columns []map[string]string
		Rows    []map[string]any
	}
	if err := json.Unmarshal(text.Bytes(), &back); err != nil {
		t.Fatalf("%v in %s", err, text.String())
	}
	if back.Notes["agent"] != "random" || back.Columns[2]["unit"] != "plies" || back.Rows[0]["z"] != "Go, <b>" ||
		back.Rows[0]["a"] != 2.0 || back.Rows[1]["m"] != nil || !strings.Contains(text.String(), `{"z":"Go, <b>","a":2,`) {
		t.Errorf("JSON %s", text.String())
	}
	text.Reset()
	if err := table.WriteParquet(&text); err != nil {
		t.Fatal(err)
	}
	f, err := parquet.OpenFile(bytes.NewReader(text.Bytes()), int64(text.Len()))
	if err != nil {
		t.Fatal(err)
	}
	if note, _ := f.Lookup("astragal.agent"); f.NumRows() != 2 || f.Schema().Fields()[0].Name() != "z" || note != "random" {
		t.Errorf("Parquet with %d rows, %v, %q", f.NumRows(), f.Schema(), note)
	}
}
