// The limit of due-bench: the row work of a firing in taskd's own schema, with nothing around it.
//
// usage: due-limit STORE NOW COUNT BODY_BYTES
//
// Reads due reminders by the index, and for each one updates the reminder and inserts the firing, the event
// and a delivery for the store's one hook, 1,000 in a transaction, as taskd does and with the
// settings that taskd has. It loads no task, writes no JSON and derives no id.
#include "sqlite_in_c.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BATCH = 1000 };

static struct {
    sqlite3_stmt *due, *reminder, *firing, *event, *delivery;
} statements;

static void prepareAll(void) {
    statements.due = prepare(
        "SELECT key, next_fire_at FROM reminder"
        " WHERE next_fire_at IS NOT NULL AND next_fire_at <= ? ORDER BY next_fire_at, id LIMIT ?");
    statements.reminder = prepare(
        "UPDATE reminder SET state = 1, next_fire_at = NULL, snoozed_until = NULL, repetitions_done = 0,"
        " task_changes = task_changes + 1 WHERE key = ?");
    statements.firing = prepare(
        "INSERT OR IGNORE INTO firing (reminder_key, scheduled_at, fired_at, missed_count, event_seq)"
        " VALUES (?, ?, ?, 0, ?)");
    statements.event = prepare("INSERT INTO event (seq, id, type, at, data) VALUES (?, ?, 'reminder.due', ?, ?)");
    statements.delivery = prepare("INSERT INTO delivery (key, next_attempt_at) VALUES (?, ?)");
}

static struct { int64_t reminder, scheduledAt; } batch[BATCH];

static int readBatch(int64_t now) {
    int count = 0;
    sqlite3_bind_int64(statements.due, 1, now);
    sqlite3_bind_int(statements.due, 2, BATCH);
    while (sqlite3_step(statements.due) == SQLITE_ROW) {
        batch[count].reminder = sqlite3_column_int64(statements.due, 0);
        batch[count].scheduledAt = sqlite3_column_int64(statements.due, 1);
        count++;
    }
    sqlite3_reset(statements.due);
    return count;
}

static void fire(int index, int64_t now, int64_t sequence, int64_t hook, const char *body, int bodyBytes) {
    uint64_t id[2] = {0x9E3779B97F4A7C15u * (uint64_t)sequence, (uint64_t)sequence};
    sqlite3_bind_int64(statements.reminder, 1, batch[index].reminder);
    run(statements.reminder, "the reminder");
    sqlite3_bind_int64(statements.firing, 1, batch[index].reminder);
    sqlite3_bind_int64(statements.firing, 2, batch[index].scheduledAt);
    sqlite3_bind_int64(statements.firing, 3, now);
    sqlite3_bind_int64(statements.firing, 4, sequence);
    run(statements.firing, "the firing");
    sqlite3_bind_int64(statements.event, 1, sequence);
    sqlite3_bind_blob(statements.event, 2, id, 16, SQLITE_STATIC);
    sqlite3_bind_int64(statements.event, 3, now);
    sqlite3_bind_text(statements.event, 4, body, bodyBytes, SQLITE_STATIC);
    run(statements.event, "the event");
    sqlite3_bind_int64(statements.delivery, 1, hook << 44 | sequence);
    sqlite3_bind_int64(statements.delivery, 2, now);
    run(statements.delivery, "the delivery");
}

int main(int argumentCount, char **arguments) {
    if (argumentCount != 5) {
        fprintf(stderr, "usage: due-limit STORE NOW COUNT BODY_BYTES\n");
        return 2;
    }
    program = "due-limit";
    int64_t now = atoll(arguments[2]), wanted = atoll(arguments[3]);
    int bodyBytes = atoi(arguments[4]);
    char *body = malloc((size_t)bodyBytes + 1);
    memset(body, 'x', (size_t)bodyBytes);
    check(sqlite3_open_v2(arguments[1], &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, 0), arguments[1]);
    execute("PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA cache_size = -48000;"
            "PRAGMA wal_autocheckpoint = 8000");
    prepareAll();
    int64_t hook = number("SELECT min(key) FROM hook"), sequence = number("SELECT max(seq) FROM event");

    double start = seconds();
    int64_t fired = 0;
    for (;;) {
        execute("BEGIN IMMEDIATE");
        int count = readBatch(now);
        for (int index = 0; index < count; index++) fire(index, now, ++sequence, hook, body, bodyBytes);
        execute("COMMIT");
        fired += count;
        if (count < BATCH) break;
    }
    double elapsed = seconds() - start;
    if (fired != wanted) {
        fprintf(stderr, "due-limit: fired %lld, not %lld\n", (long long)fired, (long long)wanted);
        return 1;
    }
    printf("%.0f\n", (double)fired / elapsed);
    return 0;
}
