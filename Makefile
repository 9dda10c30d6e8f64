# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
#
# The face of the build: `make` lists what there is. The build itself is CMakeLists.txt.

JOBS         ?= $(shell nproc)
PREFIX       ?= /usr/local
FUZZ_SECONDS ?= 60
FUZZ_RUNS    ?=
SCENES       ?=
FROM         ?=
CTEST        := ctest --output-on-failure --no-label-summary --no-tests=error -j $(JOBS)
ABUT         := build/release/apps/abut/abut
MAKEFLAGS    += --no-print-directory

# configure (quick when nothing changed) and build a preset
preset = cmake --preset $(1) && cmake --build --preset $(1) -j $(JOBS)

.PHONY: help run command build check test soak verify bench docs site pictures lint format fuzz asan tsan clang \
        python deb install packages clean

help:     ## this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-9s %s\n", $$1, $$2}' Makefile

run: command ## install packages, build the command, simulate models/hello.yaml and plot it
	mkdir -p out
	$(ABUT) run models/hello.yaml -o out/hello.abut.db
	$(ABUT) plot out/hello.abut.db ball.position.z -o out/hello

command: packages ## build/release/apps/abut/abut alone
	$(call preset,release) --target abut

build: packages ## build/release, with all tests
	$(call preset,release)

check: build ## the fast tests: a minute or two
	$(CTEST) --test-dir build/release -L fast

test: build ## the tests a change must pass: minutes
	$(CTEST) --test-dir build/release -LE soak

soak: ## everything, in hours: all tests and lint, all compilers and sanitizers, long fuzzing (FUZZ_RUNS=N inputs each), SCENES=N random scenes; FROM=STEP goes on with that step
	FUZZ_RUNS=$(FUZZ_RUNS) SCENES=$(SCENES) .ci/run nightly $(FROM)

verify: build ## the table of published numbers against ours
	build/release/tests/verify/verify

bench: packages-bench ## measure, beside other engines
	$(call preset,bench)
	bench/run build/bench

docs: build ## make what is generated in README.md and docs/, check links and code
	tools/make_docs.sh build/release
	tools/pictures.sh build/release stale
	tools/check_docs.sh build/release

site: packages-site ## the pages as a site, into build/site/html, with a search that works from files
	/usr/bin/python3 site/make_site.py build/site

pictures: build ## draw the gallery, pictures of the viewer and thumbnails anew, though nothing has changed
	tools/pictures.sh build/release

lint: packages-check ## includes, format, clang-tidy, cppcheck
	tools/lint.sh

format: packages-check ## format all C files
	tools/sources.sh | xargs -0 clang-format -i

fuzz: packages-check ## feed readers and shape pairs nonsense, each for FUZZ_SECONDS, 60
	cmake --preset asan && cmake --build --preset fuzz -j $(JOBS)
	tools/fuzz.sh $(FUZZ_SECONDS)

asan: packages packages-check ## unit tests under the address and undefined behaviour sanitizers
	$(call preset,asan)
	$(CTEST) --test-dir build/asan -L unit

tsan: packages ## unit tests under the thread sanitizer
	$(call preset,tsan)
	$(CTEST) --test-dir build/tsan -L unit

clang: packages-check ## all tests, built by clang
	$(call preset,clang)
	$(CTEST) --test-dir build/clang -LE soak

python: packages packages-python ## the Python package in a virtual environment, build/python, and its tests
	$(call preset,release) --target abut_static --target abut
	ABUT_PYTHON=$(CURDIR)/build/python python/test.sh build/release -m "not soak"

deb: packages packages-python packages-package ## the Debian packages, built twice and tried, into build/deb
	tests/packages/package_test.sh build/deb

install: build ## into PREFIX, /usr/local
	cmake --install build/release --prefix $(PREFIX)

packages: ## the Debian packages to build (see packages.txt)
	@tools/packages.sh build modes
packages-%:
	@tools/packages.sh build modes $*

clean: ## remove build/ and out/
	rm -rf build out
