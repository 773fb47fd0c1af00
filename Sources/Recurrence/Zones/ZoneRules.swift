/// The rules of one time zone: which offset from UTC holds when, without end.
public struct ZoneRules: Sendable {
    /// The name that was given, such as `Europe/Berlin`.
    public let identifier: String
    let timeline: ZoneTimeline

    /// UTC itself.
    public static let utc = ZoneRules(
        identifier: "UTC",
        timeline: ZoneTimeline(transitions: [], offsets: [0], cycleCount: 0)
    )

    init(identifier: String, timeline: ZoneTimeline) {
        self.identifier = identifier
        self.timeline = timeline
    }

    /// Reads the bytes of a TZif file (RFC 9636, versions 1 to 4) with its footer.
    ///
    /// A file made for clocks that count leap seconds is read as well; instants here count none. Where a footer is
    /// empty, or in version 1, the last offset holds for ever.
    ///
    /// - Parameters:
    ///   - identifier: The zone's name, kept as given.
    ///   - tzif: The whole file, at most 1 MiB.
    /// - Throws: `RecurrenceError` with `.zone` and the byte offset where the data is damaged.
    public init(identifier: String, tzif: [UInt8]) throws(RecurrenceError) {
        self.identifier = identifier
        var file = TZifFile(bytes: tzif)
        timeline = try file.makeTimeline()
    }

    /// Reads a VTIMEZONE component of iCalendar text (RFC 5545 §3.6.5); its TZID becomes the identifier.
    ///
    /// Before the first onset the TZOFFSETFROM of that onset holds. DTSTART is an onset where a part has no RRULE;
    /// with one it is an onset if the rule matches it, since files of Outlook begin in 1601 at a day that the rule
    /// does not give. Rules without end go on for ever. Where two parts begin at one instant, the later counts.
    ///
    /// - Parameter vtimezone: From `BEGIN:VTIMEZONE` to `END:VTIMEZONE`, folded or not, with CRLF or LF, at most 1 MiB.
    /// - Throws: `RecurrenceError` with the property in `part` and its `line`: `.syntax` for what is missing or no
    ///   component, `.value` for a value that cannot be read, `.conflict` for what stands twice, `.unsupported` for a
    ///   rule without end that is not yearly, `.limit` for too much.
    public init(vtimezone: String) throws(RecurrenceError) {
        let component = try ZoneComponent(vtimezone)
        identifier = component.identifier
        timeline = try ObservanceTimeline(component.observances).timeline()
    }

    /// Seconds east of UTC at that instant.
    public func offset(at instant: UTCInstant) -> Int {
        timeline.segment(timeline.index(at: instant.wholeSeconds)).offset
    }

    /// What a clock on the wall shows at that instant, to the whole second below.
    public func civilDateTime(at instant: UTCInstant) -> CivilDateTime {
        CivilDateTime(secondsSinceEpoch: instant.wholeSeconds + offset(at: instant))
    }

    /// The instant of a local time moved by a duration: days on the local calendar first, then exact seconds.
    public func instant(of local: CivilDateTime, adding duration: CalendarDuration) -> UTCInstant {
        let moved = CivilDateTime(date: local.date.adding(days: duration.days), secondOfDay: local.secondOfDay)
        return instant(of: moved).advanced(by: .seconds(duration.seconds))
    }
}
