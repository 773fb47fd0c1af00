import Recurrence
import Storage

/// The slots of a series beyond its frontier: the local starts that its rules give, for which no task exists yet.
///
/// Each question is answered by skipping, however far away and however dense the slots are.
struct SeriesSlots {
    /// How many slots beyond the frontier a slot is numbered.
    static let maxNumbered = 366

    let set: RecurrenceSet
    let zone: ZoneRules
    /// The greatest slot that was born.
    let frontier: CivilTime
    /// The number of the last birth.
    let births: Int
    /// The slot from which on there is none.
    let before: CivilTime?
    let meter: RuleMeter?

    /// The first slot beyond the frontier.
    var next: CivilTime? { first(after: frontier.localSeconds) }

    /// The first slot later than that many seconds of local time since 1970, and beyond the frontier.
    func first(after local: Int) -> CivilTime? {
        meter?.count(queries: 1)
        let later = max(local, frontier.localSeconds)
        guard let slot = set.first(after: .dateTime(CivilDateTime(secondsSinceEpoch: later)))?.start else { return nil }
        return before.map { slot < $0 } ?? true ? slot : nil
    }

    /// The last slot that is not later, and beyond the frontier.
    func last(notAfter local: Int) -> CivilTime? {
        meter?.count(queries: 1)
        let local = before.map { min($0.localSeconds - 1, local) } ?? local
        guard let slot = set.last(notAfterLocal: local)?.start, slot.localSeconds > frontier.localSeconds else {
            return nil
        }
        return slot
    }

    /// How many slots lie behind one moment of local time and not behind a slot; nil for more than `most`.
    func count(after local: Int, through slot: CivilTime, most: Int) -> Int? {
        meter?.count(queries: 1)
        let instant = zone.instant(of: slot.startOfDayOrTime)
        // Beside a gap some that are earlier on local time begin later.
        let beside = zone.localTimes(from: instant).gap?.count ?? 0
        let end = instant.advanced(by: .seconds(beside))
        var (count, walked) = (0, 0)
        var occurrences = set.occurrences(after: .dateTime(CivilDateTime(secondsSinceEpoch: local)))
        while let occurrence = occurrences.next(), occurrence.instant <= end {
            walked += 1
            guard walked <= most + beside else {
                meter?.count(steps: walked)
                return nil
            }
            if occurrence.start <= slot { count += 1 }
        }
        meter?.count(steps: walked)
        return count <= most ? count : nil
    }

    /// How many slots beyond the frontier begin up to an instant; nil for more than `most`.
    func count(by now: UTCInstant, most: Int) -> Int? {
        meter?.count(queries: 1)
        let due = set.occurrences(after: frontier).prefix(most + 1).prefix { occurrence in
            occurrence.instant <= now && before.map { occurrence.start < $0 } ?? true
        }
        let count = due.reduce(0) { count, _ in count + 1 }
        meter?.count(steps: count)
        return count <= most ? count : nil
    }
}
