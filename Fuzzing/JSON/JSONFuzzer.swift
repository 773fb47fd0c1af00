import Foundation

/// The reader of JSON: what it takes Foundation's reader takes too, as the same value, and what it refuses it refuses
/// with a place in the text.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzJSON(_ data: UnsafePointer<UInt8>, _ size: Int) -> Int32 {
    let bytes = Array(UnsafeBufferPointer(start: data, count: size))
    do {
        let value = try JSONValue(json: bytes, limits: .request)
        guard let other = try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed) else {
            fatalError("Foundation refuses what was taken")
        }
        require(value.isEqual(to: other), "both read the same")
        require(value == (try? JSONValue(json: bytes, limits: .own)), "a wider limit changes nothing")
    } catch {
        require((0...size).contains(error.offset), "an error lies in the text")
        require(!error.reason.isEmpty, "an error says what is wrong")
        require((error.pointer.utf8.first ?? UInt8(ascii: "/")) == UInt8(ascii: "/"), "a pointer begins with a slash")
    }
    return 0
}

private func require(_ holds: Bool, _ claim: @autoclosure () -> String) {
    if !holds { fatalError("does not hold: \(claim())") }
}

extension JSONValue {
    fileprivate func isEqual(to other: Any) -> Bool {
        switch self {
        case .null: return other is NSNull
        case .bool(let value): return (other as? Bool) == value
        case .number(let value):
            guard let number = (other as? NSNumber)?.doubleValue else { return false }
            // Foundation makes decimal numbers of long ones, which lose some digits as they become doubles.
            return abs(number - value) <= max(abs(value) * 1e-13, 4 * .leastNonzeroMagnitude)
        case .string(let value): return (other as? String).map { $0.withoutMarks == value.withoutMarks } ?? false
        case .array(let items):
            guard let others = other as? [Any], others.count == items.count else { return false }
            return zip(items, others).allSatisfy { $0.isEqual(to: $1) }
        case .object(let object):
            guard let others = other as? [String: Any] else { return false }
            if object.fields.contains(where: { $0.name.unicodeScalars.contains("\u{FEFF}") }) { return true }
            guard others.count == object.count else { return false }
            return object.fields.allSatisfy { field in others[field.name].map(field.value.isEqual) ?? false }
        }
    }
}

extension String {
    /// The characters but for byte order marks, which Foundation drops from strings with escapes.
    fileprivate var withoutMarks: [Unicode.Scalar] { unicodeScalars.filter { $0 != "\u{FEFF}" } }
}
