#include "faulty_disk.h"

#include <fcntl.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// A write or truncation since the last sync: what was there, and what came.
struct change {
    sqlite3_int64 offset, sizeBefore;
    int length, lengthBefore, isTruncation;
    unsigned char *before, *after;
};

struct tracked {
    char *path;
    struct change *changes;
    int count, capacity;
    struct tracked *next;
};

struct faulty_disk {
    char *folder;
    int isDead, powerCutIn, faultIn, faultTimes, fault;
    int64_t operations;
    struct tracked *files;
    struct faulty_disk *next;
};

struct shim {
    sqlite3_file base;
    faulty_disk *disk;
    struct tracked *tracked;
    sqlite3_file *real;
};

static sqlite3_vfs shimSystem;
static sqlite3_vfs *realSystem;
static faulty_disk *disks;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *allocate(size_t size) {
    void *memory = calloc(1, size ? size : 1);
    if (!memory) abort();
    return memory;
}

// What becomes of an operation.
enum gate { PASS, DEAD, CUT, FAIL };

static enum gate pass(faulty_disk *disk, int isSync) {
    if (disk->isDead) return DEAD;
    disk->operations++;
    if (disk->powerCutIn && --disk->powerCutIn == 0) {
        disk->isDead = 1;
        return CUT;
    }
    if (disk->faultIn > 1) {
        disk->faultIn--;
    } else if (disk->faultIn == 1 && isSync == (disk->fault == FAULTY_DISK_SYNC_FAILS)) {
        if (--disk->faultTimes <= 0) disk->faultIn = 0;
        return FAIL;
    }
    return PASS;
}

static struct change *addChange(struct tracked *file) {
    if (file->count == file->capacity) {
        file->capacity = file->capacity ? 2 * file->capacity : 64;
        file->changes = realloc(file->changes, (size_t)file->capacity * sizeof *file->changes);
        if (!file->changes) abort();
    }
    struct change *change = &file->changes[file->count++];
    memset(change, 0, sizeof *change);
    return change;
}

static void forgetChanges(struct tracked *file) {
    for (int index = 0; index < file->count; index++) {
        free(file->changes[index].before);
        free(file->changes[index].after);
    }
    file->count = 0;
}

static void noteChange(struct shim *file, const void *bytes, int length, sqlite3_int64 offset, int isTruncation) {
    struct change *change = addChange(file->tracked);
    file->real->pMethods->xFileSize(file->real, &change->sizeBefore);
    change->offset = offset;
    change->isTruncation = isTruncation;
    sqlite3_int64 end = isTruncation ? change->sizeBefore : offset + length;
    if (end > change->sizeBefore) end = change->sizeBefore;
    change->lengthBefore = end > offset ? (int)(end - offset) : 0;
    change->before = allocate((size_t)change->lengthBefore);
    file->real->pMethods->xRead(file->real, change->before, change->lengthBefore, offset);
    change->length = length;
    change->after = allocate((size_t)length);
    if (length) memcpy(change->after, bytes, (size_t)length);
}

// MARK: Files

static int shimClose(sqlite3_file *base) {
    struct shim *file = (struct shim *)base;
    return file->real->pMethods->xClose(file->real);
}

static int shimRead(sqlite3_file *base, void *bytes, int length, sqlite3_int64 offset) {
    struct shim *file = (struct shim *)base;
    if (faulty_disk_is_dead(file->disk)) return SQLITE_IOERR_READ;
    return file->real->pMethods->xRead(file->real, bytes, length, offset);
}

static int writeSome(struct shim *file, const void *bytes, int length, sqlite3_int64 offset) {
    noteChange(file, bytes, length, offset, 0);
    return file->real->pMethods->xWrite(file->real, bytes, length, offset);
}

static int shimWrite(sqlite3_file *base, const void *bytes, int length, sqlite3_int64 offset) {
    struct shim *file = (struct shim *)base;
    int code = SQLITE_IOERR_WRITE;
    pthread_mutex_lock(&lock);
    switch (pass(file->disk, 0)) {
    case PASS: code = writeSome(file, bytes, length, offset); break;
    // It may still be on its way, and then is lost, torn or there after the restart.
    case CUT: writeSome(file, bytes, length, offset); break;
    case FAIL:
        if (file->disk->fault == FAULTY_DISK_IS_FULL) code = SQLITE_FULL;
        else writeSome(file, bytes, length / 2, offset);
        break;
    case DEAD: break;
    }
    pthread_mutex_unlock(&lock);
    return code;
}

static int shimTruncate(sqlite3_file *base, sqlite3_int64 size) {
    struct shim *file = (struct shim *)base;
    int code = SQLITE_IOERR_TRUNCATE;
    pthread_mutex_lock(&lock);
    if (pass(file->disk, 0) == PASS) {
        noteChange(file, 0, 0, size, 1);
        code = file->real->pMethods->xTruncate(file->real, size);
    }
    pthread_mutex_unlock(&lock);
    return code;
}

// Nothing goes to the platters of the machine: what survives a power cut is this disk's own account.
static int shimSync(sqlite3_file *base, int flags) {
    struct shim *file = (struct shim *)base;
    (void)flags;
    pthread_mutex_lock(&lock);
    int isDone = pass(file->disk, 1) == PASS;
    if (isDone) forgetChanges(file->tracked);
    pthread_mutex_unlock(&lock);
    return isDone ? SQLITE_OK : SQLITE_IOERR_FSYNC;
}

static int shimFileSize(sqlite3_file *base, sqlite3_int64 *size) {
    struct shim *file = (struct shim *)base;
    return file->real->pMethods->xFileSize(file->real, size);
}

static int shimLock(sqlite3_file *base, int level) {
    struct shim *file = (struct shim *)base;
    return file->real->pMethods->xLock(file->real, level);
}

static int shimUnlock(sqlite3_file *base, int level) {
    struct shim *file = (struct shim *)base;
    return file->real->pMethods->xUnlock(file->real, level);
}

static int shimCheckReservedLock(sqlite3_file *base, int *result) {
    struct shim *file = (struct shim *)base;
    return file->real->pMethods->xCheckReservedLock(file->real, result);
}

static int shimFileControl(sqlite3_file *base, int operation, void *argument) {
    struct shim *file = (struct shim *)base;
    // These would change the file's size behind the account.
    if (operation == SQLITE_FCNTL_SIZE_HINT || operation == SQLITE_FCNTL_CHUNK_SIZE) return SQLITE_OK;
    return file->real->pMethods->xFileControl(file->real, operation, argument);
}

static int shimSectorSize(sqlite3_file *base) {
    struct shim *file = (struct shim *)base;
    return file->real->pMethods->xSectorSize(file->real);
}

static int shimDeviceCharacteristics(sqlite3_file *base) {
    struct shim *file = (struct shim *)base;
    return file->real->pMethods->xDeviceCharacteristics(file->real);
}

static int shimShmMap(sqlite3_file *base, int page, int size, int extend, void volatile **memory) {
    struct shim *file = (struct shim *)base;
    return file->real->pMethods->xShmMap(file->real, page, size, extend, memory);
}

static int shimShmLock(sqlite3_file *base, int offset, int count, int flags) {
    struct shim *file = (struct shim *)base;
    return file->real->pMethods->xShmLock(file->real, offset, count, flags);
}

static void shimShmBarrier(sqlite3_file *base) {
    struct shim *file = (struct shim *)base;
    file->real->pMethods->xShmBarrier(file->real);
}

static int shimShmUnmap(sqlite3_file *base, int isDeleted) {
    struct shim *file = (struct shim *)base;
    return file->real->pMethods->xShmUnmap(file->real, isDeleted);
}

// Version 2: without memory mapping, which would write behind the account.
static const sqlite3_io_methods shimMethods = {
    2, shimClose, shimRead, shimWrite, shimTruncate, shimSync, shimFileSize, shimLock, shimUnlock,
    shimCheckReservedLock, shimFileControl, shimSectorSize, shimDeviceCharacteristics,
    shimShmMap, shimShmLock, shimShmBarrier, shimShmUnmap, 0, 0,
};

// MARK: The file system

static faulty_disk *diskOf(const char *path) {
    faulty_disk *found = 0;
    pthread_mutex_lock(&lock);
    for (faulty_disk *disk = disks; path && disk; disk = disk->next)
        if (!strncmp(path, disk->folder, strlen(disk->folder))) found = disk;
    pthread_mutex_unlock(&lock);
    return found;
}

static struct tracked *track(faulty_disk *disk, const char *path) {
    struct tracked *file;
    pthread_mutex_lock(&lock);
    for (file = disk->files; file && strcmp(file->path, path); file = file->next) {}
    if (!file) {
        file = allocate(sizeof *file);
        file->path = strdup(path);
        file->next = disk->files;
        disk->files = file;
    }
    pthread_mutex_unlock(&lock);
    return file;
}

static int shimOpen(sqlite3_vfs *system, sqlite3_filename path, sqlite3_file *base, int flags, int *outFlags) {
    faulty_disk *disk = diskOf(path);
    (void)system;
    if (!disk) return realSystem->xOpen(realSystem, path, base, flags, outFlags);
    struct shim *file = (struct shim *)base;
    memset(file, 0, sizeof *file);
    if (faulty_disk_is_dead(disk)) return SQLITE_CANTOPEN;
    file->disk = disk;
    file->real = (sqlite3_file *)(file + 1);
    int code = realSystem->xOpen(realSystem, path, file->real, flags, outFlags);
    if (code != SQLITE_OK) return code;
    file->tracked = track(disk, path);
    file->base.pMethods = &shimMethods;
    return SQLITE_OK;
}

static int shimDelete(sqlite3_vfs *system, const char *path, int syncsFolder) {
    faulty_disk *disk = diskOf(path);
    (void)system;
    if (disk && faulty_disk_is_dead(disk)) return SQLITE_IOERR_DELETE;
    if (disk) {
        struct tracked *file = track(disk, path);
        pthread_mutex_lock(&lock);
        forgetChanges(file);
        pthread_mutex_unlock(&lock);
    }
    return realSystem->xDelete(realSystem, path, syncsFolder);
}

static void install(void) {
    realSystem = sqlite3_vfs_find(0);
    shimSystem = *realSystem;
    shimSystem.pNext = 0;
    shimSystem.zName = "faulty-disk";
    shimSystem.szOsFile = (int)sizeof(struct shim) + realSystem->szOsFile;
    shimSystem.xOpen = shimOpen;
    shimSystem.xDelete = shimDelete;
    sqlite3_vfs_register(&shimSystem, 1);
}

// MARK: Disks

faulty_disk *faulty_disk_create(const char *folder) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, install);
    faulty_disk *disk = allocate(sizeof *disk);
    disk->folder = strdup(folder);
    pthread_mutex_lock(&lock);
    disk->next = disks;
    disks = disk;
    pthread_mutex_unlock(&lock);
    return disk;
}

static void freeFiles(faulty_disk *disk) {
    while (disk->files) {
        struct tracked *file = disk->files;
        disk->files = file->next;
        forgetChanges(file);
        free(file->changes);
        free(file->path);
        free(file);
    }
}

void faulty_disk_destroy(faulty_disk *disk) {
    pthread_mutex_lock(&lock);
    for (faulty_disk **link = &disks; *link; link = &(*link)->next) {
        if (*link != disk) continue;
        *link = disk->next;
        break;
    }
    pthread_mutex_unlock(&lock);
    freeFiles(disk);
    free(disk->folder);
    free(disk);
}

void faulty_disk_cut_power(faulty_disk *disk, int operations) {
    pthread_mutex_lock(&lock);
    disk->powerCutIn = operations;
    if (operations == 0) disk->isDead = 1;
    pthread_mutex_unlock(&lock);
}

void faulty_disk_inject(faulty_disk *disk, int fault, int operations, int times) {
    pthread_mutex_lock(&lock);
    disk->fault = fault;
    disk->faultIn = operations;
    disk->faultTimes = times;
    pthread_mutex_unlock(&lock);
}

void faulty_disk_heal(faulty_disk *disk) {
    pthread_mutex_lock(&lock);
    disk->faultIn = 0;
    disk->powerCutIn = 0;
    pthread_mutex_unlock(&lock);
}

int faulty_disk_is_dead(faulty_disk *disk) {
    pthread_mutex_lock(&lock);
    int isDead = disk->isDead;
    pthread_mutex_unlock(&lock);
    return isDead;
}

int64_t faulty_disk_operations(faulty_disk *disk) {
    pthread_mutex_lock(&lock);
    int64_t operations = disk->operations;
    pthread_mutex_unlock(&lock);
    return operations;
}

// MARK: Power cuts

static uint64_t draw(uint64_t *state) {
    uint64_t mixed = (*state += 0x9E3779B97F4A7C15u);
    mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9u;
    mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBu;
    return mixed ^ (mixed >> 31);
}

static void put(int descriptor, const unsigned char *bytes, int length, sqlite3_int64 offset) {
    if (length > 0 && pwrite(descriptor, bytes, (size_t)length, offset) != length) abort();
}

static void takeBack(int descriptor, const struct change *change) {
    put(descriptor, change->before, change->lengthBefore, change->offset);
    if (ftruncate(descriptor, change->sizeBefore)) abort();
}

static void redo(int descriptor, const struct change *change, int length) {
    if (change->isTruncation) {
        if (ftruncate(descriptor, change->offset)) abort();
    } else {
        put(descriptor, change->after, length, change->offset);
    }
}

// Of the writes that no sync has made safe, a disk may keep none, all, the first ones and half a further one, or any:
// it is free to write in another order.
static void cut(struct tracked *file, uint64_t *state) {
    int descriptor = open(file->path, O_RDWR);
    if (descriptor < 0) return;
    for (int index = file->count - 1; index >= 0; index--) takeBack(descriptor, &file->changes[index]);
    int manner = (int)(draw(state) % 4), last = (int)(draw(state) % (uint64_t)(file->count + 1));
    for (int index = 0; index < file->count; index++) {
        struct change *change = &file->changes[index];
        // Sectors of 512 bytes are written whole.
        int torn = (int)(draw(state) % (uint64_t)(change->length / 512 + 1)) * 512;
        if (manner == 1 || (manner == 2 && index < last)) redo(descriptor, change, change->length);
        else if (manner == 2 && index == last) redo(descriptor, change, torn);
        else if (manner == 3 && draw(state) % 2) redo(descriptor, change, change->length);
    }
    close(descriptor);
}

void faulty_disk_restart(faulty_disk *disk, uint64_t seed) {
    pthread_mutex_lock(&lock);
    for (struct tracked *file = disk->files; file; file = file->next) {
        size_t length = strlen(file->path);
        char *index = allocate(length + 5);
        snprintf(index, length + 5, "%s-shm", file->path);
        unlink(index);
        free(index);
        if (file->count) cut(file, &seed);
    }
    freeFiles(disk);
    disk->isDead = disk->powerCutIn = disk->faultIn = 0;
    pthread_mutex_unlock(&lock);
}
