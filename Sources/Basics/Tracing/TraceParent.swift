/// A place in a distributed trace, as the header `traceparent` of W3C Trace Context has it
/// (https://www.w3.org/TR/trace-context/).
///
/// What is recorded in a store while ``current`` is set belongs to that trace, and so do the deliveries of its events.
public struct TraceParent: Hashable, Sendable {
    /// Where what is being done belongs; nil for nowhere.
    @TaskLocal public static var current: TraceParent?

    /// The flags that are passed on: that the trace is recorded, and that its id is random.
    private static let knownFlags: UInt8 = 0b11
    /// The flag that a caller may have recorded the trace.
    private static let sampled: UInt8 = 1

    /// The two halves of the trace's id.
    private struct Trace: Hashable {
        var high: UInt64
        var low: UInt64
    }

    private let trace: Trace
    private let span: UInt64
    private let flags: UInt8

    private init(trace: Trace, span: UInt64, flags: UInt8) {
        (self.trace, self.span, self.flags) = (trace, span, flags)
    }

    /// The id of the trace, 32 hexadecimal digits.
    public var traceID: String { Self.hex(trace.high, 16) + Self.hex(trace.low, 16) }

    /// The id of the span, 16 hexadecimal digits: of whoever sent the header.
    public var parentID: String { Self.hex(span, 16) }

    /// A span in a trace of its own.
    ///
    /// - Parameters:
    ///   - high: The first half of the trace's id; with `low` not all zeros.
    ///   - low: The other half.
    /// - Returns: The span, which whoever is told of it records too.
    package static func root(high: UInt64, low: UInt64) -> TraceParent {
        TraceParent(trace: Trace(high: high, low: low), span: randomSpan(), flags: sampled)
    }

    /// A new span below this one.
    package var child: TraceParent { TraceParent(trace: trace, span: Self.randomSpan(), flags: flags) }

    private static func randomSpan() -> UInt64 { .random(in: 1 ... .max) }
}

extension TraceParent: LosslessStringConvertible {
    /// The header in version 00.
    public var description: String { "00-\(traceID)-\(parentID)-\(Self.hex(UInt64(flags), 2))" }

    /// Reads the header; nil for what is none, which is to be treated as if it were missing.
    public init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count >= 4, parts[0] != "ff", parts[0] != "00" || parts.count == 4 else { return nil }
        for (part, length) in zip(parts, [2, 32, 16, 2]) {
            guard part.utf8.count == length, part.utf8.allSatisfy(Self.isHexDigit) else { return nil }
        }
        guard let high = UInt64(parts[1].prefix(16), radix: 16), let low = UInt64(parts[1].suffix(16), radix: 16),
            let span = UInt64(parts[2], radix: 16), let flags = UInt8(parts[3], radix: 16), high | low != 0, span != 0
        else { return nil }
        self.init(trace: Trace(high: high, low: low), span: span, flags: flags & Self.knownFlags)
    }

    private static func isHexDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }

    private static func hex(_ value: UInt64, _ count: Int) -> String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: count - digits.utf8.count) + digits
    }
}
