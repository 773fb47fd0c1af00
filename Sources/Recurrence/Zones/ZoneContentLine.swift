/// One content line of iCalendar text (RFC 5545 §3.1), unfolded and taken apart.
struct ZoneContentLine {
    /// The property's name in capitals.
    let name: String
    let value: String
    /// The line's number in the text, counted from 1; of a folded line the first.
    let number: Int

    /// Takes a line apart: the name, parameters that are passed over, and the value.
    init(_ bytes: [UInt8], number: Int) throws(RecurrenceError) {
        let separators = [UInt8(ascii: ":"), UInt8(ascii: ";")]
        guard let endOfName = bytes.firstIndex(where: separators.contains), endOfName > 0, endOfName <= 64,
            let colon = Self.colon(in: bytes, from: endOfName)
        else {
            throw RecurrenceError(
                code: .syntax, message: "a line must have the form NAME:VALUE or NAME;PARAMETER=…:VALUE",
                part: "VTIMEZONE",
                line: number)
        }
        name = String(decoding: bytes[..<endOfName], as: UTF8.self).uppercased()
        value = String(decoding: bytes[(colon + 1)...], as: UTF8.self)
        self.number = number
    }

    /// The colon before the value; one within the quotes of a parameter is none.
    private static func colon(in bytes: [UInt8], from start: Int) -> Int? {
        var isQuoted = false
        for index in start..<bytes.count {
            if bytes[index] == UInt8(ascii: "\"") { isQuoted.toggle() }
            if bytes[index] == UInt8(ascii: ":"), !isQuoted { return index }
        }
        return nil
    }

    /// The lines of a text: ends are CRLF or LF, a line that begins with white space goes on with the one before.
    static func lines(of text: String) throws(RecurrenceError) -> [ZoneContentLine] {
        var lines: [ZoneContentLine] = []
        var (bytes, first) = ([UInt8](), 1)
        for (index, physical) in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .enumerated()
        {
            var line = physical
            if line.last == UInt8(ascii: "\r") { line = line.dropLast() }
            if line.first == UInt8(ascii: " ") || line.first == UInt8(ascii: "\t") {
                bytes += line.dropFirst()
                continue
            }
            if !bytes.isEmpty { lines.append(try ZoneContentLine(bytes, number: first)) }
            (bytes, first) = (Array(line), index + 1)
        }
        if !bytes.isEmpty { lines.append(try ZoneContentLine(bytes, number: first)) }
        return lines
    }
}
