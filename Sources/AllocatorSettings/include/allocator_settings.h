// How the C library's allocator shares memory out, in C since Swift cannot see glibc's <malloc.h>.
#ifndef ALLOCATOR_SETTINGS_H
#define ALLOCATOR_SETTINGS_H

// Has blocks of 256 KiB and more returned to the system as soon as they are freed, and bounds the number of arenas.
//
// glibc raises that limit to 32 MiB by itself and makes eight arenas a core, so that a daemon which has once answered
// a few large requests would keep their memory for good. It does nothing where the C library is another.
void allocator_return_large_blocks(void);

#endif
