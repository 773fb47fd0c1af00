/// What becomes of a day that its month does not have (RFC 7529 §4.1 SKIP).
public enum RuleSkip: Hashable, Sendable, CaseIterable, CustomStringConvertible {
    /// The day is left out.
    case omit
    /// The last valid day before its place counts instead: of the same month or, where the day is counted from the end
    /// and lies before the first, of the month before.
    case backward
    /// The first valid day after its place counts instead: of the next month or, where the day is counted from the end
    /// and lies before the first, of the same month.
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
