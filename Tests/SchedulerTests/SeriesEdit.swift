import Recurrence
import Storage
import Testing

@testable import Scheduler

/// A change that reaches every open occurrence of an ``OpenSeries``, or those from its fourth on.
enum SeriesEdit: String, CaseIterable, Sendable {
    case shift, shiftWithOwnTimes, zone, start, title, tags, reminders, ownTimeReminders, subtasks, quietHours,
        titleAndShift
    case exceptions, exceptionsAndShift, givenUp, givenUpWithTitle
    case followingTitle, followingShift, followingRule
    case deleteAll, deleteFollowing, deleteSeries

    /// Those that can be carried out on a series none of whose occurrences differs.
    static let reaching: [SeriesEdit] = [
        .shift, .zone, .reminders, .subtasks, .quietHours, .tags, .followingShift, .deleteAll, .deleteFollowing,
        .deleteSeries, .givenUp,
    ]

    func run(_ commands: TaskCommands, _ transaction: any StoreTransaction, _ now: UTCInstant) throws {
        let series = try #require(try transaction.seriesID(ofTask: OpenSeries.id))
        let entries = try transaction.entries(of: series, in: [.open], from: nil, limit: 4)
        let (first, fourth) = (entries[0].task, entries[3].task)
        switch self {
        case .deleteAll: try commands.delete(fourth, version: nil, scope: .all, in: transaction, now: now)
        case .deleteFollowing: try commands.delete(fourth, version: nil, scope: .following, in: transaction, now: now)
        case .deleteSeries: try commands.delete(series, open: .delete, in: transaction, now: now)
        case .start:
            let start = try #require(CivilTime("2026-03-02T00:20:00"))
            _ = try commands.update(series, start: start, in: transaction, now: now) { task in
                var draft = TaskDraft(task)
                draft.title = "new"
                return try commands.checked(draft)
            }
        case .followingTitle, .followingShift, .followingRule:
            try update(fourth, .following, commands, transaction, now)
        default: try update(first, .all, commands, transaction, now)
        }
    }

    private func update(
        _ id: TaskID, _ scope: EditScope, _ commands: TaskCommands, _ transaction: any StoreTransaction,
        _ now: UTCInstant
    ) throws {
        var draft = try #require(try transaction.task(id)).draft
        try change(&draft)
        _ = try commands.update(id, version: nil, to: draft, scope: scope, in: transaction, now: now)
    }

    /// The id of what is added, so that it is the same in every copy.
    static let partID = "0198c5a0-0000-7000-8000-000000000011"

    private static func added(_ draft: TaskDraft.ReminderDraft) -> TaskDraft.ReminderDraft {
        var draft = draft
        draft.id = ReminderID(partID)
        return draft
    }

    private func change(_ draft: inout TaskDraft) throws {
        let shifted = TaskDraft.Time.civil(try civil("2026-03-02T02:10:00"))
        switch self {
        case .shift, .followingShift: draft.due = shifted
        case .shiftWithOwnTimes, .exceptionsAndShift, .titleAndShift:
            draft.due = shifted
            if self == .titleAndShift { draft.title = "new" }
            if self == .exceptionsAndShift { draft.recurrence?.exceptionDates = ["20260302T021800"] }
        case .zone: draft.timeZone = "Asia/Seoul"
        case .title, .followingTitle: draft.title = "new"
        case .tags: draft.tags = ["a", "b"]
        case .reminders: draft.reminders.append(try Self.added(.make("-PT1H")))
        case .ownTimeReminders: draft.reminders.append(try Self.added(.at("2026-03-01T23:00:00")))
        case .subtasks: draft.subtasks.append(TaskDraft.SubtaskDraft(id: SubtaskID(Self.partID), title: "another"))
        case .quietHours: draft.content.quietHours = QuietHours("22:00-07:00").map { .window($0) }
        case .exceptions: draft.recurrence?.exceptionDates = ["20260302T000800", "20260302T000900", "20260302T001100"]
        case .givenUp, .givenUpWithTitle:
            draft.status = .cancelled
            if self == .givenUpWithTitle { draft.title = "new" }
        case .followingRule: draft.recurrence?.rules = ["FREQ=MINUTELY;INTERVAL=2"]
        case .start, .deleteAll, .deleteFollowing, .deleteSeries: break
        }
    }
}
