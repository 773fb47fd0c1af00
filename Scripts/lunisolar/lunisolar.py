"""Years of a lunisolar calendar from new moons and principal terms, by the rules of GB/T 33661-2017."""

import math
from typing import NamedTuple

from astronomy import UNIX_EPOCH


class Year(NamedTuple):
    """A year: the day on which it begins (1970-01-01 is 0), whether each month has 30 days, the leap month's place."""

    first_day: int
    long_months: tuple
    leap: int | None


class Events(NamedTuple):
    """When the moon is new and when the sun reaches its terms, in dynamical time."""

    new_moons: list
    terms: list


def local_day(time, meridian, delta_t):
    """The day, by the clocks of a meridian, on which an instant of dynamical time falls."""
    universal = time - delta_t(time) / 86400 - UNIX_EPOCH
    return math.floor(universal + meridian(universal) / 24)


def years(first, last, events, meridian, delta_t):
    """{year: Year}: the month of the winter solstice is the 11th; of 13 months to the next, the first without a
    principal term is the leap month."""
    months = [local_day(time, meridian, delta_t) for time in events.new_moons]
    terms = [(number, local_day(time, meridian, delta_t)) for number, time in events.terms]
    solstices = [_month_of(day, months) for number, day in terms if number == 11 and day >= months[0]]
    numbers = {}
    for begin, end in zip(solstices, solstices[1:]):
        numbers.update(_numbered(begin, end, months, {day for _, day in terms}))
    starts = {}
    for index, (number, is_leap) in numbers.items():
        if number == 1 and not is_leap:
            starts[_gregorian_year(months[index])] = index
    return {year: _year(starts[year], starts[year + 1], months, numbers) for year in range(first, last + 1)}


def _month_of(day, months):
    return max(index for index, first in enumerate(months) if first <= day)


def _numbered(begin, end, months, term_days):
    """The number of each month from one month of the solstice to the next: {index: (number, is leap)}."""
    numbers, number, needs_leap = {begin: (11, False)}, 11, end - begin == 13
    for index in range(begin + 1, end):
        has_term = any(day in term_days for day in range(months[index], months[index + 1]))
        if needs_leap and not has_term:
            numbers[index], needs_leap = (number, True), False
        else:
            number = number % 12 + 1
            numbers[index] = (number, False)
    return numbers


def _year(begin, end, months, numbers):
    lengths = [months[index + 1] - months[index] for index in range(begin, end)]
    leaps = [index - begin for index in range(begin, end) if numbers[index][1]]
    return Year(months[begin], tuple(length == 30 for length in lengths), leaps[0] if leaps else None)


def _gregorian_year(day):
    # New year lies between 20 January and 21 February, far enough from the turn of the Gregorian year.
    return math.floor(1970 + day / 365.2425)
