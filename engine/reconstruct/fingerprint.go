package reconstruct

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"time"

	"github.com/astragal/astragal/engine/formal"
	"github.com/astragal/astragal/engine/game"
	"github.com/astragal/astragal/engine/rng"
	"github.com/astragal/astragal/engine/ruleset"
)

var _ = time.Now
var _ = context.Background
var _ = sha256.New
var _ = hex.EncodeToString
var _ = fmt.Sprint
var _ = formal.Perft
var _ = game.Catch
var _ rng.SplitMix64

// Fingerprint TBD
func Fingerprint(rs *ruleset.Ruleset) string { return "" }
