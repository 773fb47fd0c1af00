"""Measures commands that people type: commands.py PROGRAM TASKS ROUNDS

Prints the median and the 90th percentile in milliseconds, of taskd beside its limit, and of its peers in the same rounds.
"""

import datetime
import json
import os
import pathlib
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
import uuid


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def title(number):
    words = ["rent", "meeting", "water", "plants", "invoice", "report", "dentist", "milk"]
    return f"{words[number % 8]} {words[number // 8 % 8]} {number}"


def due(number):
    return datetime.datetime(2030, 1, 1) + datetime.timedelta(minutes=number * 7919 % 1_000_000)


class Taskd:
    """A daemon with tasks, and what its commands find in their environment."""

    def __init__(self, program, folder, count):
        port = free_port()
        home = f"{folder}/home"
        os.mkdir(home)
        self.environment = {
            "PATH": os.environ["PATH"], "HOME": home, "TZ": "UTC", "TASKD_URL": f"http://127.0.0.1:{port}",
            "TASKD_DB": f"{folder}/taskd.db",
        }
        self.log = open(f"{folder}/log", "w+")
        self.daemon = subprocess.Popen(
            [program, "serve", "--listen", f"127.0.0.1:{port}"], env=self.environment, stdout=subprocess.DEVNULL,
            stderr=self.log)
        while subprocess.run([program, "ready"], env=self.environment, capture_output=True).returncode != 0:
            if self.daemon.poll() is not None:
                sys.exit(pathlib.Path(f"{folder}/log").read_text())
            time.sleep(0.05)
        token = pathlib.Path(f"{folder}/taskd.db.token").read_text().strip()
        for first in range(0, count, 500):
            operations = [
                {"op": "create", "task": {"title": title(number), "due": due(number).isoformat(), "tags": ["work"]}}
                for number in range(first, min(first + 500, count))
            ]
            request = urllib.request.Request(
                f"http://127.0.0.1:{port}/v1/batch", json.dumps({"operations": operations}).encode(),
                {"Authorization": f"Bearer {token}"})
            urllib.request.urlopen(request).read()

    def stop(self):
        self.daemon.terminate()
        self.daemon.wait()


def taskwarrior(folder, count):
    """The environment of `task` with tasks; nil where it is not installed."""
    if shutil.which("task") is None:
        return None
    home = f"{folder}/task"
    os.mkdir(home)
    pathlib.Path(f"{home}/rc").write_text(f"data.location={home}\nconfirmation=off\nverbose=nothing\nhooks=off\n")
    environment = {"PATH": os.environ["PATH"], "HOME": home, "TASKRC": f"{home}/rc", "TZ": "UTC"}
    tasks = [
        {"description": title(number), "due": due(number).strftime("%Y%m%dT%H%M%SZ"), "tags": ["work"],
         "status": "pending", "uuid": str(uuid.UUID(int=number + 1)), "entry": "20260101T000000Z"}
        for number in range(count)
    ]
    subprocess.run(
        ["task", "import", "-"], input=json.dumps(tasks).encode(), env=environment, capture_output=True, check=True)
    return environment


def todoman(folder, count):
    """The environment of `todoman` with tasks, 50 of them in a list of their own; nil where it is not installed."""
    if shutil.which("todoman") is None:
        return None
    home = f"{folder}/todo"
    for name in ["short", "long"]:
        os.makedirs(f"{home}/{name}")
    for number in range(count):
        name = "short" if number < 50 else "long"
        pathlib.Path(f"{home}/{name}/{number}.ics").write_text(
            "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//x//x//EN\r\nBEGIN:VTODO\r\n"
            f"UID:{number}\r\nDTSTAMP:20260101T000000Z\r\nSUMMARY:{title(number)}\r\n"
            f"DUE:{due(number).strftime('%Y%m%dT%H%M%SZ')}\r\nEND:VTODO\r\nEND:VCALENDAR\r\n")
    os.makedirs(f"{home}/.config/todoman")
    pathlib.Path(f"{home}/.config/todoman/config.py").write_text(
        f'path = "{home}/*"\ndate_format = "%Y-%m-%d"\ntime_format = "%H:%M"\ncache_path = "{home}/cache"\n')
    environment = {"PATH": os.environ["PATH"], "HOME": home, "TZ": "UTC", "LC_ALL": "C.UTF-8"}
    # The first run fills its cache.
    subprocess.run(["todoman", "list", "short"], env=environment, capture_output=True, check=True)
    return environment


def run(command, environment, lines):
    begin = time.perf_counter()
    output = subprocess.run(command, env=environment, capture_output=True)
    taken = (time.perf_counter() - begin) * 1_000
    found = output.stdout.count(b"\n")
    if output.returncode != 0 or found < lines:
        sys.exit(f"{command}: status {output.returncode}, {found} lines\n{output.stderr.decode()}")
    return taken


def main(program, count, rounds):
    with tempfile.TemporaryDirectory() as folder:
        daemon = Taskd(program, folder, count)
        task, todo = taskwarrior(folder, count), todoman(folder, count)
        own = daemon.environment
        completing = {"_TODOMAN_COMPLETE": "bash_complete", "COMP_WORDS": "todoman list ", "COMP_CWORD": "2"}
        # What is measured: the limit of taskd, its command, and those of its peers, each with the fewest lines that it prints.
        measures = {
            "start": (15, [program, "--version"], (["task", "--version"], 1), (["todoman", "--version"], 1)),
            "date": (10, [program, "date", "fri 5pm"], (["task", "calc", "friday"], 1), None),
            "list of 50": (
                30, [program, "list", "--limit", "50"], (["task", "limit:50", "list"], 50),
                (["todoman", "list", "short"], 50)),
            "completion": (
                60, [program, "__complete", "bash", "--", "taskd done "], (["task", "_zshids"], 1),
                (["todoman"], 1)),
        }
        try:
            for name, (limit, command, *peers) in measures.items():
                lines = {"list of 50": 50}.get(name, 1)
                runs = {"taskd": (command, own, lines)}
                for peer, environment, spec in zip(["task", "todo"], [task, todo], peers):
                    if environment is not None and spec is not None:
                        if name == "completion" and peer == "todo":
                            environment = environment | completing
                        runs[peer] = (spec[0], environment, spec[1])
                times = {peer: [] for peer in runs}
                for number in range(rounds + 2):
                    for peer, spec in runs.items():
                        taken = run(*spec)
                        # The first two rounds warm the caches.
                        if number >= 2:
                            times[peer].append(taken)
                words = [
                    f"{peer} {statistics.median(taken):.1f} ms (90 % below {statistics.quantiles(taken, n=10)[8]:.1f})"
                    for peer, taken in times.items()
                ]
                print(f"{name}: {', '.join(words)}; limit {limit} ms", flush=True)
        finally:
            daemon.stop()


main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
