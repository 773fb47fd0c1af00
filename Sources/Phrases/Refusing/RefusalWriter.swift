import Recurrence

/// Puts a fault into words, with a phrase to try that is sure to be taken.
struct RefusalWriter {
    let phrase: String
    let reader: PhraseReader
    let moment: PhraseMoment

    func refusal(_ failure: PhraseReader.Failure) -> PhraseRefusal {
        if let refusal = refusalOfShortYear(failure) ?? refusalOfTwoNumbers(failure) { return refusal }
        let (fault, range, zone) = named(failure.fault, range(of: failure), failure.language)
        let words = String(decoding: Array(phrase.utf8)[range], as: UTF8.self)
        let reasons = RefusalReasons(fault: fault, words: words, language: failure.language)
        let advice = RefusalAdvice(
            fault: fault, words: words, language: failure.language, now: moment.local,
            zone: zone ?? moment.zone.identifier)
        let mending = PhraseMending(
            phrase: phrase, range: range, seams: reader.seams(of: phrase, in: failure.language), isTaken: isTaken)
        let readings = advice.readings.compactMap { reading in
            mending.withReplaced(reading) ?? (advice.readingsAreWhole ? mending.alone(reading) : nil)
        }
        let corrections = PhraseCorrections(phrase: phrase, reader: reader, moment: moment)
        let suggestion =
            corrections.candidates(in: failure.language).first(where: isTaken)
            ?? mended(fault, words, advice, mending, readings)
            ?? (advice.examples + [advice.fallback]).first(where: isTaken)
        return PhraseRefusal(
            code: reasons.code, reason: reasons.reason, range: range,
            suggestion: suggestion ?? moment.local.date.description, readings: readings, language: failure.language)
    }

    /// What is left of the phrase where the words at fault are mended, replaced or left out; nil where nothing is.
    private func mended(
        _ fault: Fault, _ words: String, _ advice: RefusalAdvice, _ mending: PhraseMending, _ readings: [String]
    ) -> String? {
        advice.openings.map { "\($0) \(phrase)" }.first(where: isTaken)
            ?? suggestion(fault, words, advice, mending)
            ?? advice.replacements.lazy.compactMap(mending.withReplaced).first ?? readings.first
            ?? (advice.takesAway ? mending.beginning : canLeaveOut(advice, mending) ? mending.withoutFault : nil)
            ?? suggestionOfCorrected(advice, mending)
    }

    /// The refusal of a date whose year has two digits, such as 26-12-01, where the year of this century is taken.
    private func refusalOfShortYear(_ failure: PhraseReader.Failure) -> PhraseRefusal? {
        guard phrase.utf8.contains(UInt8(ascii: "-")),
            let word = phrase.split(separator: " ").first(where: { $0.wholeMatch(of: /\d\d-\d\d-\d\d/) != nil }),
            case let attempt = "\(phrase[..<word.startIndex])20\(phrase[word.startIndex...])", isTaken(attempt)
        else { return nil }
        let first = phrase.utf8.distance(from: phrase.startIndex, to: word.startIndex)
        return refusal(.notUnderstood, first..<first + word.utf8.count, trying: [attempt], failure.language)
    }

    /// The refusal of numbers such as 12-25, where one of what they may be is taken; nil for all else.
    private func refusalOfTwoNumbers(_ failure: PhraseReader.Failure) -> PhraseRefusal? {
        guard [.numberAlone, .notUnderstood, .twoTimes].contains(failure.fault.kind),
            let numbers = TwoNumbers(in: Array(phrase.utf8), around: range(of: failure))
        else { return nil }
        let mending = PhraseMending(
            phrase: phrase, range: numbers.range, seams: reader.seams(of: phrase, in: failure.language),
            isTaken: isTaken)
        let readings = numbers.readings(in: failure.language, reader.settings.dateOrder).compactMap(
            mending.withReplaced)
        return readings.isEmpty ? nil : refusal(.twoNumbers, numbers.range, trying: readings, failure.language)
    }

    /// The refusal of some bytes of the phrase, with what is tried; where that is more than one, they are its readings.
    private func refusal(
        _ kind: Fault.Kind, _ range: Range<Int>, trying attempts: [String], _ language: PhraseLanguage
    ) -> PhraseRefusal {
        let words = String(decoding: Array(phrase.utf8)[range], as: UTF8.self)
        let reasons = RefusalReasons(
            fault: Fault(kind, range.lowerBound, range.upperBound), words: words, language: language)
        return PhraseRefusal(
            code: reasons.code, reason: reasons.reason, range: range,
            suggestion: attempts.first ?? moment.local.date.description,
            readings: attempts.count > 1 ? attempts : [], language: language)
    }

    /// The fault with what the words behind it make of it: "christmas eve", and "new york" where a zone belongs.
    private func named(
        _ fault: Fault, _ range: Range<Int>, _ language: PhraseLanguage
    ) -> (fault: Fault, range: Range<Int>, zone: String?) {
        let bytes = Array(phrase.utf8)
        switch fault.kind {
        case .holiday:
            let rest = String(decoding: bytes[range.upperBound...], as: UTF8.self)
            guard let (word, days) = Holiday(rawValue: fault.a)?.shift(behind: rest) else { break }
            var moved = fault
            moved.b = days
            let end = rest.utf8.distance(from: rest.startIndex, to: word.endIndex)
            return (moved, range.lowerBound..<range.upperBound + end, nil)
        case .relation:
            // "after work" is a time that everybody knows of himself alone.
            let rest = String(decoding: bytes[range.lowerBound...], as: UTF8.self)
            guard RefusalAdvice.isVague(rest) else { break }
            return (Fault(.vague, 0, 0), range.lowerBound..<bytes.count, nil)
        case .twoTimes:
            // "in 1h30" is one length.
            guard isTaken("\(phrase)m"), let last = phrase.split(separator: " ").last,
                last.contains(where: { $0.isASCII && $0.isLetter }), last.last?.isNumber ?? false
            else { break }
            return (Fault(.incomplete, 0, 0), bytes.count - last.utf8.count..<bytes.count, nil)
        case .zoneUnknown:
            return (fault, range, reader.nearestZone(String(decoding: bytes[range], as: UTF8.self)))
        case .notUnderstood:
            let rest = String(decoding: bytes[range.lowerBound...], as: UTF8.self)
            guard let zone = reader.zone(ofPlace: rest) else { break }
            return (Fault(.zoneUnknown, 0, 0), range.lowerBound..<bytes.count, zone)
        default: break
        }
        return (fault, range, nil)
    }

    /// What to say instead where it depends on the words around those at fault; nil where it does not.
    private func suggestion(
        _ fault: Fault, _ words: String, _ advice: RefusalAdvice, _ mending: PhraseMending
    ) -> String? {
        switch fault.kind {
        case .vague where !mending.isAlone: advice.besideDay.flatMap(mending.withReplaced)
        // What is done before a day is done by it.
        case .relation where mending.isAtStart && words.lowercased() == "before": mending.withReplaced("by")
        case .lengthAlone where mending.isBehindMinus:
            [advice.language == .korean ? "\(words) 전" : "\(words) ago"].first(where: isTaken)
        case .alternatives where words.first?.isNumber != true: mending.withFirstChoice
        case .noSuchTime where advice.language == .english:
            advice.corrections.lazy.compactMap(mending.withReplaced).first
        // A length that lacks its unit.
        case .incomplete where words.lowercased() == "in" || words.last?.isNumber ?? false:
            ["\(phrase)m"].first(where: isTaken)
        case .notUnderstood:
            advice.corrections.lazy.compactMap(mending.withReplaced).first
        default: nil
        }
    }

    /// Whether a phrase without the words at fault says nothing else; the 6 of "at 6 weks" would be an hour.
    private func canLeaveOut(_ advice: RefusalAdvice, _ mending: PhraseMending) -> Bool {
        advice.canLeaveOut && !(mending.isBehindNumber && advice.corrections.contains(where: NearWords.isUnit))
    }

    /// What is to be said instead of the phrase with a correct word, where that is refused, too.
    private func suggestionOfCorrected(_ advice: RefusalAdvice, _ mending: PhraseMending) -> String? {
        for text in advice.corrections.map(mending.replacing) {
            guard case .failure(let failure) = reader.outcome(text, at: moment),
                ![.notUnderstood, .decimalComma].contains(failure.fault.kind)
            else { continue }
            return RefusalWriter(phrase: text, reader: reader, moment: moment).refusal(failure).suggestion
        }
        return nil
    }

    private func isTaken(_ phrase: String) -> Bool {
        guard case .success = reader.outcome(phrase, at: moment) else { return false }
        return true
    }

    /// The bytes at fault in what was typed; at most all of it.
    private func range(of failure: PhraseReader.Failure) -> Range<Int> {
        let count = phrase.utf8.count
        let (from, to) = (failure.fault.from, failure.fault.to)
        guard let text = failure.text else { return min(max(from, 0), count)..<min(max(to, from, 0), count) }
        var begin = from > text.count ? 0 : text.place(max(from, 0))
        let bytes = Array(phrase.utf8)
        var end = min(text.place(max(to, 0)), count)
        // Spaces that were left out before the next word are no part of this one.
        while end > begin, bytes[end - 1] == UInt8(ascii: " ") { end -= 1 }
        if failure.fault.kind == .notUnderstood {
            // Of a word of which a part is known, all is told.
            while end < count, bytes[end] >= 0x80 || Lexer.isLetter(bytes[end] | 0x20) { end += 1 }
            // The 반 of 반복 is no half.
            if begin >= 3, bytes[begin - 3..<begin].elementsEqual("반".utf8) { begin -= 3 }
        }
        return begin..<max(begin, end)
    }
}
