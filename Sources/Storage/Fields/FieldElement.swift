package import Basics

/// An element of a list that is a field; a merge patch replaces the whole list.
package protocol FieldElement: Equatable, Sendable {
    /// Writes it as an element of an array.
    func write(elementTo json: inout JSONWriter)
    /// Reads a whole list; without the elements that cannot be read, which are noted as problems.
    static func read(elementsOf name: String, from reader: inout ObjectReader, atMost count: Int) -> [Self]?
    /// What a merge patch makes of a list by a member that is there and not null: unless elements keep something of those
    /// before, the member's list.
    static func edit(
        elementsOf name: String, from reader: inout ObjectReader, atMost count: Int
    ) -> FieldEdit<[Self]>?
    /// Notes what is wrong with it, whatever has it.
    func check(elementAt pointer: String, noting problems: inout [InputProblem])
    /// What it may be, in a form of the resource that has the list.
    static func elementSchema(_ form: FieldForm) -> Schema
}

extension FieldElement {
    package static func edit(
        elementsOf name: String, from reader: inout ObjectReader, atMost count: Int
    ) -> FieldEdit<[Self]>? {
        read(elementsOf: name, from: &reader, atMost: count).map { .set($0) }
    }

    package func check(elementAt pointer: String, noting problems: inout [InputProblem]) {}
}

extension Array: FieldValue where Element: FieldElement {
    @inline(__always)
    package func write(as name: StaticString, to json: inout JSONWriter, omitsNil: Bool) {
        json.field(name) { json in json.array(self) { $1.write(elementTo: &$0) } }
    }

    package static func read(_ name: String, from reader: inout ObjectReader, atMost count: Int) -> [Element]? {
        Element.read(elementsOf: name, from: &reader, atMost: count)
    }

    package static func edit(
        _ name: String, from reader: inout ObjectReader, atMost count: Int
    ) -> FieldEdit<[Element]>? {
        Element.edit(elementsOf: name, from: &reader, atMost: count)
    }

    package func check(at pointer: String, noting problems: inout [InputProblem]) {
        // By index: in unspecialized code each iterator costs a look-up of generic type metadata.
        var index = 0
        while index < count, problems.count < InputProblem.maxReported {
            self[index].check(elementAt: "\(pointer)/\(index)", noting: &problems)
            index += 1
        }
    }
}

extension String: FieldElement {
    @inline(__always)
    package func write(elementTo json: inout JSONWriter) { json.string(self) }

    package static func read(
        elementsOf name: String, from reader: inout ObjectReader, atMost count: Int
    ) -> [String]? {
        reader.strings(name, atMost: count)
    }
}

extension FieldElement where Self: FieldChoice {
    package func write(elementTo json: inout JSONWriter) { json.string(rawValue) }

    package static func read(
        elementsOf name: String, from reader: inout ObjectReader, atMost count: Int
    ) -> [Self]? {
        reader.texts(name, ObjectReader.names(of: Self.self), atMost: count) { Self(rawValue: $0) }
    }
}

extension TaskPriority: FieldElement {}

extension Identifier: FieldElement {
    @inline(__always)
    package func write(elementTo json: inout JSONWriter) { json.string(description) }

    package static func read(
        elementsOf name: String, from reader: inout ObjectReader, atMost count: Int
    ) -> [Identifier]? {
        reader.texts(name, "a UUID", atMost: count) { Identifier($0) }
    }
}
