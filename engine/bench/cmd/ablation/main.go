// Command ablation measures what each step of compiling is good for: random
// playouts and compile times of a part of a library, with all steps and without each of them.
//
//	go run ./bench/cmd/ablation [-dir ../../shared/library/lud] [-every 16] [-time 30ms] [-rounds 2]
//	    [-plies 400] [-only NAME] [-out FILE]
//
// Every so-manieth description in the order of the file names is taken, those that are
// compiled count. Playouts begin with the same seeds each time. Of plies the user
// processor time counts, of compiling (lowering, passes and machine code, once) that of user and
// system. The table gives geometric means over the games of the ratios, without a step to with all.
package main

import (
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/astragal/astragal/engine/bench"
	"github.com/astragal/astragal/engine/garbage"
	"github.com/astragal/astragal/engine/ruleset"
)

func main() {
	dir := flag.String("dir", "../../shared/library/lud", "folder of descriptions; known definitions are in def beside it")
	every := flag.Int("every", 16, "measure every so-manieth description")
	span := flag.Duration("time", 30*time.Millisecond, "user processor time of playouts, for each kind and round")
	rounds := flag.Int("rounds", 2, "rounds, of which the fastest counts")
	plies := flag.Int("plies", 400, "plies at which a playout is stopped")
	only := flag.String("only", "", "measure only descriptions whose names contain this")
	out := flag.String("out", "", "file for the figures of each game, tab-separated")
	flag.Parse()
	garbage.Leave(garbage.Usual)
	if err := run(*dir, *only, max(*every, 1), max(*rounds, 1), *plies, *span, *out); err != nil {
		fmt.Fprintln(os.Stderr, "ablation:", err)
		os.Exit(1)
	}
}

func run(dir, only string, every, rounds, plies int, span time.Duration, out string) error {
	files, err := bench.Descriptions(dir)
	if err != nil {
		return err
	}
	if err := bench.WarmUp(); err != nil {
		return err
	}
	loader, err := ruleset.NewLoader(os.DirFS(filepath.Join(dir, "../def")))
	if err != nil {
		return err
	}
	var each io.WriteCloser
	if out != "" { // written line by line, for whoever does not wait for the end
		if each, err = os.Create(out); err != nil {
			return err
		}
		defer each.Close()
		if _, err := fmt.Fprintln(each, "game\twithout\tns_per_ply\tcompile_ms\tsize\tplayouts\tplies"); err != nil {
			return err
		}
	}
	sums := make([]sum, 1+len(bench.Ablated))
	taken, n := 0, 0
	for _, f := range files {
		if !strings.Contains(f, only) {
			continue
		}
		if n++; n%every != 0 {
			continue
		}
		rs, err := bench.LoadFile(loader, dir, f)
		if err != nil {
			continue
		}
		all, err := bench.Ablate(rs.Plan(), rounds, plies, span)
		if err != nil {
			continue // by the rules
		}
		taken++
		for i, a := range all {
			sums[i].add(a, all[0])
			if each == nil || a.Size == 0 {
				continue
			}
			if _, err := fmt.Fprintf(each, "%s\t%s\t%.1f\t%.2f\t%d\t%d\t%d\n", f, a.Without, a.Rate.PlyNs(),
				a.Compile.Seconds()*1000, a.Size, a.Rate.Playouts, a.Rate.Plies); err != nil {
				return err
			}
		}
	}
	if taken == 0 {
		return fmt.Errorf("none of %d descriptions is compiled", n/every)
	}
	fmt.Printf("%d of %d descriptions are compiled: every %d. of %d\n\n", taken, n/every, every, n)
	fmt.Print("| without | games | ns/ply | × | slower by half | compile ms | × | size × |\n" +
		"| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n")
	for i, s := range sums {
		name := "nothing"
		if i > 0 {
			name = bench.Ablated[i-1]
		}
		fmt.Printf("| %s | %d | %.0f | %.3f | %d | %.2f | %.3f | %.3f |\n", name, s.n, s.mean(s.ply), s.mean(s.plyRatio),
			s.slower, s.mean(s.compile), s.mean(s.compileRatio), s.mean(s.sizeRatio))
	}
	return nil
}

// sum is what the figures of one kind come to: sums of logarithms over n games.
type sum struct {
	n, slower                                       int
	ply, plyRatio, compile, compileRatio, sizeRatio float64
}

func (s *sum) add(a, full bench.Ablation) {
	if a.Size == 0 || full.Rate.Plies == 0 || a.Rate.Plies == 0 {
		return // not measured
	}
	s.n++
	ratio := a.Rate.PlyNs() / full.Rate.PlyNs()
	if ratio >= 1.5 {
		s.slower++
	}
	s.ply, s.plyRatio = s.ply+math.Log(a.Rate.PlyNs()), s.plyRatio+math.Log(ratio)
	s.compile += math.Log(a.Compile.Seconds() * 1000)
	s.compileRatio += math.Log(a.Compile.Seconds() / full.Compile.Seconds())
	s.sizeRatio += math.Log(float64(a.Size) / float64(full.Size))
}

func (s *sum) mean(logs float64) float64 { return math.Exp(logs / float64(s.n)) }
