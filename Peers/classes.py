"""The known disagreements: on which rules, with whom, and what the peer takes the rule to mean.

Each class has the name of its section in docs/recurrence-disagreements.md. `applies` tells whether a rule can meet it;
`reading` rewrites the rule to what the peer makes of it, so that our evaluator must then answer as the peer did. Where
no rule says what the peer does there is no reading; `fits` may then compare the answers themselves.
"""

import datetime
import zoneinfo
from typing import Callable, NamedTuple, Optional

from rules import SHORT, TIMES, WEEKDAYS, Answer, Question


class Class(NamedTuple):
    name: str
    peer: str
    applies: Callable[[Question, dict], bool]
    reading: Optional[Callable[[Question, dict], Question]] = None
    fits: Optional[Callable[[Answer, Answer], bool]] = None


def has_ordinal(parts):
    return any(len(value) > 2 for value in parts.get("BYDAY", ()))


def mixes_weekdays(question, parts):
    return has_ordinal(parts) and any(len(value) == 2 for value in parts["BYDAY"])


def lacks_weekday(question, parts):
    return "BYWEEKNO" in parts and not {"BYDAY", "BYMONTHDAY", "BYYEARDAY"} & parts.keys()


def with_all_weekdays(question, parts):
    return question.rewritten(BYDAY=tuple(WEEKDAYS))


def lacks_month(question, parts):
    return (parts["FREQ"] == "YEARLY" and "BYMONTHDAY" in parts
            and not {"BYMONTH", "BYYEARDAY", "BYWEEKNO"} & parts.keys())


def lacks_month_of_ordinal(question, parts):
    # All twelve months would make the ordinals count in the month, where the peer counts in the year.
    return lacks_month(question, parts) and has_ordinal(parts)


def with_all_months(question, parts):
    return question.rewritten(BYMONTH=tuple(str(month) for month in range(1, 13)))


def has_times_in_date(question, parts):
    return question.is_date and any(name in parts for name in TIMES)


def with_midnight(question, parts):
    until = {"UNTIL": parts["UNTIL"] + "T000000"} if "UNTIL" in parts else {}
    return question._replace(start=question.start + "T000000").rewritten(**until)


def with_whole_days(question, parts):
    until = {"UNTIL": parts["UNTIL"] + "T235959"} if "UNTIL" in parts else {}
    return question._replace(start=question.start + "T000000").rewritten(**until)


def start_as_shown(question):
    """The local time that clocks show at the start, which is another where the start lies in a gap."""
    zone = zoneinfo.ZoneInfo(question.zone)
    time = datetime.datetime.strptime(question.start, "%Y%m%dT%H%M%S").replace(tzinfo=zone)
    return time.astimezone(datetime.timezone.utc).astimezone(zone).strftime("%Y%m%dT%H%M%S")


def starts_in_gap(question, parts):
    return (question.is_zoned and question.zone != "UTC" and parts["FREQ"] in SHORT
            and start_as_shown(question) != question.start)


def with_start_as_shown(question, parts):
    return question._replace(start=start_as_shown(question))


def has_partial_week(question, parts):
    return parts["FREQ"] == "WEEKLY" and "BYSETPOS" in parts


def counts_weeks(question, parts):
    return "BYWEEKNO" in parts


def sub_daily_in_zone(question, parts):
    return question.is_zoned and any(parts["FREQ"] == name or f"BY{name[:-2]}" in parts for name in SHORT)


def in_zone(question, parts):
    return question.is_zoned


def is_leap_second(question, parts):
    return "60" in parts.get("BYSECOND", ())


def picks_positions(question, parts):
    return "BYSETPOS" in parts and parts["FREQ"] not in ("MONTHLY", "YEARLY")


def without_positions(question, parts):
    return question.rewritten(without=("BYSETPOS",))


def limits_from_end(question, parts):
    return parts["FREQ"] in ("DAILY",) + SHORT and any(value[0] == "-" for value in parts.get("BYMONTHDAY", ()))


def without_days_from_end(question, parts):
    days = tuple(value for value in parts["BYMONTHDAY"] if value[0] != "-")
    # Where none is left no day passes, which 30 February says.
    return question.rewritten(BYMONTHDAY=days) if days else question.rewritten(BYMONTH=("2",), BYMONTHDAY=("30",))


def filters_short(question, parts):
    return parts["FREQ"] in SHORT and any(name.startswith("BY") for name in parts)


def picks_times(question, parts):
    return "BYSETPOS" in parts and any(name in parts for name in TIMES)


def names_days_twice(question, parts):
    signs = [{value[0] == "-" for value in parts.get(name, ())} for name in ("BYMONTHDAY", "BYYEARDAY")]
    return "BYSETPOS" in parts and any(len(both) == 2 for both in signs)


def steps_weeks(question, parts):
    return parts["FREQ"] == "WEEKLY" and "BYDAY" in parts and int(parts.get("INTERVAL", 1)) > 1


def is_anything(question, parts):
    return True


def ends_early(ours, theirs):
    shared = len(theirs.times)
    if theirs.status != "end" or ours.times[:shared] != theirs.times:
        return False
    # Where both are at the limit, the one that comes next is not known: a sparse rule's last is then near the end.
    return ours.times[shared][:4] > "2582" if shared < len(ours.times) else ours.times[-1][:4] > "2482"


def same_but_for_order(ours, theirs):
    """Moved times stand where their local time stands, and twice where another has that instant."""
    # The last few are left out: at the limit others may have taken their place.
    shared = min(len(set(theirs.times)), len(ours.times)) - 4
    return tuple(sorted(set(theirs.times)))[:shared] == ours.times[:shared]


CLASSES = [
    Class("mixed-weekdays", "dateutil", mixes_weekdays),
    Class("week-without-weekday", "dateutil", lacks_weekday, with_all_weekdays),
    Class("month-day-without-month", "dateutil", lacks_month, with_all_months),
    Class("month-day-without-month", "dateutil", lacks_month_of_ordinal),
    Class("times-in-a-date", "dateutil", has_times_in_date, with_midnight),
    Class("partial-first-week", "dateutil", has_partial_week),
    Class("weeks-across-new-year", "dateutil", counts_weeks),
    Class("start-in-a-gap", "dateutil", starts_in_gap, with_start_as_shown),
    Class("order-in-a-gap", "dateutil", sub_daily_in_zone, fits=same_but_for_order),
    Class("times-in-a-date", "libical", has_times_in_date, with_midnight),
    Class("times-in-a-date", "libical", has_times_in_date, with_whole_days),
    Class("positions-ignored", "libical", picks_positions, without_positions),
    Class("days-from-end-ignored", "libical", limits_from_end, without_days_from_end),
    Class("positions-of-days", "libical", picks_times),
    Class("day-named-twice", "libical", names_days_twice),
    Class("filters-expand", "libical", filters_short),
    Class("weeks-of-an-interval", "libical", steps_weeks),
    Class("week-numbers", "libical", counts_weeks),
    Class("leap-second", "libical", is_leap_second),
    Class("offset-after-a-change", "libical", in_zone),
    Class("last-year", "libical", is_anything, fits=ends_early),
]
