// Files of SQLite that are kept in memory, as a file system layer (VFS) of SQLite of its own.
//
// Unlike SQLite's own databases in memory they can have a write-ahead log, with which connections of one process read
// snapshots while another one writes, as they do in files.
#ifndef MEMORY_FILES_H
#define MEMORY_FILES_H

// A file with all that belongs to it, for as long as the handle is not destroyed.
typedef struct memory_file memory_file;

// Makes an empty file that no other has the name of; NULL where there is no memory left.
memory_file *memory_file_create(void);

// The URI to open connections to it with, good for as long as the file.
const char *memory_file_uri(const memory_file *file);

// Lets the file go, which is then freed when the last connection to it is closed; no other can be opened.
void memory_file_destroy(memory_file *file);

#endif
