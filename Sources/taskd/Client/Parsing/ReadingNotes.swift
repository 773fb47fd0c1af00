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

/// What is worth knowing of a due time in digits, which nobody here has read.
struct DueNotes {
    private let due: CivilTime
    private let zone: ZoneRules
    /// Its instant as the daemon tells it.
    private let told: String?

    init(_ due: CivilTime, in zone: ZoneRules, at told: String? = nil) {
        (self.due, self.zone, self.told) = (due, zone, told)
    }

    /// That clocks skip it, or that it is over.
    func texts(_ times: TimeWords) -> [String] {
        let isKorean = times.language == .korean
        switch due {
        case .date(let date):
            return date < zone.civilDateTime(at: times.now).date ? [Self.past(isKorean)] : []
        case .dateTime(let local):
            let instant = zone.instant(of: local, told: told)
            let real = zone.civilDateTime(at: instant)
            let words = times.local(.dateTime(real), in: zone.identifier).absolute
            return (real == local ? [] : [ClockChange.skipped(in: zone, real: words, isKorean)])
                + (instant < times.now ? [Self.past(isKorean)] : [])
        }
    }

    private static func past(_ isKorean: Bool) -> String { isKorean ? "이미 지난 때입니다" : "it is past already" }
}

extension TaskView {
    /// What is worth knowing of its due time in digits.
    func dueNotes(_ times: TimeWords) -> [String] {
        guard isOpen, let due = due.flatMap({ CivilTime($0) }), let zone = times.rules(timeZone) else { return [] }
        return DueNotes(due, in: zone, at: dueAt).texts(times)
    }
}
