"""Prints the line coverage of each module from llvm-cov's summary, and fails where one is below the floor."""

import collections
import json
import sys

FLOOR = 90.0

# Not counted: what only tests link.
TEST_MODULES = {"LiteralRecurrence", "SeriesModel", "TestSupport", "StoreConformance"}


def main(path, listed):
    with open(path) as file:
        files = json.load(file)["data"][0]["files"]
    modules = collections.defaultdict(list)
    for entry in files:
        root, _, name = entry["filename"].rpartition("/Sources/")
        # GRDB and others keep their sources elsewhere, so that the whole path is the name.
        if not root or "/checkouts" in root or "/Benchmarks" in root or "/Peers" in root or not name.endswith(".swift"):
            continue
        module = name.split("/")[0]
        lines = entry["summary"]["lines"]
        if module not in TEST_MODULES:
            modules[module].append((lines["count"] - lines["covered"], lines["count"], name))
    failed = False
    for module, entries in sorted(modules.items()):
        missed, count = (sum(entry[index] for entry in entries) for index in (0, 1))
        share = 100 * (count - missed) / count
        failed = failed or share < FLOOR
        print(f"{module:20} {share:5.1f} % of {count:6} lines{'' if share >= FLOOR else f'  below {FLOOR:.0f} %'}")
        for missed, count, name in sorted(entries, reverse=True)[:listed]:
            if missed:
                print(f"    {missed:4} of {count:4} not run  {name}")
    return 1 if failed or not modules else 0


sys.exit(main(sys.argv[1], int(sys.argv[2])))
