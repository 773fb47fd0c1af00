#include "gzip.h"

#include <zlib.h>

// The largest window, and 16 for the header and trailer of gzip instead of zlib's own.
static const int window = MAX_WBITS + 16;

// What gzip has around the data beyond what zlib has, which compressBound counts.
static const size_t frame = 18;

size_t gzip_bound(size_t count) { return compressBound(count) + frame; }

size_t gzip_compress(const unsigned char *source, size_t count, unsigned char *target, size_t room) {
    z_stream stream = {0};
    // Level 5 is the last that costs little more than the ones before it.
    if (deflateInit2(&stream, 5, Z_DEFLATED, window, 8, Z_DEFAULT_STRATEGY) != Z_OK) return 0;
    stream.next_in = (unsigned char *)source;
    stream.avail_in = (uInt)count;
    stream.next_out = target;
    stream.avail_out = (uInt)room;
    const int outcome = deflate(&stream, Z_FINISH);
    const size_t written = stream.total_out;
    deflateEnd(&stream);
    return outcome == Z_STREAM_END ? written : 0;
}
