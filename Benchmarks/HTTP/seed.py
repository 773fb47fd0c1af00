"""Fills a daemon's store with tasks: a tenth of them recurring, all with a reminder, tags and a few words.

usage: seed.py URL TOKEN TASKS; prints the id of one task.
"""
import datetime
import json
import sys
import urllib.request

url, token, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
words = ["alpha", "beta", "gamma", "delta", "rent", "meeting", "water", "plants", "invoice", "report"]
begin = datetime.datetime(2030, 1, 1)


def draft(number):
    due = begin + datetime.timedelta(minutes=number * 7919 % 1_000_000)
    task = {
        # A word of one task in 200, so that a search finds about a page.
        "title": f"{words[number % 9 + 1]} {words[number * 7 % 9 + 1]} {'alpha' if number % 200 == 0 else number}",
        "due": due.isoformat(),
        "reminders": [{"offset": "-PT1H"}],
        "tags": [words[number % 5]],
    }
    if number % 10 == 0:
        task["recurrence"] = {"rrule": ["FREQ=DAILY"]}
    return task


def call(path, body):
    request = urllib.request.Request(url + path, json.dumps(body).encode(), {"Authorization": f"Bearer {token}"})
    with urllib.request.urlopen(request) as response:
        return json.load(response)


task = call("/v1/tasks", draft(1))
for first in range(2, count, 500):
    operations = [{"op": "create", "task": draft(number)} for number in range(first, min(first + 500, count))]
    call("/v1/batch", {"operations": operations})
print(task["id"])
