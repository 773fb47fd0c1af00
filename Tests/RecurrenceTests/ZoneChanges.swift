/// Days on which clocks were or will be changed, of every kind that zones have known.
enum ZoneChanges {
    static let all = [
        ("America/New_York", "20260308"), ("America/New_York", "20261101"), ("Europe/Berlin", "20260329"),
        ("Europe/Berlin", "20261025"),
        // Half an hour and two hours.
        ("Australia/Lord_Howe", "20261004"), ("Australia/Lord_Howe", "20260405"), ("Antarctica/Troll", "20260329"),
        ("Antarctica/Troll", "20261025"),
        // A day that never was, and one that was there twice.
        ("Pacific/Apia", "20111230"), ("Pacific/Apia", "18920705"),
        // Around midnight.
        ("America/Sao_Paulo", "20181104"), ("America/Sao_Paulo", "20180218"), ("Africa/Cairo", "20260424"),
        ("Africa/Cairo", "20261030"),
        // Negative daylight saving time, a quarter of an hour, odd seconds, half an hour without saving.
        ("Europe/Dublin", "20260329"), ("Europe/Dublin", "20261025"), ("Asia/Kathmandu", "19860101"),
        ("Africa/Monrovia", "19720107"), ("Asia/Pyongyang", "20150815"), ("Asia/Pyongyang", "20180505"),
        ("Africa/Casablanca", "20260215"), ("Africa/Casablanca", "20260322"),
    ]
}

extension SeededGenerator {
    /// A rule with several members a day, or one a day.
    mutating func ruleWithinDays() -> String {
        switch Int.random(in: 0..<5, using: &self) {
        case 0: "FREQ=MINUTELY;INTERVAL=\(Int.random(in: 7...40, using: &self))"
        case 1: "FREQ=HOURLY;BYMINUTE=\(numbers(0...59, count: 3))"
        case 2: "FREQ=HOURLY;INTERVAL=\(Int.random(in: 1...5, using: &self))"
        case 3: "FREQ=DAILY;BYHOUR=\(numbers(0...3, count: 3));BYMINUTE=\(numbers(0...59, count: 4))"
        default:
            "FREQ=DAILY;BYHOUR=\(numbers(0...23, count: 9));BYMINUTE=0,15,30,45;BYSECOND=0,\(numbers(1...59, count: 2))"
        }
    }
}
