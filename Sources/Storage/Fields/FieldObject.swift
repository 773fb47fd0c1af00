package import Basics

/// A value with fields of its own, which a merge patch changes one by one.
package protocol FieldObject: MergedFieldValue, FieldHolder {
    /// One with nothing in it; what is required is missing from it.
    static var blank: Self { get }
    /// What the API's description calls it.
    static var schemaName: String { get }
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
