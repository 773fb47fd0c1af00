import Recurrence

/// From the words for a beginning and an end to two times; each takes from the other what it lacks.
extension PhraseResolver {
    mutating func range(_ first: MomentWords, _ second: MomentWords) throws(Fault) -> PhraseMeaning {
        var (start, due) = (first, second)
        try Self.readNumbersAsDays(&start, &due)
        let isSameDay = due.day.isEmpty || start.day.isEmpty
        if start.day.isEmpty, !due.day.isEmpty {
            // "3pm-4pm tomorrow"; a beginning without a time would begin nowhere.
            guard !start.time.isEmpty else { throw Fault(.startMissing, due.from, due.to) }
            start.day = due.day
        }
        guard !start.day.spanHasClock, !due.day.spanHasClock, start.day.parts != .present else {
            return try rangeOfInstants(start, due)
        }
        guard start.time.offset == nil, due.time.offset == nil else { return try rangeOfInstants(start, due) }
        try Self.shareYear(&start.day, due.day)
        guard !start.day.isEmpty else { return try rangeOfClocks(start, due) }
        let startDay = try day(start.day)
        let isSaidTwice = Self.isSameWeekday(startDay, start, due)
        let dueDay = isSameDay || isSaidTwice ? startDay : try day(due.day, from: startDay)
        // "dec 5 - dec 1" means hardly a year less four days.
        let isNextYear = due.day.parts == [.month, .monthDays] && due.day.month <= start.day.month
        if isNextYear, dueDay - startDay > 183, start.day.parts.contains(.month) {
            throw Fault(.endBeforeStart, start.from, due.to)
        }
        return try range(start, startDay, due, dueDay, isSameDay: isSameDay)
    }

    /// What begins at a time and lasts so long by the clock.
    mutating func range(lasting length: Length) throws(Fault) -> PhraseMeaning {
        let isPlain = !draft.rule.isSaid && draft.rule.count == nil && !draft.rule.hasSpan
        guard isPlain, draft.to.isEmpty, !draft.isRange else {
            throw Fault(.mixedParts, min(draft.from.from, draft.rule.from), max(length.to, draft.to.to, draft.rule.to))
        }
        try draft.from.merge(draft.main)
        let start = try time(draft.from)
        guard !start.civil.isDate, length.seconds > 0 else {
            throw Fault(.endBeforeStart, draft.from.from, length.to)
        }
        let end = instant(of: start).advanced(by: .seconds(length.seconds))
        return .range(start: start, due: try told(end, draft.from))
    }

    /// How long a range is at the most that ends at an earlier time of the next day.
    static let longestNight = 18 * 3_600

    /// "friday 9am - friday 5pm" says one day twice.
    private static func isSameWeekday(_ startDay: Int, _ start: MomentWords, _ due: MomentWords) -> Bool {
        guard due.day.parts == .weekdays, due.day.selector == .bare || due.day.selector == start.day.selector else {
            return false
        }
        let weekday = CivilDate(daysSinceEpoch: startDay).weekday.rawValue
        return due.day.weekdays == 1 << UInt8(weekday) && !start.time.isEmpty && !due.time.isEmpty
    }

    private mutating func range(
        _ start: MomentWords, _ startDay: Int, _ due: MomentWords, _ dueDay: Int, isSameDay: Bool
    ) throws(Fault) -> PhraseMeaning {
        guard dueDay >= startDay else { throw Fault(.endBeforeStart, start.from, due.to) }
        if startDay < today { notes.insert(.isPast) }
        let startDate = PhraseTime(.date(try civil(startDay, start.day)), zone: zoneName)
        guard !start.time.isEmpty || !due.time.isEmpty else {
            return .range(start: startDate, due: PhraseTime(.date(try civil(dueDay, due.day)), zone: zoneName))
        }
        guard !start.time.isEmpty else {
            guard !isSameDay else { throw Fault(.rangeTimes, start.from, due.to) }
            // Nobody can tell when it begins, or whether it is each of the days.
            let second = try soleSecond(due.time, hasDay: true)
            let isWeek = start.day.parts == .weekdays && due.day.parts == .weekdays && second < 86_400
            let isWorkweek = isWeek && start.day.weekdays == 1 && due.day.weekdays == 1 << 4
            throw Fault(
                isWorkweek ? .rangeOfWeekdays : .rangeOfDays, start.from, due.to, a: startDay,
                b: dueDay + second / 86_400, c: second % 86_400)
        }
        let seconds = try seconds(start.time, due.time, hasDay: true, isSameDay: isSameDay)
        let from = try local(startDay, seconds.start, start)
        var to = try local(dueDay, seconds.due, due)
        if to <= from, isSameDay, !seconds.isHalfShared, to != from {
            // "10pm to 2am" ends on the next day, but nobody says which 1 it is in "3-1", and "4pm-3pm" is a slip.
            let isNight = to.secondsSinceEpoch + 86_400 - from.secondsSinceEpoch <= Self.longestNight
            guard !due.time.isBareHour, isNight else { throw Fault(.endBeforeStart, start.from, due.to) }
            to = try checked(CivilDateTime(secondsSinceEpoch: to.secondsSinceEpoch + 86_400), due.from, due.to)
        }
        guard from < to else { throw Fault(.endBeforeStart, start.from, due.to) }
        if to <= moment.local { notes.insert(.isPast) }
        return .range(start: told(.dateTime(from)), due: told(.dateTime(to)))
    }

    /// Two times without a day: the next such moment, and the first after it.
    private mutating func rangeOfClocks(_ start: MomentWords, _ due: MomentWords) throws(Fault) -> PhraseMeaning {
        guard !start.time.isEmpty, !due.time.isEmpty else { throw Fault(.rangeTimes, start.from, due.to) }
        let seconds = try seconds(start.time, due.time, hasDay: false, isSameDay: true)
        var from = CivilDateTime(date: moment.local.date, secondOfDay: seconds.start)
        if from <= moment.local { from = CivilDateTime(secondsSinceEpoch: from.secondsSinceEpoch + 86_400) }
        var length = seconds.due - seconds.start
        if length < 0, !seconds.isHalfShared { length += 86_400 }
        guard length > 0, seconds.due > seconds.start || length <= Self.longestNight else {
            throw Fault(.endBeforeStart, start.from, due.to)
        }
        from = try checked(from, start.from, start.to)
        let to = try checked(
            CivilDateTime(secondsSinceEpoch: from.secondsSinceEpoch + length), due.from, due.to)
        return .range(start: told(.dateTime(from)), due: told(.dateTime(to)))
    }

    /// The two times of day; `3-4pm` gives pm to both, and 오후 3시부터 5시까지 too where that comes later.
    private mutating func seconds(
        _ start: TimeWords, _ due: TimeWords, hasDay: Bool, isSameDay: Bool
    ) throws(Fault) -> (start: Int, due: Int, isHalfShared: Bool) {
        guard start.count <= 1, due.count <= 1 else { throw Fault(.twoTimes, start.from, due.to) }
        var (first, second, isHalfShared) = (start, due, false)
        if second.isEmpty {
            second = first
        } else if isSameDay, first.count == 1, first.part == nil, first[0].form == .bare, first[0].half == nil,
            let half = second.part ?? (second.count == 1 ? second[0].half : nil), second.count == 1
        {
            first[0].half = half
            isHalfShared = true
        }
        let from = try self.second(first, 0, hasDay: hasDay)
        let taken = first.part ?? (first.count == 1 ? first[0].half : nil)
        if let taken, second.count == 1, second.part == nil, second[0].form == .bare, second[0].half == nil {
            var clock = second[0]
            clock.half = taken
            if let hour = try? Self.hour(clock, in: taken), hour * 3_600 + clock.pastHour > from {
                return (from, hour * 3_600 + clock.pastHour, true)
            }
            return (from, try self.second(second[0], hasDay: true), false)
        }
        return (from, try self.second(second, 0, hasDay: hasDay), isHalfShared)
    }

    /// A range with a moment that is told by how far off it is.
    private mutating func rangeOfInstants(_ start: MomentWords, _ due: MomentWords) throws(Fault) -> PhraseMeaning {
        let (from, to) = (try time(start), try time(due))
        guard !from.civil.isDate, !to.civil.isDate, instant(of: from) < instant(of: to) else {
            throw Fault(.endBeforeStart, start.from, due.to)
        }
        return .range(start: from, due: to)
    }

    /// The instant of a time that was told.
    func instant(of time: PhraseTime) -> UTCInstant {
        let local = time.civil.startOfDayOrTime
        guard let offset = time.utcOffset else { return moment.zone.instant(of: local) }
        return UTCInstant(secondsSinceEpoch: Int64(local.secondsSinceEpoch - offset))
    }

    /// `dec 1 - 5` and `1-5 dec`: a bare number beside a day of a month without a time is a day.
    private static func readNumbersAsDays(_ start: inout MomentWords, _ due: inout MomentWords) throws(Fault) {
        func isNumber(_ words: MomentWords) -> Bool {
            words.day.isEmpty && words.time.isBareHour && !words.time[0].isMarked && !words.time[0].hasMinutes
        }
        func isDate(_ words: MomentWords) -> Bool { words.day.parts.contains(.monthDays) && words.time.isEmpty }
        func makeDay(_ words: inout MomentWords) throws(Fault) {
            var token = Token()
            (token.start, token.end) = (UInt16(words.time[0].from), UInt16(words.time[0].to))
            let day = words.time[0].hour
            words.time = TimeWords()
            try words.day.add(dayNumber: day, token)
        }
        if due.day.parts == [.monthDays, .year], start.day.parts.contains(.month) {
            // "dec 1 - 5, 2027"
            due.day.month = start.day.month
            due.day.parts.insert(.month)
        } else if isDate(start), isNumber(due) {
            try makeDay(&due)
        } else if isNumber(start), isDate(due) {
            try makeDay(&start)
            if due.day.parts.contains(.month) { start.day.parts.insert(.month) }
            (start.day.month, start.day.year) = (due.day.month, due.day.year)
            if due.day.parts.contains(.year) { start.day.parts.insert(.year) }
        } else if start.day.parts == .monthDays, due.day.isMonthLast, due.day.parts.contains(.month) {
            // "15th-20th dec 2027"
            guard start.day.monthDays <= due.day.monthDays else {
                guard !due.day.parts.contains(.year) else { throw Fault(.endBeforeStart, start.from, due.to) }
                return
            }
            start.day.parts.insert(.month)
            start.day.month = due.day.month
        }
    }

    /// `dec 28 - jan 3, 2027`: the year of the end tells that of the beginning.
    private static func shareYear(_ start: inout DayWords, _ due: DayWords) throws(Fault) {
        guard start.parts.contains(.month), due.parts.contains(.month), due.parts.contains(.year),
            start.parts.isDisjoint(with: [.year, .yearShift])
        else { return }
        start.parts.insert(.year)
        start.year = start.month <= due.month ? due.year : due.year - 1
    }
}

extension TimeWords {
    /// Whether it is one hour of which nothing tells the half of the day.
    var isBareHour: Bool { count == 1 && part == nil && self[0].form == .bare && self[0].half == nil }
}
