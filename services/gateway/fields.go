package gateway

import (
	"math"

	"github.com/astragal/astragal/pkg/catalogue"
)

// field is what the API's document says of a field beside its type.
type field struct {
	meaning   string
	low, high float64 // bounds of a number; both 0 for none
	null      bool    // null when it was not measured
	span      bool    // a duration in nanoseconds, which a request may also give as a text
}

// describe adds what is said of the field to the schema of its type.
func (f field) describe(s map[string]any, input bool) map[string]any {
	if f.span && input {
		s = map[string]any{"oneOf": []any{map[string]any{"type": "integer", "minimum": f.low, "maximum": f.high},
			map[string]any{"type": "string"}}, "example": "30s"}
	} else if f.low != 0 || f.high != 0 {
		s["minimum"], s["maximum"] = f.low, f.high
	}
	if _, reference := s["$ref"]; reference { // beside which nothing may stand
		s = map[string]any{"allOf": []any{s}}
	}
	if f.null {
		s["nullable"] = true
	}
	s["description"] = f.meaning
	return s
}

const most = math.MaxInt32

// pathMeanings describe the parts of paths.
var pathMeanings = map[string]string{
	"hash": "hash of the ruleset's normalised, expanded description", "id": "id of the source or evaluation",
	"name": "name of the metric, as /api/concepts lists it, or of the key",
	"seed": "seed of the playout, 0 to 2^64-1",
}

// fields describes every field of the API by the name of its structure and its own.
var fields = map[string]field{
	"Page.rulesets": {meaning: "the rulesets of this page"},
	"Page.total":    {meaning: "number of rulesets that pass the filter", high: most},

	"Ruleset.hash":      {meaning: "identity: hash of the normalised, expanded description"},
	"Ruleset.game":      {meaning: "name of the game"},
	"Ruleset.ruleset":   {meaning: "name of the ruleset, empty for the only one"},
	"Ruleset.formalism": {meaning: "language of the description: lgdl, efg, nfg, gdl, rbg or rg"},
	"Ruleset.standing": {meaning: "how much of it is known: described, observed, suggested, scholarly, reconstructed " +
		"or incomplete; " +
		"absent where its name does not say"},
	"Ruleset.players":      {meaning: "number of players", high: most},
	"Ruleset.metadata":     {meaning: "what the description says about itself, by item"},
	"Ruleset.engine":       {meaning: "version of the engine that compiled it last"},
	"Ruleset.createdAt":    {meaning: "when it was compiled first"},
	"Ruleset.numConcepts":  {meaning: "number of concepts known of it", high: most},
	"Ruleset.listed":       {meaning: "false when it was superseded or its file is gone: tables do not list it"},
	"Ruleset.supersededBy": {meaning: "hash of the ruleset that took its place"},
	"Ruleset.latest": {meaning: "the evaluation to show of the agent asked for: of the current engine before " +
		"older ones, of all metrics before fewer, then the newest"},
	"Ruleset.expanded": {meaning: "the normalised, expanded description; not in lists"},

	"ProvenanceRuleset.description":    {meaning: "what the game is, in words"},
	"ProvenanceRuleset.rules":          {meaning: "the rules in words"},
	"ProvenanceRuleset.source":         {meaning: "where the rules are from"},
	"ProvenanceRuleset.databaseId":     {meaning: "number in the public database of games"},
	"ProvenanceRuleset.version":        {meaning: "version that the description gives itself"},
	"ProvenanceRuleset.classification": {meaning: "path of the kind of game, like board/space/line"},
	"ProvenanceRuleset.author":         {meaning: "who invented the game"},
	"ProvenanceRuleset.credit":         {meaning: "who wrote the description"},
	"ProvenanceRuleset.publisher":      {meaning: "who published the game"},
	"ProvenanceRuleset.date":           {meaning: "date as the description gives it"},
	"ProvenanceRuleset.origin":         {meaning: "where and when it was played, as the description says"},
	"ProvenanceRuleset.aliases":        {meaning: "other names of the game"},
	"ProvenanceRuleset.culture":        {meaning: "culture"},
	"ProvenanceRuleset.period":         {meaning: "period"},
	"ProvenanceRuleset.region":         {meaning: "region"},
	"ProvenanceRuleset.yearFrom": {meaning: "first year of the period, negative before our era; absent when none is " +
		"named", low: -maxYear, high: maxYear},
	"ProvenanceRuleset.yearTo": {meaning: "last year of the period, negative before our era; absent when none is " +
		"named", low: -maxYear, high: maxYear},

	"Detail.concepts":    {meaning: "compile-time concepts by name: 1 for booleans that hold, the value of numbers"},
	"Detail.evaluations": {meaning: "all evaluations of the ruleset, the newest first"},
	"Detail.solution": {meaning: "what the ruleset is worth when everybody plays as well as can be; null unless " +
		"astragal solve --keep found it"},
	"Detail.sources": {meaning: "the sources that give the ruleset, without their texts"},

	"Evaluation.id":          {meaning: "identity: hash of ruleset, engine and parameters"},
	"Evaluation.rulesetHash": {meaning: "hash of the ruleset"},
	"Evaluation.sourceId":    {meaning: "id of a source that gives the ruleset"},
	"Evaluation.engine":      {meaning: "version of the engine that plays it"},
	"Evaluation.params":      {meaning: "how it is played"},
	"Evaluation.batches":     {meaning: "number of batches that the playouts are divided into", high: most},
	"Evaluation.queued":      {meaning: "number of batches given to the queue so far", high: most},
	"Evaluation.done":        {meaning: "number of batches recorded", high: most},
	"Evaluation.status":      {meaning: "running, done, failed or cancelled"},
	"Evaluation.error":       {meaning: "why it failed or was cancelled"},
	"Evaluation.summary":     {meaning: "the figures, once it is done"},
	"Evaluation.elapsedNanoseconds": {meaning: "time spent playing, summed over workers, in nanoseconds",
		high: math.MaxInt64},
	"Evaluation.createdAt":  {meaning: "when it was asked for first"},
	"Evaluation.finishedAt": {meaning: "when it was done, failed or cancelled"},
	"Evaluation.outdated":   {meaning: "true when another engine version than the current one played it"},

	"Traffic.evaluation": {meaning: "id of the evaluation"},
	"Traffic.hash":       {meaning: "identity of the ruleset"},
	"Traffic.plays":      {meaning: "number of plays counted", high: math.MaxInt64},
	"Traffic.sites":      {meaning: "number of sites of the type that the game is played on", high: most},
	"Traffic.pairs":      {meaning: "pairs of neighbouring sites, the smaller number first"},
	"Traffic.rows":       {meaning: "counts of every pair and site by measure"},
	"TrafficRow.measure": {meaning: "moves (between neighbours), along (steps of longer moves along a line), visits, " +
		"stays (positions after a move in which the site is held), placements, captures or sown (counters)"},
	"TrafficRow.a":      {meaning: "site, or that which a move along the pair begins at", high: most},
	"TrafficRow.b":      {meaning: "other site of a pair, -1 for sites", low: -1, high: most},
	"TrafficRow.labelA": {meaning: "coordinate of a"},
	"TrafficRow.labelB": {meaning: "coordinate of b"},
	"TrafficRow.phase": {meaning: "phase of the rules from 0; -1 for all, both directions of a pair too", low: -1,
		high: most},
	"TrafficRow.seat":  {meaning: "player who moved, 0 nobody; -1 for all", low: -1, high: most},
	"TrafficRow.count": {meaning: "number counted in all plays", high: math.MaxInt64},
	"TrafficRow.mean":  {meaning: "number of a play with its 95 % interval, of totals only"},
	"TrafficRow.share": {meaning: "part of all that the measure counted, 0 to 1, with its 95 % interval by plays, of " +
		"totals only"},
	"TrafficInterval.value": {meaning: "the estimate"},
	"TrafficInterval.low":   {meaning: "lower end of the 95 % interval", null: true},
	"TrafficInterval.high":  {meaning: "upper end of the 95 % interval", null: true},

	"Params.agent": {meaning: "who plays all seats: random (the default), flat:N, uct:N or alphabeta:DEPTH[:N]"},
	"Params.metrics": {meaning: "what is measured: all metrics (the default); choices: without values of " +
		"positions and kinds of moves; course: without numbers of legal moves, too; outcomes: only what lengths and " +
		"results tell, several times as fast; traffic: that, and where on the board play happens; ladder: all, and " +
		"what budgets are worth"},
	"Params.playouts": {meaning: "number of playouts; 0 or absent in a submission asks for none",
		high: catalogue.MaxPlayouts},
	"Params.until": {meaning: "condition with which the evaluation ends before all playouts are played, like " +
		"DurationMoves<1%: half of the 95 % interval is less than 1 % of the mean; absent for none"},
	"Params.batchSize": {meaning: "playouts per job; 0 chooses it; results do not depend on it", high: 1_000_000},
	"Params.seed":      {meaning: "seed of all random choices, 0 to 2^64-1"},
	"Params.maxPlies": {meaning: "plies after which a playout ends by a limit; 0 is the engine's default",
		high: catalogue.MaxMaxPlies},
	"Params.moveLimit": {meaning: "moves after which the rules of an L-GDL ruleset end a play, as (value MoveLimit) " +
		"reads them; 0 is the ruleset's own limit", high: catalogue.MaxMaxPlies},
	"Params.turnLimit": {meaning: "turns of each player after which the rules of an L-GDL ruleset end a play, as " +
		"(value TurnLimit) reads them; 0 is the ruleset's own limit", high: catalogue.MaxTurnLimit},
	"Params.timeout": {meaning: "time after which a playout is abandoned, in nanoseconds; requests may give a text " +
		"like \"30s\" instead; 0 is never",
		high: float64(catalogue.MaxTime), span: true},
	"Params.budget": {meaning: "time that all playouts of the ruleset may take together, in nanoseconds; requests may " +
		"give a text like \"1h30m\" instead; 0 or absent is an hour",
		high: float64(catalogue.MaxTime), span: true},
	"Params.priority": {meaning: "by sign: before (positive) or after (negative) other work",
		low: -catalogue.MaxPriority, high: catalogue.MaxPriority},

	"MetricSummary.playouts": {meaning: "number of playouts that were played to an end or a limit",
		high: math.MaxInt64},
	"MetricSummary.limits": {meaning: "number of playouts that a limit of plies or turns ended", high: math.MaxInt64},
	"MetricSummary.abandoned": {meaning: "number of playouts given up while they were played, for lack of time or " +
		"memory: " +
		"no figure but timeouts contains them, and all others are censored", high: math.MaxInt64},
	"MetricSummary.unplayed": {meaning: "number of playouts not begun when the time was used up; absent when 0",
		high: math.MaxInt64},
	"MetricSummary.faulty": {meaning: "number of playouts that the description spoilt, as by a player without a move: " +
		"no other figure contains them", high: math.MaxInt64},
	"MetricSummary.faults": {meaning: "the same by what was wrong; absent when there are none"},
	"MetricSummary.heuristics": {meaning: "by which heuristics positions were valued, with weights, and where they are " +
		"from; absent when none were"},
	"MetricSummary.completion": {meaning: "share of playouts with a winner; null without playouts", null: true},
	"MetricSummary.draws": {meaning: "share of playouts in which everybody has utility 0; null without playouts",
		null: true},
	"MetricSummary.timeouts": {meaning: "share of playouts that a limit ended or that were given up; null without any",
		null: true},
	"MetricSummary.wins": {meaning: "share of playouts that each player won, in player order; null without " +
		"playouts"},
	"MetricSummary.balance": {meaning: "1 minus the largest difference of the players' mean payoffs in [0, 1]; " +
		"null without playouts", high: 1, null: true},
	"MetricSummary.metrics": {meaning: "every metric that was measured, by name; others are absent"},
	"MetricSummary.medianPlies": {meaning: "median length in plies; null without playouts", high: math.MaxInt64,
		null: true},
	"MetricSummary.length": {meaning: "histogram of lengths in plies; null in lists"},
	"MetricSummary.spreads": {meaning: "distributions of other metrics over playouts, by name; absent in lists, and of " +
		"metrics that are the same in all playouts"},
	"MetricSpread.steps": {meaning: "steps in 1: a bin from 20 to 24 with 10 steps is 2.0 to 2.4", low: 1, high: 100},
	"MetricSpread.bins":  {meaning: "how many playouts had which values, in steps"},

	"MetricEstimate.n":    {meaning: "number of values: the playouts that tell the metric", low: 1, high: math.MaxInt64},
	"MetricEstimate.mean": {meaning: "mean of the values, in the metric's unit; shares are between 0 and 1"},
	"MetricEstimate.low":  {meaning: "lower bound of the 95 % confidence interval of the mean"},
	"MetricEstimate.high": {meaning: "upper bound of the 95 % confidence interval of the mean"},
	"MetricEstimate.stddev": {meaning: "standard deviation of the values; of figures that are no means, the standard " +
		"error times the root of n", high: math.MaxFloat64},
	"MetricEstimate.bias": {meaning: "about how much the mean lies above what it estimates, where the metric is defined " +
		"so; absent when 0"},
	"MetricEstimate.censored": {meaning: "number of playouts given up that have no value: where the metric has a " +
		"range the " +
		"interval holds whatever they would have told, elsewhere the figures are those of the playouts that ended; " +
		"absent when 0", high: math.MaxInt64},
	"MetricBin.low":   {meaning: "smallest value in the bin, in plies or steps"},
	"MetricBin.high":  {meaning: "largest value in the bin, in plies or steps"},
	"MetricBin.count": {meaning: "number of playouts in the bin", high: math.MaxInt64},

	"Neighbour.hash":     {meaning: "hash of the ruleset"},
	"Neighbour.game":     {meaning: "name of the game"},
	"Neighbour.ruleset":  {meaning: "name of the ruleset, empty for the only one"},
	"Neighbour.culture":  {meaning: "culture"},
	"Neighbour.shared":   {meaning: "number of concepts that both have", high: most},
	"Neighbour.distance": {meaning: "one minus the shared over the united concepts", high: 1},

	"Trial.hash":       {meaning: "hash of the ruleset"},
	"Trial.seed":       {meaning: "seed of the playout"},
	"Trial.moves":      {meaning: "the moves in the text form of trials, the placements of the start first"},
	"Trial.placements": {meaning: "number of moves that are placements of the start", high: most},
	"Trial.ended":      {meaning: "true when the game was over"},
	"Trial.winner":     {meaning: "number of the player who won, 0 for nobody", high: most},
	"Trial.ranks":      {meaning: "rank of each player, from entry 1"},

	"EvaluateRequest.params":     {meaning: "how to play"},
	"EvaluationPage.evaluations": {meaning: "the evaluations of this page, with their main metrics"},
	"EvaluationPage.total":       {meaning: "number of evaluations that pass the filter", high: most},

	"MetricValue.hash":    {meaning: "hash of the ruleset"},
	"MetricValue.game":    {meaning: "name of the game"},
	"MetricValue.ruleset": {meaning: "name of the ruleset, empty for the only one"},
	"MetricValue.culture": {meaning: "culture"},
	"MetricValue.n": {meaning: "number of values: the playouts that tell the metric", low: 1,
		high: math.MaxInt64},
	"MetricValue.mean":       {meaning: "mean of the values, in the metric's unit; shares are between 0 and 1"},
	"MetricValue.low":        {meaning: "lower bound of the 95 % confidence interval of the mean"},
	"MetricValue.high":       {meaning: "upper bound of the 95 % confidence interval of the mean"},
	"MetricValue.stddev":     {meaning: "standard deviation of the values", high: math.MaxFloat64},
	"MetricValue.agent":      {meaning: "who played"},
	"MetricValue.metrics":    {meaning: "what the evaluation measured: all, choices, course, outcomes, traffic or ladder"},
	"MetricValue.playouts":   {meaning: "number of playouts of the evaluation", high: math.MaxInt64},
	"MetricValue.abandoned":  {meaning: "number of playouts abandoned for lack of time or memory", high: math.MaxInt64},
	"MetricValue.engine":     {meaning: "version of the engine that played"},
	"MetricValue.outdated":   {meaning: "true when that is not the current version"},
	"MetricValue.evaluation": {meaning: "id of the evaluation"},

	"ConceptUse.rulesets": {meaning: "number of listed rulesets of which it holds or, for a number, is not 0",
		high: most},
	"ConceptConcept.id":       {meaning: "number; those from 1001 on are our own", low: 1, high: most},
	"ConceptConcept.name":     {meaning: "name"},
	"ConceptConcept.taxonomy": {meaning: "dotted place in the taxonomy, like 2.1.1.3"},
	"ConceptConcept.parent":   {meaning: "name of the concept above"},
	"ConceptConcept.type":     {meaning: "kind of concept, like Equipment or Play"},
	"ConceptConcept.data":     {meaning: "Boolean, Integer or Double"},
	"ConceptConcept.computed": {meaning: "Compilation for concepts of rulesets, Playout for metrics"},
	"ConceptConcept.leaf":     {meaning: "true when nothing is below it in the taxonomy"},
	"ConceptConcept.purposes": {meaning: "what it is used for: AI, Reconstruction"},
	"ConceptConcept.source":   {meaning: "how it is computed, in a word"},
	"ConceptConcept.meaning":  {meaning: "what it says, in one sentence"},

	"Submission.file":      {meaning: "name of the file, for messages"},
	"Submission.text":      {meaning: "the description, at most 4 MiB with everything else"},
	"Submission.options":   {meaning: "options chosen, like \"Board Size/5x5\""},
	"Submission.ruleset":   {meaning: "the declared ruleset chosen, empty for the default one"},
	"Submission.formalism": {meaning: "language of the description; empty: by the extension of the file"},
	"Submission.supersedes": {meaning: "id of a source whose place this one takes: it leaves the tables, but stays " +
		"known by its id and its ruleset by its hash"},
	"Submission.defs": {meaning: "definitions that the description uses, by file name"},
	"Submission.games": {meaning: "descriptions of the games of a match, by file name; others are looked for in " +
		"the catalogue"},
	"Submission.params": {meaning: "how to evaluate it; nothing is evaluated without playouts"},

	"Receipt.source":       {meaning: "id of the source"},
	"Receipt.evaluation":   {meaning: "id of the evaluation; absent until the source is compiled"},
	"Receipt.supersededBy": {meaning: "id of the source that has taken the place of this one, which was known already"},

	"Source.id":           {meaning: "identity: hash of text, options, ruleset, formalism and definitions"},
	"Source.file":         {meaning: "path of the file within the folder that was imported, or its name"},
	"Source.text":         {meaning: "the description; not in lists"},
	"Source.options":      {meaning: "options chosen"},
	"Source.ruleset":      {meaning: "the declared ruleset chosen, empty for the default one"},
	"Source.formalism":    {meaning: "language of the description; empty: by the extension of the file"},
	"Source.defset":       {meaning: "id of the shared definitions"},
	"Source.games":        {meaning: "id of the descriptions of the games of a match"},
	"Source.status":       {meaning: "new, compiled or failed"},
	"Source.engine":       {meaning: "version of the engine that set the status"},
	"Source.rulesetHash":  {meaning: "hash of the ruleset that it gives"},
	"Source.error":        {meaning: "why it does not compile, as file:line:column: message"},
	"Source.updatedAt":    {meaning: "when the status was set"},
	"Source.supersededBy": {meaning: "id of the source that took its place"},
	"Source.retired":      {meaning: "true when the file that gave it is gone, or gives another source"},

	"Receipt.warnings":     {meaning: "what is suspicious about a source that is compiled already; null until then"},
	"Detail.warnings":      {meaning: "what is suspicious about the description; null when nobody has looked yet"},
	"Source.warnings":      {meaning: "what is suspicious about the description; null when nobody has looked yet"},
	"LintWarning.code":     {meaning: "code of the rule, like W101"},
	"LintWarning.severity": {meaning: "how serious it is"},
	"LintWarning.file":     {meaning: "name of the file"},
	"LintWarning.line":     {meaning: "line, from 1; 0 or absent when it is about the whole", high: most},
	"LintWarning.column":   {meaning: "column in bytes, from 1", high: most},
	"LintWarning.message":  {meaning: "what is suspicious"},
	"LintWarning.hint":     {meaning: "how to mend it"},
	"LintWarning.define":   {meaning: "name of the define through which it came into the description"},
	"LintWarning.plays": {meaning: "number of plays that it rests on; 0 or absent when it follows from the text",
		high: most},

	"Problems.sources":     {meaning: "sources that do not compile"},
	"Problems.groups":      {meaning: "the same by reason, the most frequent first"},
	"Problems.incomplete":  {meaning: "sources with parts that are still to be reconstructed: work to do, not errors"},
	"Problems.jobs":        {meaning: "jobs that failed for good, the newest first, at most 500"},
	"Problems.jobGroups":   {meaning: "the same by kind and reason, the most frequent first"},
	"ProblemGroup.reason":  {meaning: "the message without position, names and numbers"},
	"ProblemGroup.count":   {meaning: "number of sources", low: 1, high: most},
	"ProblemGroup.sources": {meaning: "ids of the sources"},
	"JobGroup.kind":        {meaning: "compile, simulate or concepts"},
	"JobGroup.reason":      {meaning: "the message without position, names and numbers"},
	"JobGroup.count":       {meaning: "number of jobs", low: 1, high: most},
	"JobGroup.subjects":    {meaning: "ids of the sources or evaluations, each once"},
	"Failure.kind":         {meaning: "compile, simulate or concepts"},
	"Failure.subject":      {meaning: "id of the source or evaluation"},
	"Failure.reason":       {meaning: "class of the failure: error, panic or attempts"},
	"Failure.error":        {meaning: "the message"},
	"Failure.attempts":     {meaning: "number of times it was tried", low: 0, high: most},
	"Failure.at":           {meaning: "when it was given up"},
}
