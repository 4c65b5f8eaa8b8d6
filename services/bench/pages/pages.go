// Package pages lists the pages of a running server, for what looks at them or times them.
package pages

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
)

// Kind is a page with addresses that it has: several where it shows one of many things.
type Kind struct {
	Name  string
	Paths []string
	// Waits tells that a page may say that it is being worked out, and tell browsers to come again.
	Waits bool
}

// Ruleset is what a list of rulesets says of one, as far as pages need it.
type Ruleset struct {
	Hash, Game, Formalism string
}

// Of are the pages of the server at an address, with the pages of at most so many rulesets,
// spread over its library. The server must answer; a library without rulesets has no
// pages of rulesets.
func Of(ctx context.Context, server string, rulesets int) ([]Kind, error) {
	var list struct {
		Total    int
		Rulesets []Ruleset
	}
	if err := Get(ctx, server+"/api/rulesets?limit=1000", &list); err != nil {
		return nil, err
	}
	one := func(name string, paths ...string) Kind { return Kind{Name: name, Paths: paths} }
	kinds := []Kind{
		one("library", "/"),
		one("library, narrowed", "/?is=kind:board/race", "/?is=kind:board/war&from=1500&to=1900",
			"/?q=a&column=Balance&sort=-Balance",
			"/?concept=Dice&sort=-DurationMoves"),
		one("library, last page", fmt.Sprintf("/?sort=-DurationMoves&offset=%d", max(0, list.Total-100))),
		one("map", "/map", "/map?from=1&to=100", "/map?is=kind:board/race"),
		{"families", []string{"/families?is=kind:board/race&one=true",
			"/families?is=kind:board/war&one=true&colour=cluster"}, true},
		one("metric", "/metric/DurationMoves", "/metric/BranchingFactorAverage?against=DurationMoves&by=century",
			"/metric/Balance?by=region"),
		one("concept", "/concept/HexTiling", "/concept/Dice?by=century", "/concept/Capture"),
		one("concepts", "/concepts"),
		one("evidence", "/evidence"),
		one("operations", "/operations"),
		one("failures", "/failures"),
		one("changes", "/changes"),
		one("wear", "/wear"),
		one("play", "/play"),
		one("edit", "/edit"),
		one("compare, none chosen", "/compare"),
		one("no such page", "/no-such-page"),
	}
	apart := max(1, len(list.Rulesets)/9) // of rulesets that are compared
	step := max(1, len(list.Rulesets)/max(1, rulesets))
	ruleset, play, two, eight := one("ruleset"), Kind{Name: "play, step by step", Waits: true}, one("compare two"),
		one("compare eight")
	for i := 0; i < len(list.Rulesets) && len(ruleset.Paths) < rulesets; i += step {
		r := &list.Rulesets[i]
		address := "/rulesets/" + url.PathEscape(r.Hash)
		ruleset.Paths = append(ruleset.Paths, address)
		if r.Formalism == "" || r.Formalism == "lgdl" {
			play.Paths = append(play.Paths, address+"/plays/1?ply=4")
		}
		for k, n := range []int{2, 8} {
			var chosen []string
			for j := range n {
				chosen = append(chosen, "r="+url.QueryEscape(list.Rulesets[(i+j*apart)%len(list.Rulesets)].Hash))
			}
			into := []*Kind{&two, &eight}[k]
			if len(list.Rulesets) >= n {
				into.Paths = append(into.Paths, "/compare?"+strings.Join(chosen, "&"))
			}
		}
	}
	for _, k := range []Kind{ruleset, play, two, eight} {
		if len(k.Paths) > 0 {
			kinds = append(kinds, k)
		}
	}
	return kinds, nil
}

// Get reads an answer of the API.
func Get(ctx context.Context, address string, into any) error {
	r, err := http.NewRequestWithContext(ctx, "GET", address, nil)
	if err != nil {
		return err
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("%s: %s", address, answer.Status)
	}
	return json.NewDecoder(answer.Body).Decode(into)
}
