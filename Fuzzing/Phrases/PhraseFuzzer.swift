import Recurrence

/// The first byte chooses the language and the moment, the rest is a phrase.
///
/// What is taken is printed as a phrase that means the same; what is refused has a place in the phrase, a reason, and a
/// suggestion that is taken; a rule gives its first occurrence.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzPhrase(_ data: UnsafePointer<UInt8>, _ size: Int) -> Int32 {
    guard size > 0 else { return 0 }
    let choice = Int(data[0])
    let phrase = String(decoding: UnsafeBufferPointer(start: data + 1, count: size - 1), as: UTF8.self)
    let languages: [PhraseLanguage?] = [nil, .english, .korean]
    let settings = PhraseSettings(
        language: languages[choice % 3], weekStart: choice & 64 == 0 ? .monday : .sunday,
        dateOrder: choice & 128 == 0 ? nil : .dayFirst)
    let reader = PhraseReader(settings: settings, zones: zone)
    let moment = moments[choice / 3 % moments.count]
    check(reader.quickAdd(phrase, at: moment), phrase)
    do {
        let reading = try reader.read(phrase, at: moment)
        check(reading.meaning, reader, moment)
    } catch {
        require(
            error.range.lowerBound >= 0 && error.range.upperBound <= phrase.utf8.count, "a place lies in the phrase")
        require(!error.reason.isEmpty, "a refusal says why")
        require((try? reader.read(error.suggestion, at: moment)) != nil, "\(error.suggestion) is taken")
        for other in error.readings { require((try? reader.read(other, at: moment)) != nil, "\(other) is taken") }
    }
    return 0
}

private let moments: [PhraseMoment] = [
    "2026-11-21T14:30:00", "2028-02-29T23:59:59", "2026-12-31T00:00:00", "0001-01-01T00:00:00", "9999-12-31T23:30:00",
    "2149-02-28T12:00:00",
].compactMap { CivilTime($0) }.map { PhraseMoment(local: $0.startOfDayOrTime, in: .utc) }

/// A line keeps its title, and what is taken from it lies in it, in order.
private func check(_ task: QuickAdd, _ line: String) {
    require(!task.title.isEmpty || line.allSatisfy { $0.isWhitespace }, "a title is left of \(line)")
    var end = 0
    for span in task.spans {
        require(span.range.lowerBound >= end && span.range.upperBound <= line.utf8.count, "spans lie in \(line)")
        end = span.range.upperBound
    }
    if task.spans.isEmpty { require(task.when == nil && task.tags.isEmpty, "what is taken has a span in \(line)") }
    if let refusal = task.refusal { require(refusal.range.upperBound <= line.utf8.count, "a refusal lies in \(line)") }
}

@Sendable private func zone(_ name: String) -> ZoneRules? {
    ["Etc/UTC", "Etc/Zulu"].contains(name) ? .utc : nil
}

private func check(_ meaning: PhraseMeaning, _ reader: PhraseReader, _ moment: PhraseMoment) {
    let again = try? reader.read(meaning.description, at: moment)
    // Whether it counts from now is not printed.
    require(again?.meaning.description == meaning.description, "\(meaning) is read as it was printed")
    for language in PhraseLanguage.allCases {
        guard let words = meaning.phrase(in: language) else { continue }
        var settings = reader.settings
        settings.language = language
        let other = PhraseReader(settings: settings, zones: zone)
        require((try? other.read(words, at: moment))?.meaning == meaning, "\(words) means \(meaning)")
    }
    guard case .rule(let rule) = meaning else { return }
    _ = try? RecurrenceSet(start: rule.first.civil, zone: .utc, rules: [rule.rule])
}

private func require(_ holds: Bool, _ claim: @autoclosure () -> String) {
    if !holds { fatalError("does not hold: \(claim())") }
}
