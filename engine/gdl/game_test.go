package gdl

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/astragal/astragal/engine/efg"
	"github.com/astragal/astragal/engine/equiv"
	"github.com/astragal/astragal/engine/formal"
)

func TestCorpusGames(t *testing.T) {
	only := os.Getenv("GDL_ONLY")
	full := os.Getenv("GDL_FULL") != ""
	cells, equal := 0, 0
	for _, row := range table(t, "gdl.tsv") {
		if only != "" && !strings.Contains(row["file"], only) {
			continue
		}
		g, err := Load(row["file"], load(t, row["file"]))
		if err != nil {
			if row["file"] != "tests/test_case_3f.kif" { // plays in the table, but is not valid
				t.Error(err)
			}
			continue
		}
		g = quick(g)
		start := time.Now()
		info, err := g.Info()
		if err != nil {
			t.Errorf("%s: %v", row["file"], err)
			continue
		}
		m, _ := g.machine(nil)
		var legal []string
		for _, moves := range info.Legal {
			legal = append(legal, fmt.Sprint(len(moves)))
		}
		terminal := map[bool]string{false: "0", true: "1"}[info.Terminal]
		got := fmt.Sprint(len(info.Roles), strings.Join(info.Roles, " "), info.InitSize, hashOf(m), terminal,
			strings.Join(legal, ","))
		want := fmt.Sprint(row["roles"]+" ", row["role_names"], row["init_size"]+" ", row["init_hash"],
			row["terminal_at_start"], row["legal"])
		if strings.ReplaceAll(got, " ", "") != strings.ReplaceAll(want, " ", "") {
			t.Errorf("%s: %s, want %s", row["file"], got, want)
		}
		for d := 1; d <= 4; d++ {
			want := row[fmt.Sprintf("perft%d", d)]
			if want == "" {
				break
			}
			cells++
			if most := map[bool]int{true: 4, false: 2}[g.network() != nil]; !full && len(want) > most {
				continue
			}
			counts, err := g.Perft(d)
			if err != nil {
				t.Errorf("%s: %v", row["file"], err)
				break
			}
			if got := fmt.Sprint(counts[d-1]); got != want {
				t.Errorf("%s: perft(%d) = %s, want %s", row["file"], d, got, want)
				continue
			}
			equal++
		}
		t.Logf("%s %v", row["file"], time.Since(start))
	}
	t.Logf("%d of %d perft figures computed and equal", equal, cells)
}

func TestCorpusGDL2(t *testing.T) {
	for _, row := range table(t, "gdl2.tsv") {
		g, err := Load(row["file"], load(t, row["file"]))
		if err != nil {
			t.Error(err)
			continue
		}
		for name, game := range map[string]formal.Game{"network": g, "prover": g.proved()} {
			tree, err := efg.FromFormal(game, efg.Limits{})
			if err != nil {
				t.Errorf("%s by %s: %v", row["file"], name, err)
				continue
			}
			s := tree.Stats()
			expected, err := tree.Expected(nil)
			if err != nil {
				t.Fatal(err)
			}
			var payoffs, personal, sets []string
			for p, x := range expected {
				payoffs = append(payoffs, x.RatString())
				personal = append(personal, fmt.Sprint(s.PersonalNodes[p]))
				sets = append(sets, fmt.Sprint(s.InfoSets[p]))
			}
			got := fmt.Sprintf("%s %d %d %d %s %s %d", strings.Join(payoffs, ","), s.Nodes, s.Terminals, s.ChanceNodes,
				strings.Join(personal, ","), strings.Join(sets, ","), s.Depth/len(g.Roles()))
			want := strings.Join([]string{row["expected"], row["efg_nodes"], row["efg_terminals"], row["efg_chance_nodes"],
				row["efg_personal_nodes"], row["efg_infosets"], row["depth"]}, " ")
			if got != want {
				t.Errorf("%s by %s: %s, want %s", row["file"], name, got, want)
			}
			if name == "prover" {
				continue // the same tree
			}
			r, err := equiv.Compare(context.Background(), game, efg.Adapt(tree), equiv.Options{})
			if err != nil || !r.Equal || !strings.HasPrefix(r.Method, "walk") {
				t.Errorf("%s to extensive form: %v %v", row["file"], err, r)
			}
			text, err := efg.GDL(tree, efg.GDLOptions{})
			if err != nil {
				t.Errorf("%s to GDL-II: %v", row["file"], err)
				continue
			}
			back, err := Load("back.kif", []byte(text))
			if err != nil {
				t.Errorf("%s to GDL-II: %v", row["file"], err)
				continue
			}
			again, err := efg.FromFormal(back.Merged(), efg.Limits{})
			if err != nil {
				t.Errorf("%s back to extensive form: %v", row["file"], err)
				continue
			}
			r, err = equiv.Compare(context.Background(), efg.Adapt(tree), efg.Adapt(again), equiv.Options{})
			if err != nil || !r.Equal || !strings.HasPrefix(r.Method, "walk") {
				t.Errorf("%s to GDL-II and back: %v %v", row["file"], err, r)
			}
		}
	}
}
