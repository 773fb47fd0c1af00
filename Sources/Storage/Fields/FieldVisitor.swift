package import Basics

/// Goes through the fields of a resource, each of which is declared once, in `visitFields`.
///
/// Writing, comparing, and making the ``FieldTable`` that reading and checking use are visitors. Where one is specialized
/// for its resource, the key path of a field costs no more than naming the property.
package protocol FieldVisitor<Root> {
    /// What has the fields.
    associatedtype Root: Sendable

    /// Does what the visitor does with one field.
    ///
    /// - Parameters:
    ///   - name: The member of the JSON object.
    ///   - path: Where the value is kept.
    ///   - standard: What a new resource has, and what null makes of the field.
    ///   - omitsNil: Whether the member is left out where the value is nil, instead of being null.
    ///   - bit: The bit by which an occurrence of a series overrides the field; empty where it has none.
    ///   - rule: What is permitted.
    mutating func field<Value: FieldValue>(
        _ name: StaticString, _ path: any WritableKeyPath<Root, Value> & Sendable,
        or standard: @autoclosure () -> Value, omitsNil: Bool, bit: TaskFields,
        _ rule: @autoclosure () -> FieldRule<Value>)

    /// Goes through the fields of a part whose members stand among the resource's own.
    mutating func part<Part: FieldHolder>(_ path: any WritableKeyPath<Root, Part> & Sendable)
}

extension FieldVisitor {
    /// A field that no occurrence overrides, and that is always written.
    ///
    /// Transparent, so that a key path stays the constant that it is where it was written; read as a value it costs a
    /// hundred times as much.
    @_transparent
    package mutating func field<Value: FieldValue>(
        _ name: StaticString, _ path: any WritableKeyPath<Root, Value> & Sendable,
        or standard: @autoclosure () -> Value, _ rule: @autoclosure () -> FieldRule<Value> = .any
    ) {
        field(name, path, or: standard(), omitsNil: false, bit: [], rule())
    }

    /// A field that is always written.
    @_transparent
    package mutating func field<Value: FieldValue>(
        _ name: StaticString, _ path: any WritableKeyPath<Root, Value> & Sendable,
        or standard: @autoclosure () -> Value, bit: TaskFields, _ rule: @autoclosure () -> FieldRule<Value> = .any
    ) {
        field(name, path, or: standard(), omitsNil: false, bit: bit, rule())
    }
}

/// Something with fields that a client reads and writes.
package protocol FieldHolder: Sendable {
    /// Names each field once, in the order in which they are written.
    static func visitFields(_ fields: inout some FieldVisitor<Self>)

    /// Notes what is wrong with the fields beside each other.
    func checkTogether(at pointer: String, noting problems: inout [InputProblem])

    /// Why this one lacks a field that others of its type have, as a command lacks a webhook's; nil where it has it.
    ///
    /// What it lacks is not written, and refused unless it is null.
    func lack(of field: StaticString) -> String?

    /// One of each kind that lacks fields which others of the type have; none where all have the same.
    static var kinds: [Self] { get }
}

extension FieldHolder {
    @inline(__always)
    package func lack(of field: StaticString) -> String? { nil }

    package static var kinds: [Self] { [] }

    package func checkTogether(at pointer: String, noting problems: inout [InputProblem]) {}

    /// Notes what is wrong with each field by itself, and with all of them beside each other.
    package func checkFields(at pointer: String = "", noting problems: inout [InputProblem]) {
        for check in FieldTable<Self>.shared.checks { check(self, pointer, &problems) }
        checkTogether(at: pointer, noting: &problems)
    }

    /// Writes the fields into an object that may hold more.
    @inline(__always)
    package func write(fieldsTo json: inout JSONWriter) {
        var writer = FieldWriter(root: self, json: json.taken())
        Self.visitFields(&writer)
        json = writer.json
    }

    /// The fields as they are declared.
    package static var fieldList: [FieldDescription] { FieldTable<Self>.shared.descriptions }
}

/// What can be said of a field without a resource that has it.
package struct FieldDescription: Hashable, Sendable {
    /// The member of the JSON object.
    package let name: String
    /// The bit by which an occurrence of a series overrides it.
    package let bit: TaskFields
    /// Whether a new resource must name it.
    package let isRequired: Bool

    package init(name: String, bit: TaskFields, isRequired: Bool) {
        (self.name, self.bit, self.isRequired) = (name, bit, isRequired)
    }
}

/// Writes each field; on the path of every firing and list.
package struct FieldWriter<Root: FieldHolder>: FieldVisitor {
    private let root: Root
    package private(set) var json: JSONWriter

    @inline(__always)
    init(root: Root, json: consuming JSONWriter) {
        (self.root, self.json) = (root, json)
    }

    @inline(__always)
    package mutating func field<Value: FieldValue>(
        _ name: StaticString, _ path: any WritableKeyPath<Root, Value> & Sendable,
        or standard: @autoclosure () -> Value, omitsNil: Bool, bit: TaskFields,
        _ rule: @autoclosure () -> FieldRule<Value>
    ) {
        guard root.lack(of: name) == nil else { return }
        root[keyPath: path].write(as: name, to: &json, omitsNil: omitsNil)
    }

    @inline(__always)
    package mutating func part<Part: FieldHolder>(_ path: any WritableKeyPath<Root, Part> & Sendable) {
        root[keyPath: path].write(fieldsTo: &json)
    }
}

extension JSONWriter {
    /// What was written so far, to go on with elsewhere without a copy of it.
    @inline(__always)
    fileprivate mutating func taken() -> JSONWriter {
        var taken = JSONWriter.empty
        swap(&self, &taken)
        return taken
    }
}
