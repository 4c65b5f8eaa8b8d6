# What people type. `make run` evaluates the library end to end, `make library` thoroughly, `make serve`
# shows the results as web pages, `make test` runs every test.

DATA     ?= .astragal
PLAYOUTS ?= 30
BUDGET   ?= 3s
THOROUGH ?= 1000
ADDR     ?= 127.0.0.1:8080
DIRS     := engine pkg services migrations
PACKAGES := ./engine/... ./...
SERVICES := compile simulate concepts gateway scheduler

# Without the directory in what is compiled, tests, programs, releases and other checkouts share the build cache.
export GOFLAGS := $(filter-out -trimpath,$(shell go env GOFLAGS)) -trimpath

# Collecting garbage takes a fifth of what tests, compilers and linters compute, and little of that where the heap may
# grow to five times what is alive.
test race check vet lint: export GOGC ?= 400

.PHONY: all build worker codemirror characters release run library similar solved serve assets test check race fmt vet lint clean

all: build

build: worker
	go build -o bin/ ./services/astragal $(foreach s,$(SERVICES),./services/$(s)/cmd/$(s))

# The engine for browsers, and our library beside it. Packages that no play waits for are
# compiled without inlining: that makes half a megabyte on the wire, and the tables of lines, which the bundle takes away, another quarter.
DIST := services/studio/dist
E    := github.com/astragal/astragal/engine
COLD := $(foreach p,$(E)/lgdl $(E)/lgdl/clause $(E)/search $(E)/assist $(E)/concept $(E)/lint $(E)/gdl $(E)/rbg $(E)/rg $(E)/efg $(E)/symmetry $(E)/strength $(E)/provenance $(E)/learn $(E)/internal/lower $(E)/internal/rule $(E)/draw $(E)/board \
	$(E)/trace $(E)/traffic $(E)/agent $(E)/internal/heuristic $(E)/ludeme/moves $(E)/ludeme/ints $(E)/ludeme/regions $(E)/ludeme/equipment $(E)/ludeme/graphs $(E)/ludeme/rules $(E)/ludeme/metadata \
	$(E)/ludeme $(E) $(E:engine=pkg)/workbench $(E:engine=pkg)/session gonum.org/v1/gonum/... encoding/json reflect fmt math/big time os \
	regexp regexp/syntax strconv io/fs testing/fstest encoding/csv compress/... bufio html sort strings bytes $(E)/internal/ir $(E)/internal/compiled $(E)/internal/ir/wasm \
	internal/strconv internal/fmtsort internal/reflectlite crypto/... encoding/... path/... unicode/... io context errors $(E)/ruleset $(E)/ludeme/booleans $(E)/formal $(E)/game log log/... hash/... syscall/... internal/poll internal/filepathlite $(E)/internal/play math/rand/... runtime/debug internal/godebug internal/syscall/... internal/bisect $(E)/metric,-gcflags=$(p)=-l)

WASM := GOOS=js GOARCH=wasm CGO_ENABLED=0 GOFLAGS=-trimpath go
worker:
	@echo "building the engine for browsers"
	@$(WASM) build -buildvcs=false $(COLD) -o $(DIST)/engine.wasm \
		-ldflags="-s -w -X '$(E).results=$$(head -1 engine/results.tsv)'" ./services/studio/worker
	cp "$$(go env GOROOT)/lib/wasm/wasm_exec.js" $(DIST)/
	go run ./services/studio/cmd/bundle library $(DIST)

# CodeMirror for the editor page, from npm; only whoever changes its version runs this. The
# sums are checked by the tests.
VENDOR := services/studio/web/vendor
codemirror:
	cd services/studio/vendoring && npm ci --ignore-scripts && node node_modules/esbuild/bin/esbuild codemirror.js --bundle \
		--format=esm --minify --legal-comments=none --outfile=../web/vendor/codemirror.js
	cp services/studio/vendoring/node_modules/fzstd/umd/index.js $(VENDOR)/fzstd.js
	cp services/studio/vendoring/node_modules/fzstd/LICENSE $(VENDOR)/fzstd.LICENSE
	cd services/studio/vendoring && node licences.js > ../web/vendor/codemirror.LICENSE
	cd $(VENDOR) && sha256sum codemirror.js fzstd.js > SHA256SUMS

# The outlines of the characters that pieces of xiangqi, janggi and shogi bear, from an openly licensed font of
# npm; only whoever adds a character to characters.txt runs this. The sums are checked by the tests.
characters:
	cd engine/draw/vendoring && npm ci --ignore-scripts && node characters.js
	cd engine/draw && sha256sum characters.tsv characters.LICENSE > characters.SHA256SUMS

# The same commit gives the same bytes, in whatever directory: see docs/reproduce.md.
release: worker
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

# The scripts of the pages that are other people's, from npm as their lock file pins them.
assets:
	./deploy/vendor-assets

# All packages in one run, those that take longest first, so that no processor waits for the last one: those of the
# services wait more than they compute, so that three packages at once keep two processors busy.
test: worker vet
	@$(GOTEST) -vet=off -timeout 20m $(BESIDE) $(LONGEST) $(PACKAGES)
BESIDE := -p $(shell expr $$(getconf _NPROCESSORS_ONLN) \* 3 / 2) -parallel $(shell expr $$(getconf _NPROCESSORS_ONLN) \* 3)
LONGEST := ./services/e2e ./engine/internal/lower ./services/astragal ./services/studio ./engine/ruleset ./engine ./engine/solve ./engine/internal/compiled ./engine/trace ./engine/reconstruct ./pkg/catalogue ./pkg/posterior

# Lists at the end what was skipped, and why. What is tested has been vetted by then.
GOTEST := go tool gotestsum --format pkgname-and-test-fails --hide-summary output --

# What the daily loop needs, within a minute: formatting, vet, and the tests that say soonest that something
# broke: our language, our library by the conformance suite, the services without servers.
check: fmt
	@go vet $(PACKAGES)
	@go test -short -timeout 2m $(QUICK)
QUICK := ./engine ./engine/conformance ./engine/lgdl ./engine/game ./engine/board ./engine/rng ./engine/ludeme/... \
	./pkg/access ./pkg/host ./pkg/httpx ./pkg/middleware ./services/compile ./services/concepts ./services/gateway \
	./services/scheduler ./services/simulate

# What runs at the same time: the queue, the catalogue, the services. Left out are tests that play as much as a
# fixed time allows, which the detector makes too little, those of what pages do in a browser alone, and long ones in
# which commands do one thing after the other.
ALONE := TestPlayedByClicks|TestSameAsServer|TestPagesFit|TestViewports|TestLaboratory/accessible
ORDERLY := TestCoverage|TestThought|TestProgramsRefuse|TestSolveEndgames|TestInterrupt|TestReproduceDiffers|TestLibraryIsClean|TestPythonEnvironment|TestExportTables|TestInfoOfGDL|TestFormatOwnLibrary|TestGameReport|TestSheet
race: export CGO_ENABLED = 1
race:
	$(GOTEST) -vet=off -race -short -skip 'TestCheckWarns|TestWarnings|TestLatency|$(ALONE)|$(ORDERLY)' -timeout 20m \
		./services/e2e ./services/astragal ./pkg/... ./services/... && \
	$(GOTEST) -vet=off -race -run 'TestShared$$' ./engine/internal/compiled

fmt:
	@bad=$$(gofmt -l $(DIRS)); if [ -n "$$bad" ]; then echo "not formatted by gofmt:"; echo "$$bad"; exit 1; fi

# Of the files for machines without wazero's compiler, and for browsers, no other target sees whether they compile.
vet: fmt
	@$(WASM) vet $(COLD) ./services/studio/worker
	@GOOS=linux GOARCH=riscv64 CGO_ENABLED=0 go vet ./engine/internal/ir/wasm ./engine/internal/compiled
	@go vet $(PACKAGES)

# The linter is a tool of go.mod: its version is pinned and its sum known.
lint: vet
	@go tool staticcheck $(PACKAGES)

# The table of solved games: what a small machine decides of our library, and published values of poker.
SOLVED := line/Tic-Tac-Toe line/WildTicTacToe line/Notakto line/TerniLapilli line/Tapatan line/Rota line/Achi line/ThreeMensMorris \
	line/TantFant line/LukTsutKi line/Shisima line/TsoroYematatu line/NineHoles line/ConnectFour blocking/MuTorere blocking/PongHauKi \
	blocking/Dodgem nim/BachetsGame nim/Kayles nim/TheThirtyOneGame nim/SubtractASquare hunt/CercarLaLiebre \
	puzzle/Sudoku puzzle/Futoshiki puzzle/Kakuro puzzle/LatinSquare puzzle/MagicSquare puzzle/GraphColouring
solved: build
	nice ./bin/astragal solve --markdown --timeout 20m --memory 1G --positions 200000 engine/solve/testdata/kuhn.efg engine/solve/testdata/leduc.kif engine/rbg/testdata/ticTacToe.rbg engine/rg/testdata/ticTacToe.hrg \
		engine/solve/testdata/connectFour4x4.rbg engine/solve/testdata/connectFour4x5.rbg engine/solve/testdata/kalah.lud \
		$(SOLVED:%=library/lud/%.lud) > docs/solved.new && mv docs/solved.new docs/solved.md

clean:
	rm -rf bin dist
