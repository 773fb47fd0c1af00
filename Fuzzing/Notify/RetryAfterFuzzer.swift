import Recurrence

/// The reader of `Retry-After`: seconds or one of three forms of dates.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzRetryAfter(_ data: UnsafePointer<UInt8>, _ size: Int) -> Int32 {
    let text = fuzzedText(data, size)
    for seconds: Int64 in [-1, 0, 784_111_777, 1_800_000_000, 253_402_300_799] {
        let now = UTCInstant(secondsSinceEpoch: seconds)
        if let wait = RetryAfter.wait(text, at: now) {
            require(wait >= .zero && wait <= RetryAfter.longest, "a wait is bounded: \(wait)")
        }
    }
    return 0
}
