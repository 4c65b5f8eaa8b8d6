package gateway

import "maps"

func init() {
	maps.Copy(fields, map[string]field{
		"WearStudy.id":          {meaning: "identity: it follows from what was asked, the rulesets and the engine"},
		"WearStudy.name":        {meaning: "its name, as it was asked for"},
		"WearStudy.engine":      {meaning: "version of the engine"},
		"WearStudy.request":     {meaning: "what was asked"},
		"WearStudy.rulesets":    {meaning: "hashes of the candidates"},
		"WearStudy.status":      {meaning: "running, done, failed or cancelled"},
		"WearStudy.error":       {meaning: "why it failed"},
		"WearStudy.asked":       {meaning: "whether all evaluations are asked for"},
		"WearStudy.evaluations": {meaning: "evaluations that it takes: one for each candidate and agent", high: most},
		"WearStudy.done":        {meaning: "how many of them have ended", high: most},
		"WearStudy.verdict":     {meaning: "what came out, in a sentence"},
		"WearStudy.notes":       {meaning: "candidates that were left out, and why"},
		"WearStudy.createdAt":   {meaning: "when it was asked for"},
		"WearStudy.finishedAt":  {meaning: "when it ended"},

		"StudyRequest.name": {meaning: "a name for people"},
		"StudyRequest.observed": {meaning: "file of observed wear: CSV with the columns board, line, kind, a, b, value, " +
			"weight (docs/wear.md)"},
		"StudyRequest.rulesets": {meaning: "hashes of candidates"},
		"StudyRequest.query": {meaning: "query of the library's page that finds more candidates, like " +
			"is=kind:board/hunt&concept=Line"},
		"StudyRequest.agents":   {meaning: "who plays, with commas between them, each all seats of its plays"},
		"StudyRequest.playouts": {meaning: "playouts per ruleset and agent", low: 1, high: 1000},
		"StudyRequest.seed":     {meaning: "seed of all random choices, of play and of the analysis"},
		"StudyRequest.maxPlies": {meaning: "plies after which a playout is cut off; 0 is the engine's default", high: most},
		"StudyRequest.moveLimit": {meaning: "moves after which the rules end a play; 0 is the ruleset's own limit",
			high: most},
		"StudyRequest.turnLimit": {meaning: "turns of each player after which the rules end a play; 0 is the ruleset's " +
			"own limit", high: most},
		"StudyRequest.family": {meaning: "regular expression: its first group in the name of a ruleset is the family; " +
			"without, the game"},
		"StudyRequest.measure": {meaning: "what wears: moves or along of edges (default along), visits, stays, placements, " +
			"captures or sown of sites (default visits)"},
		"StudyRequest.symmetry": {meaning: "geometric (turns and reflections of the board) or all (every automorphism " +
			"of its graph)"},
		"StudyRequest.fold":      {meaning: "how the board was turned: orient, average or none"},
		"StudyRequest.bootstrap": {meaning: "samples of the plays", high: 2000},
		"StudyRequest.shuffles":  {meaning: "shuffles of the wear", high: 20000},
		"StudyRequest.nullPrior": {meaning: "prior probability of the models without rules, 0 and 1 excluded", high: 1},
	})
}
