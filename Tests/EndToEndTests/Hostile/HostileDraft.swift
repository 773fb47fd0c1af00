import TestSupport

/// Random task bodies: everything that the API takes, at the edges of what it takes, and some of what it refuses.
struct HostileDraft {
    var generator: SeededGenerator

    private static let zones = [
        "Pacific/Kiritimati", "Pacific/Apia", "America/Adak", "Asia/Kathmandu", "Africa/Casablanca", "Europe/Dublin",
        "Antarctica/Troll", "America/St_Johns", "Australia/Lord_Howe", "Asia/Gaza", "Europe/Berlin", "UTC",
        "Etc/GMT+12",
        "Mars/Olympus",
    ]
    private static let words = [
        "rent", "회의", "ﬁx", "e\u{301}te\u{301}", "été", "🧑‍🚒", "\u{202E}rtl", "a\u{300}\u{301}\u{302}", "\u{1}", "  x ",
        "Ω",
    ]

    mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }
    mutating func chance(_ percent: Int) -> Bool { number(1...100) <= percent }
    mutating func pick<Element>(_ elements: [Element]) -> Element { elements[number(0...(elements.count - 1))] }

    /// A whole task, or only some of its members, as a merge patch.
    mutating func task(isPatch: Bool = false) -> String {
        var members: [String] = []
        if !isPatch || chance(30) { members.append(#""title":\#(text(upTo: chance(3) ? 500 : 4))"#) }
        if chance(isPatch ? 30 : 85) { members.append(#""due":"\#(time())""#) }
        if chance(25) { members.append(#""start":"\#(time())""#) }
        if chance(50) { members.append(#""timeZone":"\#(pick(Self.zones))""#) }
        if chance(isPatch ? 20 : 60) { members.append(#""recurrence":\#(recurrence())"#) }
        if chance(isPatch ? 30 : 70) { members.append(#""reminders":[\#(list(few: 3, many: 50) { $0.reminder() })]"#) }
        if chance(20) { members.append(#""tags":[\#(list(few: 3, many: 51) { $0.text(upTo: 2) })]"#) }
        if chance(20) { members.append(#""subtasks":[\#(list(few: 3, many: 500) { $0.subtask() })]"#) }
        if chance(15) { members.append(#""priority":"\#(pick(["none", "low", "high", "urgent", "most"]))""#) }
        if chance(15) {
            members.append(#""status":"\#(pick(["needsAction", "inProcess", "completed", "cancelled"]))""#)
        }
        if chance(5) { members.append(#""quietHours":{"from":"\#(clockTime())","until":"\#(clockTime())"}"#) }
        if chance(3) {
            members.append(#""location":{"latitude":\#(number(-99...99)),"longitude":\#(number(-200...200))}"#)
        }
        if chance(2) {
            members.append(pick([#""title":"again""#, #""unknown":1"#, #""progress":1e400"#, #""due":null"#]))
        }
        return "{\(members.joined(separator: ","))}"
    }

    /// A date, a local time or an instant; mostly near, else anywhere in the years 0 to 10,000.
    mutating func time() -> String {
        let year =
            chance(50) ? number(2026...2027) : pick([0, 1, 2, 1582, 1900, 1969, 9998, 9999, 10_000, number(1...9_999)])
        let date = "\(digits(year, 4))-\(digits(number(1...12), 2))-\(digits(number(1...31), 2))"
        if chance(15) { return date }
        let time = "\(date)T\(clockTime()):\(digits(number(0...60), 2))"
        return time + pick(["", "", "", "Z", "Z", ".999Z", ".5", "+14:00", "-12:00", "+99:99"])
    }

    mutating func reminder() -> String {
        var members = [chance(80) ? #""offset":"\#(duration())""# : #""at":"\#(time())""#]
        if chance(20) { members.append(#""relativeTo":"\#(pick(["due", "start"]))""#) }
        if chance(15) {
            members.append(#""repeat":{"every":"\#(duration())","count":\#(pick([1, 3, 10_000, 10_001]))}"#)
        }
        if chance(10) { members.append(#""keepOnCompletion":true"#) }
        if chance(5) { members.append(#""catchUp":"\#(duration())""#) }
        return "{\(members.joined(separator: ","))}"
    }

    mutating func duration() -> String {
        let sign = pick(["", "-", "-"])
        return sign
            + pick([
                "PT0S", "PT1S", "PT10M", "PT1H", "P1D", "P1W", "PT\(number(1...99_999))S", "P\(number(1...9_999))D",
                "P9999999999D", "PT99999999999999999999S", "P1Y",
            ])
    }

    private mutating func subtask() -> String { #"{"title":\#(text(upTo: 3)),"isCompleted":\#(chance(20))}"# }

    private mutating func clockTime() -> String { "\(digits(number(0...24), 2)):\(digits(number(0...59), 2))" }

    private mutating func list(few: Int, many: Int, of element: (inout HostileDraft) -> String) -> String {
        (0..<(chance(4) ? many : number(0...few))).map { _ in element(&self) }.joined(separator: ",")
    }

    /// A JSON string of words.
    mutating func text(upTo count: Int) -> String {
        let text = (0..<number(0...count)).map { _ in pick(Self.words) }.joined()
        let escaped = text.unicodeScalars.map { scalar in
            scalar.value < 32 || scalar == "\"" || scalar == "\\" ? "\\u00" + hex(scalar.value) : String(scalar)
        }
        return "\"\(escaped.joined())\(number(1...999))\""
    }

    private func hex(_ value: UInt32) -> String {
        let text = String(value, radix: 16)
        return String(repeating: "0", count: 2 - text.count) + text
    }

    func digits(_ value: Int, _ count: Int) -> String {
        let text = String(value)
        return String(repeating: "0", count: max(0, count - text.count)) + text
    }
}
