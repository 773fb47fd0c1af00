#include "sqlite_in_c.h"
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

sqlite3 *db;
const char *program;

void check(int code, const char *what) {
    if (code == SQLITE_OK || code == SQLITE_ROW || code == SQLITE_DONE) return;
    fprintf(stderr, "%s: %s: %s\n", program, what, sqlite3_errmsg(db));
    exit(1);
}

void execute(const char *sql) { check(sqlite3_exec(db, sql, 0, 0, 0), sql); }

sqlite3_stmt *prepare(const char *sql) {
    sqlite3_stmt *statement;
    check(sqlite3_prepare_v3(db, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, 0), sql);
    return statement;
}

void run(sqlite3_stmt *statement, const char *what) {
    check(sqlite3_step(statement), what);
    sqlite3_reset(statement);
}

int64_t number(const char *sql) {
    sqlite3_stmt *statement = prepare(sql);
    check(sqlite3_step(statement), sql);
    int64_t value = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    return value;
}

double seconds(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec + time.tv_nsec / 1e9;
}

struct identifier identify(int64_t made, int kind, int64_t number) {
    uint64_t halves[2] = {(uint64_t)made << 16 | 0x7000 | (uint64_t)kind, 1ULL << 63 | (uint64_t)number};
    struct identifier id;
    for (int index = 0; index < 16; index++)
        id.bytes[index] = (unsigned char)(halves[index / 8] >> (56 - index % 8 * 8));
    return id;
}
