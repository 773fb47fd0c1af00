/// The reader of the three headers: `webhook-id`, `webhook-timestamp` and `webhook-signature`, a line each.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzHeaders(_ data: UnsafePointer<UInt8>, _ size: Int) -> Int32 {
    let lines = fuzzedText(data, size).split(separator: "\n", maxSplits: 2, omittingEmptySubsequences: false)
    guard lines.count == 3 else { return 0 }
    let headers = WebhookHeaders(id: String(lines[0]), timestamp: String(lines[1]), signature: String(lines[2]))
    refusesOnlyAsMalformed { try headers.checkID() }
    refusesOnlyAsMalformed {
        let seconds = try headers.signedAt()
        require((0..<100_000_000_000).contains(seconds), "a timestamp has a range")
        require("\(seconds)" == headers.timestamp, "a timestamp has one spelling")
    }
    refusesOnlyAsMalformed {
        for signature in try SignatureList(headers.signature).signatures {
            require(signature.bytes.count == signature.version.length, "a signature has its length")
            let entry = "\(signature.version.rawValue),\(Base64.encode(signature.bytes))"
            require(headers.signature.split(separator: " ").contains { $0 == entry }, "a signature has one spelling")
            require(try SignatureList(entry).signatures == [signature], "what is written is read")
        }
    }
    return 0
}

private func refusesOnlyAsMalformed(_ body: () throws -> Void) {
    do {
        try body()
    } catch {
        require((error as? NotifyError)?.code == .malformedHeader, "a bad header is malformed, and nothing else")
    }
}
