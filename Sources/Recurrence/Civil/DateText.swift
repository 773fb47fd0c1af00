/// Reads dates and times in the basic and extended forms of ISO 8601 that iCalendar and RFC 3339 use.
enum DateText {
    /// Which zone suffixes a text may carry; `fraction` is a local time that may have a fraction of a second.
    enum Suffix { case local, fraction, utc, offset }

    /// A time as written, with its offset from UTC in seconds where it has one.
    struct Value {
        var time: CivilTime
        var offset: Int?
        var fractionMilliseconds = 0
    }

    static func read(_ text: some StringProtocol, allowing suffix: Suffix) -> Value? {
        var copy = String(text)
        return copy.withUTF8 { read($0[...], allowing: suffix) }
    }

    static func read(_ bytes: Slice<UnsafeBufferPointer<UInt8>>, allowing suffix: Suffix) -> Value? {
        guard bytes.count <= 40 else { return nil }
        var reader = ByteReader(bytes)
        guard let (date, extended) = readDate(&reader) else { return nil }
        if reader.isAtEnd { return suffix == .offset ? nil : Value(time: .date(date), offset: nil) }
        guard reader.skip("T") || reader.skip("t"), let second = readTime(&reader, extended: extended, suffix) else {
            return nil
        }
        var value = Value(time: .dateTime(CivilDateTime(date: date, secondOfDay: second)), offset: nil)
        if suffix == .offset || suffix == .fraction && extended {
            value.fractionMilliseconds = readFraction(&reader)
        }
        value.offset = readOffset(&reader, suffix)
        guard reader.isAtEnd, suffix != .offset || value.offset != nil else { return nil }
        return value
    }

    private static func readDate(_ reader: inout ByteReader) -> (CivilDate, extended: Bool)? {
        guard let year = reader.digits(4) else { return nil }
        let extended = reader.skip("-")
        guard let month = reader.digits(2), !extended || reader.skip("-"), let day = reader.digits(2) else {
            return nil
        }
        return CivilDate(year: year, month: month, day: day).map { ($0, extended) }
    }

    private static func readTime(_ reader: inout ByteReader, extended: Bool, _ suffix: Suffix) -> Int? {
        guard let hour = reader.digits(2), hour < 24, !extended || reader.skip(":"), let minute = reader.digits(2),
            minute < 60
        else { return nil }
        var second = 0
        if !extended || suffix == .offset || reader.peek == UInt8(ascii: ":") {
            guard !extended || reader.skip(":"), let value = reader.digits(2), value <= 60 else { return nil }
            second = min(value, 59)
        }
        return hour * 3_600 + minute * 60 + second
    }

    /// Milliseconds, 0...1000: what is finer counts as a whole one.
    private static func readFraction(_ reader: inout ByteReader) -> Int {
        guard reader.peek == UInt8(ascii: "."), reader.peekDigit(at: 1) != nil else { return 0 }
        _ = reader.skip(".")
        var (milliseconds, scale, isFiner) = (0, 100, false)
        while let digit = reader.digits(1) {
            milliseconds += digit * scale
            isFiner = isFiner || scale == 0 && digit > 0
            scale /= 10
        }
        return milliseconds + (isFiner ? 1 : 0)
    }

    private static func readOffset(_ reader: inout ByteReader, _ suffix: Suffix) -> Int? {
        guard suffix == .utc || suffix == .offset else { return nil }
        if reader.skip("Z") || reader.skip("z") { return 0 }
        guard suffix == .offset else { return nil }
        let isNegative = reader.peek == UInt8(ascii: "-")
        guard reader.skip("-") || reader.skip("+"), let hours = reader.digits(2), hours < 24, reader.skip(":"),
            let minutes = reader.digits(2), minutes < 60
        else { return nil }
        return (hours * 3_600 + minutes * 60) * (isNegative ? -1 : 1)
    }
}
