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

    @Option(help: "Only events of tasks with this tag; may be repeated.")
    var tag: [String] = []

    @Option(help: "Only events of tasks with this priority; may be repeated.")
    var priority: [PriorityArgument] = []

    @Option(
        name: .customLong("where"),
        help: "Only events of tasks that this filter selects, such as \"priority >= high and project:Home\".")
    var filter: String?

    @Option(help: "With --where: the time zone of days and local times in it (default: the daemon's).")
    var zone: String?

    @Option(help: "parallel, or perTask: the events of a task one after the other (default: parallel).")
    var ordering: OrderingArgument?

    @Option(help: "At most this many deliveries per second, on average (default: no limit).")
    var rate: Double?

    @Option(help: "With --rate: how many deliveries may be sent at once after an idle period.")
    var burst: Int?

    @Option(help: "How many deliveries may be in flight at once, 1 to 64 (default: 8; 2 for a command).")
    var concurrency: Int?

    @Option(help: "How long after an event its delivery expires, such as 1d or PT6H (default: never).")
    var expires: String?

    @Option(
        help: """
            The wait before an attempt; repeat it for each: --retry 0s --retry 1m --retry 1h (default: ten attempts \
            in 75 \
            hours).
            """)
    var retry: [String] = []

    @Option(help: "A header of every request, as \"Name: value\"; may be repeated.")
    var header: [String] = []

    @Option(help: "A header whose value the daemon encrypts and never shows; may be repeated.")
    var secretHeader: [String] = []

    func validate() throws {
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
