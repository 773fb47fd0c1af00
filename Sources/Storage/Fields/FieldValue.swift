package import Basics

/// A value that a field can have, and its form in JSON.
package protocol FieldValue: Equatable, Sendable {
    /// Writes it as a member of an object; nil as null, unless nil is left out.
    func write(as name: StaticString, to json: inout JSONWriter, omitsNil: Bool)

    /// Reads a member that is there and not null.
    ///
    /// - Parameters:
    ///   - name: The member.
    ///   - reader: The object that has it.
    ///   - count: How many elements a list may have.
    /// - Returns: The value; nil where it cannot be read, which is noted as a problem.
    static func read(_ name: String, from reader: inout ObjectReader, atMost count: Int) -> Self?

    /// What a merge patch makes of it by a member that is there and not null: unless the value has fields of its own,
    /// the member's value, whatever there was before.
    static func edit(_ name: String, from reader: inout ObjectReader, atMost count: Int) -> FieldEdit<Self>?

    /// The same where there may have been none before.
    static func editOptional(_ name: String, from reader: inout ObjectReader, atMost count: Int) -> FieldEdit<Self?>?

    /// Whether both are the same: of texts, whether they are the same bytes.
    func isSame(as other: Self) -> Bool

    /// Notes what is wrong with it, whatever has it.
    func check(at pointer: String, noting problems: inout [InputProblem])

    /// What it may be, in a form of the resource that has it, as far as that follows from its type.
    static func schema(_ form: FieldForm) -> Schema
}

extension FieldValue {
    package static func edit(
        _ name: String, from reader: inout ObjectReader, atMost count: Int
    ) -> FieldEdit<Self>? {
        read(name, from: &reader, atMost: count).map { .set($0) }
    }

    package static func editOptional(
        _ name: String, from reader: inout ObjectReader, atMost count: Int
    ) -> FieldEdit<Self?>? {
        read(name, from: &reader, atMost: count).map { .set($0) }
    }

    package func isSame(as other: Self) -> Bool { self == other }

    package func check(at pointer: String, noting problems: inout [InputProblem]) {}
}

extension Optional: FieldValue where Wrapped: FieldValue {
    @inline(__always)
    package func write(as name: StaticString, to json: inout JSONWriter, omitsNil: Bool) {
        if let self {
            self.write(as: name, to: &json, omitsNil: omitsNil)
        } else if !omitsNil {
            json.field(name) { $0.null() }
        }
    }

    package static func read(_ name: String, from reader: inout ObjectReader, atMost count: Int) -> Wrapped?? {
        Wrapped.read(name, from: &reader, atMost: count).map { .some($0) }
    }

    package static func edit(
        _ name: String, from reader: inout ObjectReader, atMost count: Int
    ) -> FieldEdit<Self>? {
        Wrapped.editOptional(name, from: &reader, atMost: count)
    }

    package func isSame(as other: Self) -> Bool {
        guard let self, let other else { return self == nil && other == nil }
        return self.isSame(as: other)
    }

    package func check(at pointer: String, noting problems: inout [InputProblem]) {
        self?.check(at: pointer, noting: &problems)
    }
}

/// What the server writes, and passes over in what it reads, so that what was read can be sent back.
package struct ReadOnly<Value: FieldValue>: FieldValue {
    package var value: Value

    package init(_ value: Value) {
        self.value = value
    }

    package func write(as name: StaticString, to json: inout JSONWriter, omitsNil: Bool) {
        value.write(as: name, to: &json, omitsNil: omitsNil)
    }

    package static func read(_ name: String, from reader: inout ObjectReader, atMost count: Int) -> Self? {
        reader.ignore([name])
        return nil
    }
}
