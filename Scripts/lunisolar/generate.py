"""Writes Sources/Recurrence/Calendars/LunisolarTable+Years.swift; run it by Scripts/generate-lunisolar."""

import sys
from datetime import date

import astronomy
import sources
from lunisolar import Events, years

FIRST, LAST = 1900, 2150
EPOCH = date(1970, 1, 1)

HEADER = """\
// Made by Scripts/generate-lunisolar; change that instead.

/// The years of the Chinese and the Korean lunisolar calendar, computed from JPL's ephemeris DE405.
///
/// The months follow GB/T 33661-2017 with new moons and solar terms by the clocks of Beijing (mean time of its
/// meridian before 1929) and of Seoul (UTC+8:30 in 1908...1911 and 1954...1961). The Korean years up to 2049 equal
/// those that KASI publishes; the years {china} of the Chinese and {korea} of the Korean calendar
/// are those of the almanacs of their time. Where a new moon of the far future comes so close to midnight that the
/// earth's rotation decides the day, UTC without further leap seconds is taken:
/// {close}.
///
/// A year is a number; from its lowest bit on: 13 bits for the months that have 30 days, 4 for the place of the leap
/// month (15 for none), 12 for the months and 17 for the days since the beginning of the first year.
extension LunisolarTable {{
"""


def day(year, month, day):
    return (date(year, month, day) - EPOCH).days


def beijing(universal):
    return 8 if universal >= day(1929, 1, 1) - 8 / 24 else 7 + (45 + 40 / 60) / 60


def seoul(universal):
    if universal < day(1908, 4, 1):
        return beijing(universal)
    return 8.5 if universal < day(1912, 1, 1) or day(1954, 3, 21) <= universal < day(1961, 8, 10) else 9


def corrected(computed, printed):
    return computed | {
        year: computed[year]._replace(long_months=tuple(month == "1" for month in months))
        for year, months in printed.items()
    }


def check(chinese, korean):
    for year in range(FIRST, sources.KASI_LAST + 1):
        assert korean[year] == sources.korea(year), f"{year} is not as KASI has it"
    differing = {year for year in chinese if chinese[year] != sources.china(year)}
    assert differing == sources.SXTWL_DIFFERS, f"sxtwl has other years {sorted(differing)}"
    for table in (chinese, korean):
        for year in range(FIRST, LAST):
            length = sum(29 + is_long for is_long in table[year].long_months)
            assert table[year].first_day + length == table[year + 1].first_day, f"{year} has a hole"


def undecided(events, meridian):
    """The years with a new moon whose day another guess of the earth's rotation may change."""
    slow = lambda time: 69.184 + 1.6 * max(0, (time - astronomy.J2000) / 365.25 - 17)
    fast, slow = (years(FIRST, LAST, events, meridian, delta) for delta in (astronomy.delta_t, slow))
    return [year for year in range(2017, LAST + 1) if fast[year] != slow[year]]


def packed(table):
    rows, month = [], 0
    for year in range(FIRST, LAST + 2):
        entry = table[year]
        bits = sum(1 << place for place, is_long in enumerate(entry.long_months) if is_long)
        leap = 15 if entry.leap is None else entry.leap
        rows.append(bits | leap << 13 | month << 17 | (entry.first_day - table[FIRST].first_day) << 29)
        month += len(entry.long_months)
    return rows


def array(name, calendar, table):
    rows = [f"0x{row:012X}" for row in packed(table)]
    lines = [", ".join(rows[start:start + 6]) for start in range(0, len(rows), 6)]
    text = f"    /// {calendar}, from {FIRST}; the last entry is the year after {LAST}, of which only the beginning counts.\n"
    return text + f"    static let {name}: [UInt64] = [\n" + "".join(f"        {line},\n" for line in lines) + "    ]\n"


def listed(numbers):
    texts = [str(number) for number in numbers]
    return texts[0] if len(texts) == 1 else ", ".join(texts[:-1]) + " and " + texts[-1]


def main(path):
    events = Events(astronomy.new_moons(FIRST, LAST + 2), astronomy.principal_terms(FIRST, LAST + 2))
    tables = {}
    for name, meridian in (("china", beijing), ("dangi", seoul)):
        computed = years(FIRST, LAST + 1, events, meridian, astronomy.delta_t)
        tables[name] = corrected(computed, sources.PRINTED[name])
    check(tables["china"], tables["dangi"])
    close = [f"{calendar} {listed(undecided(events, meridian))}"
             for calendar, meridian in (("Chinese", beijing), ("Korean", seoul))]
    text = HEADER.format(
        china=listed(sources.PRINTED["china"]), korea=listed(sources.PRINTED["dangi"]), close=", ".join(close))
    text += array("chinese", "The Chinese calendar", tables["china"]) + "\n"
    text += array("dangi", "The Korean calendar", tables["dangi"]) + "}\n"
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


main(sys.argv[1])
