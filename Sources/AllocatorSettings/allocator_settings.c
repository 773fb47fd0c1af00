#include "allocator_settings.h"

// Any header of the C library says whether it is glibc.
#include <limits.h>

#ifdef __GLIBC__
#include <malloc.h>

void allocator_return_large_blocks(void) {
    mallopt(M_MMAP_THRESHOLD, 256 << 10);
    mallopt(M_ARENA_MAX, 2);
}
#else
void allocator_return_large_blocks(void) {}
#endif
