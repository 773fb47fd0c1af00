/// A phrase of the form in which rules are printed: `2026-11-23 RRULE:FREQ=WEEKLY anchor=completion`.
struct PrintedRule {
    /// What stands before the rule.
    let first: UnsafeBufferPointer<UInt8>
    /// The rule, without its name.
    let rule: UnsafeBufferPointer<UInt8>
    let isAnchoredAtCompletion: Bool

    private static let name: StaticString = " RRULE:"
    private static let anchor: StaticString = " anchor=completion"

    /// Nothing where it is not of that form.
    init?(_ phrase: UnsafeBufferPointer<UInt8>) {
        guard phrase.count <= 1_024, let begin = Self.place(of: Self.name, in: phrase) else { return nil }
        first = UnsafeBufferPointer(rebasing: phrase[..<begin])
        let rest = UnsafeBufferPointer(rebasing: phrase[(begin + Self.name.utf8CodeUnitCount)...])
        let end = rest.count - Self.anchor.utf8CodeUnitCount
        isAnchoredAtCompletion = end > 0 && Self.place(of: Self.anchor, in: rest) == end
        rule = isAnchoredAtCompletion ? UnsafeBufferPointer(rebasing: rest[..<end]) : rest
    }

    private static func place(of word: StaticString, in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        word.withUTF8Buffer { letters in
            guard bytes.count >= letters.count else { return nil }
            return (0...(bytes.count - letters.count)).first { start in
                letters.indices.allSatisfy { letters[$0] == bytes[start + $0] }
            }
        }
    }
}
