import Recurrence
import Testing

/// The way back from instants to local times is that of going through every local time beside them.
struct ZoneInversionTests {
    @Test(
        arguments: ZonePropertyTests.Case.changes + [
            ("UTC", "20260101T000000"), ("Africa/Monrovia", "19720107T001500"),
        ])
    func `what is not before an instant, and what is not after it, is what trying each local time finds`(
        _ zone: String, _ change: String
    ) throws {
        let rules = try Zone.named(zone)
        let local = try #require(CivilTime(change)).startOfDayOrTime.secondsSinceEpoch
        let tried = stride(from: local - 200_000, to: local + 200_000, by: 450).map { local in
            (local, rules.instant(of: CivilDateTime(secondsSinceEpoch: local)))
        }
        for (_, instant) in tried[150..<tried.count - 150] {
            let (first, gap) = rules.localTimes(from: instant)
            let (last, inGap) = rules.lastLocalTime(through: instant)
            let wrong = tried.first { local, other in
                let isInGap = rules.endOfGap(at: local) != nil
                let isNotBefore = local >= first || gap?.contains(local) ?? false
                let isNotAfter = local <= last && (!isInGap || inGap.map { local <= $0 } ?? true)
                return isNotBefore != (other >= instant) || isNotAfter != (other <= instant)
            }
            #expect(wrong == nil, "at \(instant)")
        }
    }
}
