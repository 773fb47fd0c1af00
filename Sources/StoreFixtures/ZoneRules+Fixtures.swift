package import Recurrence

extension ZoneRules {
    /// A zone made of nothing but the TZ string that a TZif file ends with (RFC 9636 §3.3), such as
    /// `EST5EDT,M3.2.0,M11.1.0`, and its standard offset in seconds east of UTC.
    package static func fixture(footer: String, standardOffset: Int32) throws -> ZoneRules {
        let counts: [UInt32] = [0, 0, 0, 0, 1, 4]
        let header = Array("TZif2".utf8) + [UInt8](repeating: 0, count: 15) + counts.flatMap(bigEndian)
        let localTimeType = bigEndian(UInt32(bitPattern: standardOffset)) + [0, 0] + Array("STD\0".utf8)
        let block = header + localTimeType
        return try ZoneRules(identifier: "Test/Zone", tzif: block + block + Array("\n\(footer)\n".utf8))
    }

    /// The rules that New York has had since 2007.
    package static func newYork() throws -> ZoneRules {
        try fixture(footer: "EST5EDT,M3.2.0,M11.1.0", standardOffset: -18_000)
    }

    private static func bigEndian(_ value: UInt32) -> [UInt8] {
        withUnsafeBytes(of: value.bigEndian) { Array($0) }
    }
}
