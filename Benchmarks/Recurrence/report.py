"""Brings the measurements of all engines together: rates, ratios with their spread, and who was right."""

import json
import math
import statistics
import sys


def load(workloads, lines):
    table = []
    with open(workloads, encoding="utf-8") as file:
        for line in file:
            if not line.startswith("#"):
                fields = line.rstrip("\n").split("\t")
                number = [None if text == "-" else float(text) for text in fields[6:9]]
                table.append({"name": fields[0], "reference": number[0], "best": number[1], "goal": number[2]})
    results = {}
    for line in lines:
        result = json.loads(line)
        known = results.setdefault((result["engine"], result["workload"]), result)
        if known is not result:
            known["rates"] += result["rates"]
    return table, results


def is_right(result, own):
    amount = result["amount"]
    return amount <= own["amount"] and result["checksums"][amount - 1] == own["checksums"][amount - 1]


def short(rate):
    for size, letter in ((1e6, "M"), (1e3, "k")):
        if rate >= size:
            return f"{rate / size:.3g}{letter}"
    return f"{rate:.3g}"


def shown(results, engine, name, own):
    result = results.get((engine, name))
    if result is None or result["amount"] == 0:
        return "-"
    return short(statistics.median(result["rates"])) + ("" if is_right(result, own) else "!")


def main():
    table, results = load(sys.argv[1], sys.stdin)
    print(f"{'workload':36} {'taskd':>8} {'libical':>8} {'dateutil':>8} {'Foundat.':>8}"
          f" {'x libical':>20} {'x best peer, scaled':>20}  goal   allocations")
    ratios, missed = [], []
    for row in table:
        name = row["name"]
        own = results.get(("taskd", name))
        if own is None:
            missed.append(name)
            continue
        rate = statistics.median(own["rates"])
        libical = results.get(("libical", name))
        times, scaled, verdict = "-", "-", ""
        if libical:
            measured = statistics.median(libical["rates"])
            times = spread([value / measured for value in own["rates"]])
            if row["best"]:
                best = row["best"] * measured / row["reference"]
                ratio = rate / best
                scaled = spread([value / best for value in own["rates"]])
                ratios.append(ratio)
                verdict = "3x " + judge(ratio >= 3, name, missed)
        if row["goal"]:
            verdict += f" {short(row['goal'])} " + judge(rate >= row["goal"], name, missed)
        allocations = own["allocations"]
        per_walk = allocations * own["amount"]
        print(f"{name:36} {short(rate):>8} {shown(results, 'libical', name, own):>8}"
              f" {shown(results, 'dateutil', name, own):>8} {shown(results, 'Foundation', name, own):>8}"
              f" {times:>20} {scaled:>20}  {verdict}   {allocations:.4f} ({per_walk:.0f} in all)")
    mean = math.exp(statistics.fmean(map(math.log, ratios)))
    print(f"\nGeometric mean over the best correct peer: {mean:.1f}x (goal 8x)."
          f" An engine with ! gave other moments than taskd, whose answers the vectors prove.")
    print("Missed: " + (", ".join(missed) if missed else "nothing"))


def spread(values):
    values = sorted(values)
    return f"{statistics.median(values):.3g} ({values[0]:.3g}-{values[-1]:.3g})"


def judge(holds, name, missed):
    if not holds:
        missed.append(name)
    return "yes" if holds else "NO"


main()
