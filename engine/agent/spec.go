// Package agent names those who play and seats them. A Spec is one agent, as
// uct:1000 or uct:iterations=1000,playout=mast,select=grave says; a Team gives
// every seat of a game its agent. The text of a Spec has one canonical form,
// which is its identity wherever figures are kept. What an agent does with a
// position is the business of package search.
package agent

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Spec is one agent. The zero value plays at random.
type Spec struct {
	kind    string // "" is random
	options [len(optionNames)]string
	learned *Learned
}

// The options by their place in Spec.options; canonical text lists them in this order.
const (
	iterations = iota
	depth
	thinking
	leaves
	selection
	explore
	untried
	playout
	cutoff
	values
	reuse
	solver
	decisive
	final
	quiet
	table
	order
	temperature
	blunder
	policy
	value
	command
)

var optionNames = [...]string{"iterations", "depth", "time", "playouts", "select", "explore", "first", "playout",
	"cutoff",
	"values", "reuse", "solver", "decisive", "final", "quiet", "table", "order", "temperature", "blunder", "policy",
	"value", "name"}

// The bounds of the numbers of an agent.
const (
	maxIterations = 1_000_000
	maxDepth      = 64
	maxCutoff     = 2000
	minTime       = time.Millisecond
	maxTime       = time.Hour
)

// option is what may be written for an option.
type option struct {
	words    []string // besides numbers
	least    float64
	most     float64
	whole    bool
	duration bool
	name     bool
}

var options = [len(optionNames)]option{
	iterations:  {least: 1, most: maxIterations, whole: true},
	thinking:    {duration: true},
	depth:       {least: 1, most: maxDepth, whole: true},
	leaves:      {least: 1, most: maxIterations, whole: true},
	selection:   {words: []string{"ucb1", "tuned", "grave", "history"}},
	explore:     {least: 0, most: 10},
	untried:     {words: []string{"all", "parent"}},
	playout:     {words: []string{"random", "mast", "nst"}},
	cutoff:      {words: []string{"none"}, least: 1, most: maxCutoff, whole: true},
	values:      {words: []string{"own", "standard", "material", "none"}},
	reuse:       {words: []string{"yes", "no"}},
	solver:      {words: []string{"yes", "no"}},
	decisive:    {words: []string{"yes", "no"}},
	final:       {words: []string{"visits", "mean"}},
	quiet:       {words: []string{"yes", "no"}},
	table:       {words: []string{"yes", "no"}},
	order:       {words: []string{"yes", "no"}},
	temperature: {least: 0, most: 10},
	blunder:     {least: 0, most: 1},
	policy:      {name: true},
	value:       {name: true},
	command:     {name: true},
}

// kind is what an agent of a kind understands.
type kind struct {
	short    []int          // the options that numbers without a name stand for
	budget   []int          // one of these must be given
	defaults map[int]string // the options it has, with what holds when they are not given
}

var kinds = map[string]kind{
	"random": {},
	"flat": {short: []int{iterations}, budget: []int{iterations, thinking},
		defaults: map[int]string{iterations: "", thinking: "",
			playout: "random", cutoff: "none", values: "own", temperature: "0", blunder: "0"}},
	"uct": {short: []int{iterations}, budget: []int{iterations, thinking},
		defaults: map[int]string{iterations: "", thinking: "",
			selection: "ucb1", explore: "0.6", untried: "parent", playout: "random", cutoff: "none", values: "own", reuse: "yes",
			solver: "yes", decisive: "yes", final: "visits", temperature: "0", blunder: "0", policy: "", value: ""}},
	"alphabeta": {short: []int{depth, leaves}, budget: []int{depth, thinking},
		defaults: map[int]string{depth: "", thinking: "",
			leaves: "", values: "own", quiet: "no", table: "yes", order: "yes", temperature: "0", blunder: "0", value: ""}},
	"best": {short: []int{iterations}, budget: []int{iterations, thinking},
		defaults: map[int]string{iterations: "", thinking: "",
			temperature: "0", blunder: "0", policy: "", value: ""}},
	"deduce":  {short: []int{iterations}, budget: []int{iterations}, defaults: map[int]string{iterations: ""}},
	"program": {short: []int{command}, budget: []int{command}, defaults: map[int]string{command: ""}},
}

// Usage describes in one line what Parse understands.
const Usage = "random, flat:PLAYOUTS, uct:PLAYOUTS, alphabeta:DEPTH[:PLAYOUTS], deduce:POSITIONS or best:PLAYOUTS, " +
	"with options as in uct:time=1s,playout=mast"

// Parse reads the name of an agent: a kind, then after a colon its options,
// separated by commas, as NAME=VALUE or for the first ones as a number alone:
//
//	random           every legal decision with the same probability
//	flat:N           flat Monte Carlo: N random playouts, dealt evenly to the decisions
//	uct:N            N playouts that grow a tree by upper confidence bounds
//	alphabeta:D      alpha-beta, D plies deep; positions at that depth are valued by heuristics
//	alphabeta:D:N    the same; a position at that depth is worth the mean of N random playouts
//	deduce:N         a solver of deduction puzzles, which looks at N positions at most
//	best:N           the search that suits the game, with the work of about N playouts
//	program:NAME     a program outside, known to the arena by that name
//
// docs/agents.md explains the options. Numbers are written without signs and
// leading zeros; options are in force by their value, so that uct:10 and
// uct:iterations=10,select=ucb1 are one agent with one String.
func Parse(text string) (Spec, error) {
	name, rest, given := strings.Cut(text, ":")
	k, known := kinds[name]
	if !known || given && (len(k.defaults) == 0 || rest == "") {
		return Spec{}, fmt.Errorf("agent %q, expected %s", text, Usage)
	}
	s := Spec{kind: name}
	if name == "random" {
		s.kind = ""
	}
	fail := func(format string, args ...any) (Spec, error) {
		return Spec{}, fmt.Errorf("agent %q: %s", text, fmt.Sprintf(format, args...))
	}
	short := k.short
	for _, part := range parts(rest) {
		key, value, named := strings.Cut(part, "=")
		at := slices.Index(optionNames[:], key)
		switch {
		case !named && len(short) == 0:
			return fail("%q, expected NAME=VALUE", part)
		case !named:
			at, value, short = short[0], part, short[1:]
		default:
			short = nil
			if _, has := k.defaults[at]; !has {
				return fail("%s has no option %q, expected %s", name, key, strings.Join(k.names(), ", "))
			}
		}
		if s.options[at] != "" {
			return fail("%s is given twice", optionNames[at])
		}
		clean, err := options[at].read(value)
		if err != nil {
			return fail("%s: %v", optionNames[at], err)
		}
		s.options[at] = clean
	}
	return s.settle(k, fail)
}

// parts splits the options of an agent, which short forms separate by colons too.
func parts(rest string) []string {
	if rest == "" {
		return nil
	}
	if !strings.Contains(rest, "=") {
		rest = strings.ReplaceAll(rest, ":", ",")
	}
	return strings.Split(rest, ",")
}

// settle checks the options with each other and drops those that say nothing.
func (s Spec) settle(k kind, fail func(string, ...any) (Spec, error)) (Spec, error) {
	n := 0
	for _, at := range k.budget {
		if s.options[at] != "" {
			n++
		}
	}
	if n == 0 && len(k.budget) > 0 {
		names := make([]string, len(k.budget))
		for i, at := range k.budget {
			names[i] = optionNames[at]
		}
		return fail("expected %s", strings.Join(names, " or "))
	}
	if n > 1 && s.kind != "alphabeta" {
		return fail("iterations and time exclude each other")
	}
	for at, usual := range k.defaults {
		if s.options[at] == usual {
			s.options[at] = ""
		}
	}
	return s, nil
}

// names are the options of a kind.
func (k kind) names() (names []string) {
	for at, name := range optionNames {
		if _, has := k.defaults[at]; has {
			names = append(names, name)
		}
	}
	return names
}

// read checks the value of an option and returns its canonical text.
func (o *option) read(value string) (string, error) {
	if slices.Contains(o.words, value) {
		return value, nil
	}
	switch {
	case o.duration:
		d, err := time.ParseDuration(value)
		if err != nil || d < minTime || d > maxTime {
			return "", fmt.Errorf("%q, expected a time from %v to %v", value, minTime, maxTime)
		}
		return d.String(), nil
	case o.name:
		if value == "" || strings.Trim(value, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.") != "" {
			return "", fmt.Errorf("%q, expected letters, digits, points, - and _", value)
		}
		return value, nil
	case o.most == 0:
		return "", fmt.Errorf("%q, expected %s", value, strings.Join(o.words, ", "))
	}
	x, err := strconv.ParseFloat(value, 64)
	clean := strconv.FormatFloat(x, 'f', -1, 64)
	if err != nil || !(x >= o.least && x <= o.most) || o.whole && (clean != value || x != math.Trunc(x)) ||
		strings.Trim(value, "0123456789.") != "" {
		word := ""
		if len(o.words) > 0 {
			word = strings.Join(o.words, ", ") + " or "
		}
		return "", fmt.Errorf("%q, expected %sa number from %g to %s", value, word, o.least,
			strconv.FormatFloat(o.most, 'f', -1, 64))
	}
	return clean, nil
}

// String is the canonical text of the agent, which Parse reads.
func (s Spec) String() string {
	if s.Random() {
		return "random"
	}
	k := kinds[s.kind]
	var short, long []string
	for at, value := range s.options {
		place := slices.Index(k.short, at)
		switch {
		case value == "":
		case place == len(short) && (place == 0 || !s.named(k.short)):
			short = append(short, value)
		default:
			long = append(long, optionNames[at]+"="+value)
		}
	}
	text := strings.Join(append([]string{s.kind}, short...), ":")
	if len(long) == 0 {
		return text
	}
	if len(short) == 0 {
		return text + ":" + strings.Join(long, ",")
	}
	return text + "," + strings.Join(long, ",")
}

// named reports whether options are given that have no short form.
func (s Spec) named(short []int) bool {
	for at, value := range s.options {
		if value != "" && !slices.Contains(short, at) {
			return true
		}
	}
	return false
}

// Random reports whether the agent plays at random.
func (s Spec) Random() bool { return s.kind == "" }

// Timed reports whether what the agent does depends on the clock, so that its
// plays cannot be repeated.
func (s Spec) Timed() bool { return s.options[thinking] != "" }

// Program is the name of the program outside that plays, "" if the agent is none.
func (s Spec) Program() string { return s.options[command] }

// Weaker is the next lower level of the same agent: with half of its iterations, rounded down, at
// least least; of alpha-beta with a depth a ply less; of agents with nothing but a time half of it. It is
// false for agents that have no lower one.
func (s Spec) Weaker(least int) (Spec, bool) {
	switch {
	case s.kind == "deduce":
		return Spec{}, false
	case s.options[iterations] != "":
		n := int(s.number(iterations)) / 2
		s.options[iterations] = strconv.Itoa(n)
		return s, n >= max(least, 1)
	case s.options[depth] != "":
		n := int(s.number(depth)) - 1
		s.options[depth] = strconv.Itoa(n)
		return s, n >= 1
	case s.Timed():
		d := s.budget() / 2
		s.options[thinking] = d.String()
		return s, d >= minTime
	}
	return Spec{}, false
}

// word is the value of an option.
func (s Spec) word(at int) string {
	if v := s.options[at]; v != "" {
		return v
	}
	return kinds[s.kind].defaults[at]
}

// number is the value of an option as a number, 0 if it is none.
func (s Spec) number(at int) float64 {
	x, err := strconv.ParseFloat(s.word(at), 64)
	if err != nil {
		return 0
	}
	return x
}

// budget is the time that the agent may think about a decision, 0 for no limit.
func (s Spec) budget() time.Duration {
	d, err := time.ParseDuration(s.word(thinking))
	if err != nil {
		return 0
	}
	return d
}
