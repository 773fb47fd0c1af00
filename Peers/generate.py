"""Writes random rules: usage: generate.py COUNT SEED. The lines are those of README.md.

The same count and seed give the same rules on every machine: only Random.random() is used, whose values Python promises.
"""

import datetime
import random
import sys

WEEKDAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
ZONES = ["America/New_York", "Europe/Berlin", "Australia/Lord_Howe"]
# Frequency: weight, the longest INTERVAL, and how many seconds UNTIL may lie off.
FREQUENCIES = {
    "YEARLY": (22, 6, 40 * 366 * 86400),
    "MONTHLY": (22, 14, 5 * 366 * 86400),
    "WEEKLY": (16, 10, 366 * 86400),
    "DAILY": (16, 45, 120 * 86400),
    "HOURLY": (10, 50, 20 * 86400),
    "MINUTELY": (8, 200, 86400),
    "SECONDLY": (6, 4000, 3 * 3600),
}
SHORT = ("HOURLY", "MINUTELY", "SECONDLY")


class Dice:
    def __init__(self, seed):
        self._random = random.Random(seed).random

    def chance(self, probability):
        return self._random() < probability

    def between(self, low, high):
        return low + int(self._random() * (high - low + 1))

    def pick(self, values):
        return values[self.between(0, len(values) - 1)]

    def weighted(self, weights):
        place = self._random() * sum(weights.values())
        for value, weight in weights.items():
            place -= weight
            if place < 0:
                return value
        return value

    def numbers(self, low, high, most, signed=False):
        """One to `most` numbers; few are more likely than many, and some are repeated or out of order."""
        count = 1 + int(self._random() ** 2 * most)
        values = [self.between(low, high) for _ in range(count)]
        return [-value if signed and self.chance(0.3) else value for value in values]


def weekdays(dice, ordinals):
    """BYDAY without ordinals, with them, or with both; `ordinals` is the highest, 0 for none."""
    kind = "plain" if not ordinals else dice.weighted({"plain": 45, "nth": 45, "mixed": 10})
    values = []
    for index in range(1 + int(dice.between(0, 3) * dice.between(0, 3) / 2)):
        is_nth = kind == "nth" or kind == "mixed" and index % 2 == 0
        ordinal = str(dice.between(1, ordinals) * (-1 if dice.chance(0.4) else 1)) if is_nth else ""
        values.append(ordinal + dice.pick(WEEKDAYS))
    if kind == "mixed" and len(values) == 1:
        values.append(dice.pick(WEEKDAYS))
    return values


def by_parts(dice, frequency, is_date):
    parts = {}

    def add(name, probability, make):
        if dice.chance(probability):
            parts[name] = make()

    is_short, is_yearly = frequency in SHORT, frequency == "YEARLY"
    add("BYMONTH", 0.12 if is_short else 0.3, lambda: dice.numbers(1, 12, 6))
    if is_yearly:
        add("BYWEEKNO", 0.2, lambda: dice.numbers(1, 53, 6, signed=True))
    if is_yearly or is_short:
        add("BYYEARDAY", 0.15 if is_yearly else 0.05, lambda: dice.numbers(1, 366, 25, signed=True))
    if frequency != "WEEKLY":
        add("BYMONTHDAY", 0.12 if is_short else 0.3, lambda: dice.numbers(1, 31, 8, signed=True))
    in_year = is_yearly and "BYMONTH" not in parts
    can_count = frequency in ("MONTHLY", "YEARLY") and "BYWEEKNO" not in parts
    ordinals = 0 if not can_count else 53 if in_year and dice.chance(0.5) else 5
    add("BYDAY", 0.2 if is_short else 0.45, lambda: weekdays(dice, ordinals))
    times = 0.08 if is_date else 1
    add("BYHOUR", 0.25 * times, lambda: dice.numbers(0, 23, 8))
    add("BYMINUTE", 0.2 * times, lambda: dice.numbers(0, 59, 8))
    add("BYSECOND", 0.15 * times, lambda: dice.numbers(0, 60 if dice.chance(0.02) else 59, 6))
    if parts:
        highest = 366 if dice.chance(0.05) else 5
        add("BYSETPOS", 0.2, lambda: dice.numbers(1, highest, 3, signed=True))
    return parts


def change_day(dice, zone, year):
    """A day on which the zone's clocks change, by the rules of the years from 2008 on."""
    month, week = dice.pick({
        "America/New_York": [(3, 2), (11, 1)], "Europe/Berlin": [(3, -1), (10, -1)],
        "Australia/Lord_Howe": [(4, 1), (10, 1)],
    }[zone])
    day = datetime.date(year, month, 1 if week > 0 else 31)
    while day.weekday() != 6:
        day += datetime.timedelta(days=1 if week > 0 else -1)
    return day + datetime.timedelta(days=7 * (week - 1) if week > 0 else 0)


def start_time(dice, zone):
    day = datetime.date(1990, 1, 1) + datetime.timedelta(days=dice.between(0, 40 * 365))
    if zone in ZONES and dice.chance(0.4):
        day = change_day(dice, zone, dice.between(2008, 2029)) - datetime.timedelta(days=dice.between(0, 2))
    hour = dice.between(0, 3) if dice.chance(0.4) else dice.between(0, 23)
    minute = dice.pick([0, 0, 15, 30, 45, dice.between(0, 59)])
    second = 0 if dice.chance(0.7) else dice.between(0, 59)
    return datetime.datetime(day.year, day.month, day.day, hour, minute, second)


def text(time, is_date, suffix=""):
    return time.strftime("%Y%m%d") if is_date else time.strftime("%Y%m%dT%H%M%S") + suffix


def question(dice):
    frequency = dice.weighted({name: values[0] for name, values in FREQUENCIES.items()})
    kinds = {"floating": 40, "UTC": 12, "date": 0 if frequency in SHORT else 22, "zone": 30}
    kind = dice.weighted(kinds)
    is_date = kind == "date"
    zone = dice.pick(ZONES) if kind == "zone" else "UTC" if kind == "UTC" else ""
    start = start_time(dice, zone)
    parts = ["FREQ=" + frequency]
    if dice.chance(0.45):
        parts.append(f"INTERVAL={dice.between(1, FREQUENCIES[frequency][1])}")
    for name, values in by_parts(dice, frequency, is_date).items():
        parts.append(f"{name}=" + ",".join(str(value) for value in values))
    if dice.chance(0.3):
        parts.append("WKST=" + dice.pick(WEEKDAYS))
    end = dice.weighted({"none": 55, "count": 25, "until": 20})
    if end == "count":
        parts.append(f"COUNT={dice.between(1, 25)}")
    if end == "until":
        until = start + datetime.timedelta(seconds=dice.between(0, FREQUENCIES[frequency][2]))
        parts.append("UNTIL=" + text(until, is_date, "Z" if zone else ""))
    return text(start, is_date, "Z" if zone == "UTC" else ""), zone, ";".join(parts)


def main():
    count, seed = int(sys.argv[1]), int(sys.argv[2])
    dice = Dice(seed)
    for number in range(1, count + 1):
        print(number, *question(dice), sep="\t")


if __name__ == "__main__":
    main()
