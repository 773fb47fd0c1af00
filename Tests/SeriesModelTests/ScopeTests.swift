import Recurrence
import SeriesModel
import Testing

/// What each scope of an edit reaches.
///
/// Five occurrences are open, the first to the fifth; x is the third.
struct ScopeTests {
    private static let title = TaskPatch(title: "B")

    @Test
    func `content without a scope: x and the template`() {
        var scene = Scene.fiveOpen()
        scene.run(.patch(scene.name(3), .this, TaskPatch(title: "C")))
        scene.run(.patch(scene.name(3), .unscoped, Self.title))
        #expect(scene.row(3)?.overrides == [] && scene.series?.content.title == "B")
        #expect((1...5).map { scene.task($0)?.content.title } == ["A", "A", "B", "A", "A"])
    }

    @Test
    func `content with this: x and its bit`() {
        var scene = Scene.fiveOpen()
        scene.run(.patch(scene.name(3), .this, Self.title))
        #expect(scene.row(3)?.overrides == [.title] && scene.series?.content.title == "A")
        #expect((1...5).map { scene.task($0)?.content.title } == ["A", "A", "B", "A", "A"])
    }

    @Test
    func `content with following: split, then all of the new series`() {
        var scene = Scene.fiveOpen()
        scene.run(.patch(scene.name(5), .this, TaskPatch(title: "C")))
        scene.run(.patch(scene.name(3), .following, Self.title))
        #expect((1...2).map { scene.task($0)?.content.title } == ["A", "A"])
        #expect((3...5).map { scene.task($0, of: later(3))?.content.title } == ["B", "B", "C"])
        #expect(scene.series?.content.title == "A" && scene.store.series[later(3)]?.content.title == "B")
    }

    @Test
    func `content with all: template, x and every open one without that bit`() {
        var scene = Scene.fiveOpen()
        scene.run(
            .patch(scene.name(2), .this, TaskPatch(title: "C")), .patch(scene.name(3), .this, TaskPatch(title: "D")),
            .patch(scene.name(4), .this, TaskPatch(priority: .high)), .complete("A"))
        scene.run(.patch(scene.name(3), .all, Self.title))
        #expect((1...5).map { scene.task($0)?.content.title } == ["A", "C", "B", "B", "B"])
        #expect(scene.task(4)?.content.priority == .high && scene.row(3)?.overrides == [])
    }

    @Test(arguments: [Scope.unscoped, .this])
    func `times without a scope or with this: x alone`(scope: Scope) {
        var scene = Scene.fiveOpen()
        scene.run(.patch(scene.name(3), scope, TaskPatch(due: day(3, "12:00"))))
        #expect(scene.task(3)?.due == day(3, "12:00") && scene.row(3)?.overrides == [.time])
        #expect(scene.row(3)?.slot == day(3) && scene.task(4)?.due == day(4) && scene.series?.dtstart == day(1))
    }

    @Test
    func `times with following: split, then shift`() {
        var scene = Scene.fiveOpen()
        scene.run(.patch(scene.name(3), .following, TaskPatch(due: day(3, "12:00"))))
        let rows = scene.store.series[later(3)]?.rows
        #expect(rows?.map(\.slot) == [day(3, "12:00"), day(4, "12:00"), day(5, "12:00")])
        #expect(scene.task(4, of: later(3))?.due == day(4, "12:00") && scene.task(2)?.due == day(2))
        #expect(scene.store.series[later(3)]?.dtstart == day(3, "12:00"))
    }

    @Test
    func `times with all: shift by the distance from the slot, not from the moved time`() {
        var scene = Scene.fiveOpen()
        scene.run(
            .patch(scene.name(3), .this, TaskPatch(due: day(25))), .patch(scene.name(4), .this, TaskPatch(due: day(26)))
        )
        scene.run(.patch(scene.name(3), .all, TaskPatch(due: day(3, "10:00"))))
        #expect(scene.series?.rows.map(\.slot) == (1...5).map { day($0, "10:00") })
        #expect(scene.row(3)?.overrides == [] && scene.task(4)?.due == day(26) && scene.task(5)?.due == day(5, "10:00"))
        #expect(scene.series?.dtstart == day(1, "10:00") && scene.name(5) == "series/A/2026-06-05T09:00:00")
    }

    @Test(arguments: [Scope.unscoped, .this])
    func `a zone without a scope or with this: x alone`(scope: Scope) {
        var scene = Scene.fiveOpen()
        scene.run(.patch(scene.name(3), scope, TaskPatch(timeZone: "UTC")))
        #expect((2...4).map { scene.task($0)?.zone } == ["Europe/Berlin", "UTC", "Europe/Berlin"])
        #expect(scene.row(3)?.overrides == [.time])
    }

    @Test
    func `a zone with following or all: labels and the local end of UNTIL stay`() {
        for scope in [Scope.following, .all] {
            var scene = Scene.fiveOpen(rule: "FREQ=DAILY;UNTIL=20260610T070000Z")
            scene.run(.patch(scene.name(3), scope, TaskPatch(timeZone: "UTC")))
            let id = scope == .all ? "series/A" : later(3)
            #expect(scene.store.series[id]?.recurrence.rules.map(\.text) == ["FREQ=DAILY;UNTIL=20260610T090000Z"])
            #expect(scene.task(4, of: id)?.zone == "UTC" && scene.task(4, of: id)?.due == day(4))
            #expect(scene.task(2)?.zone == (scope == .all ? "UTC" : "Europe/Berlin"))
        }
    }

    @Test(arguments: [Scope.unscoped, .following])
    func `a rule without a scope or with following: split, the rule starts at x`(scope: Scope) {
        var scene = Scene.fiveOpen()
        let rule = RecurrencePatch(rrule: ["FREQ=DAILY;INTERVAL=4;COUNT=3"])
        scene.run(.patch(scene.name(3), scope, TaskPatch(recurrence: .members(rule))))
        let split = scene.store.series[later(3)]
        #expect(split?.recurrence.rules.map(\.start) == [day(3)] && split?.rows.count == 3)
        #expect(scene.store.project(later(3), until: day(30)) == [day(7), day(11)])
    }

    @Test
    func `a rule with the time it starts at`() {
        var scene = Scene.fiveOpen()
        let rule = RecurrencePatch(rrule: ["FREQ=WEEKLY"])
        scene.run(
            .patch(scene.name(3), .following, TaskPatch(due: day(4, "12:00"), recurrence: .members(rule))))
        #expect(scene.store.series[later(3)]?.recurrence.rules.map(\.start) == [day(4, "12:00")])
    }

    @Test
    func `a rule with all starts at DTSTART, also by following on the first one`() {
        for (number, scope) in [(3, Scope.all), (1, .following), (1, .unscoped)] {
            var scene = Scene.fiveOpen()
            let rule = RecurrencePatch(rrule: ["FREQ=DAILY;INTERVAL=4"])
            scene.run(.patch(scene.name(number), scope, TaskPatch(recurrence: .members(rule))))
            #expect(scene.series?.recurrence.rules.map(\.start) == [day(1)] && scene.store.series.count == 1)
            #expect(scene.store.project("series/A", until: day(10)) == [day(9)])
        }
    }

    @Test
    func `a rule as it is shown is no edit`() {
        var scene = Scene.fiveOpen()
        let rule = RecurrencePatch(rrule: ["FREQ=DAILY;INTERVAL=1"])
        for scope in Scope.allCases {
            let effects = scene.run(.patch(scene.name(3), scope, TaskPatch(recurrence: .members(rule)))).effects
            #expect(effects?.isEffective == false)
        }
    }

    static let members = [
        RecurrencePatch(exdate: [day(20)]), RecurrencePatch(rdate: [day(20, "12:00")]), RecurrencePatch(missed: .skip),
        RecurrencePatch(respawn: .completion), RecurrencePatch(anchor: .completion, respawn: .completion),
    ]

    @Test(arguments: members, [Scope.unscoped, .all])
    func `lists and policies without a scope or with all: in place`(members: RecurrencePatch, scope: Scope) {
        var scene = Scene.fiveOpen(rule: "FREQ=DAILY;COUNT=9")
        let old = scene.series?.recurrence
        scene.run(.patch(scene.name(3), scope, TaskPatch(recurrence: .members(members))))
        let new = scene.series?.recurrence
        #expect(scene.store.series.count == 1 && new != old && new?.rules == old?.rules)
        #expect(scene.series?.dtstart == day(1))
    }

    @Test(arguments: members)
    func `lists and policies with following: split, phase and COUNT shared`(members: RecurrencePatch) {
        var scene = Scene.fiveOpen(rule: "FREQ=DAILY;COUNT=9")
        scene.run(.patch(scene.name(3), .following, TaskPatch(recurrence: .members(members))))
        let (old, new) = (scene.series?.recurrence, scene.store.series[later(3)]?.recurrence)
        #expect(old?.exdates == [] && old?.respawn == .schedule && old?.missed == .keep)
        #expect(new?.rules.map(\.text) == ["FREQ=DAILY;COUNT=7"] && new?.rules.map(\.start) == [day(3)])
        #expect(new?.exdates == members.exdate ?? [] && new?.rdates == members.rdate ?? [])
    }

    @Test(arguments: [RecurrencePatch(rrule: ["FREQ=WEEKLY"])] + members)
    func `members of the recurrence with this are refused`(members: RecurrencePatch) {
        var scene = Scene.fiveOpen()
        let refusal = scene.refusal(.patch(scene.name(3), .this, TaskPatch(recurrence: .members(members))))
        #expect(refusal?.status == 422)
    }

    @Test
    func `recurrence null: the series or the new one ends, with this it is refused`() {
        for scope in [Scope.unscoped, .all, .following] {
            var scene = Scene.fiveOpen()
            scene.run(.patch(scene.name(3), scope, TaskPatch(recurrence: .null)))
            let id = scope == .following ? later(3) : "series/A"
            #expect(scene.store.series[id]?.end == SeriesEnd(reason: .stopped))
            #expect(scene.open(id).contains(5))
        }
        var scene = Scene.fiveOpen()
        let refusal = scene.refusal(.patch(scene.name(3), .this, TaskPatch(recurrence: .null)))
        #expect(refusal == .unprocessable(pointer: "/recurrence"))
    }

    @Test(arguments: Scope.allCases)
    func `recurrence on a plain task makes it number 1 of a series`(scope: Scope) {
        var scene = Scene(now: "2026-06-01T06:00:00Z")
        scene.run(.create(NewTask("A", Content(title: "A"), due: day(1), zone: "UTC")))
        let rule = RecurrencePatch(rrule: ["FREQ=DAILY"])
        scene.run(.patch("A", scope, TaskPatch(recurrence: .members(rule))), .complete("A"))
        #expect(scene.ledger() == "1 completed, 2 open" && scene.series?.dtstart == day(1))
    }

    @Test(arguments: [Scope.unscoped, .this, .following])
    func `progress reaches x`(scope: Scope) {
        var scene = Scene.fiveOpen()
        scene.run(.setStatus(scene.name(3), .inProcess, scope))
        #expect((2...4).map { scene.task($0)?.status } == [.needsAction, .inProcess, .needsAction])
    }

    @Test
    func `a closed one takes this alone`() {
        var scene = Scene.fiveOpen()
        scene.run(.complete(scene.name(3)), .patch(scene.name(3), .unscoped, Self.title))
        #expect(scene.row(3)?.overrides == [.title] && scene.series?.content.title == "A")
        for scope in [Scope.following, .all] {
            #expect(scene.refusal(.patch(scene.name(3), scope, Self.title)) == .conflict)
        }
        let members = TaskPatch(recurrence: .members(RecurrencePatch(missed: .skip)))
        #expect(scene.refusal(.patch(scene.name(3), .unscoped, members)) == .conflict)
    }

    @Test
    func `a time bit survives content and recurrence edits with any scope`() {
        var scene = Scene.fiveOpen()
        scene.run(.patch(scene.name(3), .this, TaskPatch(due: day(25))))
        let lists = TaskPatch(title: "B", recurrence: .members(RecurrencePatch(exdate: [day(20)])))
        scene.run(.patch(scene.name(3), .unscoped, lists), .patch(scene.name(3), .all, TaskPatch(title: "C")))
        scene.run(.patch(scene.name(3), .following, TaskPatch(title: "D")))
        let id = later(3)
        #expect(scene.row(3, of: id)?.overrides == [.time] && scene.task(3, of: id)?.due == day(25))
        scene.run(.patch(scene.name(4, of: id), .all, TaskPatch(due: day(4, "12:00"))))
        #expect(scene.task(3, of: id)?.due == day(25))
        scene.run(.patch(scene.name(3, of: id), .all, TaskPatch(due: day(3, "10:00"))))
        #expect(scene.row(3, of: id)?.overrides == [])
    }

    @Test
    func `an ended series takes edits and is revived by PATCH of the series`() {
        var scene = Scene.daily()
        scene.run(.delete("A", .unscoped), .patchSeries("series/A", SeriesPatch(Self.title)))
        #expect(scene.series?.content.title == "B" && scene.open() == [])
        #expect(scene.run(.patchSeries("series/A", SeriesPatch(revives: true))).effects?.resumed == ["series/A"])
        #expect(scene.open() == [2] && scene.task(2)?.content.title == "B")
    }

    @Test(arguments: [OpenOnes.keep, .delete])
    func `DELETE of a series ends it`(open: OpenOnes) {
        var scene = Scene.fiveOpen()
        scene.run(.complete("A"), .deleteSeries("series/A", open))
        #expect(scene.series?.isActive == false && scene.open() == (open == .keep ? [2, 3, 4, 5] : []))
        #expect(scene.task(1)?.status == .completed)
    }
}
