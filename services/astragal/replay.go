package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"sync"
	"time"

	"github.com/astragal/astragal/engine/ruleset"
	"github.com/astragal/astragal/engine/trace"
)

func init() {
	register(command{
		name: "replay", args: "[--library DIR] [--game FILE.lud [--option S]… [--ruleset S]] [--defs DIR] [--json] " +
			"[--jobs N] [--coverage FILE] TRACE…",
		short: "Replay recorded traces and report the first difference of each",
		run:   runReplay,
	})
}

// replayLimit bounds the time of one trace.
const replayLimit = time.Minute

type replayLine struct {
	Trace  string `json:"trace"`
	Game   string `json:"game"`
	OK     bool   `json:"ok"`
	Plies  int    `json:"plies"`
	Ply    int    `json:"ply"`
	Stage  string `json:"stage"`
	Detail string `json:"detail"`
	// The first difference taken apart, where there is one.
	Item     string `json:"item,omitempty"`
	Recorded string `json:"recorded,omitempty"`
	Found    string `json:"found,omitempty"`
}

// enter enters the outcome of a replay.
func (l *replayLine) enter(r trace.Report) {
	l.OK, l.Plies, l.Ply, l.Stage, l.Detail = r.OK, r.Plies, r.Ply, r.Stage, r.Detail
	l.Item, l.Recorded, l.Found = r.Item, r.Recorded, r.Found
}

// String tells where the replay of a trace failed, record and play side by side.
func (l replayLine) String() string {
	if l.Item == "" {
		return fmt.Sprintf("%s: ply %d: %s: %s", l.Trace, l.Ply, l.Stage, l.Detail)
	}
	recorded, found := aligned(l.Recorded, l.Found, 400)
	return fmt.Sprintf("%s: ply %d: %s: %s\n\trecorded %s\n\tfound    %s", l.Trace, l.Ply, l.Stage, l.Item, recorded,
		found)
}

func runReplay(ctx context.Context, io *streams, args []string) error {
	flags := io.flags("replay")
	r := &replayer{}
	flags.StringVar(&r.library, "library", ".", "`folder` with lud/ and def/ in which the traces' games are found")
	choice := &r.choice
	flags.StringVar(&choice.defs, "defs", "", "`folder` of known defines (default LIBRARY/def)")
	flags.StringVar(&r.game, "game", "", "`file` of the game, instead of the one that each trace names")
	flags.Var(&choice.options, "option", "with --game, select an `option`, as Heading/Item; may be repeated")
	flags.StringVar(&choice.ruleset, "ruleset", "", "with --game, select a declared `ruleset`")
	asJSON := flags.Bool("json", false, "one JSON object a line")
	jobs := flags.Int("jobs", 2, "traces replayed at the same time")
	coverage := flags.String("coverage", "", "write a report with tables of the failing traces to this `file`")
	paths, err := parse(flags, args)
	if err != nil {
		return err
	}
	if len(paths) == 0 {
		return usagef("replay: no traces given")
	}
	if r.game == "" && (len(choice.options) > 0 || choice.ruleset != "") {
		return usagef("--option and --ruleset are for the game that --game names")
	}
	if *jobs < 1 {
		return usagef("--jobs %d is not positive", *jobs)
	}
	if choice.defs == "" {
		choice.defs = filepath.Join(r.library, "def")
		if r.game != "" {
			choice.defs = defsFolder("", r.game)
		}
	}
	if r.loader, err = newLoader(choice.defs); err != nil {
		return err
	}
	files, err := traceFiles(paths)
	if err != nil {
		return err
	}
	lines := make([]replayLine, len(files))
	var wg sync.WaitGroup
	var mu sync.Mutex
	next := make(chan int)
	for range *jobs {
		wg.Go(func() {
			for i := range next {
				lines[i] = r.replay(files[i])
				if *asJSON {
					text, _ := json.Marshal(lines[i])
					mu.Lock()
					fmt.Fprintln(io.out, string(text))
					mu.Unlock()
				} else if !lines[i].OK {
					mu.Lock()
					fmt.Fprintln(io.out, lines[i])
					mu.Unlock()
				}
			}
		})
	}
feed:
	for i := range files {
		select {
		case next <- i:
		case <-ctx.Done():
			break feed
		}
	}
	close(next)
	wg.Wait()
	if err := ctx.Err(); err != nil {
		return err
	}
	passed := 0
	for _, l := range lines {
		if l.OK {
			passed++
		}
	}
	if *asJSON {
		fmt.Fprintf(io.out, "{\"total\":%d,\"passed\":%d}\n", len(lines), passed)
	} else {
		fmt.Fprintf(io.out, "%d of %d traces pass (%.1f %%)\n", passed, len(lines),
			100*float64(passed)/float64(max(len(lines), 1)))
	}
	if *coverage != "" {
		if err := writeCoverage(*coverage, r.loader, r.library, lines); err != nil {
			return err
		}
	}
	if passed < len(lines) {
		return exitStatus(1)
	}
	return nil
}

// newLoader reads the known defines of a folder; a folder that does not exist has none.
func newLoader(dir string) (*ruleset.Loader, error) {
	if dir == "" {
		return ruleset.NewLoader()
	}
	if _, err := os.Stat(dir); err != nil {
		if os.IsNotExist(err) {
			return ruleset.NewLoader()
		}
		return nil, err
	}
	return ruleset.NewLoader(os.DirFS(dir))
}

// traceFiles lists the traces that the arguments, files or folders, stand for.
func traceFiles(args []string) ([]string, error) {
	var files []string
	for _, a := range args {
		info, err := os.Stat(a)
		if err != nil {
			return nil, err
		}
		if !info.IsDir() {
			files = append(files, a)
			continue
		}
		err = filepath.WalkDir(a, func(path string, d fs.DirEntry, err error) error {
			if err == nil && strings.HasSuffix(path, ".jsonl.gz") {
				files = append(files, path)
			}
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	sort.Strings(files)
	return files, nil
}

// replayer replays traces on the games that they name, or on one game.
type replayer struct {
	library string
	game    string // "" for the games of the traces
	choice  choice // of the game
	loader  *ruleset.Loader
}

func (r *replayer) replay(file string) (line replayLine) {
	line = replayLine{Trace: file, Stage: "compile"}
	defer func() {
		if x := recover(); x != nil {
			line.OK, line.Detail = false, fmt.Sprintf("panic: %v", x)
		}
	}()
	f, err := os.Open(file)
	if err != nil {
		line.Detail = err.Error()
		return line
	}
	defer f.Close()
	t, err := trace.Read(f)
	if err != nil {
		line.Detail = err.Error()
		return line
	}
	line.Game = t.Header.Game
	path, err := findGame(r.game, r.library, t.Header.Game)
	if err != nil {
		line.Detail = err.Error()
		return line
	}
	text, err := os.ReadFile(path)
	if err != nil {
		line.Detail = err.Error()
		return line
	}
	rs, err := r.loader.Compile(ruleset.Source{File: path, Text: text, Library: libraryOf(path),
		Options: r.choice.options, Ruleset: r.choice.ruleset})
	if err != nil {
		line.Detail = err.Error()
		return line
	}
	line.enter(trace.Replay(rs.Plan(), t, replayLimit))
	return line
}
