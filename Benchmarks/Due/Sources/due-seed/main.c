// Fills a store with tasks, far faster than taskd can be asked to: rows are made from two templates that taskd wrote.
//
// usage: due-seed STORE TASKS RECURRING NOW
//
// The store holds two tasks, first a plain one and then a recurring one with its series, each with one reminder. Every column is taken
// from its template but those that tell tasks apart; so a column that the schema gains needs nothing here. Indexes and
// the full-text index are dropped and built again at the end, which is what makes it fast.
#include "sqlite_in_c.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// seeded_id(MADE, KIND, N): the 16 bytes of a UUIDv7 of an instant in milliseconds, told apart by the kind and a number.
static void seededID(sqlite3_context *context, int argumentCount, sqlite3_value **arguments) {
    (void)argumentCount;
    struct identifier id = identify(
        sqlite3_value_int64(arguments[0]), sqlite3_value_int(arguments[1]), sqlite3_value_int64(arguments[2]));
    sqlite3_result_blob(context, id.bytes, sizeof id.bytes, SQLITE_TRANSIENT);
}

struct Override { const char *column, *expression; };

// A handle that no other has, scattered as those that follow from ids are.
#define HANDLE "n * 104729000003 % 165870189349437440"

// `n` counts the new tasks, `made` rises with it, `moment` is the instant in milliseconds at which one is due.
static const struct Override ofTask[] = {
    {"handle", HANDLE},
    {"key", "n + 2"},
    {"id", "seeded_id(made, 0, n)"},
    {"title", "t.title || ' ' || n"},
    {"due", "strftime('%Y-%m-%dT%H:%M:%S', moment / 1000, 'unixepoch')"},
    {"due_at", "moment"},
    {"overdue_at", "moment"},
    {"series_key", "iif(t.series_key IS NULL, NULL, n + 2)"},
    {0, 0},
};
static const struct Override ofSeries[] = {
    {"handle", HANDLE},
    {"key", "n + 2"},
    {"id", "seeded_id(made, 1, n)"},
    {"start", "strftime('%Y-%m-%dT%H:%M:%S', moment / 1000, 'unixepoch')"},
    {"rules", "json_set(t.rules, '$[0].start', strftime('%Y-%m-%dT%H:%M:%S', moment / 1000, 'unixepoch'))"},
    {"projected_at", "moment + 86400000"},
    {0, 0},
};
static const struct Override ofOccurrence[] = {
    {"series_key", "n + 2"},
    {"task_id", "seeded_id(made, 0, n)"},
    {0, 0},
};
static const struct Override ofReminder[] = {
    {"handle", HANDLE},
    {"key", "n + 2"},
    {"task_key", "n + 2"},
    {"id", "seeded_id(made, 2, n)"},
    {"origin", "seeded_id(made, 2, n)"},
    {"scheduled_at", "moment"},
    {"next_fire_at", "moment"},
    {0, 0},
};

static const char *expression(const struct Override *overrides, const char *column) {
    for (; overrides->column; overrides++)
        if (!strcmp(overrides->column, column)) return overrides->expression;
    return 0;
}

static void appendColumns(char *sql, const char *table, const struct Override *overrides, int asSelection) {
    sqlite3_stmt *columns;
    char query[200];
    snprintf(query, sizeof query, "SELECT name FROM pragma_table_info('%s')", table);
    check(sqlite3_prepare_v2(db, query, -1, &columns, 0), query);
    for (int index = 0; sqlite3_step(columns) == SQLITE_ROW; index++) {
        const char *column = (const char *)sqlite3_column_text(columns, 0);
        const char *made = asSelection ? expression(overrides, column) : 0;
        if (index) strcat(sql, ", ");
        if (asSelection && !made) strcat(sql, "t.");
        strcat(sql, made ? made : column);
    }
    sqlite3_finalize(columns);
}

// Instants follow from `n` by a multiplication that scatters them over the span: a store's tasks are not made in the
// order in which they are due.
static void fill(
    const char *table, const struct Override *overrides, const char *template, long long from, long long to,
    long long now, long long span
) {
    char sql[8000] = "";
    snprintf(sql, sizeof sql, "INSERT INTO %s (", table);
    appendColumns(sql, table, overrides, 0);
    strcat(sql, ") SELECT ");
    appendColumns(sql, table, overrides, 1);
    snprintf(
        sql + strlen(sql), sizeof sql - strlen(sql),
        " FROM (SELECT value AS n, %lld + value AS made, %lld + 1000 * (value * 7919 %% %lld) AS moment"
        " FROM generate_numbers(%lld, %lld)) JOIN %s AS t ON t.%s",
        now, now, span, from, to, table, template);
    // The numbers, as a recursive query in place of a table-valued function that a library may lack.
    char *call = strstr(sql, "FROM generate_numbers");
    char text[9000];
    snprintf(
        text, sizeof text,
        "%.*s FROM (WITH RECURSIVE number(value) AS (SELECT %lld UNION ALL SELECT value + 1 FROM number"
        " WHERE value < %lld) SELECT value FROM number)%s",
        (int)(call - sql), sql, from, to, strchr(call, ')') + 1);
    execute(text);
}

static void fillAll(int recurs, long long from, long long to, long long now, long long span) {
    for (long long begin = from; begin <= to; begin += 500000) {
        long long end = begin + 499999 < to ? begin + 499999 : to;
        if (recurs) {
            fill("series", ofSeries, "key = 1", begin, end, now, span);
            fill("occurrence", ofOccurrence, "series_key = 1", begin, end, now, span);
        }
        fill("task", ofTask, recurs ? "key = 2" : "key = 1", begin, end, now, span);
        fill("reminder", ofReminder, recurs ? "key = 2" : "key = 1", begin, end, now, span);
    }
}

// Takes the indexes and triggers of the tables away, and returns what makes them again.
static char *dropIndexes(void) {
    sqlite3_stmt *found;
    char *again = calloc(1, 20000), *drop = calloc(1, 20000);
    const char *sql =
        "SELECT type, name, sql FROM sqlite_master WHERE tbl_name IN ('task', 'reminder', 'series', 'occurrence')"
        " AND type IN ('index', 'trigger') AND sql IS NOT NULL";
    check(sqlite3_prepare_v2(db, sql, -1, &found, 0), sql);
    while (sqlite3_step(found) == SQLITE_ROW) {
        sprintf(drop + strlen(drop), "DROP %s %s;", sqlite3_column_text(found, 0), sqlite3_column_text(found, 1));
        sprintf(again + strlen(again), "%s;\n", sqlite3_column_text(found, 2));
    }
    sqlite3_finalize(found);
    execute(drop);
    free(drop);
    return again;
}

int main(int argumentCount, char **arguments) {
    if (argumentCount != 5) {
        fprintf(stderr, "usage: due-seed STORE TASKS RECURRING NOW\n");
        return 2;
    }
    program = "due-seed";
    long long tasks = atoll(arguments[2]), recurring = atoll(arguments[3]), now = atoll(arguments[4]);
    check(sqlite3_open(arguments[1], &db), arguments[1]);
    int flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC;
    check(sqlite3_create_function(db, "seeded_id", 3, flags, 0, seededID, 0, 0), "seeded_id");
    execute("PRAGMA journal_mode = DELETE; PRAGMA synchronous = OFF; PRAGMA cache_size = -1000000;"
            "PRAGMA temp_store = FILE; PRAGMA foreign_keys = OFF");
    execute("BEGIN");
    char *again = dropIndexes();
    // The plain ones are spread over two years, the recurring ones over a day, since each recurs daily.
    fillAll(0, 1, tasks - recurring, now, 63072000);
    fillAll(1, tasks - recurring + 1, tasks, now, 86400);
    execute(again);
    // Of titles of small letters and digits these are the words; their order is not looked at.
    execute("INSERT INTO task_search (key, title_key, words) "
            "SELECT key, CAST(lower(title) AS BLOB), lower(title) FROM task WHERE key > 2");
    execute("COMMIT; PRAGMA journal_mode = WAL");
    free(again);
    return sqlite3_close(db);
}
