import Basics

/// The fields of a type in the forms in which they are read and checked, made from its declaration once.
///
/// Reading and checking use rules and key paths as values. Swift instantiates those of a generic type again each time that
/// its declaration runs, which costs hundreds of times as much as using them.
final class FieldTable<Root: FieldHolder>: Sendable {
    /// Reads one field, or the fields of one part, where the object has it.
    typealias Reading = @Sendable (_ reader: inout ObjectReader, _ patch: inout Patch<Root>) -> Void
    /// Notes what is wrong with one field, or with one part.
    typealias Check = @Sendable (_ root: Root, _ pointer: String, _ problems: inout [InputProblem]) -> Void

    /// The fields as they are declared, those of parts among them.
    let descriptions: [FieldDescription]
    let readings: [Reading]
    let checks: [Check]
    /// Each adds one field, or those of one part, to the members of a schema.
    let members: [@Sendable (_ form: FieldForm, _ members: inout SchemaMembers) -> Void]

    private init() {
        var builder = FieldTableBuilder<Root>()
        Root.visitFields(&builder)
        (descriptions, readings, checks) = (builder.descriptions, builder.readings, builder.checks)
        members = builder.members
    }

    /// The table of the type.
    static var shared: FieldTable {
        if let table = fieldTables.withLock({ $0[ObjectIdentifier(Root.self)] }) as? FieldTable { return table }
        // Not under the lock: the table of a part is asked for while that of the whole is made.
        let table = FieldTable()
        fieldTables.withLock { $0[ObjectIdentifier(Root.self)] = table }
        return table
    }
}

/// The tables by type; a generic type has no place for one of its own.
private let fieldTables = Locked<[ObjectIdentifier: any AnyObject & Sendable]>([:])

private struct FieldTableBuilder<Root: FieldHolder>: FieldVisitor {
    var descriptions: [FieldDescription] = []
    var readings: [FieldTable<Root>.Reading] = []
    var checks: [FieldTable<Root>.Check] = []
    var members: [@Sendable (FieldForm, inout SchemaMembers) -> Void] = []

    mutating func field<Value: FieldValue>(
        _ name: StaticString, _ path: any WritableKeyPath<Root, Value> & Sendable,
        or standard: @autoclosure () -> Value, omitsNil: Bool, bit: TaskFields,
        _ rule: @autoclosure () -> FieldRule<Value>
    ) {
        let (member, rule, standard) = ("\(name)", rule(), standard())
        descriptions.append(FieldDescription(name: member, bit: bit, isRequired: rule.isRequired))
        readings.append { reader, patch in
            guard reader.holds(member) else { return }
            patch.read(member, path, or: standard, rule, lackedAs: name, from: &reader)
        }
        let suffix = "/\(member)"
        checks.append { root, pointer, problems in
            rule.check(root[keyPath: path], at: pointer.isEmpty ? suffix : pointer + suffix, noting: &problems)
        }
        members.append { form, members in
            let isLeftOut = Root.kinds.contains { $0.lack(of: name) != nil }
            FieldSchema(name: member, standard: standard, isLeftOut: isLeftOut, omitsNil: omitsNil, rule: rule)
                .add(to: &members, form)
        }
    }

    mutating func part<Part: FieldHolder>(_ path: any WritableKeyPath<Root, Part> & Sendable) {
        let part = FieldTable<Part>.shared
        descriptions += part.descriptions
        readings.append { reader, patch in
            var fields = Patch<Part>()
            for reading in part.readings { reading(&reader, &fields) }
            patch.add(fields, at: path)
        }
        checks.append { root, pointer, problems in
            root[keyPath: path].checkFields(at: pointer, noting: &problems)
        }
        members.append { form, members in members = members + Part.members(form) }
    }
}
