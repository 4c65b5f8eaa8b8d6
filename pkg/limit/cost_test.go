package limit

import (
	"testing"
	"time"
)

// Time in which nothing is played does not count, and play that never ends or
// fails is no obstacle.
func TestPlayoutTime(t *testing.T) {
	rs := coinToss(t)
	quick := PlayoutTime(t.Context(), rs, true)
	if quick <= 0 || quick > time.Millisecond {
		t.Errorf("a coin takes %v", quick)
	}
	if idle := PlayoutTime(t.Context(), hungry{Ruleset: rs, pause: 10 * time.Millisecond}, false); idle <= 0 ||
		idle > 5*time.Millisecond {
		t.Errorf("with pauses it takes %v", idle)
	}
	if endless := PlayoutTime(t.Context(), hungry{Ruleset: rs, pause: time.Hour}, false); endless != mostPlay {
		t.Errorf("without end it takes %v", endless)
	}
	if broken := PlayoutTime(t.Context(), hungry{Ruleset: rs, panic: true}, false); broken != 0 {
		t.Errorf("play that fails takes %v", broken)
	}
}
