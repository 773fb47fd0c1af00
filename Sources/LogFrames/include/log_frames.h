// Writes the frames of a commit to SQLite's write-ahead log with few calls, as a shim over the default file system layer
// (VFS).
//
// SQLite writes each frame with two calls, of 24 bytes and of a page, at offsets that are no multiples of a page: the
// system touches its cache three times for each. Here frames that follow each other are gathered and written together; at
// the latest with the last frame of a commit, before anybody is told of it. What was not written together goes through
// untouched, as do all other files.
#ifndef LOG_FRAMES_H
#define LOG_FRAMES_H

// Makes the layer known to SQLite, once a process.
//
// Returns its name, for the parameter `vfs` of a URI; NULL where SQLite cannot be started.
const char *log_frames_register(void);

#endif
