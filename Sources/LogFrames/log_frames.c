#include "log_frames.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

// https://sqlite.org/fileformat2.html#walformat. The system's layer writes less than 128 KiB at a time.
enum { FRAME_HEADER_SIZE = 24, COMMIT_SIZE_OFFSET = 4, BUFFER_SIZE = 1 << 16 };

// Room for what the layer below keeps of an open file; the system's takes some 120 bytes.
enum { MAX_FILE_SIZE = 1024 };

struct log_file {
    sqlite3_file base;
    sqlite3_file *real;
    // The frames that are not written yet, and where they belong; NULL until there are any.
    unsigned char *buffer;
    int length;
    sqlite3_int64 offset;
    // Where the last write ended.
    sqlite3_int64 end;
    // Whether the last write was the header of a commit's last frame.
    int isCommit;
};

static const char vfsName[] = "taskd-log-frames";

// MARK: Writing

// Writes what was gathered. What cannot be written is forgotten: it belongs to a transaction that has failed thereby.
static int flush(struct log_file *file) {
    if (file->length == 0) return SQLITE_OK;
    int length = file->length;
    file->length = 0;
    return file->real->pMethods->xWrite(file->real, file->buffer, length, file->offset);
}

static int gather(struct log_file *file, const void *bytes, int length, sqlite3_int64 offset) {
    if (file->length + length > BUFFER_SIZE) {
        int code = flush(file);
        if (code != SQLITE_OK) return code;
    }
    if (file->length == 0) file->offset = offset;
    memcpy(file->buffer + file->length, bytes, (size_t)length);
    file->length += length;
    return SQLITE_OK;
}

static int saysCommit(const unsigned char *header) {
    const unsigned char *size = header + COMMIT_SIZE_OFFSET;
    return (size[0] | size[1] | size[2] | size[3]) != 0;
}

static int logWrite(sqlite3_file *base, const void *bytes, int length, sqlite3_int64 offset) {
    struct log_file *file = (struct log_file *)base;
    int isNext = offset == file->end, endsCommit = isNext && file->isCommit;
    file->end = offset + length;
    file->isCommit = length == FRAME_HEADER_SIZE && saysCommit(bytes);
    if (!file->buffer) file->buffer = malloc(BUFFER_SIZE);
    if (!isNext || !file->buffer || length > BUFFER_SIZE) {
        int code = flush(file);
        return code == SQLITE_OK ? file->real->pMethods->xWrite(file->real, bytes, length, offset) : code;
    }
    int code = gather(file, bytes, length, offset);
    return code == SQLITE_OK && endsCommit ? flush(file) : code;
}

// MARK: The rest, which finds everything written

static int logClose(sqlite3_file *base) {
    struct log_file *file = (struct log_file *)base;
    flush(file);
    int code = file->real->pMethods->xClose(file->real);
    free(file->real);
    free(file->buffer);
    return code;
}

static int logRead(sqlite3_file *base, void *target, int length, sqlite3_int64 offset) {
    struct log_file *file = (struct log_file *)base;
    int code = flush(file);
    return code == SQLITE_OK ? file->real->pMethods->xRead(file->real, target, length, offset) : code;
}

static int logTruncate(sqlite3_file *base, sqlite3_int64 size) {
    struct log_file *file = (struct log_file *)base;
    int code = flush(file);
    return code == SQLITE_OK ? file->real->pMethods->xTruncate(file->real, size) : code;
}

static int logSync(sqlite3_file *base, int flags) {
    struct log_file *file = (struct log_file *)base;
    int code = flush(file);
    return code == SQLITE_OK ? file->real->pMethods->xSync(file->real, flags) : code;
}

static int logFileSize(sqlite3_file *base, sqlite3_int64 *size) {
    struct log_file *file = (struct log_file *)base;
    int code = flush(file);
    return code == SQLITE_OK ? file->real->pMethods->xFileSize(file->real, size) : code;
}

static int logLock(sqlite3_file *base, int level) {
    struct log_file *file = (struct log_file *)base;
    return file->real->pMethods->xLock(file->real, level);
}

static int logUnlock(sqlite3_file *base, int level) {
    struct log_file *file = (struct log_file *)base;
    return file->real->pMethods->xUnlock(file->real, level);
}

static int logCheckReservedLock(sqlite3_file *base, int *isReserved) {
    struct log_file *file = (struct log_file *)base;
    return file->real->pMethods->xCheckReservedLock(file->real, isReserved);
}

static int logFileControl(sqlite3_file *base, int operation, void *argument) {
    struct log_file *file = (struct log_file *)base;
    return file->real->pMethods->xFileControl(file->real, operation, argument);
}

static int logSectorSize(sqlite3_file *base) {
    struct log_file *file = (struct log_file *)base;
    return file->real->pMethods->xSectorSize(file->real);
}

static int logDeviceCharacteristics(sqlite3_file *base) {
    struct log_file *file = (struct log_file *)base;
    return file->real->pMethods->xDeviceCharacteristics(file->real);
}

// A log has no index of its own and is never mapped into memory: what version 1 has is all that is called.
static const sqlite3_io_methods methods = {
    .iVersion = 1,
    .xClose = logClose,
    .xRead = logRead,
    .xWrite = logWrite,
    .xTruncate = logTruncate,
    .xSync = logSync,
    .xFileSize = logFileSize,
    .xLock = logLock,
    .xUnlock = logUnlock,
    .xCheckReservedLock = logCheckReservedLock,
    .xFileControl = logFileControl,
    .xSectorSize = logSectorSize,
    .xDeviceCharacteristics = logDeviceCharacteristics,
};

// MARK: The file system

// The layer below: the default one, which a program may have changed since.
static sqlite3_vfs *below(void) {
    return sqlite3_vfs_find(NULL);
}

static int openLog(sqlite3_vfs *system, const char *name, struct log_file *file, int flags, int *flagsOut) {
    memset(file, 0, sizeof *file);
    file->real = calloc(1, (size_t)system->szOsFile);
    if (!file->real) return SQLITE_NOMEM;
    int code = system->xOpen(system, name, file->real, flags, flagsOut);
    if (code == SQLITE_OK) {
        file->base.pMethods = &methods;
        return SQLITE_OK;
    }
    if (file->real->pMethods) file->real->pMethods->xClose(file->real);
    free(file->real);
    return code;
}

static int openFile(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *flagsOut) {
    sqlite3_vfs *system = below();
    if (flags & SQLITE_OPEN_WAL) return openLog(system, name, (struct log_file *)file, flags, flagsOut);
    if (system->szOsFile > vfs->szOsFile) return SQLITE_CANTOPEN;
    return system->xOpen(system, name, file, flags, flagsOut);
}

static int deleteFile(sqlite3_vfs *vfs, const char *name, int syncs) {
    (void)vfs;
    return below()->xDelete(below(), name, syncs);
}

static int accessFile(sqlite3_vfs *vfs, const char *name, int flags, int *result) {
    (void)vfs;
    return below()->xAccess(below(), name, flags, result);
}

static int fullPathname(sqlite3_vfs *vfs, const char *name, int size, char *path) {
    (void)vfs;
    return below()->xFullPathname(below(), name, size, path);
}

static const char *registerOnce(void) {
    static sqlite3_vfs vfs;
    if (sqlite3_vfs_find(vfsName)) return vfsName;
    sqlite3_vfs *system = below();
    if (!system) return NULL;
    // Clocks, random numbers and libraries are those of the system.
    vfs = *system;
    vfs.pNext = NULL;
    vfs.zName = vfsName;
    vfs.szOsFile = MAX_FILE_SIZE;
    vfs.xOpen = openFile;
    vfs.xDelete = deleteFile;
    vfs.xAccess = accessFile;
    vfs.xFullPathname = fullPathname;
    return sqlite3_vfs_register(&vfs, 0) == SQLITE_OK ? vfsName : NULL;
}

const char *log_frames_register(void) {
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    if (sqlite3_initialize() != SQLITE_OK) return NULL;
    pthread_mutex_lock(&lock);
    const char *name = registerOnce();
    pthread_mutex_unlock(&lock);
    return name;
}
