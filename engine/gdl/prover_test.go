package gdl

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"
)

func hashOf(m machine) string {
	var texts []string
	for _, f := range m.fluents() {
		texts = append(texts, m.text(f))
	}
	h := sha256.Sum256([]byte(strings.Join(texts, "\n")))
	return hex.EncodeToString(h[:])[:16]
}

// canonicalPlay makes the recorded playout and compares it.
func canonicalPlay(m machine, roles int, row map[string]string) string {
	s := m.initial()
	m.load(s)
	plies, sumState, sumJoint := 0, 0, 0
	for ; plies < 100 && !m.terminal(); plies++ {
		joint := 1
		choice := make([]int, roles)
		for r := range choice {
			n := m.legal(r)
			if n == 0 {
				return fmt.Sprintf("role %d has no move at ply %d", r, plies)
			}
			joint *= n
			choice[r] = (7*plies + 3*r) % n
		}
		sumState += len(m.fluents())
		sumJoint += joint
		m.step(choice)
	}
	var goals []string
	ended := "0"
	if m.terminal() {
		ended = "1"
		for r := range roles {
			var values []string
			for _, v := range m.goals(r) {
				values = append(values, m.text(v))
			}
			goals = append(goals, strings.Join(values, ","))
		}
	}
	got := fmt.Sprintf("%d %s %s %d %d %s", plies, ended, strings.Join(goals, ";"), sumState, sumJoint, hashOf(m))
	want := fmt.Sprintf("%s %s %s %s %s %s", row["plies"], row["ended"], row["goals"], row["sum_state"], row["sum_joint"],
		row["final_hash"])
	if got != want {
		return fmt.Sprintf("got %s, want %s", got, want)
	}
	return ""
}

func TestProverCorpus(t *testing.T) {
	only := os.Getenv("GDL_ONLY")
	for _, row := range table(t, "gdl_playout.tsv") {
		if only != "" && !strings.Contains(row["file"], only) {
			continue
		}
		d, err := Read(row["file"], load(t, row["file"]))
		if err != nil {
			t.Error(err)
			continue
		}
		if faults(d.Check()) != nil {
			continue
		}
		p, err := compileProgram(d, false)
		if err != nil {
			t.Error(err)
			continue
		}
		start := time.Now()
		m := newProofs(p, nil)
		if problem := canonicalPlay(m, len(p.roles), row); problem != "" {
			t.Errorf("%s: %s", row["file"], problem)
		}
		took := time.Since(start)
		n, _ := strconv.Atoi(row["plies"])
		t.Logf("%s %v %v/ply", row["file"], took, took/time.Duration(n+1))
	}
}
