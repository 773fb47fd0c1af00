import Recurrence

/// Collects what cannot be read of a row, so that the rest of it can: one bad column must not take its row along, nor
/// one bad row those beside it.
package struct RowFaults {
    /// The fields at fault, by their names in the task's JSON, each once.
    package private(set) var fields: [String] = []
    private var reasons: [String] = []

    package init() {}

    /// Whether all could be read.
    package var isEmpty: Bool { fields.isEmpty }

    /// All that is wrong, in words; nil where nothing is.
    package var setAside: SetAside? {
        isEmpty ? nil : SetAside(reason: reasons.joined(separator: "; "), unreadableFields: fields)
    }

    /// What a closure reads; a value to go on with where it cannot.
    @inline(__always)
    package mutating func read<Value>(_ field: String, or fallback: Value, _ body: () throws -> Value) -> Value {
        do { return try body() } catch {
            note(field, error)
            return fallback
        }
    }

    /// Notes that a field cannot be read.
    package mutating func note(_ field: String, _ error: any Error) {
        if !fields.contains(field) { fields.append(field) }
        reasons.append("\(field) cannot be read: \(Self.words(for: error))")
    }

    /// What is wrong, briefly.
    package static func words(for error: any Error) -> String {
        let text =
            switch error {
            case let error as StoreError: error.description
            case let error as RecurrenceError: error.description
            case is DecodingError: "invalid JSON"
            default: "\(error)"
            }
        return String(text.prefix(300))
    }
}
