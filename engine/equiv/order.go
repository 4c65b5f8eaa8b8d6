package equiv

import (
	"regexp"
	"slices"
	"strconv"

	"github.com/astragal/astragal/engine/formal"
)

var number = regexp.MustCompile(`\d+`)

// order gives the branches of a position in the order of comparison. With
// numeric, texts that differ in a single number only are ordered by it: formalisms that
// sort moves as texts put 10 before 2.
func order(p formal.Position, numeric bool) []int {
	ord := make([]int, p.Moves())
	for i := range ord {
		ord[i] = i
	}
	if !numeric || len(ord) < 2 {
		return ord
	}
	texts := make([]string, len(ord))
	for i := range texts {
		texts[i] = p.MoveText(i)
	}
	for occurrence := range number.FindAllStringIndex(texts[0], -1) {
		keys := make([]int, len(texts))
		frame := ""
		for i, text := range texts {
			places := number.FindAllStringIndex(text, -1)
			if len(places) <= occurrence {
				return ord
			}
			from, to := places[occurrence][0], places[occurrence][1]
			n, err := strconv.Atoi(text[from:to])
			around := text[:from] + "#" + text[to:]
			if i == 0 {
				frame = around
			}
			if err != nil || around != frame {
				keys = nil
				break
			}
			keys[i] = n
		}
		if keys != nil {
			slices.SortStableFunc(ord, func(i, j int) int { return keys[i] - keys[j] })
			return ord
		}
	}
	return ord
}
