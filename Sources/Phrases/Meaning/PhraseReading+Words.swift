import Recurrence

extension PhraseReader {
    /// What a reading means in words, which wherever there are such words mean the same when they are read at the same
    /// moment.
    ///
    /// - Parameters:
    ///   - reading: What a phrase means, as this reader found it.
    ///   - moment: When and where the phrase was said.
    /// - Returns: The words, in the language of the reading.
    public func words(for reading: PhraseReading, at moment: PhraseMoment) -> String {
        guard case .rule(let rule) = reading.meaning else {
            return reading.meaning.phrase(in: reading.language) ?? reading.meaning.description
        }
        let zone = rule.first.zone.flatMap(zone(named:)) ?? moment.zone
        let phrase = RulePhrase(recurring: rule, language: reading.language, zone: zone)
        var reader = self
        reader.settings.language = reading.language
        for text in [phrase.text(withStart: false), phrase.text(withStart: true)] {
            guard case .success(let again) = reader.outcome(text, at: moment) else { continue }
            if again.meaning == reading.meaning { return text }
        }
        let words = rule.rule.explanation(in: reading.language == .korean ? .korean : .english)
        guard rule.isAnchoredAtCompletion else { return words }
        return reading.language == .korean ? "완료 후 \(words)" : "\(words), counted from each completion"
    }
}

/// Something that is worth saying of a reading, for people and for programs.
public struct PhraseRemark: Hashable, Sendable {
    /// Which it is: the name of the note.
    public var code: String
    /// What to say, in the language of the phrase.
    public var text: String

    package init(code: String, text: String) {
        (self.code, self.text) = (code, text)
    }
}

extension PhraseReading {
    /// What is worth saying of the reading before it is relied on.
    public var remarks: [PhraseRemark] {
        let rival = rival.map { PhraseTime($0).phrase(in: language) } ?? ""
        let day = rivalDay.map { PhraseTime($0).phrase(in: language) } ?? ""
        var remarks: [PhraseRemark] = []
        func add(_ note: PhraseNotes, _ code: String, _ english: String, _ korean: String) {
            guard notes.contains(note) else { return }
            remarks.append(PhraseRemark(code: code, text: language == .korean ? korean : english))
        }
        add(
            .hourWasTaken, "hourWasTaken",
            "an hour without am or pm was taken for the day" + (rival.isEmpty ? "" : ", not for \(rival)"),
            "오전이나 오후가 없는 시각을 낮으로 읽었습니다" + (rival.isEmpty ? "" : ". 아니면 \(rival)입니다"))
        add(
            .nextDiffers, "nextDiffers",
            isLaterOfTwo ? "the weekday alone would be \(day)" : "with \"next\" it would be \(day)",
            isLaterOfTwo ? "그냥 그 요일은 \(day)입니다" : "다음 주의 그 요일은 \(day)입니다")
        add(
            .skipsShortMonths, "skipsShortMonths",
            isYearly
                ? "years without that day are skipped; try \"every last day of february\""
                : "months without that day are skipped; every month has a \"last day\"",
            isYearly ? "그 날이 없는 해는 건너뜁니다. \"매년 2월 말일\"은 모든 해에 있습니다" : "그 날이 없는 달은 건너뜁니다. \"말일\"은 모든 달에 있습니다")
        add(.isPast, "isPast", "it is past already", "이미 지난 때입니다")
        return remarks
    }

    /// Whether it repeats once a year, and not once a month.
    private var isYearly: Bool {
        guard case .rule(let rule) = meaning else { return false }
        return rule.rule.frequency == .yearly
    }

    /// Whether the rival is the earlier day: a weekday with "next" is never before that alone.
    private var isLaterOfTwo: Bool {
        guard let rivalDay, case .time(let time) = meaning else { return false }
        return rivalDay.startOfDayOrTime < time.civil.startOfDayOrTime
    }
}
