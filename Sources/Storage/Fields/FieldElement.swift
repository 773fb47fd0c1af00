package import Basics

/// An element of a list that is a field; a merge patch replaces the whole list.
package protocol FieldElement: Equatable, Sendable {
    /// Writes it as an element of an array.
    func write(elementTo json: inout JSONWriter)
    /// Reads a whole list; without the elements that cannot be read, which are noted as problems.
    static func read(elementsOf name: String, from reader: inout ObjectReader, atMost count: Int) -> [Self]?
    /// Notes what is wrong with it, whatever has it.
    func check(elementAt pointer: String, noting problems: inout [InputProblem])
}

extension FieldElement {
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

    package func check(at pointer: String, noting problems: inout [InputProblem]) {
        // Not by an iterator: where the compiler does not know the element, its type is made anew each time.
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
