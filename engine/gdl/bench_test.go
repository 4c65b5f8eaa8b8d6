package gdl

import (
	"os"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/rng"
)

// BenchmarkPlayout plays games of the corpus at random: GDL_ONLY selects by path.
func BenchmarkPlayout(b *testing.B) {
	only := os.Getenv("GDL_ONLY")
	if only == "" {
		only = "games/ticTacToe/"
	}
	for _, row := range table(b, "gdl_playout.tsv") {
		if !strings.Contains(row["file"], only) {
			continue
		}
		g, err := Load(row["file"], load(b, row["file"]))
		if err != nil {
			b.Fatal(err)
		}
		for name, game := range map[string]*Game{"network": g, "prover": g.proved()} {
			b.Run(row["file"]+"/"+name, func(b *testing.B) {
				p, err := game.NewPlayer(nil)
				if err != nil {
					b.Fatal(err)
				}
				if name == "network" && p.b == nil {
					b.Skip("no network")
				}
				r := rng.New(1)
				plies := 0
				b.ReportAllocs()
				b.ResetTimer()
				for range b.N {
					n, _, err := p.Playout(&r, 1000)
					if err != nil {
						b.Fatal(err)
					}
					plies += n
				}
				b.ReportMetric(float64(plies)/b.Elapsed().Seconds(), "plies/s")
				b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "playouts/s")
			})
		}
	}
}
