/// The POSIX TZ rule in the footer of a TZif file (RFC 9636 §3.3), such as `CET-1CEST,M3.5.0,M10.5.0/3`.
struct ZoneFooter {
    /// Seconds east of UTC in standard time.
    var standardOffset: Int
    /// Daylight saving time, where the zone keeps it.
    var saving: Saving?

    /// When daylight saving time is kept; its offset may be less than the standard one (Europe/Dublin).
    struct Saving {
        var offset: Int
        var begin: ZoneFooterDay
        var end: ZoneFooterDay
    }

    init?(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) {
        var reader = ByteReader(bytes)
        guard Self.skipName(&reader), let west = Self.time(&reader, limit: 24) else { return nil }
        standardOffset = -west
        guard !reader.isAtEnd else { return }
        guard Self.skipName(&reader) else { return nil }
        var offset = standardOffset + 3_600
        if reader.peek != UInt8(ascii: ",") {
            guard let west = Self.time(&reader, limit: 24) else { return nil }
            offset = -west
        }
        guard reader.skip(","), let begin = ZoneFooterDay(&reader), reader.skip(","), let end = ZoneFooterDay(&reader),
            reader.isAtEnd
        else { return nil }
        saving = Saving(offset: offset, begin: begin, end: end)
    }

    /// `<+03>` or three and more letters.
    private static func skipName(_ reader: inout ByteReader) -> Bool {
        let isQuoted = reader.skip("<")
        var count = 0
        while let byte = reader.peek {
            let isLetter = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
            let isOther = (48...57).contains(byte) || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
            guard isLetter || (isQuoted && isOther) else { break }
            reader.advance()
            count += 1
        }
        return count >= 3 && (!isQuoted || reader.skip(">"))
    }

    /// `[+-]h[hh][:mm[:ss]]`, in seconds.
    static func time(_ reader: inout ByteReader, limit: Int) -> Int? {
        let isNegative = reader.skip("-")
        if !isNegative { _ = reader.skip("+") }
        guard let hours = reader.number(limit: limit) else { return nil }
        var seconds = hours * 3_600
        for unit in [60, 1] where reader.skip(":") {
            guard let part = reader.digits(2), part < 60 else { return nil }
            seconds += part * unit
        }
        return isNegative ? -seconds : seconds
    }
}
