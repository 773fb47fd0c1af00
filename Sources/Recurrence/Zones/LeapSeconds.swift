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
