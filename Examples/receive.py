"""Receives webhooks of taskd: pip install standardwebhooks, then

    TASKD_WEBHOOK_SECRET=whsec_… python3 receive.py
"""

import http.server
import json
import os

from standardwebhooks.webhooks import Webhook

webhook = Webhook(os.environ["TASKD_WEBHOOK_SECRET"])
handled = set()  # keep these in your database, with what the event changes there


class Receiver(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        try:
            webhook.verify(body, {name.lower(): value for name, value in self.headers.items()})
        except Exception as error:  # whatever is wrong with it: it is not to be trusted
            return self.answer(400, f"refused: {error}")
        if self.headers["webhook-id"] not in handled:
            handled.add(self.headers["webhook-id"])
            event = json.loads(body)
            print(event["type"], event["data"].get("task", {}).get("title", ""), flush=True)
        self.answer(204)  # taken: taskd does not send it again

    def answer(self, status, text=""):
        self.send_response(status)
        self.send_header("content-length", str(len(text.encode())))
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, *arguments):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", 8080))), Receiver)
print(f"listening on port {server.server_port}", flush=True)
server.serve_forever()
