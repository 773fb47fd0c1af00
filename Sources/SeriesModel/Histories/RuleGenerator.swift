import LiteralRecurrence
import Recurrence

/// Draws rules, times and content from small pools, so that histories meet the same things again.
struct RuleGenerator {
    var random: SplitMix64
    /// The day around which most of a history happens.
    private let day: String

    init(random: SplitMix64) {
        var random = random
        day = random.pick(from: Self.days) ?? "2026-01-31"
        self.random = random
    }

    /// The zones that histories live in.
    static let zones = ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "UTC"]

    /// Days shortly before a change of the clocks somewhere, or the end of a long month.
    private static let days = ["2026-03-27", "2026-10-23", "2026-03-06", "2026-10-02", "2026-01-31", "2026-04-03"]

    /// Times of day, in gaps and overlaps of those zones and outside of them.
    private static let clocks = ["09:00", "02:30", "02:15", "01:45", "00:00", "23:30"]

    private static let patterns = [
        "FREQ=DAILY", "FREQ=DAILY", "FREQ=DAILY;INTERVAL=3", "FREQ=WEEKLY", "FREQ=WEEKLY;BYDAY=MO,WE,FR",
        "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH", "FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=SU,MO", "FREQ=MONTHLY",
        "FREQ=MONTHLY;BYMONTHDAY=31", "FREQ=MONTHLY;BYMONTHDAY=-1", "FREQ=MONTHLY;BYDAY=2TU",
        "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=2,-1",
    ]

    private static let timedPatterns = ["FREQ=DAILY;BYHOUR=2,9", "FREQ=DAILY;BYHOUR=9;BYMINUTE=0,45"]

    /// A day, or a time on it.
    mutating func start(isDate: Bool) -> CivilTime {
        let day = random.chance(8) ? random.pick(from: Self.days) ?? day : day
        return local(isDate ? day : day + "T" + clock())
    }

    /// A time of day as text.
    mutating func clock() -> String { random.pick(from: Self.clocks) ?? "09:00" }

    /// One rule, and now and then two or three, or none.
    mutating func rules(around slot: CivilTime, in zone: String) -> [String] {
        let count = random.chance(7) ? random.pick(0, 2, 2, 3) : 1
        return (0..<count).map { _ in rule(around: slot, in: zone) }
    }

    private mutating func rule(around slot: CivilTime, in zone: String) -> String {
        var rule = random.pick(from: Self.patterns) ?? "FREQ=DAILY"
        if !slot.isDate, random.chance(8) { rule = random.pick(from: Self.timedPatterns) ?? rule }
        if !slot.isDate, zone == "UTC", random.chance(25) { rule = "FREQ=HOURLY;INTERVAL=8" }
        // Seldom, since a slow evaluator looks at every day of every year.
        if random.chance(50) { rule = "FREQ=YEARLY" }
        switch Int.random(in: 0..<5, using: &random) {
        case 0: return rule + ";COUNT=\(Int.random(in: 1...8, using: &random))"
        case 1: return rule + ";UNTIL=" + until(after: slot)
        default: return rule
        }
    }

    private mutating func until(after slot: CivilTime) -> String {
        let day = slot.date.adding(days: Int.random(in: 1...60, using: &random))
        guard !slot.isDate, !random.chance(8) else { return CivilTime.date(day).basicFormat }
        let time = CivilDateTime(date: day, secondOfDay: random.pick(0, 2, 9, 22) * 3_600 + 1_800)
        return CivilTime.dateTime(time).basicFormat + "Z"
    }

    /// Reminders: none, offsets of both kinds, or a local time near a slot.
    mutating func reminders(around slot: CivilTime?) -> [ModelReminder] {
        let offset = CalendarDuration(days: random.pick(0, 0, -1), seconds: random.pick(0, -600, -86_400, 3_600))
        let time = slot.map { CivilDateTime(secondsSinceEpoch: $0.localSeconds - random.pick(3_600, 86_400)) }
        switch Int.random(in: 0..<5, using: &random) {
        case 0: return [ModelReminder(.offset(offset, random.pick(.due, .due, .start)))]
        case 1: return time.map { [ModelReminder(.at($0))] } ?? []
        case 2: return [ModelReminder(.offset(offset, .due))] + (time.map { [ModelReminder(.at($0))] } ?? [])
        default: return []
        }
    }
}
