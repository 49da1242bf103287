# Everything there is to do with a checkout. `make` alone lists the targets.

PREFIX  ?= /usr/local
DESTDIR ?=
FUZZ_SECONDS ?= 60
N       ?= 200
SEED    ?= 1

CARGO   ?= cargo
LOCKED  := $(if $(filter true,$(CI)),--locked)
TARGET  := $(or $(CARGO_TARGET_DIR),target)
BINARY  := $(TARGET)/release/evercheck
Z3      := .z3/5.4.0.0/libz3.so.5.4

bin_dir  := $(DESTDIR)$(PREFIX)/bin
man_dir  := $(DESTDIR)$(PREFIX)/share/man/man1
bash_dir := $(DESTDIR)$(PREFIX)/share/bash-completion/completions
zsh_dir  := $(DESTDIR)$(PREFIX)/share/zsh/site-functions
lib_dir  := $(DESTDIR)$(PREFIX)/lib/evercheck
inc_dir  := $(DESTDIR)$(PREFIX)/include
fish_dir := $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d

export PATH := $(PATH):$(HOME)/.cargo/bin

.DEFAULT_GOAL := help
.PHONY: help doc demo test test-report test-contrib test-dist test-shared build dist install uninstall setup lint fuzz bench bench-check paper-tables corpus agree sv regression edits traces csmith clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

demo: build ## build, find a bug in an example, prove the fix, edit it and check again
	@scripts/demo.sh $(BINARY)

test: setup lint ## format check, clippy, all tests
	@scripts/test.py $(LOCKED)

build: ## build the optimised binary, target/release/evercheck
	@scripts/setup.sh --build
	$(CARGO) build $(LOCKED) --release

# Under sudo a binary that is there is taken as it is: root may have no cargo, and should leave no files in target.
install: $(if $(SUDO_USER),$(BINARY),build) $(Z3) ## install binary, Z3, header, man pages and shell completions (PREFIX=/usr/local, DESTDIR=)
	install -d $(bin_dir) $(man_dir) $(bash_dir) $(zsh_dir) $(fish_dir) $(inc_dir) $(lib_dir)
	install -m 755 $(BINARY) $(bin_dir)/evercheck
	install -m 644 $(Z3) $(lib_dir)/$(notdir $(Z3))
	install -m 644 include/evercheck.h $(inc_dir)/evercheck.h
	$(BINARY) man --out $(man_dir)
	$(BINARY) completions bash > $(bash_dir)/evercheck
	$(BINARY) completions zsh > $(zsh_dir)/_evercheck
	$(BINARY) completions fish > $(fish_dir)/evercheck.fish

# Under sudo, and for a binary that was built elsewhere: the build itself gets it.
$(Z3):
	python3 scripts/z3.py

$(BINARY):
	$(MAKE) build

uninstall: ## remove what install put there
	rm -f $(bin_dir)/evercheck $(man_dir)/evercheck.1 $(man_dir)/evercheck-*.1
	rm -f $(bash_dir)/evercheck $(zsh_dir)/_evercheck $(fish_dir)/evercheck.fish
	rm -f $(inc_dir)/evercheck.h $(lib_dir)/$(notdir $(Z3))
	rmdir $(lib_dir) 2>/dev/null || true

dist: build $(Z3) ## pack what install installs: a tarball that can be unpacked anywhere, and a Debian package, in target/dist (needs patchelf)
	@scripts/dist.sh $(BINARY) $(Z3) $(TARGET)/dist

test-dist: dist ## try what dist packs in a root without Rust, with the checks of demo (as root; needs debootstrap)
	@scripts/test_dist.sh $(TARGET)/dist

test-contrib: build ## try what is in contrib, as far as cmake, meson, benchexec and npm are there
	@scripts/test_contrib.sh $(BINARY)

setup: ## check for what is needed, get what is missing where possible
	@scripts/setup.sh

lint: ## format check and clippy
	@scripts/lint.sh $(LOCKED)

# Links to private items are for readers of the source.
doc: ## API documentation of all crates, in target/doc, without warnings
	RUSTDOCFLAGS="-D warnings -A rustdoc::private_intra_doc_links" $(CARGO) doc $(LOCKED) --workspace --no-deps

test-report: build ## step through pages of --report and serve in Chromium, and compare with the traces (needs chromium, node, npm)
	@test -d $(TARGET)/browser/node_modules/playwright-core || npm install --silent --no-audit --no-fund --prefix $(TARGET)/browser playwright-core
	@NODE_PATH=$(TARGET)/browser/node_modules node scripts/test_report.js $(BINARY) $(REPORT_FLAGS)

fuzz: ## run the tests called fuzz_… for FUZZ_SECONDS=60 each instead of one, and the targets of cargo-fuzz
	FUZZ_SECONDS=$(FUZZ_SECONDS) $(CARGO) test $(LOCKED) --release --workspace fuzz_
	@scripts/fuzz.sh $(FUZZ_SECONDS)

bench: build ## time the front end (also on CORPUS=path) and runs beside gcc's
	@python3 scripts/bench.py $(BINARY) 11 $(CORPUS)
	@python3 scripts/bench_run.py $(BINARY)

bench-check: build ## time check beside SPIN on the same models, with and without recording, and over 10^5 to 10^7 states
	@python3 scripts/bench_spin.py --evercheck $(BINARY) --instructions
	@python3 scripts/bench_record.py --evercheck $(BINARY) --instructions
	@python3 scripts/scaling.py --evercheck $(BINARY)

paper-tables: build ## measure reuse and ranges on the subjects of the papers for docs/results.md and docs/performance.md (TABLES_FLAGS=--small)
	@python3 scripts/paper_tables.py --evercheck $(BINARY) --work $(TARGET)/paper-tables $(TABLES_FLAGS)
	@python3 scripts/ranged_tables.py --evercheck $(BINARY) $(if $(findstring --small,$(TABLES_FLAGS)),--print)

corpus: build ## run the front end over CORPUS=path, a directory of C programs (CORPUS_FLAGS=)
	@test -n "$(CORPUS)" || { echo 'make corpus needs CORPUS=path' >&2; exit 2; }
	@python3 scripts/corpus.py --evercheck $(BINARY) $(CORPUS_FLAGS) "$(CORPUS)"

agree: build ## run the programs below CORPUS=path compiled by gcc and by the machine, and compare (AGREE_FLAGS=)
	@test -n "$(CORPUS)" || { echo 'make agree needs CORPUS=path' >&2; exit 2; }
	@python3 scripts/agree.py --evercheck $(BINARY) $(AGREE_FLAGS) "$(CORPUS)"

sv: build ## check the verification tasks below CORPUS=path and compare with the verdicts they state (SV_FLAGS=)
	@test -n "$(CORPUS)" || { echo 'make sv needs CORPUS=path' >&2; exit 2; }
	@python3 scripts/sv.py --evercheck $(BINARY) $(SV_FLAGS) $(CORPUS)

regression: build ## check series of revisions below CORPUS=path from scratch and with a store (REGRESSION_FLAGS=)
	@test -n "$(CORPUS)" || { echo 'make regression needs CORPUS=path' >&2; exit 2; }
	@python3 scripts/regression.py --evercheck $(BINARY) $(REGRESSION_FLAGS) "$(CORPUS)"

edits: build ## edit solved tasks below CORPUS=path, EDITS_FLAGS='--from OUT' of make sv, and check them with the store of the original
	@test -n "$(CORPUS)" || { echo 'make edits needs CORPUS=path' >&2; exit 2; }
	@python3 scripts/edits.py --evercheck $(BINARY) $(EDITS_FLAGS) "$(CORPUS)"

traces: ## count the traces of the tests below CORPUS=path and compare with the numbers they state (TRACES_FLAGS=)
	@test -n "$(CORPUS)" || { echo 'make traces needs CORPUS=path' >&2; exit 2; }
	$(CARGO) build $(LOCKED) --release -p evercheck-explicit --example traces
	@python3 scripts/traces.py --traces $(TARGET)/release/examples/traces $(TRACES_FLAGS) $(CORPUS)

csmith: build ## as agree, with N=200 random programs of csmith, from SEED=1 on
	@python3 scripts/csmith.py --evercheck $(BINARY) -n $(N) --seed $(SEED)

test-shared: build ## try a shared store on real servers: S3, WebDAV, Redis; kills, hangs and full disks
	@python3 scripts/shared_store.py --evercheck $(BINARY)

clean: ## remove everything that was built
	$(CARGO) clean
