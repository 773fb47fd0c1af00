"""What schemathesis does not know by itself of the media types of the API."""
import schemathesis


@schemathesis.serializer("application/x-ndjson")
def lines(context, value):
    """JSON Lines are text, as they are generated."""
    return value if isinstance(value, bytes) else str(value).encode()
