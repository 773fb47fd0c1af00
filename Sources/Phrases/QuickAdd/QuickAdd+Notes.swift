extension QuickAdd {
    /// Why words that look like a time, a priority, a project or a reminder stay in the title, and what to try.
    ///
    /// - Parameter line: The line that was read.
    /// - Returns: A sentence for each place in the line, in the language in which its words were read.
    public func titleNotes(of line: String) -> [String] {
        let bytes = Array(line.utf8)
        func note(_ refusal: PhraseRefusal, _ range: Range<Int>) -> String {
            guard range.upperBound <= bytes.count else { return refusal.description }
            return refusal.note(ofTitle: String(decoding: bytes[range], as: UTF8.self))
        }
        let times = refusal.map { [note($0, refusedRange ?? $0.range)] } ?? []
        return times + (doubts + refusedTerms).map { note(dated($0), $0.range) }
    }

    /// The refusal of a reminder that is to count from a time, where there is none, with one to try.
    private func dated(_ refusal: PhraseRefusal) -> PhraseRefusal {
        var refusal = refusal
        if when == nil, refusal.suggestion.wholeMatch(of: /remind [\d.]+[a-z]/) != nil {
            refusal.suggestion = "tomorrow 9am \(refusal.suggestion)"
        }
        return refusal
    }
}

extension PhraseRefusal {
    /// That words stay in the title, why, and what to try.
    fileprivate func note(ofTitle words: String) -> String {
        let isNamed = reason.contains("\"\(words)\"")
        let tries = readings.isEmpty ? [suggestion] : readings
        switch language {
        case .english:
            let attempt = tries.joined(separator: " or ")
            return isNamed
                ? "\(reason); it stays in the title; try: \(attempt)"
                : "\"\(words)\" stays in the title: \(reason); try: \(attempt)"
        case .korean:
            let attempt = tries.joined(separator: " 또는 ")
            return isNamed
                ? "\(reason). 제목에 그대로 둡니다. 이렇게 써 보세요: \(attempt)"
                : "\"\(words)\": 제목에 그대로 둡니다. \(reason). 이렇게 써 보세요: \(attempt)"
        }
    }
}
