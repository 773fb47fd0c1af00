"""How long lists and counts take, over HTTP: lists.py URL TOKEN NOW TASKS PID, for a store that list-seed has filled.

Prints a line for each question with the least, the median and the greatest milliseconds of one answer, and how it was
read; then what memory the daemon has.
"""

import http.client
import json
import math
import statistics
import sys
import time
import urllib.parse
from datetime import datetime, timedelta

ROUNDS = 100


class Daemon:
    def __init__(self, url, token):
        self.connection = http.client.HTTPConnection(urllib.parse.urlsplit(url).netloc)
        self.headers = {"Authorization": f"Bearer {token}"}

    def ask(self, method, path, query=None, body=None):
        target = path + ("?" + urllib.parse.urlencode(query) if query else "")
        self.connection.request(
            method, target, json.dumps(body) if body is not None else None, self.headers)
        answer = self.connection.getresponse()
        content = answer.read()
        if answer.status == 422:
            return None
        if answer.status >= 300:
            sys.exit(f"{method} {target}: {answer.status} {content[:300]!r}")
        return json.loads(content) if content else None


def questions(daemon, now):
    """Name, limit in milliseconds, path, and the query of a round."""
    def day(count):
        return (now + timedelta(days=count)).strftime("%Y-%m-%dT00:00:00Z")

    def one(**query):
        return lambda _: query

    projects = [project["id"] for project in daemon.ask("GET", "/v1/projects", {"limit": 200})["items"]]
    view = {"name": f"three {time.time()}", "filter": "status:open and tag:tag7 and priority >= high", "sort": "due"}
    daemon.ask("POST", "/v1/views", body=view)
    tasks, count, open_ = "/v1/tasks", "/v1/tasks/count", {"status": "needsAction,inProcess"}
    yield "open by due", 10, tasks, lambda _: open_ | {"sort": "due"}
    yield "overdue", 10, tasks, one(overdue="true", sort="due")
    yield "a project by manual order", 10, tasks, lambda n: open_ | {"projectId": projects[n % 200], "sort": "sortOrder"}
    yield "a project by manual order, all", 10, tasks, lambda n: {"projectId": projects[n % 200], "sort": "sortOrder"}
    yield "a tag by due", 10, tasks, lambda n: open_ | {"tag": f"tag{n * 3 % 300}", "sort": "due"}
    yield "a tag by due, closed too", 10, tasks, lambda n: {"tag": f"tag{n * 3 % 300}", "sort": "due"}
    yield "two tags", 10, tasks, lambda n: open_ | {"filter": f"tag:tag{n} and tag:tag{n + 40}", "sort": "due"}
    yield "high priority or above", 10, tasks, lambda _: open_ | {"priority": "high,urgent", "sort": "due"}
    yield "due this week", 10, tasks, one(dueFrom=day(0), dueUntil=day(7), sort="due")
    yield "completed last month", 10, tasks, one(completedFrom=day(-30), completedUntil=day(0), sort="-completed")
    yield "no date", 10, tasks, lambda _: open_ | {"filter": "no:due"}
    yield "blocked", 10, tasks, one(blocked="true")
    yield "a saved view of three conditions", 10, tasks, one(view=view["name"])
    yield "a project by title", 10, tasks, lambda n: open_ | {"projectId": projects[n % 200], "sort": "title"}
    yield "a project by title, all", 10, tasks, lambda n: {"projectId": projects[n % 200], "sort": "title"}
    yield "a frequent word", 50, tasks, lambda n: open_ | {"q": ["ba", "baba", "koba"][n % 3]}
    yield "a word", 50, tasks, lambda n: {"q": ["zelzelzel3", "papodar", "menhinzel1", "tallo"][n % 4]}
    yield "a phrase", 50, tasks, one(filter='title:"baba koba"')
    yield "a part of a Korean word", 50, tasks, one(q="회의")
    frequent = "baba koba riba talba menba suba poba viba"
    yield "suggestions for a frequent word", 10, "/v1/suggestions", one(title="baba")
    yield "suggestions for eight of them", 10, "/v1/suggestions", one(title=frequent)
    yield "suggestions for a word", 10, "/v1/suggestions", one(title="zelzelzel3 papodar")
    yield "count of open tasks", 20, count, lambda _: open_
    yield "count of a tag", 20, count, lambda n: {"tag": f"tag{n}"}
    yield "count of a word", 20, count, one(q="baba")
    yield "count of a filter", 20, count, one(filter="tag:tag7 and priority >= high")
    for group in ["project", "tag", "dueDay", "priority", "status"]:
        yield f"all by {group}", 20, count, one(groupBy=group)
        yield f"open by {group}", 20, count, lambda _, group=group: open_ | {"groupBy": group}


def main():
    url, token, now, tasks, process = sys.argv[1:]
    daemon = Daemon(url, token)
    now = datetime.fromisoformat(now.replace("Z", "+00:00"))
    print(f"-- {int(tasks):,} tasks: milliseconds of an answer (least, median, greatest of {ROUNDS})")
    for name, limit, path, query in questions(daemon, now):
        times = []
        for number in range(ROUNDS):
            asked = query(number)
            begin = time.perf_counter()
            isAnswered = daemon.ask("GET", path, asked) is not None
            times.append(1_000 * (time.perf_counter() - begin) if isAnswered else math.inf)
            if sum(times) > 20_000:
                break
        plan = daemon.ask("GET", path, query(0) | {"explain": "true"}) if path.endswith("tasks") else {}
        access = " ".join([str(plan.get("access", ""))] + [str(index) for index in plan.get("indexes", [])])
        median = statistics.median(times)
        verdict = "" if median <= limit else f"  over {limit}"
        print(f"{name:36} {min(times):9.2f} {median:9.2f} {max(times):9.2f}  {access}{verdict}", flush=True)
    with open(f"/proc/{process}/status") as status:
        print(next(line.strip() for line in status if line.startswith("VmRSS")))


main()
