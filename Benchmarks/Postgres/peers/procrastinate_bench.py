"""Jobs a second of procrastinate on PostgreSQL, all due at once.

Each job does nothing but tell that it ran: the peer at its best, with as many at a time as make it fastest.
"""
import asyncio
import sys
import time
from datetime import datetime, timezone

import procrastinate

CONCURRENCY = 20
ran = []


def make_app(conninfo):
    connector = procrastinate.PsycopgConnector(conninfo=conninfo, max_size=CONCURRENCY + 4)
    app = procrastinate.App(connector=connector)

    @app.task(name="fire")
    async def fire(due):
        ran.append(time.time())

    return app, fire


async def rate(app, fire, count):
    """Makes jobs that are due when all are there, and runs them."""
    due = time.time()
    at = datetime.fromtimestamp(due, timezone.utc)
    for _ in range(0, count, 1_000):
        await asyncio.gather(*(fire.configure(schedule_at=at).defer_async(due=due) for _ in range(1_000)))
    start = time.time()
    worker = asyncio.create_task(
        app.run_worker_async(concurrency=CONCURRENCY, install_signal_handlers=False, wait=False)
    )
    await worker
    if len(ran) != count:
        sys.exit(f"only {len(ran)} of {count} ran")
    return count / (max(ran) - start)


async def main(conninfo, count):
    app, fire = make_app(conninfo)
    async with app.open_async():
        await app.schema_manager.apply_schema_async()
        print(f"procrastinate {await rate(app, fire, count):.0f} a second, {count} due at once")


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2])))
