import Basics
import Storage

/// A merge patch (RFC 7396) of a resource that is nothing but its declared fields.
struct MergePatch<Root: FieldHolder>: Sendable {
    private let fields: Patch<Root>

    /// Reads a merge patch.
    ///
    /// - Parameters:
    ///   - value: The input.
    ///   - readOnly: The members that the server alone writes.
    /// - Throws: A 422 ``Problem`` that names each field at fault.
    init(_ value: JSONValue, readOnly: Set<String>) throws {
        let collector = ProblemCollector()
        var reader = ObjectReader(value, at: "", collector)
        fields = Patch<Root>(&reader)
        reader.finish(readOnly: readOnly)
        try collector.throwIfAny()
    }

    /// Changes a resource.
    ///
    /// - Throws: A 422 ``Problem`` that names each field that it lacks.
    func apply(to root: inout Root) throws {
        var problems: [InputProblem] = []
        fields.apply(to: &root, noting: &problems)
        guard problems.isEmpty else { throw Problem(problems) }
    }
}
