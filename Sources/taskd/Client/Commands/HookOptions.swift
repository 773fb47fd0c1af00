import ArgumentParser
import Basics
import Foundation
import Recurrence

/// What can be said of a hook's deliveries when it is added.
struct HookOptions: ParsableArguments {
    /// In which order deliveries go, on the command line.
    enum OrderingArgument: String, ChoiceArgument {
        case parallel, perTask
    }

    @Option(help: "Of events of tasks, only those with this tag; may be repeated.")
    var tag: [String] = []

    @Option(help: "Of events of tasks, only those with this priority; may be repeated")
    var priority: [PriorityArgument] = []

    @Option(
        name: .customLong("where"),
        help: ArgumentHelp(
            """
            Of events of tasks, only those that a filter selects, such as 'priority >= high'; see taskd help filters. Other \
            events are sent all the same.
            """,
            valueName: "filter"))
    var filter: String?

    @Option(help: "With --where: the time zone of days and local times in it (default: the daemon's).")
    var zone: String?

    @Option(help: "Whether events are sent side by side, or those of a task one after the other (default: parallel)")
    var ordering: OrderingArgument?

    @Option(
        help: ArgumentHelp(
            "How many deliveries a second at most, on average, 0.0001 to 10000 (default: no limit).",
            valueName: "number"))
    var rate: Double?

    @Option(
        help: ArgumentHelp("With --rate: how many deliveries may go at once after a quiet time.", valueName: "count"))
    var burst: Int?

    @Option(
        help: ArgumentHelp(
            "How many deliveries may be under way at once, 1 to 64 (default: 8; of a command 2).", valueName: "count"))
    var concurrency: Int?

    @Option(
        help: ArgumentHelp(
            "How long after its event a delivery is given up, 1s to 366d, such as 6h (default: never).",
            valueName: "duration"))
    var expires: String?

    @Option(
        help: ArgumentHelp(
            """
            How long to wait before the first attempt, the second and so on, an option for each: --retry 0s --retry 1m \
            --retry 1h. After the last one the delivery is given up (default: ten attempts in 75 hours).
            """, valueName: "duration"))
    var retry: [String] = []

    @Option(help: ArgumentHelp("A header of every request; may be repeated.", valueName: "name: value"))
    var header: [String] = []

    @Option(
        help: ArgumentHelp(
            "A header whose value the daemon encrypts and never shows; may be repeated.", valueName: "name: value"))
    var secretHeader: [String] = []

    func validate() throws {
        if tag.contains(where: \.trimmingSpaces.isEmpty) {
            throw ValidationError("--tag is empty. Give it a value, or leave it away.")
        }
        if zone != nil, filter == nil { throw ValidationError("--zone needs --where.") }
        if burst != nil, rate == nil { throw ValidationError("--burst needs --rate.") }
    }

    func write(to json: inout JSONWriter) throws {
        if !tag.isEmpty { json.field("tags", tag) }
        if !priority.isEmpty { json.field("priorities", priority.map(\.rawValue)) }
        if let filter { json.field("filter", filter) }
        if let zone { json.field("timeZone", zone) }
        if let ordering { json.field("ordering", ordering.rawValue) }
        if let concurrency { json.field("concurrency", concurrency) }
        if let expires { json.field("expires", try Self.duration(expires, "--expires")) }
        if !retry.isEmpty { json.field("retrySchedule", try retry.map { try Self.duration($0, "--retry") }) }
        if rate != nil || burst != nil {
            json.field("rateLimit") { json in
                json.object { json in
                    if let rate { json.field("perSecond", rate) }
                    if let burst { json.field("burst", burst) }
                }
            }
        }
        let headers =
            try header.map { try Header($0, isSecret: false) }
            + secretHeader.map { try Header($0, isSecret: true) }
        if !headers.isEmpty { json.field("headers") { json in json.array(headers) { $1.write(to: &$0) } } }
    }

    static func duration(_ text: String, _ option: String) throws -> String {
        guard let typed = TypedDuration(text) else {
            throw CommandFailure.usage(
                "\(option) \"\(text.prefix(100))\" is not a duration".withoutControls,
                "Write it as 90s, 10m, 2d or PT6H.")
        }
        return typed.duration.description
    }
}

/// A header as it is typed.
private struct Header {
    var name: String
    var value: String
    var isSecret: Bool

    init(_ text: String, isSecret: Bool) throws {
        guard let colon = text.firstIndex(of: ":") else {
            throw CommandFailure.usage("\"\(text)\" is not a header", "Write it as \"Name: value\".")
        }
        name = text[..<colon].trimmingCharacters(in: .whitespaces)
        value = text[text.index(after: colon)...].trimmingCharacters(in: .whitespaces)
        self.isSecret = isSecret
    }

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("name", name)
            json.field("value", value)
            json.field("secret", isSecret)
        }
    }
}
