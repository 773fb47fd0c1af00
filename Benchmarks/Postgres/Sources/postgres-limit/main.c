// The limit of a firing on PostgreSQL: what libpq and the server need for the row work, with nothing around it.
//
// usage: postgres-limit CONNINFO NOW COUNT BODY_BYTES
//
// Reads due reminders by the index, and for each one updates the reminder and inserts the firing, the event and a delivery
// for the store's one hook: 1,000 in a transaction that has the log's head locked, in two flights, with binary arrays and in
// taskd's own schema. It loads no task, writes no JSON and derives no id.
#include <endian.h>
#include <libpq-fe.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { BATCH = 1000, INT8 = 20, TEXT = 25, UUID = 2950, INT8S = 1016, TEXTS = 1009, UUIDS = 2951 };

static PGconn *connection;

static void fail(const char *what) {
    fprintf(stderr, "postgres-limit: %s: %s", what, PQerrorMessage(connection));
    exit(1);
}

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

// One parameter in the server's binary form: a one-dimensional array, or a single value.
struct parameter {
    Oid type;
    char *bytes;
    int length;
};

static void append32(struct parameter *parameter, uint32_t value) {
    uint32_t big = htobe32(value);
    memcpy(parameter->bytes + parameter->length, &big, 4);
    parameter->length += 4;
}

static void appendElement(struct parameter *parameter, const void *bytes, int length) {
    append32(parameter, (uint32_t)length);
    memcpy(parameter->bytes + parameter->length, bytes, (size_t)length);
    parameter->length += length;
}

static void append64(struct parameter *parameter, int64_t value) {
    uint64_t big = htobe64((uint64_t)value);
    appendElement(parameter, &big, 8);
}

// Starts an array, reusing the buffer of the previous one.
static void begin(struct parameter *parameter, Oid array, Oid element, int count, int elementLength) {
    if (!parameter->bytes) parameter->bytes = malloc(20 + (size_t)BATCH * (4 + (size_t)elementLength));
    *parameter = (struct parameter){.type = array, .bytes = parameter->bytes};
    append32(parameter, 1);
    append32(parameter, 0);
    append32(parameter, element);
    append32(parameter, (uint32_t)count);
    append32(parameter, 1);
}

static void prepare(const char *name, const char *sql) {
    PGresult *result = PQprepare(connection, name, sql, 0, 0);
    if (PQresultStatus(result) != PGRES_COMMAND_OK) fail(sql);
    PQclear(result);
}

static void prepareAll(void) {
    prepare("begin", "BEGIN");
    prepare("head", "SELECT hooks_version, leader, term FROM log_head WHERE id = 1 FOR UPDATE");
    prepare("last", "SELECT seq FROM event ORDER BY seq DESC LIMIT 1");
    prepare(
        "due",
        "SELECT reminder_key, fire_at FROM due_queue WHERE fire_at <= $1"
        " ORDER BY fire_at, id LIMIT 1000");
    prepare(
        "reminders",
        "UPDATE reminder SET state = 1, next_fire_at = NULL, snoozed_until = NULL, repetitions_done = 0,"
        " task_changes = task_changes + 1 FROM unnest($1::bigint[]) AS fired (key) WHERE reminder.key = fired.key");
    prepare(
        "firings",
        "INSERT INTO firing (reminder_key, scheduled_at, fired_at, missed_count, event_seq)"
        " SELECT key, scheduled_at, $3::bigint, 0, seq"
        " FROM unnest($1::bigint[], $2::bigint[], $4::bigint[]) AS added (key, scheduled_at, seq)");
    prepare(
        "events",
        "INSERT INTO event (seq, id, type, at, data) SELECT seq, id, 'reminder.due', $3::bigint, data"
        " FROM unnest($1::bigint[], $2::uuid[], $4::text[]) AS added (seq, id, data)");
    prepare(
        "deliveries",
        "INSERT INTO delivery (hook_key, event_seq, next_attempt_at) SELECT $2::bigint, seq, $3::bigint"
        " FROM unnest($1::bigint[]) AS added (seq)");
    prepare("commit", "COMMIT");
}

static void send(const char *name, int count, struct parameter *const parameters[]) {
    const char *values[8];
    int lengths[8], formats[8];
    for (int index = 0; index < count; index++) {
        values[index] = parameters[index]->bytes;
        lengths[index] = parameters[index]->length;
        formats[index] = 1;
    }
    if (!PQsendQueryPrepared(connection, name, count, values, lengths, formats, 1)) fail(name);
}

static PGresult *receive(const char *what) {
    PGresult *result = PQgetResult(connection);
    ExecStatusType status = PQresultStatus(result);
    if (status != PGRES_TUPLES_OK && status != PGRES_COMMAND_OK) fail(what);
    PQclear(PQgetResult(connection));
    return result;
}

static void synchronize(void) {
    PGresult *result = PQgetResult(connection);
    if (PQresultStatus(result) != PGRES_PIPELINE_SYNC) fail("sync");
    PQclear(result);
}

static int64_t integer(const PGresult *result, int row, int column) {
    uint64_t big;
    memcpy(&big, PQgetvalue(result, row, column), 8);
    return (int64_t)be64toh(big);
}

static struct parameter single(int64_t value) {
    uint64_t big = htobe64((uint64_t)value);
    struct parameter made = {.type = INT8, .bytes = malloc(8), .length = 8};
    memcpy(made.bytes, &big, 8);
    return made;
}

static int64_t number(const char *sql) {
    PGresult *result = PQexec(connection, sql);
    if (PQresultStatus(result) != PGRES_TUPLES_OK || PQntuples(result) != 1) fail(sql);
    int64_t value = atoll(PQgetvalue(result, 0, 0));
    PQclear(result);
    return value;
}

// Fires what is due, up to a batch; returns how many that were.
static int fireBatch(struct parameter *now, struct parameter *hook, const char *body, int bodyBytes) {
    static struct parameter keys, instants, sequences, ids, bodies;
    send("begin", 0, 0);
    send("head", 0, 0);
    send("last", 0, 0);
    send("due", 1, (struct parameter *[]){now});
    if (!PQpipelineSync(connection)) fail("sync");
    PQclear(receive("begin"));
    PQclear(receive("head"));
    PGresult *last = receive("last"), *due = receive("due");
    synchronize();
    int count = PQntuples(due);
    int64_t sequence = integer(last, 0, 0);
    begin(&keys, INT8S, INT8, count, 8);
    begin(&instants, INT8S, INT8, count, 8);
    begin(&sequences, INT8S, INT8, count, 8);
    begin(&ids, UUIDS, UUID, count, 16);
    begin(&bodies, TEXTS, TEXT, count, bodyBytes);
    for (int row = 0; row < count; row++) {
        sequence++;
        append64(&keys, integer(due, row, 0));
        append64(&instants, integer(due, row, 1));
        append64(&sequences, sequence);
        uint64_t id[2] = {0x9E3779B97F4A7C15u * (uint64_t)sequence, (uint64_t)sequence};
        appendElement(&ids, id, 16);
        appendElement(&bodies, body, bodyBytes);
    }
    PQclear(last);
    PQclear(due);
    send("reminders", 1, (struct parameter *[]){&keys});
    send("firings", 4, (struct parameter *[]){&keys, &instants, now, &sequences});
    send("events", 4, (struct parameter *[]){&sequences, &ids, now, &bodies});
    send("deliveries", 3, (struct parameter *[]){&sequences, hook, now});
    send("commit", 0, 0);
    if (!PQpipelineSync(connection)) fail("sync");
    for (const char *const *step = (const char *[]){"reminders", "firings", "events", "deliveries", "commit", 0}; *step;
         step++)
        PQclear(receive(*step));
    synchronize();
    return count;
}

int main(int argumentCount, char **arguments) {
    if (argumentCount != 5) {
        fprintf(stderr, "usage: postgres-limit CONNINFO NOW COUNT BODY_BYTES\n");
        return 2;
    }
    int64_t wanted = atoll(arguments[3]), fired = 0;
    int bodyBytes = atoi(arguments[4]);
    char *body = malloc((size_t)bodyBytes + 1);
    memset(body, 'x', (size_t)bodyBytes);
    connection = PQconnectdb(arguments[1]);
    if (PQstatus(connection) != CONNECTION_OK) fail("connecting");
    // As taskd's own session that writes.
    PQclear(PQexec(
        connection,
        "SET search_path = taskd, pg_catalog; SET jit = off; SET plan_cache_mode = force_generic_plan;"
        " SET enable_seqscan = off; SET enable_sort = off"));
    prepareAll();
    struct parameter now = single(atoll(arguments[2])), hook = single(number("SELECT min(key) FROM hook"));
    if (!PQenterPipelineMode(connection)) fail("pipeline");

    double start = seconds();
    for (int count = BATCH; count == BATCH; fired += count) count = fireBatch(&now, &hook, body, bodyBytes);
    double elapsed = seconds() - start;
    PQfinish(connection);
    if (fired != wanted) {
        fprintf(stderr, "postgres-limit: fired %lld, not %lld\n", (long long)fired, (long long)wanted);
        return 1;
    }
    printf("%.0f\n", (double)fired / elapsed);
    return 0;
}
