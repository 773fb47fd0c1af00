// The limit of store-bench: the row work of a change in taskd's own schema, with nothing around it.
//
// usage: store-limit create|update|complete STORE BATCH COUNT
//
// Writes what taskd writes: the task with its tags, its reminder and the full-text index (by the schema's triggers), the
// event with its body, a delivery for the store's one hook, the change, and what was there before it. It reads no input,
// checks nothing, writes no JSON and derives no id: rows and bodies are copies of those of the store's first task.
#include "sqlite_in_c.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_COLUMNS = 40, MAX_ROWS = 8 };

static const int64_t now = 1800000000000;

// An id that rises with a number, as those of taskd do.
static struct identifier rising(int kind, int64_t number) { return identify(now + number, kind, number); }

// Rows of a table that are inserted again and again, each time with other values in some columns.
struct copier {
    sqlite3_stmt *insert;
    const char *table;
    char columns[MAX_COLUMNS][32];
    sqlite3_value *values[MAX_ROWS][MAX_COLUMNS];
    int columnCount, rowCount;
};

// The columns of a table that have a value of their own; those that SQLite derives are in none of its lists.
static void nameColumns(struct copier *copier, char *list) {
    char sql[200];
    snprintf(sql, sizeof sql, "SELECT name FROM pragma_table_info('%s')", copier->table);
    sqlite3_stmt *found = prepare(sql);
    while (sqlite3_step(found) == SQLITE_ROW && copier->columnCount < MAX_COLUMNS) {
        char *column = copier->columns[copier->columnCount++];
        snprintf(column, sizeof copier->columns[0], "%s", sqlite3_column_text(found, 0));
        if (copier->columnCount > 1) strcat(list, ", ");
        strcat(list, column);
    }
    sqlite3_finalize(found);
}

static void load(struct copier *copier, const char *table, const char *condition) {
    char columns[1500] = "", sql[4000];
    copier->table = table;
    nameColumns(copier, columns);
    snprintf(sql, sizeof sql, "SELECT %s FROM %s WHERE %s", columns, table, condition);
    sqlite3_stmt *found = prepare(sql);
    while (sqlite3_step(found) == SQLITE_ROW && copier->rowCount < MAX_ROWS) {
        for (int index = 0; index < copier->columnCount; index++)
            copier->values[copier->rowCount][index] = sqlite3_value_dup(sqlite3_column_value(found, index));
        copier->rowCount++;
    }
    sqlite3_finalize(found);
    if (!copier->rowCount) {
        fprintf(stderr, "store-limit: no row of %s where %s\n", table, condition);
        exit(1);
    }
    snprintf(sql, sizeof sql, "INSERT INTO %s (%s) VALUES (?", table, columns);
    for (int index = 1; index < copier->columnCount; index++) strcat(sql, ", ?");
    copier->insert = prepare(strcat(sql, ")"));
}

static int place(const struct copier *copier, const char *column) {
    for (int index = 0; index < copier->columnCount; index++)
        if (!strcmp(copier->columns[index], column)) return index + 1;
    fprintf(stderr, "store-limit: %s has no column %s\n", copier->table, column);
    exit(1);
}

static void bindRow(const struct copier *copier, int row) {
    for (int index = 0; index < copier->columnCount; index++)
        sqlite3_bind_value(copier->insert, index + 1, copier->values[row][index]);
}

static void bindNumber(const struct copier *copier, const char *column, int64_t value) {
    sqlite3_bind_int64(copier->insert, place(copier, column), value);
}

static void bindID(const struct copier *copier, const char *column, struct identifier *value) {
    sqlite3_bind_blob(copier->insert, place(copier, column), value->bytes, 16, SQLITE_TRANSIENT);
}

static struct copier task, reminder, tag, event, delivery;
static struct {
    sqlite3_stmt *change, *changeRow, *rename, *complete, *cancel, *taskBefore, *reminderBefore;
} statements;
static int64_t hook, sequence, change, keys;

// The columns that the table of images has in common with what it has images of.
static void appendCommon(char *sql, const char *image, const char *table) {
    char query[300];
    snprintf(
        query, sizeof query,
        "SELECT group_concat(name, ', ') FROM pragma_table_info('%s') WHERE name IN"
        " (SELECT name FROM pragma_table_info('%s'))",
        image, table);
    sqlite3_stmt *found = prepare(query);
    check(sqlite3_step(found), query);
    strcat(sql, (const char *)sqlite3_column_text(found, 0));
    sqlite3_finalize(found);
}

static sqlite3_stmt *prepareImage(const char *image, const char *table, const char *others, const char *rest) {
    char common[1000] = "", sql[3000];
    appendCommon(common, image, table);
    snprintf(sql, sizeof sql, "INSERT INTO %s (%s, %s) SELECT %s, %s FROM %s", image, others, common, rest, common, table);
    strcat(sql, strcmp(table, "task") ? " WHERE task_key = ?2" : " WHERE key = ?2");
    return prepare(sql);
}

static void prepareAll(void) {
    load(&task, "task", "key = 1");
    load(&reminder, "reminder", "task_key = 1");
    load(&tag, "task_tag", "task_key = 1");
    load(&event, "event", "seq = (SELECT min(seq) FROM event WHERE type = 'task.created')");
    load(&delivery, "delivery", "key = (SELECT min(key) FROM delivery)");
    statements.change = prepare("INSERT INTO change (key, id, kind, at, author) VALUES (?, ?, 'batch', ?, 'bench')");
    statements.changeRow = prepare("INSERT INTO change_row (change_key, kind, id, was_there) VALUES (?, 0, ?, ?)");
    statements.rename = prepare(
        "UPDATE task SET title = title || ', and the balcony', version = version + 1, updated_at = ? WHERE key = ?");
    statements.complete = prepare(
        "UPDATE task SET status = 2, completed_at = ?1, version = version + 1, updated_at = ?1 WHERE key = ?2");
    statements.cancel = prepare("UPDATE reminder SET state = 5, next_fire_at = NULL WHERE task_key = ?");
    statements.taskBefore = prepareImage("task_before", "task", "change_key, tags", "?1, '[1,2]'");
    statements.reminderBefore = prepareImage(
        "reminder_before", "reminder", "change_key, task_id", "?1, (SELECT id FROM task WHERE key = ?2)");
}

static void beginChange(void) {
    struct identifier id = rising(0, ++change);
    sqlite3_bind_int64(statements.change, 1, change);
    sqlite3_bind_blob(statements.change, 2, id.bytes, 16, SQLITE_TRANSIENT);
    sqlite3_bind_int64(statements.change, 3, now);
    run(statements.change, "the change");
}

static void noteRow(struct identifier *id, int wasThere) {
    sqlite3_bind_int64(statements.changeRow, 1, change);
    sqlite3_bind_blob(statements.changeRow, 2, id->bytes, 16, SQLITE_TRANSIENT);
    sqlite3_bind_int(statements.changeRow, 3, wasThere);
    run(statements.changeRow, "the row of the change");
}

static void tell(void) {
    struct identifier id = rising(1, ++sequence);
    bindRow(&event, 0);
    bindNumber(&event, "seq", sequence);
    bindID(&event, "id", &id);
    bindNumber(&event, "at", now);
    run(event.insert, "the event");
    bindRow(&delivery, 0);
    bindNumber(&delivery, "key", hook << 44 | sequence);
    run(delivery.insert, "the delivery");
}

static void create(void) {
    int64_t key = ++keys;
    struct identifier id = rising(2, key), own = rising(3, key);
    noteRow(&id, 0);
    bindRow(&task, 0);
    bindNumber(&task, "key", key);
    bindID(&task, "id", &id);
    bindNumber(&task, "created_at", now);
    run(task.insert, "the task");
    for (int row = 0; row < tag.rowCount; row++) {
        bindRow(&tag, row);
        bindNumber(&tag, "task_key", key);
        run(tag.insert, "the tag");
    }
    bindRow(&reminder, 0);
    bindNumber(&reminder, "key", key);
    bindNumber(&reminder, "task_key", key);
    bindID(&reminder, "id", &own);
    bindID(&reminder, "origin", &own);
    run(reminder.insert, "the reminder");
    tell();
}

static void changeOne(int64_t key, int completes) {
    struct identifier id = rising(2, key);
    noteRow(&id, 1);
    sqlite3_stmt *images[] = {statements.taskBefore, statements.reminderBefore};
    for (int index = 0; index < 2; index++) {
        sqlite3_bind_int64(images[index], 1, change);
        sqlite3_bind_int64(images[index], 2, key);
        run(images[index], "what was there before");
    }
    sqlite3_stmt *update = completes ? statements.complete : statements.rename;
    sqlite3_bind_int64(update, 1, now);
    sqlite3_bind_int64(update, 2, key);
    run(update, "the task");
    if (completes) {
        sqlite3_bind_int64(statements.cancel, 1, key);
        run(statements.cancel, "the reminder");
    }
    tell();
}

int main(int argumentCount, char **arguments) {
    if (argumentCount != 5) {
        fprintf(stderr, "usage: store-limit create|update|complete STORE BATCH COUNT\n");
        return 2;
    }
    program = "store-limit";
    int creates = !strcmp(arguments[1], "create"), completes = !strcmp(arguments[1], "complete");
    int64_t batch = atoll(arguments[3]), count = atoll(arguments[4]);
    check(sqlite3_open_v2(arguments[2], &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, 0), arguments[2]);
    execute("PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA cache_size = -24000;"
            "PRAGMA wal_autocheckpoint = 8000");
    prepareAll();
    hook = number("SELECT min(key) FROM hook");
    sequence = number("SELECT max(seq) FROM event");
    change = number("SELECT coalesce(max(key), 0) FROM change");
    keys = number("SELECT max(key) FROM task");

    double start = seconds();
    for (int64_t begin = 0; begin < count; begin += batch) {
        execute("BEGIN IMMEDIATE");
        beginChange();
        for (int64_t index = begin; index < begin + batch && index < count; index++) {
            if (creates) create(); else changeOne(index + 1, completes);
        }
        execute("COMMIT");
    }
    printf("%.0f\n", (double)count / (seconds() - start));
    return 0;
}
