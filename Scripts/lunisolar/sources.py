"""What others publish: almanacs that were printed before the modern rules, and tables to compare with."""

from datetime import date

import sxtwl
from korean_lunar_calendar import KoreanLunarCalendar

from lunisolar import Year

EPOCH = date(1970, 1, 1)

# The almanacs of these years were computed by the tables of the Qing court or in haste after them, and are a day off
# what the sky shows. Given are the places of the months that have 30 days.
#
# China, 1906: the almanac of the court, as the Purple Mountain Observatory's perpetual calendar has it.
# Korea: the tables of the Korea Astronomy and Space Science Institute (KASI).
PRINTED = {
    "china": {1906: "0110101010101"},
    "dangi": {1906: "0110101010101", 1908: "100110101101", 1911: "1010010011011"},
}

# Of these years sxtwl has another day for one new moon, which comes within four minutes of midnight: it reckons
# with a slower earth.
SXTWL_DIFFERS = {2057, 2097, 2133}


# The last year whose months KASI's table has all.
KASI_LAST = 2049


def korea(year):
    """The year as KASI publishes it."""
    calendar = KoreanLunarCalendar()
    calendar.setLunarDate(year, 1, 1, False)
    first = date(calendar.solarYear, calendar.solarMonth, calendar.solarDay)
    months = []
    for month in range(1, 13):
        for is_leap in (False, True):
            if _exists(year, month, is_leap, 1):
                months.append((month, is_leap, _exists(year, month, is_leap, 30)))
    return _year(first, months)


def _exists(year, month, is_leap, day):
    calendar = KoreanLunarCalendar()
    # A leap month that the year lacks is read as the plain one.
    return calendar.setLunarDate(year, month, day, is_leap) and calendar.isIntercalation == is_leap


def china(year):
    """The year as sxtwl computes it."""
    first = sxtwl.fromLunar(year, 1, 1)
    leap = sxtwl.getRunMonth(year)
    months = []
    for month in range(1, 13):
        months.append((month, False, sxtwl.getLunarMonthNum(year, month) == 30))
        if month == leap:
            months.append((month, True, sxtwl.getLunarMonthNum(year, month, True) == 30))
    return _year(date(first.getSolarYear(), first.getSolarMonth(), first.getSolarDay()), months)


def _year(first, months):
    leaps = [place for place, (_, is_leap, _) in enumerate(months) if is_leap]
    return Year((first - EPOCH).days, tuple(is_long for _, _, is_long in months), leaps[0] if leaps else None)
