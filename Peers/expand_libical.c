/* Answers each line of rules on standard input by libical: usage: expand_libical LIMIT MILLISECONDS.
 *
 * The lines are those of README.md. A child process answers line after line; where libical takes more than its processor time
 * for one rule, or crashes, the child ends with what it has and another goes on with the next line. */

#define _GNU_SOURCE
#include <libical/ical.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

enum { maximum_limit = 100, time_size = 17, maximum_line = 65536 };

static struct {
    char **lines;
    size_t count;
} input;

/* How many lines have been answered; parent and children see it. */
static volatile size_t *answered;
static char answer[maximum_limit * time_size + 256];
/* Grows by whole times, so that the answer is right whenever the time is over. */
static volatile size_t answer_size;
static int limit, milliseconds;

static void read_input(void) {
    size_t room = 0;
    char *line = NULL;
    size_t line_room = 0;
    ssize_t length;
    while ((length = getline(&line, &line_room, stdin)) > 0) {
        if (line[length - 1] == '\n') line[length - 1] = 0;
        if (input.count == room) {
            room = room ? room * 2 : 1024;
            input.lines = realloc(input.lines, room * sizeof *input.lines);
            if (!input.lines) abort();
        }
        input.lines[input.count++] = strdup(line);
    }
    free(line);
}

static void append(const char *text) {
    size_t length = strlen(text);
    if (answer_size + length + 1 >= sizeof answer) abort();
    memcpy(answer + answer_size, text, length);
    answer_size += length;
}

/* Writes the whole answer at once; also called by the signal handler, hence without stdio. */
static void give(const char *id, const char *status) {
    char line[sizeof answer + 128];
    size_t size = 0;
    const char *parts[] = {id, "\t", status, "\t"};
    for (int part = 0; part < 4; part++) {
        size_t length = strlen(parts[part]);
        memcpy(line + size, parts[part], length);
        size += length;
    }
    memcpy(line + size, answer, answer_size);
    size += answer_size;
    line[size++] = '\n';
    for (size_t written = 0; written < size;) {
        ssize_t count = write(STDOUT_FILENO, line + written, size - written);
        if (count < 0) _exit(2);
        written += (size_t)count;
    }
    *answered += 1;
}

static const char *current_id;

static void out_of_time(int signal_number) {
    (void)signal_number;
    give(current_id, "cut");
    _exit(0);
}

static void set_timer(int duration) {
    struct itimerval timer = {{0, 0}, {duration / 1000, duration % 1000 * 1000}};
    setitimer(ITIMER_PROF, &timer, NULL);
}

static void append_time(struct icaltimetype time, icaltimezone *zone) {
    char text[time_size * 4];
    const char *comma = answer_size ? "," : "";
    if (zone) time = icaltime_convert_to_zone(time, icaltimezone_get_utc_timezone());
    if (time.is_date) {
        snprintf(text, sizeof text, "%s%04d%02d%02d", comma, time.year, time.month, time.day);
    } else {
        snprintf(text, sizeof text, "%s%04d%02d%02dT%02d%02d%02d%s", comma, time.year, time.month, time.day,
                 time.hour, time.minute, time.second, zone ? "Z" : "");
    }
    append(text);
}

static icaltimezone *zone_named(const char *name) {
    if (!*name) return NULL;
    return strcmp(name, "UTC") ? icaltimezone_get_builtin_timezone(name) : icaltimezone_get_utc_timezone();
}

static const char *expand(const char *start, const char *zone_name, const char *rule_text) {
    icaltimezone *zone = zone_named(zone_name);
    struct icaltimetype begin = icaltime_from_string(start);
    if (zone) begin = icaltime_set_timezone(&begin, zone);
    struct icalrecurrencetype rule = icalrecurrencetype_from_string(rule_text);
    icalrecur_iterator *iterator = icalrecur_iterator_new(rule, begin);
    if (!iterator) {
        append(icalerror_strerror(icalerrno));
        return "error";
    }
    const char *status = "end";
    for (int count = 0;; count++) {
        struct icaltimetype time = icalrecur_iterator_next(iterator);
        if (icaltime_is_null_time(time)) break;
        if (count == limit) {
            status = "more";
            break;
        }
        append_time(time, zone);
    }
    icalrecur_iterator_free(iterator);
    return status;
}

static void answer_line(char *line) {
    char *fields[4];
    for (int index = 0; index < 4; index++) {
        fields[index] = strsep(&line, "\t");
        if (!fields[index]) abort();
    }
    answer_size = 0;
    current_id = fields[0];
    icalerror_clear_errno();
    set_timer(milliseconds);
    const char *status = expand(fields[1], fields[2], fields[3]);
    set_timer(0);
    give(fields[0], status);
}

/* A child that answers until it is done or out of time. */
static int run_child(void) {
    pid_t child = fork();
    if (child < 0) abort();
    if (child == 0) {
        signal(SIGPROF, out_of_time);
        for (size_t index = *answered; index < input.count; index++) answer_line(input.lines[index]);
        _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return status;
}

int main(int count, char **arguments) {
    if (count != 3) return 2;
    limit = atoi(arguments[1]);
    milliseconds = atoi(arguments[2]);
    if (limit < 1 || limit > maximum_limit || milliseconds < 1) return 2;
    icalerror_set_errors_are_fatal(0);
    answered = mmap(NULL, sizeof *answered, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (answered == MAP_FAILED) abort();
    read_input();
    while (*answered < input.count) {
        size_t before = *answered;
        run_child();
        if (*answered > before) continue;
        /* The child crashed in the line after the last it answered. */
        char *line = strdup(input.lines[before]);
        answer_size = 0;
        append("crashed");
        give(strtok(line, "\t"), "error");
        free(line);
    }
    return 0;
}
