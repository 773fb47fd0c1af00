"""Measures how long the daemon takes from its start to the first /readyz that says 200: start.py PROGRAM ROUNDS [STORE]

Without a store each round makes a new one. Prints the least, the median and the greatest in milliseconds.
"""

import http.client
import os
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def is_ready(port):
    try:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
        connection.request("GET", "/readyz")
        return connection.getresponse().status == 200
    except OSError:
        return False


def start(program, store, state):
    """The milliseconds of one start."""
    port = free_port()
    environment = {"PATH": os.environ["PATH"], "TASKD_STATE": state}
    command = [program, "serve", "--db", store, "--listen", f"127.0.0.1:{port}"]
    begin = time.perf_counter()
    daemon = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    while not is_ready(port):
        if daemon.poll() is not None:
            sys.exit(daemon.stderr.read().decode())
        time.sleep(0.0005)
    taken = time.perf_counter() - begin
    daemon.send_signal(signal.SIGTERM)
    daemon.communicate()
    return taken * 1_000


def main(program, rounds, store=None):
    times = []
    with tempfile.TemporaryDirectory() as folder:
        for number in range(int(rounds)):
            times.append(start(program, store or f"{folder}/{number}/taskd.db", f"{folder}/state"))
    print(f"{store or 'a new store'}: {min(times):.0f} {statistics.median(times):.0f} {max(times):.0f} ms")


main(*sys.argv[1:])
