import Recurrence
import Storage

/// The slots of a series behind one of its tasks: the local starts that its rules give, for which no task exists yet.
///
/// Each question is answered by skipping, however far away and however dense the slots are.
struct SeriesSlots {
    /// How many slots behind its task a slot is numbered.
    static let maxNumbered = 366

    let set: RecurrenceSet
    let zone: ZoneRules
    /// The slot of the task.
    let place: SeriesOccurrence
    let meter: RuleMeter?

    /// The first slot behind the task.
    var next: CivilTime? { first(after: place.recurrenceID.localSeconds) }

    /// The first slot later than that many seconds of local time since 1970, and behind the task.
    func first(after local: Int) -> CivilTime? {
        meter?.count(queries: 1)
        let later = max(local, place.recurrenceID.localSeconds)
        return set.first(after: .dateTime(CivilDateTime(secondsSinceEpoch: later)))?.start
    }

    /// The last slot that is not later, and behind the task.
    func last(notAfter local: Int) -> CivilTime? {
        meter?.count(queries: 1)
        guard let slot = set.last(notAfterLocal: local)?.start,
            slot.localSeconds > place.recurrenceID.localSeconds
        else { return nil }
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

    /// How many slots behind the task begin up to an instant; nil for more than `most`.
    func count(by now: UTCInstant, most: Int) -> Int? {
        meter?.count(queries: 1)
        let due = set.occurrences(after: place.recurrenceID).prefix(most + 1).prefix { $0.instant <= now }
        let count = due.reduce(0) { count, _ in count + 1 }
        meter?.count(steps: count)
        return count <= most ? count : nil
    }
}
