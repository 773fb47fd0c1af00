import Scheduler
import Testing

struct ZoneNameTests {
    @Test(arguments: [
        ("Asia/Seul", "Asia/Seoul"), ("europe/berlin", "Europe/Berlin"), ("Berlin", "Europe/Berlin"),
        ("America/New York", "America/New_York"), ("Amercia/New_York", "America/New_York"),
        ("Asia/Berlin", "Europe/Berlin"), ("utc", "UTC"), ("Mars/City", nil), ("foo", nil), ("", nil), ("/", nil),
    ])
    func `A mistyped zone has a nearest one where it is near`(typed: String, nearest: String?) {
        #expect(ZoneDatabase().name(nearestTo: typed) == nearest)
    }

    @Test func `Each name of the table has rules`() throws {
        let zones = ZoneDatabase()
        #expect(zones.names.count > 400)
        for name in zones.names { _ = try zones.rules(for: name) }
    }
}
