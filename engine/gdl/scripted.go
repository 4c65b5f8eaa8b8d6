package gdl

import "runtime"

// scripted tells whether joint moves get code of their own. In browsers, where the engine must be small, gates are
// followed instead: plays are the same.
const scripted = runtime.GOARCH != "wasm"
