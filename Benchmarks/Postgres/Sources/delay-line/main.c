// A network as slow as it is told to be, in front of a server on a Unix socket.
//
// usage: delay-line LISTEN TARGET MICROSECONDS
//
// Accepts connections at one socket, and passes all bytes on to another one and back, each way half of MICROSECONDS late.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

enum { MAX_WAYS = 256, CHUNK = 65536 };

// Bytes on their way.
struct chunk {
    struct chunk *next;
    int64_t due;
    size_t length, sent;
    char bytes[];
};

// One direction of a connection.
struct way {
    int from, to;
    struct chunk *first, **last;
    int ended;
};

static struct way ways[MAX_WAYS];
static int count;
static int64_t delay;

static void fail(const char *what) {
    fprintf(stderr, "delay-line: %s: %s\n", what, strerror(errno));
    exit(1);
}

static int64_t nanoseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * INT64_C(1000000000) + now.tv_nsec;
}

static struct sockaddr_un address(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof address.sun_path) { errno = ENAMETOOLONG; fail(path); }
    strcpy(address.sun_path, path);
    return address;
}

static void add(int from, int to) {
    struct way *way = &ways[count++];
    *way = (struct way){.from = from, .to = to};
    way->last = &way->first;
    fcntl(from, F_SETFL, O_NONBLOCK);
}

static void take(struct way *way, int64_t now) {
    struct chunk *chunk = malloc(sizeof *chunk + CHUNK);
    if (!chunk) fail("malloc");
    ssize_t length = read(way->from, chunk->bytes, CHUNK);
    if (length < 0 && errno == EAGAIN) { free(chunk); return; }
    // An end is on its way as bytes are.
    *chunk = (struct chunk){.due = now + delay, .length = length > 0 ? (size_t)length : 0};
    if (length <= 0) way->ended = 1;
    *way->last = chunk;
    way->last = &chunk->next;
}

// Passes on what is due; returns when the next is, 0 for nothing.
static int64_t give(struct way *way, int64_t now) {
    while (way->first && way->first->due <= now) {
        struct chunk *chunk = way->first;
        if (chunk->length == 0) {
            shutdown(way->to, SHUT_WR);
        } else {
            ssize_t sent = write(way->to, chunk->bytes + chunk->sent, chunk->length - chunk->sent);
            if (sent < 0 && errno == EAGAIN) return now + 20000;
            if (sent > 0) chunk->sent += (size_t)sent;
            if (sent > 0 && chunk->sent < chunk->length) continue;
        }
        way->first = chunk->next;
        if (!way->first) way->last = &way->first;
        free(chunk);
    }
    return way->first ? way->first->due : 0;
}

int main(int argc, char **arguments) {
    if (argc != 4) return fprintf(stderr, "usage: delay-line LISTEN TARGET MICROSECONDS\n"), 2;
    delay = atoll(arguments[3]) * 1000 / 2;
    struct sockaddr_un here = address(arguments[1]), there = address(arguments[2]);
    unlink(arguments[1]);
    int listener = socket(AF_UNIX, SOCK_STREAM, 0);
    if (bind(listener, (struct sockaddr *)&here, sizeof here) || listen(listener, 64)) fail(arguments[1]);
    for (;;) {
        struct pollfd polled[MAX_WAYS + 1] = {{.fd = listener, .events = POLLIN}};
        int64_t now = nanoseconds(), next = 0;
        for (int place = 0; place < count; place++) {
            int64_t due = give(&ways[place], now);
            if (due && (!next || due < next)) next = due;
            polled[place + 1] = (struct pollfd){.fd = ways[place].ended ? -1 : ways[place].from, .events = POLLIN};
        }
        int64_t wait = next > now ? next - now : 0;
        struct timespec patience = {.tv_sec = wait / 1000000000, .tv_nsec = wait % 1000000000};
        if (ppoll(polled, (nfds_t)count + 1, next ? &patience : NULL, NULL) < 0 && errno != EINTR) fail("ppoll");
        now = nanoseconds();
        for (int place = 0; place < count; place++)
            if (polled[place + 1].fd >= 0 && polled[place + 1].revents) take(&ways[place], now);
        if (polled[0].revents && count + 2 <= MAX_WAYS) {
            int client = accept(listener, NULL, NULL), server = socket(AF_UNIX, SOCK_STREAM, 0);
            if (client < 0) continue;
            if (connect(server, (struct sockaddr *)&there, sizeof there)) fail(arguments[2]);
            add(client, server);
            add(server, client);
        }
    }
}
