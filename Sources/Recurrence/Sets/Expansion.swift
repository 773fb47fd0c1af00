/// A finite piece of a set, as text.
public struct Expansion: Hashable, Sendable {
    /// The occurrences as `RecurrenceSet.text(of:)` writes them.
    public var occurrences: [String]
    /// Whether the set has no member after this piece; never where it has a `horizon`, beyond which it may have some.
    public var isComplete: Bool
    /// The set's `horizon`, where this piece has all members up to it that come after its beginning; else nil.
    public var horizon: CivilDate?

    fileprivate init(_ occurrences: [String], isAtEnd: Bool, horizon: CivilDate?) {
        self.occurrences = occurrences
        isComplete = isAtEnd && horizon == nil
        self.horizon = isAtEnd ? horizon : nil
    }
}

extension RecurrenceSet {
    /// The first `limit` occurrences.
    public func expand(limit: Int) -> Expansion {
        var iterator = occurrences
        var texts: [String] = []
        while texts.count < limit {
            guard let occurrence = iterator.next() else {
                return Expansion(texts, isAtEnd: true, horizon: horizon)
            }
            texts.append(text(of: occurrence))
        }
        return Expansion(texts, isAtEnd: iterator.next() == nil, horizon: horizon)
    }

    /// The occurrences of a window that includes its beginning and not its end.
    ///
    /// - Parameters:
    ///   - after: The beginning, in the form of DTSTART.
    ///   - before: The end, in the form of DTSTART.
    ///   - limit: The most occurrences to write.
    /// - Returns: The occurrences as text, and whether any come at or after `before`.
    /// - Throws: `RecurrenceError` with `.value` where a bound is no date or date-time.
    public func expand(after: String, before: String, limit: Int = .max) throws(RecurrenceError) -> Expansion {
        let (begin, end) = (try bound(after, part: "after"), try bound(before, part: "before"))
        var iterator = occurrences(from: begin, before: end)
        var texts: [String] = []
        while let occurrence = iterator.next() {
            guard texts.count < limit else { return Expansion(texts, isAtEnd: false, horizon: horizon) }
            texts.append(text(of: occurrence))
        }
        var rest = Occurrences(compiled, fromInstant: end.secondsRoundedUp)
        return Expansion(texts, isAtEnd: rest.next() == nil, horizon: horizon)
    }

    private func bound(_ text: String, part: String) throws(RecurrenceError) -> UTCInstant {
        guard let time = RecurrenceTime(text) else {
            throw RecurrenceError(
                code: .value,
                message: "must be a date or date-time that there is: 20261121, 20261121T090000 or 20261121T090000Z",
                part: part, offset: 0)
        }
        switch time {
        case .utc(let instant): return instant
        case .local(let local): return (zone ?? .utc).instant(of: local)
        case .date(let date): return (zone ?? .utc).instant(of: CivilDateTime(date: date, secondOfDay: 0))
        }
    }
}
