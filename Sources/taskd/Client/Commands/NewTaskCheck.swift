import Basics
import HTTPAPI
import Recurrence
import Scheduler
import Storage
import TaskdClient

/// Finds what every daemon would refuse of new tasks, whatever is in its store, by what the daemon itself refuses it by.
struct NewTaskCheck {
    private let commands: TaskCommands

    /// - Throws: ``CommandFailure`` where the machine has no zone for local times.
    init(_ context: CommandContext) throws {
        commands = TaskCommands(
            zones: context.zones,
            configuration: SchedulerConfiguration(defaultZone: try context.machineZone.identifier))
    }

    /// The problem with a task, as it would be sent; nil for none.
    func problem(with task: JSONValue) -> DaemonProblem? {
        DaemonProblem(ofFields: commands.problems(ofNew: task).map { ($0.pointer, $0.detail) })
    }

    /// The problem with tasks that would be sent together; nil for none.
    func problem(withAll tasks: [JSONValue]) -> DaemonProblem? {
        DaemonProblem(
            ofFields: tasks.enumerated().flatMap { number, task in
                commands.problems(ofNew: task).map { ("/operations/\(number)/task\($0.pointer)", $0.detail) }
            })
    }
}
