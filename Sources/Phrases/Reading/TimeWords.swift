/// A time of day as it was said.
struct ClockWords {
    /// How the hour was said.
    enum Form: UInt8 {
        /// `3`, which may be either half of the day.
        case bare
        /// `3:00`, by the clock of 24 hours.
        case clock
        /// The end of the day.
        case midnight
        /// A part of the day by itself, such as noon.
        case noon
        /// Another one, such as the morning and the evening of a list.
        case part
    }

    var form = Form.bare
    var hour = 0
    /// Seconds past the hour; negative in "quarter to".
    var pastHour = 0
    var half: DayHalf?
    /// Whether the half was not said here and taken from elsewhere.
    var isHalfTaken = false
    var hasMinutes = false
    /// Whether the number stands behind `at`, or is followed by what makes it an hour.
    var isMarked = false
    var from = 0
    var to = 0
}

/// What a phrase says of the time of day: mostly one time, in rules several.
struct TimeWords {
    static let limit = 8

    private var clocks = InlineArray<8, ClockWords>(repeating: ClockWords())
    private(set) var count = 0
    /// A part of the day that stands by itself.
    var part: DayHalf?
    var partFrom = 0
    var partTo = 0
    /// Seconds east of UTC, where a date says them.
    var offset: Int?

    var isEmpty: Bool { count == 0 && part == nil }
    /// The bytes of the times.
    var from: Int { count == 0 ? partFrom : part == nil ? clocks[0].from : min(clocks[0].from, partFrom) }
    var to: Int { count == 0 ? partTo : max(clocks[count - 1].to, part == nil ? 0 : partTo) }

    subscript(_ index: Int) -> ClockWords {
        get { clocks[index] }
        set { clocks[index] = newValue }
    }

    mutating func append(_ clock: ClockWords) throws(Fault) {
        guard count < Self.limit else { throw Fault(.twoTimes, clock.from, clock.to) }
        clocks[count] = clock
        count += 1
    }

    mutating func setPart(_ half: DayHalf, _ token: Token) throws(Fault) {
        guard part == nil || part == half else { throw Fault(.twoTimes, token) }
        if part == nil { partFrom = Int(token.start) }
        part = half
        partTo = Int(token.end)
    }
}
