/// All that iterating over a set needs, made once.
///
/// A class, so that a search takes one reference to it and copies nothing; it never changes.
final class CompiledSet: Sendable {
    let rules: [CompiledRule]
    /// RDATE, ascending by instant.
    let addedMoments: [Moment]
    let exceptions: ExceptionDates
    /// EXRULE.
    let exceptionRules: [CompiledRule]
    let reading: LocalReading
    /// Whether the set is of whole days.
    let isDate: Bool

    var timeline: ZoneTimeline { reading.timeline }

    init(
        rules: [CompiledRule], addedMoments: [Moment], exceptions: ExceptionDates, exceptionRules: [CompiledRule],
        reading: LocalReading, isDate: Bool
    ) {
        self.rules = rules
        self.addedMoments = addedMoments
        self.exceptions = exceptions
        self.exceptionRules = exceptionRules
        self.reading = reading
        self.isDate = isDate
    }

    /// The same set with other rules.
    func with(rules: [CompiledRule]) -> CompiledSet {
        CompiledSet(
            rules: rules, addedMoments: addedMoments, exceptions: exceptions, exceptionRules: exceptionRules,
            reading: reading, isDate: isDate)
    }

    func exceptionStreams(from instant: Int) -> MergedStreams {
        MergedStreams(
            exceptionRules, added: AddedMoments([], from: 0), reading: reading, from: .instant(instant))
    }
}
