module github.com/astragal/astragal/migrations

go 1.26.0
