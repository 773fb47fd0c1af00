/// Why a rule, a date, a duration or a zone could not be taken.
public struct RecurrenceError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of fault it is; callers compare it.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        private enum Kind: String { case syntax, value, conflict, unsupported, limit, zone }
        private let kind: Kind

        /// The text is not of the form that the RFC asks for.
        public static let syntax = Code(kind: .syntax)
        /// A value lies outside its range or names a day that does not exist.
        public static let value = Code(kind: .value)
        /// Two parts exclude each other, or a part is not allowed with this frequency.
        public static let conflict = Code(kind: .conflict)
        /// The RFC allows it, this library does not evaluate it.
        public static let unsupported = Code(kind: .unsupported)
        /// The input is larger than is accepted.
        public static let limit = Code(kind: .limit)
        /// The zone data is damaged.
        public static let zone = Code(kind: .zone)

        /// The code's name, stable for logs.
        public var description: String { kind.rawValue }
    }

    /// The kind of fault.
    public var code: Code
    /// What is wrong and how to mend it, in one sentence.
    public var message: String
    /// The part at fault as the RFC spells it, such as `BYDAY` or `DTSTART`.
    public var part: String?
    /// The byte offset of the fault in the text given, counted from 0.
    public var offset: Int?
    /// The line of the fault, counted from 1, in text that has lines; of a folded line the first.
    public var line: Int?

    /// Makes an error from its members.
    public init(code: Code, message: String, part: String? = nil, offset: Int? = nil, line: Int? = nil) {
        self.code = code
        self.message = message
        self.part = part
        self.offset = offset
        self.line = line
    }

    /// The part, the message and the place in one line.
    public var description: String {
        let places = [line.map { "in line \($0)" }, offset.map { "at byte \($0)" }].compactMap(\.self)
        let place = places.isEmpty ? "" : " (" + places.joined(separator: ", ") + ")"
        return (part.map { "\($0): " } ?? "") + message + place
    }
}
