package prior

import (
	"crypto/sha256"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"

	"github.com/astragal/astragal/engine/reconstruct"
)

// Assumptions are what a user says of a library beside what its texts say. The zero value assumes nothing.
type Assumptions struct {
	// Balance corrects for what was recorded often: "family" or "culture" lets every family, or every culture area,
	// count as much as it has games on average; "" lets every game count alike. What has no known culture area is an
	// area of its own.
	Balance string
	// Similar is how similar games are by the user's own measure, nil for none.
	Similar *Similarity
}

func (a Assumptions) String() string {
	text := ""
	if a.Balance != "" {
		text = ", balanced by " + a.Balance
	}
	if a.Similar != nil {
		text += fmt.Sprintf(", similarity %.12s", a.Similar.Hash)
	}
	return text
}

// Similarity is a matrix of similarities of games by name, 0 for not at all.
type Similarity struct {
	Hash  string // SHA-256 of its table, sorted
	value map[[2]string]float64
}

// similarityMost bounds the rows of a table of similarities.
const similarityMost = 1_000_000

// ReadSimilarity reads a table in CSV: a first row "game,other,similarity", then two names of games and a finite number
// from 0 a row, in either order, each pair once. The error names the row.
func ReadSimilarity(file string, r io.Reader) (*Similarity, error) {
	c := csv.NewReader(r)
	c.FieldsPerRecord = 3
	s := &Similarity{value: map[[2]string]float64{}}
	for n := 1; ; n++ {
		row, err := c.Read()
		switch {
		case errors.Is(err, io.EOF) && n > 1:
			s.sum()
			return s, nil
		case errors.Is(err, io.EOF):
			return nil, fmt.Errorf("%s: the table is empty", file)
		case err != nil:
			return nil, fmt.Errorf("%s: %w", file, err)
		case n > similarityMost:
			return nil, fmt.Errorf("%s: more than %d rows", file, similarityMost)
		}
		if n == 1 {
			if !slices.Equal(row, []string{"game", "other", "similarity"}) {
				return nil, fmt.Errorf("%s: row 1: found %q, expected game,other,similarity", file, row)
			}
			continue
		}
		x, err := strconv.ParseFloat(row[2], 64)
		if err != nil || !(x >= 0) || math.IsInf(x, 0) {
			return nil, fmt.Errorf("%s: row %d: found %q, expected a number from 0", file, n, row[2])
		}
		k := pair(row[0], row[1])
		if _, known := s.value[k]; known {
			return nil, fmt.Errorf("%s: row %d: %s and %s are there already", file, n, row[0], row[1])
		}
		s.value[k] = x
	}
}

func pair(a, b string) [2]string { return [2]string{min(a, b), max(a, b)} }

func (s *Similarity) sum() {
	h := sha256.New()
	keys := slices.SortedFunc(maps.Keys(s.value), func(a, b [2]string) int { return slices.Compare(a[:], b[:]) })
	for _, k := range keys {
		fmt.Fprintf(h, "%q %q %g\n", k[0], k[1], s.value[k])
	}
	s.Hash = fmt.Sprintf("%x", h.Sum(nil))
}

// Assume returns the prior with assumptions. Error: an unknown balance.
func (k *Kernel) Assume(a Assumptions) (*Kernel, error) {
	next := &Kernel{p: k.p, base: k.base, assumed: a}
	switch a.Balance {
	case "":
		return next, nil
	case "family", "culture":
	default:
		return nil, fmt.Errorf("balance: found %q, expected family or culture", a.Balance)
	}
	group := make([]string, k.base.nGames) // of each game, by its first donor
	size := map[string]int{}
	for i, d := range k.base.donors {
		if g := k.base.games[i]; group[g] == "" {
			if group[g] = "family " + Family(d); a.Balance == "culture" {
				group[g] = "area " + k.base.settings[i].area
			}
			size[group[g]]++
		}
	}
	for _, name := range group {
		next.games = append(next.games, float64(k.base.nGames)/float64(len(size)*size[name]))
	}
	return next, nil
}

// unlikeness is minus the logarithm of the similarity of each donor to a game by its name, NaN where it is not known;
// nil without a table.
func (k *Kernel) unlikeness(s *reconstruct.Skeleton) (list []float64) {
	if k.assumed.Similar == nil {
		return nil
	}
	for _, d := range k.base.donors {
		x, known := k.assumed.Similar.value[pair(s.Name(), d.Game)]
		if !known {
			x = math.NaN()
		}
		list = append(list, -math.Log(x))
	}
	return list
}
