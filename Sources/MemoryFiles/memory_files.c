#include "memory_files.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK_SIZE = 1 << 16, MAX_REGIONS = 1024 };

// What is in a file. The registry's lock guards its name and who holds it, its own lock everything else.
struct node {
    char *name; // NULL for a temporary file
    int holders, isDeleted;
    struct node *next;

    pthread_mutex_t lock;
    sqlite3_int64 size;
    unsigned char **chunks;
    size_t count, capacity;

    // Locks of the file, as SQLite has them: https://sqlite.org/lockingv3.html
    int sharedCount;
    const struct open_file *reserved, *pending;

    // The index of the write-ahead log, which connections share: https://sqlite.org/walformat.html
    void *regions[MAX_REGIONS];
    int regionCount, mappers;
    int sharedLocks[SQLITE_SHM_NLOCK];
    const struct open_file *exclusiveLocks[SQLITE_SHM_NLOCK];
};

struct open_file {
    sqlite3_file base;
    struct node *node;
    int level, isMapped;
    unsigned sharedMask;
};

struct memory_file {
    struct node *node;
    char uri[96];
};

static const char vfsName[] = "taskd-memory";
static pthread_mutex_t registryLock = PTHREAD_MUTEX_INITIALIZER;
static struct node *registry;
static int lastNumber;

// MARK: Nodes

static struct node *makeNode(const char *name) {
    struct node *node = calloc(1, sizeof *node);
    if (!node) return NULL;
    if (name && !(node->name = strdup(name))) {
        free(node);
        return NULL;
    }
    pthread_mutex_init(&node->lock, NULL);
    node->holders = 1;
    return node;
}

static void truncateNode(struct node *node, sqlite3_int64 size) {
    size_t kept = (size_t)((size + CHUNK_SIZE - 1) / CHUNK_SIZE);
    while (node->count > kept) free(node->chunks[--node->count]);
    // What is beyond the end is zero when the file grows again.
    if (node->count && size % CHUNK_SIZE && node->count == kept)
        memset(node->chunks[kept - 1] + size % CHUNK_SIZE, 0, (size_t)(CHUNK_SIZE - size % CHUNK_SIZE));
    node->size = size;
}

static void freeRegions(struct node *node) {
    for (int index = 0; index < node->regionCount; index++) free(node->regions[index]);
    node->regionCount = 0;
}

static void freeNode(struct node *node) {
    truncateNode(node, 0);
    freeRegions(node);
    free(node->chunks);
    free(node->name);
    pthread_mutex_destroy(&node->lock);
    free(node);
}

// Finds the file of a name under the registry's lock.
static struct node *find(const char *name) {
    for (struct node *node = registry; node; node = node->next)
        if (strcmp(node->name, name) == 0) return node;
    return NULL;
}

// Takes a file out of the registry, under its lock: nobody opens it any more.
static void unlist(struct node *node) {
    for (struct node **place = &registry; *place; place = &(*place)->next)
        if (*place == node) {
            *place = node->next;
            break;
        }
    node->isDeleted = 1;
}

static void enlist(struct node *node) {
    if (!node->name) return;
    node->next = registry;
    registry = node;
}

static void release(struct node *node) {
    pthread_mutex_lock(&registryLock);
    int isLast = --node->holders == 0;
    if (isLast && node->name && !node->isDeleted) unlist(node);
    pthread_mutex_unlock(&registryLock);
    if (isLast) freeNode(node);
}

// MARK: Reading and writing

static int memoryClose(sqlite3_file *base) {
    release(((struct open_file *)base)->node);
    return SQLITE_OK;
}

static int memoryRead(sqlite3_file *base, void *target, int length, sqlite3_int64 offset) {
    struct node *node = ((struct open_file *)base)->node;
    unsigned char *bytes = target;
    int code = SQLITE_OK;
    pthread_mutex_lock(&node->lock);
    if (offset + length > node->size) {
        code = SQLITE_IOERR_SHORT_READ;
        sqlite3_int64 there = node->size > offset ? node->size - offset : 0;
        memset(bytes + there, 0, (size_t)(length - there));
        length = (int)there;
    }
    while (length > 0) {
        sqlite3_int64 start = offset % CHUNK_SIZE;
        int part = (int)(CHUNK_SIZE - start < length ? CHUNK_SIZE - start : length);
        memcpy(bytes, node->chunks[offset / CHUNK_SIZE] + start, (size_t)part);
        bytes += part, offset += part, length -= part;
    }
    pthread_mutex_unlock(&node->lock);
    return code;
}

// Makes room for a file of a size; what is added to it is zero.
static int grow(struct node *node, sqlite3_int64 size) {
    size_t needed = (size_t)((size + CHUNK_SIZE - 1) / CHUNK_SIZE);
    if (needed > node->capacity) {
        size_t capacity = needed > 2 * node->capacity ? needed : 2 * node->capacity;
        unsigned char **chunks = realloc(node->chunks, capacity * sizeof *chunks);
        if (!chunks) return SQLITE_IOERR_NOMEM;
        node->chunks = chunks, node->capacity = capacity;
    }
    for (; node->count < needed; node->count++)
        if (!(node->chunks[node->count] = calloc(1, CHUNK_SIZE))) return SQLITE_IOERR_NOMEM;
    if (size > node->size) node->size = size;
    return SQLITE_OK;
}

static int memoryWrite(sqlite3_file *base, const void *source, int length, sqlite3_int64 offset) {
    struct node *node = ((struct open_file *)base)->node;
    const unsigned char *bytes = source;
    pthread_mutex_lock(&node->lock);
    int code = grow(node, offset + length);
    while (code == SQLITE_OK && length > 0) {
        sqlite3_int64 start = offset % CHUNK_SIZE;
        int part = (int)(CHUNK_SIZE - start < length ? CHUNK_SIZE - start : length);
        memcpy(node->chunks[offset / CHUNK_SIZE] + start, bytes, (size_t)part);
        bytes += part, offset += part, length -= part;
    }
    pthread_mutex_unlock(&node->lock);
    return code;
}

static int memoryTruncate(sqlite3_file *base, sqlite3_int64 size) {
    struct node *node = ((struct open_file *)base)->node;
    pthread_mutex_lock(&node->lock);
    if (size < node->size) truncateNode(node, size);
    pthread_mutex_unlock(&node->lock);
    return SQLITE_OK;
}

static int memorySync(sqlite3_file *base, int flags) {
    (void)base, (void)flags;
    return SQLITE_OK;
}

static int memoryFileSize(sqlite3_file *base, sqlite3_int64 *size) {
    struct node *node = ((struct open_file *)base)->node;
    pthread_mutex_lock(&node->lock);
    *size = node->size;
    pthread_mutex_unlock(&node->lock);
    return SQLITE_OK;
}

// MARK: Locks of the file

// Takes a lock that is higher than the one held.
static int raise(struct open_file *file, int level) {
    struct node *node = file->node;
    if (level == SQLITE_LOCK_SHARED) {
        if (node->pending) return SQLITE_BUSY;
        node->sharedCount++;
        file->level = level;
        return SQLITE_OK;
    }
    if (node->reserved && node->reserved != file) return SQLITE_BUSY;
    if (level == SQLITE_LOCK_RESERVED) {
        node->reserved = file;
        file->level = level;
        return SQLITE_OK;
    }
    // Whoever waits for readers to end keeps others from beginning.
    if (node->pending && node->pending != file) return SQLITE_BUSY;
    node->pending = file;
    file->level = node->sharedCount > 1 ? SQLITE_LOCK_PENDING : SQLITE_LOCK_EXCLUSIVE;
    return file->level == SQLITE_LOCK_PENDING ? SQLITE_BUSY : SQLITE_OK;
}

static int memoryLock(sqlite3_file *base, int level) {
    struct open_file *file = (struct open_file *)base;
    if (file->level >= level) return SQLITE_OK;
    pthread_mutex_lock(&file->node->lock);
    int code = raise(file, level);
    pthread_mutex_unlock(&file->node->lock);
    return code;
}

static int memoryUnlock(sqlite3_file *base, int level) {
    struct open_file *file = (struct open_file *)base;
    struct node *node = file->node;
    if (file->level <= level) return SQLITE_OK;
    pthread_mutex_lock(&node->lock);
    if (node->reserved == file) node->reserved = NULL;
    if (node->pending == file) node->pending = NULL;
    if (level == SQLITE_LOCK_NONE) node->sharedCount--;
    file->level = level;
    pthread_mutex_unlock(&node->lock);
    return SQLITE_OK;
}

static int memoryCheckReservedLock(sqlite3_file *base, int *isReserved) {
    struct node *node = ((struct open_file *)base)->node;
    pthread_mutex_lock(&node->lock);
    *isReserved = node->reserved != NULL || node->pending != NULL;
    pthread_mutex_unlock(&node->lock);
    return SQLITE_OK;
}

static int memoryFileControl(sqlite3_file *base, int operation, void *argument) {
    (void)base;
    if (operation != SQLITE_FCNTL_VFSNAME) return SQLITE_NOTFOUND;
    *(char **)argument = sqlite3_mprintf("%s", vfsName);
    return SQLITE_OK;
}

static int memorySectorSize(sqlite3_file *base) {
    (void)base;
    return 4096;
}

static int memoryDeviceCharacteristics(sqlite3_file *base) {
    (void)base;
    return SQLITE_IOCAP_POWERSAFE_OVERWRITE | SQLITE_IOCAP_SAFE_APPEND | SQLITE_IOCAP_SEQUENTIAL;
}

// MARK: The index of the write-ahead log

static int memoryShmMap(sqlite3_file *base, int region, int size, int extends, void volatile **found) {
    struct open_file *file = (struct open_file *)base;
    struct node *node = file->node;
    int code = SQLITE_OK;
    *found = NULL;
    pthread_mutex_lock(&node->lock);
    if (!file->isMapped) file->isMapped = 1, node->mappers++;
    while (extends && node->regionCount <= region && code == SQLITE_OK) {
        void *memory = node->regionCount < MAX_REGIONS ? calloc(1, (size_t)size) : NULL;
        if (memory) node->regions[node->regionCount++] = memory;
        else code = SQLITE_IOERR_NOMEM;
    }
    if (region < node->regionCount) *found = node->regions[region];
    pthread_mutex_unlock(&node->lock);
    return code;
}

static int lockSlots(struct open_file *file, int first, int count, int flags) {
    struct node *node = file->node;
    unsigned mask = (1U << (first + count)) - (1U << first);
    if (flags & SQLITE_SHM_UNLOCK) {
        for (int slot = first; slot < first + count; slot++) {
            if (node->exclusiveLocks[slot] == file) node->exclusiveLocks[slot] = NULL;
            if (file->sharedMask & 1U << slot) node->sharedLocks[slot]--;
        }
        file->sharedMask &= ~mask;
        return SQLITE_OK;
    }
    for (int slot = first; slot < first + count; slot++) {
        if (node->exclusiveLocks[slot] && node->exclusiveLocks[slot] != file) return SQLITE_BUSY;
        int others = node->sharedLocks[slot] - (file->sharedMask & 1U << slot ? 1 : 0);
        if (flags & SQLITE_SHM_EXCLUSIVE && others) return SQLITE_BUSY;
    }
    for (int slot = first; slot < first + count; slot++) {
        if (flags & SQLITE_SHM_EXCLUSIVE) node->exclusiveLocks[slot] = file;
        else if (!(file->sharedMask & 1U << slot)) node->sharedLocks[slot]++;
    }
    if (flags & SQLITE_SHM_SHARED) file->sharedMask |= mask;
    return SQLITE_OK;
}

static int memoryShmLock(sqlite3_file *base, int first, int count, int flags) {
    struct open_file *file = (struct open_file *)base;
    pthread_mutex_lock(&file->node->lock);
    int code = lockSlots(file, first, count, flags);
    pthread_mutex_unlock(&file->node->lock);
    return code;
}

// Orders what one connection writes to the index before what another one reads there; the lock does so for tools that
// look for races, too.
static void memoryShmBarrier(sqlite3_file *base) {
    struct node *node = ((struct open_file *)base)->node;
    __sync_synchronize();
    pthread_mutex_lock(&node->lock);
    pthread_mutex_unlock(&node->lock);
}

static int memoryShmUnmap(sqlite3_file *base, int deletes) {
    struct open_file *file = (struct open_file *)base;
    struct node *node = file->node;
    (void)deletes;
    pthread_mutex_lock(&node->lock);
    lockSlots(file, 0, SQLITE_SHM_NLOCK, SQLITE_SHM_UNLOCK);
    if (file->isMapped) {
        file->isMapped = 0;
        if (--node->mappers == 0) freeRegions(node);
    }
    pthread_mutex_unlock(&node->lock);
    return SQLITE_OK;
}

static const sqlite3_io_methods methods = {
    .iVersion = 2,
    .xClose = memoryClose,
    .xRead = memoryRead,
    .xWrite = memoryWrite,
    .xTruncate = memoryTruncate,
    .xSync = memorySync,
    .xFileSize = memoryFileSize,
    .xLock = memoryLock,
    .xUnlock = memoryUnlock,
    .xCheckReservedLock = memoryCheckReservedLock,
    .xFileControl = memoryFileControl,
    .xSectorSize = memorySectorSize,
    .xDeviceCharacteristics = memoryDeviceCharacteristics,
    .xShmMap = memoryShmMap,
    .xShmLock = memoryShmLock,
    .xShmBarrier = memoryShmBarrier,
    .xShmUnmap = memoryShmUnmap,
};

// MARK: The file system

static int memoryOpen(sqlite3_vfs *vfs, const char *name, sqlite3_file *base, int flags, int *flagsOut) {
    struct open_file *file = (struct open_file *)base;
    (void)vfs;
    memset(file, 0, sizeof *file);
    pthread_mutex_lock(&registryLock);
    struct node *node = name ? find(name) : NULL;
    if (node) {
        node->holders++;
    } else if (!(flags & SQLITE_OPEN_MAIN_DB)) {
        // The file itself is there before it is opened, so one of that kind is another name, or was let go.
        node = makeNode(name);
        if (node) enlist(node);
    }
    pthread_mutex_unlock(&registryLock);
    if (!node) return SQLITE_CANTOPEN;
    file->node = node;
    file->base.pMethods = &methods;
    if (flagsOut) *flagsOut = flags;
    return SQLITE_OK;
}

static int memoryDelete(sqlite3_vfs *vfs, const char *name, int syncs) {
    (void)vfs, (void)syncs;
    pthread_mutex_lock(&registryLock);
    struct node *node = find(name);
    // Whoever has it open keeps it, and lets it go.
    if (node) unlist(node);
    pthread_mutex_unlock(&registryLock);
    return SQLITE_OK;
}

static int memoryAccess(sqlite3_vfs *vfs, const char *name, int flags, int *result) {
    (void)vfs, (void)flags;
    pthread_mutex_lock(&registryLock);
    *result = find(name) != NULL;
    pthread_mutex_unlock(&registryLock);
    return SQLITE_OK;
}

static int memoryFullPathname(sqlite3_vfs *vfs, const char *name, int size, char *path) {
    (void)vfs;
    snprintf(path, (size_t)size, "%s", name);
    return SQLITE_OK;
}

// Is called once, under the registry's lock.
static int registerVFS(void) {
    static sqlite3_vfs vfs;
    if (sqlite3_vfs_find(vfsName)) return SQLITE_OK;
    sqlite3_vfs *system = sqlite3_vfs_find(NULL);
    if (!system) return SQLITE_ERROR;
    // Clocks, random numbers and libraries are those of the system.
    vfs = *system;
    vfs.iVersion = system->iVersion < 2 ? system->iVersion : 2;
    vfs.pNext = NULL;
    vfs.zName = vfsName;
    vfs.szOsFile = sizeof(struct open_file);
    vfs.xOpen = memoryOpen;
    vfs.xDelete = memoryDelete;
    vfs.xAccess = memoryAccess;
    vfs.xFullPathname = memoryFullPathname;
    return sqlite3_vfs_register(&vfs, 0);
}

// MARK: Files

memory_file *memory_file_create(void) {
    if (sqlite3_initialize() != SQLITE_OK) return NULL;
    memory_file *file = calloc(1, sizeof *file);
    if (!file) return NULL;
    char name[48];
    pthread_mutex_lock(&registryLock);
    if (registerVFS() == SQLITE_OK) {
        snprintf(name, sizeof name, "/taskd-memory-%d", ++lastNumber);
        snprintf(file->uri, sizeof file->uri, "file:%s?vfs=%s", name, vfsName);
        file->node = makeNode(name);
        if (file->node) enlist(file->node);
    }
    pthread_mutex_unlock(&registryLock);
    if (file->node) return file;
    free(file);
    return NULL;
}

const char *memory_file_uri(const memory_file *file) {
    return file->uri;
}

void memory_file_destroy(memory_file *file) {
    pthread_mutex_lock(&registryLock);
    if (!file->node->isDeleted) unlist(file->node);
    pthread_mutex_unlock(&registryLock);
    release(file->node);
    free(file);
}
