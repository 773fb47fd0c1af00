import Recurrence

/// An hour that nothing in its phrase tells the half of the day of, where the title speaks of the other one.
extension QuickAddReader {
    /// Why a phrase is not to be taken whose hour the title has in the other half of the day, as in "morning run tomorrow 5";
    /// nil where it has not.
    ///
    /// - Parameters:
    ///   - run: The words of the phrase.
    ///   - rest: The others.
    ///   - reading: What it means.
    /// - Returns: The refusal, with both hours.
    func otherHalf(
        of run: ArraySlice<Int>, beside rest: ArraySlice<Int>, _ reading: PhraseReading
    ) -> PhraseRefusal? {
        guard reading.notes.contains(.hourWasTaken), let first = run.first, let last = run.last,
            let hour = Self.hour(of: reading.meaning)
        else { return nil }
        let other = (hour + 12) % 24
        let halves = rest.filter { !words.words[$0].isText }.compactMap { reader.dayHalf(words.text($0)) }
        guard halves.contains(where: { Self.hour(hour, in: $0) == other }) else { return nil }
        for place in run {
            let readings = ["am", "pm"].map { half in
                run.map { $0 == place ? saying(half, words.text($0)) : words.text($0) }.joined(separator: " ")
            }
            let hours = readings.map { reading in
                (try? reader.outcome(reading, at: moment).get()).flatMap { Self.hour(of: $0.meaning) }
            }
            guard let same = hours.firstIndex(of: hour), hours.contains(other) else { continue }
            var refusal = refusal(.hoursOpen, first, last, reading, trying: [readings[1 - same]], naming: place...place)
            refusal.readings = readings
            return refusal
        }
        return nil
    }

    /// The hour with a half of the day.
    private func saying(_ half: String, _ hour: String) -> String {
        guard reader.language(of: hour) == .english else { return (half == "am" ? "오전 " : "오후 ") + hour }
        return reader.isNumberInWords(hour) ? "\(hour) \(half)" : hour + half
    }

    /// The hour of a time, or of a rule that has one.
    private static func hour(of meaning: PhraseMeaning) -> Int? {
        let civil: CivilTime
        switch meaning {
        case .time(let time): civil = time.civil
        case .rule(let rule) where rule.rule.byHour.isEmpty: civil = rule.first.civil
        case .rule, .range: return nil
        }
        guard case .dateTime(let local) = civil else { return nil }
        return local.hour
    }

    /// The hour that a half of the day makes of one without a half; nil where it has none such.
    private static func hour(_ hour: Int, in half: DayHalf) -> Int? {
        var clock = ClockWords()
        clock.hour = (hour + 11) % 12 + 1
        return try? PhraseResolver.hour(clock, in: half)
    }
}
