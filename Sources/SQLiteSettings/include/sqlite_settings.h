// How SQLite works in this process, in C since Swift cannot call functions of variable arguments.
#ifndef SQLITE_SETTINGS_H
#define SQLITE_SETTINGS_H

// Has SQLite keep no statistics of its memory, whose one lock all connections would wait for at each allocation.
//
// It must come before the first connection; later it changes nothing.
void sqlite_settings_keep_no_statistics(void);

// Has SQLite take a path that begins with `file:` for a URI, as it does by default where it was compiled to.
//
// It must come before the first connection; later it changes nothing.
void sqlite_settings_take_uris(void);

#endif
