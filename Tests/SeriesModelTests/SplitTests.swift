import Recurrence
import SeriesModel
import Testing

/// Moving a series, its kind, and splitting it.
struct SplitTests {
    private static let title = TaskPatch(title: "B")

    @Test
    func `the old series is cut, the new one goes on, COUNT is shared`() {
        var scene = Scene.fiveOpen(rule: "FREQ=DAILY;COUNT=8")
        scene.run(.patch(scene.name(3), .following, Self.title))
        let (old, new) = (scene.series, scene.store.series[later(3)])
        #expect(old?.before == day(3) && old?.end == SeriesEnd(reason: .split))
        #expect(old?.recurrence.rules.map(\.count) == [8] && new?.recurrence.rules.map(\.count) == [6])
        #expect(new?.dtstart == day(3) && new?.splitFrom == "series/A" && new?.isActive == true)
        #expect(
            old.map { scene.store.shownRules(of: $0).map { $0?.description } }
                == ["FREQ=DAILY;UNTIL=20260603T065959Z"])
        #expect(scene.store.project(later(3), until: day(30)).last == day(8))
    }

    @Test
    func `each rule keeps its phase`() {
        var scene = Scene.daily("FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE", rdate: [day(9)], missed: .keep)
        scene.run(.complete("A"), .complete("series/A/2026-06-03T09:00:00"))
        scene.run(.patch("series/A/2026-06-09T09:00:00", .following, Self.title))
        let new = scene.store.series[later(9)]
        #expect(new?.recurrence.rules.map(\.start) == [day(15)] && new?.recurrence.rdates == [day(9)])
        #expect(scene.store.project(later(9), until: day(30)) == [day(15), day(17), day(29)])
    }

    @Test
    func `RDATEs, EXDATEs and rows go by the slot, closed ones too, and are renumbered`() {
        var scene = Scene.fiveOpen()
        let lists = RecurrencePatch(
            rdate: [day(2, "20:00"), day(4, "20:00")], exdate: [day(20), day(2, "21:00")])
        scene.run(.patch(scene.name(5), .unscoped, TaskPatch(recurrence: .members(lists))), .complete(scene.name(4)))
        scene.run(.patch(scene.name(5), .this, TaskPatch(priority: .low)))
        scene.run(.patch(scene.name(3), .following, Self.title))
        let (old, new) = (scene.series, scene.store.series[later(3)])
        #expect(old?.recurrence.rdates == [day(2, "20:00")] && new?.recurrence.rdates == [day(4, "20:00")])
        #expect(old?.recurrence.exdates == [day(2, "21:00")] && new?.recurrence.exdates == [day(20)])
        #expect(new?.rows.map(\.number) == [1, 2, 3, 4] && old?.rows.map(\.number) == [1, 2, 6])
        #expect(scene.row(4, of: later(3))?.state == .completed && scene.row(5, of: later(3))?.overrides == [.priority])
        #expect(scene.name(4, of: later(3)) == "series/A/2026-06-04T09:00:00")
    }

    @Test
    func `with anchor=completion COUNT goes down by the births before x`() {
        var scene = Scene.daily("FREQ=DAILY;COUNT=5", anchor: .completion)
        scene.run(.complete("A"), .complete("series/A/2026-06-02T09:00:00"))
        scene.run(.patch(scene.name(3), .following, Self.title))
        #expect(scene.store.series[later(3)]?.recurrence.rules.map(\.count) == [3])
    }

    @Test
    func `a rule with none left goes`() {
        var scene = Scene.daily("FREQ=DAILY;COUNT=2", rdate: [day(9)])
        scene.run(.complete("A"), .complete("series/A/2026-06-02T09:00:00"))
        scene.run(.patch(scene.name(9), .following, Self.title))
        #expect(scene.store.series[later(9)]?.recurrence.rules == [])
    }

    @Test
    func `an edit of a split series never revives it`() {
        var scene = Scene.fiveOpen()
        scene.run(.patch(scene.name(3), .following, Self.title))
        #expect(scene.refusal(.patchSeries("series/A", SeriesPatch(revives: true))) == .conflict)
    }

    @Test
    func `a shift takes DTSTART, dates, UNTIL and closed recurrenceIds along, not closed dates`() {
        var scene = Scene.daily("FREQ=DAILY;UNTIL=20260610T070000Z", rdate: [day(12)], exdate: [day(5)])
        scene.run(.complete("A"))
        scene.run(.patch(scene.name(2), .all, TaskPatch(due: day(3, "10:00"))))
        let series = scene.series
        #expect(series?.dtstart == day(2, "10:00") && series?.recurrence.rdates == [day(13, "10:00")])
        #expect(series?.recurrence.exdates == [day(6, "10:00")])
        #expect(series?.recurrence.rules.map(\.text) == ["FREQ=DAILY;UNTIL=20260611T080000Z"])
        #expect(series?.rows.map(\.slot) == [day(2, "10:00"), day(3, "10:00")])
        #expect(scene.store.tasks["A"]?.due == day(1))
    }

    @Test
    func `a shift off the days that a rule names is refused`() {
        var scene = Scene.daily("FREQ=WEEKLY;BYDAY=MO")
        #expect(scene.refusal(.patch("A", .all, TaskPatch(due: day(2)))) == .unprocessable(pointer: "/due"))
        let rule = RecurrencePatch(rrule: ["FREQ=WEEKLY;BYDAY=TU"])
        let effects = scene.run(.patch("A", .all, TaskPatch(due: day(2), recurrence: .members(rule)))).effects
        #expect(effects != nil && scene.series?.dtstart == day(2))
    }

    @Test
    func `days get the time, times their days`() {
        var scene = Scene.daily(rdate: [day(8, "20:00")])
        scene.run(.complete("A"))
        scene.run(.patch(scene.name(2), .all, TaskPatch(due: local("2026-06-02"))))
        #expect(scene.series?.rows.map(\.slot) == [local("2026-06-01"), local("2026-06-02")])
        #expect(scene.series?.recurrence.rdates == [local("2026-06-08")])
        scene.run(.patch(scene.name(2), .all, TaskPatch(due: day(3, "07:00"))))
        #expect(scene.series?.rows.map(\.slot) == [day(2, "07:00"), day(3, "07:00")])
    }

    @Test
    func `times become no days where two rows would fall on one, or a rule names hours`() {
        var scene = Scene.daily("FREQ=DAILY;COUNT=1", rdate: [day(1, "20:00")])
        scene.run(.complete("A"))
        let date = TaskPatch(due: local("2026-06-01"))
        #expect(scene.refusal(.patch("series/A/2026-06-01T20:00:00", .all, date)) == .unprocessable(pointer: "/due"))
        var hours = Scene.daily("FREQ=DAILY;BYHOUR=9,20")
        #expect(hours.refusal(.patch("A", .all, date)) == .unprocessable(pointer: "/due"))
        #expect(hours.run(.patch("A", .this, date)).effects != nil)
    }

    @Test
    func `absolute reminders keep their distance from the slot`() {
        let reminder = ModelReminder(.at(day(1, "06:00").startOfDayOrTime))
        var scene = Scene.daily(reminders: [reminder])
        scene.run(.complete("A"))
        #expect(scene.store.plannedInstants(of: scene.name(2)) == [at(2, 4)])
        scene.run(.patch(scene.name(2), .all, TaskPatch(due: day(2, "10:00"))))
        #expect(scene.store.plannedInstants(of: scene.name(2)) == [at(2, 5)])
    }

    @Test
    func `an id that is taken gets a suffix`() {
        var scene = Scene.daily(missed: .keep)
        scene.run(.complete("A"), .complete("series/A/2026-06-02T09:00:00"))
        scene.run(.patch(scene.name(3), .all, TaskPatch(due: day(2))))
        #expect(scene.series?.rows.map(\.slot) == [local("2026-05-31T09:00"), day(1), day(2)])
        scene.run(.complete(scene.name(2)))
        #expect(scene.name(3) == "series/A/2026-06-03T09:00:00#1")
    }
}
