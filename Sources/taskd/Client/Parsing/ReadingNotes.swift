import Phrases
import Recurrence
import TaskdClient

/// What a person should know of how a phrase was read.
struct ReadingNotes {
    private let reading: PhraseReading
    private let time: PhraseTime
    private let zone: ZoneRules

    init(_ reading: PhraseReading, of time: PhraseTime, in zone: ZoneRules) {
        (self.reading, self.time, self.zone) = (reading, time, zone)
    }

    /// The notes, a sentence each, in the language of the phrase.
    var sentences: [String] {
        [hour, next, shortMonths, past, clockChange].compactMap(\.self)
    }

    /// Those that tell what else could have been meant.
    var rivals: [String] { [hour, next].compactMap(\.self) }

    private var isKorean: Bool { reading.language == .korean }
    private var rival: String? { reading.rival.map { PhraseTime($0).phrase(in: reading.language) } }

    private var hour: String? {
        guard reading.notes.contains(.hourWasTaken) else { return nil }
        let taken = time.phrase(in: reading.language)
        guard let rival else { return isKorean ? "\(taken)로 읽었습니다" : "taken as \(taken)" }
        return isKorean ? "\(taken)로 읽었습니다. \(rival)이 아닙니다" : "taken as \(taken), not \(rival)"
    }

    private var next: String? {
        guard reading.notes.contains(.nextDiffers), let other = reading.rival, let rival else { return nil }
        // A weekday with "next" is the later one of the two.
        let isNext = other.startOfDayOrTime < time.civil.startOfDayOrTime
        if isKorean { return isNext ? "그냥 그 요일은 \(rival)" : "다음 주의 그 요일은 \(rival)" }
        return isNext ? "the weekday alone would be \(rival)" : "with \"next\" it would be \(rival)"
    }

    private var shortMonths: String? {
        guard reading.notes.contains(.skipsShortMonths) else { return nil }
        return isKorean
            ? "그 날이 없는 달은 건너뜁니다. 말일은 모든 달에 있습니다"
            : "months without that day are skipped; every month has a \"last day\""
    }

    private var past: String? {
        guard reading.notes.contains(.isPast) else { return nil }
        return isKorean ? "이미 지난 때입니다" : "it is past already"
    }

    /// Clocks that are put forward have no such time, and those that are put back have it twice.
    private var clockChange: String? {
        guard case .dateTime(let local) = time.civil else { return nil }
        let instant = zone.instant(of: local)
        let shown = zone.civilDateTime(at: instant)
        if shown != local {
            let real = PhraseTime(.dateTime(shown)).phrase(in: reading.language)
            return isKorean
                ? "\(zone.identifier)에는 그 시각이 없어 \(real)에 울립니다"
                : "clocks in \(zone.identifier) skip that time, so it is \(real)"
        }
        guard let offset = time.utcOffset else { return nil }
        guard UTCInstant(secondsSinceEpoch: Int64(local.secondsSinceEpoch - offset)) == instant else {
            return isKorean ? "그 시각은 두 번 있습니다. 두 번째로 읽었습니다" : "clocks show that time twice; the second is meant"
        }
        return isKorean ? "그 시각은 두 번 있습니다. 첫 번째로 읽었습니다" : "clocks show that time twice; the first is meant"
    }
}

extension TaskView {
    /// What is worth knowing of a due time in digits, which nobody here has read: that it is over, or that clocks skip it.
    func dueNotes(_ times: TimeWords) -> [String] {
        guard let instant = dueAt.flatMap({ UTCInstant($0) }), let due = due.flatMap({ CivilTime($0) }) else {
            return []
        }
        let isKorean = times.language == .korean
        var notes: [String] = []
        if case .dateTime(let local) = due, let zone = times.rules(timeZone), zone.civilDateTime(at: instant) != local {
            let real = times.moment(instant).absolute
            notes.append(
                isKorean
                    ? "\(zone.identifier)에는 그 시각이 없어 \(real)에 울립니다"
                    : "clocks in \(zone.identifier) skip that time, so it is \(real)")
        }
        if isOverdue { notes.append(isKorean ? "이미 지난 때입니다" : "it is past already") }
        return notes
    }
}
