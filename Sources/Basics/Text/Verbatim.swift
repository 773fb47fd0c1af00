/// A text that is equal to no other bytes than its own.
///
/// To Swift strings are equal whose letters are composed in different ways, such as `é` and `e` with an accent after it.
/// To whoever keeps what somebody else wrote they are different texts: a change of one to the other is a change, and as
/// names of members in an object of JSON they are two (RFC 8259 §8.3).
@frozen
@propertyWrapper
public struct Verbatim<Text: VerbatimComparable>: Hashable, Sendable {
    /// The text.
    public var wrappedValue: Text

    /// Takes a text.
    @inlinable
    public init(wrappedValue: Text) {
        self.wrappedValue = wrappedValue
    }

    /// The text, to be compared with others and to be a key.
    @inlinable public var projectedValue: Self { self }

    /// Whether both are the same bytes.
    @inlinable
    public static func == (left: Self, right: Self) -> Bool { left.wrappedValue.isVerbatim(right.wrappedValue) }

    /// Takes up the bytes.
    @inlinable
    public func hash(into hasher: inout Hasher) { wrappedValue.hash(verbatimInto: &hasher) }
}

/// What can be compared by its bytes.
public protocol VerbatimComparable: Sendable {
    /// Whether both are the same bytes.
    func isVerbatim(_ other: Self) -> Bool
    /// Takes up the bytes.
    func hash(verbatimInto hasher: inout Hasher)
}

extension String: VerbatimComparable {
    /// Whether both are the same bytes.
    @inlinable
    public func isVerbatim(_ other: String) -> Bool {
        utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
    }

    /// Takes up the bytes.
    @inlinable
    public func hash(verbatimInto hasher: inout Hasher) {
        var text = self
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        hasher.combine(0xFF as UInt8)
    }
}

extension Optional: VerbatimComparable where Wrapped: VerbatimComparable {
    /// Whether both are the same bytes.
    @inlinable
    public func isVerbatim(_ other: Wrapped?) -> Bool {
        guard let self, let other else { return self == nil && other == nil }
        return self.isVerbatim(other)
    }

    /// Takes up the bytes.
    @inlinable
    public func hash(verbatimInto hasher: inout Hasher) {
        hasher.combine(self != nil)
        self?.hash(verbatimInto: &hasher)
    }
}
