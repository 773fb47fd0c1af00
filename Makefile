# Everything a developer does with taskd, where there is make: each target is a script of the same name. `make` alone
# lists them.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
MAKEFLAGS += --no-print-directory
.DEFAULT_GOAL := help

# Passed on: make run ARGS="--listen 127.0.0.1:8080", make test ARGS="--filter RecurrenceTests"
ARGS ?=

.PHONY: $(shell awk -F: '/^[a-z-]+:.*\#\# / { print $$1 }' $(firstword $(MAKEFILE_LIST)))

run: ## Build the release configuration and run `taskd serve` here; ARGS="…" is passed on
	@exec Scripts/run $(ARGS)

build: ## Build the release configuration and link it as bin/taskd
	@Scripts/build

dist: ## Make the archive of the release, with its symbols and checksums, in .build/dist
	@Scripts/dist

deb: ## Make the Debian package taskd-scheduler in .build/dist, and check it with lintian
	@Scripts/package-deb

build-all: ## Compile everything: tests, benchmarks, comparisons and the fuzzers' harnesses
	@Scripts/build-all

test: ## Build and run all tests; ARGS="--filter RecurrenceTests" runs some
	@Scripts/test $(ARGS)

test-dist: ## Check manual pages, completions, unit, container, bill of materials, alerts and dashboard; ARGS="PROGRAM"
	@Scripts/test-dist $(ARGS)

test-deb: ## Install, upgrade, remove and purge the Debian package on a bare Debian 12, as root
	@Scripts/test-deb

test-tsan: ## Run the tests of the concurrent modules under ThreadSanitizer
	@Scripts/test-tsan $(ARGS)

test-asan: ## Run the tests of the modules that speak to C under AddressSanitizer
	@Scripts/test-asan $(ARGS)

coverage: ## Run all tests with coverage, and print the line coverage of each module; ARGS="FILES-TO-LIST"
	@Scripts/coverage $(ARGS)

test-kills: ## Kill the daemon 100 times while 50,000 reminders fire; ARGS="KILLS REMINDERS"
	@Scripts/test-kills $(ARGS)

test-postgres-chaos: ## Kill, freeze and cut off nodes and their database in 100 rounds; ARGS="ROUNDS REMINDERS SEED FIRST"
	@Scripts/test-postgres-chaos $(ARGS)

test-hostile: ## Send 100,000 random requests from 3 seeds while canary reminders fire; ARGS="SEEDS REQUESTS"
	@Scripts/test-hostile $(ARGS)

test-limits: ## Flood the daemon, and measure what others notice; ARGS="REQUESTS CONNECTIONS"
	@Scripts/test-limits $(ARGS)

record: ## Record the first minute with taskd anew, for docs/command-line.md; ARGS="SECTION PROGRAM"
	@Scripts/record $(ARGS)

test-api: ## Hold the server against its OpenAPI document with schemathesis; ARGS="MINUTES SEED"
	@Scripts/test-api $(ARGS)

test-histories: ## Hold series against their model over 10,000 random histories; ARGS="HISTORIES SEED"
	@Scripts/test-histories $(ARGS)

simulate: ## Simulate the due queue on a disk that fails; ARGS="--seeds 1000", ARGS="--seed 17" replays one
	@Scripts/simulate $(ARGS)

simulate-year: ## Simulate a year of daily tasks under the default retention; ARGS="TASKS REMINDERS DAYS"
	@Scripts/simulate-year $(ARGS)

test-examples: ## Run the webhook receivers of Examples and send them good and bad messages
	@Scripts/test-examples

fuzz-notify: ## Fuzz the parsers of received headers, URLs, Retry-After and whole responses; ARGS="60 urls" for a minute of one
	@Scripts/fuzz-notify $(ARGS)

fuzz-json: ## Fuzz the reader of JSON against Foundation's; ARGS="60" for a minute
	@Scripts/fuzz-json $(ARGS)

fuzz-phrases: ## Fuzz the reader of phrases in English and Korean; ARGS="60" for a minute
	@Scripts/fuzz-phrases $(ARGS)

check-peers: ## Compare 100,000 random rules with libical and python-dateutil; ARGS="RULES SEED"
	@Scripts/check-peers $(ARGS)

fuzz: ## Fuzz the readers and the evaluator of recurrence; ARGS="TARGET SECONDS", targets rule, dates, zone, cron
	@Scripts/fuzz $(ARGS)

lint: ## Check the format of all Swift code and the rules in Scripts/lint-rules
	@Scripts/lint

format: ## Rewrite all Swift code in the project's format
	@Scripts/lint-format --fix

lunisolar-tables: ## Compute the checked-in tables of the Chinese and Korean calendars again
	@Scripts/generate-lunisolar

bench: ## Run every benchmark under Benchmarks
	@Scripts/bench $(ARGS)

bench-due: ## Benchmark the due queue against its limit and its peer; Benchmarks/Due/run lists the options
	@Benchmarks/Due/run

bench-notify: ## Measure the delivery of webhooks against async-http-client alone; ARGS="--rounds 5" is passed on
	@Benchmarks/Notify/run $(ARGS)

bench-http: ## Measure requests a second of the HTTP interface against a bare route
	@Benchmarks/HTTP/run

bench-start: ## Measure the time from the start to the first /readyz that says 200, with a new store and with 1,000,000 tasks
	@Benchmarks/Start/run

bench-store: ## Measure changes of the store beside the row work alone, and the command line beside other managers
	@Benchmarks/Store/run

bench-postgres: ## Measure the store on PostgreSQL beside its limit and its peers, on a server of its own; Benchmarks/Postgres/run has the options
	@Benchmarks/Postgres/run

bench-lists: ## Measure lists, text search and counts of 10,000 to 10,000,000 tasks; Benchmarks/Store/lists has the options
	@Benchmarks/Store/lists

bench-limits: ## Measure how long requests within the limits hold the writer, and /upcoming with hostile series
	@Benchmarks/Limits/run

bench-recurrence: ## Measure rule evaluation against libical, python-dateutil and Foundation
	@Benchmarks/Recurrence/run

bench-phrases: ## Measure how many phrases a second are read, and their allocations; ARGS="TABLE ROUNDS"
	@Benchmarks/Phrases/run $(ARGS)

docs: ## Make the site of all pages and of the libraries in .build/docs/site, and check its links
	@Scripts/docs

clean: ## Remove everything that was built or fetched
	@rm -rf .build .build-* .venv-* bin

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-17s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))
