// A disk that fails and loses power on command, as a shim over SQLite's own file system layer (its default VFS).
//
// Once installed it stands below every connection that is opened afterwards; files outside the folders of the disks
// that were made are passed through untouched. What was written since a file's last sync is remembered, so that a
// power cut can take it back, all of it, some of it, or down to the middle of a write.
#ifndef FAULTY_DISK_H
#define FAULTY_DISK_H

#include <stdint.h>

typedef struct faulty_disk faulty_disk;

enum {
    // The next write fails, with half of it done.
    FAULTY_DISK_WRITE_FAILS = 0,
    // There is no room for the next writes.
    FAULTY_DISK_IS_FULL = 1,
    // The next sync fails.
    FAULTY_DISK_SYNC_FAILS = 2,
};

// Makes the disk of a folder, whose path must be absolute.
faulty_disk *faulty_disk_create(const char *folder);

// Forgets the disk; its files must be closed.
void faulty_disk_destroy(faulty_disk *disk);

// Cuts the power at the write, truncation or sync that is `operations` away, 1 being the next; 0 cuts it now.
void faulty_disk_cut_power(faulty_disk *disk, int operations);

// Lets a fault happen at the operation that is `operations` away, and `times` in all.
void faulty_disk_inject(faulty_disk *disk, int fault, int operations, int times);

// Ends every fault that was asked for and has not happened.
void faulty_disk_heal(faulty_disk *disk);

// Whether the power is cut: nothing can be read or written.
int faulty_disk_is_dead(faulty_disk *disk);

// How many operations there were: writes, truncations and syncs.
int64_t faulty_disk_operations(faulty_disk *disk);

// Switches the power on again, every file of the disk being closed. What was not synced is there, lost, or torn, as
// the seed has it.
void faulty_disk_restart(faulty_disk *disk, uint64_t seed);

#endif
