/// One value of RDATE or EXDATE (RFC 5545 §3.8.5): a DATE, a DATE-TIME, or for RDATE a PERIOD.
public struct RecurrenceDate: Hashable, Sendable, CustomStringConvertible {
    /// How a PERIOD goes on after its start.
    public enum PeriodEnd: Hashable, Sendable {
        /// It ends at that time.
        case time(RecurrenceTime)
        /// It lasts that long.
        case duration(CalendarDuration)
    }

    /// The time itself; of a PERIOD its start.
    public var start: RecurrenceTime
    /// The rest of a PERIOD; nil for a DATE or DATE-TIME.
    public var periodEnd: PeriodEnd?

    /// Makes a value from its time.
    public init(_ start: RecurrenceTime) {
        self.start = start
    }

    /// Reads a DATE, a DATE-TIME or a PERIOD (`start/end` or `start/duration`), in basic or extended form.
    ///
    /// - Parameter text: One value.
    /// - Throws: `RecurrenceError` with `.value` and the byte offset of the half that is wrong.
    public init(_ text: String) throws(RecurrenceError) {
        let halves = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let start = RecurrenceTime(halves[0]) else {
            throw RecurrenceError(
                code: .value, message: "must be a date or date-time, such as 2026-12-24 or 20261224T090000",
                offset: 0)
        }
        self.start = start
        guard halves.count == 2 else { return }
        let offset = halves[0].utf8.count + 1
        periodEnd = try Self.periodEnd(String(halves[1]), of: start, at: offset)
    }

    private static func periodEnd(
        _ text: String, of start: RecurrenceTime, at offset: Int
    ) throws(RecurrenceError) -> PeriodEnd {
        if case .date = start {
            throw RecurrenceError(code: .value, message: "a period must start with a date-time, not a date", offset: 0)
        }
        if let end = RecurrenceTime(text) {
            if case .date = end {
                throw RecurrenceError(
                    code: .value, message: "a period must end with a date-time, not a date", offset: offset)
            }
            return .time(end)
        }
        let duration = try CalendarDuration(text)
        guard duration.days >= 0, duration.seconds >= 0 else {
            throw RecurrenceError(code: .value, message: "a period must not be negative", offset: offset)
        }
        return .duration(duration)
    }

    /// The basic form of RFC 5545, such as `20261224T090000/PT1H`.
    public var description: String {
        switch periodEnd {
        case nil: start.description
        case .time(let end): "\(start)/\(end)"
        case .duration(let duration): "\(start)/\(duration)"
        }
    }
}
