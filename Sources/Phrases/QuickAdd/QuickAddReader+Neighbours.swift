import Recurrence

/// Words right before a phrase without which it would be another time.
extension QuickAddReader {
    /// Why a phrase is not to be taken without the words right before it; nil where they say nothing of a time.
    ///
    /// - Parameters:
    ///   - run: The words of the phrase.
    ///   - last: The word right before them.
    ///   - reading: What the phrase means.
    /// - Returns: The refusal, with its place in the line.
    func neighbour(of run: ArraySlice<Int>, _ last: Int, _ reading: PhraseReading) -> PhraseRefusal? {
        decorated(run, last, reading) ?? laterDay(run, last, reading) ?? limited(run, last, reading)
    }

    /// A day with signs around it, such as the "*friday*" of "*friday* 5pm".
    private func decorated(_ run: ArraySlice<Int>, _ last: Int, _ reading: PhraseReading) -> PhraseRefusal? {
        let word = words.text(last)
        let plain = word.withoutSigns
        // The number of "#5 friday" is of the title.
        guard plain != word, plain.contains(where: \.isLetter) || Self.isWrittenDate(plain), let end = run.last,
            case let attempt = "\(plain) \(phrase(run))",
            case .success(let other) = reader.outcome(attempt, at: moment), other.meaning != reading.meaning
        else { return nil }
        return refusal(.notUnderstood, last, end, reading, trying: [attempt], naming: last...last)
    }

    /// A day that the words before it move by weeks: "a week tomorrow" and "next next friday".
    private func laterDay(_ run: ArraySlice<Int>, _ last: Int, _ reading: PhraseReading) -> PhraseRefusal? {
        guard case .time(let time) = reading.meaning, time.zone == nil, let begin = run.first, let end = run.last else {
            return nil
        }
        let (word, day) = (words.text(last).lowercased(), words.text(begin))
        let (first, days): (Int, Int)
        if word == "next", day.lowercased() == "next" {
            (first, days) = (last, 7)
        } else if let count = ["week": 7, "fortnight": 14][word], last > 1,
            ["a", "one"].contains(words.text(last - 1).lowercased()), isFree(last - 1...last),
            reader.isRelativeDay(day) || reader.dayKind(day) == .certain
        {
            (first, days) = (last - 1, count)
        } else {
            return nil
        }
        let date = time.civil.date.adding(days: days)
        guard date <= CivilDate.latest else { return nil }
        let later: CivilTime =
            time.civil.isDate
            ? .date(date)
            : .dateTime(CivilDateTime(date: date, secondOfDay: time.civil.startOfDayOrTime.secondOfDay))
        return refusal(
            .notUnderstood, first, end, reading, trying: [PhraseTime(later).phrase(in: reading.language)],
            naming: first...begin)
    }

    /// A rule whose end stands before it, as in "for 3 weeks every monday".
    private func limited(_ run: ArraySlice<Int>, _ last: Int, _ reading: PhraseReading) -> PhraseRefusal? {
        guard reading.meaning.isRule, let end = run.last, run.contains(where: { isDayOfWeek($0) }) else { return nil }
        for first in [last - 1, last - 2] where first > 0 && words.text(first).lowercased() == "for" {
            let limit = words.text(from: first, through: last)
            guard isFree(first...last), let length = reader.length(String(limit.dropFirst(4))), length.days >= 7,
                case let attempt = "\(text(run)) \(limit)", case .success = reader.outcome(attempt, at: moment)
            else { continue }
            return refusal(.twoPlaces, first, end, reading, trying: [attempt])
        }
        return nil
    }

    private func isDayOfWeek(_ place: Int) -> Bool {
        let word = words.text(place).lowercased()
        return word == "day" || word == "weekday" || reader.dayKind(word) == .certain
    }
}

extension String {
    /// A word without what is neither a letter nor a number at its ends.
    var withoutSigns: String {
        let isSign = { (character: Character) in !character.isLetter && !character.isNumber }
        guard let first = firstIndex(where: { !isSign($0) }), let last = lastIndex(where: { !isSign($0) }) else {
            return ""
        }
        return String(self[first...last])
    }
}
