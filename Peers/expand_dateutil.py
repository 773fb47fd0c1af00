"""Answers each line of rules on standard input by python-dateutil: usage: expand_dateutil.py LIMIT SECONDS.

The lines are those of README.md. No rule takes more than SECONDS of processor time; what was found by then is told, as `cut`.
"""

import datetime
import multiprocessing
import signal
import sys
import zoneinfo

from dateutil.rrule import rrulestr

LIMIT, SECONDS = int(sys.argv[1]), float(sys.argv[2])
# dateutil refuses at once what it proves to be empty.
PROVED_EMPTY = ("Invalid combination of interval and", "Invalid rrule byxxx generates an empty set")


class OutOfTime(BaseException):
    """No Exception, so that nobody in between takes it for a failure of its own."""


def out_of_time(*_):
    raise OutOfTime


def start_time(text, zone):
    time = datetime.datetime.strptime(text.rstrip("Z"), "%Y%m%dT%H%M%S" if "T" in text else "%Y%m%d")
    if zone == "UTC":
        return time.replace(tzinfo=datetime.timezone.utc)
    return time.replace(tzinfo=zoneinfo.ZoneInfo(zone)) if zone else time


def written(time, is_date):
    if time.tzinfo:
        time = time.astimezone(datetime.timezone.utc)
        return f"{time.year:04}{time:%m%dT%H%M%SZ}"
    return f"{time.year:04}{time:%m%d}" if is_date and time.time() == datetime.time() else f"{time.year:04}{time:%m%dT%H%M%S}"


def answer(line):
    number, start, zone, rule = line.rstrip("\n").split("\t")
    found, status = [], "cut"
    try:
        signal.setitimer(signal.ITIMER_PROF, SECONDS)
        try:
            status = expand(rule, start_time(start, zone), "T" not in start, found)
        except Exception as error:
            if not str(error).startswith(PROVED_EMPTY):
                return f"{number}\terror\t{type(error).__name__}: {error}"
            status = "end"
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
    except OutOfTime:
        # The signal may come at any point up to the end of the timer, even while an error is handled.
        pass
    return f"{number}\t{status}\t{','.join(found)}"


def expand(rule, start, is_date, found):
    """Fills the list with the first occurrences and tells what comes after them."""
    for time in rrulestr(rule, dtstart=start):
        if len(found) == LIMIT:
            return "more"
        found.append(written(time, is_date))
    return "end"


def prepare():
    signal.signal(signal.SIGPROF, out_of_time)


def main():
    with multiprocessing.Pool(initializer=prepare) as pool:
        for text in pool.imap(answer, sys.stdin, chunksize=50):
            print(text)


if __name__ == "__main__":
    main()
