"""What schemathesis does not know by itself of the API and its media types."""
import itertools

import schemathesis

requests = itertools.count(1)


@schemathesis.hook
def before_call(context, case, kwargs):
    """Has each request come from a client of its own, as wrong tokens that come from one address are slowed."""
    number = next(requests)
    client = f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"
    case.headers = {**(case.headers or {}), "X-Forwarded-For": client}


@schemathesis.serializer("application/x-ndjson")
def lines(context, value):
    """JSON Lines are text, as they are generated."""
    return value if isinstance(value, bytes) else str(value).encode()
