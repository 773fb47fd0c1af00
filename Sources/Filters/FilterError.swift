/// Why a text is no filter, and where.
public struct FilterError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of fault it is; callers compare it.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        private enum Kind: String { case syntax, unknownField, value, comparison, limit }
        private let kind: Kind

        /// Something is missing, or stands where it cannot.
        public static let syntax = Code(kind: .syntax)
        /// There is no field of this name.
        public static let unknownField = Code(kind: .unknownField)
        /// The field has no such value.
        public static let value = Code(kind: .value)
        /// The field cannot be compared in this way.
        public static let comparison = Code(kind: .comparison)
        /// The filter is larger than is accepted.
        public static let limit = Code(kind: .limit)

        /// The code's name, stable for logs.
        public var description: String { kind.rawValue }
    }

    /// The kind of fault.
    public var code: Code
    /// What is wrong and how to mend it, in one sentence.
    public var reason: String
    /// The bytes at fault, counted from 0 in the text's UTF-8; empty where something is missing.
    public var range: Range<Int>
    /// What was probably meant in their place.
    public var suggestion: String?

    /// Makes an error from its members.
    public init(_ code: Code, _ reason: String, at range: Range<Int>, suggestion: String? = nil) {
        (self.code, self.reason, self.range, self.suggestion) = (code, reason, range, suggestion)
    }

    /// The reason, the suggestion and the place in one line.
    public var description: String {
        let question = suggestion.map { "; did you mean \($0)?" } ?? ""
        return "\(reason)\(question) (at byte \(range.lowerBound))"
    }
}
