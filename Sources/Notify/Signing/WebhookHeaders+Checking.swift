extension WebhookHeaders {
    private static let maxID = 256

    /// Refuses an id that no sender makes.
    ///
    /// - Throws: ``NotifyError`` with code `.malformedHeader`.
    func checkID() throws {
        let isPlain = id.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: ".") }
        guard (1...Self.maxID).contains(id.utf8.count), isPlain else {
            throw NotifyError(
                .malformedHeader,
                "\(Self.idName) must be 1 to \(Self.maxID) visible ASCII characters without a dot"
            )
        }
    }

    /// When the message was signed, in seconds since 1970 UTC.
    ///
    /// - Returns: 0 or more, and below 10^11, which lies beyond the year 5000.
    /// - Throws: ``NotifyError`` with code `.malformedHeader` for every spelling but the one that a sender writes.
    func signedAt() throws -> Int64 {
        guard timestamp.utf8.count <= 11, let seconds = Int64(timestamp), "\(seconds)" == timestamp, seconds >= 0 else {
            throw NotifyError(.malformedHeader, "\(Self.timestampName) must be whole seconds since 1970")
        }
        return seconds
    }
}
