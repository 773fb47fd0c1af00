/// The header `Content-Disposition` (RFC 6266): what content is called.
package enum ContentDisposition {
    /// How long a header is read.
    private static let longest = 4_096

    /// The name that a header gives: that of `filename*` (RFC 8187), or else of `filename`; nil where there is none.
    ///
    /// It is as the sender wrote it, and not yet a name that a file may have.
    package static func fileName(in header: String) -> String? {
        guard header.utf8.count <= longest else { return nil }
        var names: [String: String] = [:]
        for part in parts(of: header).dropFirst() {
            guard let equals = part.firstIndex(of: "=") else { continue }
            let name = part[..<equals].lowercased().filter { $0 != " " && $0 != "\t" }
            let value = part[part.index(after: equals)...].withoutOptionalWhitespace
            if names[name] == nil { names[name] = unquoted(value) }
        }
        return names["filename*"].flatMap(decoded) ?? names["filename"]
    }

    /// Whether a header is there that says the body is content, whatever its type.
    package static func isAttachment(_ header: String?) -> Bool {
        guard let header else { return false }
        let type = header.prefix { $0 != ";" }
        return ["attachment", "inline", "form-data"].contains(type.withoutOptionalWhitespace.lowercased())
    }

    /// The header that has content saved under a name: in ASCII for those who know no other form, and as UTF-8.
    package static func attachment(_ fileName: String?) -> String {
        guard let fileName else { return "attachment" }
        let plain = String(
            String.UnicodeScalarView(
                fileName.unicodeScalars.map { scalar in
                    scalar.isASCII && scalar.value >= 0x20 && scalar != "\"" && scalar != "\\" && scalar != "%"
                        && scalar.value != 0x7F ? scalar : "_"
                }))
        let header = "attachment; filename=\"\(plain)\""
        return plain == fileName ? header : "\(header); filename*=UTF-8''\(encoded(fileName))"
    }

    private static func encoded(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF")
        return text.utf8.reduce(into: "") { result, byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
                result.append(Character(UnicodeScalar(byte)))
            default:
                result.append("%")
                result.append(digits[Int(byte >> 4)])
                result.append(digits[Int(byte & 15)])
            }
        }
    }

    /// The value of RFC 8187: a charset, a language and percent-encoded bytes; nil where it is none in UTF-8.
    private static func decoded(_ value: String) -> String? {
        let parts = value.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].lowercased() == "utf-8" else { return nil }
        var bytes: [UInt8] = []
        var rest = Array(parts[2].utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard rest.count >= 2, let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) else {
                return nil
            }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        return String(validating: bytes, as: UTF8.self)
    }

    /// The parts between semicolons, none of which counts in a quoted string.
    private static func parts(of header: String) -> [Substring] {
        var (isQuoted, isEscaped) = (false, false)
        return header.split(omittingEmptySubsequences: false) { character in
            if isEscaped {
                isEscaped = false
            } else if isQuoted, character == "\\" {
                isEscaped = true
            } else if character == "\"" {
                isQuoted.toggle()
            } else {
                return character == ";" && !isQuoted
            }
            return false
        }
    }

    private static func unquoted(_ value: Substring) -> String {
        guard value.count >= 2, value.first == "\"", value.last == "\"" else { return String(value) }
        var (text, isEscaped) = ("", false)
        for character in value.dropFirst().dropLast() {
            if !isEscaped, character == "\\" {
                isEscaped = true
            } else {
                text.append(character)
                isEscaped = false
            }
        }
        return text
    }
}
