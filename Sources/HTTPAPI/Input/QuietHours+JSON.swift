import Basics
import Recurrence
import Scheduler
import Storage

extension ObjectReader {
    /// Quiet hours: the word `off`, or a window, of which a part may be changed.
    mutating func quietHours(_ name: String, changing before: QuietHoursChoice?) -> QuietHoursChoice? {
        if isNull(name) { return nil }
        guard let value = value(name) else { return before }
        if let word = value.string {
            if word != "off" { collector.add(place(name), "must be an object or \"off\"") }
            return .off
        }
        var reader = ObjectReader(value, at: place(name), collector)
        let window: QuietHours? = if case .window(let hours)? = before { hours } else { nil }
        let start = reader.timeOfDay("from", or: window?.start)
        let end = reader.timeOfDay("until", or: window?.end)
        var (zone, priority) = (window?.timeZone, window?.lettingThrough)
        reader.change(&zone, "timeZone", or: nil) { $0.string("timeZone", atMost: TaskDraft.Bounds.zoneLength) }
        reader.change(&priority, "letThrough", or: nil) { $0.choice("letThrough") }
        reader.finish()
        guard let start, let end else { return nil }
        if start == end { collector.add(place(name), "must have a length: from and until are the same") }
        return .window(QuietHours(start: start, end: end, timeZone: zone, lettingThrough: priority))
    }

    /// A time of day, in seconds after midnight.
    private mutating func timeOfDay(_ name: String, or before: Int?) -> Int? {
        guard holds(name) || before == nil else { return before }
        if value(name) == nil { missing(name) }
        return text(name, "a time of day such as 22:00") { QuietHours.second($0) }
    }

    /// An ISO 8601 duration as an exact time, a day in it as 24 hours.
    mutating func exactDuration(_ name: String) -> Swift.Duration? {
        duration(name).map { .seconds($0.days * 86_400 + $0.seconds) }
    }
}
