import Basics

/// Reads one HTTP/1.1 response from the bytes of a connection (RFC 9112), as they come.
struct ResponseReader {
    /// Why the bytes are no response that is read.
    enum Failure: Error, Hashable, Sendable {
        /// They are not HTTP/1.1.
        case malformed
        /// The body is longer than the limit.
        case tooLarge
        /// The connection ended before the response did.
        case cutOff
    }

    /// What the next bytes are.
    private enum Part {
        case head
        /// So many bytes of the body.
        case body(Int)
        /// The body, which ends with the connection.
        case rest
        case chunkSize
        /// So many bytes of a chunk.
        case chunk(Int)
        case chunkEnd
        case trailer
        case nothing
    }

    private static let maxHeadSize = 64 << 10
    private static let newline: [UInt8] = [0x0D, 0x0A]

    /// The status; 0 before the head is read.
    private(set) var status = 0
    /// What names the state of what was asked for (RFC 9110 §8.8.3); nil where the response does not say.
    private(set) var entityTag: String?
    /// What it is linked with (RFC 8288); nil for nothing.
    private(set) var link: String?
    /// The body, as far as it is read.
    private(set) var body: [UInt8] = []
    private var part = Part.head
    private var unread: [UInt8] = []
    private var limit = 0
    private let limitOfStatus: @Sendable (Int) -> Int

    /// - Parameter limit: How long the body of a response with a status may be.
    init(limit: @escaping @Sendable (Int) -> Int) {
        limitOfStatus = limit
    }

    /// Whether the response is read as a whole.
    var isComplete: Bool { if case .nothing = part { true } else { false } }

    /// Takes the bytes that came next.
    mutating func receive(_ bytes: some Sequence<UInt8>) throws(Failure) {
        unread += bytes
        var place = 0
        while try read(from: &place) {}
        unread.removeFirst(place)
        guard unread.count <= Self.maxHeadSize else { throw .malformed }
    }

    /// Takes it that no more bytes will come.
    mutating func end() throws(Failure) {
        guard case .rest = part else { throw .cutOff }
        part = .nothing
    }

    /// Reads a part, if it is there; returns whether another one may be.
    private mutating func read(from place: inout Int) throws(Failure) -> Bool {
        switch part {
        case .head: return try readHead(from: &place)
        case .body(let count):
            let taken = try take(count, from: &place)
            part = taken == count ? .nothing : .body(count - taken)
        case .rest: _ = try take(.max, from: &place)
        case .chunkSize:
            guard let line = try line(from: &place) else { return false }
            let digits = line.prefix { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: " ") }
            guard let size = Int(String(decoding: digits, as: UTF8.self), radix: 16), size >= 0,
                digits.first.map({ $0 != UInt8(ascii: "+") }) ?? false
            else { throw .malformed }
            part = size == 0 ? .trailer : .chunk(size)
            return true
        case .chunk(let count):
            let taken = try take(count, from: &place)
            part = taken == count ? .chunkEnd : .chunk(count - taken)
            return taken == count
        case .chunkEnd:
            guard let line = try line(from: &place) else { return false }
            guard line.isEmpty else { throw .malformed }
            part = .chunkSize
            return true
        case .trailer:
            guard let line = try line(from: &place) else { return false }
            if line.isEmpty { part = .nothing }
            return !line.isEmpty
        case .nothing: break
        }
        return false
    }

    /// Moves up to so many bytes to the body; returns how many there were.
    private mutating func take(_ count: Int, from place: inout Int) throws(Failure) -> Int {
        let taken = min(count, unread.count - place)
        guard taken <= limit - body.count else { throw .tooLarge }
        body += unread[place..<(place + taken)]
        place += taken
        return taken
    }

    /// The next line without its end; nil where that is not there yet.
    private func line(from place: inout Int) throws(Failure) -> ArraySlice<UInt8>? {
        guard let end = unread[place...].firstRange(of: Self.newline) else {
            guard unread.count - place <= Self.maxHeadSize else { throw .malformed }
            return nil
        }
        defer { place = end.upperBound }
        return unread[place..<end.lowerBound]
    }

    private mutating func readHead(from place: inout Int) throws(Failure) -> Bool {
        var next = place
        guard let first = try line(from: &next) else { return false }
        var fields: [(name: String, value: String)] = []
        while true {
            guard let line = try line(from: &next) else { return false }
            guard !line.isEmpty else { break }
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex,
                next - place <= Self.maxHeadSize
            else { throw .malformed }
            let value = String(decoding: line[(colon + 1)...], as: UTF8.self).withoutOptionalWhitespace
            fields.append((String(decoding: line[..<colon], as: UTF8.self).lowercased(), String(value)))
        }
        place = next
        status = try Self.status(first)
        // What is only information is followed by the response.
        guard status >= 200 else { return true }
        limit = limitOfStatus(status)
        entityTag = fields.first { $0.name == "etag" }?.value
        link = fields.first { $0.name == "link" }?.value
        part = try framing(fields)
        return true
    }

    private static func status(_ line: ArraySlice<UInt8>) throws(Failure) -> Int {
        let parts = String(decoding: line, as: UTF8.self).split(separator: " ", maxSplits: 2)
        guard parts.count >= 2, parts[0] == "HTTP/1.1" || parts[0] == "HTTP/1.0", parts[1].utf8.count == 3,
            let status = Int(parts[1]), (100...599).contains(status), status != 101
        else { throw .malformed }
        return status
    }

    /// How the body ends (RFC 9112 §6.3).
    private func framing(_ fields: [(name: String, value: String)]) throws(Failure) -> Part {
        if status == 204 || status == 304 { return .nothing }
        let lengths = Set(fields.filter { $0.name == "content-length" }.map(\.value))
        let encodings = fields.filter { $0.name == "transfer-encoding" }.map { $0.value.lowercased() }
        switch (encodings, lengths.first) {
        case (["chunked"], nil): return .chunkSize
        case ([], nil): return .rest
        case ([], let length?):
            guard lengths.count == 1, length.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let count = Int(length)
            else { throw .malformed }
            guard count <= limit else { throw .tooLarge }
            return count == 0 ? .nothing : .body(count)
        default: throw .malformed
        }
    }
}
