#!/usr/bin/env python3
"""Makes before-series.db and before-series.json with a taskd from before series had a table of their own.

    make-before-series.py TASKD [FOLDER]

It starts TASKD on a fresh store, makes series of every kind over HTTP, notes what each task looks like, stops the daemon,
and leaves store and notes in FOLDER (this one unless told otherwise).
"""
import datetime, json, os, pathlib, shutil, signal, sqlite3, subprocess, sys, tempfile, time
import urllib.error, urllib.request

DAEMON = sys.argv[1]
FOLDER = pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else pathlib.Path(__file__).parent)
PORT = 18347
TODAY = datetime.datetime.now(datetime.timezone.utc).date()


def day(offset):
    return (TODAY + datetime.timedelta(days=offset)).isoformat()


def at(offset, time="09:00:00"):
    return f"{day(offset)}T{time}"


class Daemon:
    def __init__(self, path):
        self.path = path
        self.process = subprocess.Popen(
            [DAEMON, "serve", "--db", str(path), "--listen", f"127.0.0.1:{PORT}", "--zone", "Europe/Berlin",
             "--state", str(path.parent / "state"), "--log-level", "warning"],
            stdout=subprocess.DEVNULL)
        for _ in range(200):
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{PORT}/healthz")
                break
            except OSError:
                time.sleep(0.05)
        self.token = pathlib.Path(str(path) + ".token").read_text().strip()

    def call(self, method, path, body=None):
        request = urllib.request.Request(
            f"http://127.0.0.1:{PORT}/v1{path}", method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(request) as answer:
                text = answer.read()
        except urllib.error.HTTPError as error:
            raise SystemExit(f"{method} {path} {body}: {error.code} {error.read().decode()}")
        return json.loads(text) if text else None

    def make(self, title, rrule=None, *, zone="Europe/Berlin", more={}, recurrence={}, **task):
        body = {"title": title, "timeZone": zone, **task}
        if rrule is not None or recurrence:
            rules = [rrule] if isinstance(rrule, str) else rrule or []
            body["recurrence"] = {"rrule": rules, **recurrence}
        return self.call("POST", "/tasks", body)

    def patch(self, task, scope=None, **change):
        return self.call("PATCH", f"/tasks/{task['id']}" + (f"?scope={scope}" if scope else ""), change)

    def complete(self, task):
        return self.call("POST", f"/tasks/{task['id']}/complete", {})["next"]

    def skip(self, task):
        return self.call("POST", f"/tasks/{task['id']}/skip", {})["next"]

    def reopen(self, task):
        return self.call("POST", f"/tasks/{task['id']}/reopen", {})

    def delete(self, task):
        self.call("DELETE", f"/tasks/{task['id']}")

    def all(self, path):
        items, cursor = [], None
        while True:
            glue = "&" if "?" in path else "?"
            page = self.call("GET", path + f"{glue}limit=200" + (f"&cursor={cursor}" if cursor else ""))
            items += page["items"]
            cursor = page["nextCursor"]
            if not cursor:
                return items

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait()


OFFSET = {"offset": "-PT30M", "relativeTo": "due"}


def fill(d):
    # How the next one comes.
    d.make("daily, on completion, skipping", "FREQ=DAILY", due=at(1))
    late = d.make("late, skipping", "FREQ=DAILY", due=at(-4), reminders=[OFFSET])
    d.complete(late)
    kept = d.make("late, keeping", "FREQ=DAILY", due=at(-3), recurrence={"missed": "keep"})
    d.complete(d.complete(kept))
    weekly = d.make("every three weeks after it was done", "FREQ=WEEKLY;INTERVAL=3", due=at(-2),
                    recurrence={"anchor": "completion"})
    d.complete(weekly)
    d.make("after completion, counted", "FREQ=DAILY;COUNT=4", due=at(3), recurrence={"anchor": "completion"})
    d.make("by schedule, keeping", "FREQ=DAILY", due=at(-3), recurrence={"respawn": "schedule", "missed": "keep"},
           reminders=[OFFSET])
    d.make("by schedule, skipping", "FREQ=HOURLY;INTERVAL=12", due=at(-2, "08:30:00"),
           recurrence={"respawn": "schedule"})

    # Rules and dates.
    d.complete(d.make("counted", "FREQ=WEEKLY;COUNT=5", due=at(4)))
    last = d.make("counted, and all done", "FREQ=DAILY;COUNT=2", due=at(5))
    d.complete(d.complete(last))
    d.make("until", f"FREQ=DAILY;UNTIL={day(40).replace('-', '')}T070000Z", due=at(2))
    d.make("dates added and excepted", "FREQ=WEEKLY",
           due=at(6), recurrence={"rdate": [at(7).replace("-", "").replace(":", "")],
                                  "exdate": [at(13).replace("-", "").replace(":", "")]})
    d.make("dates alone", due=at(8), recurrence={"rdate": [at(9, "10:00:00").replace("-", "").replace(":", "")]})
    d.make("several rules", ["FREQ=WEEKLY;BYDAY=MO,WE", "FREQ=MONTHLY;BYMONTHDAY=1"], due=at(5))
    d.make("the last Friday", "FREQ=MONTHLY;BYDAY=-1FR", start=day(2), due=day(4))
    d.complete(d.make("whole days", "FREQ=DAILY;INTERVAL=2", due=day(1), reminders=[{"offset": "PT0S", "relativeTo": "due"}]))
    d.make("in a gap", "FREQ=YEARLY", due="2027-03-28T02:30:00")
    d.make("in an overlap", "FREQ=DAILY", due="2026-10-25T02:30:00", zone="Europe/Berlin")
    d.make("in New York", "FREQ=DAILY", due=at(9, "23:15:00"), zone="America/New_York")
    d.make("on Lord Howe", "FREQ=WEEKLY", due=at(10, "01:45:00"), zone="Australia/Lord_Howe")

    # One occurrence that is not like the others.
    moved = d.make("moved alone", "FREQ=DAILY", due=at(2), reminders=[OFFSET])
    d.patch(moved, due=at(3, "17:00:00"))
    moved = d.make("moved and done", "FREQ=DAILY", due=at(2))
    moved = d.patch(moved, due=at(2, "12:34:56"))
    d.complete(moved)
    alone = d.make("content for this alone", "FREQ=DAILY", due=at(2), tags=["home", "집"], reminders=[OFFSET],
                   subtasks=[{"title": "a"}, {"title": "b"}])
    d.patch(alone, "this", title="다른 제목", priority="high", tags=["work"])
    alone = d.make("times for this alone", "FREQ=WEEKLY", start=at(2), due=at(2, "11:00:00"))
    alone = d.patch(alone, "this", start=at(2, "14:00:00"), due=at(2, "15:00:00"))
    alone = d.make("all for this alone, and done", "FREQ=DAILY", due=at(2), description="as it was",
                   location={"placeName": "Zürich", "latitude": 47.37, "longitude": 8.54})
    alone = d.patch(alone, "this", description="otherwise", location=None, due=at(2, "20:00:00"),
                    reminders=[{"at": at(2, "19:00:00")}], quietHours={"from": "22:00", "until": "07:00"})
    d.complete(alone)

    # Splits.
    split = d.make("split", "FREQ=DAILY;COUNT=9", due=at(1), reminders=[OFFSET])
    split = d.complete(d.complete(split))
    d.patch(split, "following", title="split off")
    split = d.make("split and moved", "FREQ=DAILY", due=at(1), recurrence={"respawn": "completion"})
    split = d.complete(split)
    d.patch(split, "following", due=at(2, "18:00:00"))
    everyone = d.make("moved whole", "FREQ=DAILY", due=at(1))
    everyone = d.complete(everyone)
    d.patch(everyone, "all", due=at(2, "10:30:00"), title="moved whole, later")
    rule = d.make("another rule", "FREQ=DAILY", due=at(1))
    rule = d.complete(rule)
    d.patch(rule, recurrence={"rrule": ["FREQ=WEEKLY"]})

    # What was deleted.
    d.delete(d.complete(d.make("newest deleted", "FREQ=DAILY", due=at(1))))
    schedule = d.make("middle deleted", "FREQ=DAILY", due=at(-3), recurrence={"respawn": "schedule", "missed": "keep"})
    newest = d.make("newest deleted, by schedule", "FREQ=DAILY", due=at(-3),
                    recurrence={"respawn": "schedule", "missed": "keep"})
    time.sleep(2)
    def of(task):
        return sorted((t for t in d.all("/tasks") if t["seriesId"] == task["seriesId"]), key=lambda t: t["occurrence"])
    d.delete(of(schedule)[1])
    d.delete(of(newest)[-1])
    d.patch(of(schedule)[-1], "all", title="middle deleted, all renamed")

    # What was closed otherwise.
    given = d.make("given up", "FREQ=DAILY", due=at(1))
    d.patch(d.complete(given), status="cancelled")
    d.skip(d.make("skipped", "FREQ=DAILY", due=at(1)))
    d.skip(d.make("skipped, and no more", "FREQ=DAILY;COUNT=1", due=at(1)))
    opened = d.make("reopened", "FREQ=DAILY", due=at(1), reminders=[OFFSET])
    d.complete(opened)
    d.reopen(opened)
    both = d.make("reopened, both open", "FREQ=DAILY", due=at(1))
    after = d.complete(both)
    d.patch(after, title="touched")
    d.reopen(both)
    stopped = d.complete(d.make("stopped", "FREQ=DAILY", due=at(1)))
    d.patch(stopped, recurrence=None)

    # What occurrences have.
    d.complete(d.make("absolute reminders", "FREQ=DAILY", due=at(2), reminders=[
        {"at": at(1, "20:00:00")}, {"offset": "-P1D", "relativeTo": "due", "repeat": {"every": "PT10M", "count": 3}},
        {"at": at(2, "08:15:00"), "catchUp": "PT2H", "keepOnCompletion": True}]))
    parts = d.make("Teile: 빨래, Wäsche, 🧺", "FREQ=WEEKLY", start=at(1, "08:00:00"), due=at(3, "18:00:00"),
                   description="zwei\nZeilen", priority="urgent", tags=["café", "집"],
                   subtasks=[{"title": "eins"}, {"title": "둘", "isCompleted": True}],
                   location={"address": "1 Road", "placeName": "집"}, quietHours="off",
                   reminders=[{"offset": "-PT1H", "relativeTo": "start"}, OFFSET])
    d.complete(parts)
    paused = d.make("paused", "FREQ=DAILY", due=at(1), reminders=[OFFSET])
    d.call("POST", "/pauses", {"seriesId": paused["seriesId"], "until": at(30) + "Z", "note": "away"})
    snoozed = d.make("snoozed", "FREQ=DAILY", due=at(-1), reminders=[OFFSET])
    time.sleep(1)
    d.call("POST", f"/reminders/{snoozed['reminders'][0]['id']}/snooze", {"for": "P2D"})
    d.make("plain", due=at(2), reminders=[OFFSET])
    d.make("plain, without a time")
    d.complete(d.make("plain and done", due=at(-2)))


def main():
    with tempfile.TemporaryDirectory() as folder:
        store = pathlib.Path(folder) / "store" / "before-series.db"
        store.parent.mkdir(mode=0o700)
        daemon = Daemon(store)
        try:
            fill(daemon)
            time.sleep(3)
            tasks = daemon.all("/tasks")
            now = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
            notes = {"now": now, "tasks": {t["id"]: daemon.call("GET", f"/tasks/{t['id']}") for t in tasks}}
            until = at(5) + "Z"
            notes["upcoming"] = daemon.all(f"/upcoming?from={now}&until={until}")
            notes["upcomingUntil"] = until
        finally:
            daemon.stop()
        db = sqlite3.connect(store)
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        db.execute("DELETE FROM access_token")
        db.execute("DELETE FROM remembered_answer")
        db.execute("DELETE FROM identity")
        # Of the log nothing else is looked at.
        db.execute("DELETE FROM event WHERE type NOT IN ('task.deleted', 'task.skipped')")
        db.commit()
        db.execute("PRAGMA journal_mode = DELETE")
        db.execute("VACUUM")
        db.close()
        shutil.copyfile(store, FOLDER / "before-series.db")
        (FOLDER / "before-series.json").write_text(json.dumps(notes, ensure_ascii=False, sort_keys=True, indent=1) + "\n")
        print(len(notes["tasks"]), "tasks,", os.path.getsize(FOLDER / "before-series.db"), "bytes")


main()
