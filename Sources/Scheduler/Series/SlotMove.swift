import Recurrence
import Storage

/// How every local time of a series moves when one occurrence of it is put elsewhere with all others.
enum SlotMove: Hashable {
    /// By so many seconds of local time, within the kind.
    case by(Int)
    /// From days to a time on them, that many days later.
    case toTimes(days: Int, secondOfDay: Int)
    /// From local times to their days, that many days later.
    case toDates(days: Int)

    /// The move that brings one slot to another place.
    init(from slot: CivilTime, to place: CivilTime) {
        let days = place.date.daysSinceEpoch - slot.date.daysSinceEpoch
        switch (slot, place) {
        case (.date, .dateTime(let time)): self = .toTimes(days: days, secondOfDay: time.secondOfDay)
        case (.dateTime, .date): self = .toDates(days: days)
        default: self = .by(place.localSeconds - slot.localSeconds)
        }
    }

    var isNothing: Bool { self == .by(0) }

    /// Whether times of day get lost.
    var isToDates: Bool {
        if case .toDates = self { true } else { false }
    }

    /// Where a local time comes to lie; nil beyond the ``TimeRange``.
    func callAsFunction(_ time: CivilTime) -> CivilTime? {
        switch self {
        case .by(let seconds): return time.advanced(bySeconds: seconds)
        case .toTimes(let days, let second):
            let day = CivilTime.date(time.date).advanced(bySeconds: days * 86_400)
            return day.map { .dateTime(CivilDateTime(date: $0.date, secondOfDay: second)) }
        case .toDates(let days): return CivilTime.date(time.date).advanced(bySeconds: days * 86_400)
        }
    }

    /// By how much a reminder's own time moves that an occurrence has: where the kind changes it keeps its time of day.
    var ownTimeShift: Int {
        switch self {
        case .by(let seconds): seconds
        case .toTimes(let days, _), .toDates(let days): days * 86_400
        }
    }

    /// By how much a template's distance from the slot changes, so that it still means that time of day.
    func distanceShift(from start: CivilTime) -> Int {
        switch self {
        case .by: 0
        case .toTimes(_, let second): -second
        case .toDates: start.startOfDayOrTime.secondOfDay
        }
    }
}

extension SlotMove {
    /// Where an UNTIL of a series comes to lie, as the local time that it is in the zone, and of the new kind; a day in a
    /// series of times goes where the slot of that day goes.
    func callAsFunction(_ until: RecurrenceTime, in zone: ZoneRules, start: CivilTime) -> RecurrenceTime? {
        if case .by = self, case .date = until {
            return self(RecurrenceDate(until), in: zone, start: start)?.start
        }
        guard let moved = self(until.local(in: zone)) else { return nil }
        switch (moved, until) {
        case (.date(let date), _): return .date(date)
        case (.dateTime(let time), .local): return .local(time)
        case (.dateTime(let time), _): return .utc(zone.instant(of: time))
        }
    }

    /// Where an added or excepted date of a series comes to lie, whose slots are at `start`'s time of day; a day stays a
    /// day unless days become times.
    func callAsFunction(_ date: RecurrenceDate, in zone: ZoneRules, start: CivilTime) -> RecurrenceDate? {
        let local = date.start.local(in: zone)
        var date = date
        switch (self, date.start) {
        case (.by, .date):
            // The slot of that day says where it goes.
            let second = start.startOfDayOrTime.secondOfDay
            let slot = CivilTime.dateTime(CivilDateTime(date: local.date, secondOfDay: second))
            guard let moved = self(slot) else { return nil }
            date.start = .date(moved.date)
        case (.by, .local):
            guard let moved = self(local) else { return nil }
            date.start = .local(moved.startOfDayOrTime)
        case (.by, .utc):
            guard let moved = self(local) else { return nil }
            date.start = .utc(zone.instant(of: moved.startOfDayOrTime))
        case (.toTimes, _), (.toDates, _):
            // It names a slot, so it is of the slots' kind (RFC 5545 §3.8.5.1).
            switch self(local) {
            case .date(let day)?: date = RecurrenceDate(.date(day))
            case .dateTime(let time)?: date = RecurrenceDate(.local(time))
            case nil: return nil
            }
        }
        return date
    }
}

extension RecurrenceTime {
    /// The local time that it is in a zone.
    func local(in zone: ZoneRules) -> CivilTime {
        switch self {
        case .date(let date): .date(date)
        case .local(let time): .dateTime(time)
        case .utc(let instant): .dateTime(zone.civilDateTime(at: instant))
        }
    }
}
