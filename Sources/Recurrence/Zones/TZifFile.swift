/// Reads a TZif file (RFC 9636): every read is bounds-checked, sizes before anything is allocated.
struct TZifFile {
    private let bytes: [UInt8]

    /// The counts of one header, in the order of RFC 9636 §3.1.
    private struct Header {
        var version: UInt8
        var isUTCount, isStandardCount, leapCount, timeCount, typeCount, characterCount: Int

        func size(timeSize: Int) -> Int {
            timeCount * (timeSize + 1) + typeCount * 6 + characterCount + leapCount * (timeSize + 4)
                + isStandardCount + isUTCount
        }
    }

    private static let headerSize = 44
    private static let maximumSize = 1 << 20

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    mutating func makeTimeline() throws(RecurrenceError) -> ZoneTimeline {
        guard bytes.count <= Self.maximumSize else { throw Self.fault("the zone file is larger than 1 MiB", at: 0) }
        // A reader of version 2 and later looks past the first block, which may be empty, type and all.
        let first = try header(at: 0)
        guard first.version >= UInt8(ascii: "2") else {
            return try timeline(header: first, at: Self.headerSize, timeSize: 4, footer: nil)
        }
        let second = Self.headerSize + first.size(timeSize: 4)
        let header = try header(at: second)
        let data = second + Self.headerSize
        let end = data + header.size(timeSize: 8)
        return try timeline(header: header, at: data, timeSize: 8, footer: footer(at: end))
    }

    private func header(at offset: Int) throws(RecurrenceError) -> Header {
        guard offset + Self.headerSize <= bytes.count else {
            throw Self.fault("the zone file is truncated", at: bytes.count)
        }
        guard bytes[offset..<offset + 4].elementsEqual("TZif".utf8) else {
            throw Self.fault("TZif header missing", at: offset)
        }
        var counts: [Int] = []
        for index in 0..<6 {
            counts.append(try integer(at: offset + 20 + index * 4, size: 4, limit: Self.maximumSize))
        }
        let header = Header(
            version: bytes[offset + 4], isUTCount: counts[0], isStandardCount: counts[1], leapCount: counts[2],
            timeCount: counts[3], typeCount: counts[4], characterCount: counts[5])
        return header
    }

    private func check(_ header: Header, at data: Int) throws(RecurrenceError) {
        guard header.typeCount > 0 else { throw Self.fault("the zone has no local time type", at: data - 8) }
        guard [header.isUTCount, header.isStandardCount].allSatisfy({ [0, header.typeCount].contains($0) }) else {
            throw Self.fault("the number of indicators must equal that of local time types, or be 0", at: data - 24)
        }
    }

    private func timeline(
        header: Header, at data: Int, timeSize: Int, footer: ZoneFooter?
    ) throws(RecurrenceError) -> ZoneTimeline {
        try check(header, at: data)
        guard data + header.size(timeSize: timeSize) <= bytes.count else {
            throw Self.fault("the zone file is truncated", at: bytes.count)
        }
        let typesOfTimes = data + header.timeCount * timeSize
        let types = typesOfTimes + header.timeCount
        let leaps = try leapSeconds(
            at: types + header.typeCount * 6 + header.characterCount, count: header.leapCount, timeSize: timeSize)
        var builder = ZoneTimelineBuilder(offset: try utcOffset(of: 0, in: types, header))
        for index in 0..<header.timeCount {
            let time = try integer(at: data + index * timeSize, size: timeSize)
            let type = Int(bytes[typesOfTimes + index])
            let offset = try utcOffset(of: type, in: types, header)
            guard builder.append(transition: leaps.civil(time), offset: offset) else {
                throw Self.fault("the transition times are not in ascending order", at: data + index * timeSize)
            }
        }
        return builder.timeline(footer: footer)
    }

    /// The leap seconds that transition times count, in files made for clocks that count them.
    private func leapSeconds(at data: Int, count: Int, timeSize: Int) throws(RecurrenceError) -> LeapSeconds {
        var leaps = LeapSeconds()
        for index in 0..<count {
            let record = data + index * (timeSize + 4)
            let time = try integer(at: record, size: timeSize)
            let correction = try integer(at: record + timeSize, size: 4)
            guard leaps.append(time, correction: correction) else {
                throw Self.fault("the leap seconds are not in ascending order", at: record)
            }
        }
        return leaps
    }

    private func utcOffset(of type: Int, in types: Int, _ header: Header) throws(RecurrenceError) -> Int {
        guard type < header.typeCount else {
            throw Self.fault("a transition names local time type \(type), which does not exist", at: types)
        }
        let offset = try integer(at: types + type * 6, size: 4)
        guard (-93_599...93_599).contains(offset) else {
            throw Self.fault("an offset from UTC is larger than 26 hours", at: types + type * 6)
        }
        return offset
    }

    private func footer(at offset: Int) throws(RecurrenceError) -> ZoneFooter? {
        let newline = UInt8(ascii: "\n")
        guard offset < bytes.count, bytes[offset] == newline, let end = bytes[(offset + 1)...].firstIndex(of: newline)
        else { throw Self.fault("the footer must be enclosed in line feeds", at: min(offset, bytes.count)) }
        let text = Array(bytes[(offset + 1)..<end])
        guard !text.isEmpty else { return nil }
        guard let footer = text.withUnsafeBufferPointer({ ZoneFooter($0[...]) }) else {
            throw Self.fault("the footer is not a POSIX TZ rule", at: offset + 1)
        }
        return footer
    }

    /// A big-endian two's complement number.
    private func integer(at offset: Int, size: Int) throws(RecurrenceError) -> Int {
        guard offset >= 0, offset + size <= bytes.count else {
            throw Self.fault("the zone file is truncated", at: bytes.count)
        }
        var value = Int(Int8(bitPattern: bytes[offset]))
        for index in 1..<size { value = value << 8 | Int(bytes[offset + index]) }
        return value
    }

    private func integer(at offset: Int, size: Int, limit: Int) throws(RecurrenceError) -> Int {
        let value = try integer(at: offset, size: size)
        guard (0...limit).contains(value) else { throw Self.fault("a count is out of range", at: offset) }
        return value
    }

    private static func fault(_ message: String, at offset: Int) -> RecurrenceError {
        RecurrenceError(code: .zone, message: message, part: "TZif", offset: offset)
    }
}

/// The leap-second table of a TZif file (RFC 9636 §3.2), from clocks that count leap seconds to those that do not.
///
/// The first correction may be any number, where a file begins after some leap seconds; a last entry that repeats the
/// correction before it says when the table expires, and changes nothing here.
struct LeapSeconds {
    private var times: [Int] = []
    private var corrections: [Int] = []

    /// Adds an entry; false where it does not come later than the one before, or corrects beyond belief.
    mutating func append(_ time: Int, correction: Int) -> Bool {
        guard time > times.last ?? .min, (-86_400...86_400).contains(correction) else { return false }
        times.append(time)
        corrections.append(correction)
        return true
    }

    /// The time without leap seconds, which is what instants count.
    func civil(_ time: Int) -> Int {
        guard !times.isEmpty else { return time }
        let next = times.partitioningIndex { $0 > time }
        return next == 0 ? time : time.subtractingReportingOverflow(corrections[next - 1]).partialValue
    }
}
