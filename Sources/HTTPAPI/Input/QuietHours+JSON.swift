import Recurrence
import Storage

extension ObjectReader {
    /// Quiet hours: the word `off`, or a window.
    mutating func quietHours(_ name: String) -> QuietHoursChoice? {
        guard let value = value(name) else { return nil }
        if let word = value.string {
            if word != "off" { collector.add(place(name), "must be an object or \"off\"") }
            return .off
        }
        var reader = ObjectReader(value, at: place(name), collector)
        let start = reader.timeOfDay("from")
        let end = reader.timeOfDay("until")
        let zone = reader.string("timeZone")
        let priority = reader.choice("letThrough", TaskPriority.self)
        reader.finish()
        guard let start, let end else { return nil }
        if start == end { collector.add(place(name), "must have a length: from and until are the same") }
        return .window(QuietHours(start: start, end: end, timeZone: zone, lettingThrough: priority))
    }

    /// A time of day, in seconds after midnight.
    private mutating func timeOfDay(_ name: String) -> Int? {
        if value(name) == nil { missing(name) }
        return text(name, "a time of day such as 22:00") { QuietHours.second($0) }
    }

    /// An ISO 8601 duration as an exact time, a day in it as 24 hours.
    mutating func exactDuration(_ name: String) -> Swift.Duration? {
        duration(name).map { .seconds($0.days * 86_400 + $0.seconds) }
    }
}
