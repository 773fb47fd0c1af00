public import Basics
import Recurrence
import Storage
import Subprocess

/// Runs a program of this machine for each event, with the event on its standard input.
///
/// Only programs that the operator lists are run, by their own path and never by a shell. A program that ends with
/// status 0 has taken the event; 75 (`EX_TEMPFAIL`) asks for it again later; anything else is a failed attempt. It is
/// run at least once for each event: one that must not act twice remembers `TASKD_EVENT_ID`.
///
/// A program may end before it has read its input, so the process must ignore `SIGPIPE`, as `taskd serve` does.
public final class CommandSink<Time: UTCClock>: Sink {
    /// Two at a time for each hook; their order is not kept.
    public let pace = SinkLimits(concurrency: 2, batchSize: 1)

    private let configuration: CommandConfiguration
    private let allowed: Locked<CommandAllowList>
    private let clock: Time
    private let deadlines: Deadlines<Time.Steady>
    private let slots: CommandSlots
    private let threads: BlockingThreads

    /// Makes a sink.
    ///
    /// - Parameters:
    ///   - configuration: Which programs may be run, and how.
    ///   - clock: Decides when a program has run for too long.
    public convenience init(configuration: CommandConfiguration, clock: Time) {
        self.init(configuration: configuration, allowed: Locked(configuration.allowed), clock: clock)
    }

    /// Makes a sink that runs what a list has that may change.
    package init(configuration: CommandConfiguration, allowed: Locked<CommandAllowList>, clock: Time) {
        self.configuration = configuration
        self.allowed = allowed
        self.clock = clock
        deadlines = Deadlines(clock: clock.steady)
        slots = CommandSlots(count: configuration.concurrency)
        threads = BlockingThreads(count: configuration.concurrency)
    }

    /// Runs the hook's program for one event.
    public func deliver(_ message: OutgoingMessage) async -> DeliveryOutcome {
        do {
            try allowed.withLock(\.self).check(message.hook.command)
            let body = try MessageBody(of: message)
            let deadline = clock.steady.now.advanced(by: configuration.patience)
            guard let slot = try await deadlines.run(until: deadline, { [slots] _ in try await slots.take() }) else {
                return DeliveryOutcome(.later, detail: "too many commands are running")
            }
            let end = try await run(message, body).run()
            withExtendedLifetime(slot) {}
            return outcome(of: end)
        } catch let error as NotifyError {
            return DeliveryOutcome(.misconfigured, detail: error.sentence)
        } catch is CancellationError {
            return DeliveryOutcome(.exit, detail: "taskd was stopped before the program had ended")
        } catch {
            return DeliveryOutcome(.exit, detail: "the program could not be run: \(String("\(error)".prefix(300)))")
        }
    }

    private func run(_ message: OutgoingMessage, _ body: MessageBody) -> CommandRun<Time> {
        // The names are those of header fields in upper case (OpenTelemetry, environment variables as carriers).
        let trace = message.traceFields.map { ($0.uppercased().replacing("-", with: "_"), $1) }
        return CommandRun(
            command: message.hook.command,
            environment: [
                "PATH": configuration.searchPath,
                "TASKD_EVENT_ID": message.event.id.description,
                "TASKD_EVENT_TYPE": message.event.type.rawValue,
                "TASKD_EVENT_SEQ": "\(message.event.sequence)",
                "TASKD_EVENT_TIMESTAMP": message.event.timestamp.description,
                "TASKD_HOOK_ID": message.hook.id.description,
                "TASKD_ATTEMPT": "\(message.attempt)",
            ].merging(trace) { own, _ in own },
            input: body.bytes,
            configuration: configuration,
            clock: clock,
            threads: threads
        )
    }

    private func outcome(of end: CommandRun<Time>.End) -> DeliveryOutcome {
        var outcome = DeliveryOutcome(.delivered)
        switch end.status {
        case _ where end.isTimedOut:
            outcome = DeliveryOutcome(
                .timeout, detail: "the program ran for more than \(configuration.timeout.inSeconds)")
        case .exited(0):
            outcome.statusCode = 0
        case .exited(75):
            outcome = DeliveryOutcome(.later, statusCode: 75, detail: "the program asked for a retry (exit status 75)")
        case .exited(let status):
            outcome = DeliveryOutcome(
                .exit, statusCode: Int(status), detail: "the program exited with status \(status)")
        case .signaled(let signal):
            outcome = DeliveryOutcome(.exit, detail: "the program was killed by signal \(signal)")
        }
        outcome.responseExcerpt = end.output.text
        return outcome
    }
}
