module github.com/astragal/astragal/pkg

go 1.26

require github.com/astragal/astragal/engine v0.0.0

replace github.com/astragal/astragal/engine => ../engine
