package rbg_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/rbg"
	"github.com/astragal/astragal/engine/rng"
)

// benchFiles are the games at hand for which reference rates exist
// (../../../shared/bench/rbg.tsv), and relatives of those that are not.
var benchFiles = []string{
	"testdata/ticTacToe.rbg", "testdata/connectFour.rbg", "testdata/breakthrough.rbg",
	corpus + "/games/amazons.rbg", corpus + "/games/chess_200.rbg", corpus + "/games/connect6_split.rbg",
	corpus + "/games/englishDraughts.rbg", corpus + "/games/foxAndHounds.rbg", corpus + "/games/go.rbg",
	corpus + "/games/gomoku_standard.rbg", corpus + "/games/hex_9x9.rbg", corpus + "/games/internationalDraughts.rbg",
	corpus + "/games/reversi.rbg", corpus + "/games/theMillGame.rbg", corpus + "/games/yavalath.rbg",
}

// BenchmarkPlayout measures uniformly random playouts; playouts/s compares
// with the reference rates after calibration.
func BenchmarkPlayout(b *testing.B) {
	for _, file := range benchFiles {
		name := strings.TrimSuffix(filepath.Base(file), ".rbg")
		b.Run(name, func(b *testing.B) {
			src, err := os.ReadFile(file)
			if err != nil {
				b.Skip(err)
			}
			g, err := rbg.Load(file, name, src)
			if err != nil {
				b.Fatal(err)
			}
			if err := g.Hasten(); err != nil {
				b.Log(err)
			}
			s, r, plies := g.NewState(), rng.New(1), 0
			b.ReportAllocs()
			b.ResetTimer()
			for range b.N {
				s.Restart()
				n, _ := s.Playout(&r, 100_000)
				plies += n
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "playouts/s")
			b.ReportMetric(float64(plies)/float64(b.N), "plies")
		})
	}
}
