import Basics
import HTTPTypes
import Scheduler
import Storage

extension Operation {
    static let ofSeries = [readSeries, updateSeries, endSeries, listOccurrences, readSeriesStatistics]

    static let readSeries = Operation(
        "readSeries", .get, "series/{id}", .series, .read, reach: .series, summary: "Read a series",
        "A recurring task as a whole: its rules, also in words, what its occurrences are made from, and how many there are."
    )
    .at(.id("series")).answering(.ok(SeriesView.schema, "The series.")).refusing(.conflict, unevaluable).cached
    .shortening

    static let updateSeries = Operation(
        "updateSeries", .patch, "series/{id}", .series, .write, reach: .series, summary: "Change a series",
        """
        A merge patch (RFC 7396) of the series and of its open occurrences, but for what was changed of one alone. \
        `"state": "active"` lets a series that ended go on.
        """
    )
    .at(.id("series")).patching(SeriesView.patchSchema)
    .answering(.ok(SeriesView.schema, "The series as it is now.").tagged.changing)
    .refusing(.conflict, unevaluable).conditional.shortening

    static let endSeries = Operation(
        "endSeries", .delete, "series/{id}", .series, .write, reach: .series, summary: "End a series",
        "No more occurrences appear."
    )
    .at(.id("series"))
    .asking(
        .query(
            "open", .choice(of: OpenOccurrences.self).defaulting(to: .string(OpenOccurrences.keep.rawValue)),
            "Whether its open occurrences stay.")
    )
    .answering(.noContent.changing).refusing(.conflict, unevaluable).conditional

    static let listOccurrences = Operation(
        "listOccurrences", .get, "series/{id}/occurrences", .series, .read, reach: .series,
        summary: "List the occurrences of a series",
        "Past ones as they are in the ledger and future ones as the rules give them, in one list, in order."
    )
    .at(.id("series"))
    .asking(.time("from", "The first start."), .time("until", "Before which start."), .limit, .cursor)
    .answering(.ok(.page(of: SeriesSlot.schema).named("OccurrencePage"), "A page of the list."))
    .refusing(.conflict, unevaluable)

    static let readSeriesStatistics = Operation(
        "readSeriesStatistics", .get, "series/{id}/statistics", .series, .read,
        reach: .series, summary: "Read how regularly a series is done",
        "Streaks, the share that was done on time, and how late the rest was."
    )
    .at(.id("series")).answering(.ok(.seriesStatistics, "The statistics.")).refusing(.conflict, unevaluable).cached

    private static let unevaluable =
        "The series cannot be evaluated on this machine, or what it is now does not permit it."
}

extension Schema {
    fileprivate static let seriesStatistics = object([
        "seriesId": .uuid, "completed": .count, "skipped": .count, "cancelled": .count, "deleted": .count,
        "open": .count, "passed": .count.described("How many occurrences were passed over."),
        "currentStreak": .count, "longestStreak": .count, "completedWithDue": .count, "onTime": .count,
        "onTimeShare": .number.nullable, "medianLateSeconds": .number.nullable, "meanLateSeconds": .number.nullable,
        "isComplete": .boolean.described("Whether all of its past is counted."),
    ]).named("SeriesStatistics")
}
