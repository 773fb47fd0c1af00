import Recurrence
import SeriesModel
import Testing

/// What comes next.
struct NextTests {
    @Test
    func `closing the frontier bears the next slot, with its number and cause`() {
        var scene = Scene.daily()
        let effects = scene.run(.complete("A")).effects
        #expect(scene.ledger() == "1 completed, 2 open")
        #expect(effects?.next == scene.name(2) && effects?.born == [scene.name(2)])
        #expect(scene.row(2)?.number == 2 && scene.row(2)?.cause == "A")
        #expect(scene.name(2) == "series/A/2026-06-02T09:00:00")
    }

    @Test
    func `closing an older open occurrence bears nothing`() {
        var scene = Scene.daily()
        scene.run(.complete("A"), .touch(scene.name(2)), .touch("series/A/2026-06-02T09:00:00"), .reopen("A"))
        #expect(scene.ledger() == "1 open, 2 open")
        #expect(scene.run(.complete("A")).effects?.born == [])
    }

    @Test
    func `early: next looks beyond the frontier`() {
        var scene = Scene.daily()
        scene.run(.complete("A"), .complete("series/A/2026-06-02T09:00:00"))
        #expect(scene.ledger() == "1 completed, 2 completed, 3 open")
    }

    @Test
    func `early with anchor=completion no slot comes twice`() {
        var scene = Scene.daily(anchor: .completion)
        scene.run(.complete("A"))
        #expect(scene.open() == [2])
        scene.run(.complete("series/A/2026-06-02T09:00:00"))
        #expect(scene.open() == [3])
    }

    @Test
    func `anchor=completion counts from the day of closing`() {
        var scene = Scene.daily("FREQ=DAILY;INTERVAL=3", anchor: .completion)
        scene.run(.advance(to: at(4, 18)), .complete("A"))
        #expect(scene.open() == [7])
        #expect(scene.store.project("series/A", until: day(30)) == [])
    }

    @Test
    func `anchor=completion with COUNT counts births`() {
        var scene = Scene.daily("FREQ=DAILY;COUNT=2", anchor: .completion)
        scene.run(.advance(to: at(9, 18)), .complete("A"), .complete("series/A/2026-06-10T09:00:00"))
        #expect(scene.ledger() == "1 completed, 10 completed")
    }

    @Test(arguments: [(MissedPolicy.skip, [5], 3), (.keep, [2], 0)])
    func `late: skip jumps to the first that is not past, keep takes each`(
        missed: MissedPolicy, open: [Int], passed: Int
    ) {
        var scene = Scene.daily(missed: missed)
        scene.run(.advance(to: at(4, 18)), .complete("A"))
        #expect(scene.open() == open)
        #expect(scene.row(open[0])?.passed == passed)
    }

    @Test
    func `past means the due time of a slot, its span included`() {
        var scene = Scene(now: "2026-06-01T06:00:00Z")
        let recurrence = RecurrencePatch(rrule: ["FREQ=DAILY"])
        scene.run(
            .create(
                NewTask(
                    "A", Content(title: "A"), start: day(1), due: day(3), zone: "Europe/Berlin",
                    recurrence: recurrence)),
            .advance(to: at(7, 6)), .complete("A"))
        #expect(scene.open() == [5] && scene.task(5)?.start == day(5) && scene.task(5)?.due == day(7))
    }

    @Test
    func `where all that are left are past, the series is finished`() {
        var scene = Scene.daily("FREQ=DAILY;COUNT=3")
        scene.run(.advance(to: at(9, 9)))
        let effects = scene.run(.complete("A")).effects
        #expect(scene.ledger() == "1 completed" && effects?.finished == ["series/A"] && effects?.next == nil)
    }

    @Test
    func `the due of a moved occurrence is never looked at`() {
        var scene = Scene.daily()
        scene.run(.patch("A", .this, TaskPatch(due: day(20))), .complete("A"))
        #expect(scene.open() == [2])
    }

    @Test
    func `completing again changes nothing and answers the same`() {
        var scene = Scene.daily()
        let first = scene.run(.complete("A"))
        let again = scene.run(.complete("A"))
        #expect(again.effects?.next == first.effects?.next && again.effects?.isEffective == false)
    }

    @Test
    func `extended: a finished series bears its next at once`() {
        var scene = Scene.daily("FREQ=DAILY;COUNT=1")
        scene.run(.complete("A"))
        let members = RecurrencePatch(rrule: ["FREQ=DAILY;COUNT=3"])
        let patch = SeriesPatch(TaskPatch(recurrence: .members(members)))
        #expect(scene.run(.patchSeries("series/A", patch)).effects?.resumed == ["series/A"])
        #expect(scene.open() == [2])
    }

    @Test
    func `shortened: open occurrences stay, nothing more is born`() {
        var scene = Scene.daily()
        scene.run(.complete("A"))
        let members = RecurrencePatch(rrule: ["FREQ=DAILY;COUNT=1"])
        scene.run(.patch("series/A/2026-06-02T09:00:00", .all, TaskPatch(recurrence: .members(members))))
        #expect(scene.open() == [2])
        scene.run(.complete("series/A/2026-06-02T09:00:00"))
        #expect(scene.open() == [])
    }

    @Test(arguments: [MissedPolicy.skip, .keep])
    func `an RDATE behind the frontier is born at once, unless past and skipped`(missed: MissedPolicy) {
        var scene = Scene.daily(missed: .skip)
        scene.run(.advance(to: at(4, 18)), .complete("A"))
        let dates = [day(3, "12:00"), day(4, "23:00")]
        let patch = TaskPatch(recurrence: .members(RecurrencePatch(rdate: dates, missed: missed)))
        let effects = scene.run(.patch(scene.name(5), .unscoped, patch)).effects
        #expect(effects?.born.count == (missed == .keep ? 2 : 1))
        #expect(scene.open() == (missed == .keep ? [3, 4, 5] : [4, 5]))
    }

    @Test
    func `an EXDATE removed behind the frontier gives its slot back, a deleted row stays deleted`() {
        var scene = Scene.daily(exdate: [day(2)], missed: .keep)
        scene.run(.complete("A"), .delete("series/A/2026-06-03T09:00:00", .this))
        #expect(scene.ledger() == "1 completed, 3 deleted, 4 open")
        let none = TaskPatch(recurrence: .members(RecurrencePatch(exdate: [day(3)])))
        scene.run(.patch(scene.name(4), .unscoped, none))
        let patch = TaskPatch(recurrence: .members(RecurrencePatch(exdate: [])))
        scene.run(.patch(scene.name(4), .unscoped, patch))
        #expect(scene.ledger() == "1 completed, 2 open, 3 deleted, 4 open")
    }

    @Test
    func `an RDATE removed takes only what is not born`() {
        var scene = Scene.daily("FREQ=DAILY;COUNT=1", rdate: [day(3), day(5)])
        scene.run(.complete("A"))
        let patch = TaskPatch(recurrence: .members(RecurrencePatch(rdate: [])))
        scene.run(.patch(scene.name(3), .unscoped, patch))
        #expect(scene.open() == [3] && scene.store.project("series/A", until: day(30)) == [])
    }

    @Test
    func `an EXDATE deletes the open occurrence it names, but not the addressed one`() {
        var scene = Scene.fiveOpen()
        let patch = TaskPatch(recurrence: .members(RecurrencePatch(exdate: [day(2), day(3)])))
        #expect(
            scene.refusal(.patch(scene.name(3), .unscoped, patch))
                == .unprocessable(pointer: "/recurrence/exdate/1"))
        scene.run(.patch(scene.name(4), .unscoped, patch))
        #expect(scene.ledger() == "1 open, 2 deleted, 3 deleted, 4 open, 5 open")
    }

    @Test
    func `a rule changed with all starts at DTSTART and bears nothing behind the frontier`() {
        var scene = Scene.daily()
        scene.run(.complete("A"), .complete("series/A/2026-06-02T09:00:00"))
        let patch = TaskPatch(recurrence: .members(RecurrencePatch(rrule: ["FREQ=DAILY;INTERVAL=5"])))
        scene.run(.patch(scene.name(3), .all, patch))
        #expect(scene.ledger() == "1 completed, 2 completed, 3 open" && scene.series?.dtstart == day(1))
        scene.run(.complete(scene.name(3)))
        #expect(scene.open() == [6])
    }

    @Test
    func `respawn changed to schedule leaves it to ticks, to completion to ensure`() {
        var scene = Scene.daily()
        let schedule = TaskPatch(recurrence: .members(RecurrencePatch(respawn: .schedule)))
        scene.run(.patch("A", .all, schedule), .complete("A"))
        #expect(scene.ledger() == "1 completed")
        let completion = TaskPatch(recurrence: .members(RecurrencePatch(respawn: .completion)))
        scene.run(.patchSeries("series/A", SeriesPatch(completion)))
        #expect(scene.open() == [2])
    }

    @Test
    func `anchor=completion excludes respawn=schedule`() {
        var scene = Scene.daily(anchor: .completion)
        let patch = TaskPatch(recurrence: .members(RecurrencePatch(respawn: .schedule)))
        #expect(scene.refusal(.patch("A", .all, patch)) == .unprocessable(pointer: "/recurrence/respawn"))
    }

    @Test(arguments: [(MissedPolicy.skip, [1, 5], 3), (.keep, [1, 2, 3, 4, 5], 0)])
    func `a tick bears the last due slot or each`(missed: MissedPolicy, open: [Int], passed: Int) {
        let scene = Scene.fiveOpen(missed: missed)
        #expect(scene.open() == open && scene.row(5)?.passed == passed)
    }

    @Test
    func `an occurrence appears with the first of its reminders`() {
        let reminder = ModelReminder(.offset(CalendarDuration(days: -2), .due))
        var scene = Scene.daily("FREQ=DAILY;INTERVAL=5", respawn: .schedule, reminders: [reminder])
        scene.run(.advance(to: at(4, 6)))
        #expect(scene.open() == [1])
        scene.run(.advance(to: at(4, 7)))
        #expect(scene.open() == [1, 6])
    }

    @Test
    func `at the cap of open occurrences a series stalls`() {
        var store = Scene.daily(missed: .keep, respawn: .schedule).store
        _ = store.apply(.advance(to: utc("2030-01-01T00:00:00Z")))
        #expect(store.tasks.count == ModelStore.mostOpen)
        _ = store.apply(.complete("A"))
        _ = store.apply(.advance(to: store.now))
        #expect(store.tasks.count == ModelStore.mostOpen + 1)
    }

    @Test
    func `a slot in a gap keeps its label, its instant follows the offset before`() {
        var scene = Scene(now: "2026-03-28T00:00:00Z")
        let first = local("2026-03-28T02:30")
        scene.run(
            .create(
                NewTask(
                    "A", Content(title: "A"), due: first, zone: "Europe/Berlin",
                    recurrence: RecurrencePatch(rrule: ["FREQ=DAILY"]))), .complete("A"))
        #expect(scene.task(29)?.due == local("2026-03-29T02:30"))
        let series = scene.series
        scene.run(.advance(to: utc("2026-03-29T01:29:59Z")))
        #expect(series.map { scene.store.isPast(local("2026-03-29T02:30"), in: $0) } == false)
        scene.run(.advance(to: utc("2026-03-29T01:30:00Z")))
        #expect(series.map { scene.store.isPast(local("2026-03-29T02:30"), in: $0) } == true)
    }

    @Test
    func `a date is past when its day has ended`() {
        var scene = Scene(now: "2026-06-01T06:00:00Z")
        let recurrence = RecurrencePatch(rrule: ["FREQ=DAILY"])
        scene.run(
            .create(
                NewTask(
                    "A", Content(title: "A"), due: local("2026-06-01"), zone: "Europe/Berlin", recurrence: recurrence)),
            .advance(to: utc("2026-06-03T21:59:59Z")), .complete("A"))
        #expect(scene.open() == [3])
    }

    @Test
    func `the created occurrence exists even where no rule gives it, and COUNT does not include it`() {
        var scene = Scene.daily("FREQ=WEEKLY;BYDAY=WE;COUNT=2")
        scene.run(
            .complete("A"), .complete("series/A/2026-06-03T09:00:00"), .complete("series/A/2026-06-10T09:00:00"))
        #expect(scene.ledger() == "1 completed, 3 completed, 10 completed")
    }
}
