extension JSONReader {
    /// Reads a string, from its first quote on.
    mutating func string() throws(JSONError) -> String {
        position += 1
        let start = position
        var segment = position
        var hasEscapes = false
        while let byte = peek {
            switch byte {
            case UInt8(ascii: "\""):
                position += 1
                guard hasEscapes else { return try text(bytes[start..<(position - 1)], from: start) }
                unescaped.append(contentsOf: bytes[segment..<(position - 1)])
                guard let text = String(validating: unescaped, as: UTF8.self) else { throw notUTF8(from: start) }
                return text
            case UInt8(ascii: "\\"):
                if !hasEscapes { unescaped.removeAll(keepingCapacity: true) }
                hasEscapes = true
                unescaped.append(contentsOf: bytes[segment..<position])
                try escape()
                segment = position
            case 0..<0x20: throw error("unescaped control character in a string")
            default: position += 1
            }
        }
        throw error("unterminated string")
    }

    private func text(_ slice: Slice<UnsafeBufferPointer<UInt8>>, from start: Int) throws(JSONError) -> String {
        guard let text = String(validating: UnsafeBufferPointer(rebasing: slice), as: UTF8.self) else {
            throw notUTF8(from: start)
        }
        return text
    }

    /// Says where a string that has ended is no UTF-8.
    private func notUTF8(from start: Int) -> JSONError {
        var parser = Unicode.UTF8.ForwardParser()
        var rest = bytes[start..<(position - 1)].makeIterator()
        var offset = start
        while case .valid(let scalar) = parser.parseScalar(from: &rest) { offset += scalar.count }
        return JSONError(reason: "invalid UTF-8 in a string", offset: offset)
    }

    /// Reads what follows a backslash.
    private mutating func escape() throws(JSONError) {
        position += 1
        let kind = peek
        position += 1
        switch kind {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): unescaped.append(kind ?? 0)
        case UInt8(ascii: "b"): unescaped.append(0x08)
        case UInt8(ascii: "f"): unescaped.append(0x0C)
        case UInt8(ascii: "n"): unescaped.append(0x0A)
        case UInt8(ascii: "r"): unescaped.append(0x0D)
        case UInt8(ascii: "t"): unescaped.append(0x09)
        case UInt8(ascii: "u"):
            if let encoded = UTF8.encode(try scalar()) { unescaped.append(contentsOf: encoded) }
        default:
            position -= 1
            throw error("invalid escape: \(next) after a backslash")
        }
    }

    private mutating func scalar() throws(JSONError) -> Unicode.Scalar {
        let start = position - 2
        let unit = try hexadecimal()
        if let scalar = Unicode.Scalar(unit) { return scalar }
        guard unit < 0xDC00, take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) else {
            throw JSONError(reason: "unpaired surrogate", offset: start)
        }
        let low = try hexadecimal()
        guard (0xDC00..<0xE000).contains(low),
            let scalar = Unicode.Scalar(0x1_0000 + (UInt32(unit) - 0xD800) << 10 + (UInt32(low) - 0xDC00))
        else { throw JSONError(reason: "unpaired surrogate", offset: start) }
        return scalar
    }

    private mutating func hexadecimal() throws(JSONError) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let byte = peek, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
                throw error("expected a hexadecimal digit, found \(next)")
            }
            unit = unit << 4 | UInt16(digit)
            position += 1
        }
        return unit
    }
}
