// Measures libical on every workload of a file, and prints a line of JSON for each.
#include <libical/ical.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { max_amount = 20000, repetitions = 5 };

typedef struct {
    char name[64], kind[16], rule[160], start[20], zone[40];
    int amount;
} workload;

static uint64_t sums[max_amount];

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec + time.tv_nsec * 1e-9;
}

static int64_t seconds_of(struct icaltimetype time, icaltimezone *zone) {
    return (int64_t)icaltime_as_timet_with_zone(time, zone);
}

// Runs the workload once; fills `sums`, and returns how many occurrences, answers or rules there were.
static int run(const workload *work, struct icalrecurrencetype rule, icaltimezone *zone, double deadline) {
    struct icaltimetype start = icaltime_from_string(work->start);
    start.zone = zone;
    uint64_t sum = 0;
    int given = 0;
    if (strcmp(work->kind, "parse") == 0) {
        for (; given < work->amount; given++) {
            struct icalrecurrencetype parsed = icalrecurrencetype_from_string(work->rule);
            sum = sum * 31 + (uint64_t)parsed.interval;
            sums[given] = sum;
        }
        return given;
    }
    if (strcmp(work->kind, "walk") == 0) {
        icalrecur_iterator *iterator = icalrecur_iterator_new(rule, start);
        while (iterator != NULL && given < work->amount) {
            struct icaltimetype time = icalrecur_iterator_next(iterator);
            if (icaltime_is_null_time(time)) break;
            sum = sum * 31 + (uint64_t)seconds_of(time, zone);
            sums[given++] = sum;
        }
        if (iterator != NULL) icalrecur_iterator_free(iterator);
        return given;
    }
    int64_t first = seconds_of(start, zone) + (int64_t)atoi(work->kind + 5) * 365 * 86400;
    for (int index = 0; index < work->amount && now() < deadline; index++) {
        struct icaltimetype after = icaltime_from_timet_with_zone(first + (int64_t)index * 3600 + 1, 0, NULL);
        after.zone = start.zone;
        icalrecur_iterator *iterator = icalrecur_iterator_new(rule, start);
        if (iterator == NULL) break;
        // It refuses to skip where there is COUNT: there it has to walk.
        int skips = rule.count == 0 && icalrecur_iterator_set_start(iterator, after);
        struct icaltimetype time = icalrecur_iterator_next(iterator);
        while (!skips && !icaltime_is_null_time(time) && icaltime_compare(time, after) < 0)
            time = icalrecur_iterator_next(iterator);
        icalrecur_iterator_free(iterator);
        if (icaltime_is_null_time(time)) break;
        sum = sum * 31 + (uint64_t)seconds_of(time, zone);
        sums[given++] = sum;
    }
    return given;
}

static void measure(const workload *work) {
    icaltimezone *zone = NULL;
    if (strcmp(work->zone, "-") != 0) zone = icaltimezone_get_builtin_timezone(work->zone);
    struct icalrecurrencetype rule = icalrecurrencetype_from_string(work->rule);
    int amount = run(work, rule, zone, now() + 1);
    if (amount == 0) return;
    printf("{\"engine\":\"libical\",\"workload\":\"%s\",\"amount\":%d,\"checksums\":[", work->name, amount);
    for (int index = 0; index < amount; index++) printf("%s%llu", index ? "," : "", (unsigned long long)sums[index]);
    printf("],\"rates\":[");
    for (int repetition = 0; repetition < repetitions; repetition++) {
        double begin = now(), end;
        long given = 0;
        do {
            given += run(work, rule, zone, begin + 0.2);
            end = now();
        } while (end - begin < 0.02);
        printf("%s%.1f", repetition ? "," : "", given / (end - begin));
    }
    printf("]}\n");
}

int main(int count, char **arguments) {
    FILE *file = count == 2 ? fopen(arguments[1], "r") : NULL;
    if (file == NULL) return fprintf(stderr, "usage: libical WORKLOADS\n"), 2;
    icaltimezone_set_builtin_tzdata(0);
    char line[512];
    while (fgets(line, sizeof line, file)) {
        workload work;
        if (line[0] == '#') continue;
        if (sscanf(
                line, "%63[^\t]\t%15[^\t]\t%159[^\t]\t%19[^\t]\t%39[^\t]\t%d", work.name, work.kind, work.rule,
                work.start, work.zone, &work.amount) != 6)
            return fprintf(stderr, "a line of workloads is broken: %s", line), 1;
        measure(&work);
    }
    fclose(file);
    return 0;
}
