extension String {
    /// The text with everything but unreserved characters (RFC 3986 §2.3) as `%XX`.
    package var percentEncoded: String {
        var encoded = ""
        for unit in utf8 {
            switch unit {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                encoded.unicodeScalars.append(Unicode.Scalar(unit))
            default:
                encoded += (unit < 16 ? "%0" : "%") + String(unit, radix: 16, uppercase: true)
            }
        }
        return encoded
    }
}
