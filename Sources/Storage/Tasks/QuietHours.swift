public import Recurrence

/// A daily window in which reminders wait for its end.
public struct QuietHours: Hashable, Sendable {
    /// Where it begins, in seconds after local midnight, 0 to 86,399.
    public var start: Int
    /// Where it ends, likewise; before `start` where it goes over midnight, never equal to it.
    public var end: Int
    /// The IANA name of the zone that it is in; nil for that of each task.
    public var timeZone: String?
    /// The least priority of the tasks whose reminders it lets through; nil to hold them all.
    public var lettingThrough: TaskPriority?

    /// Makes a window from its parts.
    public init(start: Int, end: Int, timeZone: String? = nil, lettingThrough: TaskPriority? = nil) {
        self.start = start
        self.end = end
        self.timeZone = timeZone
        self.lettingThrough = lettingThrough
    }

    /// Whether reminders of tasks with a priority wait.
    public func holds(_ priority: TaskPriority) -> Bool {
        lettingThrough.map { priority < $0 } ?? true
    }

    /// When the window that an instant lies in ends.
    ///
    /// Each day's window is a span of time from one instant to another. Where a DST overlap repeats its beginning or its
    /// end, the first of the two counts; where a gap skips it, the offset before the gap does (RFC 5545 §3.3.5).
    ///
    /// - Parameters:
    ///   - instant: The instant.
    ///   - zone: The zone of the window's times.
    /// - Returns: The first instant behind the window, later than `instant`; nil when it lies outside.
    public func end(ifQuietAt instant: UTCInstant, in zone: ZoneRules) -> UTCInstant? {
        let today = zone.civilDateTime(at: instant).date
        // Yesterday's may go over midnight.
        for day in [today.adding(days: -1), today] {
            let lastDay = start > end ? day.adding(days: 1) : day
            let end = zone.instant(of: CivilDateTime(date: lastDay, secondOfDay: end))
            if instant < end, zone.instant(of: CivilDateTime(date: day, secondOfDay: start)) <= instant {
                return TimeRange.contains(end) ? end : nil
            }
        }
        return nil
    }
}

/// What a task says of quiet hours; one that says nothing has the server's.
public enum QuietHoursChoice: Hashable, Sendable {
    /// It has none.
    case off
    /// It has its own.
    case window(QuietHours)
}

extension QuietHours: LosslessStringConvertible {
    /// The window as it is configured, such as `22:00-07:00`, with `Europe/Berlin` and a priority behind it where it
    /// has them.
    public var description: String {
        let window = "\(Self.text(start))-\(Self.text(end))"
        return [window, timeZone, lettingThrough?.rawValue].compactMap(\.self).joined(separator: " ")
    }

    /// Reads what `description` writes; nil for anything else, such as a window without length.
    public init?(_ text: String) {
        let words = text.split(separator: " ").map(String.init)
        let times = (words.first ?? "").split(separator: "-", omittingEmptySubsequences: false)
        guard times.count == 2, words.count <= 3, let start = Self.second(times[0]), let end = Self.second(times[1]),
            start != end
        else { return nil }
        self.init(start: start, end: end)
        for word in words.dropFirst() {
            if let priority = TaskPriority(rawValue: word), lettingThrough == nil {
                lettingThrough = priority
            } else if timeZone == nil, lettingThrough == nil {
                timeZone = word
            } else {
                return nil
            }
        }
    }

    /// A time of day as `22:00`, with seconds where there are any.
    package static func text(_ second: Int) -> String {
        let text = CivilDateTime(date: CivilDate(daysSinceEpoch: 0), secondOfDay: second).description.suffix(8)
        return String(second % 60 == 0 ? text.prefix(5) : text)
    }

    /// Reads a time of day such as `22:00`, in seconds after midnight.
    package static func second(_ text: some StringProtocol) -> Int? {
        guard case .dateTime(let time)? = CivilTime("2000-01-01T\(text)\(text.utf8.count == 5 ? ":00" : "")") else {
            return nil
        }
        return time.secondOfDay
    }
}

extension TaskPriority: Comparable {
    /// Orders from `none` to `urgent`.
    public static func < (left: TaskPriority, right: TaskPriority) -> Bool {
        left.rank < right.rank
    }

    private var rank: Int {
        switch self {
        case .none: 0
        case .low: 1
        case .medium: 2
        case .high: 3
        case .urgent: 4
        }
    }
}
