"""A webhook receiver of another make: checks each request with the standardwebhooks package.

Prints the port it listens on, takes the hook's secret from the first line of standard input, then prints one line a
request: "verified" or "refused", and the body.
"""

import http.server
import sys

from standardwebhooks.webhooks import Webhook


class Receiver(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"])).decode()
        try:
            Webhook(self.server.secret).verify(body, dict(self.headers))
            verdict, status = "verified", 204
        except Exception as error:
            verdict, status = f"refused ({error})", 400
        self.send_response(status)
        self.end_headers()
        print(verdict, body, flush=True)

    def log_message(self, *arguments):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
print(f"port {server.server_port}", flush=True)
server.secret = sys.stdin.readline().strip()
server.serve_forever()
