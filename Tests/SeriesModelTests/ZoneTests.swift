import Recurrence
import SeriesModel
import Testing

/// How local times become instants, in gaps, overlaps and for dates.
struct ZoneTests {
    private static let labels = [
        ("Europe/Berlin", "2026-03-29T02:30", "2026-03-29T01:30:00Z"),
        ("Europe/Berlin", "2026-10-25T02:30", "2026-10-25T00:30:00Z"),
        ("America/New_York", "2026-03-08T02:30", "2026-03-08T07:30:00Z"),
        ("America/New_York", "2026-11-01T01:30", "2026-11-01T05:30:00Z"),
        ("Australia/Lord_Howe", "2026-10-04T02:15", "2026-10-03T15:45:00Z"),
        ("Australia/Lord_Howe", "2026-04-05T01:45", "2026-04-04T14:45:00Z"),
        ("Europe/Berlin", "2026-06-01", "2026-05-31T22:00:00Z"),
    ]

    @Test(arguments: labels)
    func `a gap is read with the offset before it, an overlap as its first showing`(
        zone: String, label: String, instant: String
    ) {
        #expect(Scene.zones.instant(of: local(label), in: zone) == utc(instant))
    }

    private static let reminders = [
        ("2026-03-29T12:00", CalendarDuration(days: -1), "2026-03-28T11:00:00Z"),
        ("2026-03-29T12:00", CalendarDuration(seconds: -86_400), "2026-03-28T10:00:00Z"),
        ("2026-06-02", CalendarDuration(days: -1), "2026-06-01T07:00:00Z"),
        ("2026-06-02", CalendarDuration(seconds: 3_600), "2026-06-02T08:00:00Z"),
    ]

    @Test(arguments: reminders)
    func `nominal days go by the calendar, seconds by the clock, dates count from nine`(
        due: String, offset: CalendarDuration, instant: String
    ) {
        var scene = Scene(now: "2026-01-01T00:00:00Z")
        let content = Content(title: "A", reminders: [ModelReminder(.offset(offset, .due))])
        scene.run(.create(NewTask("A", content, due: local(due), zone: "Europe/Berlin")))
        #expect(scene.store.plannedInstants(of: TaskID("A")) == [utc(instant)])
    }

    @Test
    func `a reminder for a time that the task does not have is not planned, nor one of a closed task`() {
        let start = ModelReminder(.offset(CalendarDuration(), .start))
        var scene = Scene.daily(reminders: [start, ModelReminder(.offset(CalendarDuration(), .due))])
        #expect(scene.store.plannedInstants(of: TaskID("A")) == [at(1, 7)])
        scene.run(.complete("A"))
        #expect(scene.store.plannedInstants(of: TaskID("A")) == [])
    }

    @Test
    func `UNTIL is inclusive and compared as an instant`() {
        #expect(Scene.daily("FREQ=DAILY;UNTIL=20260603T070000Z").store.project("series/A", until: day(9)).count == 2)
        #expect(Scene.daily("FREQ=DAILY;UNTIL=20260603T065959Z").store.project("series/A", until: day(9)).count == 1)
    }

    @Test
    func `RDATEs before DTSTART give no slot`() {
        var scene = Scene.daily("FREQ=DAILY;COUNT=1", rdate: [local("2026-05-30T09:00"), day(4)])
        #expect(scene.store.project("series/A", until: day(9)) == [day(4)])
        scene.run(.complete("A"))
        #expect(scene.open() == [4])
    }

    @Test
    func `the projection begins beyond the frontier and leaves past slots out with missed=skip`() {
        var scene = Scene.daily(exdate: [day(6)])
        scene.run(.advance(to: at(4, 7)))
        #expect(scene.store.project("series/A", until: day(8)) == [day(5), day(7), day(8)])
        #expect(scene.store.project("series/A", from: day(7), until: day(30), limit: 2) == [day(7), day(8)])
        scene.run(.deleteSeries("series/A", .keep))
        #expect(scene.store.project("series/A", until: day(8)) == [])
    }

    private static let wrong: [(NewTask, String)] = [
        (NewTask("A", Content(title: "A"), due: day(1), zone: "Nowhere"), "/timeZone"),
        (NewTask("A", Content(title: "A"), start: day(2), due: day(1), zone: "UTC"), "/due"),
        (NewTask("A", Content(title: "A"), start: local("2026-06-01"), due: day(1), zone: "UTC"), "/start"),
        (recurring(rrule: ["FREQ=DAILY", "FREQ=NEVER"]), "/recurrence/rrule/1"),
        (recurring(due: local("2026-06-01"), rrule: ["FREQ=HOURLY"]), "/recurrence/rrule/0"),
        (recurring(rrule: [], exdate: [day(2), local("2026-06-01")]), "/recurrence/exdate/1"),
        (NewTask("A", Content(title: "A"), zone: "UTC", recurrence: RecurrencePatch()), "/due"),
    ]

    private static func recurring(due: CivilTime = day(1), rrule: [String], exdate: [CivilTime]? = nil) -> NewTask {
        let recurrence = RecurrencePatch(rrule: rrule, exdate: exdate)
        return NewTask("A", Content(title: "A"), due: due, zone: "UTC", recurrence: recurrence)
    }

    @Test(arguments: wrong)
    func `what is wrong is named by its pointer`(task: NewTask, pointer: String) {
        var scene = Scene(now: "2026-06-01T06:00:00Z")
        #expect(scene.refusal(.create(task)) == .unprocessable(pointer: pointer))
        #expect(scene.store.tasks.isEmpty)
    }
}
