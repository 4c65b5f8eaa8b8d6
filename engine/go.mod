module github.com/astragal/astragal/engine

go 1.26
