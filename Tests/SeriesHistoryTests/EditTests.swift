import Recurrence
import SeriesModel
import Storage
import Testing

@testable import SeriesHistories

/// Edits in which the engine once did something else than the model.
struct EditTests {
    @Test
    func `lists that a change does not name move along with the series, and are split with it`() async throws {
        var scene = try await Scene(exdate: [day(4), day(20)])
        try await scene.run(
            .patch("A", .all, TaskPatch(due: day(1, "10:00"), recurrence: .members(RecurrencePatch(missed: .skip)))))
        #expect(try scene.series().exceptionDates == ["20260604T100000", "20260620T100000"])
        try await scene.run(.complete("A"))
        let rules = RecurrencePatch(rrule: ["FREQ=DAILY;INTERVAL=2"])
        try await scene.run(.patch(scene.name(2), .following, TaskPatch(recurrence: .members(rules))))
        #expect(try scene.series("series/A>2026-06-02T10:00:00").exceptionDates.count == 2)
        #expect(try scene.series().exceptionDates == [])
    }

    @Test
    func `excepted and added days become times with the series, and name no other slot of their days`() async throws {
        var scene = try await Scene(exdate: [local("2026-06-04")], due: local("2026-06-01"))
        try await scene.run(.patch("A", .all, TaskPatch(due: day(1, "10:00"))))
        #expect(try scene.series().exceptionDates == ["20260604T100000"])
        let rules = RecurrencePatch(rrule: ["FREQ=DAILY;BYHOUR=10,18"], rdate: [day(5, "12:00")])
        try await scene.run(.patch("A", .all, TaskPatch(recurrence: .members(rules))))
        #expect(try await scene.slots().contains(day(4, "18:00")))
        #expect(try await !scene.slots().contains(day(4, "10:00")))
        try await scene.run(
            .patch("A", .all, TaskPatch(due: local("2026-06-01"), recurrence: .members(.init(rrule: ["FREQ=DAILY"])))))
        #expect(try scene.series().exceptionDates == ["20260604"])
        #expect(try scene.series().dates == ["20260605"])
    }

    @Test
    func `a reminder's own time in a change of a series' start is that of the new start`() async throws {
        var scene = try await Scene()
        let reminder = ModelReminder(.at(CivilDateTime(date: day(3).date, secondOfDay: 8 * 3_600)))
        try await scene.run(
            .patchSeries(
                "series/A", SeriesPatch(TaskPatch(reminders: [reminder]), dtstart: day(3, "10:00"))))
        #expect(try scene.series().reminders.map(\.trigger) == [.distance(-2 * 3_600)])
        #expect(try scene.task(3).reminders.map(\.trigger) == [.at(try #require(LocalTime(day(3, "08:00"))))])
    }

    @Test
    func `an added date that an exception gives back is born, also beside new rules`() async throws {
        var scene = try await Scene("FREQ=WEEKLY;BYDAY=MO,WE,FR", exdate: [day(2, "12:00")], missed: .keep)
        try await scene.run(
            .patch("A", .all, TaskPatch(recurrence: .members(RecurrencePatch(rdate: [day(2, "12:00")])))),
            .complete("A"))
        try await scene.run(.complete(scene.name(3)))
        let members = RecurrencePatch(rrule: ["FREQ=MONTHLY"], exdate: [])
        try await scene.run(.patch(scene.name(5), .all, TaskPatch(recurrence: .members(members))))
        #expect(scene.open() == [2, 5])
    }

    @Test(arguments: [(day(1, "08:00"), "20260604"), (day(2, "01:00"), "20260605"), (day(1, "23:59"), "20260604")])
    func `an UNTIL that is a day moves with the slots of its day`(_ start: CivilTime, _ until: String) async throws {
        var scene = try await Scene("FREQ=DAILY;UNTIL=20260604")
        #expect(try await scene.slots().count == 4)
        try await scene.run(.patch("A", .all, TaskPatch(due: start)))
        #expect(try scene.series().rules.map(\.text) == ["FREQ=DAILY;UNTIL=\(until)"])
        #expect(try await scene.slots().count == 4)
    }

    @Test
    func `a zone given to all moves no slot, wherever the occurrence was moved`() async throws {
        var scene = try await Scene.fiveOpen()
        try await scene.run(
            .patch(scene.name(2), .this, TaskPatch(due: day(9, "12:00"))),
            .patch(scene.name(2), .all, TaskPatch(timeZone: "UTC")))
        #expect(try scene.series().start == day(1))
        #expect(try scene.task(2).due?.civil == day(2))
        // The same one, as it stands there already.
        try await scene.run(
            .patch(scene.name(3), .this, TaskPatch(due: day(9, "12:00"))),
            .patch(scene.name(3), .all, TaskPatch(timeZone: "UTC")))
        #expect(try scene.series().start == day(1))
    }

    @Test
    func `times given to all leave the series in its zone, wherever the occurrence was`() async throws {
        var scene = try await Scene.fiveOpen()
        try await scene.run(
            .patch(scene.name(2), .this, TaskPatch(timeZone: "America/New_York")),
            .patch(scene.name(2), .all, TaskPatch(due: day(2, "10:00"))))
        #expect(try scene.series().timeZone == "Europe/Berlin")
        #expect(try scene.task(2).timeZone == "Europe/Berlin")
    }

    @Test
    func `what is born of a change that moves the series is not moved by it once more`() async throws {
        let reminder = ModelReminder(.at(CivilDateTime(date: day(1).date, secondOfDay: 8 * 3_600)))
        var scene = try await Scene("FREQ=WEEKLY", reminders: [reminder])
        try await scene.run(.complete("A"))
        let added = RecurrencePatch(rdate: [day(5, "12:00")])
        try await scene.run(
            .patch(scene.name(8), .all, TaskPatch(due: day(8, "12:00"), recurrence: .members(added))))
        #expect(try scene.task(5).reminders.map(\.trigger) == [.at(try #require(LocalTime(day(5, "11:00"))))])
    }

    @Test
    func `one occurrence of a series of hours may become one of a day`() async throws {
        var scene = try await Scene("FREQ=HOURLY;INTERVAL=8")
        try await scene.run(.patch("A", .this, TaskPatch(due: local("2026-06-03"))))
        #expect(try scene.task(1).due?.civil.isDate == true)
    }

    @Test
    func `a reminder that went off and is no more has touched its occurrence`() async throws {
        let reminder = ModelReminder(.offset(CalendarDuration(), .due))
        var scene = try await Scene(reminders: [reminder])
        try await scene.run(.complete("A"), .advance(to: utc("2026-06-02T08:00:00Z")), .reopen("A"))
        try await scene.run(
            .complete("A"), .patch(scene.name(2), .unscoped, TaskPatch(priority: .low)), .reopen("A"))
        #expect(scene.open() == [1, 2])
        var other = try await Scene(reminders: [reminder])
        try await other.run(
            .complete("A"), .advance(to: utc("2026-06-02T08:00:00Z")), .reopen("A"),
            .patch("A", .all, TaskPatch(reminders: [])))
        #expect(try other.entry(2).isTouched)
    }

    @Test
    func `a page of occurrences to come does not end with those that are past`() async throws {
        var scene = try await Scene(missed: .skip)
        try await scene.run(.advance(to: utc("2026-07-20T06:00:00Z")))
        #expect(scene.projected().first == local("2026-07-20T09:00"))
    }

    @Test
    func `a status that an occurrence has already lets nothing appear, though the clock went on`() async throws {
        var scene = try await Scene("FREQ=WEEKLY;INTERVAL=2;BYDAY=TU;UNTIL=20260610", anchor: .completion)
        try await scene.run(.complete("A"))
        let second = scene.name(2)
        try await scene.run(
            .complete(second), .advance(to: utc("2026-06-08T08:00:00Z")), .setStatus(second, .completed, .this),
            .patch(second, .unscoped, TaskPatch()))
        #expect(scene.open() == [])
        try await scene.run(.setStatus(second, .cancelled, .this))
        #expect(scene.open() == [9])
    }

    @Test
    func `what follows a split lies beyond further splits whose first parts have no task left`() async throws {
        var scene = try await Scene()
        try await scene.run(.complete("A"))
        try await scene.run(.patch(scene.name(2), .following, TaskPatch(title: "B")))
        try await scene.run(.delete(scene.name(2, of: Scene.later(2)), .this))
        try await scene.run(.patch(scene.name(3, of: Scene.later(2)), .following, TaskPatch(title: "C")))
        try await scene.run(.complete("A"))
        #expect(scene.pair.model.answerNext(after: "A") != nil)
    }
}
