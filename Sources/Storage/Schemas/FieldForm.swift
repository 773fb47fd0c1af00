/// In which form of a resource a field stands.
package enum FieldForm: Sendable {
    /// As the server writes it.
    case answer
    /// As a client writes a new one: what it does not name, and what it gives as null, gets the field's standard.
    case creation
    /// As a client changes one that is there, by a merge patch (RFC 7396).
    case patch

    /// The name of the schema of an object in this form.
    package func name(_ type: String) -> String {
        switch self {
        case .answer: type
        case .creation: "New\(type)"
        case .patch: "\(type)Patch"
        }
    }
}
