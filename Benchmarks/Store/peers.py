"""Measures whole processes that list and add tasks: taskd against its running daemon, Taskwarrior and todoman.

usage: peers.py TASKD FOLDER TASKS ROUNDS, with TASKD_URL and TASKD_TOKEN; FOLDER is for what the others store.

All have the same tasks, of which 85 of 100 are completed. The programs take turns, and each writes to a file, which is
looked into for the tasks that it was to list: a program that fails fast is no faster.
"""
import datetime
import json
import os
import pathlib
import random
import statistics
import subprocess
import sys
import time
import urllib.request
import uuid

program, folder, count, rounds = sys.argv[1], pathlib.Path(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4])
now = datetime.datetime.now(datetime.timezone.utc).replace(microsecond=0)
chance = random.Random(7)
syllables = ["ba", "ko", "ri", "tal", "men", "su", "po", "vi", "dar", "ne", "lo", "gu", "fa", "hin", "zel"]
words = [first + second + third for first in syllables for second in syllables for third in syllables]


def made(number):
    """One task; those that are open are due within two years."""
    completed = chance.random() < 0.85
    due = now + datetime.timedelta(minutes=chance.randrange(-500_000 if completed else 60, -60 if completed else 1_000_000))
    return {
        "id": str(uuid.UUID(int=chance.getrandbits(128), version=4)),
        "title": " ".join(chance.choice(words) for _ in range(chance.randrange(2, 6))),
        "due": due if chance.random() < 0.7 else None,
        "tags": sorted({f"tag{min(chance.randrange(300), chance.randrange(300))}" for _ in range(chance.randrange(4))}),
        "high": chance.random() < 0.1,
        "completed": completed,
    }


def call(path, body):
    headers = {"Authorization": f"Bearer {os.environ['TASKD_TOKEN']}"}
    request = urllib.request.Request(os.environ["TASKD_URL"] + path, json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request) as response:
        return json.load(response)


def fill_taskd(tasks):
    for first in range(0, len(tasks), 500):
        operations = []
        for task in tasks[first:first + 500]:
            draft = {"id": task["id"], "title": task["title"], "tags": task["tags"], "timeZone": "UTC"}
            if task["due"]:
                draft["due"] = task["due"].strftime("%Y-%m-%dT%H:%M:%S")
            if task["high"]:
                draft["priority"] = "high"
            if task["completed"]:
                draft["status"] = "completed"
            operations.append({"op": "create", "task": draft})
        call("/v1/batch", {"operations": operations})


def fill_taskwarrior(tasks):
    stamp = "%Y%m%dT%H%M%SZ"
    lines = []
    for task in tasks:
        one = {"uuid": task["id"], "description": task["title"], "tags": task["tags"], "entry": now.strftime(stamp)}
        one["status"] = "completed" if task["completed"] else "pending"
        if task["completed"]:
            one["end"] = now.strftime(stamp)
        if task["due"]:
            one["due"] = task["due"].strftime(stamp)
        if task["high"]:
            one["priority"] = "H"
        lines.append(one)
    (folder / "taskwarrior").mkdir()
    (folder / "taskrc").write_text(f"data.location={folder}/taskwarrior\nconfirmation=off\nverbose=nothing\n")
    (folder / "import.json").write_text(json.dumps(lines))
    run(["task", "import", str(folder / "import.json")])


def fill_todoman(tasks):
    stamp = "%Y%m%dT%H%M%SZ"
    tasks_folder = folder / "todoman" / "tasks"
    tasks_folder.mkdir(parents=True)
    for task in tasks:
        lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//taskd//benchmark//EN", "BEGIN:VTODO", f"UID:{task['id']}",
                 f"DTSTAMP:{now.strftime(stamp)}", f"CREATED:{now.strftime(stamp)}", f"SUMMARY:{task['title']}"]
        if task["tags"]:
            lines.append("CATEGORIES:" + ",".join(task["tags"]))
        if task["due"]:
            lines.append(f"DUE:{task['due'].strftime(stamp)}")
        if task["high"]:
            lines.append("PRIORITY:3")
        if task["completed"]:
            lines += ["STATUS:COMPLETED", f"COMPLETED:{now.strftime(stamp)}", "PERCENT-COMPLETE:100"]
        else:
            lines.append("STATUS:NEEDS-ACTION")
        text = "\r\n".join(lines + ["END:VTODO", "END:VCALENDAR", ""])
        (tasks_folder / f"{task['id']}.ics").write_text(text, newline="")
    (folder / "todoman.py").write_text(
        f'path = "{folder}/todoman/*"\ndefault_list = "tasks"\ncache_path = "{folder}/todoman.cache"\n')


environment = os.environ | {
    "TASKRC": str(folder / "taskrc"), "TODOMAN_CONFIG": str(folder / "todoman.py"), "HOME": str(folder), "TZ": "UTC"}


def run(command):
    """Runs a program; returns its milliseconds and what it wrote."""
    with open(folder / "output", "w+") as output:
        begun = time.perf_counter()
        process = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.PIPE, env=environment)
        elapsed = 1_000 * (time.perf_counter() - begun)
        output.seek(0)
        text = output.read()
    if process.returncode != 0:
        sys.exit(f"{command}: {process.returncode} {process.stderr[:1000]!r}")
    return elapsed, text


def version(command):
    text = subprocess.run(command, capture_output=True, text=True, env=environment).stdout
    return next((word.strip(",") for word in text.split() if word[:1].isdigit()), "?")


def measure(title, commands, look):
    times = {name: [] for name in commands}
    for turn in range(rounds + 1):
        for name, command in commands.items():
            elapsed, text = run([part.replace("NUMBER", str(turn)) for part in command])
            look(name, text)
            # The first time of each is for what it keeps between runs.
            if turn > 0:
                times[name].append(elapsed)
    for name, all_times in times.items():
        print(f"{title:22} {name:12} {min(all_times):9.1f} {statistics.median(all_times):9.1f} {max(all_times):9.1f}", flush=True)


tasks = [made(number) for number in range(count)]
fill_taskd(tasks)
fill_taskwarrior(tasks)
fill_todoman(tasks)
open_ones = [task for task in tasks if not task["completed"]]
dated = sorted((task for task in open_ones if task["due"]), key=lambda task: task["due"])


def lists_first(name, text):
    """Whether the tasks that are due first are there; todoman has no limit, and lists all."""
    # Long titles are broken into lines by some.
    missing = [task for task in dated[:20] if task["title"].split()[0] not in text]
    if missing:
        sys.exit(f"{name} does not list {missing[0]}")


print(f"-- {count:,} tasks, {len(open_ones):,} of them open: milliseconds of a process (least, median, greatest of {rounds})")
print("   Taskwarrior", version(["task", "--version"]), "todoman", version(["todoman", "--version"]))
measure("the 100 due first", {
    "taskd": [program, "list", "--limit", "100"],
    "Taskwarrior": ["task", "limit:100", "list"],
    "todoman": ["todoman", "list", "--sort", "due"],
}, lists_first)
tag = max({tag for task in dated for tag in task["tags"]}, key=lambda tag: sum(tag in task["tags"] for task in dated))
measure("open ones of a tag", {
    "taskd": [program, "list", "--tag", tag],
    "Taskwarrior": ["task", f"+{tag}", "list"],
    "todoman": ["todoman", "list", "--category", tag],
}, lambda name, text: text or sys.exit(f"{name} lists nothing of {tag}"))
measure("add a task", {
    "taskd": [program, "add", "Water the plants NUMBER", "--tag", "home"],
    "Taskwarrior": ["task", "add", "Water the plants NUMBER", "+home"],
    "todoman": ["todoman", "new", "--list", "tasks", "Water the plants NUMBER"],
}, lambda name, text: None)
