// A program that is linked with this makes each fdatasync, SQLite's too, take SLOW_DISK_MICROSECONDS longer: such a disk
// as a machine may have whose own is fast. There is nothing to call.
