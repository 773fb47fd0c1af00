import Recurrence
import Storage

/// What becomes of a part of what is due.
struct FiringPart: Sendable {
    /// What each reminder is left in, and the event that tells it.
    var outcomes: [FiringOutcome] = []
    /// Those that are due and cannot be read.
    var unreadable: [PlannedFiring] = []
    /// The tasks of which something cannot be read, and nobody has noted it yet.
    var faulty: [TaskItem] = []
}

/// Works out what is to be recorded of what is due: reads the tasks, decides, and writes the events.
struct FiringEvaluator {
    private let reader: any StoreReader
    private let upToDate: (TaskItem) throws -> TaskItem
    private var firings: FiringBatch
    private var tasks: [TaskItem] = []
    private var places: [TaskID: Int] = [:]
    private var unreadable: [PlannedFiring] = []
    private var faulty: [TaskItem] = []

    /// - Parameters:
    ///   - reader: Where the tasks are.
    ///   - policy: What decides about each.
    ///   - upToDate: Gives a task as it should be at its turn.
    /// - Throws: ``StoreError``.
    init(
        _ reader: any StoreReader,
        policy: FiringPolicy,
        upToDate: @escaping (TaskItem) throws -> TaskItem = { $0 }
    ) throws {
        self.reader = reader
        self.upToDate = upToDate
        firings = FiringBatch(policy: policy, pauses: try PauseLookup(reader))
    }

    /// What becomes of the next that are due, in the order of their turn, which for those made together is also that
    /// of their rows; a task that was met before is as it was left then.
    mutating func part(_ planned: some Collection<PlannedFiring>) throws -> FiringPart {
        try read(planned)
        for plan in planned {
            guard let place = places[plan.task], tasks[place].reminders.contains(where: { $0.id == plan.reminder })
            else {
                unreadable.append(plan)
                continue
            }
            try firings.take(plan.reminder, of: &tasks[place])
        }
        var part = firings.takePart()
        (part.unreadable, part.faulty) = (unreadable, faulty)
        (unreadable, faulty) = ([], [])
        return part
    }

    private mutating func read(_ planned: some Collection<PlannedFiring>) throws {
        var seen: Set<TaskID> = []
        let new = planned.map(\.task).filter { places[$0] == nil && seen.insert($0).inserted }
        for task in try reader.tasks(new) {
            places[task.id] = tasks.count
            if task.setAside != nil, task.setAside?.since == nil { faulty.append(task) }
            tasks.append(try upToDate(task))
        }
    }
}
