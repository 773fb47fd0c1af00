#!/usr/bin/env python3
"""Makes phrases with their meanings: own-phrases.tsv, in the form of vectors.tsv.

Each phrase is put together from parts that stand here in a structured form (a weekday of next week, the 3rd Friday of
March, 9 in the evening), and its meaning is computed from that form with datetime and zoneinfo: nothing here reads a
phrase. The seed is fixed, so that the file can be held against what this prints.
"""
import calendar
import random
import sys
from datetime import date, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

RANDOM = random.Random(20261121)
EN_DAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
EN_SHORT = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
KO_DAYS = ["월요일", "화요일", "수요일", "목요일", "금요일", "토요일", "일요일"]
RFC_DAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
EN_MONTHS = ["january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
             "november", "december"]
KO_ORDINALS = {1: "첫째", 2: "둘째", 3: "셋째", 4: "넷째", -1: "마지막"}
EN_ORDINALS = {1: "first", 2: "2nd", 3: "third", 4: "4th", -1: "last"}
NOWS = [("2026-11-21T14:30", "Europe/Berlin", "Asia/Seoul"), ("2026-11-25T10:00", "Asia/Seoul", "Asia/Seoul"),
        ("2027-01-31T09:00", "America/New_York", "Asia/Seoul"), ("2028-02-29T12:00", "Europe/London", "Asia/Seoul"),
        ("2026-12-31T23:15", "Australia/Sydney", "Asia/Seoul"), ("2027-05-02T00:00", "UTC", "Asia/Seoul"),
        ("2026-06-14T18:45:20", "America/Sao_Paulo", "Asia/Seoul")]
ROWS = []


class Said:
    """The moment at which a phrase is said."""

    def __init__(self, now, zone):
        self.text, self.zone = now, zone
        self.now = datetime.fromisoformat(now)
        self.today = self.now.date()


def text(value):
    if not isinstance(value, datetime):
        return value.isoformat()
    return value.strftime("%Y-%m-%dT%H:%M") + (f":{value.second:02}" if value.second else "")


def row(language, said, phrase, value):
    ROWS.append((language, said.text, said.zone, phrase, value if isinstance(value, str) else text(value)))


def at(day, seconds):
    return datetime.combine(day, datetime.min.time()) + timedelta(seconds=seconds)


def monday(day, weeks=0):
    return day - timedelta(days=day.weekday()) + timedelta(weeks=weeks)


def after(day, weekday):
    """The first such weekday after a day."""
    return day + timedelta(days=(weekday - day.weekday() - 1) % 7 + 1)


def month_of(day, months):
    index = day.year * 12 + day.month - 1 + months
    return index // 12, index % 12 + 1


def day_in(year, month, day):
    """A day of a month, the last for -1; None where the month lacks it."""
    length = calendar.monthrange(year, month)[1]
    if day == -1:
        return date(year, month, length)
    return date(year, month, day) if day <= length else None


def nth_in(year, month, nth, weekday):
    days = [date(year, month, d) for d in range(1, calendar.monthrange(year, month)[1] + 1)]
    days = [d for d in days if (d.weekday() < 5 if weekday == "work" else d.weekday() == weekday)]
    return days[nth - 1 if nth > 0 else -1] if nth <= len(days) else None


def next_of(first, candidates):
    return next(day for day in candidates if day is not None and day >= first)


def years(said, month, day):
    return next_of(said.today, (day_in(said.today.year + n, month, day) for n in range(9)))


def months(first, find):
    return next_of(first, (find(*month_of(first, n)) for n in range(60)))


def clamped(day, count):
    year, month = month_of(day, count)
    return date(year, month, min(day.day, calendar.monthrange(year, month)[1]))


def elapsed(said, **length):
    """A moment later by the clock, in the zone; no now of this file leads into an hour that clocks show twice."""
    zone = ZoneInfo(said.zone)
    instant = said.now.replace(tzinfo=zone).astimezone(timezone.utc) + timedelta(**length)
    return instant.astimezone(zone).replace(tzinfo=None)


def next_moment(said, seconds):
    moment = at(said.today, seconds)
    return moment if moment > said.now else moment + timedelta(days=1)


def ko_number(count):
    return {1: "한", 2: "두", 3: "세", 4: "네", 5: "다섯", 6: "여섯", 7: "일곱", 8: "여덟", 9: "아홉", 10: "열",
            11: "열한", 12: "열두"}[count]


# What is a time of day: (English, Korean, seconds). The Korean ones stand behind a day.
def times():
    hour, minute = RANDOM.randint(1, 12), RANDOM.choice([5, 10, 15, 20, 30, 45, 50])
    half = RANDOM.choice(["am", "pm"])
    clock = (hour % 12 + (12 if half == "pm" else 0)) * 3600
    ko_half = {"am": "오전", "pm": "오후"}[half]
    bare = RANDOM.randint(1, 12)
    taken = bare + 12 if bare <= 6 else bare
    late = RANDOM.randint(13, 23)
    evening, night = RANDOM.randint(5, 9), RANDOM.randint(9, 11)
    return RANDOM.choice([
        (f"{hour}{half}", f"{ko_half} {hour}시", clock),
        (f"at {hour} {half}", f"{ko_half} {ko_number(hour)} 시", clock),
        (f"{hour}:{minute:02}{half}", f"{ko_half} {hour}시 {minute}분", clock + minute * 60),
        (f"at {late}:{minute:02}", f"{late}:{minute:02}", late * 3600 + minute * 60),
        (f"at {bare}", f"{bare}시", taken * 3600),
        (f"@ {late}", f"{late}시", late * 3600),
        (f"at half past {bare}", f"{bare}시 반", taken * 3600 + 1800),
        (f"at quarter to {bare}", f"{bare}시 정각", None),
        (f"at {evening} in the evening", f"저녁 {evening}시", (evening + 12) * 3600),
        (f"at {night}pm", f"밤 {night}시", (night + 12) * 3600),
        ("noon", "정오", 12 * 3600), ("morning", "아침", 9 * 3600), ("evening", "저녁", 19 * 3600),
        ("at noon", "점심", 12 * 3600), ("at midnight", "자정", 24 * 3600)])


# What is a day: (English, Korean, day).
def days(said):
    weekday, count = RANDOM.randrange(7), RANDOM.randint(2, 11)
    day, month = RANDOM.randint(1, 28), RANDOM.randint(1, 12)
    nth = RANDOM.choice([1, 2, 3, 4, -1])
    year = said.today.year + RANDOM.randint(1, 3)
    suffix = {1: "st", 2: "nd", 3: "rd", 21: "st", 22: "nd", 23: "rd"}.get(day, "th")
    week = monday(said.today)
    short, ko_day = EN_SHORT[weekday], KO_DAYS[weekday]
    name, month_name = EN_DAYS[weekday], EN_MONTHS[month - 1]
    next_year, next_month = month_of(said.today, 1)
    return [
        ("tomorrow", "내일", said.today + timedelta(days=1)),
        ("day after tomorrow", "모레", said.today + timedelta(days=2)),
        (short, ko_day, after(said.today, weekday)),
        (f"this {name}", f"이번 {ko_day}", after(said.today - timedelta(days=1), weekday)),
        (f"next {name}", f"다음 주 {ko_day}", monday(week, 1) + timedelta(days=weekday)),
        (f"{name} next week", f"다음주{ko_day}", monday(week, 1) + timedelta(days=weekday)),
        (f"{name} after next", f"다다음 주 {ko_day}", monday(week, 2) + timedelta(days=weekday)),
        (f"last {short}", f"지난 {ko_day}", after(said.today - timedelta(days=8), weekday)),
        (f"{short} last week", f"지난주 {ko_day}", monday(week, -1) + timedelta(days=weekday)),
        ("next week", "다음 주", monday(week, 1)),
        ("next month", "다음 달", date(next_year, next_month, 1)),
        ("next year", "내년", date(said.today.year + 1, 1, 1)),
        ("next weekend", "다음 주말", monday(week, 1) + timedelta(days=5)),
        ("this weekend", "이번 주말", said.today if said.today.weekday() == 6 else week + timedelta(days=5)),
        (f"in {count} days", f"{count}일 뒤", said.today + timedelta(days=count)),
        (f"in {count} weeks", f"{count}주 후", said.today + timedelta(weeks=count)),
        (f"in {count} months", f"{count}개월 뒤", clamped(said.today, count)),
        (f"in {count} years", f"{count}년 후", clamped(said.today, count * 12)),
        (f"{count} days ago", f"{count}일 전", said.today - timedelta(days=count)),
        (f"{month_name} {day}", f"{month}월 {day}일", years(said, month, day)),
        (f"{day} {month_name[:3]}", f"{month}월{day}일", years(said, month, day)),
        (f"the {day}{suffix} of {month_name}", f"{month} 월 {day} 일", years(said, month, day)),
        (f"{month_name} {day}, {year}", f"{year}년 {month}월 {day}일", date(year, month, day)),
        (f"{year}-{month:02}-{day:02}", f"{year}.{month}.{day}.", date(year, month, day)),
        (f"{year}/{month:02}/{day:02}", f"{year}. {month}. {day}.", date(year, month, day)),
        (f"the {day}{suffix}", f"{day}일", months(said.today, lambda y, m: day_in(y, m, day))),
        (f"the {day}{suffix} of next month", f"다음 달 {day}일", date(next_year, next_month, day)),
        (f"{EN_ORDINALS[nth]} {name} of {month_name}", f"{month}월 {KO_ORDINALS[nth]} {ko_day}",
         next_of(said.today, (nth_in(said.today.year + n, month, nth, weekday) for n in range(3)))),
        (f"{EN_ORDINALS[nth]} {short} of next month", f"다음 달 {KO_ORDINALS[nth]} 주 {ko_day}",
         nth_in(next_year, next_month, nth, weekday)),
        (f"last weekday of {month_name}", f"{month}월 마지막 평일",
         next_of(said.today, (nth_in(said.today.year + n, month, -1, "work") for n in range(3)))),
        ("end of month", "월말", day_in(said.today.year, said.today.month, -1)),
        ("end of next month", "다음 달 말일", day_in(next_year, next_month, -1)),
        ("end of year", "연말", date(said.today.year, 12, 31)),
        ("end of quarter", "분기말", day_in(said.today.year, (said.today.month - 1) // 3 * 3 + 3, -1)),
    ]


def write_days(said_en, said_ko):
    for index in RANDOM.sample(range(34), 14):
        en, _, day = days(said_en)[index]
        write(RANDOM.choice(["", "by ", "on "]) + en if RANDOM.random() < 0.2 else en, "en", said_en, day)
        _, ko, day = days(said_ko)[index]
        write(ko, "ko", said_ko, day)


def write(phrase, language, said, day):
    """A day by itself, or with a time before it or behind."""
    en, ko, seconds = times()
    if RANDOM.random() < 0.45 or seconds is None:
        return row(language, said, phrase, day)
    if language == "ko":
        return row(language, said, f"{phrase} {ko}" + RANDOM.choice(["", "에", "까지"]), at(day, seconds))
    is_first = RANDOM.random() < 0.3
    row(language, said, f"{en} {phrase}" if is_first else f"{phrase} {en}", at(day, seconds))


def write_lengths(said_en, said_ko):
    hours, minutes = RANDOM.randint(2, 12), RANDOM.choice([5, 10, 20, 25, 40, 90])
    row("en", said_en, f"in {minutes} minutes", elapsed(said_en, minutes=minutes))
    row("ko", said_ko, f"{minutes}분 뒤", elapsed(said_ko, minutes=minutes))
    row("en", said_en, f"{hours} hours from now", elapsed(said_en, hours=hours))
    row("ko", said_ko, f"{ko_number(hours)} 시간 있다가", elapsed(said_ko, hours=hours))
    row("en", said_en, f"+{hours}h{minutes}m", elapsed(said_en, hours=hours, minutes=minutes))
    row("ko", said_ko, f"{hours}시간 반 뒤", elapsed(said_ko, hours=hours, minutes=30))
    weekday, weeks = RANDOM.randrange(7), RANDOM.randint(2, 12)
    row("en", said_en, f"a week from {EN_SHORT[weekday]}", after(said_en.today, weekday) + timedelta(weeks=1))
    row("en", said_en, f"+{weeks}w", said_en.today + timedelta(weeks=weeks))
    row("ko", said_ko, f"{ko_number(weeks)} 달 뒤", clamped(said_ko.today, weeks))
    late = RANDOM.randint(13, 23)
    row("en", said_en, f"at {late}", next_moment(said_en, late * 3600))
    row("ko", said_ko, f"{late}시", next_moment(said_ko, late * 3600))
    row("en", said_en, "midnight", next_moment(said_en, 86400))
    row("ko", said_ko, "오전 7시 20분", next_moment(said_ko, 7 * 3600 + 1200))


def write_ranges(said_en, said_ko):
    weekday = RANDOM.randrange(7)
    first, hours = RANDOM.randint(1, 4), RANDOM.randint(1, 4)
    for language, said in (("en", said_en), ("ko", said_ko)):
        day = after(said.today, weekday)
        start, due = at(day, (first + 12) * 3600), at(day, (first + hours + 12) * 3600)
        phrases = [f"{EN_DAYS[weekday]} {first}-{first + hours}pm",
                   f"{first}pm to {first + hours}pm {EN_SHORT[weekday]}",
                   f"from {first}pm to {first + hours} on {EN_SHORT[weekday]}"]
        if language == "ko":
            phrases = [f"{KO_DAYS[weekday]} 오후 {first}시부터 {first + hours}시까지",
                       f"{KO_DAYS[weekday]} 오후 {first}시~{first + hours}시"]
        row(language, said, RANDOM.choice(phrases), f"{text(start)}/{text(due)}")
    month, day = RANDOM.randint(1, 12), RANDOM.randint(1, 20)
    for language, said in (("en", said_en), ("ko", said_ko)):
        start = years(said, month, day)
        due = start + timedelta(days=RANDOM.randint(1, 7))
        if language == "en":
            phrase = RANDOM.choice([f"{EN_MONTHS[month - 1]} {day} - {due.day}" if due.month == month else "",
                                    f"from {EN_MONTHS[month - 1][:3]} {day} to {EN_MONTHS[due.month - 1]} {due.day}"])
        else:
            phrase = RANDOM.choice([f"{month}월 {day}일부터 {due.day}일까지",
                                    f"{month}월 {day}일~{due.month}월 {due.day}일"])
        if phrase:
            row(language, said, phrase, f"{text(start)}/{text(due)}")


# Rules: (English, Korean, RRULE, a function from a day to the first day on or after it that the rule gives).
def rules():
    weekday, other = RANDOM.sample(range(7), 2)
    pair = sorted([weekday, other])
    count, day, month = RANDOM.randint(2, 9), RANDOM.randint(1, 28), RANDOM.randint(1, 12)
    nth = RANDOM.choice([1, 3, 4, -1])
    suffix = {1: "st", 2: "nd", 3: "rd", 21: "st", 22: "nd", 23: "rd"}.get(day, "th")
    ordinal = {1: "1st", 3: "3rd", 4: "4th", -1: "last"}[nth]
    names = ",".join(RFC_DAYS[d] for d in pair)

    def same(first):
        return first

    def weekdays(chosen):
        return lambda first: next_of(first, (first + timedelta(days=n) for n in range(7)
                                             if (first + timedelta(days=n)).weekday() in chosen))

    def yearly(find):
        return lambda first: next_of(first, (find(first.year + n) for n in range(9)))
    return [
        ("every day", "매일", "FREQ=DAILY", same),
        ("daily", "날마다", "FREQ=DAILY", same),
        (f"every {count} days", f"{count}일마다", f"FREQ=DAILY;INTERVAL={count}", same),
        ("every other day", "이틀마다", "FREQ=DAILY;INTERVAL=2", same),
        (f"every {EN_DAYS[weekday]}", f"매주 {KO_DAYS[weekday]}", f"FREQ=WEEKLY;BYDAY={RFC_DAYS[weekday]}",
         weekdays([weekday])),
        (f"{EN_DAYS[weekday]}s", f"{KO_DAYS[weekday]}마다", f"FREQ=WEEKLY;BYDAY={RFC_DAYS[weekday]}",
         weekdays([weekday])),
        (f"every {EN_SHORT[pair[0]]} and {EN_SHORT[pair[1]]}", f"매주 {KO_DAYS[pair[0]][0]}{KO_DAYS[pair[1]][0]}",
         f"FREQ=WEEKLY;BYDAY={names}", weekdays(pair)),
        (f"each {EN_DAYS[pair[1]]}, {EN_DAYS[pair[0]]}", f"매주 {KO_DAYS[pair[0]]}과 {KO_DAYS[pair[1]]}",
         f"FREQ=WEEKLY;BYDAY={names}", weekdays(pair)),
        ("every weekday", "평일마다", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", weekdays(range(5))),
        ("every weekend", "매주 주말", "FREQ=WEEKLY;BYDAY=SA,SU", weekdays([5, 6])),
        (f"every {count} weeks on {EN_SHORT[weekday]}", f"{count}주마다 {KO_DAYS[weekday]}",
         f"FREQ=WEEKLY;INTERVAL={count};BYDAY={RFC_DAYS[weekday]}", weekdays([weekday])),
        (f"fortnightly on {EN_DAYS[weekday]}", f"격주 {KO_DAYS[weekday]}",
         f"FREQ=WEEKLY;INTERVAL=2;BYDAY={RFC_DAYS[weekday]}", weekdays([weekday])),
        (f"every month on the {day}{suffix}", f"매월 {day}일", f"FREQ=MONTHLY;BYMONTHDAY={day}",
         lambda first: months(first, lambda y, m: day_in(y, m, day))),
        (f"every {day}{suffix} of the month", f"매달 {day}일", f"FREQ=MONTHLY;BYMONTHDAY={day}",
         lambda first: months(first, lambda y, m: day_in(y, m, day))),
        ("monthly on the last day", "매월 말일", "FREQ=MONTHLY;BYMONTHDAY=-1",
         lambda first: months(first, lambda y, m: day_in(y, m, -1))),
        ("every first weekday of the month", "매월 첫 평일", "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1",
         lambda first: months(first, lambda y, m: nth_in(y, m, 1, "work"))),
        (f"every {ordinal} {EN_DAYS[weekday]}", f"매달 {KO_ORDINALS[nth]} {KO_DAYS[weekday]}",
         f"FREQ=MONTHLY;BYDAY={nth}{RFC_DAYS[weekday]}",
         lambda first: months(first, lambda y, m: nth_in(y, m, nth, weekday))),
        (f"every {count} months on the {ordinal} {EN_SHORT[weekday]}",
         f"{count}개월마다 {KO_ORDINALS[nth]} {KO_DAYS[weekday]}",
         f"FREQ=MONTHLY;INTERVAL={count};BYDAY={nth}{RFC_DAYS[weekday]}",
         lambda first: months(first, lambda y, m: nth_in(y, m, nth, weekday))),
        (f"every year on {EN_MONTHS[month - 1]} {day}", f"매년 {month}월 {day}일",
         f"FREQ=YEARLY;BYMONTH={month};BYMONTHDAY={day}", yearly(lambda y: day_in(y, month, day))),
        (f"every {EN_MONTHS[month - 1][:3]} {day}", f"해마다 {month}월 {day}일",
         f"FREQ=YEARLY;BYMONTH={month};BYMONTHDAY={day}", yearly(lambda y: day_in(y, month, day))),
        (f"every {ordinal} {EN_SHORT[weekday]} of {EN_MONTHS[month - 1]}",
         f"매년 {month}월 {KO_ORDINALS[nth]} {KO_DAYS[weekday]}",
         f"FREQ=YEARLY;BYMONTH={month};BYDAY={nth}{RFC_DAYS[weekday]}",
         yearly(lambda y: nth_in(y, month, nth, weekday))),
        (f"every 1st and 3rd {EN_DAYS[weekday]}", f"매월 첫째와 셋째 {KO_DAYS[weekday]}",
         f"FREQ=MONTHLY;BYDAY=1{RFC_DAYS[weekday]},3{RFC_DAYS[weekday]}",
         lambda first: min(months(first, lambda y, m: nth_in(y, m, n, weekday)) for n in (1, 3))),
        ("weekly", "매주", "FREQ=WEEKLY", same), ("every quarter", "분기마다", "FREQ=MONTHLY;INTERVAL=3", same),
        ("yearly", "매년", "FREQ=YEARLY", same), (f"every {count} months", f"{count}개월마다",
                                                f"FREQ=MONTHLY;INTERVAL={count}", same),
    ]


def write_rules(said_en, said_ko):
    for index in RANDOM.sample(range(26), 11):
        for language, said in (("en", said_en), ("ko", said_ko)):
            write_rule(language, said, rules()[index])


def write_rule(language, said, rule):
    en_time, ko_time, seconds = times()
    has_time = RANDOM.random() < 0.5 and seconds is not None and seconds < 86400
    start = said.today + timedelta(days=RANDOM.randint(3, 40)) if RANDOM.random() < 0.25 else None
    phrase = (rule[0] if language == "en" else rule[1])
    if has_time:
        phrase += " " + (en_time if language == "en" else ko_time)
    if start:
        month = f"{EN_MONTHS[start.month - 1]} {start.day}"
        phrase = f"{phrase} starting {month}" if language == "en" else f"{start.month}월 {start.day}일부터 {phrase}"
    first = rule[3](start or said.today)
    if has_time and at(first, seconds) < said.now:
        first = rule[3](said.today + timedelta(days=1))
    value = at(first, seconds) if has_time else first
    text_of_rule, phrase = end(language, said, phrase, rule[2], first, has_time, start)
    # 매주 3번 says how often a week, and not when.
    is_vague = phrase.rpartition(" ")[0] in ("매일", "날마다", "매주", "매년") and "COUNT" in text_of_rule
    row(language, said, phrase, "refuse" if is_vague else f"{text(value)} RRULE:{text_of_rule}")


def end(language, said, phrase, rule, first, has_time, start):
    """The rule and the phrase with an end, or as they are."""
    choice, count = RANDOM.randrange(6), RANDOM.randint(2, 12)
    if choice == 0:
        return f"{rule};COUNT={count}", f"{phrase} {count} times" if language == "en" else f"{phrase} {count}번"
    if choice == 1:
        last = first + timedelta(weeks=count, days=-1)
        phrase = f"{phrase} for {count} weeks" if language == "en" else f"{phrase} {count}주 동안"
        return f"{rule};UNTIL={until(said, last, has_time)}", phrase
    if choice == 2:
        last = first + timedelta(days=RANDOM.randint(20, 90))
        korean = f"{last.year}년 {last.month}월 {last.day}일까지"
        said_last = f"until {last.isoformat()}" if language == "en" else korean
        phrase = f"{phrase} {said_last}" if language == "en" or start else f"{said_last} {phrase}"
        return f"{rule};UNTIL={until(said, last, has_time)}", phrase
    return rule, phrase


def until(said, last, has_time):
    if not has_time:
        return last.strftime("%Y%m%d")
    end_of_day = datetime(last.year, last.month, last.day, 23, 59, 59, tzinfo=ZoneInfo(said.zone))
    return end_of_day.astimezone(timezone.utc).strftime("%Y%m%dT%H%M%SZ")


# The lunar days of the next years by the almanacs of Korea: 설날 and 추석.
LUNAR = {(1, 1): ["2026-02-17", "2027-02-07", "2028-01-27", "2029-02-13"],
         (8, 15): ["2026-09-25", "2027-09-15", "2028-10-03", "2029-09-22"]}


def write_lunar(said):
    for (month, day), almanac in LUNAR.items():
        first = next_of(said.today, map(date.fromisoformat, almanac))
        row("ko", said, f"음력 {month}월 {day}일", first)
        row("ko", said, f"매년 음력 {month}월 {day}일",
            f"{first} RRULE:RSCALE=DANGI;FREQ=YEARLY;BYMONTH={month};BYMONTHDAY={day}")


def write_refused(said_en, said_ko):
    wrong = years(said_en, 10, 9)
    weekday = (wrong.weekday() + RANDOM.randint(1, 6)) % 7
    month = RANDOM.choice([4, 6, 9, 11])
    en = ["later", "someday", "in a few weeks", "eod", "late march", "early friday", f"{EN_MONTHS[month - 1]} 31",
          f"31st of {EN_MONTHS[month - 1]}", "feb 30", "24:10", "9:60", "14am", "0pm", f"at {RANDOM.randint(1, 12)}",
          "half past 8", f"{RANDOM.randint(1, 6)}/{RANDOM.randint(7, 12)}", "every second friday", "bimonthly",
          "3 times a week", "twice a month", "easter", "thanksgiving", f"{EN_DAYS[weekday]} october 9",
          "tomorrow 9am PST", "tomorrow lunch", "next", "3 days", "every", "monday or tuesday", "9am 10am tomorrow",
          "today tomorrow", "tomorrow at 9 and 10", "2027-13-01", "2026-11-31", "every day on the 5th",
          "mon 3pm - 3pm", "in -2 hours", "december", "this week", "every mon until yesterday"]
    ko = ["언젠가", "곧", "몇 시간 뒤", "3월 초순", f"{month}월 31일", "2월 30일", "25시", "내일 오후 14시", "6시", "8시 반",
          "주 2회", "일주일에 세 번", "설날", "어린이날", "내일 치과", "이번 주", "내일 모레 글피", "내일 오후", "월 1회",
          "13월 1일", "내일 9시나 10시", "내일 밤 2시", "사흘", "내일부터", "음력 1월 31일", "매일 금요일", "하루에 세 번"]
    for phrase in RANDOM.sample(en, 8):
        row("en", said_en, phrase, "refuse")
    for phrase in RANDOM.sample(ko, 6):
        row("ko", said_ko, phrase, "refuse")


def write_twice(said_en, said_ko):
    """What says one thing twice or in two places, and what begins or ends where the other part says."""
    day, last = RANDOM.sample(range(7), 2)
    first, until_day = after(said_en.today - timedelta(days=1), day), after(said_en.today, last)
    rule = f"{first} RRULE:FREQ=WEEKLY;UNTIL={until_day:%Y%m%d};BYDAY={RFC_DAYS[day]}"
    row("en", said_en, f"every {EN_SHORT[day]} until {EN_SHORT[last]}", rule if first <= until_day else "refuse")
    start, due = RANDOM.randint(7, 11), RANDOM.randint(1, 9)
    for language, said, phrase in (
            ("en", said_en, f"{EN_SHORT[day]} {start}am - {EN_SHORT[day]} {due}pm"),
            ("ko", said_ko, f"{KO_DAYS[day]} 오전 {start}시부터 {KO_DAYS[day]} 오후 {due}시까지")):
        on = after(said.today, day)
        row(language, said, phrase, f"{text(at(on, start * 3600))}/{text(at(on, (due + 12) * 3600))}")
    count, month, year = RANDOM.randint(3, 9), RANDOM.randint(1, 12), said_en.today.year + 1
    name, digit = EN_MONTHS[month - 1], RANDOM.randint(1, 8)
    row("en", said_en, f"{name} 0", "refuse")
    row("ko", said_ko, f"{month}월 0일", "refuse")
    row("en", said_en, f"{digit}th-{digit + 9}th {name[:3]} {year}",
        f"{date(year, month, digit)}/{date(year, month, digit + 9)}")
    ordinal = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"][digit - 1]
    row("en", said_en, f"{name} twenty-{ordinal}", years(said_en, month, 20 + digit))
    row("en", said_en, f"every 1st and {digit + 9}", "{} RRULE:FREQ=MONTHLY;BYMONTHDAY=1,{}".format(
        min(months(said_en.today, lambda y, m: day_in(y, m, d)) for d in (1, digit + 9)), digit + 9))
    row("en", said_en, f"every day starting {said_en.today - timedelta(days=count)}", f"{said_en.today} RRULE:FREQ=DAILY")
    row("en", said_en, f"every {count} days starting yesterday", "refuse")
    row("en", said_en, f"every week starting yesterday {count} times", "refuse")
    for language, said, phrase in (("en", said_en, f"{count} days after completion"),
                                   ("ko", said_ko, f"완료 후 {count}일"), ("ko", said_ko, f"완료 {count}일 뒤")):
        row(language, said, phrase, f"{said.today} RRULE:FREQ=DAILY;INTERVAL={count} anchor=completion")
    row("en", said_en, f"in {count} hours from now", elapsed(said_en, hours=count))
    row("ko", said_ko, f"지금부터 {count}시간 뒤", elapsed(said_ko, hours=count))
    row("ko", said_ko, f"{KO_DAYS[day]}부터 {count}일 뒤", after(said_ko.today, day) + timedelta(days=count))
    row("en", said_en, f"last {EN_DAYS[day]} of every month", "{} RRULE:FREQ=MONTHLY;BYDAY=-1{}".format(
        months(said_en.today, lambda y, m: nth_in(y, m, -1, day)), RFC_DAYS[day]))
    low, high = sorted([day, last])
    between = next_of(said_ko.today, (said_ko.today + timedelta(days=n) for n in range(7)
                                      if low <= (said_ko.today + timedelta(days=n)).weekday() <= high))
    for phrase in (f"매주 {KO_DAYS[low][0]}~{KO_DAYS[high][0]}", f"매주 {KO_DAYS[low]}부터 {KO_DAYS[high]}까지"):
        row("ko", said_ko, phrase, f"{between} RRULE:FREQ=WEEKLY;BYDAY={','.join(RFC_DAYS[low:high + 1])}")
    row("ko", said_ko, f"매월 {count}회", "refuse")
    row("ko", said_ko, "매주 한 번", f"{said_ko.today} RRULE:FREQ=WEEKLY")


EN_HOURS = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
EN_MINUTES = {10: "ten", 12: "twelve", 15: "fifteen", 20: "twenty", 25: "twenty-five", 30: "thirty", 40: "forty",
              45: "forty five", 50: "fifty"}


def write_spoken(said_en, said_ko):
    """What is said of weeks and a weekday, of minutes in words, and of what lies between two times or lasts so long."""
    weekday, weeks = RANDOM.randrange(7), RANDOM.randint(2, 9)
    for language, said, phrases in (
            ("en", said_en, [f"{EN_DAYS[weekday]} in {weeks} weeks", f"in {weeks} weeks on {EN_SHORT[weekday]}"]),
            ("ko", said_ko, [f"{weeks}주 뒤 {KO_DAYS[weekday]}", f"{ko_number(weeks)} 주 후 {KO_DAYS[weekday]}"])):
        there = said.today + timedelta(weeks=weeks)
        same_week = monday(there) + timedelta(days=weekday)
        from_next = after(said.today, weekday) + timedelta(weeks=weeks)
        is_certain = there.weekday() == weekday or same_week == from_next
        for phrase in phrases:
            row(language, said, phrase, same_week if is_certain else "refuse")
    hour, minute = RANDOM.randint(1, 12), RANDOM.choice(list(EN_MINUTES))
    tomorrow = said_en.today + timedelta(days=1)
    words = f"{EN_HOURS[hour - 1]} {EN_MINUTES[minute]}"
    row("en", said_en, f"tomorrow {words}", at(tomorrow, hour * 3600 + minute * 60))
    row("en", said_en, f"tomorrow at {words} pm", at(tomorrow, (hour % 12 + 12) * 3600 + minute * 60))
    row("en", said_en, f"{words} minutes", "refuse")
    first, hours = RANDOM.randint(1, 5), RANDOM.randint(1, 5)
    start, due = at(tomorrow, (first + 12) * 3600), at(tomorrow, (first + hours + 12) * 3600)
    for phrase in (f"tomorrow between {first}pm and {first + hours}pm", f"between {first} and {first + hours}pm tomorrow"):
        row("en", said_en, phrase, f"{text(start)}/{text(due)}")
    row("en", said_en, f"tomorrow between {first}pm", "refuse")
    tomorrow, taken = said_ko.today + timedelta(days=1), hour + 12 if hour <= 6 else hour
    start = at(tomorrow, taken * 3600)
    for lasting, length in ((f"{hours}시간", timedelta(hours=hours)), ("30분 동안", timedelta(minutes=30))):
        row("ko", said_ko, f"내일 {hour}시부터 {lasting}", f"{text(start)}/{text(start + length)}")
    row("ko", said_ko, f"{hour}시부터 {hours}시간", "refuse")
    row("ko", said_ko, f"내일부터 {hours}시간", "refuse")


def main():
    for now, zone_en, zone_ko in NOWS:
        said_en, said_ko = Said(now, zone_en), Said(now, zone_ko)
        write_days(said_en, said_ko)
        write_lengths(said_en, said_ko)
        write_ranges(said_en, said_ko)
        write_rules(said_en, said_ko)
        write_lunar(said_ko)
        write_refused(said_en, said_ko)
    for now, zone_en, zone_ko in NOWS:
        write_twice(Said(now, zone_en), Said(now, zone_ko))
    for now, zone_en, zone_ko in NOWS:
        write_spoken(Said(now, zone_en), Said(now, zone_ko))
    sys.stdout.write("lang\tnow\tzone\tphrase\texpected\n")
    for line in dict.fromkeys(ROWS):
        sys.stdout.write("\t".join(line) + "\n")


main()
