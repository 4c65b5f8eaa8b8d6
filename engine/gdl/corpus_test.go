package gdl

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// corpusDir is the folder of recorded games, if it is there.
const corpusDir = "../../../shared/gdl"

// table reads a table of the corpus as a list of rows by column name. The test is
// skipped without the corpus.
func table(t testing.TB, name string) []map[string]string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(corpusDir, name))
	if err != nil {
		t.Skip("no corpus: ", err)
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	head := strings.Split(lines[0], "\t")
	var rows []map[string]string
	for _, line := range lines[1:] {
		row := map[string]string{}
		for i, cell := range strings.Split(line, "\t") {
			row[head[i]] = cell
		}
		rows = append(rows, row)
	}
	return rows
}

// load reads a description of the corpus.
func load(t testing.TB, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(corpusDir, name))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func TestCorpusValidity(t *testing.T) {
	lenient := 0
	for _, row := range table(t, "gdl_validity.tsv") {
		file := row["file"]
		verdict := "ok"
		var shown []string
		d, err := Read(file, load(t, file))
		if err != nil {
			verdict = "error"
			shown = append(shown, err.Error())
		} else {
			for _, f := range d.Check() {
				if f.Severity == Fault {
					verdict = "error"
				} else if f.Severity == Warning && verdict == "ok" {
					verdict = "warn"
				}
				if f.Severity > Note {
					shown = append(shown, f.String())
				}
			}
		}
		// The table leaves some harmless findings of the specification unreported.
		if verdict == "warn" && row["verdict"] == "ok" && len(shown) > 0 {
			lenient++
			continue
		}
		if verdict != row["verdict"] {
			t.Errorf("%s: %s, want %s (%s)\n\t%s", file, verdict, row["verdict"], row["reason"],
				strings.Join(shown[:min(3, len(shown))], "\n\t"))
		}
	}
	if lenient > 4 {
		t.Errorf("%d valid descriptions have warnings that the table does not have", lenient)
	}
}

func TestCorpusRoundTrip(t *testing.T) {
	infix, _ := filepath.Glob(filepath.Join(corpusDir, "gdl2", "*.gdl"))
	for _, name := range infix {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		d, err := Read(name, text)
		if err != nil {
			t.Error(err)
			continue
		}
		if got, err := d.Infix(); err != nil || got != string(text) {
			t.Errorf("%s: written differently: %v\n%s", name, err, got)
		}
		twin := strings.TrimSuffix(name, ".gdl") + ".kif"
		text, err = os.ReadFile(twin)
		if err != nil {
			t.Fatal(err)
		}
		prefix, err := Read(twin, text)
		if err != nil {
			t.Error(err)
			continue
		}
		if d.KIF() != prefix.KIF() {
			t.Errorf("%s and its twin differ", name)
		}
	}
	for _, row := range table(t, "gdl.tsv") {
		d, err := Read(row["file"], load(t, row["file"]))
		if err != nil {
			t.Error(err)
			continue
		}
		text := d.KIF()
		again, err := Read(row["file"], []byte(text))
		if err != nil || again.KIF() != text {
			t.Errorf("%s: the canonical text is not stable: %v", row["file"], err)
		}
		in, err := d.Infix()
		if err != nil {
			t.Errorf("%s: %v", row["file"], err)
			continue
		}
		again, err = Read("twin.gdl", []byte(in))
		if err != nil || again.KIF() != text {
			t.Errorf("%s: the infix text reads differently: %v", row["file"], err)
		}
	}
}
