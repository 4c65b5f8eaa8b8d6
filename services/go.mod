module github.com/astragal/astragal/services

go 1.26.0

require (
	github.com/astragal/astragal/engine v0.0.0
	github.com/astragal/astragal/migrations v0.0.0
	github.com/astragal/astragal/pkg v0.0.0
)

replace (
	github.com/astragal/astragal/engine => ../engine
	github.com/astragal/astragal/migrations => ../migrations
	github.com/astragal/astragal/pkg => ../pkg
)
