import Recurrence
import Scheduler

/// Which occurrences of which set are asked for.
struct ExpansionRequest: Sendable {
    /// How many occurrences may be asked for.
    static let maxLimit = 100_000
    /// How many are told where nobody says how many.
    static let standardLimit = 100

    /// DTSTART.
    var start: String
    /// The IANA name of the zone; nil for floating times.
    var zone: String?
    var rules: [String] = []
    var dates: [String] = []
    var exceptionDates: [String] = []
    /// The most to tell; nil for all of a window that has an end, or else the standard number.
    var limit: Int?
    /// The beginning of the window, itself within it, in the form of `start`.
    var after: String?
    /// The end of the window, itself outside, in the form of `start`.
    var before: String?

    /// The occurrences.
    ///
    /// - Parameter zones: The machine's zones.
    /// - Returns: The occurrences as text, and whether there are more.
    /// - Throws: `RecurrenceError`, or `SchedulerError` for an unknown zone.
    func expansion(zones: ZoneDatabase) throws -> Expansion {
        let set = try set(zones: zones)
        let limit = try effectiveLimit
        guard after != nil || before != nil else { return set.expand(limit: limit) }
        return try set.expand(after: after ?? "00010101", before: before ?? "99991231T235959Z", limit: limit)
    }

    /// The recurrence set; throws as ``expansion(zones:)`` does.
    func set(zones: ZoneDatabase) throws -> RecurrenceSet {
        try RecurrenceSet(
            start: start,
            zone: zone.map { try zones.rules(forTyped: $0) },
            rules: rules,
            dates: dates,
            exceptionDates: exceptionDates
        )
    }

    private var effectiveLimit: Int {
        get throws(RecurrenceError) {
            guard let limit else { return before == nil ? Self.standardLimit : Self.maxLimit }
            guard (0...Self.maxLimit).contains(limit) else {
                throw RecurrenceError(code: .limit, message: "must be 0 to \(Self.maxLimit)", part: "limit")
            }
            return limit
        }
    }
}
