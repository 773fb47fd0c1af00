/// A day and a time of day that belong together.
struct MomentWords {
    var day = DayWords()
    var time = TimeWords()

    var isEmpty: Bool { day.isEmpty && time.isEmpty }
    var from: Int { min(day.from, time.isEmpty ? .max : time.from) }
    var to: Int { max(day.to, time.to) }

    mutating func merge(_ other: MomentWords) throws(Fault) {
        try day.merge(other.day)
        guard !other.time.isEmpty else { return }
        guard time.isEmpty || time.count == 0 && other.time.part == nil || other.time.count == 0 && time.part == nil
        else { throw Fault(.twoTimes, min(time.from, other.time.from), max(time.to, other.time.to)) }
        if time.isEmpty { return time = other.time }
        if time.count == 0 {
            let mine = time
            time = other.time
            (time.part, time.partFrom, time.partTo) = (mine.part, mine.partFrom, mine.partTo)
        } else {
            (time.part, time.partFrom, time.partTo) = (other.time.part, other.time.partFrom, other.time.partTo)
        }
    }
}

/// What a phrase says, before it is known what that means on the day on which it is said.
struct Draft {
    /// The day and the time, or the places of a rule.
    var main = MomentWords()
    /// In Korean, what stands behind a word such as 매주 and belongs to it.
    var place = MomentWords()
    /// Where a range or a rule begins, and where it ends.
    var from = MomentWords()
    var to = MomentWords()
    /// The first of two beginnings and of two ends, which a rule has within hours of the day, as in "from 9 to 5 until dec 24".
    var earlierFrom = MomentWords()
    var earlierTo = MomentWords()
    var rule = RuleWords()
    /// How long what begins at a time lasts, where that is said in the place of its end.
    var length: Length?
    /// Whether the end was said by a sign or a word that makes a range.
    var isRange = false
    /// Whether the beginning was said by a word that only rules have.
    var needsRule = false
    /// The zone's name: the bytes of it in the text.
    var zone: Range<Int>?
}

/// What a phrase says of a repetition.
struct RuleWords {
    /// Whether it says of any.
    var isSaid = false
    /// The unit, where it is said and does not follow from the places.
    var unit: SpanUnit?
    var interval = 1
    /// Whether it counts from when the last one was completed.
    var isAnchoredAtCompletion = false
    var count: Int?
    /// For how long.
    var spanMonths = 0
    var spanDays = 0
    var hasSpan = false
    /// The second of two repetitions, one by days and one by hours, which go together within hours of the day.
    var besideDays: Token?
    /// `every second`, which has two readings before a weekday; where it was said.
    var second: Token?
    /// The bytes that it was said in.
    var from = Int.max
    var to = 0

    mutating func cover(_ token: Token) {
        isSaid = true
        from = min(from, Int(token.start))
        to = max(to, Int(token.end))
    }

    mutating func set(_ unit: SpanUnit, interval: Int = 1, _ token: Token) throws(Fault) {
        guard let known = self.unit else {
            cover(token)
            return (self.unit, self.interval) = (unit, interval)
        }
        func isEachDay(_ unit: SpanUnit, _ interval: Int) -> Bool { unit == .day && interval == 1 }
        func isWithinDay(_ unit: SpanUnit) -> Bool { unit.rawValue < SpanUnit.day.rawValue }
        let (isFirstOfDays, isOfDays) = (isEachDay(known, self.interval), isEachDay(unit, interval))
        guard besideDays == nil, isFirstOfDays && isWithinDay(unit) || isOfDays && isWithinDay(known) else {
            throw Fault(.twoRules, token)
        }
        cover(token)
        besideDays = token
        if isFirstOfDays { (self.unit, self.interval) = (unit, interval) }
    }
}
