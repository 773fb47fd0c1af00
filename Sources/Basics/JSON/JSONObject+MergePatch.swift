extension JSONObject {
    /// The object after a merge patch (RFC 7396 §2): a member that is null takes one away, an object is merged into what
    /// stands there, and anything else takes its place.
    ///
    /// Members stay where they are; those that come come last, in the order of the patch.
    package func merged(with patch: JSONObject) -> JSONObject {
        let changes = Dictionary(patch.fields.map { ($0.$name, $0.value) }) { first, _ in first }
        let known = Set(fields.map(\.$name))
        let kept = fields.compactMap { field -> Field? in
            guard let change = changes[field.$name] else { return field }
            return change == .null ? nil : Field(name: field.name, value: change.merged(into: field.value))
        }
        let new = patch.fields.filter { $0.value != .null && !known.contains($0.$name) }
        return JSONObject(uncheckedFields: kept + new.map { Field(name: $0.name, value: $0.value.merged(into: .null)) })
    }
}

extension JSONValue {
    /// What a merge patch that is this value makes of another one.
    fileprivate func merged(into target: JSONValue) -> JSONValue {
        guard case .object(let patch) = self else { return self }
        let before: JSONObject = if case .object(let object) = target { object } else { [:] }
        return .object(before.merged(with: patch))
    }
}
