"""What schemathesis does not know by itself of the API and its media types."""
import itertools

import schemathesis
from schemathesis.specs.openapi import checks

clients = itertools.count(1)
send_probe = checks.send_probe


def send_probe_as_another(ctx, parent, probe):
    """Has each wrong token come from a client of its own: those that come from one address are slowed."""
    number = next(clients)
    client = f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"
    probe.headers = {**(probe.headers or {}), "X-Forwarded-For": client}
    return send_probe(ctx, parent, probe)


# There is no hook for these requests.
checks.send_probe = send_probe_as_another


@schemathesis.serializer("application/x-ndjson")
def lines(context, value):
    """JSON Lines are text, as they are generated."""
    return value if isinstance(value, bytes) else str(value).encode()
