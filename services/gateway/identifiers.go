package gateway

import (
	"net/http"
	"net/url"

	"github.com/astragal/astragal/engine/concept"
	"github.com/astragal/astragal/pkg/catalogue"
)

// registerIdentifiers adds the addresses by which others may name what is in the
// catalogue: they never change, and lead (303, as for things that are no documents)
// to the page that tells most of it today.
func registerIdentifiers(page func(string, func(http.ResponseWriter, *http.Request) error), e Endpoints) {
	see := func(pattern string, find func(r *http.Request) (address string, err error), parts ...string) {
		page("/id/"+pattern, func(w http.ResponseWriter, r *http.Request) error {
			if err := checkPath(r, parts...); err != nil {
				return err
			}
			if _, err := readQuery(r, nil); err != nil {
				return err
			}
			address, err := find(r)
			if err == nil {
				http.Redirect(w, r, address, http.StatusSeeOther)
			}
			return err
		})
	}
	see("ruleset/{hash}", func(r *http.Request) (string, error) {
		d, err := e.Ruleset(r.Context(), RulesetQuery{Hash: r.PathValue("hash")})
		if err != nil {
			return "", err
		}
		return "/rulesets/" + d.Hash, nil
	}, "hash")
	see("evaluation/{id}", func(r *http.Request) (string, error) {
		ev, err := e.Evaluation(r.Context(), r.PathValue("id"))
		if err != nil {
			return "", err
		}
		return "/rulesets/" + ev.RulesetHash + "?evaluation=" + url.QueryEscape(r.PathValue("id")), nil
	}, "id")
	see("concept/{name}", func(r *http.Request) (string, error) {
		k := concept.ByName(r.PathValue("name"))
		if k == nil {
			return "", catalogue.ErrNotFound
		}
		return "/concept/" + url.PathEscape(k.Name), nil
	}, "name")
	see("game/{name}", func(r *http.Request) (string, error) {
		p, err := e.Rulesets(r.Context(), catalogue.Filter{Game: r.PathValue("name"), All: true, Limit: 2})
		if err != nil {
			return "", err
		}
		switch list := p.Rulesets; len(list) {
		case 0:
			return "", catalogue.ErrNotFound
		case 1:
			return "/rulesets/" + list[0].Hash, nil
		default:
			return "/?game=" + url.QueryEscape(list[0].Game), nil
		}
	}, "name")
	see("evidence/{name}/{id}", func(r *http.Request) (string, error) {
		response, err := e.Evidence(r.Context(), catalogue.EvidenceFilter{Game: r.PathValue("name"), ID: r.PathValue("id")})
		if err != nil {
			return "", err
		}
		items := response
		if len(items) == 0 {
			return "", catalogue.ErrNotFound
		}
		return "/evidence?game=" + url.QueryEscape(items[0].Game) + "#" + url.PathEscape(items[0].Anchor()), nil
	}, "name", "id")
}
