/// From the words for a time of day to seconds since midnight.
///
/// What ends a day is 86,400 or later, and so on the next one.
extension PhraseResolver {
    /// The only time; several are for rules.
    mutating func soleSecond(_ time: TimeWords, hasDay: Bool) throws(Fault) -> Int {
        guard time.count <= 1 else { throw Fault(.twoTimes, time.from, time.to) }
        return try second(time, 0, hasDay: hasDay)
    }

    /// The nth time; the part of the day where there is none.
    mutating func second(_ time: TimeWords, _ index: Int, hasDay: Bool) throws(Fault) -> Int {
        guard index < time.count else { return try second(of: time.part ?? .morning, time) }
        var clock = time[index]
        guard let part = time.part else { return try second(clock, hasDay: hasDay) }
        // "tonight at midnight"
        if clock.form == .midnight, part == .night { return try second(clock, hasDay: true) }
        guard clock.form == .bare || clock.form == .clock else { throw Fault(.twoTimes, time.from, time.to) }
        guard clock.half != nil, !clock.isHalfTaken else {
            clock.half = part
            return try second(clock, hasDay: true)
        }
        // Both "morning" and "am" were said, and must agree.
        let said = try second(clock, hasDay: true)
        clock.half = part
        guard try second(clock, hasDay: true) == said else {
            throw Fault(.hourOfHalf, time.from, time.to, a: clock.hour, b: clock.pastHour / 60)
        }
        return said
    }

    private func second(of part: DayHalf, _ time: TimeWords) throws(Fault) -> Int {
        let parts = settings.dayParts
        return switch part {
        case .morning: parts.morning
        case .midday, .lunch: parts.noon
        case .afternoon: parts.afternoon
        case .evening: parts.evening
        case .night: parts.night
        case .morningHalf, .afternoonHalf, .dawn: throw Fault(.halfAlone, time.from, time.to)
        }
    }

    mutating func second(_ clock: ClockWords, hasDay: Bool) throws(Fault) -> Int {
        switch clock.form {
        case .midnight: return 86_400
        case .noon: return settings.dayParts.noon
        case .part:
            var time = TimeWords()
            (time.partFrom, time.partTo) = (clock.from, clock.to)
            return try second(of: clock.half ?? .morning, time)
        case .clock where clock.half == nil: return clock.hour * 3_600 + clock.pastHour
        case .bare where clock.half == nil: return try bareSecond(clock, hasDay: hasDay)
        case .clock, .bare:
            return try Self.hour(clock, in: clock.half ?? .morning) * 3_600 + clock.pastHour
        }
    }

    /// A bare hour beside a day: 1 to 6 is the afternoon, 7 to 11 the morning, 12 noon.
    private mutating func bareSecond(_ clock: ClockWords, hasDay: Bool) throws(Fault) -> Int {
        guard clock.hour < 24 else { throw Fault(.notUnderstood, clock.from, clock.to) }
        guard hasDay || (13...23).contains(clock.hour) && clock.isMarked else {
            throw alone(clock)
        }
        if (1...12).contains(clock.hour) { notes.insert(.hourWasTaken) }
        return Self.bareHour(clock.hour) * 3_600 + clock.pastHour
    }

    private func alone(_ clock: ClockWords) -> Fault {
        guard clock.isMarked else { return Fault(.numberAlone, clock.from, clock.to, a: clock.hour) }
        let minutes = clock.hour * 60 + clock.pastHour / 60
        return Fault(.hourAlone, clock.from, clock.to, a: minutes / 60, b: minutes % 60)
    }

    static func bareHour(_ hour: Int) -> Int { (1...6).contains(hour) ? hour + 12 : hour }

    /// The hour of 24 that a half of the day makes of a number.
    static func hour(_ clock: ClockWords, in half: DayHalf) throws(Fault) -> Int {
        let hour = clock.hour
        switch (half, hour) {
        case (.morningHalf, 1...12): return hour % 12
        case (.afternoonHalf, 1...12): return hour % 12 + 12
        case (.dawn, 1...6), (.morning, 1...11), (.midday, 10...17): return hour
        case (.dawn, 12), (.dawn, 0): return 0
        case (.midday, 1...5), (.lunch, 1...5), (.afternoon, 1...7): return hour + 12
        case (.lunch, 11...17), (.afternoon, 12...18), (.evening, 16...23), (.night, 18...23): return hour
        case (.evening, 4...11), (.night, 6...11): return hour + 12
        // The end of the day, like midnight.
        case (.night, 12): return 24
        case (.night, 1...5): throw Fault(.nightHour, clock.from, clock.to, a: hour)
        default:
            let isLate = [.lunch, .afternoon, .evening, .afternoonHalf].contains(half)
            throw Fault(
                .hourOfHalf, clock.from, clock.to, a: hour, b: clock.pastHour / 60, c: isLate ? Fault.isLateHalf : 0)
        }
    }
}
