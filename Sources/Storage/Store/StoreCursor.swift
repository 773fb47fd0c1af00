/// A position in a list of a store, from which the next page or step goes on.
///
/// It is opaque: the back end that made it is the only one that reads it. Its text can be handed to a client and back.
/// One that the back end did not make for this list is a ``StoreError`` with code `.invalidCursor`.
public struct StoreCursor: Hashable, Sendable, CustomStringConvertible {
    /// The text: ASCII letters, digits, `.`, `,`, `-` and `_`, at most 200 bytes.
    public let description: String

    /// Makes a cursor of its text; whether it means anything is found out where it is used.
    public init(_ text: String) {
        description = text
    }
}
