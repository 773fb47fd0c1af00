package import Filters
public import Recurrence
public import Storage

/// A pause as somebody wants it.
public struct PauseDraft: Hashable, Sendable {
    /// What it is about; a task that recurs stands for its whole series.
    public var target: PauseTarget
    /// When it ends by itself; nil when somebody has to end it.
    public var until: UTCInstant?
    /// What becomes of the reminders whose time comes meanwhile.
    public var missed: Pause.Missed
    /// What somebody writes beside it, at most 1,000 characters.
    public var note: String?

    /// Makes a draft from its parts.
    public init(_ target: PauseTarget, until: UTCInstant? = nil, missed: Pause.Missed = .fire, note: String? = nil) {
        self.target = target
        self.until = until
        self.missed = missed
        self.note = note
    }
}

extension TaskCommands {
    /// Keeps reminders from going off until the pause is ended; one that there is for the same target is replaced.
    ///
    /// - Parameters:
    ///   - draft: What is to be paused, and how.
    ///   - author: Who wants it; nil when nobody is known.
    ///   - transaction: Where it is done.
    ///   - now: The time at which it is done.
    /// - Returns: The pause.
    /// - Throws: ``SchedulerError``: `.invalidInput`, `.notFound`.
    public func pause(
        _ draft: PauseDraft,
        author: String? = nil,
        in transaction: any StoreTransaction,
        now: UTCInstant
    ) throws -> Pause {
        try check(draft, now: now)
        var pause = Pause(
            try target(of: draft.target, in: transaction, now: now), since: now, until: draft.until,
            missed: draft.missed)
        (pause.note, pause.author) = (draft.note, author)
        if let lasting = try transaction.pause(pause.id), lasting.isLasting(at: now) { pause.since = lasting.since }
        try transaction.save(pause)
        try transaction.append([.about(pause, .pauseStarted, now: now)])
        return pause
    }

    /// Ends a pause; what it held goes off, or is reported as missed, as the pause says.
    ///
    /// - Throws: ``SchedulerError``: `.notFound`.
    public func resume(_ id: PauseID, in transaction: any StoreTransaction, now: UTCInstant) throws -> Pause {
        guard var pause = try transaction.pause(id), pause.isLasting(at: now) else {
            throw SchedulerError(.notFound, "there is no pause \(id)")
        }
        pause.endedAt = now
        try transaction.save(pause)
        try transaction.append([.about(pause, .pauseEnded, now: now)])
        return pause
    }

    private func check(_ draft: PauseDraft, now: UTCInstant) throws {
        var problems: [InputProblem] = []
        if let until = draft.until, until <= now { problems.append("/until", "must be later than now, \(now)") }
        if let until = draft.until, !TimeRange.contains(until) { problems.append("/until", TimeRange.requirement) }
        PauseFields.Terms(until: draft.until, missed: draft.missed, note: draft.note).checkFields(noting: &problems)
        PauseFields.Target(draft.target).checkFields(noting: &problems)
        draft.target.checkFilter(at: "/filter", noting: &problems)
        guard let first = problems.first else { return }
        throw SchedulerError(.invalidInput, first.detail, problems: problems)
    }

    private func target(
        of wanted: PauseTarget, in transaction: any StoreTransaction, now: UTCInstant
    ) throws -> PauseTarget {
        switch wanted {
        case .all: return wanted
        case .filter:
            guard try wanted.hasRoom(in: transaction) else {
                throw SchedulerError(.notPossible, PauseTarget.noRoom)
            }
            return wanted
        case .series(let id):
            guard try transaction.series(id) != nil else { throw SchedulerError.noSeries(id) }
            return wanted
        // What will be tagged with it has the name as it is written now.
        case .tag(let tag): return .tag(try transaction.tag(making: tag, now: now).name)
        case .task(let id):
            let task = try task(id, version: nil, in: transaction)
            guard task.isRecurring, let place = task.occurrence else { return wanted }
            return .series(place.series)
        case .reminder(let id):
            guard try transaction.task(withReminder: id) != nil else { throw SchedulerError.noReminder(id) }
            return wanted
        }
    }
}

extension PauseTarget {
    /// How many pauses with a filter there may be: each is asked of every reminder that is due.
    static let maxFilters = 50

    /// Why there may not be another one.
    static let noRoom = "there are \(maxFilters) pauses with a filter already; end one of them first"

    /// Whether there may be such a pause: one with a filter is one of those that there are, or may be another.
    func hasRoom(in reader: any PauseReader) throws -> Bool {
        guard case .filter = self else { return true }
        return try reader.filterPauses().count { $0.target != self } < Self.maxFilters
    }

    /// Notes why the text of a filter cannot be read.
    ///
    /// - Parameters:
    ///   - pointer: Where the text stands.
    ///   - problems: Where it is noted.
    /// - Returns: The reason; nil where it can be read, and for what is no filter.
    @discardableResult
    package func checkFilter(at pointer: String, noting problems: inout [InputProblem]) -> FilterError? {
        guard case .filter(let text) = self else { return nil }
        return problems.check(filter: text, at: pointer)
    }
}
