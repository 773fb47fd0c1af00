/// All that iterating over a set needs, made once.
///
/// A class, so that a search takes one reference to it and copies nothing; it never changes.
final class CompiledSet: Sendable {
    let rules: [CompiledRule]
    /// RDATE, ascending by instant.
    let addedMoments: [Moment]
    let exceptions: ExceptionDates
    let timeline: ZoneTimeline
    /// Whether the set is of whole days.
    let isDate: Bool

    init(
        rules: [CompiledRule], addedMoments: [Moment], exceptions: ExceptionDates, timeline: ZoneTimeline, isDate: Bool
    ) {
        self.rules = rules
        self.addedMoments = addedMoments
        self.exceptions = exceptions
        self.timeline = timeline
        self.isDate = isDate
    }
}
