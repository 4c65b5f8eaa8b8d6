module github.com/astragal/astragal/services

go 1.26
