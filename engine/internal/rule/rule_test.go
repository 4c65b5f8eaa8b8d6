package rule_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/internal/rule"
	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/ludeme/booleans"
	"github.com/astragal/astragal/engine/ludeme/ints"
	"github.com/astragal/astragal/engine/ludeme/moves"
	"github.com/astragal/astragal/engine/ludeme/regions"
)

// TestArguments demands that each row has the arguments that its rule asks for, and that a grammar refuses a row that
// does not have them.
func TestArguments(t *testing.T) {
	seen := 0
	for _, row := range slices.Concat(ints.Rows, booleans.Rows, regions.Rows, moves.Rows) {
		form, err := lgdl.ReadForm(row.Text)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range row.Asks {
			seen++
			if !slices.ContainsFunc(form.Slots, func(s lgdl.Slot) bool { return s.Name == name }) {
				t.Errorf("%s has no argument %s", row.Text, name)
			}
			without := lgdl.Form{Text: "(" + form.Keyword + ")", Result: row.Result, Asks: []string{name}}
			if _, err := lgdl.NewGrammar([]lgdl.Form{without}); err == nil || !strings.Contains(err.Error(), name) {
				t.Errorf("%s without %s: %v", row.Text, name, err)
			}
		}
	}
	if seen < 20 {
		t.Errorf("rows ask for %d arguments", seen)
	}
}

// TestWords demands that every word hands on the names that its parts ask for.
func TestWords(t *testing.T) {
	who := rule.Arg("int", "roleType")
	test := rule.Test(who, nil, nil)
	for word, of := range map[string]struct {
		impl any
		want string
	}{
		"Arg":       {who, "int roleType"},
		"ArgOr":     {rule.ArgOr("level", 0), "level"},
		"Player":    {rule.Player, "player roleType"},
		"ArgElse":   {rule.ArgElse("level", who), "int level roleType"},
		"PlayerOr":  {rule.PlayerOr(rule.Num(0)), "player roleType"},
		"Component": {rule.Component("string", who), "int roleType string"},
		"ByPlayer":  {rule.ByPlayer(who, nil), "int roleType"},
		"AtSite":    {rule.AtSite("at", nil, nil), "at siteType"},
		"TestSite":  {rule.TestSite("at", nil, nil), "at siteType"},
		"Where":     {rule.OverSites("in").Where(), "if in"},
		"Pattern":   {rule.Pattern{}.Sites(), "from siteType stepTypes what whats"},
		"Is":        {rule.Is(rule.Arg("at"), who), "at int roleType"},
		"Test":      {test, "int roleType"},
		"Needs":     {who.Needs(game.Stacking).Typed(), "int roleType siteType"},
		"Ints":      {rule.Ints{"": who, "Prev": rule.Arg("of")}.At("kind"), "int kind of roleType"},
		"All":       {rule.OverSites("in").All(), "if in"},
		"Union":     {rule.OverPlayers.Union(), "ints sites"},
		"Nth":       {rule.OverTo("in", "at").Nth("index"), "at in index"},
		"ArrayArg":  {rule.ArrayArg("ints", "int"), "int ints"},
		"Tabled":    {rule.Tabled(rule.Arg("row"), who, "", nil), "int roleType row"},
		"Moves":     {rule.OverInterval.Moves().Then(), "max min moves then"},
		"Bools":     {rule.Bools{"Mover": test.Needs(game.Stacking)}.At("kind"), "int kind roleType"},
	} {
		row := rule.Rows([]lgdl.Form{{Text: "(word)", Impl: of.impl}})[0]
		asks := slices.Clone(row.Asks)
		slices.Sort(asks)
		if got := strings.Join(asks, " "); got != of.want {
			t.Errorf("%s asks for %s; want %s", word, got, of.want)
		}
	}
}
