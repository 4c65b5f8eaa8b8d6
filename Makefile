# What people type. `make run` evaluates the library end to end, `make library` thoroughly, `make serve`
# shows the results as web pages, `make test` runs every test.

DATA     ?= .astragal
PLAYOUTS ?= 30
BUDGET   ?= 3s
THOROUGH ?= 1000
ADDR     ?= 127.0.0.1:8080
MODULES  := engine pkg services
SERVICES := compile simulate concepts gateway scheduler

.PHONY: all build release run library similar serve test vet lint clean

STATICCHECK := honnef.co/go/tools/cmd/staticcheck@v0.8.2

all: build

build:
	go build -o bin/ ./services/astragal $(foreach s,$(SERVICES),./services/$(s)/cmd/$(s))

# The same commit gives the same bytes, in whatever directory: see docs/reproduce.md.
release:
	CGO_ENABLED=0 GOFLAGS=-trimpath go build -buildvcs=true -ldflags="-s -w" -o dist/ ./services/astragal
	cd dist && sha256sum astragal

run: build
	@./deploy/ensure-postgres
	./bin/astragal evaluate --rulesets --data $(DATA) --playouts $(PLAYOUTS) --budget $(BUDGET) library

# Everything that we ship, thoroughly: as long as it takes.
library: build
	@./deploy/ensure-postgres
	./bin/astragal import --data $(DATA) --playouts $(THOROUGH) --budget 0 library

# Which of our descriptions share suspiciously much text with another library.
similar:
	go run ./engine/similar/cmd/similar library ../shared/library

serve: build
	@./deploy/ensure-postgres
	./bin/astragal serve --data $(DATA) --addr $(ADDR)

# The modules one after the other: the pipeline tests start real servers.
test: vet
	@set -e; for m in $(MODULES); do echo "== $$m"; (cd $$m && go test -timeout 20m ./...); done

vet:
	@bad=$$(gofmt -l $(MODULES)); if [ -n "$$bad" ]; then echo "not formatted by gofmt:"; echo "$$bad"; exit 1; fi
	@set -e; for m in $(MODULES); do (cd $$m && go vet ./...); done

lint: vet
	@set -e; for m in $(MODULES); do (cd $$m && go run $(STATICCHECK) ./...); done

clean:
	rm -rf bin dist
