"""Measures python-dateutil on every workload of a file, and prints a line of JSON for each."""

import json
import sys
import time
from datetime import datetime, timedelta, timezone
from zoneinfo import ZoneInfo

from dateutil.rrule import rrulestr

BUDGET = 0.5
MASK = (1 << 64) - 1
EPOCH = datetime(1970, 1, 1)


def answers(work, rule, start):
    if work["kind"] == "parse":
        for _ in range(work["amount"]):
            yield rrulestr(work["rule"], dtstart=start)._interval
        return
    if work["kind"] == "walk":
        for count, moment in enumerate(rule):
            if count == work["amount"]:
                return
            yield moment
        return
    first = start + timedelta(days=int(work["kind"].split(":")[1]) * 365)
    for index in range(work["amount"]):
        yield rule.after(first + timedelta(hours=index))


def seconds(answer, zone):
    if isinstance(answer, int):
        return answer
    if zone is None:
        return int((answer - EPOCH).total_seconds())
    return int(answer.replace(tzinfo=zone).astimezone(timezone.utc).timestamp())


def measure(work):
    start = datetime.strptime(work["start"], "%Y%m%dT%H%M%S")
    zone = None if work["zone"] == "-" else ZoneInfo(work["zone"])
    rule = rrulestr(work["rule"], dtstart=start)
    checksum, checksums = 0, []
    begin = time.perf_counter()
    for answer in answers(work, rule, start):
        if answer is None:
            break
        checksum = (checksum * 31 + seconds(answer, zone)) & MASK
        checksums.append(checksum)
        if time.perf_counter() - begin > BUDGET:
            break
    rate = len(checksums) / (time.perf_counter() - begin)
    return {
        "engine": "dateutil", "workload": work["name"], "amount": len(checksums), "rates": [rate],
        "checksums": checksums,
    }


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        for line in file:
            if line.startswith("#"):
                continue
            name, kind, rule, start, zone, amount = line.split("\t")[:6]
            work = {"name": name, "kind": kind, "rule": rule, "start": start, "zone": zone, "amount": int(amount)}
            try:
                print(json.dumps(measure(work)))
            except (ValueError, OverflowError) as error:
                print(f"dateutil refuses {name}: {error}", file=sys.stderr)


main()
