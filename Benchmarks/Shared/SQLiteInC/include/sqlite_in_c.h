// What the benchmarks' programs in C share: SQLite with nothing around it. Whatever fails ends the program.
#ifndef SQLITE_IN_C_H
#define SQLITE_IN_C_H

#include <sqlite3.h>
#include <stdint.h>

// The one connection, and the name that errors begin with; main sets both.
extern sqlite3 *db;
extern const char *program;

// Ends the program unless the code says that all is well.
void check(int code, const char *what);

void execute(const char *sql);

// A statement to be run again and again.
sqlite3_stmt *prepare(const char *sql);

// Runs a statement that returns no rows.
void run(sqlite3_stmt *statement, const char *what);

// The number in the first column of the first row.
int64_t number(const char *sql);

// The time on a clock that only runs forward.
double seconds(void);

// The 16 bytes of a UUIDv7 of an instant in milliseconds, told apart by a kind below 4,096 and a number.
struct identifier { unsigned char bytes[16]; };
struct identifier identify(int64_t made, int kind, int64_t number);

#endif
