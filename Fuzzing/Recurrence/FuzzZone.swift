/// The bytes are a TZif file.
func fuzzZone(_ bytes: [UInt8]) {
    do throws(RecurrenceError) {
        let zone = try ZoneRules(identifier: "fuzzed", tzif: bytes)
        for seconds in stride(from: -9_000_000_000, through: 30_000_000_000, by: 1_234_567_890) { check(zone, seconds) }
        let set = try RecurrenceSet(
            start: "20260329T023000", zone: zone, rules: ["FREQ=HOURLY;INTERVAL=5", "FREQ=YEARLY;BYMONTH=10"])
        var last = Int64.min
        for occurrence in set.occurrences.prefix(200) {
            require(last < occurrence.instant.millisecondsSinceEpoch, "\(occurrence) comes after \(last)")
            last = occurrence.instant.millisecondsSinceEpoch
        }
    } catch {
        require(!error.message.isEmpty, "an error says what is wrong")
        require((0...bytes.count).contains(error.offset ?? 0), "\(error) lies in the file")
    }
}

/// An instant, its local time and what that local time may mean belong together.
private func check(_ zone: ZoneRules, _ seconds: Int) {
    let instant = UTCInstant(secondsSinceEpoch: Int64(seconds))
    let local = zone.civilDateTime(at: instant)
    require(local.secondsSinceEpoch == seconds + zone.offset(at: instant), "\(instant) is \(local)")
    require(zone.instant(of: local) <= instant, "the first showing of \(local) is no later than \(instant)")
    switch zone.resolve(local) {
    case .unique(let only): require(only == zone.instant(of: local), "\(local) is \(only)")
    case .overlap(let first, let second): require(first < second, "\(local) is \(first), then \(second)")
    case .gap(let before, _): require(before == zone.instant(of: local), "\(local) is read as \(before)")
    }
}
