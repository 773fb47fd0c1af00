import Basics
package import Recurrence
package import Storage

/// Until when something lasts, as a client says it: for a time, or until one.
package struct TimeLimit: FieldHolder {
    /// For how long.
    package var duration: CalendarDuration?
    /// Until when.
    package var until: TaskDraft.Time?

    package init(until: UTCInstant? = nil) {
        self.until = until.map { .instant($0) }
    }

    package static func visitFields(_ fields: inout some FieldVisitor<TimeLimit>) {
        fields.field(
            "for", \.duration, or: nil, omitsNil: true, bit: [], .any.described("How long, instead of until."))
        fields.field("until", \.until, or: nil, .any.described("When it ends."))
    }

    /// The member that says it.
    package var pointer: String { duration == nil ? "/until" : "/for" }

    /// The instant; nil beyond the ``TimeRange``, and where nothing was said.
    package func instant(from now: UTCInstant, in zone: ZoneRules) -> UTCInstant? {
        switch (duration, until) {
        case (let duration?, _): LocalTime(now, in: zone)?.instant(in: zone, adding: duration)
        case (nil, .instant(let instant)?): TimeRange.contains(instant.roundedUpToSecond) ? instant : nil
        case (nil, .civil(let civil)?): LocalTime(civil)?.instant(in: zone)
        case (nil, nil): nil
        }
    }
}
