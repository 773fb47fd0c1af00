/// What a person means by a time: a whole day (RFC 5545 DATE) or a local time (DATE-TIME without a zone).
public enum CivilTime: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// A whole day.
    case date(CivilDate)
    /// A local time.
    case dateTime(CivilDateTime)

    /// Reads `2026-11-21`, `2026-11-21T09:00`, `2026-11-21T09:00:00`, `20261121` or `20261121T090000`.
    ///
    /// Anything else, a zone or an offset included, gives nil.
    public init?(_ text: some StringProtocol) {
        guard let value = DateText.read(text, allowing: .local) else { return nil }
        self = value.time
    }

    /// Reads the same, and local times with a fraction of a second such as `2026-11-21T09:00:00.250`, which count as the
    /// next whole second; the last one may then lie beyond the year 9999.
    public init?(roundingUp text: some StringProtocol) {
        guard let value = DateText.read(text, allowing: .fraction) else { return nil }
        guard value.fractionMilliseconds > 0, case .dateTime(let time) = value.time else {
            self = value.time
            return
        }
        self = .dateTime(CivilDateTime(secondsSinceEpoch: time.secondsSinceEpoch + 1))
    }

    /// The day.
    public var date: CivilDate {
        switch self {
        case .date(let date): date
        case .dateTime(let time): time.date
        }
    }

    /// The local time itself, or the midnight with which a whole day begins.
    public var startOfDayOrTime: CivilDateTime {
        switch self {
        case .date(let date): CivilDateTime(date: date, secondOfDay: 0)
        case .dateTime(let time): time
        }
    }

    /// Whether this is a whole day.
    public var isDate: Bool {
        if case .date = self { true } else { false }
    }

    /// Orders by local time; a whole day stands at its midnight, before the local time of that midnight.
    public static func < (lhs: CivilTime, rhs: CivilTime) -> Bool {
        let (left, right) = (lhs.startOfDayOrTime, rhs.startOfDayOrTime)
        return left == right ? lhs.isDate && !rhs.isDate : left < right
    }

    /// The extended ISO 8601 form, `2026-11-21` or `2026-11-21T09:00:00`.
    public var description: String { text(separator: true).string }

    /// Appends `description` to text in UTF-8.
    package func appendDescription(to bytes: inout [UInt8]) {
        text(separator: true).withUnits { bytes.append(contentsOf: $0) }
    }

    /// The basic form that iCalendar uses, `20261121` or `20261121T090000`.
    public var basicFormat: String { text(separator: false).string }

    private func text(separator: Bool) -> DigitText {
        var text = DigitText()
        switch self {
        case .date(let date): text.append(date, separator: separator)
        case .dateTime(let time): text.append(time, separator: separator)
        }
        return text
    }
}
