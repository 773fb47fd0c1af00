/// How long to wait before each attempt at a delivery.
///
/// The schedule is that of Standard Webhooks: ten attempts in some 75 hours. Each wait is lengthened by up to a tenth,
/// by an amount that follows from the delivery alone, so that what failed together is not tried again together.
public struct RetrySchedule: Hashable, Sendable {
    /// 0 s, 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h.
    public static let standard = RetrySchedule(
        waits: [0, 5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400].map { .seconds($0) }
    )

    /// How long to wait before each attempt, counted from the end of the one before; the first is made at once.
    public let waits: [Swift.Duration]

    /// Takes the waits.
    ///
    /// - Parameter waits: One for each attempt, the first usually zero; at least one.
    public init(waits: [Swift.Duration]) {
        precondition(!waits.isEmpty, "a schedule has at least one attempt")
        self.waits = waits
    }

    /// How long to wait before an attempt, counted from the end of the one before.
    ///
    /// - Parameters:
    ///   - number: Counts the attempts, from 1.
    ///   - seed: Distinguishes deliveries; the same seed gives the same waits.
    /// - Returns: The wait in whole milliseconds; nil when the schedule is used up.
    public func wait(beforeAttempt number: Int, seed: UInt64) -> Swift.Duration? {
        guard waits.indices.contains(number - 1) else { return nil }
        let milliseconds = waits[number - 1] / .milliseconds(1)
        let share = Double(Self.mixed(seed &+ UInt64(number)) >> 11) / Double(1 << 53)
        return .milliseconds(Int64(milliseconds * (1 + share / 10)))
    }

    /// Spreads the bits of a number evenly (the finalizer of SplitMix64).
    private static func mixed(_ value: UInt64) -> UInt64 {
        var bits = value &* 0x9E37_79B9_7F4A_7C15
        bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
        return bits ^ bits >> 31
    }
}
