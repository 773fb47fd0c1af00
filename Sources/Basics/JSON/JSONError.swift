/// Why a text was not taken as JSON.
package struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong, in words.
    package var reason: String
    /// At which byte, from 0 on; the length of the text where it ends too early.
    package var offset: Int
    /// The value that it was found in, as a JSON Pointer (RFC 6901); empty for the whole.
    package var pointer = ""

    package var description: String {
        "\(reason), at byte \(offset)" + (pointer.isEmpty ? "" : " in \(pointer)")
    }

    /// The same error in a value that stands in another.
    func inside(_ name: String) -> JSONError {
        var error = self
        error.pointer = "/\(Self.reference(name))\(pointer)"
        return error
    }

    /// A name as a part of a JSON Pointer, of which no more is shown than helps to find it.
    package static func reference(_ name: String) -> String {
        // Nearly all names are short and plain.
        if name.utf8.count <= maxReference, !name.utf8.contains(where: isEscaped) { return name }
        let shown = name.unicodeScalars.prefix(maxReference)
        var escaped = String(String.UnicodeScalarView(shown.flatMap(escapes)))
        if shown.endIndex != name.unicodeScalars.endIndex { escaped += "…" }
        return escaped
    }

    private static let maxReference = 100

    private static func isEscaped(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "~") || byte == UInt8(ascii: "/") }

    private static func escapes(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
        switch scalar {
        case "~": ["~", "0"]
        case "/": ["~", "1"]
        default: [scalar]
        }
    }
}

/// How deep and how large a JSON text may be.
package struct JSONLimits: Hashable, Sendable {
    /// How many arrays and objects may lie in each other.
    package var depth: Int
    /// How many values there may be, those that lie in others counted too.
    package var values: Int

    /// For the body of a request.
    package static let request = JSONLimits(depth: 32, values: 20_000)
    /// For the body of a batch.
    package static let batch = JSONLimits(depth: 32, values: 200_000)
    /// For what taskd has written itself, which is bounded in bytes.
    package static let own = JSONLimits(depth: 64, values: .max)
}
