import Foundation

/// What the daemon answered: one JSON value, or nothing.
struct Answer: Hashable, Sendable {
    /// The bytes as they came.
    let body: [UInt8]

    /// The answer as it came, on a line of its own; nothing stays nothing.
    var line: String {
        let text = String(decoding: body, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        return text.isEmpty ? "" : text + "\n"
    }

    /// Reads the answer.
    ///
    /// - Throws: ``CommandFailure`` when it is something else than a daemon of this version answers.
    func read<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
        do {
            return try JSONDecoder().decode(type, from: Data(body))
        } catch {
            throw CommandFailure.failed("the answer makes no sense to this version; is it a taskd that answers?")
        }
    }
}

/// One page of a list.
struct ListPage<Item: Decodable>: Decodable {
    var items: [Item]
    var nextCursor: String?
}
