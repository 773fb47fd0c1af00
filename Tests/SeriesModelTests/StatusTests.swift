import Recurrence
import SeriesModel
import Testing

/// One row of the status table: what was done before, what is done, and what is there afterwards.
struct StatusRow: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var before: [ModelCommand] = []
    var command: ModelCommand
    var ledger: String
    var end: SeriesEnd.Reason?
    var resumes = false
    var respawns = false

    init(
        _ name: String, _ before: [ModelCommand] = [], _ command: ModelCommand, _ ledger: String,
        end: SeriesEnd.Reason? = nil, resumes: Bool = false, respawns: Bool = false
    ) {
        (testDescription, self.before, self.command, self.ledger) = (name, before, command, ledger)
        (self.end, self.resumes, self.respawns) = (end, resumes, respawns)
    }

    static let second: TaskID = "series/A/2026-06-02T09:00:00"
    static let skipped = ModelCommand.skip("A")
    static let cancelled = ModelCommand.setStatus("A", .cancelled, .unscoped)

    static let closing = [
        StatusRow("open → completed", [], .complete("A"), "1 completed, 2 open", respawns: true),
        StatusRow(
            "open → completed by PATCH", [], .setStatus("A", .completed, .unscoped), "1 completed, 2 open",
            respawns: true),
        StatusRow("open → skipped", [], skipped, "1 skipped, 2 open", respawns: true),
        StatusRow(
            "open → skipped by PATCH this", [], .setStatus("A", .cancelled, .this), "1 skipped, 2 open",
            respawns: true),
        StatusRow("open → cancelled", [], cancelled, "1 cancelled", end: .cancelled),
        StatusRow(
            "cancelled with all", [.complete("A"), .touch(second), .reopen("A")],
            .setStatus("A", .cancelled, .all), "1 cancelled, 2 cancelled", end: .cancelled),
        StatusRow(
            "inProcess is open", [], .setStatus("A", .inProcess, .unscoped), "1 open"),
    ]

    static let opening = [
        StatusRow("completed → open", [.complete("A")], .reopen("A"), "1 open, 2 withdrawn"),
        StatusRow(
            "completed → open by PATCH", [.complete("A")], .setStatus("A", .needsAction, .unscoped),
            "1 open, 2 withdrawn"),
        StatusRow(
            "completed → open, successor touched", [.complete("A"), .touch(second)], .reopen("A"), "1 open, 2 open"),
        StatusRow(
            "completed → open, successor closed", [.complete("A"), .complete(second)], .reopen("A"),
            "1 open, 2 completed, 3 open"),
        StatusRow("skipped → open", [skipped], .reopen("A"), "1 open, 2 withdrawn"),
        StatusRow("cancelled → open", [cancelled], .reopen("A"), "1 open", resumes: true),
        StatusRow(
            "cancelled → open, ended otherwise", [.deleteSeries("series/A", .keep), cancelled], .reopen("A"),
            "1 open", end: .stopped),
        StatusRow(
            "cancelled → completed", [cancelled], .complete("A"), "1 completed, 2 open", resumes: true,
            respawns: true),
    ]

    static let changing = [
        StatusRow(
            "completed → skipped", [.complete("A")], .setStatus("A", .cancelled, .unscoped), "1 skipped, 2 open"),
        StatusRow("skipped → completed", [skipped], .complete("A"), "1 completed, 2 open"),
        StatusRow("completed → completed", [.complete("A")], .complete("A"), "1 completed, 2 open"),
    ]

    static let deleting = [
        StatusRow("open → deleted with this", [], .delete("A", .this), "1 deleted, 2 open", respawns: true),
        StatusRow("open → deleted", [], .delete("A", .unscoped), "1 deleted", end: .deleted),
        StatusRow(
            "open → deleted, others stay", [.complete("A"), .touch(second), .reopen("A")],
            .delete(second, .unscoped), "1 open, 2 deleted", end: .deleted),
        StatusRow("closed → deleted", [.complete("A")], .delete("A", .unscoped), "1 deleted, 2 open"),
        StatusRow("closed → deleted with this", [skipped], .delete("A", .this), "1 deleted, 2 open"),
        StatusRow(
            "following", [.complete("A"), .complete(second), .touch("series/A/2026-06-03T09:00:00"), .reopen("A")],
            .delete("A", .following), "1 deleted, 2 completed, 3 deleted", end: .deleted),
        StatusRow(
            "all", [.complete("A"), .complete(second), .touch("series/A/2026-06-03T09:00:00"), .reopen("A")],
            .delete("series/A/2026-06-03T09:00:00", .all), "1 deleted, 2 completed, 3 deleted", end: .deleted),
    ]
}

/// What becomes of an occurrence's status.
struct StatusTests {
    @Test(arguments: StatusRow.closing + StatusRow.opening + StatusRow.changing + StatusRow.deleting)
    func `each change does what the table says`(row: StatusRow) {
        var scene = Scene.daily()
        for command in row.before { scene.run(command) }
        let effects = scene.run(row.command).effects
        #expect(scene.ledger() == row.ledger)
        #expect(scene.series?.end?.reason == row.end)
        #expect(effects?.resumed == (row.resumes ? ["series/A"] : []))
        #expect(effects?.born.isEmpty == !row.respawns)
    }

    @Test(arguments: [ModelCommand.complete("A"), .skip("A"), .setStatus("A", .cancelled, .unscoped)])
    func `closed cannot be skipped`(command: ModelCommand) {
        var scene = Scene.daily()
        scene.run(command)
        #expect(scene.refusal(.skip("A")) == .conflict)
    }

    @Test(arguments: Scope.allCases)
    func `deleting twice is 404`(scope: Scope) {
        var scene = Scene.daily()
        scene.run(.delete("A", scope))
        #expect(scene.refusal(.delete("A", scope)) == .notFound)
    }

    @Test
    func `a deleted row keeps its outcome`() {
        var scene = Scene.daily()
        scene.run(.complete("A"), .delete("A", .unscoped))
        #expect(scene.row(1)?.outcome == .completed)
    }

    @Test
    func `an ended series bears nothing, whatever is closed or reopened in it`() {
        var scene = Scene.fiveOpen()
        scene.run(.delete(scene.name(5), .unscoped), .complete("A"), .reopen("A"), .advance(to: at(20, 0)))
        #expect(scene.ledger() == "1 open, 2 open, 3 open, 4 open, 5 deleted")
    }

    @Test
    func `a withdrawn occurrence comes back with its id and a higher version`() {
        var scene = Scene.daily()
        scene.run(.complete("A"))
        let (id, version) = (scene.name(2), scene.store.versions[scene.name(2)])
        scene.run(.reopen("A"), .complete("A"))
        #expect(scene.name(2) == id && version == 1 && scene.store.versions[id] == 2)
    }

    @Test
    func `a reminder that fires touches`() {
        let reminder = ModelReminder(.offset(CalendarDuration(seconds: -86_400), .due))
        var scene = Scene.daily(reminders: [reminder])
        scene.run(.complete("A"), .advance(to: at(1, 7)), .reopen("A"))
        #expect(scene.open() == [1, 2])
    }

    @Test
    func `answer next names the first of the series that was split off`() {
        var scene = Scene.fiveOpen()
        scene.run(.patch(scene.name(3), .following, TaskPatch(title: "B")))
        #expect(scene.run(.complete(scene.name(2))).effects?.next == scene.name(3, of: later(3)))
    }

    @Test(arguments: [
        ModelCommand.complete("A"), .skip("A"), .delete("A", .unscoped), .delete("A", .all),
        .patch("A", .all, TaskPatch(title: "B", due: day(3))), .deleteSeries("series/A", .delete),
    ])
    func `undo takes one command back`(command: ModelCommand) {
        var scene = Scene.daily()
        let tasks = scene.store.tasks
        scene.run(command, .undo)
        #expect(scene.store.tasks == tasks && scene.open() == [1] && scene.series?.isActive == true)
        #expect(scene.refusal(.undo) == .conflict)
    }

    @Test
    func `undo of a split joins the series again`() {
        var scene = Scene.fiveOpen()
        let series = scene.store.series
        scene.run(.patch(scene.name(3), .following, TaskPatch(title: "B")), .undo)
        #expect(scene.store.series == series)
    }
}
