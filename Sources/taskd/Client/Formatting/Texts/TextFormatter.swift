import Phrases
import Recurrence
import Scheduler
import TaskdClient

/// Writes what the daemon answers in lines for people.
struct TextFormatter {
    let context: CommandContext
    /// Puts times into the reader's words.
    let times: TimeWords
    let language: ExplanationLanguage
    /// The columns of lists that were chosen; nil for all that have something in them.
    let columns: [ListColumn]?
    /// The names of projects, by their ids, where a list asked for them.
    var projectNames: [String: String] = [:]

    init(context: CommandContext, _ options: DisplayOptions = DisplayOptions()) {
        self.context = context
        let own = options.isUTC ? .utc : (try? context.machineZone) ?? .utc
        // Wrong settings are told by what asks the daemon.
        let settings = try? context.settings
        language = context.language
        columns = settings?.columns
        times = TimeWords(
            now: context.clock.now, zone: own, language: language, hours: options.hours ?? settings?.clock,
            isISO: options.isISO, isUTC: options.isUTC
        ) { [zones = context.zones] in try? zones.rules(for: $0) }
    }

    /// The same with the names of projects, by their ids.
    func naming(_ projects: [String: String]) -> TextFormatter {
        var printer = self
        printer.projectNames = projects
        return printer
    }

    /// A word or a sentence in the reader's language.
    func say(_ english: String) -> String { KoreanTexts.text(english, language) }

    /// How lists look: fitted on a terminal, cells between tabs elsewhere.
    var listLayout: TextTable.Layout {
        context.terminal.hasOutput ? .columns(width: context.terminal.columns, hasHeader: true) : .lines
    }

    /// A list, as it looks where the output goes.
    func text(ofList table: TextTable) -> String { table.text(context.style, listLayout) }

    /// A table of names and values, one a line, which every reader gets alike.
    func text(ofDetails fields: [(name: String, value: String?)]) -> String {
        var table = TextTable()
        for case (let name, let value?) in fields where !value.isEmpty {
            table.append([.init(say(name), .faint), .init(value)])
        }
        return table.text(context.style)
    }

    /// A cell with an instant in the reader's words, or for programs in ISO 8601.
    func cell(ofMoment text: String?, _ role: TextStyle.Role = .plain) -> TextTable.Cell {
        guard let text else { return .init("", role) }
        let words = times.moment(text)
        return .init(words.absolute, role, line: iso(text), short: words.short)
    }

    /// Words for an instant, and how far away it is.
    func moment(_ text: String, in zone: String) -> String { times.moment(text).sentence }

    /// An instant in ISO 8601, as lines for programs have it.
    func iso(_ text: String) -> String { UTCInstant(text).map { times.iso($0) } ?? text }

    /// Words for an instant alone, as a log has it.
    func stamp(_ text: String) -> String { times.moment(text).absolute }

    func style(_ role: TextStyle.Role, _ text: String) -> String {
        context.style.apply(role, to: text.withoutControls)
    }

    /// The first words of a line that tells what was done.
    func label(_ english: String) -> String { style(.good, say(english)) }
}

/// How a person wants times to be told.
struct DisplayOptions: Hashable, Sendable {
    /// In UTC.
    var isUTC = false
    /// In ISO 8601.
    var isISO = false
    /// By a clock of 12 or 24 hours; nil for what is usual in the language.
    var hours: TimeWords.Hours?
}

extension CivilTime {
    /// The day of the week, the date, and the time where there is one; seconds only where they are not zero.
    var words: String {
        let day = "\(WeekdayName.short(date)) \(date)"
        guard case .dateTime(let local) = self else { return day }
        let time = local.description.suffix(8)
        return "\(day) \(local.second == 0 ? time.prefix(5) : time)"
    }
}
