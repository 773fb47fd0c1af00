import Foundation
import Recurrence
import Storage

extension Series {
    /// Whether something was to follow an occurrence at the moment when it was closed, as far as the rules can tell.
    ///
    /// In an older store nothing came after the newest task was deleted; a series whose rules go on all the same is not to
    /// come back by itself.
    func wentOn(behind slot: CivilTime, closedAt instant: UTCInstant, births: Int) -> Bool {
        let zone = Self.zone(timeZone)
        let closing = zone.civilDateTime(at: instant)
        do {
            let rules = try rules.map { try RecurrenceRule($0.text) }
            guard anchor == .due else {
                return rules.contains { rule in
                    (rule.count.map { births < $0 } ?? true)
                        && (rule.until.map { $0.localSeconds(in: zone) > closing.secondsSinceEpoch } ?? true)
                }
            }
            let set = try RecurrenceSet(
                start: start, zone: zone, rules: rules, dates: try dates.map { try RecurrenceDate($0) },
                exceptionDates: try exceptionDates.map { try RecurrenceDate($0) })
            guard missed == .skip else { return set.first(after: slot) != nil }
            let today = start.isDate ? closing.date.daysSinceEpoch * 86_400 - 1 : closing.secondsSinceEpoch
            let first = CivilTime.dateTime(CivilDateTime(secondsSinceEpoch: today - span.seconds))
            return set.first(after: max(slot, first)) != nil
        } catch {
            // Rules that make no sense give nothing, now or later.
            return false
        }
    }

    /// A zone of the machine, which the end of a rule is asked of; where there is none, UTC is near enough.
    private static func zone(_ name: String) -> ZoneRules {
        for folder in ["/usr/share/zoneinfo", "/usr/lib/zoneinfo", "/etc/zoneinfo"] {
            guard let data = FileManager.default.contents(atPath: "\(folder)/\(name)") else { continue }
            if let rules = try? ZoneRules(identifier: name, tzif: Array(data)) { return rules }
        }
        return .utc
    }
}

extension RecurrenceTime {
    fileprivate func localSeconds(in zone: ZoneRules) -> Int {
        switch self {
        case .date(let date): CivilTime.date(date).localSeconds + 86_399
        case .local(let time): time.secondsSinceEpoch
        case .utc(let instant): zone.civilDateTime(at: instant).secondsSinceEpoch
        }
    }
}
