module github.com/astragal/astragal/engine

go 1.26.0

require (
	github.com/tetratelabs/wazero v1.12.0
	gonum.org/v1/gonum v0.17.0
)

require golang.org/x/sys v0.49.0 // indirect
