#include "sqlite_settings.h"

#include <sqlite3.h>

void sqlite_settings_keep_no_statistics(void) {
    sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

void sqlite_settings_take_uris(void) {
    sqlite3_config(SQLITE_CONFIG_URI, 1);
}
