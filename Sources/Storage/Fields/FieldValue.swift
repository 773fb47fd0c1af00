package import Basics
package import Recurrence

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

    /// Notes what is wrong with it, whatever has it.
    func check(at pointer: String, noting problems: inout [InputProblem])
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

    package func check(at pointer: String, noting problems: inout [InputProblem]) {
        self?.check(at: pointer, noting: &problems)
    }
}

extension String: FieldValue {
    @inline(__always)
    package func write(as name: StaticString, to json: inout JSONWriter, omitsNil: Bool) { json.field(name, self) }

    package static func read(_ name: String, from reader: inout ObjectReader, atMost count: Int) -> String? {
        reader.string(name)
    }
}

extension Int: FieldValue {
    @inline(__always)
    package func write(as name: StaticString, to json: inout JSONWriter, omitsNil: Bool) { json.field(name, self) }

    package static func read(_ name: String, from reader: inout ObjectReader, atMost count: Int) -> Int? {
        reader.integer(name)
    }
}

extension Double: FieldValue {
    @inline(__always)
    package func write(as name: StaticString, to json: inout JSONWriter, omitsNil: Bool) { json.field(name, self) }

    package static func read(_ name: String, from reader: inout ObjectReader, atMost count: Int) -> Double? {
        reader.number(name)
    }
}

extension Bool: FieldValue {
    @inline(__always)
    package func write(as name: StaticString, to json: inout JSONWriter, omitsNil: Bool) { json.field(name, self) }

    package static func read(_ name: String, from reader: inout ObjectReader, atMost count: Int) -> Bool? {
        reader.bool(name)
    }
}

extension CalendarDuration: FieldValue {
    @inline(__always)
    package func write(as name: StaticString, to json: inout JSONWriter, omitsNil: Bool) {
        json.field(name, description)
    }

    package static func read(_ name: String, from reader: inout ObjectReader, atMost count: Int) -> CalendarDuration? {
        reader.duration(name)
    }
}

extension Swift.Duration: FieldValue {
    package func write(as name: StaticString, to json: inout JSONWriter, omitsNil: Bool) { json.field(name, isoText) }

    package static func read(_ name: String, from reader: inout ObjectReader, atMost count: Int) -> Self? {
        reader.exactDuration(name)
    }
}

extension CivilTime: FieldValue {
    @inline(__always)
    package func write(as name: StaticString, to json: inout JSONWriter, omitsNil: Bool) { json.field(name, self) }

    package static func read(_ name: String, from reader: inout ObjectReader, atMost count: Int) -> Self? {
        reader.text(name, "a date such as 2026-11-21, or a time such as 2026-11-21T09:00:00") { Self($0) }
    }
}

extension Identifier: FieldValue {
    package func write(as name: StaticString, to json: inout JSONWriter, omitsNil: Bool) { json.field(name, self) }

    package static func read(_ name: String, from reader: inout ObjectReader, atMost count: Int) -> Self? {
        reader.text(name, "a UUID") { Self($0) }
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

/// One of a few words.
package protocol FieldChoice: FieldValue, RawRepresentable<String>, CaseIterable {}

extension FieldChoice {
    @inline(__always)
    package func write(as name: StaticString, to json: inout JSONWriter, omitsNil: Bool) { json.field(name, rawValue) }

    package static func read(_ name: String, from reader: inout ObjectReader, atMost count: Int) -> Self? {
        reader.choice(name)
    }
}

extension TaskStatus: FieldChoice {}
extension TaskPriority: FieldChoice {}
extension TaskRecurrence.Anchor: FieldChoice {}
extension TaskRecurrence.Missed: FieldChoice {}
extension TaskRecurrence.Respawn: FieldChoice {}

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
        for (index, element) in enumerated() where problems.count < InputProblem.maxReported {
            element.check(elementAt: "\(pointer)/\(index)", noting: &problems)
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

/// A value with fields of its own, which a merge patch changes one by one.
package protocol FieldObject: FieldValue, FieldHolder {
    /// One with nothing in it; what is required is missing from it.
    static var blank: Self { get }
}

extension FieldObject {
    @inline(__always)
    package func write(as name: StaticString, to json: inout JSONWriter, omitsNil: Bool) {
        json.field(name) { write(to: &$0) }
    }

    /// Writes it as an object.
    @inline(__always)
    package func write(to json: inout JSONWriter) {
        json.object { write(fieldsTo: &$0) }
    }

    package static func read(_ name: String, from reader: inout ObjectReader, atMost count: Int) -> Self? {
        guard let edit = editOptional(name, from: &reader, atMost: count) else { return nil }
        var problems: [InputProblem] = []
        let value = edit.apply(nil, reader.pointer(to: name), &problems)
        reader.collector.add(problems)
        return value
    }

    package static func editOptional(
        _ name: String, from reader: inout ObjectReader, atMost count: Int
    ) -> FieldEdit<Self?>? {
        guard var object = reader.object(name), object.isObject else { return nil }
        let patch = Patch<Self>(&object)
        object.finish()
        return FieldEdit(nested: patch.names) { before, pointer, problems in
            var value = before ?? blank
            patch.apply(to: &value, at: pointer, isNew: before == nil, noting: &problems)
            return value
        }
    }

    package func check(at pointer: String, noting problems: inout [InputProblem]) {
        checkFields(at: pointer, noting: &problems)
    }
}

extension FieldElement where Self: FieldObject {
    package func write(elementTo json: inout JSONWriter) { write(to: &json) }

    package static func read(
        elementsOf name: String, from reader: inout ObjectReader, atMost count: Int
    ) -> [Self]? {
        reader.objects(name, atMost: count)?.map { object in
            var (object, value, problems) = (object, blank, [InputProblem]())
            let patch = Patch<Self>(&object)
            object.finish()
            if object.isObject { patch.apply(to: &value, at: object.pointer, isNew: true, noting: &problems) }
            object.collector.add(problems)
            return value
        }
    }

    package func check(elementAt pointer: String, noting problems: inout [InputProblem]) {
        checkFields(at: pointer, noting: &problems)
    }
}
