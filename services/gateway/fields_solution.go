package gateway

import "maps"

func init() {
	maps.Copy(fields, map[string]field{
		"Solution.engine":  {meaning: "version of the engine that solved it"},
		"Solution.exact":   {meaning: "false where only bounds of the value are known"},
		"Solution.verdict": {meaning: "who wins, or what it is worth, in words"},
		"Solution.theorem": {meaning: "what exactly is proved"},
		"Solution.method":  {meaning: "how it was found"},
		"Solution.values": {meaning: "exact values by seat, as fractions; empty where there are only bounds, and for " +
			"puzzles"},
		"Solution.winner":    {meaning: "the seat that wins, from 1; 0 for nobody", high: most},
		"Solution.plies":     {meaning: "plies in which the winner forces the end; 0 without one", high: most},
		"Solution.positions": {meaning: "positions that were told apart", high: most},
		"Solution.boards":    {meaning: "different boards among them; 0 where they were not told apart", high: most},
		"Solution.lower":     {meaning: "lower bound of the first seat's value, an exact fraction"},
		"Solution.upper":     {meaning: "upper bound of the first seat's value, an exact fraction"},
		"Solution.solutions": {meaning: "number of solutions of a deduction puzzle", high: most},
		"Solution.needs":     {meaning: "what the only solution takes: singles, refutation or guessing"},
		"Solution.solvedAt":  {meaning: "when it was solved"},
	})
}
