import Recurrence

/// Puts a fault into words, with a phrase to try that is sure to be taken.
struct RefusalWriter {
    let phrase: String
    let reader: PhraseReader
    let moment: PhraseMoment

    func refusal(_ failure: PhraseReader.Failure) -> PhraseRefusal {
        let range = range(of: failure)
        let bytes = Array(phrase.utf8)
        let words = String(decoding: bytes[range], as: UTF8.self)
        let fault = failure.fault
        let reasons = RefusalReasons(fault: fault, words: words, language: failure.language)
        let advice = RefusalAdvice(fault: fault, words: words, language: failure.language, now: moment.local)
        let readings = advice.readings.filter(isTaken)
        let candidates = [advice.suggestion] + readings.map(Optional.some) + [without(range), advice.fallback]
        let suggestion = candidates.lazy.compactMap(\.self).first(where: isTaken) ?? moment.local.date.description
        return PhraseRefusal(
            code: reasons.code, reason: reasons.reason, range: range, suggestion: suggestion, readings: readings)
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
        let begin = from > text.count ? 0 : text.place(max(from, 0))
        let bytes = Array(phrase.utf8)
        var end = min(text.place(max(to, 0)), count)
        // Spaces that were left out before the next word are no part of this one.
        while end > begin, bytes[end - 1] == UInt8(ascii: " ") { end -= 1 }
        if failure.fault.kind == .notUnderstood {
            // Of a word of which a part is known, all is told.
            while end < count, bytes[end] >= 0x80 || Lexer.isLetter(bytes[end] | 0x20) { end += 1 }
        }
        return begin..<max(begin, end)
    }

    /// The phrase without what is at fault.
    private func without(_ range: Range<Int>) -> String? {
        let bytes = Array(phrase.utf8)
        guard range.count < bytes.count else { return nil }
        let rest = String(decoding: bytes[..<range.lowerBound] + bytes[range.upperBound...], as: UTF8.self)
        return rest.split(separator: " ").joined(separator: " ")
    }
}
