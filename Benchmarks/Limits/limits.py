"""Measures what requests within the limits cost others: how long each holds the store's writer, and what /upcoming takes
beside hostile series.

usage: limits.py URL TOKEN ROUNDS
"""
import datetime
import http.client
import json
import re
import statistics
import sys
import time
import urllib.parse

url, token, rounds = sys.argv[1], sys.argv[2], int(sys.argv[3])
connection = http.client.HTTPConnection(urllib.parse.urlparse(url).netloc, timeout=120)
now = datetime.datetime.now(datetime.timezone.utc).replace(microsecond=0)


def request(method, path, body=None):
    headers = {"Authorization": f"Bearer {token}"}
    connection.request(method, path, None if body is None else json.dumps(body), headers)
    response = connection.getresponse()
    text = response.read()
    if response.status >= 300:
        sys.exit(f"{method} {path}: {response.status} {text[:1000]!r}")
    return text


def call(method, path, body=None):
    text = request(method, path, body)
    return json.loads(text) if text else None


def held():
    """How often and how long each route has held the writer."""
    text = request("GET", "/metrics").decode()
    values = re.findall(r'^taskd_writer_held_seconds_(sum|count)\{by="([^"]*)"\} (\S+)$', text, re.M)
    return {(kind, name): float(value) for kind, name, value in values}


class Work:
    """The times that one kind of request held the writer, in milliseconds."""

    def __init__(self):
        self.times = {}

    def measure(self, label, method, route, path, body=None):
        before = held()
        answer = call(method, path, body)
        after = held()
        name = f"{method} /v1{route}"
        count, total = ("count", name), ("sum", name)
        if after.get(count, 0) - before.get(count, 0) < 1:
            sys.exit(f"{name} is not in the metrics")
        self.times.setdefault(label, []).append(1000 * (after[total] - before.get(total, 0)))
        return answer

    def print(self, title):
        for label, times in self.times.items():
            print(f"{title:34} {label:22} p50 {statistics.median(times):8.2f} ms   max {max(times):8.2f} ms")


def local(days, hours=0):
    return (now + datetime.timedelta(days=days, hours=hours)).strftime("%Y-%m-%dT%H:%M:%S")


def compact(days, minutes=0):
    return (now + datetime.timedelta(days=days, minutes=minutes)).strftime("%Y%m%dT%H%M%S")


reminders = [{"offset": f"-PT{number}M"} for number in range(50)]
crowd = {
    "description": "word " * 9_999,
    "tags": [f"tag {number}" for number in range(50)],
    "subtasks": [{"title": f"part {number}"} for number in range(500)],
}
rules = ["FREQ=DAILY", "FREQ=SECONDLY;BYSECOND=0;BYMINUTE=0;BYHOUR=4", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO"] + [
    f"FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS={number}" for number in range(1, 8)
]


def dates(count):
    return {
        "rrule": rules,
        "rdate": [compact(2 + number // 20, number % 20) for number in range(count)],
        "exdate": [compact(2 + number // 20, 100 + number % 20) for number in range(count)],
    }


kinds = {
    "a task": {},
    "daily, a reminder": {"recurrence": {"rrule": ["FREQ=DAILY"]}, "reminders": reminders[:1]},
    "daily, 50 reminders": {"recurrence": {"rrule": ["FREQ=DAILY"]}, "reminders": reminders},
    "500 subtasks, 50 tags, details": {**crowd},
    "1,000 RDATE and EXDATE": {"recurrence": dates(1_000), "reminders": reminders},
    "all of it": {"recurrence": dates(1_000), "reminders": reminders, **crowd},
}

print("-- how long one request holds the writer")
for title, content in kinds.items():
    work = Work()
    for turn in range(rounds):
        task = work.measure("create", "POST", "/tasks", "/v1/tasks", {"title": title, "due": local(1), **content})
        path = "/v1/tasks/" + task["id"]
        work.measure("patch title", "PATCH", "/tasks/{id}", path, {"title": title + "!"})
        work.measure("patch due", "PATCH", "/tasks/{id}", path, {"due": local(1, 1)})
        if "recurrence" in content:
            work.measure("patch title, all", "PATCH", "/tasks/{id}", path + "?scope=all", {"title": title + "?"})
            work.measure("patch rule", "PATCH", "/tasks/{id}", path, {"recurrence": {"rrule": ["FREQ=WEEKLY"]}})
        work.measure("complete", "POST", "/tasks/{id}/complete", path + "/complete")
    work.print(title)

print("-- GET /upcoming beside 1,000 hostile series, as it is answered")
hostile = [
    "FREQ=SECONDLY;COUNT=1000000",
    "FREQ=SECONDLY;INTERVAL=86399;BYDAY=MO;BYMONTH=2",
    "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO",
    "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;BYHOUR=1,2,3;BYMINUTE=0,1,2",
    "FREQ=SECONDLY;BYSECOND=7;BYMINUTE=7;BYHOUR=7;BYYEARDAY=366",
    "RSCALE=CHINESE;FREQ=YEARLY;BYMONTH=5L;SKIP=OMIT",
    "FREQ=HOURLY;INTERVAL=1000;BYMONTHDAY=-31,31",
    "FREQ=WEEKLY;BYDAY=MO;BYSETPOS=-1;INTERVAL=3",
    "FREQ=DAILY",
    "FREQ=MINUTELY",
]
for first in range(0, 1_000, 100):
    operations = []
    for number in range(first, first + 100):
        recurrence = {"rrule": [hostile[number % len(hostile)]]}
        due = local(2 + number % 7, number % 24)
        operations.append({"op": "create", "task": {
            "title": f"hostile {number}", "due": due, "timeZone": ["Europe/Berlin", "America/St_Johns", "UTC"][number % 3],
            "recurrence": recurrence, "reminders": [{"offset": f"-PT{number % 50}M"}, {"offset": "-P3D"}]}})
    call("POST", "/v1/batch", {"operations": operations})
bounds = {
    "limit=50": "limit=50",
    "limit=1000": "limit=1000",
    "from in a year": "limit=50&from=" + (now + datetime.timedelta(days=365)).strftime("%Y-%m-%dT%H:%M:%SZ"),
    "from in 70 years": "limit=50&from=" + (now + datetime.timedelta(days=25_567)).strftime("%Y-%m-%dT%H:%M:%SZ"),
    "from 9000": "limit=50&from=9000-01-01T00:00:00Z",
    "until 9999": "limit=50&until=9999-01-01T00:00:00Z",
}
for label, query in bounds.items():
    times, cursor = [], ""
    for turn in range(rounds * 4):
        begun = time.perf_counter()
        page = call("GET", f"/v1/upcoming?{query}{cursor}")
        times.append(1000 * (time.perf_counter() - begun))
        cursor = "&cursor=" + urllib.parse.quote(page["nextCursor"]) if page.get("nextCursor") else ""
    print(f"{'upcoming':34} {label:22} p50 {statistics.median(times):8.2f} ms   max {max(times):8.2f} ms")

print("-- how long a batch holds the writer")
for title, content, count in [
    ("1,000 tasks", {}, 1_000),
    ("1,000 tasks with a reminder", {"reminders": reminders[:1]}, 1_000),
    ("1,000 daily tasks with a reminder", {"recurrence": {"rrule": ["FREQ=DAILY"]}, "reminders": reminders[:1]}, 1_000),
    ("70 tasks with 50 reminders", {"reminders": reminders}, 70),
    ("7 tasks with 500 subtasks", crowd, 7),
]:
    work = Work()
    for turn in range(rounds):
        create = [{"op": "create", "task": {"title": title, "due": local(1), **content}}] * count
        answer = work.measure("create", "POST", "/batch", "/v1/batch", {"operations": create})
        ids = [result["id"] if "id" in result else result["task"]["id"] for result in answer["results"]]
        for label, operation in [("update", "update"), ("complete", "complete")]:
            operations = [{"op": operation, "id": id} for id in ids]
            if operation == "update":
                operations = [{**one, "changes": {"title": "changed"}} for one in operations]
            work.measure(label, "POST", "/batch", "/v1/batch", {"operations": operations})
    work.print(title)

print("-- how long an edit of a whole series with 1,000 open occurrences holds the writer")
begin = (now - datetime.timedelta(days=1_200)).strftime("%Y-%m-%dT%H:%M:%S")
work = Work()
series = {"rrule": ["FREQ=DAILY"], "respawn": "schedule", "missed": "keep"}
task = call("POST", "/v1/tasks", {"title": "far behind", "due": begin, "recurrence": series, "reminders": reminders[:2]})
deadline = time.monotonic() + 60
while time.monotonic() < deadline:
    total = len(call("GET", "/v1/tasks?q=behind&status=needsAction&limit=1000")["items"])
    if total >= 1_000:
        break
    time.sleep(0.5)
print(f"{total} open")
for turn in range(rounds):
    path = f"/v1/tasks/{task['id']}?scope=all"
    work.measure("title", "PATCH", "/tasks/{id}", path, {"title": f"still behind {turn}"})
    work.measure("priority, reminders", "PATCH", "/tasks/{id}", path, {"priority": ["low", "high"][turn % 2], "reminders": reminders[:3]})
work.print("whole series")

print("-- how late reminders go off, one each second, beside batches and whole-series edits made without a pause")
seconds = 6 * rounds
first = datetime.datetime.now(datetime.timezone.utc).replace(microsecond=0) + datetime.timedelta(seconds=3)
canaries = [
    {"op": "create", "task": {"title": "canary", "reminders": reminders[:1],
                              "due": (first + datetime.timedelta(seconds=number)).strftime("%Y-%m-%dT%H:%M:%SZ")}}
    for number in range(seconds)
]
call("POST", "/v1/batch", {"operations": canaries})
edits = 0
while datetime.datetime.now(datetime.timezone.utc) < first + datetime.timedelta(seconds=seconds + 1):
    daily = {"title": "beside", "due": local(1), "recurrence": {"rrule": ["FREQ=DAILY"]}, "reminders": reminders[:1]}
    answer = call("POST", "/v1/batch", {"operations": [{"op": "create", "task": daily}] * 1_000})
    operations = [{"op": "complete", "id": result["id"]} for result in answer["results"]]
    call("POST", "/v1/batch", {"operations": operations})
    call("PATCH", f"/v1/tasks/{task['id']}?scope=all", {"title": f"still behind, edit {edits}"})
    edits += 1
lateness, after = [], 0
while page := call("GET", f"/v1/events?limit=1000&after={after}")["items"]:
    after = page[-1]["seq"]
    for event in page:
        if event["type"] == "reminder.due" and event["data"]["task"]["title"] == "canary":
            times = [datetime.datetime.fromisoformat(event["data"][name].replace("Z", "+00:00"))
                     for name in ("scheduledAt", "firedAt")]
            lateness.append(1000 * (times[1] - times[0]).total_seconds())
if len(lateness) != seconds:
    sys.exit(f"{len(lateness)} of {seconds} reminders went off")
print(f"{seconds} reminders beside {2 * edits} batches of 1,000 and {edits} edits: "
      f"p50 {statistics.median(lateness):.1f} ms   max {max(lateness):.1f} ms")
