import Basics
import Recurrence
import Storage
import StorageSQLite
import TestSupport
import Testing

@testable import Scheduler

/// One of the ways in which an occurrence's status is changed.
enum StatusWay: Sendable, CustomStringConvertible {
    case complete, skip, reopen
    case patch(TaskStatus, EditScope? = nil)
    case delete(EditScope? = nil)

    var description: String {
        switch self {
        case .complete: "complete"
        case .skip: "skip"
        case .reopen: "reopen"
        case .patch(let status, let scope): "PATCH \(status)\(scope.map { " \($0)" } ?? "")"
        case .delete(let scope): "DELETE\(scope.map { " \($0)" } ?? "")"
        }
    }
}

/// What a step does to the occurrence with a number.
struct StatusStep: Sendable, CustomStringConvertible {
    let number: Int
    let way: StatusWay

    init(_ way: StatusWay, of number: Int = 1) {
        (self.number, self.way) = (number, way)
    }

    var description: String { "\(way) \(number)" }
}

/// A line of the table: what was done before, what is done, and what is there afterwards.
struct StatusLine: CustomTestStringConvertible, Sendable {
    let before: [StatusStep]
    let step: StatusStep
    /// The states of the ledger in the order of the slots, and why the series ended; or the refusal.
    let ledger: String
    let events: [EventType]
    /// The states of the changed occurrence's reminders, of which the second is kept on completion.
    let reminders: String

    init(_ way: StatusWay, _ ledger: String, _ events: EventType..., reminders: String = "-") {
        self.init(before: [], step: StatusStep(way), ledger: ledger, events: events, reminders: reminders)
    }

    init(
        _ before: [StatusStep], _ way: StatusWay, _ ledger: String, _ events: EventType..., reminders: String = "-"
    ) {
        self.init(before: before, step: StatusStep(way), ledger: ledger, events: events, reminders: reminders)
    }

    init(
        _ before: [StatusStep], step: StatusStep, _ ledger: String, _ events: EventType..., reminders: String = "-"
    ) {
        self.init(before: before, step: step, ledger: ledger, events: events, reminders: reminders)
    }

    private init(
        before: [StatusStep], step: StatusStep, ledger: String, events: [EventType], reminders: String
    ) {
        (self.before, self.step, self.ledger, self.events) = (before, step, ledger, events)
        self.reminders = reminders
    }

    var testDescription: String {
        (before + [step]).map(\.description).joined(separator: ", ")
    }
}

extension StatusLine {
    private static let (alive, kept, gone) = ("scheduled scheduled", "cancelled scheduled", "cancelled cancelled")

    /// An open occurrence, by every way.
    static let open = [
        StatusLine(.complete, "completed open", .taskCompleted, .taskRespawned, reminders: kept),
        StatusLine(.skip, "skipped open", .taskSkipped, .taskRespawned, reminders: gone),
        StatusLine(.reopen, "open", reminders: alive),
        StatusLine(.patch(.needsAction), "open", reminders: alive),
        StatusLine(.patch(.inProcess), "open", .taskUpdated, reminders: alive),
        StatusLine(.patch(.completed), "completed open", .taskCompleted, .taskRespawned, reminders: kept),
        StatusLine(.patch(.cancelled), "cancelled, ended cancelled", .taskUpdated, .seriesEnded, reminders: gone),
        StatusLine(.patch(.cancelled, .this), "skipped open", .taskSkipped, .taskRespawned, reminders: gone),
        StatusLine(
            .patch(.cancelled, .following), "cancelled, ended cancelled", .taskUpdated, .seriesEnded, reminders: gone),
        StatusLine(.patch(.cancelled, .all), "cancelled, ended cancelled", .taskUpdated, .seriesEnded, reminders: gone),
        StatusLine(.delete(), "deleted, ended deleted", .taskDeleted, .seriesEnded),
        StatusLine(.delete(.this), "deleted open", .taskDeleted, .taskRespawned),
        StatusLine(.delete(.following), "deleted, ended deleted", .taskDeleted, .seriesEnded),
        StatusLine(.delete(.all), "deleted, ended deleted", .taskDeleted, .seriesEnded),
    ]

    private static func lines(after before: StatusStep, _ lines: [StatusLine]) -> [StatusLine] {
        lines.map { line in
            StatusLine(
                before: [before] + line.before, step: line.step, ledger: line.ledger, events: line.events,
                reminders: line.reminders)
        }
    }

    /// One that somebody has begun.
    static let begun = lines(
        after: StatusStep(.patch(.inProcess)),
        open.map { line in
            switch line.step.way {
            case .patch(.needsAction, _): StatusLine(.patch(.needsAction), "open", .taskUpdated, reminders: alive)
            case .patch(.inProcess, _): StatusLine(.patch(.inProcess), "open", reminders: alive)
            default: line
            }
        })

    static let completed = lines(
        after: StatusStep(.complete),
        [
            StatusLine(.complete, "completed open", reminders: kept),
            StatusLine(.skip, "409"),
            StatusLine(.reopen, "open withdrawn", .taskReopened, .taskDeleted, reminders: alive),
            StatusLine(.patch(.needsAction), "open withdrawn", .taskReopened, .taskDeleted, reminders: alive),
            StatusLine(.patch(.inProcess), "open withdrawn", .taskReopened, .taskDeleted, reminders: alive),
            StatusLine(.patch(.completed), "completed open", reminders: kept),
            StatusLine(.patch(.cancelled), "skipped open", .taskUpdated, reminders: gone),
            StatusLine(.patch(.cancelled, .this), "skipped open", .taskUpdated, reminders: gone),
            StatusLine(.patch(.cancelled, .following), "409"),
            StatusLine(.patch(.cancelled, .all), "409"),
        ] + deletionsOfClosed("deleted open"))

    static let skipped = lines(
        after: StatusStep(.skip),
        [
            StatusLine(.complete, "completed open", .taskCompleted, reminders: kept),
            StatusLine(.skip, "409"),
            StatusLine(.reopen, "open withdrawn", .taskReopened, .taskDeleted, reminders: alive),
            StatusLine(.patch(.needsAction), "open withdrawn", .taskReopened, .taskDeleted, reminders: alive),
            StatusLine(.patch(.inProcess), "open withdrawn", .taskReopened, .taskDeleted, reminders: alive),
            StatusLine(.patch(.completed), "completed open", .taskCompleted, reminders: kept),
            StatusLine(.patch(.cancelled), "skipped open", reminders: gone),
            StatusLine(.patch(.cancelled, .this), "skipped open", reminders: gone),
            StatusLine(.patch(.cancelled, .all), "409"),
        ] + deletionsOfClosed("deleted open"))

    static let cancelled = lines(
        after: StatusStep(.patch(.cancelled)),
        [
            StatusLine(
                .complete, "completed open", .taskCompleted, .seriesResumed, .taskRespawned, reminders: kept),
            StatusLine(.skip, "409"),
            StatusLine(.reopen, "open", .taskReopened, .seriesResumed, reminders: alive),
            StatusLine(.patch(.needsAction), "open", .taskReopened, .seriesResumed, reminders: alive),
            StatusLine(.patch(.inProcess), "open", .taskReopened, .seriesResumed, reminders: alive),
            StatusLine(
                .patch(.completed), "completed open", .taskCompleted, .seriesResumed, .taskRespawned, reminders: kept),
            StatusLine(.patch(.cancelled), "cancelled, ended cancelled", reminders: gone),
            StatusLine(.patch(.cancelled, .this), "cancelled, ended cancelled", reminders: gone),
        ] + deletionsOfClosed("deleted, ended cancelled"))

    /// Tidying up ends nothing.
    private static func deletionsOfClosed(_ ledger: String) -> [StatusLine] {
        [
            StatusLine(.delete(), ledger, .taskDeleted), StatusLine(.delete(.this), ledger, .taskDeleted),
            StatusLine(.delete(.following), "409"), StatusLine(.delete(.all), "409"),
        ]
    }

    static let deleted = lines(
        after: StatusStep(.delete(.this)), open.map { StatusLine($0.step.way, "404") })

    /// Three occurrences, of which the first and the last are open and the second is done.
    private static let three = [
        StatusStep(.complete), StatusStep(.complete, of: 2), StatusStep(.patch(.inProcess), of: 3), StatusStep(.reopen),
    ]
    /// Two open occurrences.
    private static let two = [
        StatusStep(.complete), StatusStep(.patch(.inProcess), of: 2), StatusStep(.reopen),
    ]

    static let several = [
        StatusLine(
            [StatusStep(.complete), StatusStep(.patch(.inProcess), of: 2)], .reopen, "open open", .taskReopened,
            reminders: alive),
        StatusLine(
            [StatusStep(.complete), StatusStep(.complete, of: 2)], .reopen, "open completed open", .taskReopened,
            reminders: alive),
        StatusLine(
            [StatusStep(.complete), StatusStep(.complete, of: 2)], step: StatusStep(.reopen, of: 2),
            "completed open withdrawn",
            .taskReopened, .taskDeleted, reminders: alive),
        // An older open one bears nothing when it is closed.
        StatusLine(two, .complete, "completed open", .taskCompleted, reminders: kept),
        StatusLine(two, .skip, "skipped open", .taskSkipped, reminders: gone),
        StatusLine(two, .delete(.this), "deleted open", .taskDeleted),
        StatusLine(two, .delete(), "deleted open, ended deleted", .taskDeleted, .seriesEnded),
        StatusLine(two, step: StatusStep(.delete(), of: 2), "open deleted, ended deleted", .taskDeleted, .seriesEnded),
        StatusLine(
            two, .patch(.cancelled), "cancelled open, ended cancelled", .taskUpdated, .seriesEnded, reminders: gone),
        StatusLine(
            two, .patch(.cancelled, .all), "cancelled cancelled, ended cancelled", .taskUpdated, .taskUpdated,
            .seriesEnded, reminders: gone),
        StatusLine(
            three, .delete(.following), "deleted completed deleted, ended deleted", .taskDeleted, .taskDeleted,
            .seriesEnded),
        StatusLine(
            three, step: StatusStep(.delete(.following), of: 3), "open completed deleted, ended deleted", .taskDeleted,
            .seriesEnded),
        StatusLine(
            three, step: StatusStep(.delete(.all), of: 3), "deleted completed deleted, ended deleted", .taskDeleted,
            .taskDeleted, .seriesEnded),
        // An ended series bears nothing, whatever is closed or opened in it.
        StatusLine(
            two + [StatusStep(.delete(), of: 2)], .complete, "completed deleted, ended deleted", .taskCompleted,
            reminders: kept),
        StatusLine(
            two + [StatusStep(.delete(), of: 2), StatusStep(.patch(.cancelled))], .reopen,
            "open deleted, ended deleted", .taskReopened, reminders: alive),
    ]
}

@Suite struct StatusTableTests {
    private struct Scene {
        let harness: Harness
        let series: SeriesID

        init(respawn: TaskRecurrence.Respawn = .completion) async throws {
            harness = try Harness()
            let task = try await harness.create(
                .make(due: "2026-03-02T10:00:00", remind: ["-PT1H", "PT0S"], rule: "FREQ=DAILY") {
                    $0.recurrence?.respawn = respawn
                    $0.reminders[1].isKeptOnCompletion = true
                })
            series = try #require(task.occurrence).series
        }

        /// The task of an occurrence, there or not, by its place in the ledger.
        func id(_ number: Int) async throws -> TaskID { try await harness.ledger(series)[number - 1].task }

        /// Carries a step out.
        ///
        /// - Returns: What the answer names as the next occurrence; nil where it names none or is about something else.
        @discardableResult
        func run(_ step: StatusStep) async throws -> TaskID? {
            let id = try await id(step.number)
            switch step.way {
            case .complete: return try await harness.complete(id).next?.id
            case .skip: return try await harness.skip(id).next?.id
            case .reopen: _ = try await harness.reopen(id)
            case .delete(let scope): try await harness.delete(id, scope: scope)
            case .patch(let status, let scope):
                guard let task = try await harness.task(id) else { throw SchedulerError.noTask(id) }
                _ = try await harness.update(task, scope) { $0.status = status }
            }
            return nil
        }

        /// The ledger as a line of the table has it.
        func ledger() async throws -> String {
            let end = try await harness.series(series).end.map { ", ended \($0.reason.rawValue)" } ?? ""
            return try await harness.ledger(series).map(\.state.rawValue).joined(separator: " ") + end
        }
    }

    @Test(
        arguments: StatusLine.open + StatusLine.begun + StatusLine.completed + StatusLine.skipped + StatusLine.cancelled
            + StatusLine.deleted + StatusLine.several)
    func `each status is changed by each way as the table says`(_ line: StatusLine) async throws {
        let scene = try await Scene()
        for step in line.before { try await scene.run(step) }
        let before = (try await scene.harness.events().count, try await scene.harness.ledger(scene.series))
        do {
            let next = try await scene.run(line.step)
            if case .complete = line.step.way { #expect(next == (try await following(line.step.number, in: scene))) }
            if case .skip = line.step.way { #expect(next == (try await following(line.step.number, in: scene))) }
            #expect(try await scene.ledger() == line.ledger)
        } catch let error as SchedulerError {
            #expect([.notPossible: "409", .notFound: "404"][error.code] == line.ledger, "\(error)")
            #expect(try await scene.harness.ledger(scene.series) == before.1)
        }
        let events = try await scene.harness.events().dropFirst(before.0).map(\.type.rawValue)
        #expect(events.sorted() == line.events.map(\.rawValue).sorted())
        guard line.ledger.first?.isNumber == false else { return }
        let task = try await scene.harness.task(scene.id(line.step.number))
        #expect(task?.reminders.map(\.state.rawValue).joined(separator: " ") ?? "-" == line.reminders)
        #expect(try await scene.harness.store.read { try $0.setAside(after: nil, limit: 1) }.isEmpty)
    }

    /// The occurrence with the least slot after one that has a task.
    private func following(_ number: Int, in scene: Scene) async throws -> TaskID? {
        try await scene.harness.ledger(scene.series).dropFirst(number).first(where: \.state.hasTask)?.task
    }

    @Test(arguments: [StatusWay.complete, .skip, .patch(.cancelled, .this), .delete(.this)])
    func `what closed an occurrence is the cause of the next`(_ way: StatusWay) async throws {
        let scene = try await Scene()
        try await scene.run(StatusStep(way))
        let entries = try await scene.harness.ledger(scene.series)
        #expect(entries.map(\.number) == [1, 2] && entries[1].cause == entries[0].task)
        #expect(entries[0].isTouched == (entries[0].state.hasTask || entries[0].isTouched) && !entries[1].isTouched)
        let born = try #require(try await scene.harness.events(.taskRespawned).last)
        #expect(born.data["cause"]?.string == entries[0].task.description)
    }

    @Test(arguments: [StatusWay.complete, .skip, .patch(.cancelled)])
    func `a deleted entry keeps its outcome and the last version`(_ way: StatusWay) async throws {
        let scene = try await Scene()
        try await scene.run(StatusStep(way))
        let entry = try #require(try await scene.harness.ledger(scene.series).first)
        let version = try #require(try await scene.harness.task(entry.task)).version
        try await scene.run(StatusStep(.delete()))
        let deleted = try #require(try await scene.harness.ledger(scene.series).first)
        #expect(deleted.outcome == entry.state && deleted.version == version && deleted.number == 1)
    }

    @Test(arguments: EditScope.allCases.map(Optional.some) + [nil])
    func `deleting twice finds nothing`(_ scope: EditScope?) async throws {
        let scene = try await Scene()
        try await scene.run(StatusStep(.delete(scope)))
        let error = await #expect(throws: SchedulerError.self) { try await scene.run(StatusStep(.delete(scope))) }
        #expect(error?.code == .notFound)
    }

    @Test func `a withdrawn occurrence gives its number back, and is born again with its id and a higher version`()
        async throws
    {
        let scene = try await Scene()
        try await scene.run(StatusStep(.complete))
        let first = try #require(try await scene.harness.task(scene.id(2)))
        try await scene.run(StatusStep(.reopen))
        let withdrawn = try #require(try await scene.harness.ledger(scene.series).last)
        #expect(withdrawn.number == nil && withdrawn.version == first.version && withdrawn.task == first.id)
        try await scene.run(StatusStep(.skip))
        let again = try #require(try await scene.harness.task(scene.id(2)))
        #expect(again.id == first.id && again.version == first.version + 1 && again.occurrence?.number == 2)
    }

    @Test func `where occurrences appear by themselves, closing bears nothing and opening takes nothing back`()
        async throws
    {
        let scene = try await Scene(respawn: .schedule)
        try await scene.run(StatusStep(.complete))
        #expect(try await scene.ledger() == "completed")
        try await scene.harness.run(until: instant("2026-03-04T09:30:00Z"))
        #expect(try await scene.ledger() == "completed open open")
        try await scene.run(StatusStep(.reopen))
        try await scene.run(StatusStep(.delete(.this), of: 3))
        #expect(try await scene.ledger() == "open open deleted")
        try await scene.harness.run(until: instant("2026-03-05T09:30:00Z"))
        #expect(try await scene.ledger() == "open open deleted open")
    }
}
