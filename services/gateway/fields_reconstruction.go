package gateway

import "maps"

func init() {
	maps.Copy(fields, map[string]field{
		"Reconstruction.id":         {meaning: "identity: it follows from what was asked and the engine"},
		"Reconstruction.name":       {meaning: "its name, as it was asked for"},
		"Reconstruction.engine":     {meaning: "version of the engine"},
		"Reconstruction.request":    {meaning: "what was asked"},
		"Reconstruction.skeleton":   {meaning: "hash of the skeleton"},
		"Reconstruction.donors":     {meaning: "sources that fillers are taken from; null until it is begun"},
		"Reconstruction.status":     {meaning: "running, done, failed or cancelled"},
		"Reconstruction.error":      {meaning: "why it failed"},
		"Reconstruction.verdict":    {meaning: "what came out, in a sentence"},
		"Reconstruction.citation":   {meaning: "hash of the methods paragraph"},
		"Reconstruction.createdAt":  {meaning: "when it was asked for"},
		"Reconstruction.finishedAt": {meaning: "when it ended"},

		"ReconstructionDetail.base":        {meaning: "the same study with nothing fixed, where a hole is"},
		"ReconstructionDetail.completions": {meaning: "sources that its most probable completions became"},

		"Completion.number":    {meaning: "place by posterior, from 1", low: 1, high: 100},
		"Completion.source":    {meaning: "id of the source"},
		"Completion.posterior": {meaning: "posterior probability among the draws", high: 1},
		"Completion.fillers":   {meaning: "by hole: what fills it, and the donors that have it"},
		"Completion.ruleset":   {meaning: "hash of the ruleset, once it is compiled"},

		"Parent.reconstruction": {meaning: "id of the study"},
		"Parent.name":           {meaning: "its name"},
		"Parent.skeleton":       {meaning: "hash of the skeleton that the ruleset completes"},
		"Parent.number":         {meaning: "place by posterior, from 1", low: 1, high: 100},
		"Parent.posterior":      {meaning: "posterior probability among the draws", high: 1},
		"Parent.fillers":        {meaning: "by hole: what fills it, and the donors that have it"},
		"Detail.parents":        {meaning: "studies that the ruleset was reconstructed in; null if it is attested"},

		"ReconstructionRequest.name":     {meaning: "a name for people"},
		"ReconstructionRequest.file":     {meaning: "name of the skeleton in messages"},
		"ReconstructionRequest.text":     {meaning: "the skeleton: an L-GDL description with holes (docs/reconstruction.md)"},
		"ReconstructionRequest.ruleset":  {meaning: "heading of a declared ruleset; the first one with holes if empty"},
		"ReconstructionRequest.defs":     {meaning: "shared definitions: texts by file name"},
		"ReconstructionRequest.evidence": {meaning: "an evidence file: JSON as text; empty for none"},
		"ReconstructionRequest.prior":    {meaning: "kernel, frequency or uniform"},
		"ReconstructionKernel.kernelKm": {meaning: "length in kilometres of the prior kernel in space, 0 for none; the " +
			"fitted one if it is left out, as with all of kernel", high: 1e6},
		"ReconstructionKernel.kernelYears": {meaning: "length in years of the prior kernel in time, 0 for none", high: 1e6},
		"ReconstructionKernel.kernelCulture": {meaning: "strength of the prior kernel of culture areas, 0 for none",
			high: 100},
		"ReconstructionKernel.kernelLudemes": {meaning: "strength of the prior kernel in known ludemes, 0 for none",
			high: 100},
		"ReconstructionKernel.kernelConcepts": {meaning: "strength of the prior kernel of compiled concepts, 0 for none",
			high: 100},
		"ReconstructionKernel.kernelTogether": {meaning: "probability that all holes are filled as in one game, below 1",
			high: 1},
		"ReconstructionKernel.balance": {meaning: "with the prior kernel, let all groups count alike that the catalogue " +
			"has: family or culture; empty for no balance"},
		"ReconstructionKernel.similarity": {meaning: "with the prior kernel, weigh games by this table too, in CSV: " +
			"game,other,similarity; empty for none"},
		"ReconstructionRequest.classes": {meaning: "whether to tell which completions are the same game, as far as is " +
			"looked or proved, and how probable these classes are"},
		"ReconstructionRequest.nearest": {meaning: "attested games that the report tells by the prior kernel, at least 10",
			high: 1000},
		"ReconstructionRequest.rank": {meaning: "text of a complete game, whose place among the completions is told; " +
			"empty for none"},
		"ReconstructionRequest.fix":   {meaning: "what if: HOLE=FILLER, a line each"},
		"ReconstructionRequest.draws": {meaning: "completions drawn from each of three priors", low: 1, high: 5000},
		"ReconstructionRequest.seed":  {meaning: "seed of draws and plays"},
		"ReconstructionRequest.agent": {meaning: "who plays"},
		"ReconstructionRequest.strong": {meaning: "an agent that plays the most probable completions against the " +
			"other; empty for none"},
		"ReconstructionRequest.plays": {meaning: "plays of a completion, with halving of the most probable ones",
			high: 1000},
		"ReconstructionRequest.halving":  {meaning: "whether plays are spent by sequential halving"},
		"ReconstructionRequest.maxPlies": {meaning: "plies after which a play is cut off", low: 1, high: 100000},
		"ReconstructionRequest.attested": {meaning: "games of the catalogue that play is compared with", high: 1000},
		"ReconstructionRequest.keep":     {meaning: "most probable completions that become rulesets", high: 100},
	})
}
