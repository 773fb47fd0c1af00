public import Recurrence

/// A filter whose times are instants: what is left to do is to look at a task.
public indirect enum ResolvedFilter: Hashable, Sendable {
    /// One test.
    case test(Test)
    /// What the filter does not select.
    case not(ResolvedFilter)
    /// What all of these select; everything where there are none.
    case all([ResolvedFilter])
    /// What any of these selects; nothing where there are none.
    case any([ResolvedFilter])

    /// A test that each task passes or fails; nothing is unknown.
    public enum Test: Hashable, Sendable {
        /// Has one of these statuses, of which `open` and `closed` are none.
        case status(Set<FilterStatus>)
        /// Has one of these priorities.
        case priority(Set<FilterPriority>)
        /// Has one of these tags.
        case tag([String])
        /// Belongs to one of these projects.
        case project([FilterProject])
        /// Is an occurrence of one of these series, by the lower-case text of their ids.
        case series([String])
        /// Has this time, at or after one instant and before another; nil for no bound.
        case time(FilterDateField, from: UTCInstant?, before: UTCInstant?)
        /// Has one of these titles.
        case title([String])
        /// Has the words of one of these texts in a row, of the last a beginning at least.
        case words(FilterTextField, [String])
        /// Has one of these in the name or address of its place, whatever the case of A to Z.
        case location([String])
        /// Is open, and its time had passed at this instant.
        case overdue(UTCInstant)
        /// Waits for another task.
        case blocked
        /// A further occurrence can still follow it.
        case recurring
        /// Has a value in this field.
        case presence(FilterPresence)
    }
}
