"""Prints what zoneinfo says: random instants from 1900 on, then the offsets of every zone at them.

usage: zone_offsets.py COUNT LAST_YEAR
A zone that is a link to one printed before is left out. Offsets are run-length coded as COUNT*SECONDS.
"""

import itertools
import os
import random
import sys
import zoneinfo
from datetime import datetime, timezone


def main() -> None:
    count, last_year = int(sys.argv[1]), int(sys.argv[2])
    begin = int(datetime(1900, 1, 1, tzinfo=timezone.utc).timestamp())
    end = int(datetime(last_year, 1, 1, tzinfo=timezone.utc).timestamp())
    chance = random.Random(9636)
    instants = sorted(chance.randrange(begin, end) for _ in range(count))
    print(*instants)
    known = set()
    for name in sorted(zoneinfo.available_timezones()):
        path = os.path.join(zoneinfo.TZPATH[0], name)
        # A tzdata package of Python's own may know names that this machine has no file for.
        if not os.path.exists(path):
            continue
        with open(path, "rb") as file:
            content = file.read()
        if content in known:
            continue
        known.add(content)
        zone = zoneinfo.ZoneInfo(name)
        offsets = (round(datetime.fromtimestamp(i, zone).utcoffset().total_seconds()) for i in instants)
        print(name, *(f"{len(list(run))}*{offset}" for offset, run in itertools.groupby(offsets)))


if __name__ == "__main__":
    main()
