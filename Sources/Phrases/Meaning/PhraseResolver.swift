import Recurrence

/// Finds out what a draft means at a moment.
struct PhraseResolver {
    let moment: PhraseMoment
    let settings: PhraseSettings
    var draft: Draft
    var notes: PhraseNotes = []
    /// What else the hour, and the weekday, could have meant.
    var rival: CivilTime?
    var rivalDay: CivilTime?
    /// The zone's name, where the phrase names another than the person's own.
    var zoneName: String?

    init(_ draft: Draft, at moment: PhraseMoment, settings: PhraseSettings, zoneName: String? = nil) {
        self.draft = draft
        self.moment = moment
        self.settings = settings
        self.zoneName = zoneName
    }

    var today: Int { moment.local.date.daysSinceEpoch }

    mutating func resolve() throws(Fault) -> PhraseMeaning {
        if let length = draft.length { return try range(lasting: length) }
        if draft.rule.isSaid { return try resolveRule() }
        guard draft.earlierFrom.isEmpty, draft.earlierTo.isEmpty else { throw twice }
        let rule = draft.rule
        guard rule.count == nil, !rule.hasSpan else {
            throw Fault(.ruleMissing, rule.from, rule.to, a: rule.hasSpan ? 1 : 2)
        }
        if draft.needsRule { throw Fault(.ruleMissing, draft.from.from, draft.from.to) }
        switch (draft.from.isEmpty, draft.to.isEmpty) {
        case (true, true): return .time(try time(draft.main))
        case (true, false) where !draft.isRange:
            // 까지 says by when.
            try draft.main.merge(draft.to)
            return .time(try time(draft.main))
        case (true, false):
            guard !draft.main.isEmpty else { throw Fault(.startMissing, draft.to.from, draft.to.to) }
            return try range(draft.main, draft.to)
        case (false, true):
            guard !draft.isRange, !draft.main.isEmpty else {
                throw Fault(.endMissing, draft.from.from, draft.from.to)
            }
            let meaning = try range(draft.from, draft.main)
            try checkDays(meaning)
            return meaning
        case (false, false):
            try draft.from.merge(draft.main)
            return try range(draft.from, draft.to)
        }
    }

    /// 금요일부터 3일 may be for three days, or to the 3rd.
    private func checkDays(_ meaning: PhraseMeaning) throws(Fault) {
        guard draft.main.day.parts == .monthDays, draft.main.time.isEmpty, case .range(let start, let due) = meaning
        else { return }
        let days = (start: start.civil.date.daysSinceEpoch, due: due.civil.date.daysSinceEpoch)
        let count = draft.main.day.monthDays.trailingZeroBitCount
        guard days.start + count - 1 != days.due else { return }
        throw Fault(.daysOrDate, draft.from.from, draft.main.to, a: days.start, b: days.due, c: count)
    }

    // MARK: - One time

    /// The day or the local time that the words mean.
    mutating func time(_ words: MomentWords) throws(Fault) -> PhraseTime {
        let (day, time) = (words.day, words.time)
        if day.parts == .present || day.parts == .span && day.spanHasClock {
            guard time.isEmpty else { throw Fault(.twoTimes, words.from, words.to) }
            return try told(elapsed(day), words)
        }
        if day.spanHasClock { throw Fault(.mixedParts, day.from, day.to) }
        if let offset = time.offset { return try told(instant(words, offset: offset), words) }
        guard !day.isEmpty else {
            guard !time.isEmpty else { throw Fault(.incomplete, 0, 256) }
            return try nextMoment(time)
        }
        let date = try self.day(day)
        if date < today { notes.insert(.isPast) }
        tellRival(day, date)
        if time.isEmpty { return told(.date(try civil(date, day))) }
        try checkTonight(words)
        try checkDayOrHour(words)
        let local = try local(date, try second(time, on: date), words)
        try checkOtherHalf(local, time)
        if local < moment.local { notes.insert(.isPast) }
        if let other = rivalDay?.date {
            let moved = local.secondsSinceEpoch + (other.daysSinceEpoch - date) * 86_400
            rivalDay = .dateTime(CivilDateTime(secondsSinceEpoch: moved))
        }
        if notes.contains(.hourWasTaken) {
            let other = (local.secondOfDay + 43_200) % 86_400
            rival = .dateTime(CivilDateTime(date: local.date, secondOfDay: other))
        }
        return told(.dateTime(local))
    }

    /// The only time; where it may be of the night before or after, the fault has the day.
    private mutating func second(_ time: TimeWords, on date: Int) throws(Fault) -> Int {
        do throws(Fault) {
            return try soleSecond(time, hasDay: true)
        } catch {
            var fault = error
            if fault.kind == .nightHour { fault.b = date }
            throw fault
        }
    }

    /// Where "friday" and "next friday" are different days, both are told.
    private mutating func tellRival(_ words: DayWords, _ day: Int) {
        guard words.parts == .weekdays, words.selector == .bare || words.selector == .next else { return }
        var other = words
        other.selector = words.selector == .bare ? .next : .bare
        guard let otherDay = try? self.day(other), otherDay != day else { return }
        notes.insert(.nextDiffers)
        rivalDay = .date(CivilDate(daysSinceEpoch: otherDay))
    }

    /// Tonight has two readings once the night has begun.
    private func checkTonight(_ words: MomentWords) throws(Fault) {
        guard words.time.part == .night, words.time.count == 0, words.day.parts == .relative, words.day.relative == 0,
            moment.local.secondOfDay >= settings.dayParts.night
        else { return }
        throw Fault(.tonightIsOver, words.from, words.to)
    }

    /// The number of "sat 5" may be an hour or the day of the month, where the next 5th is a Saturday; that of
    /// "next month 15" always may.
    private func checkDayOrHour(_ words: MomentWords) throws(Fault) {
        let (day, time) = (words.day, words.time)
        guard time.isBareHour, !time[0].isMarked, !time[0].hasMinutes else { return }
        if [.monthShift, .quarterShift, .yearShift].contains(day.parts) {
            throw Fault(.dayOrHour, time.from, time.to, a: time[0].hour)
        }
        guard day.parts == .weekdays, day.selector == .bare else { return }
        var date = DayWords()
        date.parts = .monthDays
        date.monthDays = 1 << UInt32(time[0].hour)
        guard time[0].hour > 0, let found = try? self.day(date),
            day.weekdays == 1 << UInt8(CivilDate(daysSinceEpoch: found).weekday.rawValue)
        else { return }
        throw Fault(.dayOrHour, time.from, time.to, a: time[0].hour)
    }

    /// Today at 9, said in the afternoon, is mostly the hour that is still to come.
    private func checkOtherHalf(_ local: CivilDateTime, _ time: TimeWords) throws(Fault) {
        let other = CivilDateTime(date: local.date, secondOfDay: (local.secondOfDay + 43_200) % 86_400)
        guard time.isBareHour, notes.contains(.hourWasTaken), local < moment.local, other > moment.local else { return }
        let minutes = time[0].hour * 60 + time[0].pastHour / 60
        throw Fault(.hourAlone, time.from, time.to, a: minutes / 60, b: minutes % 60, c: Fault.isEveningFirst)
    }

    /// A time by itself is the next such moment; one that is now is over.
    private mutating func nextMoment(_ time: TimeWords) throws(Fault) -> PhraseTime {
        let second = try soleSecond(time, hasDay: false)
        var local = CivilDateTime(date: moment.local.date, secondOfDay: second)
        if local <= moment.local { local = CivilDateTime(secondsSinceEpoch: local.secondsSinceEpoch + 86_400) }
        return told(.dateTime(try checked(local, time.from, time.to)))
    }

    /// The moment that much later; days and months go by the calendar, the rest by the clock without changes.
    func elapsed(_ day: DayWords) throws(Fault) -> UTCInstant {
        guard day.parts == .span else { return moment.instant }
        var instant = moment.instant
        if day.spanHasDays {
            let date = try shifted(today, day)
            let local = try checked(
                CivilDateTime(date: CivilDate(daysSinceEpoch: date), secondOfDay: moment.local.secondOfDay), day.from,
                day.to)
            instant = moment.zone.instant(of: local)
        }
        return instant.advanced(by: .seconds(day.spanSeconds))
    }

    private mutating func instant(_ words: MomentWords, offset: Int) throws(Fault) -> UTCInstant {
        guard words.day.parts == .date, words.time.count == 1, words.time.part == nil, words.time[0].half == nil else {
            throw Fault(.mixedParts, words.from, words.to)
        }
        let local = try local(words.day.date, try soleSecond(words.time, hasDay: true), words)
        return UTCInstant(secondsSinceEpoch: Int64(local.secondsSinceEpoch - offset))
    }

    // MARK: - Within the calendar

    func local(_ day: Int, _ second: Int, _ words: MomentWords) throws(Fault) -> CivilDateTime {
        let date = CivilDate(daysSinceEpoch: try civil(day, words.day).daysSinceEpoch)
        return try checked(CivilDateTime(date: date, secondOfDay: second), words.from, words.to)
    }

    func civil(_ day: Int, _ words: DayWords) throws(Fault) -> CivilDate {
        let date = CivilDate(daysSinceEpoch: day)
        guard (CivilDate.earliest...CivilDate.latest).contains(date) else {
            throw Fault(.beyondCalendar, words.from, words.to)
        }
        return date
    }

    func checked(_ local: CivilDateTime, _ from: Int, _ to: Int) throws(Fault) -> CivilDateTime {
        guard (CivilDate.earliest...CivilDate.latest).contains(local.date) else {
            throw Fault(.beyondCalendar, from, to)
        }
        return local
    }

    // MARK: - Told with the offset where it is needed

    func told(_ civil: CivilTime) -> PhraseTime {
        guard case .dateTime(let local) = civil, case .overlap(let first, _) = moment.zone.resolve(local) else {
            return PhraseTime(civil, zone: zoneName)
        }
        return PhraseTime(civil, utcOffset: moment.zone.offset(at: first), zone: zoneName)
    }

    mutating func told(_ instant: UTCInstant, _ words: MomentWords) throws(Fault) -> PhraseTime {
        let local = try checked(moment.zone.civilDateTime(at: instant), words.from, words.to)
        if instant < moment.instant { notes.insert(.isPast) }
        guard case .overlap = moment.zone.resolve(local) else {
            return PhraseTime(.dateTime(local), zone: zoneName)
        }
        return PhraseTime(.dateTime(local), utcOffset: moment.zone.offset(at: instant), zone: zoneName)
    }
}
