public import Recurrence

/// How a task recurs: its rule set, and how taskd follows it.
public struct TaskRecurrence: Hashable, Sendable {
    /// Where the next occurrence is counted from.
    public enum Anchor: String, CaseIterable, Hashable, Sendable {
        /// From the rule's own start, wherever a single occurrence was moved.
        case due
        /// From the moment of completion ("three days after it was done").
        case completion
    }

    /// What becomes of occurrences that are already past when a task is completed.
    public enum Missed: String, CaseIterable, Hashable, Sendable {
        /// Jump over them.
        case skip
        /// Take each one.
        case keep
    }

    /// When the next occurrence appears.
    public enum Respawn: String, CaseIterable, Hashable, Sendable {
        /// When this one is completed.
        case completion
        /// At its own time, whether or not this one is done.
        case schedule
    }

    /// RRULE values (RFC 5545 §3.8.5.3), as written.
    public var rules: [String]
    /// RDATE values (RFC 5545 §3.8.5.2), as written.
    public var dates: [String]
    /// EXDATE values (RFC 5545 §3.8.5.1), as written.
    public var exceptionDates: [String]
    /// Where the next occurrence is counted from.
    public var anchor: Anchor
    /// What becomes of past occurrences.
    public var missed: Missed
    /// When the next occurrence appears.
    public var respawn: Respawn

    /// Makes a recurrence from its parts; they are not checked here.
    public init(
        rules: [String],
        dates: [String] = [],
        exceptionDates: [String] = [],
        anchor: Anchor = .due,
        missed: Missed = .skip,
        respawn: Respawn = .completion
    ) {
        self.rules = rules
        self.dates = dates
        self.exceptionDates = exceptionDates
        self.anchor = anchor
        self.missed = missed
        self.respawn = respawn
    }
}

extension TaskRecurrence: FieldObject {
    /// How many rules and dates there may be, and how long they may be, in Unicode scalars.
    package enum Bounds {
        package static let rules = 10
        package static let ruleLength = 4_000
        package static let dates = 1_000
        package static let dateLength = 200
    }

    package static let blank = TaskRecurrence(rules: [])
    package static let schemaName = "Recurrence"

    package static func visitFields(_ fields: inout some FieldVisitor<TaskRecurrence>) {
        fields.field(
            "rrule", \.rules, or: [],
            .texts(atMost: Bounds.rules, each: 0...Bounds.ruleLength)
                .described("RRULE values (RFC 5545 §3.8.5.3), such as FREQ=WEEKLY."))
        fields.field(
            "rdate", \.dates, or: [],
            .texts(atMost: Bounds.dates, each: 0...Bounds.dateLength).described("RDATE values: further occurrences."))
        fields.field(
            "exdate", \.exceptionDates, or: [],
            .texts(atMost: Bounds.dates, each: 0...Bounds.dateLength).described("EXDATE values: what is left out."))
        fields.field(
            "anchor", \.anchor, or: .due, .any.described("What the next occurrence is counted from."))
        fields.field(
            "missed", \.missed, or: .skip,
            .any.described("Whether completing a task skips occurrences that are past already, or keeps each one."))
        fields.field(
            "respawn", \.respawn, or: .completion,
            .any.described("Whether the next task appears when this one is completed, or at its own time."))
    }

    package func checkTogether(at pointer: String, noting problems: inout [InputProblem]) {
        if respawn == .schedule, anchor == .completion {
            problems.append(
                "\(pointer)/anchor",
                "must be due when respawn is schedule: the next task may appear before this one is completed")
        }
        if rules.isEmpty, dates.isEmpty {
            problems.append(
                "\(pointer)/rrule", "must have at least one rule, such as FREQ=WEEKLY, unless rdate has a date")
        }
    }
}

/// A task's place in its series.
public struct SeriesOccurrence: Hashable, Sendable {
    /// The series.
    public var series: SeriesID
    /// Counts the occurrences of the series, from 1.
    public var number: Int
    /// The original local start of this occurrence (RFC 5545 RECURRENCE-ID), kept when the task is moved.
    public var recurrenceID: CivilTime

    /// Makes an occurrence from its parts.
    public init(series: SeriesID, number: Int, recurrenceID: CivilTime) {
        self.series = series
        self.number = number
        self.recurrenceID = recurrenceID
    }
}
