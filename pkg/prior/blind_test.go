package prior_test

import (
	"context"
	"os"
	"testing"

	"github.com/astragal/astragal/engine/lgdl"
	"github.com/astragal/astragal/engine/reconstruct"
	"github.com/astragal/astragal/pkg/prior"
)

const shared = "../../../shared/library"

func reference(t *testing.T, folder string) *reconstruct.Library {
	t.Helper()
	defs, err := lgdl.LoadDefines(os.DirFS(folder + "/def"))
	if err != nil {
		t.Skip(err)
	}
	l, err := reconstruct.Load(os.DirFS(folder+"/lud"), defs, nil)
	if err != nil {
		t.Skip(err)
	}
	return l
}

// TestBlind hides sections of complete rulesets (part 11, E.7.4).
func TestBlind(t *testing.T) {
	if os.Getenv("ASTRAGAL_PROPERTIES") != "all" {
		t.Skip("takes minutes; ASTRAGAL_PROPERTIES=all runs it")
	}
	l := reference(t, shared)
	c, err := prior.Hide(context.Background(), l, 300, 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	r := c.Compare(0)
	t.Logf("%+v", *r)
	for _, row := range r.Rows[5:] { // those before are parts of the kernel
		if row.Less <= 0 || row.P >= 0.01 {
			t.Errorf("the kernel is better than %s by %.3f only, p = %.4f", row.Prior, row.Less, row.P)
		}
	}
}
