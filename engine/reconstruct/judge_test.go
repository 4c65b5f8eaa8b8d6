package reconstruct_test

import (
	"strings"
	"testing"

	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/reconstruct"
	"github.com/astragal/astragal/engine/ruleset"
)

// TestJudge says why completions are rejected.
func TestJudge(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{described("[3]", play+end), ""},
		{described("[3]", play+end) + ` (metadata (recon (concept "Line" True)))`, ""},
		{described("[3]", play+end) + ` (metadata (recon (concept "Line" False)))`, "constraint"},
		{described("[3]", play+end) + ` (metadata (recon (concept "Line" False weight:3.0)))`, ""},
		{described("[3]", play+end) + ` (metadata (recon (concept "NumPlayableSitesOnBoard" maxValue:8.0)))`, "constraint"},
		{described("[3]", play+end) + ` (metadata (recon (concept "NumStartComponents" 0.0)))`, ""},
		{described("[3]", `(start (place "Disc1" 0))`+play+end) + ` (metadata (recon (concept "NumStartComponents" 0.0)))`,
			"constraint"},
		{described("[3]", play+end) + ` (metadata (recon (or {(concept "Dice" True) (not (concept "Track" True))})))`, ""},
		{described("[3]", play+end) + ` (metadata (recon (and {(concept "Dice" True) (not (concept "Track" True))})))`,
			"constraint"},
		{described("[3]", play+end) + ` (metadata (recon (relation "NumPlayableSites = 3 * (NumRows)")))`, ""},
		{described("[3]", play+end) + ` (metadata (recon (relation "NumPlayableSites / 2 < NumRows - -1")))`, "constraint"},
		// open
		{described("[3]", play+end) + ` (metadata (recon (concept "DurationTurns" minValue:1000.0 agent:"uct:10" playouts:5)))`, ""},
		{described("[3]", `(play (move Remove (sites Occupied by:[Next])))`+end), "start"},
		{described("[3]", play+`(end (if (is In (last To) (sites {"[X]" "A1"})) (result [Mover] Win)))`), "compile"},
	} {
		list, _ := all(t, space(t, c.text, nil, reconstruct.Uniform{}))
		if len(list) != 1 {
			t.Fatalf("%d completions: %s", len(list), c.text)
		}
		if v := list[0].Judge(); v.Reason != c.want {
			t.Errorf("rejected by %q (%v), want %q: %s", v.Reason, v.Err, c.want, c.text)
		}
	}
}

// TestBadConstraints refuses what has no meaning, with its place.
func TestBadConstraints(t *testing.T) {
	for recon, want := range map[string]string{
		`(concept "Line" True weight:0.0)`:             "above 0",
		`(concept "DurationTurns" 3.0 agent:"nobody")`: "nobody",
		`(concept "DurationTurns" 3.0 playouts:0)`:     "number of playouts",
		`(concept "X" minValue:3.0 maxValue:2.0)`:      "above maxValue",
		`(relation "NumRows")`:                         "expected one of",
		`(relation "NumRows = NumRaws")`:               `no concept "NumRaws"`,
		`(relation "(NumRows = 3")`:                    "never closed",
		`(relation "NumRows = 3 4")`:                   "behind the relation",
		`(hole "size")`:                                "no hole with the name",
		`(hole "1" certainty:2.0)`:                     "from 0 to 1",
		`(given "moves")`:                              "no part of a game",
		`(not (hole "1"))`:                             "no condition",
		`(or {(concept "Line" True weight:2.0)})`:      "only a whole condition",
	} {
		text := described("[3]", play+end) + "\n(metadata (recon {" + recon + "}))"
		d, err := lgdl.Read("x.lud", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		_, err = reconstruct.Read(d, nil, lgdl.Selection{})
		if err == nil || !strings.HasPrefix(err.Error(), "x.lud:2:") || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want …%s…", recon, err, want)
		}
	}
	s := read(t, described("[size: 3]", play+end)+
		`(metadata (recon {(hole "size" source:"A find" certainty:0.9) (given "play" source:"A text")}))`)
	if h := s.Holes[0]; h.Source != "A find" || h.Certainty != 0.9 || len(s.Given) != 1 || s.Given[0].Source != "A text" {
		t.Errorf("%+v %+v", h, s.Given)
	}
}

// TestFingerprint holds games in other words for the same, and others for different.
func TestFingerprint(t *testing.T) {
	loader, err := ruleset.NewLoader()
	if err != nil {
		t.Fatal(err)
	}
	print := func(text string) string {
		rs, err := loader.Compile(ruleset.Source{File: "x.lud", Text: []byte(text)})
		if err != nil {
			t.Fatal(err)
		}
		return reconstruct.Fingerprint(rs)
	}
	one := print(described("3", play+end))
	for text, same := range map[string]bool{
		strings.NewReplacer(`"Disc"`, `"O"`, `"Cross"`, `"X"`).Replace(described("3", play+end)): true,
		described("3", play+`(end {(if (is Line 3) (result Next Loss))})`):                       true,
		described("3", play+`(end (if (is Line 3) (result Mover Loss)))`):                        false,
		described("4", play+end): false,
		described("3", play+`(end (if (is Line 2) (result Mover Win)))`): false,
	} {
		if (print(text) == one) != same {
			t.Errorf("same %v expected: %s", same, text)
		}
	}
}

// TestDescription writes a completion that compiles to the same game.
func TestDescription(t *testing.T) {
	x := space(t, described("[3 | 4]", `(start [#])`+play+end)+`(metadata (info (description "A [game]")))`, donors(t),
		reconstruct.Frequency{})
	loader, err := ruleset.NewLoader()
	if err != nil {
		t.Fatal(err)
	}
	list, _ := all(t, x)
	for i, c := range list {
		text, err := c.Description(i+1, "in a test")
		if err != nil {
			t.Fatal(err)
		}
		rs, err := loader.Compile(ruleset.Source{File: "x.lud", Text: []byte(text)})
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if rs.Expanded() != c.Text() || !strings.HasSuffix(rs.RulesetName(), "(Reconstructed)") {
			t.Errorf("%s: another game:\n%s\n%s", rs.RulesetName(), rs.Expanded(), c.Text())
		}
	}
}
