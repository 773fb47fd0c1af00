/// Reads RFC 5545 §3.3.6: an optional sign, `P`, and either weeks or days with a time part.
struct CalendarDurationParser {
    private var days = 0
    private var seconds = 0

    mutating func parse(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) throws(RecurrenceError) -> CalendarDuration {
        var reader = ByteReader(bytes)
        let isNegative = reader.skip("-")
        if !isNegative { _ = reader.skip("+") }
        guard reader.skip("P") || reader.skip("p") else {
            throw fault("must begin with P, as in PT10M or P1D", reader)
        }
        try readDateUnits(&reader)
        if reader.skip("T") || reader.skip("t") { try readTimeUnits(&reader) }
        guard reader.isAtEnd else { throw fault("unexpected text after the duration", reader) }
        guard days + seconds / 86_400 <= CalendarDuration.maximumDays else {
            throw RecurrenceError(
                code: .limit, message: "must be at most 100 years", part: "DURATION")
        }
        return CalendarDuration(days: isNegative ? -days : days, seconds: isNegative ? -seconds : seconds)
    }

    private mutating func readDateUnits(_ reader: inout ByteReader) throws(RecurrenceError) {
        var previous: UInt8?
        while reader.peekDigit(at: 0) != nil {
            let (count, unit) = try readPair(&reader)
            switch unit {
            case UInt8(ascii: "W") where previous == nil: days += count * 7
            case UInt8(ascii: "D") where previous != UInt8(ascii: "D"): days += count
            case UInt8(ascii: "Y"), UInt8(ascii: "M"):
                throw fault("years and months have no fixed length; use weeks or days", reader)
            default: throw fault("before T only weeks (W), then days (D) are allowed", reader)
            }
            previous = unit
        }
        guard previous != nil || reader.peek == UInt8(ascii: "T") || reader.peek == UInt8(ascii: "t") else {
            throw fault("expected a number with its unit, as in P1D", reader)
        }
    }

    private mutating func readTimeUnits(_ reader: inout ByteReader) throws(RecurrenceError) {
        var rank = 0
        repeat {
            let (count, unit) = try readPair(&reader)
            let next: (rank: Int, seconds: Int)
            switch unit {
            case UInt8(ascii: "H"): next = (1, 3_600)
            case UInt8(ascii: "M"): next = (2, 60)
            case UInt8(ascii: "S"): next = (3, 1)
            default: throw fault("after T only hours (H), minutes (M) and seconds (S) are allowed", reader)
            }
            guard next.rank > rank else { throw fault("units must be in the order H, M, S, each once", reader) }
            rank = next.rank
            seconds += count * next.seconds
        } while !reader.isAtEnd
    }

    private func readPair(_ reader: inout ByteReader) throws(RecurrenceError) -> (Int, UInt8) {
        guard let count = reader.number(limit: 10_000_000_000) else {
            throw fault("expected a whole number of at most ten digits", reader)
        }
        guard let unit = reader.peek else { throw fault("the number needs its unit: W, D, H, M or S", reader) }
        reader.advance()
        return (count, unit & 0xDF)
    }

    private func fault(_ message: String, _ reader: ByteReader) -> RecurrenceError {
        RecurrenceError(code: .syntax, message: message, part: "DURATION", offset: reader.position)
    }
}
