import LiteralRecurrence
import Recurrence

extension Question {
    /// How far the slow evaluator looks, in seconds.
    private static let horizons: [Frequency: Int] = [.secondly: 20_000, .minutely: 600_000, .hourly: 20_000_000]

    /// The line by the literal reading of the RFC's table; `cut` where it looked no further.
    func literalAnswer(limit: Int, zones: ZoneDirectory) -> String {
        do {
            return try literal(limit: limit, zone: zone.map { try zones.zone($0) })
        } catch {
            return "\(id)\terror\t\(error)"
        }
    }

    private func literal(limit: Int, zone: ZoneRules?) throws -> String {
        let begin = try RecurrenceSet(start: start, zone: zone, rules: []).start
        let rule = try RecurrenceRule(begin.isDate ? ruleWithoutTimes : self.rule)
        let first = begin.startOfDayOrTime
        let span = Self.horizons[rule.frequency] ?? 30 * 31_556_952
        let horizon = CivilDateTime(secondsSinceEpoch: first.secondsSinceEpoch + span)
        // One more than is asked for tells whether there are more; a gap may join two into one, and those of an hour
        // in it may come behind others.
        let most = limit + (rule.frequency < .hourly ? 4_000 : 40)
        let members = LiteralEvaluator(rule: rule, start: first).members(limit: most, last: horizon)
        let allowed = members.filter { rule.until?.allows($0, zone) ?? true }
        let isEnd = allowed.count < members.count || members.count == rule.count
        let texts = texts(of: allowed, isDate: begin.isDate, zone: zone)
        let status = texts.count > limit ? "more" : isEnd ? "end" : "cut"
        return line(status, Array(texts.prefix(limit)))
    }

    /// RFC 5545 §3.3.10: with a DATE the parts for times of day "MUST be ignored"; the day's one time is midnight.
    private var ruleWithoutTimes: String {
        let ignored = ["BYHOUR", "BYMINUTE", "BYSECOND"]
        return rule.split(separator: ";").filter { part in !ignored.contains { part.hasPrefix($0) } }
            .joined(separator: ";") + ";BYHOUR=0"
    }

    private func texts(of members: [CivilDateTime], isDate: Bool, zone: ZoneRules?) -> [String] {
        guard let zone else {
            return members.map { (isDate ? CivilTime.date($0.date) : .dateTime($0)).basicFormat }
        }
        return Set(members.map { zone.instant(of: $0) }).sorted().map(Self.text(of:))
    }
}

extension RecurrenceTime {
    /// Whether UNTIL lets a local time pass.
    fileprivate func allows(_ local: CivilDateTime, _ zone: ZoneRules?) -> Bool {
        switch self {
        case .date(let date): local.date <= date
        case .local(let time): local <= time
        case .utc(let instant): (zone ?? .utc).instant(of: local) <= instant
        }
    }
}
