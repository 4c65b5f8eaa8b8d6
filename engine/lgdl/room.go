package lgdl

import "sync"

// room is what texts are rewritten in while a description is expanded. Nothing of it is used afterwards, so the next
// description takes it over: it is a large part of what reading one allocates.
type room struct {
	buffers [2]mtext // texts are rewritten from one into the other
	bodies  [2]mtext // and so are the bodies of defines for their uses
	meta    mtext    // the metadata of the text
	whole   mtext    // the text with it
	game    mtext    // the text without it
}

var rooms = sync.Pool{New: func() any { return &room{} }}

// release gives the room to the next description, unless it is larger than most need.
func (r *room) release() {
	size := 0
	for _, m := range []mtext{r.buffers[0], r.buffers[1], r.bodies[0], r.bodies[1], r.meta, r.whole, r.game} {
		size += cap(m.b)
	}
	if size <= Usual.Expanded {
		rooms.Put(r)
	}
}
