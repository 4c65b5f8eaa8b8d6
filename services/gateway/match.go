package gateway

import (
	"context"
	"errors"
	"maps"
	"regexp"
	"strings"
	"testing/fstest"

	"github.com/astragal/astragal/engine/ruleset"
	"github.com/astragal/astragal/pkg/catalogue"
)

// subgame is where a description names a game of a match.
var subgame = regexp.MustCompile(`\(subgame\s+"([^"]*)"`)

// Subgames returns the names of the games that the text of a match names.
func Subgames(text string) (names []string) {
	for _, m := range subgame.FindAllStringSubmatch(text, -1) {
		names = append(names, m[1])
	}
	return names
}

// resolveGames stores the descriptions of the games of a match, those that come
// with it or else those that the catalogue has, so that the submission means the
// same for ever. It returns all descriptions together, and the definitions that
// those of the catalogue had. What is not found, compiling will report.
func (s *service) resolveGames(ctx context.Context, sub *Submission) (text string, defs map[string]string, err error) {
	names := Subgames(sub.Text)
	if len(names) == 0 || sub.Formalism != "" && sub.Formalism != "lgdl" {
		return sub.Text, nil, nil
	}
	given := fstest.MapFS{}
	for file, text := range sub.Games {
		given[file] = &fstest.MapFile{Data: []byte(text)}
	}
	all, games, defs := []string{sub.Text}, map[string]string{}, map[string]string{}
	for _, name := range names {
		description := ""
		if file, err := ruleset.FindGame(given, name); err == nil {
			description = sub.Games[file]
		} else {
			src, err := s.catalogue.Description(ctx, name)
			if errors.Is(err, catalogue.ErrNotFound) {
				continue
			}
			if err != nil {
				return "", nil, err
			}
			description = src.Text
			if src.DefsetID != "" {
				files, err := s.catalogue.Defs(ctx, src.DefsetID)
				if err != nil {
					return "", nil, err
				}
				maps.Copy(defs, files)
			}
		}
		games[name+".lud"] = description
		all = append(all, description)
	}
	if len(games) > 0 {
		sub.games, err = s.catalogue.PutDefs(ctx, games)
	}
	return strings.Join(all, "\n"), defs, err
}
