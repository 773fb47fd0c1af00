package import Recurrence
package import Storage

extension Identifier {
    /// The id that tests give the thing with a number; greater numbers have greater ids.
    package static func numbered(_ number: Int) -> Identifier {
        Identifier(UUIDValue(high: 0x0199_0000_0000_7000, low: 0x8000_0000_0000_0000 | UInt64(number)))
    }
}

extension UTCInstant {
    /// Where the time of a test begins: 2026-03-01T12:00:00Z.
    package static let noon = UTCInstant(secondsSinceEpoch: 1_772_366_400)

    /// Some seconds after, or before, the time at which a test begins.
    package static func noon(plus seconds: Int) -> UTCInstant {
        noon.advanced(by: .seconds(seconds))
    }
}
