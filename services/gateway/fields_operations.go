package gateway

import "math"

import "maps"

// operationFields describes the fields of operations and keys.
var operationFields = map[string]field{
	"Operations.running": {meaning: "evaluations under way, at most 100, those first that come first"},
	"Operations.total":   {meaning: "number of all evaluations under way", high: most},
	"Operations.workers": {meaning: "workers that recorded batches of them in the last five minutes"},
	"Operations.queue":   {meaning: "jobs that wait or are worked on, by kind and priority"},

	"Operations.schedule":      {meaning: "what is evaluated again by the clock", null: true},
	"Schedule.cron":            {meaning: "when, as a cron expression in UTC"},
	"Schedule.playouts":        {meaning: "playouts of each ruleset", high: most},
	"Schedule.metrics":         {meaning: "what is measured: all, choices, course, outcomes, traffic or ladder"},
	"Schedule.next":            {meaning: "when it is due next"},
	"Schedule.ran":             {meaning: "when it asked last", null: true},
	"Schedule.requested":       {meaning: "evaluations that it asked for then", high: most, null: true},
	"Schedule.error":           {meaning: "why it could not ask when it was due"},
	"Operations.finished":      {meaning: "the evaluations that ended last, the latest first"},
	"FinishedEvaluation.title": {meaning: "name of the game and of its ruleset"},
	"Running.id":               {meaning: "id of the evaluation"},
	"Running.hash":             {meaning: "hash of the ruleset"},
	"Running.game":             {meaning: "name of the game"},
	"Running.ruleset":          {meaning: "name of the ruleset, empty for the only one"},
	"Running.agent":            {meaning: "who plays"},
	"Running.playouts":         {meaning: "playouts asked for", high: most},
	"Running.batches":          {meaning: "batches that they are played in", high: most},
	"Running.done":             {meaning: "batches recorded", high: most},
	"Running.priority":         {meaning: "before (positive) or after (negative) other work", low: -most, high: most},
	"Running.recent":           {meaning: "batches recorded in the last five minutes", high: most},
	"Running.createdAt":        {meaning: "when it was asked for"},

	"WorkerUse.worker":          {meaning: "name of the worker"},
	"WorkerUse.batches":         {meaning: "batches in the last five minutes", high: most},
	"WorkerUse.busyNanoseconds": {meaning: "time that it spent on them, in nanoseconds"},
	"WorkerUse.last":            {meaning: "when it recorded the last one"},

	"JobsLaneDepth.kind":   {meaning: "compile, simulate or concepts"},
	"JobsLaneDepth.high":   {meaning: "jobs before others", high: most},
	"JobsLaneDepth.normal": {meaning: "jobs of normal priority", high: most},
	"JobsLaneDepth.low":    {meaning: "jobs after others", high: most},

	"Key.name":              {meaning: "name of the key"},
	"Key.role":              {meaning: "what it allows: read, submit or admin"},
	"Key.createdAt":         {meaning: "when it was made"},
	"Key.revokedAt":         {meaning: "when it was ended; absent while it is valid"},
	"Budget.playoutsPerDay": {meaning: "playouts that may be asked for in a day (UTC); absent for no limit"},
	"Budget.secondsPerDay":  {meaning: "seconds of playing in a day (UTC); absent for no limit"},

	"RefreshRequest.params": {meaning: "how to play"},
	"RefreshRequest.limit":  {meaning: "evaluations to ask for at most; 0 only counts", high: maxRefresh},
	"Refreshed.engine":      {meaning: "version of the current engine"},
	"Refreshed.requested":   {meaning: "evaluations asked for by this call", high: maxRefresh},
	"Refreshed.left":        {meaning: "descriptions that no such evaluation is asked for of, after this call", high: math.MaxInt32},
	"NewKey.name":           {meaning: "name of the key, which no other may have"},
	"NewKey.role":           {meaning: "what it allows"},
	"NewKey.playoutsPerDay": {meaning: "playouts that may be asked for in a day (UTC); null or absent for no limit"},
	"NewKey.secondsPerDay":  {meaning: "seconds of playing in a day (UTC); null or absent for no limit"},
	"MadeKey.name":          {meaning: "name of the key"},
	"MadeKey.role":          {meaning: "what it allows"},
	"MadeKey.secret":        {meaning: "the key itself, which is stored nowhere"},
}

func init() { maps.Copy(fields, operationFields) }
