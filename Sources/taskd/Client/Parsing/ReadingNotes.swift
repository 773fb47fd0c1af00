import Phrases
import Recurrence
import TaskdClient

extension PhraseReading {
    /// What a person should know of how a time was read, a sentence each, in the language of the phrase.
    func notes(of time: PhraseTime, in zone: ZoneRules) -> [String] {
        remarks.map(\.text) + [clockChange(time, zone)].compactMap(\.self)
    }

    /// Those that tell what else could have been meant.
    var rivalNotes: [String] {
        remarks.filter { ["hourWasTaken", "nextDiffers"].contains($0.code) }.map(\.text)
    }

    /// Clocks that are put forward have no such time, and those that are put back have it twice.
    private func clockChange(_ time: PhraseTime, _ zone: ZoneRules) -> String? {
        guard case .dateTime(let local) = time.civil else { return nil }
        let instant = zone.instant(of: local)
        let shown = zone.civilDateTime(at: instant)
        let isKorean = language == .korean
        guard shown == local else {
            return ClockChange.skipped(in: zone, real: PhraseTime(.dateTime(shown)).phrase(in: language), isKorean)
        }
        guard let offset = time.utcOffset else { return nil }
        guard UTCInstant(secondsSinceEpoch: Int64(local.secondsSinceEpoch - offset)) == instant else {
            return isKorean ? "그 시각은 두 번 있습니다. 두 번째로 읽었습니다" : "clocks show that time twice; the second is meant"
        }
        return isKorean ? "그 시각은 두 번 있습니다. 첫 번째로 읽었습니다" : "clocks show that time twice; the first is meant"
    }
}

/// What a change of the clocks does to a time.
private enum ClockChange {
    static func skipped(in zone: ZoneRules, real: String, _ isKorean: Bool) -> String {
        isKorean
            ? "\(zone.identifier)에는 그 시각이 없어 \(real)에 울립니다"
            : "clocks in \(zone.identifier) skip that time, so it is \(real)"
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
            notes.append(ClockChange.skipped(in: zone, real: times.moment(instant).absolute, isKorean))
        }
        if isOverdue { notes.append(isKorean ? "이미 지난 때입니다" : "it is past already") }
        return notes
    }
}
