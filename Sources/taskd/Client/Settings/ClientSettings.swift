import Basics
import Filters
import Foundation
import Phrases
import Recurrence
import Scheduler
import TaskdClient

/// What whoever types the commands has chosen.
///
/// The environment (`TASKD_…`) wins over a profile, that over the file `~/.config/taskd/client.yaml`, that over defaults;
/// the options of a command win over all of it.
struct ClientSettings: Sendable {
    /// A file of a token, and how whoever named it called it.
    struct TokenFile: Hashable, Sendable {
        let path: String
        let origin: String
    }

    /// The daemon's address; nil for the default.
    private(set) var url: String?
    private(set) var caFile: String?
    /// The IANA name of a zone that is known; nil for the machine's.
    private(set) var zone: String?
    /// The language of dates; nil where none was chosen.
    private(set) var language: PhraseLanguage?
    private(set) var weekStart = Weekday.monday
    private(set) var dayParts = DayParts()
    private(set) var dateOrder: DateOrder?
    /// How hours are shown; nil for what the language is used to.
    private(set) var clock: TimeWords.Hours?
    /// The columns of lists; nil for those that have something in them.
    private(set) var columns: [ListColumn]?
    /// The view that `taskd` alone shows.
    private(set) var defaultView = "today"
    /// The offsets of the reminders that new tasks with a due time get; nil for one at the due time, none for no reminder.
    private(set) var remind: [String]?
    /// Whether new tasks are offered what earlier ones with the same words have.
    private(set) var suggests = true

    private let layers: ClientSettingLayers

    /// What phrases are read by.
    var phrases: PhraseSettings {
        PhraseSettings(language: language, weekStart: weekStart, dayParts: dayParts, dateOrder: dateOrder)
    }

    /// How whoever gave the address called it.
    var originOfURL: String { layers.name(of: ClientSetting.url) }

    /// How whoever chose the view called it.
    var originOfDefaultView: String { layers.name(of: ClientSetting.defaultView) }

    /// The file of the token for the daemon's address; nil where none was named, or only for another daemon.
    ///
    /// What a file of settings says of a token is meant for the address that stands there: a token of one daemon is not
    /// sent to another that was named on the command line, in the environment or by a profile.
    ///
    /// - Parameter isGiven: Whether the address comes from an option.
    /// - Returns: The file.
    func tokenFile(forGivenURL isGiven: Bool) -> TokenFile? {
        let setting = ClientSetting.tokenFile
        guard let file = layers[setting], !isOfOtherAddress(isGiven) else { return nil }
        return TokenFile(path: path(file, of: setting), origin: layers.name(of: setting))
    }

    /// What names a token for another address, and so is not used; nil where nothing does.
    func originOfUnusedTokenFile(forGivenURL isGiven: Bool) -> String? {
        isOfOtherAddress(isGiven) ? layers.name(of: ClientSetting.tokenFile) : nil
    }

    /// Whether a file of settings names a token, and not the address.
    private func isOfOtherAddress(_ isGiven: Bool) -> Bool {
        let setting = ClientSetting.tokenFile
        guard layers[setting] != nil, layers.isOfFile(setting) else { return false }
        return isGiven || layers.source(of: ClientSetting.url).rank < layers.source(of: setting).rank
    }

    /// Reads the settings.
    ///
    /// - Throws: ``ConfigurationErrors`` with all that is wrong, each setting named as it was given.
    init(_ layers: ClientSettingLayers, zones: ZoneDatabase) throws(ConfigurationErrors) {
        self.layers = layers
        var reader = ClientSettingsReader(layers)
        url = reader.value(ClientSetting.url) { text in (try? DaemonAddress(text)).map { _ in text } }
        zone = reader.value(ClientSetting.zone) { text in (try? zones.rules(for: text)).map { _ in text } }
        language = reader.choice(ClientSetting.language)
        dateOrder = reader.choice(ClientSetting.dateOrder)
        clock = reader.choice(ClientSetting.clock)
        weekStart = reader.name(ClientSetting.weekStart, of: Weekday.allCases) { "\($0.name)" } ?? weekStart
        dayParts = reader.value(ClientSetting.dayParts) { DayParts($0) } ?? dayParts
        columns = reader.columns()
        defaultView = layers[ClientSetting.defaultView] ?? defaultView
        remind = reader.value(ClientSetting.remind) { text in
            if text == "none" { return [] }
            let offsets = text.listEntries.map { (try? TypedReminder.offset($0))??.description }
            return offsets.isEmpty || offsets.contains(nil) ? nil : offsets.compactMap { $0 }
        }
        suggests = reader.value(ClientSetting.suggest) { Bool($0) } ?? suggests
        caFile = layers[ClientSetting.caFile].map { path($0, of: ClientSetting.caFile) }
        if !reader.problems.isEmpty { throw ConfigurationErrors(reader.problems) }
    }

    /// How whoever gave `caFile` called it.
    var caFileOrigin: String { layers.name(of: ClientSetting.caFile) }

    /// A path as it is meant: from the home folder behind `~/`, and in the file from the folder of the file.
    private func path(_ text: String, of setting: Setting) -> String {
        if text.hasPrefix("~/") { return NSString(string: text).expandingTildeInPath }
        guard !text.hasPrefix("/"), layers.isOfFile(setting), let file = layers.path else { return text }
        return URL(fileURLWithPath: file).deletingLastPathComponent().appending(path: text).path
    }
}

/// Reads settings one after the other, and keeps what is wrong with each, so that all of it is told at once.
private struct ClientSettingsReader {
    let layers: ClientSettingLayers
    private(set) var problems: [ConfigurationError]

    init(_ layers: ClientSettingLayers) {
        (self.layers, problems) = (layers, layers.problems)
    }

    /// The value of a setting; nil where none was set, or one that makes no sense.
    mutating func value<Value>(_ setting: Setting, _ parse: (String) -> Value?) -> Value? {
        guard let text = layers[setting] else { return nil }
        if let value = parse(text) { return value }
        refuse(setting, "must be \(setting.form), not \"\(text.prefix(256))\"")
        return nil
    }

    /// One of several values, of which the nearest is offered for one that is wrong.
    mutating func name<Value>(_ setting: Setting, of all: [Value], _ name: (Value) -> String) -> Value? {
        guard let text = layers[setting] else { return nil }
        if let value = all.first(where: { name($0).lowercased() == text.lowercased() }) { return value }
        refuse(
            setting, "must be \(setting.form), not \"\(text.prefix(256))\"", nearest: text, among: all.map(name))
        return nil
    }

    mutating func choice<Value: CaseIterable & RawRepresentable>(_ setting: Setting) -> Value?
    where Value.RawValue == String {
        name(setting, of: Array(Value.allCases), \.rawValue)
    }

    mutating func columns() -> [ListColumn]? {
        guard let text = layers[ClientSetting.columns] else { return nil }
        let names = text.listEntries
        let columns = names.map { ListColumn(rawValue: $0) }
        guard let wrong = columns.firstIndex(of: nil) else { return columns.compactMap { $0 } }
        refuse(
            ClientSetting.columns, "\"\(names[wrong].prefix(64))\" is no column; they are \(ListColumn.names)",
            nearest: names[wrong], among: ListColumn.allCases.map(\.rawValue))
        return nil
    }

    private mutating func refuse(
        _ setting: Setting, _ detail: String, nearest text: String = "", among known: [String] = []
    ) {
        let likely = NearestName.of(text, among: known).map { "; did you mean \($0)?" } ?? ""
        problems.append(
            ConfigurationError(setting: layers.name(of: setting), detail: (detail + likely).withoutControls))
    }
}

extension ClientSettingLayers.Source {
    /// The place of the layer: that of a lesser number wins.
    fileprivate var rank: Int {
        switch self {
        case .variable: 0
        case .profile: 1
        case .file: 2
        case .standard: 3
        }
    }
}

extension Weekday {
    fileprivate var name: String {
        switch self {
        case .monday: "monday"
        case .tuesday: "tuesday"
        case .wednesday: "wednesday"
        case .thursday: "thursday"
        case .friday: "friday"
        case .saturday: "saturday"
        case .sunday: "sunday"
        }
    }
}

extension DayParts {
    /// Reads `morning=08:00,evening=18:30`; parts that are not named stay as they are.
    fileprivate init?(_ text: String) {
        self.init()
        for entry in text.listEntries {
            let parts = entry.split(separator: "=", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
            guard parts.count == 2, let time = ServeConfiguration.dayStart(parts[1]) else { return nil }
            switch parts[0] {
            case "morning": morning = time
            case "noon": noon = time
            case "afternoon": afternoon = time
            case "evening": evening = time
            case "night": night = time
            default: return nil
            }
        }
    }
}
