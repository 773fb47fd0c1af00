package import Basics

extension TaskProperties: MergedFieldValue {
    package func write(as name: StaticString, to json: inout JSONWriter, omitsNil: Bool) {
        json.field(name) { $0.raw(self.json.utf8) }
    }

    package static func schema(_ form: FieldForm) -> Schema { .dictionary() }

    /// Each property is set, merged or taken away by itself, whatever its name; where none is left there are no properties.
    package static func editOptional(
        _ name: String, from reader: inout ObjectReader, atMost count: Int
    ) -> FieldEdit<Self?>? {
        guard let value = reader.value(name) else { return nil }
        guard case .object(let patch) = value else {
            reader.collector.add(reader.pointer(to: name), "must be an object, not \(value.kind)")
            return nil
        }
        return FieldEdit(nested: []) { before, pointer, problems in
            let after = Self((before?.object ?? [:]).merged(with: patch))
            after?.check(at: pointer, noting: &problems)
            return after
        }
    }

    package func check(at pointer: String, noting problems: inout [InputProblem]) {
        let size = json.utf8.count
        guard size <= Bounds.bytes else {
            return problems.append(pointer, "must have at most \(Bounds.bytes) bytes as JSON, not \(size)")
        }
        var inspection = PropertyInspection(problems: problems)
        inspection.look(at: .object(object), pointer, depth: 1)
        problems = inspection.problems
        if inspection.values > Bounds.values + 1 {
            problems.append(pointer, "must have at most \(Bounds.values) values in all, not \(inspection.values - 1)")
        }
    }
}

/// Looks for what is not kept as it is, or not permitted, in values of JSON.
private struct PropertyInspection {
    /// Beyond it a number may stand for its neighbour (RFC 7493 §2.2), and would be another one when it is read back.
    private static let greatest = 9_007_199_254_740_991.0

    var problems: [InputProblem]
    /// How many values were looked at.
    private(set) var values = 0

    init(problems: [InputProblem]) {
        self.problems = problems
    }

    mutating func look(at value: JSONValue, _ pointer: String, depth: Int) {
        values += 1
        guard problems.count < InputProblem.maxReported else { return }
        switch value {
        case .object, .array:
            guard depth <= TaskProperties.Bounds.depth else {
                return problems.append(
                    pointer,
                    "must not be \(value.kind): at most \(TaskProperties.Bounds.depth) objects and arrays may lie in each other"
                )
            }
            lookInside(value, pointer, depth: depth + 1)
        case .number(let number) where abs(number) > Self.greatest:
            problems.append(
                pointer, "must be a number from -9007199254740991 to 9007199254740991, or a string with its digits")
        case .string(let text) where text.utf8.contains(0): problems.append(pointer, "must not contain U+0000")
        case .string, .number, .bool, .null: break
        }
    }

    private mutating func lookInside(_ value: JSONValue, _ pointer: String, depth: Int) {
        switch value {
        case .array(let items):
            for (index, item) in items.enumerated() { look(at: item, "\(pointer)/\(index)", depth: depth) }
        case .object(let object):
            for field in object.fields {
                let place = "\(pointer)/\(JSONError.reference(field.name))"
                if let complaint = Self.complaint(aboutName: field.name) { problems.append(place, complaint) }
                look(at: field.value, place, depth: depth)
            }
        case .string, .number, .bool, .null: break
        }
    }

    private static func complaint(aboutName name: String) -> String? {
        let (count, limit) = (name.unicodeScalars.count, TaskProperties.Bounds.nameLength)
        if !(1...limit).contains(count) {
            return "must have a name of 1 to \(limit) characters (Unicode scalars), not \(count)"
        }
        return name.utf8.contains(0) ? "must have a name without U+0000" : nil
    }
}
