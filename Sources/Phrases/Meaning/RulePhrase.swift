import Recurrence

/// Puts a rule into words that people say, such as "Every month on the last Friday of the month at 17:00".
///
/// Rules that phrases give have such words; of others a part may be missing, which ``PhraseReader/words(for:at:)`` finds out.
struct RulePhrase {
    let recurring: RecurringPhrase
    let language: PhraseLanguage
    /// The zone of the local times.
    let zone: ZoneRules

    var rule: RecurrenceRule { recurring.rule }

    /// The words, with where the rule begins or without.
    func text(withStart: Bool) -> String {
        switch language {
        case .english: english(withStart)
        case .korean: korean(withStart)
        }
    }

    /// Whether it goes by hours, minutes or seconds.
    var isElapsing: Bool { rule.frequency < .daily }

    /// Whether it is on Monday to Friday.
    var isOnWorkdays: Bool { rule.byDay.map(\.weekday) == [.monday, .tuesday, .wednesday, .thursday, .friday] }

    /// The times of day of a rule that is not by hours.
    var clocks: [String] {
        guard !isElapsing, case .dateTime(let first) = recurring.first.civil else { return [] }
        let hours = rule.byHour.isEmpty ? [first.hour] : rule.byHour
        let minutes = rule.byMinute.isEmpty ? [first.minute] : rule.byMinute
        return hours.flatMap { hour in
            minutes.map { minute in
                let second = hour * 3_600 + minute * 60 + first.second
                return PhraseTime(.dateTime(CivilDateTime(date: first.date, secondOfDay: second))).clock(in: language)
            }
        }
    }

    /// How often it is within hours of the day, where those are more times than a phrase lists.
    ///
    /// Times that are not all as far apart have no such words.
    var hours: (every: String, from: String, to: String)? {
        let clocks = clocks
        let minutes = rule.byHour.flatMap { hour in rule.byMinute.map { hour * 60 + $0 } }
        guard clocks.count > TimeWords.limit || rule.byMinute.count > 1, clocks.count == minutes.count else {
            return nil
        }
        // Those of a night begin behind its day: behind the longest gap.
        let gaps = minutes.indices.map { place in
            let before = place == 0 ? minutes[minutes.count - 1] - 1_440 : minutes[place - 1]
            return minutes[place] - before
        }
        guard let longest = gaps.max(), let start = gaps.firstIndex(of: longest), let step = gaps.min() else {
            return nil
        }
        let (first, last) = (clocks[start], clocks[start == 0 ? clocks.count - 1 : start - 1])
        return switch language {
        case .english: (step == 60 ? "every hour" : "every \(step) minutes", first, last)
        case .korean: (step == 60 ? "1시간마다" : "\(step)분마다", first, last)
        }
    }

    /// The last day: in a zone the one that ends with the instant.
    var lastDay: CivilDate? {
        switch rule.until {
        case .date(let date)?: date
        case .local(let local)?: local.date
        case .utc(let instant)?: zone.civilDateTime(at: instant).date
        case nil: nil
        }
    }

    /// Where a rule by hours ends: the last moment.
    var lastMoment: PhraseTime? {
        guard isElapsing, case .utc(let instant)? = rule.until else { return nil }
        return PhraseTime(.dateTime(zone.civilDateTime(at: instant)))
    }

    /// Without the zone, which stands at the end.
    var start: PhraseTime {
        let civil = recurring.first.civil
        return PhraseTime(isElapsing ? civil : .date(civil.date))
    }

    /// `a, b` and `c`.
    static func list(_ items: [String], _ joint: String) -> String {
        guard items.count > 1, let last = items.last else { return items.first ?? "" }
        return items.dropLast().joined(separator: ", ") + joint + last
    }
}

// MARK: - English

extension RulePhrase {
    private func english(_ withStart: Bool) -> String {
        var words = [englishEvery]
        if let hours {
            words.append("\(hours.every) from \(hours.from) to \(hours.to)")
        } else if !clocks.isEmpty {
            words.append("at " + Self.list(clocks, " and "))
        }
        if recurring.isAnchoredAtCompletion { words.append("after completion") }
        if let count = rule.count { words.append(count == 1 ? "1 time" : "\(count) times") }
        if let last = lastMoment {
            words.append("until \(last.phrase(in: language))")
        } else if let lastDay {
            words.append("until \(PhraseTime(.date(lastDay)).day(in: language))")
        }
        if withStart { words.append("starting \(start.phrase(in: language))") }
        if let zone = recurring.first.zone { words.append(zone) }
        return words.joined(separator: " ")
    }

    private var englishEvery: String {
        let unit = ["second", "minute", "hour", "day", "week", "month", "year"][rule.frequency.rawValue]
        let every = rule.interval == 1 ? "Every \(unit)" : "Every \(rule.interval) \(unit)s"
        switch rule.frequency {
        case .weekly where !rule.byDay.isEmpty:
            guard rule.interval == 1 else { return "\(every) on \(weekdays)" }
            return isOnWorkdays ? "Every weekday" : "Every \(weekdays)"
        case .monthly where !rule.byDay.isEmpty || !rule.byMonthDay.isEmpty:
            return "\(every) on the \(places) of the month"
        case .yearly where !rule.byMonth.isEmpty:
            let month = CalendarNames.name(ofMonth: rule.byMonth[0].number, in: language)
            let day = rule.byDay.isEmpty && rule.byMonthDay.first ?? -1 > 0
            return day ? "\(every) on \(month) \(rule.byMonthDay[0])" : "\(every) on the \(places) of \(month)"
        default: return every
        }
    }

    private var weekdays: String {
        Self.list(rule.byDay.map { CalendarNames.name(of: $0.weekday, in: language) }, " and ")
    }

    /// Which days of a month.
    private var places: String {
        func place(_ number: Int) -> String { number < 0 ? "last" : CalendarNames.ordinal(number) }
        if let position = rule.bySetPosition.first { return "\(place(position)) weekday" }
        guard let first = rule.byDay.first else {
            return Self.list(rule.byMonthDay.map { $0 < 0 ? "last day" : place($0) }, " and ")
        }
        let ordinals = Set(rule.byDay.map { $0.ordinal ?? 1 }).sorted { ($0 < 0 ? 9 : $0) < ($1 < 0 ? 9 : $1) }
        return Self.list(ordinals.map(place), " and ") + " " + CalendarNames.name(of: first.weekday, in: language)
    }
}

// MARK: - Korean

extension RulePhrase {
    private func korean(_ withStart: Bool) -> String {
        var words: [String] = []
        if withStart { words.append(start.phrase(in: language) + "부터") }
        if let last = lastMoment {
            words.append("\(last.phrase(in: language))까지")
        } else if let lastDay {
            words.append("\(PhraseTime(.date(lastDay)).day(in: language))까지")
        }
        if recurring.isAnchoredAtCompletion { words.append("완료 후") }
        words.append(koreanEvery)
        if let hours {
            words.append("\(hours.from)부터 \(hours.to)까지 \(hours.every)")
        } else if !clocks.isEmpty {
            words.append(Self.list(clocks, "와 "))
        }
        if let count = rule.count { words.append("\(count)번") }
        if let zone = recurring.first.zone { words.append(zone) }
        return words.joined(separator: " ")
    }

    private var koreanEvery: String {
        let counter = ["초", "분", "시간", "일", "주", "개월", "년"][rule.frequency.rawValue]
        let each = ["1초마다", "1분마다", "1시간마다", "매일", "매주", "매월", "매년"][rule.frequency.rawValue]
        let every = rule.interval == 1 ? each : "\(rule.interval)\(counter)마다"
        switch rule.frequency {
        case .weekly where !rule.byDay.isEmpty:
            if isOnWorkdays, rule.interval == 1 { return "평일마다" }
            return "\(every) "
                + rule.byDay.map { CalendarNames.name(of: $0.weekday, in: language) }.joined(separator: ", ")
        case .monthly where !rule.byDay.isEmpty || !rule.byMonthDay.isEmpty: return "\(every) \(koreanPlaces)"
        case .yearly where !rule.byMonth.isEmpty:
            let month = rule.byMonth[0]
            let moon = rule.calendar == .dangi ? "음력 " : ""
            return "\(every) \(moon)\(month.isLeap ? "윤" : "")\(month.number)월 \(koreanPlaces)"
        default: return every
        }
    }

    private var koreanPlaces: String {
        func place(_ number: Int) -> String { number < 0 ? "마지막" : "\(number)번째" }
        if let position = rule.bySetPosition.first { return "\(place(position)) 평일" }
        guard let first = rule.byDay.first else {
            return rule.byMonthDay.map { $0 < 0 ? "말일" : "\($0)일" }.joined(separator: ", ")
        }
        let ordinals = Set(rule.byDay.map { $0.ordinal ?? 1 }).sorted { ($0 < 0 ? 9 : $0) < ($1 < 0 ? 9 : $1) }
        return ordinals.map(place).joined(separator: ", ") + " " + CalendarNames.name(of: first.weekday, in: language)
    }
}
