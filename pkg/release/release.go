// Package release says which astragal this is: its version, the commit and the
// toolchain it was built from, and the engine in it. CHANGELOG.md tells what each
// version brought; README.md how a build is made that others get bit for bit.
package release

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// Version is that of the whole laboratory by semver.org. The engine has one of its
// own, which decides which figures are comparable (pkg/lab).
const Version = "0.4.0"

// Info is everything that tells two programs apart.
type Info struct {
	Version string `json:"version"`
	Engine  string `json:"engine"` // version of the engine, "" when it does not matter
	// Commit and Time are of the sources, Modified tells that they were changed after
	// it; all are absent when the program was not built in a checkout.
	Commit   string `json:"commit,omitempty"`
	Time     string `json:"time,omitempty"` // RFC 3339
	Modified bool   `json:"modified,omitempty"`
	Go       string `json:"go"`
	Platform string `json:"platform"`
	// Settings are those of the compiler that decide the program.
	Settings map[string]string `json:"settings,omitempty"`
}

// Of returns what this program is, with the version of its engine.
func Of(engine string) Info {
	i := Info{Version: Version, Engine: engine, Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
	b, ok := debug.ReadBuildInfo()
	if !ok {
		return i
	}
	for _, s := range b.Settings {
		switch s.Key {
		case "vcs.revision":
			i.Commit = s.Value
		case "vcs.time":
			i.Time = s.Value
		case "vcs.modified":
			i.Modified = s.Value == "true"
		case "-trimpath", "CGO_ENABLED", "GOAMD64", "GOARM64", "-ldflags", "-pgo", "-tags", "GOEXPERIMENT":
			if i.Settings == nil {
				i.Settings = map[string]string{}
			}
			i.Settings[s.Key] = s.Value
		}
	}
	return i
}

// String is one line for people.
func (i Info) String() string {
	text := fmt.Sprintf("astragal %s, engine %s, %s, %s", i.Version, i.Engine, i.Go, i.Platform)
	if i.Commit != "" {
		text += ", commit " + i.Commit
		if i.Modified {
			text += " with changes"
		}
	}
	return text
}
