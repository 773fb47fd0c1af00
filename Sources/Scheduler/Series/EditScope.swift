/// How far a change of one occurrence reaches.
///
/// Without a scope what an occurrence says of itself holds for those that are still to be born too, other times for this
/// one alone, and other rules for this one and those that follow.
public enum EditScope: String, CaseIterable, Hashable, Sendable {
    /// This occurrence alone; the series does not reach the changed fields any more.
    case this
    /// This one and those that follow, which become a series of their own (RFC 5545 §3.2.13, THISANDFUTURE).
    case following
    /// The series, and every occurrence that is still open or to come.
    case all
}
