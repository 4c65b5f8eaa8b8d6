package engine

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/agent"
	"github.com/astragal/astragal/engine/formal"
	"github.com/astragal/astragal/engine/metric"
	"github.com/astragal/astragal/engine/rng"
)

var update = flag.Bool("update", false, "write results.tsv anew and raise the revisions of what changed")

// findings are the fingerprints of a ruleset.
type findings struct{ Hash, Plays, Metrics, Concepts, Name string }

// How much is played for a fingerprint: enough for every clause of most
// rulesets to be met, little enough for all of them within a minute.
const (
	seedOfFindings  = 20261122
	barePlayouts    = 8
	watchedPlayouts = 2
	plyLimit        = 40
)

// TestVersion fails when the engine finds out something else about a known
// ruleset than results.tsv says: then run `go generate .` in engine, which raises
// the version. Without ASTRAGAL_PROPERTIES=all it takes our own and a sixth of the public ones.
func TestVersion(t *testing.T) {
	if testing.Short() {
		t.Skip("plays a thousand rulesets")
	}
	if runtime.GOARCH != "amd64" {
		t.Skip("compilers of other processors may fuse multiplications and additions, which changes last bits of metrics")
	}
	known := map[string]findings{}
	for line := range strings.Lines(results) {
		if f := strings.Split(strings.TrimSpace(line), "\t"); len(f) == 5 {
			known[f[0]] = findings{f[0], f[1], f[2], f[3], f[4]}
		}
	}
	now, err := parseRevision(results)
	if err != nil {
		t.Fatal(err)
	}
	all := *update || os.Getenv("ASTRAGAL_PROPERTIES") == "all"
	var changed revision
	found := map[string]findings{}
	for i, file := range corpus(t) {
		if !all && strings.HasPrefix(file, sharedFolder) && i%6 != 0 {
			continue
		}
		x, err := find(t.Context(), file)
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		if x == nil {
			continue
		}
		found[x.Hash] = *x
		old, ok := known[x.Hash]
		if !ok {
			continue
		}
		for _, kind := range []struct {
			name     string
			old, now string
			count    *int
		}{
			{"plays", old.Plays, x.Plays, &changed.Plays}, {"metrics", old.Metrics, x.Metrics, &changed.Metrics},
			{"concepts", old.Concepts, x.Concepts, &changed.Concepts},
		} {
			if kind.old == kind.now {
				continue
			}
			if *kind.count++; !*update && *kind.count <= 5 {
				t.Errorf("%s: %s differ from those of version %s; if that is meant, run `go generate .` in engine", file, kind.name,
					version())
			}
		}
	}
	if changed != (revision{}) {
		t.Logf("rulesets of which findings changed: %+v, of %d", changed, len(found))
	}
	if !*update {
		for _, own := range ours(t) {
			if !slices.ContainsFunc(rows(found), func(x findings) bool {
				return x.Name == named(own) &&
					known[x.Hash].Hash != ""
			}) {
				t.Errorf("%s is not in results.tsv; run `go generate .` in engine", own)
			}
		}
		return
	}
	for old, n := range map[*int]int{&now.Plays: changed.Plays, &now.Metrics: changed.Metrics,
		&now.Concepts: changed.Concepts} {
		if n > 0 {
			*old++
		}
	}
	write(t, now, known, found)
}

// write writes results.tsv: what was found now, and what was known of rulesets
// that are not on this machine.
func write(t *testing.T, now revision, known, found map[string]findings) {
	maps.Copy(known, found)
	var out bytes.Buffer
	w := bufio.NewWriter(&out)
	fmt.Fprintf(w, revisionFormat+"\n", now.Plays, now.Metrics, now.Concepts)
	for _, x := range rows(known) {
		fmt.Fprintln(w, strings.Join([]string{x.Hash, x.Plays, x.Metrics, x.Concepts, x.Name}, "\t"))
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("results.tsv", out.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

// rows are the findings in the order of their names.
func rows(all map[string]findings) []findings {
	return slices.SortedFunc(maps.Values(all),
		func(a, b findings) int { return strings.Compare(a.Name+a.Hash, b.Name+b.Hash) })
}

// sharedFolder is the reference material, which is not on every machine.
const sharedFolder = "../../shared"

// ours lists the descriptions of this repository that are fingerprinted.
func ours(t *testing.T) []string {
	return descriptions(t, "../library/lud", "../engine/gdl/testdata/games", "../engine/rbg/testdata",
		"../engine/efg/testdata")
}

// corpus lists all descriptions that are fingerprinted: ours, and the public
// ones where they are.
func corpus(t *testing.T) []string {
	return append(ours(t), descriptions(t, sharedFolder+"/library/lud", sharedFolder+"/gdl/games",
		sharedFolder+"/gdl/gdl2",
		sharedFolder+"/rbg/games", sharedFolder+"/efg/games")...)
}

func descriptions(t *testing.T, dirs ...string) []string {
	var files []string
	for _, dir := range dirs {
		err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() && Formalisms[filepath.Ext(path)] != "" {
				files = append(files, path)
			}
			return err
		})
		if err != nil && (!os.IsNotExist(err) || !strings.HasPrefix(dir, sharedFolder)) {
			t.Fatal(err)
		}
	}
	return files
}

// costlyBytes is the size of sheets too large to be played within the time of a test.
const costlyBytes = 60_000

// find fingerprints the default ruleset of a description; nil when it does not
// compile, as some of the public ones are not meant to, or is too large.
func find(ctx context.Context, file string) (*findings, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	src := Source{File: file, Text: text}
	if Formalisms[filepath.Ext(file)] == "lgdl" {
		src.Defs, src.DefsID = os.DirFS(sharedFolder+"/library/def"), "shared"
		if strings.HasPrefix(file, "../library") {
			src.Defs, src.DefsID = os.DirFS("../library/def"), "ours"
		}
	} else if len(text) > costlyBytes {
		return nil, nil
	}
	rs, err := fingerprinted.Compile(ctx, src)
	if err != nil {
		return nil, nil
	}
	x := &findings{Hash: short([]byte(rs.Hash())), Name: named(file)}
	concepts, err := json.Marshal(rs.Concepts())
	if err != nil {
		return nil, err
	}
	x.Concepts = short(concepts)

	plays, measured := sha256.New(), sha256.New()
	simulations := []Params{
		{Playouts: barePlayouts, Bare: true, Agent: "random", MaxPlies: plyLimit},
		{Playouts: watchedPlayouts, Agent: "random", MaxPlies: plyLimit},
	}
	for _, p := range simulations {
		p.Seed = seedOfFindings
		b, err := rs.Simulate(ctx, p)
		if err != nil {
			fmt.Fprintln(plays, "refused") // search with hidden information, faulty sheets
			continue
		}
		outcomes(plays, b)
		if !p.Bare {
			data, err := b.MarshalBinary()
			if err != nil {
				return nil, err
			}
			measured.Write(data)
		}
	}
	if err := record(plays, rs.Game()); err != nil {
		fmt.Fprintln(plays, "faulty")
	}
	if !strings.HasPrefix(file, sharedFolder) { // searches take long in the largest games
		for _, a := range searching {
			if err := decide(ctx, plays, rs.Game(), a); errors.As(err, new(panicked)) {
				return nil, fmt.Errorf("%s: %w", a, err)
			} else if err != nil {
				fmt.Fprintln(plays, "refused") // search with hidden information
			}
		}
	}
	x.Plays, x.Metrics = short(plays.Sum(nil)), short(measured.Sum(nil))
	return x, nil
}

// named is a file without what leads to its folder.
func named(file string) string {
	return filepath.ToSlash(strings.TrimPrefix(strings.TrimPrefix(file, sharedFolder+"/"), "../"))
}

// fingerprinted compiles what is fingerprinted; shared definitions are read once.
var fingerprinted = New()

// outcomes writes how the plays of a batch went.
func outcomes(w hash.Hash, b *metric.Batch) {
	length, _ := json.Marshal(b.Length)
	fmt.Fprintln(w, b.Playouts, b.Completed, b.Draws, b.Limits, b.Wins, b.Outcomes, string(length))
}

// record writes one random play move by move, with the number of legal moves.
func record(w io.Writer, g formal.Game) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%v", r)
		}
	}()
	p, r := g.NewPosition(), rng.Derive(seedOfFindings, 1)
	pick := rng.Derive(seedOfFindings, 2)
	p.Restart(&r)
	for ply := 0; ply < plyLimit && !p.Terminal(); ply++ {
		n := p.Moves()
		if n < 1 {
			return fmt.Errorf("no move")
		}
		i := pick.Below(n)
		fmt.Fprintln(w, p.Mover(), n, p.MoveText(i))
		p.Apply(i)
	}
	if p.Terminal() {
		for _, x := range p.Payoffs() {
			fmt.Fprintln(w, x.RatString())
		}
	}
	return nil
}

// searching are agents that between them use what all that search do: plain and learned playouts, those that are
// recorded, and values of positions.
var searching = []string{"uct:12", "uct:12,select=grave,playout=mast", "alphabeta:1"}

// panicked is a fault of the engine.
type panicked struct{ error }

// decide writes what an agent decides in the first positions of a play.
func decide(ctx context.Context, w io.Writer, g formal.Game, spec string) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = panicked{fmt.Errorf("%v", r)}
		}
	}()
	team, err := agent.ParseTeam(spec)
	if err != nil {
		return err
	}
	seats, err := team.Sit(g)
	if err != nil {
		return err
	}
	p, r := g.NewPosition(), rng.Derive(seedOfFindings, 3)
	p.Restart(&r)
	seats.Start(r.State)
	for ply := 0; ply < 2 && !p.Terminal(); ply++ {
		i, err := seats.Choose(ctx, p, &r)
		if err != nil {
			return err
		}
		fmt.Fprintln(w, p.Mover(), p.MoveText(i))
		p.Apply(i)
	}
	return nil
}

// short is a fingerprint of 48 bits.
func short(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:6])
}

// TestVersionFollows demands that the version is that of results.tsv.
func TestVersionFollows(t *testing.T) {
	if _, err := parseRevision("# plays one"); err == nil {
		t.Error("a malformed revision is accepted")
	}
	r, err := parseRevision(results)
	if err != nil || r.Plays < 1 || r.Metrics < 1 || r.Concepts < 1 {
		t.Errorf("revision %+v, %v", r, err)
	}
	if want := fmt.Sprintf("plays.%d-concepts.%d-metrics.%d", r.Plays, r.Concepts,
		r.Metrics); !strings.HasSuffix(New().Version(), want) {
		t.Errorf("version %s does not end in %s", New().Version(), want)
	}
}
