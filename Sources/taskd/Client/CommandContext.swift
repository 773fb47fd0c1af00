import ArgumentParser
import Basics
import Recurrence
import Scheduler

/// What a command may know of the process that it runs in.
struct CommandContext: Sendable {
    let clock: any UTCClock
    let environment: [String: String]
    let zones: ZoneDatabase
    let style: TextStyle

    /// The machine's own zone.
    ///
    /// - Throws: ``CommandFailure`` when the machine names a zone that it does not have.
    var machineZone: ZoneRules {
        get throws { try MachineZone(environment: environment).rules(from: zones) }
    }

    /// The rules of a zone that the user named, or the machine's.
    func zone(named identifier: String?) throws -> ZoneRules {
        guard let identifier else { return try machineZone }
        do {
            return try zones.rules(for: identifier)
        } catch let error as SchedulerError {
            throw CommandFailure.usage(error.description)
        }
    }

    /// Reads times as typed, words among them in a zone.
    func timeReader(zone: String?) -> TimeReader {
        TimeReader(now: clock.now) { try self.zone(named: zone) }
    }

    /// Prints what the daemon answered: as it stands, on one line, or as lines for people.
    func print(_ answer: Answer, asJSON: Bool, _ lines: (TextFormatter) throws -> String) throws {
        guard asJSON else { return try StandardOutput.write(lines(TextFormatter(context: self))) }
        try StandardOutput.write(answer.line)
    }
}

/// A command that is run in a context.
protocol ContextCommand: AsyncParsableCommand {
    /// Carries the command out.
    ///
    /// - Throws: ``CommandFailure`` with the exit status and what to tell.
    func run(in context: CommandContext) async throws
}
