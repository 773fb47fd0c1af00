import Recurrence
package import Storage

extension SeriesView {
    /// A series as clients see it.
    package static var schema: Schema {
        .object(
            [
                "id": .uuid, "handle": .handle, "shortHandle": .shortHandle, "version": .version,
                "dtstart": .civilTime.described("Where its rules begin (RFC 5545 DTSTART)."), "timeZone": .zone,
                "recurrence": TaskRecurrence.schema(.answer).nullable,
                "explanation": .object(["en": .string, "ko": .string]).nullable.described("The rules in words."),
            ] + Series.contentSchema + Series.Span.schema + ["state": .choice(of: State.self)]
                + Series.lineageSchema + [
                    "next": .civilTime.nullable.described("The next occurrence that no task exists for yet."),
                    "counts": .object(counts).described("How many occurrences there are by their state."),
                    "createdAt": .instant, "updatedAt": .instant,
                ]
        ).named("Series", "A recurring task as a whole.")
    }

    private static var counts: SchemaMembers {
        LedgerEntry.State.allCases.filter { $0 != .withdrawn }
            .reduce(into: [:]) { $0.append($1.rawValue, .count) }
    }

    /// A merge patch of a series.
    package static var patchSchema: Schema {
        .object(
            [
                "dtstart": .time.optional.described("Where its rules begin."),
                "state": .words(["active"]).optional.described("Lets a series that ended go on."),
            ] + TaskDraft.members(.patch).without(Set(SeriesMergePatch.membersOfOccurrences))
        ).closed.named("SeriesPatch", "A merge patch (RFC 7396) of a series.")
    }
}

extension SeriesSlot {
    /// An occurrence of a series as clients see it.
    package static var schema: Schema {
        .object([
            "recurrenceId": .civilTime,
            "state": .words(LedgerEntry.State.allCases.map(\.rawValue) + ["projected", "missed"]),
            "taskId": .uuid.nullable, "occurrence": .integer.nullable, "closedAt": .instant.nullable,
            "overrides": .array(of: .string).described("The fields that were changed of this one alone."),
            "passed": .count.described("How many occurrences before it were passed over."),
        ]).named("Occurrence", "One occurrence of a series.")
    }
}
