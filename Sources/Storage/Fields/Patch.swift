/// What a merge patch (RFC 7396) makes of the value of one field.
package struct FieldEdit<Value>: Sendable {
    /// The members that it names within the value; nil where the member's value replaces the whole of it.
    package var nested: [String]?
    /// The value after the change, by the value before; notes what is missing from it.
    package var apply: @Sendable (_ before: Value, _ pointer: String, _ problems: inout [InputProblem]) -> Value

    /// Makes it a value, whatever it was before.
    package static func set(_ value: Value) -> FieldEdit where Value: Sendable {
        FieldEdit { _, _, _ in value }
    }
}

/// A merge patch (RFC 7396) of a resource, read and typed: a member that is missing keeps the field, null clears it, a
/// value sets it; of a value with fields of its own each is kept, cleared or set by itself.
///
/// A new resource is a patch of an empty one.
package struct Patch<Root: FieldHolder>: Sendable {
    private var edits: [@Sendable (inout Root, String, inout [InputProblem]) -> Void] = []
    /// The members that it names; those within a value follow that, as in `recurrence/rrule`.
    package private(set) var names: [String] = []
    /// Those of its own that are not null.
    private var given: [StaticString] = []

    /// Changes nothing.
    package init() {}

    /// Reads the fields from the members of an object, and notes what is wrong with them.
    ///
    /// - Parameter reader: The object. Members that are no fields of the resource are left to whoever reads on.
    package init(_ reader: inout ObjectReader) {
        for reading in FieldTable<Root>.shared.readings { reading(&reader, &self) }
    }

    /// Whether it names a member.
    package func holds(_ name: String) -> Bool { names.contains(name) }

    /// The fields of a series' content that it names.
    package var taskFields: TaskFields { TaskFields(members: names) }

    /// Changes a resource.
    ///
    /// - Parameters:
    ///   - root: What is changed.
    ///   - pointer: Its JSON Pointer in the input.
    ///   - isNew: Whether it is a new one, which must have what is required.
    ///   - problems: Takes up what is missing.
    package func apply(
        to root: inout Root, at pointer: String = "", isNew: Bool = false, noting problems: inout [InputProblem]
    ) {
        if isNew {
            for field in Root.fieldList where field.isRequired && !holds(field.name) {
                problems.append("\(pointer)/\(field.name)", "is missing")
            }
        }
        for name in given {
            if let reason = root.lack(of: name) { problems.append("\(pointer)/\(name)", reason) }
        }
        carryOut(on: &root, pointer, &problems)
    }

    private func carryOut(on root: inout Root, _ pointer: String, _ problems: inout [InputProblem]) {
        for edit in edits { edit(&root, pointer, &problems) }
    }

    /// Reads a field that the object has, and notes what is wrong with it.
    mutating func read<Value: FieldValue>(
        _ name: String, _ path: any WritableKeyPath<Root, Value> & Sendable, or standard: Value,
        _ rule: FieldRule<Value>, lackedAs member: StaticString, from reader: inout ObjectReader
    ) {
        if reader.isNull(name) {
            guard rule.isRequired else { return add(name, path, .set(standard)) }
            reader.missing(name)
            return names.append(name)
        }
        given.append(member)
        let known = reader.collector.problems.count
        guard let edit = Value.edit(name, from: &reader, atMost: rule.maxCount) else { return names.append(name) }
        // What replaces the whole can be checked now, unless an element is missing from it that could not be read: the
        // others have moved up. Of a part that is merged its reader has checked the members.
        if edit.nested == nil, reader.collector.problems.count == known {
            let pointer = reader.pointer(to: name)
            var problems: [InputProblem] = []
            let value = edit.apply(standard, pointer, &problems)
            rule.check(value, at: pointer, noting: &problems)
            reader.collector.add(problems)
        }
        add(name, path, edit)
    }

    private mutating func add<Value: Sendable>(
        _ name: String, _ path: any WritableKeyPath<Root, Value> & Sendable, _ edit: FieldEdit<Value>
    ) {
        names.append(name)
        if let nested = edit.nested { names += nested.map { "\(name)/\($0)" } }
        edits.append { root, pointer, problems in
            root[keyPath: path] = edit.apply(root[keyPath: path], "\(pointer)/\(name)", &problems)
        }
    }

    /// Takes over what was read of a part.
    mutating func add<Part>(_ patch: Patch<Part>, at path: any WritableKeyPath<Root, Part> & Sendable) {
        guard !patch.names.isEmpty else { return }
        names += patch.names
        edits.append { patch.carryOut(on: &$0[keyPath: path], $1, &$2) }
    }
}
