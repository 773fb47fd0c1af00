// A program that is linked with this makes each fdatasync, SQLite's too, take SLOW_DISK_MICROSECONDS longer: such a disk
// as a machine may have whose own is fast.
#ifndef SLOW_DISK_H
#define SLOW_DISK_H

// How much longer, in microseconds; 0 unless the environment says so.
long slow_disk_delay(void);

#endif
