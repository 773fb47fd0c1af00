import Recurrence

/// One line: `id`, DTSTART, the zone or nothing, and the rule, between tabs.
struct Question {
    let id: Substring
    let start: String
    /// Nil for floating times and days.
    let zone: String?
    let rule: String

    init?(_ line: String) {
        let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
        guard fields.count == 4 else { return nil }
        (id, start, rule) = (fields[0], String(fields[1]), String(fields[3]))
        zone = fields[2].isEmpty ? nil : String(fields[2])
    }

    /// The line `id`, status and occurrences, by Recurrence.
    func answer(_ limit: Int, _ zones: ZoneDirectory) -> String {
        do {
            var occurrences = try set(zones).occurrences
            var texts: [String] = []
            while texts.count < limit, let occurrence = occurrences.next() { texts.append(text(of: occurrence)) }
            return line(texts.count < limit || occurrences.next() == nil ? "end" : "more", texts)
        } catch {
            return "\(id)\terror\t\(error)"
        }
    }

    func set(_ zones: ZoneDirectory) throws -> RecurrenceSet {
        try RecurrenceSet(start: start, zone: zone.map { try zones.zone($0) }, rules: [rule])
    }

    func line(_ status: String, _ texts: [String]) -> String {
        "\(id)\t\(status)\t" + texts.joined(separator: ",")
    }

    /// In UTC where there is a zone, else in the form of DTSTART.
    private func text(of occurrence: Occurrence) -> String {
        zone == nil ? occurrence.start.basicFormat : Self.text(of: occurrence.instant)
    }

    static func text(of instant: UTCInstant) -> String {
        let seconds = Int(instant.millisecondsSinceEpoch / 1_000)
        return CivilTime.dateTime(CivilDateTime(secondsSinceEpoch: seconds)).basicFormat + "Z"
    }
}
