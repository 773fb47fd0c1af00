import ArgumentParser
import Basics
import Recurrence
import TaskdClient

/// `taskd series edit`: changes a series and its open occurrences.
struct SeriesEdit: ContextCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: "Change a series and its open occurrences, except for what was changed in one of them alone.",
        usage: "taskd series edit <series> [<options>]",
        discussion: """
              taskd series edit kf3 --remind 1h --remind 10m
              taskd series edit kf3 --dtstart 2026-12-01T09:00

            Only the options that you give change anything; --tag, --remind and --repeat replace the whole list. The \
            word none takes away the repetition, reminders, tags, project, estimate, properties or description. \
            --remind takes a distance from the due time, as each occurrence has its own day. To move the whole series, \
            give its new first date or time with --dtstart. A new --repeat is for what comes next: open occurrences stay \
            on their days; taskd edit moves an open one along.
            """
    )

    @Option(help: ArgumentHelp("The title.", valueName: "text"))
    var title: String?

    @Option(
        help: ArgumentHelp(
            """
            When the first occurrence is, such as 2026-12-01T09:00; every occurrence moves by the same amount. To another \
            day it may need --repeat, too.
            """, valueName: "time"))
    var dtstart: String?

    @Option(help: "The time zone of the series, such as Europe/Berlin (default: the one that it has).")
    var zone: String?

    @Flag(help: "Resume a series that has ended.")
    var resume = false

    @OptionGroup(title: "Occurrences") var task: TaskContentOptions

    // Known so that they can be refused with what to give instead.
    @Option(help: .hidden) var due: String?
    @Option(help: .hidden) var start: String?

    @OptionGroup var choice: SeriesChoice

    func validate() throws {
        guard due == nil, start == nil else {
            throw ValidationError("A series has no --due and no --start. Move it with --dtstart.")
        }
        guard !resume || task.rules != [TaskFields.nothing] else {
            throw ValidationError(
                "--repeat none and --resume cannot be used together: the one ends a series, the other one goes on with it."
            )
        }
    }

    func run(in context: CommandContext) async throws {
        _ = try changes(context)
        try await choice.change(context) { daemon in
            if let dtstart, CivilTime(dtstart)?.isDate ?? false {
                let lookup = IdentifierLookup(daemon: daemon, context: context, takesClosed: true)
                let before = try await daemon.series(lookup.series(choice.id))
                if case .dateTime? = CivilTime(before.dtstart) {
                    let time = before.dtstart.suffix(8).prefix(5)
                    context.tell([
                        "its occurrences are of days now, without a time; --dtstart \(dtstart)T\(time) has their time"
                    ])
                }
            }
            return try changes(
                context, project: try await TypedProject(task.project, IdentifierLookup(daemon: daemon)))
        } line: { (printer, label, series: SeriesView) in
            printer.line(label, series)
                + (!task.rules.isEmpty && dtstart == nil
                    ? printer.following(series) : resume ? printer.resumed(series) : "")
        }
    }

    private func changes(_ context: CommandContext, project: TypedProject? = nil) throws -> [UInt8] {
        var fields: TaskFields
        do {
            fields = try TaskFields(changing: task, zone: zone, context.timeReader(zone: zone))
        } catch let failure as CommandFailure where failure.suggestion == TypedReminder.forms {
            // A time of its own is for one occurrence.
            throw CommandFailure.usage(failure.message, "Write 1h for an hour before, or '10m after'.")
        }
        fields.project = project
        guard title != nil || dtstart != nil || resume || !fields.isEmpty else {
            throw CommandFailure.usage(
                "no changes given", "See taskd series edit --help for what can be changed.")
        }
        let start = try dtstart.map { try CivilTime(typed: $0, "--dtstart") }
        if let first = fields.timeOfRule, start?.startOfDayOrTime.secondOfDay != first.secondOfDay {
            let (rule, time) = (task.rules.last ?? "", CivilTime.dateTime(first).withoutSeconds.suffix(5))
            throw CommandFailure.usage(
                start == nil
                    ? "--repeat says a time of day, and occurrences have that of the series' start"
                    : "--repeat and --dtstart say two times of day",
                "Change its open task, and with it those after it: taskd edit TASK --repeat \(rule.quotedForShell); "
                    + "or give --dtstart at \(time), too.")
        }
        var json = JSONWriter()
        json.object { json in
            if let title { json.field("title", title) }
            if let start { json.field("dtstart", start) }
            if resume { json.field("state", "active") }
            fields.write(fieldsTo: &json)
        }
        return json.bytes
    }
}

extension CivilTime {
    /// Reads a date or a local time as typed; seconds may be left out.
    ///
    /// - Throws: ``CommandFailure`` for anything else.
    init(typed: String, _ option: String) throws {
        guard let time = CivilTime(typed) ?? CivilTime(typed + ":00") else {
            throw CommandFailure.usage(
                "\(option) \"\(typed.shown)\" is not a date or local time",
                "Write it like 2026-12-01 or 2026-12-01T09:00.")
        }
        self = time
    }
}
