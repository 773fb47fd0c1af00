import Basics
import Phrases
import Recurrence
import Scheduler

/// A phrase, and when and where it is said, as typed.
struct DateRequest: Sendable {
    var phrase: String
    /// A local time in the zone, or an instant; nil for now.
    var now: String?
    /// The IANA name; nil for the machine's.
    var zone: String?

    /// Why a request makes no sense.
    struct Fault: Error, CustomStringConvertible {
        var description: String
    }

    /// When and where the phrase is said.
    ///
    /// - Throws: ``Fault`` for a time that is none, `SchedulerError` for an unknown zone, ``CommandFailure`` where the
    ///   machine's zone is unknown.
    func moment(in context: CommandContext) throws -> PhraseMoment {
        let zone = try zone.map { try context.zones.rules(forTyped: $0) } ?? context.machineZone
        guard let now else { return PhraseMoment(context.clock.now, in: zone) }
        if case .dateTime(let local) = CivilTime(now) { return PhraseMoment(local: local, in: zone) }
        guard let instant = UTCInstant(now) else {
            throw Fault(description: "now: must be a local time such as 2026-11-21T14:30, or an instant")
        }
        return PhraseMoment(instant, in: zone)
    }

    /// Tells an error of `body` as wrong usage.
    static func telling<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let failure as CommandFailure {
            throw failure
        } catch let error as SchedulerError {
            let (what, how) = ProblemText.halves(error.description)
            throw CommandFailure.usage("--zone: \(what)", how)
        } catch {
            throw CommandFailure.usage(
                "--now is no local time and no instant", "Write it like 2026-11-21T14:30, or 2026-11-21T14:30:00Z.")
        }
    }

    /// A reader by the settings of whoever asks, in a language that was asked for.
    static func reader(language: PhraseLanguage?, in context: CommandContext) -> PhraseReader {
        var reader = context.phrases
        if let language { reader.settings.language = language }
        return reader
    }
}
