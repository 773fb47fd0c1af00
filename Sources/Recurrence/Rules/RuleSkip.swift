/// What becomes of a day that its month does not have (RFC 7529 §4.1 SKIP).
public enum RuleSkip: Hashable, Sendable, CaseIterable, CustomStringConvertible {
    /// The day is left out.
    case omit
    /// The last day of the month before it counts instead.
    case backward
    /// The first day after it counts instead.
    case forward

    /// The word of RFC 7529, such as `BACKWARD`.
    public var description: String { "\(name)" }

    var name: StaticString {
        switch self {
        case .omit: "OMIT"
        case .backward: "BACKWARD"
        case .forward: "FORWARD"
        }
    }
}
