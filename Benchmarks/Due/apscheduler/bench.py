"""Firings a second and lateness of APScheduler 3 with its SQLAlchemy job store, in a database of a URL of SQLAlchemy's.

Each job runs once, at its date, and does nothing but tell that it ran: the peer at its best. Its defaults drop what is
more than a second late, so both limits that drop are lifted.
"""
import sys
import threading
import time
from datetime import datetime, timedelta, timezone

from apscheduler.executors.pool import ThreadPoolExecutor
from apscheduler.jobstores.sqlalchemy import SQLAlchemyJobStore
from apscheduler.schedulers.background import BackgroundScheduler

ran = []
finished = threading.Event()
wanted = 0


def fire(due):
    ran.append((time.time(), due))
    if len(ran) >= wanted:
        finished.set()


def measure(url, instants):
    """Runs jobs at instants given in seconds from now; returns when each ran and was due."""
    global wanted
    ran.clear()
    finished.clear()
    wanted = len(instants)
    scheduler = BackgroundScheduler(
        jobstores={"default": SQLAlchemyJobStore(url=url)},
        executors={"default": ThreadPoolExecutor(20)},
        job_defaults={"misfire_grace_time": None, "max_instances": 1_000_000},
        timezone=timezone.utc,
    )
    scheduler.start(paused=True)
    scheduler.remove_all_jobs()
    begin = time.time() + instants_take(len(instants))
    for offset in instants:
        due = begin + offset
        date = datetime.fromtimestamp(due, timezone.utc)
        scheduler.add_job(fire, "date", run_date=date, args=[due])
    while time.time() < begin:
        time.sleep(0.05)
    start = time.time()
    scheduler.resume()
    if not finished.wait(300):
        print(f"only {len(ran)} of {wanted} ran within 300 s")
    scheduler.shutdown(wait=False)
    return start, list(ran)


def instants_take(count):
    """How long adding the jobs may take, in seconds: each is a commit of its own."""
    return count / 50


def lateness(times):
    late = sorted(1_000 * (at - due) for at, due in times)
    p50, p99 = (late[min(len(late) - 1, int(len(late) * share))] for share in (0.5, 0.99))
    return f"p50 {p50:.2f}  p99 {p99:.2f}  max {late[-1]:.2f} ms"


if __name__ == "__main__":
    start, times = measure(sys.argv[1], [0] * 1_000)
    rate = len(times) / (max(at for at, _ in times) - start)
    print(f"APScheduler {rate:.0f} a second; 1000 at one instant: lateness {lateness(times)}")
    _, times = measure(sys.argv[1], [index / 1_000 for index in range(1_000)])
    print(f"APScheduler 1000 a second for 1 s: lateness {lateness(times)}")
