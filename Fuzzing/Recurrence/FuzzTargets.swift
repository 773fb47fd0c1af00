import Glibc

/// What one run feeds with bytes; the environment variable FUZZ_TARGET names it.
enum FuzzTarget: String {
    case rule, dates, zone, cron

    static let chosen: FuzzTarget = {
        guard let name = getenv("FUZZ_TARGET"), let target = FuzzTarget(rawValue: String(cString: name)) else {
            fatalError("FUZZ_TARGET must be rule, dates, zone or cron")
        }
        return target
    }()
}

/// Called by libFuzzer for each input; a property that does not hold ends the process.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    switch FuzzTarget.chosen {
    case .rule: fuzzRule(bytes)
    case .dates: fuzzDates(bytes)
    case .zone: fuzzZone(bytes)
    case .cron: fuzzCron(bytes)
    }
    return 0
}

/// Ends the process with what did not hold; `precondition` would be silent in an optimised build.
func require(_ holds: Bool, _ claim: @autoclosure () -> String) {
    if !holds { fatalError("does not hold: \(claim())") }
}

/// The errors that a reader may throw: never without words, never with a place outside of the text.
func check(_ error: RecurrenceError, in text: String) {
    require(!error.message.isEmpty, "an error says what is wrong")
    require((0...text.utf8.count).contains(error.offset ?? 0), "\(error) lies in \(text.debugDescription)")
}
