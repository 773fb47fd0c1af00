import ArgumentParser
import Basics
import Recurrence

/// `taskd rule check`: whether a rule is one.
struct RuleCheck: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check an RRULE: print it in its shortest form, or what is wrong with it and where (exit status 1).",
        usage: "taskd rule check <rule> [<options>]"
    )

    @Argument(help: "The RRULE, such as 'FREQ=WEEKLY;BYDAY=MO'.")
    var rule: String

    @Flag(help: "Print a JSON object, on one line.")
    var json = false

    func run(in context: CommandContext) async throws {
        let outcome = Result { () throws(RecurrenceError) in try RecurrenceRule(rule) }
        let matches = if case .success(let rule) = outcome { !rule.givesNothing() } else { false }
        if json { try StandardOutput.write(Self.json(outcome, matches: matches) + [UInt8(ascii: "\n")]) }
        switch outcome {
        case .success(let rule):
            if !json { try StandardOutput.write("\(rule)\n") }
            if !matches {
                StandardError.write("taskd: warning: no date matches this rule; remove one of its BY parts\n")
            }
        case .failure where json: throw ExitCode.failure
        case .failure(let error): throw CommandFailure.failed(Self.words(error, in: rule))
        }
    }

    private static func json(_ outcome: Result<RecurrenceRule, RecurrenceError>, matches: Bool) -> [UInt8] {
        var json = JSONWriter()
        json.object { json in
            switch outcome {
            case .success(let rule):
                json.field("valid", true)
                json.field("rrule", rule.description)
                json.field("matches", matches)
            case .failure(let error):
                json.field("valid", false)
                json.field("error", error.message)
                json.field("part", error.part)
                json.field("offset", error.offset)
            }
        }
        return json.bytes
    }

    /// The fault, with the rule and a mark under the place where it is one that a terminal shows in columns.
    static func words(_ error: RecurrenceError, in rule: String) -> String {
        let isPlain = rule.utf8.allSatisfy { (0x20...0x7E).contains($0) } && rule.utf8.count <= 200
        guard isPlain, let offset = error.offset, (0...rule.utf8.count).contains(offset) else {
            return error.description.withoutControls
        }
        guard !rule.isEmpty else { return "the rule is empty\n  Write one, such as FREQ=DAILY." }
        return "\(error.description)\n  \(rule)\n  \(String(repeating: " ", count: offset))^"
    }
}

extension RecurrenceRule {
    /// Whether it gives nothing from a start on, or with none given, whatever it starts with.
    ///
    /// A rule that cannot be evaluated is not said to give nothing.
    func givesNothing(from start: CivilTime? = nil) -> Bool {
        guard let start else {
            return withoutBounds?.givesNothing(from: .dateTime(CivilDateTime(secondsSinceEpoch: 0))) ?? false
        }
        guard let set = try? RecurrenceSet(start: start, zone: nil, rules: [self]) else { return false }
        var occurrences = set.occurrences.makeIterator()
        return occurrences.next() == nil && set.horizon == nil
    }

    /// The same without the parts for which what it gives depends on the start.
    private var withoutBounds: RecurrenceRule? {
        let dependent = ["INTERVAL=", "COUNT=", "UNTIL="]
        let parts = description.split(separator: ";").filter { part in !dependent.contains { part.hasPrefix($0) } }
        return try? RecurrenceRule(parts.joined(separator: ";"))
    }
}
