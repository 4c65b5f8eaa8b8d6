package gateway

import (
	"cmp"
	"context"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/lint"
	"github.com/astragal/astragal/pkg/catalogue"
)

// Problems are what failed, the most frequent reasons first.
type Problems struct {
	// Sources do not compile; Groups has them by reason.
	Sources []catalogue.Source `json:"sources"`
	Groups  []ProblemGroup     `json:"groups"`
	// Incomplete sources have parts that are still to be reconstructed: work to
	// do, not errors.
	Incomplete []catalogue.Source `json:"incomplete"`
	// Jobs failed for good; JobGroups has them by reason.
	Jobs      []catalogue.Failure `json:"jobs"`
	JobGroups []JobGroup          `json:"jobGroups"`
}

// ProblemGroup is a reason for which sources do not compile.
type ProblemGroup struct {
	Reason  string   `json:"reason"`
	Count   int      `json:"count"`
	Sources []string `json:"sources"` // ids
}

// JobGroup is a reason for which jobs of a kind failed.
type JobGroup struct {
	Kind   string `json:"kind"`
	Reason string `json:"reason"`
	Count  int    `json:"count"`
	// Subjects are the sources or evaluations, each once.
	Subjects []string `json:"subjects"`
}

// shownFailures bounds how many failed jobs are looked at.
const shownFailures = 500

func (s *service) Problems(ctx context.Context) (p Problems, err error) {
	failed, err := s.catalogue.FailedSources(ctx)
	if err != nil {
		return p, err
	}
	p.Sources, p.Incomplete, p.Groups, p.JobGroups = []catalogue.Source{}, []catalogue.Source{}, []ProblemGroup{},
		[]JobGroup{}
	for _, src := range failed {
		src = public(src)
		if lgdl.Unfinished(src.Error) {
			p.Incomplete = append(p.Incomplete, src)
			continue
		}
		p.Sources = append(p.Sources, src)
		reason := Reason(src.Error, src.File)
		i := slices.IndexFunc(p.Groups, func(g ProblemGroup) bool { return g.Reason == reason })
		if i < 0 {
			i = len(p.Groups)
			p.Groups = append(p.Groups, ProblemGroup{Reason: reason})
		}
		p.Groups[i].Count++
		p.Groups[i].Sources = append(p.Groups[i].Sources, src.ID)
	}
	slices.SortStableFunc(p.Groups, func(a, b ProblemGroup) int {
		return cmp.Or(b.Count-a.Count, cmp.Compare(a.Reason, b.Reason))
	})
	if p.Jobs, err = s.catalogue.Failures(ctx, shownFailures); err != nil {
		return p, err
	}
	for i := range p.Jobs {
		f := &p.Jobs[i]
		f.Error = scrub(f.Error)
		reason := Reason(f.Error, "")
		at := slices.IndexFunc(p.JobGroups, func(g JobGroup) bool { return g.Kind == f.Kind && g.Reason == reason })
		if at < 0 {
			at = len(p.JobGroups)
			p.JobGroups = append(p.JobGroups, JobGroup{Kind: f.Kind, Reason: reason})
		}
		g := &p.JobGroups[at]
		if g.Count++; !slices.Contains(g.Subjects, f.Subject) {
			g.Subjects = append(g.Subjects, f.Subject)
		}
	}
	slices.SortStableFunc(p.JobGroups, func(a, b JobGroup) int { return b.Count - a.Count })
	return p, nil
}

var (
	position = regexp.MustCompile(`^[^\s:]*:\d+(:\d+)?: `)
	specific = regexp.MustCompile(`"[^"]*"|\b\d+\b`)
)

// Reason is an error without position, names and numbers, so that alike errors
// count together.
func Reason(msg, file string) string {
	msg, _, _ = strings.Cut(msg, "\n")
	msg, _, _ = strings.Cut(msg, "; ") // hints
	msg = position.ReplaceAllString(strings.TrimPrefix(msg, file), "")
	if msg = specific.ReplaceAllString(msg, "…"); msg == "" {
		return "unknown"
	}
	return msg
}

// public is a source as others may see it: with the path of its file within the
// imported folder, or with its name alone, but never with where the server keeps it.
func public(src catalogue.Source) catalogue.Source {
	name := publicPath(src.File)
	if src.Tracked != "" {
		name = filepath.ToSlash(src.Tracked)
	}
	if src.File != "" {
		src.Error = strings.ReplaceAll(src.Error, src.File, name)
	}
	src.File, src.Error = name, scrub(src.Error)
	return src
}

// publicWarnings names the files of warnings as public does.
func publicWarnings(list []lint.Warning, err error) ([]lint.Warning, error) {
	for i := range list {
		w := &list[i]
		if w.File != "" {
			w.File = publicPath(w.File)
		}
		w.Message, w.Hint = scrub(w.Message), scrub(w.Hint)
	}
	return list, err
}

// publicPath is a relative path as it is, without what leads out of its folder,
// and the last part of an absolute one.
func publicPath(file string) string {
	clean := path.Clean(filepath.ToSlash(file))
	if path.IsAbs(clean) || len(clean) > 1 && clean[1] == ':' {
		return path.Base(clean)
	}
	for strings.HasPrefix(clean, "../") {
		clean = clean[len("../"):]
	}
	return clean
}

// absolute is an absolute path of a file in a text.
var absolute = regexp.MustCompile(`(^|[\s"'(\[=])/(?:[^\s/:"'()]+/)+([^\s/:"'()]+)`)

// scrub leaves of absolute paths in a text the last part.
func scrub(text string) string { return absolute.ReplaceAllString(text, "$1$2") }
