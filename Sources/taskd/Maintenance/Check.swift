import ArgumentParser
import Foundation
import Notify
import Scheduler
import Storage
import StorageSQLite

/// `taskd check`: whether a store is whole, and what it keeps follows from what people meant.
struct Check: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check a store without changing it; exits with 1 if anything is wrong.",
        usage: "taskd check [<options>]",
        discussion: """
            Finds damage in the file or the database, gaps in the event log that retention does not explain, tasks that cannot be \
            read, rows that are set aside, derived times that do not match their local times, tasks that are not \
            found by their words, series without their next occurrence, reminders and deliveries in impossible \
            states, statistics that a recount does not confirm, contents of attachments that are missing or damaged, and \
            secrets that the key beside the store does not open. Of a database on a server also invalid indexes, triggers that \
            are turned off, and a due queue that is not what reminders say. The daemon may be running. If the daemon has a \
            TASKD_DAY_START, set it here too, else times of tasks with a date alone seem wrong.
            """
    )

    @OptionGroup var store: StoreOptions

    func run(in context: CommandContext) async throws {
        let paths = try store.paths(context)
        let check = StoreCheck(
            paths: paths,
            commands: TaskCommands(zones: context.zones, configuration: try configuration(context)),
            clock: context.clock)
        let report: CheckReport
        do { report = try await check.report() } catch let error as StoreError {
            throw CommandFailure.failed(error.description)
        }
        if store.json {
            try StandardOutput.write(report.json(of: paths.shown) + [UInt8(ascii: "\n")])
        } else {
            try StandardOutput.write(report.text(of: paths.shown))
        }
        if !report.isClean { throw ExitCode.failure }
    }

    /// How the daemon reads what people leave unsaid, as far as derived values follow from it.
    private func configuration(_ context: CommandContext) throws -> SchedulerConfiguration {
        let text = context.environment["TASKD_DAY_START"].flatMap { $0.isEmpty ? nil : $0 } ?? "09:00"
        guard let dayStart = ServeConfiguration.dayStart(text) else {
            throw CommandFailure.usage("TASKD_DAY_START is not a time of day: \"\(text)\"", "Write it as 09:00.")
        }
        return SchedulerConfiguration(dayStart: dayStart)
    }
}
