package equiv

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"runtime/metrics"
	"time"
)

// budget bounds the time and the memory of a comparison and tells its progress.
type budget struct {
	Options
	ctx    context.Context
	parent context.Context
	told   time.Time // when progress was last told
	looked time.Time // when memory was last looked at
	bytes  uint64
}

func newBudget(ctx context.Context, o Options) (*budget, context.CancelFunc) {
	b := &budget{Options: o, parent: ctx, told: time.Now()}
	cancel := context.CancelFunc(func() {})
	b.ctx = ctx
	if o.Timeout > 0 {
		b.ctx, cancel = context.WithTimeout(ctx, o.Timeout)
	}
	return b, cancel
}

// bound is the error of a bound that was reached.
type bound struct{ within string }

func (b *bound) Error() string { return "not decided within " + b.within }
func (b *bound) Unwrap() error { return ErrBound }

// check is called at every position, with the number of those visited in this pass.
// The error is a *bound, or that of the caller's context.
func (b *budget) check(depth, positions int) error {
	if positions > b.MaxPositions {
		return &bound{fmt.Sprintf("%d positions", b.MaxPositions)}
	}
	if err := b.parent.Err(); err != nil && !errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	if b.ctx.Err() != nil {
		return &bound{b.Timeout.String()}
	}
	now := time.Now()
	if now.Sub(b.looked) > 20*time.Millisecond {
		b.looked = now
		if b.bytes = LiveBytes(); b.Memory > 0 && b.bytes > b.Memory {
			runtime.GC() // garbage does not count
			if b.bytes = LiveBytes(); b.bytes > b.Memory {
				return &bound{sizeText(b.Memory) + " of memory"}
			}
		}
	}
	if b.Progress != nil && now.Sub(b.told) > time.Second {
		b.told = now
		b.Progress(Progress{Depth: depth, Positions: positions, Bytes: b.bytes})
	}
	return nil
}

// crowded tells that memory is better spared.
func (b *budget) crowded() bool { return b.Memory > 0 && b.bytes > b.Memory/3 }

// LiveBytes is the memory that objects of the process take, garbage included until it
// is collected.
func LiveBytes() uint64 {
	s := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(s)
	return s[0].Value.Uint64()
}

// sizeText gives a number of bytes in mebibytes or gibibytes.
func sizeText(bytes uint64) string {
	if bytes%(1<<30) == 0 {
		return fmt.Sprintf("%d GiB", bytes>>30)
	}
	return fmt.Sprintf("%d MiB", bytes>>20)
}
