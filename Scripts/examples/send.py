"""Runs a receiver and checks how it answers: send.py COMMAND…

Messages are signed with Python's own hmac, as Standard Webhooks 1.0.0 asks, so that a mistake in a library that the
receiver uses cannot hide.
"""

import base64
import hashlib
import hmac
import http.client
import os
import subprocess
import sys
import time

KEY = bytes(range(24))
BODY = '{"id":"evt_1","seq":1,"type":"reminder.due","data":{"task":{"title":"Zahnärztin ☎"}}}'.encode()


def headers(identifier="evt_1", age=0, body=BODY, **changes):
    timestamp = str(int(time.time()) - age)
    code = hmac.new(KEY, f"{identifier}.{timestamp}.".encode() + body, hashlib.sha256).digest()
    made = {
        "webhook-id": identifier,
        "webhook-timestamp": timestamp,
        "webhook-signature": "v1," + base64.b64encode(code).decode(),
    }
    made.update({name.replace("_", "-"): value for name, value in changes.items()})
    return {name: value for name, value in made.items() if value is not None}


def post(port, fields, body=BODY):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    connection.request("POST", "/", body, fields)
    status = connection.getresponse().status
    connection.close()
    return status


def check(port):
    cases = [
        ("a good message", headers(), BODY, 204),
        ("the same again", headers(), BODY, 204),
        ("another", headers("evt_2"), BODY, 204),
        ("two signatures", headers("evt_3", webhook_signature="v2,x " + headers("evt_3")["webhook-signature"]), BODY, 204),
        ("a changed body", headers(), BODY + b" ", 400),
        ("another's signature", headers("evt_4", webhook_signature=headers()["webhook-signature"]), BODY, 400),
        ("an old message", headers(age=301), BODY, 400),
        ("one of the future", headers(age=-310), BODY, 400),
        ("no id", headers(webhook_id=None), BODY, 400),
        ("no timestamp", headers(webhook_timestamp=None), BODY, 400),
        ("no signature", headers(webhook_signature=None), BODY, 400),
        ("a timestamp that is none", headers(webhook_timestamp="soon"), BODY, 400),
        ("a signature that is none", headers(webhook_signature="v1 x"), BODY, 400),
        ("an empty signature", headers(webhook_signature="v1,"), BODY, 400),
    ]
    for name, fields, body, expected in cases:
        status = post(port, fields, body)
        if status != expected:
            sys.exit(f"error: {' '.join(sys.argv[1:])} answered {status} to {name}, not {expected}")
    return len(cases)


def main():
    secret = "whsec_" + base64.b64encode(KEY).decode()
    environment = {**os.environ, "TASKD_WEBHOOK_SECRET": secret, "PORT": "0", "PYTHONUTF8": "1"}
    receiver = subprocess.Popen(sys.argv[1:], env=environment, stdout=subprocess.PIPE, text=True, encoding="utf-8")
    try:
        port = int(receiver.stdout.readline().rsplit(" ", 1)[1])
        count = check(port)
        lines = [receiver.stdout.readline().strip() for _ in range(3)]
    finally:
        receiver.terminate()
        rest = receiver.communicate(timeout=10)[0]
    if lines != ["reminder.due Zahnärztin ☎"] * 3 or rest.strip():
        sys.exit(f"error: {' '.join(sys.argv[1:])} handled {lines} and then {rest!r}")
    print(f"{sys.argv[-1]}: {count} messages, 3 handled")


main()
