import Recurrence

/// How every local time of a series moves when one occurrence is put elsewhere.
enum SlotMove: Hashable {
    /// By a local distance, within the kind.
    case by(Int)
    /// From days to a time on them, that many days later.
    case toTimed(days: Int, secondOfDay: Int)
    /// From local times to their days, that many days later.
    case toDates(days: Int)

    /// The move that brings one slot to a place.
    init(from slot: CivilTime, to place: CivilTime) {
        let days = place.date.daysSinceEpoch - slot.date.daysSinceEpoch
        switch (slot, place) {
        case (.date, .dateTime(let time)): self = .toTimed(days: days, secondOfDay: time.secondOfDay)
        case (.dateTime, .date): self = .toDates(days: days)
        default: self = .by(place.distance(from: slot))
        }
    }

    /// Whether nothing moves.
    var isNothing: Bool { self == .by(0) }

    /// Whether times of day get lost.
    var isToDates: Bool {
        if case .toDates = self { true } else { false }
    }

    /// Where a local time comes to lie.
    func callAsFunction(_ time: CivilTime) -> CivilTime {
        switch self {
        case .by(let seconds): time.moved(by: seconds)
        case .toTimed(let days, let second):
            .dateTime(CivilDateTime(date: time.date.adding(days: days), secondOfDay: second))
        case .toDates(let days): .date(time.date.adding(days: days))
        }
    }

    /// Where an UNTIL comes to lie: as the local time that it is in the zone, and of the new kind.
    // Reading: a day among local times moves with the slot of that day, as EXDATEs do.
    func callAsFunction(
        _ until: RecurrenceTime, zones: ZoneTable, zone: String, dtstart: CivilTime
    ) -> RecurrenceTime {
        if case .by = self, case .date(let day) = until, case .dateTime(let start) = dtstart {
            return .date(self(.dateTime(CivilDateTime(date: day, secondOfDay: start.secondOfDay))).date)
        }
        let local: CivilTime =
            switch until {
            case .date(let date): .date(date)
            case .local(let time): .dateTime(time)
            case .utc(let instant): .dateTime(zones.local(at: instant, in: zone))
            }
        switch (self(local), until) {
        case (.date(let date), _): return .date(date)
        case (.dateTime(let time), .local): return .local(time)
        case (.dateTime(let time), _): return .utc(zones[zone].instant(of: time))
        }
    }

    /// Seconds by which absolute reminder times of open occurrences move.
    // Reading: where the kind changes they keep their time of day and move by whole days.
    var reminderShift: Int {
        switch self {
        case .by(let seconds): seconds
        case .toTimed(let days, _), .toDates(let days): days * 86_400
        }
    }

    /// Seconds by which distances from the slot change, so that a template still means those times.
    func distanceShift(dtstart: CivilTime) -> Int {
        switch self {
        case .by: 0
        case .toTimed(_, let second): -second
        case .toDates: dtstart.startOfDayOrTime.secondOfDay
        }
    }
}
