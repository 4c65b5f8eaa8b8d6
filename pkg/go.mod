module github.com/astragal/astragal/pkg

go 1.26
