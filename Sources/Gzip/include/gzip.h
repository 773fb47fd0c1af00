#ifndef GZIP_H
#define GZIP_H

#include <stddef.h>

/// How many bytes what so many are compressed to has at most.
size_t gzip_bound(size_t count);

/// Compresses bytes into another place (RFC 1952).
///
/// @return How many bytes were written; 0 where there was no room or no memory.
size_t gzip_compress(const unsigned char *source, size_t count, unsigned char *target, size_t room);

#endif
