import Recurrence
import TaskdClient

extension TextFormatter {
    /// What will hold a firing to come, in a few words; nil where nothing does.
    func hold(of item: UpcomingView) -> String? {
        Self.hold(by: item.heldBy, until: item.heldUntil.map { words(until: $0, from: item.fireAt) }, language)
    }

    /// The same of a reminder of a task.
    func hold(of firing: FiringsView.Planned) -> String? {
        Self.hold(by: firing.heldBy, until: firing.fireAt.map { words(until: $0, from: firing.scheduledAt) }, language)
    }

    /// What will hold the reminders of a task that was made or changed, a note for each; of all that is paused one is enough.
    ///
    /// - Parameters:
    ///   - firings: The firings to come.
    ///   - handle: What the task is called by, where others are told of beside it.
    /// - Returns: The notes.
    func holdNotes(of firings: [FiringsView.Planned], named handle: String? = nil) -> [String] {
        if let pause = firings.lazy.compactMap(\.pause).first(where: { $0.all == true }) {
            return [pausedEverything(pause)]
        }
        return firings.compactMap { firing in
            guard let hold = hold(of: firing) else { return nil }
            let time = times.moment(firing.scheduledAt).absolute
            let whose = handle.map { language == .korean ? "\($0)의 " : "the reminder of \($0)" }
            return language == .korean
                ? "\(whose ?? "")\(time) 알림은 \(hold)" : "\(whose ?? "its reminder") for \(time) is \(hold)"
        }
    }

    /// The same for programs, with the time in ISO 8601.
    func holdLine(of item: UpcomingView) -> String? {
        let until = item.heldUntil.map(iso)
        return Self.hold(by: item.heldBy, until: until, .english)
    }

    /// That everything is paused.
    func pausedEverything(_ pause: PauseView) -> String {
        let end = pause.until.map { times.moment($0).sentence }
        if language == .korean {
            return end.map { "모든 알림이 \($0)까지 일시 중지됨" } ?? "모든 알림이 다시 시작할 때까지 일시 중지됨"
        }
        return "everything is paused until \(end ?? "it is resumed")"
    }

    /// The end of a hold, without the day where it is that of the time that is held.
    private func words(until end: String, from time: String) -> String {
        guard let time = UTCInstant(time), let instant = UTCInstant(end), isSameDay(time, instant) else {
            return times.moment(end).absolute
        }
        return clock(instant)
    }

    private func isSameDay(_ left: UTCInstant, _ right: UTCInstant) -> Bool {
        times.zone.civilDateTime(at: left).date == times.zone.civilDateTime(at: right).date
    }

    private static func hold(by holder: String?, until: String?, _ language: ExplanationLanguage) -> String? {
        let isKorean = language == .korean
        switch holder {
        case nil: return nil
        case "skippingPause": return isKorean ? "건너뜀: 일시 중지" : "skipped: paused"
        case "quietHours":
            let words = isKorean ? "방해 금지 시간" : "quiet hours"
            return until.map { isKorean ? "\($0)까지 보류: \(words)" : "held until \($0): \(words)" } ?? words
        default:
            let words = isKorean ? "일시 중지" : "paused"
            return until.map { isKorean ? "\($0)까지 보류: \(words)" : "held until \($0): \(words)" } ?? words
        }
    }
}

extension UpcomingView {
    /// The instant at which it really goes off, as things stand; nil where nobody knows, or where it will be missed.
    var goesOffAt: String? { heldBy == nil ? fireAt : heldUntil }
}

extension FiringsView.Planned {
    /// What holds it, in the words of ``UpcomingView/heldBy``; nil where nothing does.
    fileprivate var heldBy: String? {
        if paused == true { return fireAt == nil && pause?.missed == "skip" ? "skippingPause" : "pause" }
        return quietHours == nil ? nil : "quietHours"
    }

    /// Whether something holds it.
    var isHeld: Bool { heldBy != nil }
}

extension DaemonClient {
    /// The firings to come of a task's own reminders, with what holds them; none where no reminder waits, or the token may not
    /// know.
    func firingsToCome(of task: TaskView?) async -> [FiringsView.Planned] {
        guard let task, task.reminders.contains(where: { $0.nextFireAt != nil || $0.state == "scheduled" }) else {
            return []
        }
        let answer = try? await get("tasks/\(task.id)/firings", [QueryItem("limit", "1")])
        return (try? answer?.decode() as FiringsView?)?.planned.filter { !$0.projected } ?? []
    }

    /// The pause of everything that is in force; nil where there is none, or where the token may not know of it.
    func pauseOfEverything() async throws -> PauseView? {
        // It comes before all others.
        let page: ListPage<PauseView> = try await get("pauses", [QueryItem("limit", "1")]).decode()
        return page.items.first { $0.all == true }
    }
}

/// The reminders that something holds, as far as that was asked.
struct HeldReminders {
    /// Nothing holds any.
    static let none = HeldReminders()

    /// Their ids.
    fileprivate var ids: Set<String> = []
    /// Whether everything is paused.
    fileprivate var isEverything = false

    /// Whether one is held.
    func contains(_ id: String) -> Bool { isEverything || ids.contains(id) }
}

extension CommandContext {
    /// Of how many tasks one command tells what holds them: each is asked about.
    private static let maxHoldsTold = 10

    /// Tells what will hold the reminders of tasks that were made, changed or came back; beside an output for programs, nobody
    /// reads that.
    ///
    /// - Returns: Those that are held.
    @discardableResult
    func tellHolds(of tasks: [TaskView], _ daemon: DaemonClient, _ access: AccessOptions) async throws -> HeldReminders
    {
        var held = HeldReminders()
        guard try access.output.form() == nil else { return held }
        let printer = TextFormatter(context: self, access.output.display)
        var notes: [String] = []
        for task in tasks.prefix(Self.maxHoldsTold) {
            let firings = await daemon.firingsToCome(of: task)
            notes += printer.holdNotes(of: firings, named: tasks.count == 1 ? nil : task.shownHandle)
            held.ids.formUnion(firings.filter(\.isHeld).map(\.reminderId))
            held.isEverything = firings.contains { $0.pause?.all == true }
            if held.isEverything { break }
        }
        tell(notes)
        return held
    }
}
