/// What the fuzzer made up, as text; bytes that are no UTF-8 become replacement characters.
func fuzzedText(_ data: UnsafePointer<UInt8>, _ size: Int) -> String {
    String(decoding: UnsafeBufferPointer(start: data, count: size), as: UTF8.self)
}

/// Ends the run, and so has the fuzzer keep its input, unless a reader keeps its promise.
func require(_ isKept: Bool, _ promise: @autoclosure () -> String) {
    precondition(isKept, promise())
}
