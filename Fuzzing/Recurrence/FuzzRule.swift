import Glibc

/// The zones of the machine in which rules are tried: gaps of an hour, half an hour and a day.
private let zones: [ZoneRules?] =
    [nil] + ["America/New_York", "Australia/Lord_Howe", "Pacific/Apia", "Africa/Casablanca"].map(machineZone)

private let starts = [
    "20110327T023000", "20111229", "19700101T000000", "20240229T120059", "99980101T000000", "00010101",
]

/// One byte chooses DTSTART and zone, the rest is the rule.
func fuzzRule(_ bytes: [UInt8]) {
    guard let choice = bytes.first.map(Int.init) else { return }
    let text = String(decoding: bytes.dropFirst(), as: UTF8.self)
    do throws(RecurrenceError) {
        let rule = try RecurrenceRule(text)
        checkText(of: rule)
        let zone = zones[choice / starts.count % zones.count]
        let policy = EvaluationPolicy(gap: choice >= 128 ? .skip : .shiftForward)
        let set = try RecurrenceSet(
            start: starts[choice % starts.count], zone: zone, rules: [text], policy: policy)
        checkQueries(of: set, text)
        for language in ExplanationLanguage.allCases {
            require(!set.explanation(in: language).isEmpty, "\(text) can be explained")
        }
    } catch {
        check(error, in: text)
    }
}

private func checkText(of rule: RecurrenceRule) {
    let canonical = rule.description
    let again = try? RecurrenceRule(canonical)
    require(again == rule, "reading \(canonical) gives the rule that was printed")
    require(again?.description == canonical, "\(canonical) is printed as it was read")
}

/// The queries of a set agree with its list.
func checkQueries(of set: RecurrenceSet, _ text: String) {
    let some = Array(set.occurrences.prefix(10))
    for (here, next) in zip(some, some.dropFirst()) {
        require(here.instant < next.instant, "\(text): \(here) comes before \(next)")
        require(set.first(after: here.instant) == next, "\(text): \(next) is the first after \(here)")
        require(set.last(before: next.instant) == here, "\(text): \(here) is the last before \(next)")
    }
    let far = UTCInstant(secondsSinceEpoch: 20_000_000_000)
    if let later = set.first(after: far) { require(later.instant > far, "\(text): \(later) is after \(far)") }
    guard let last = some.last, let first = some.first else { return }
    require(set.contains(last.instant), "\(text): has \(last)")
    let almostFirst = first.instant.advanced(by: .milliseconds(-1))
    require(set.first(after: almostFirst) == first, "\(text): starts with \(first)")
    let back = Array(set.reversedOccurrences(before: last.instant))
    require(back == some.dropLast().reversed(), "\(text): backwards is forwards reversed")
    let window = set.occurrences(from: first.instant, before: last.instant)
    require(Array(window) == Array(some.dropLast()), "\(text): a window is a piece of the whole")
}

private func machineZone(_ name: String) -> ZoneRules {
    guard let file = fopen("/usr/share/zoneinfo/" + name, "r") else { fatalError("no zone \(name)") }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 65_536)
    bytes.removeLast(bytes.count - fread(&bytes, 1, bytes.count, file))
    guard let zone = try? ZoneRules(identifier: name, tzif: bytes) else { fatalError("cannot read \(name)") }
    return zone
}
