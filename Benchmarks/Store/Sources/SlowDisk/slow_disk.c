#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static long delay;

__attribute__((constructor)) static void readDelay(void) {
    const char *text = getenv("SLOW_DISK_MICROSECONDS");
    delay = text ? atol(text) : 0;
}

// The program's own symbol goes before that of the C library, for the libraries that it loads too.
int fdatasync(int descriptor) {
    if (delay > 0) {
        struct timespec time = {delay / 1000000, delay % 1000000 * 1000};
        nanosleep(&time, 0);
    }
    return (int)syscall(SYS_fdatasync, descriptor);
}
