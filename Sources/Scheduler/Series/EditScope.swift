/// How far a change of one occurrence reaches.
public enum EditScope: String, CaseIterable, Hashable, Sendable {
    /// This occurrence alone; those that follow are as if nothing had happened.
    case this
    /// This one and those that follow, which become a series of their own (RFC 5545 §3.2.13, THISANDFUTURE).
    case following
    /// Every occurrence that is still open or to come.
    case all
}
