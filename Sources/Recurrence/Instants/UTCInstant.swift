/// A moment on the UTC time line, in whole milliseconds since 1970-01-01T00:00:00Z.
public struct UTCInstant: InstantProtocol, Hashable, Sendable, CustomStringConvertible {
    /// Milliseconds since 1970-01-01T00:00:00Z, without leap seconds.
    public var millisecondsSinceEpoch: Int64

    /// Makes an instant from milliseconds since 1970-01-01T00:00:00Z.
    public init(millisecondsSinceEpoch: Int64) {
        self.millisecondsSinceEpoch = millisecondsSinceEpoch
    }

    /// Makes an instant from whole seconds since 1970-01-01T00:00:00Z; what Int64 cannot hold saturates.
    public init(secondsSinceEpoch: Int64) {
        let (product, overflow) = secondsSinceEpoch.multipliedReportingOverflow(by: 1_000)
        millisecondsSinceEpoch = overflow ? (secondsSinceEpoch < 0 ? .min : .max) : product
    }

    /// Reads RFC 3339 with `Z` or any offset; all else is nil.
    ///
    /// What is finer than a millisecond counts as the next one, so that nothing goes off early.
    public init?(_ text: some StringProtocol) {
        guard let value = DateText.read(text, allowing: .offset), let offset = value.offset,
            text.utf8.dropFirst(4).first == UInt8(ascii: "-")
        else { return nil }
        let seconds = value.time.startOfDayOrTime.secondsSinceEpoch - offset
        self.init(millisecondsSinceEpoch: Int64(seconds) * 1_000 + Int64(value.fractionMilliseconds))
    }

    /// The instant itself where it is a whole second, else the next whole second.
    public var roundedUpToSecond: UTCInstant { UTCInstant(secondsSinceEpoch: Int64(secondsRoundedUp)) }

    /// Whole seconds since 1970-01-01T00:00:00Z, rounded down.
    var wholeSeconds: Int { floorDivide(Int(millisecondsSinceEpoch), 1_000) }

    /// The instant that much later, to the millisecond towards the past; it saturates and never traps.
    public func advanced(by duration: Duration) -> UTCInstant {
        let (seconds, attoseconds) = duration.components
        let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000)
        guard !overflow else { return UTCInstant(millisecondsSinceEpoch: seconds < 0 ? .min : .max) }
        let unit: Int64 = 1_000_000_000_000_000
        let part = attoseconds / unit - (attoseconds % unit < 0 ? 1 : 0)
        return saturating(whole).saturating(part)
    }

    private func saturating(_ milliseconds: Int64) -> UTCInstant {
        let (sum, overflow) = millisecondsSinceEpoch.addingReportingOverflow(milliseconds)
        return UTCInstant(millisecondsSinceEpoch: overflow ? (milliseconds < 0 ? .min : .max) : sum)
    }

    /// How much later the other instant is; negative where it is earlier.
    public func duration(to other: UTCInstant) -> Duration {
        let (difference, overflow) = other.millisecondsSinceEpoch.subtractingReportingOverflow(millisecondsSinceEpoch)
        if !overflow { return .milliseconds(difference) }
        return .milliseconds(other.millisecondsSinceEpoch) - .milliseconds(millisecondsSinceEpoch)
    }

    /// Whether `lhs` comes first.
    public static func < (lhs: UTCInstant, rhs: UTCInstant) -> Bool {
        lhs.millisecondsSinceEpoch < rhs.millisecondsSinceEpoch
    }

    /// RFC 3339 in UTC, `2026-12-01T08:00:00Z`, with `.123` only where it is not a whole second.
    public var description: String {
        text.string
    }

    /// Appends `description` to text in UTF-8.
    package func appendDescription(to bytes: inout [UInt8]) {
        text.withUnits { bytes.append(contentsOf: $0) }
    }

    private var text: DigitText {
        var text = DigitText()
        text.append(CivilDateTime(secondsSinceEpoch: wholeSeconds), separator: true)
        let milliseconds = floorRemainder(Int(millisecondsSinceEpoch), 1_000)
        if milliseconds > 0 {
            text.append(".")
            text.append(milliseconds, width: 3)
        }
        text.append("Z")
        return text
    }
}
