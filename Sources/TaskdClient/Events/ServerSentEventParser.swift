/// One message of a stream of server-sent events.
struct ServerSentEvent: Hashable, Sendable {
    var id: String?
    var type: String?
    var data: String
}

/// Puts together the messages of a stream (WHATWG HTML §9.2.6) from the bytes as they come.
struct ServerSentEventParser: Sendable {
    /// The longest message, in bytes: a stream without line ends must not fill the memory.
    static let maxMessage = 16 << 20

    private var line: [UInt8] = []
    private var lastWasReturn = false
    private var id: String?
    private var type: String?
    private var data: [String] = []
    private var dataSize = 0

    /// Takes more bytes and gives the messages that they complete.
    ///
    /// - Throws: ``DaemonError/invalidResponse(_:)`` for a message too long.
    mutating func append(_ bytes: some Sequence<UInt8>) throws(DaemonError) -> [ServerSentEvent] {
        var events: [ServerSentEvent] = []
        for byte in bytes {
            let isSecondOfPair = byte == UInt8(ascii: "\n") && lastWasReturn
            lastWasReturn = byte == UInt8(ascii: "\r")
            if isSecondOfPair { continue }
            guard byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") else {
                line.append(byte)
                guard line.count + dataSize <= Self.maxMessage else {
                    throw .invalidResponse("an event has more than \(Self.maxMessage) bytes")
                }
                continue
            }
            if let event = endLine() { events.append(event) }
        }
        return events
    }

    private mutating func endLine() -> ServerSentEvent? {
        defer { line.removeAll(keepingCapacity: true) }
        guard !line.isEmpty else { return endMessage() }
        let parts = line.split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
        let value = parts.count == 2 ? parts[1].first == UInt8(ascii: " ") ? parts[1].dropFirst() : parts[1] : []
        let text = String(decoding: value, as: UTF8.self)
        switch String(decoding: parts[0], as: UTF8.self) {
        case "id": id = text
        case "event": type = text
        case "data":
            data.append(text)
            dataSize += value.count
        default: break
        }
        return nil
    }

    private mutating func endMessage() -> ServerSentEvent? {
        defer { (type, data, dataSize) = (nil, [], 0) }
        guard !data.isEmpty else { return nil }
        return ServerSentEvent(id: id, type: type, data: data.joined(separator: "\n"))
    }
}
