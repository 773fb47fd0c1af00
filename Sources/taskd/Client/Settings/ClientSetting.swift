import TaskdClient

/// The settings of the commands that people type; each command's options win over them.
enum ClientSetting {
    static let url = Setting(
        "url", .connection, "The daemon's address, or unix:/PATH of its socket",
        form: "http://HOST:PORT, https://HOST, or unix:/PATH of a socket", valueName: "url",
        standard: DaemonAddress.standard)
    static let tokenFile = Setting(
        "tokenFile", .connection,
        "A file with the access token; it is sent to the address that is set in the same place, or below it",
        form: "the path of a file", valueName: "file", standard: nil,
        standardWords: "the token file of this machine's store, for a daemon on this machine")
    static let caFile = Setting(
        "caFile", .connection, "A PEM file with the authorities to trust over https", form: "the path of a file",
        valueName: "file", standard: nil, standardWords: "the system's")

    static let zone = Setting(
        "zone", .dates, "The time zone of what you type, and of the times that you are shown",
        form: "an IANA name such as Europe/Berlin", valueName: "zone", standard: nil, standardWords: "the machine's")
    static let language = Setting(
        "language", .dates, "The language of dates and of what is shown, en or ko; most errors are in English",
        form: "en or ko", valueName: "language", standard: nil,
        standardWords: "that of what is typed; for what is shown the locale's")
    static let weekStart = Setting(
        "weekStart", .dates,
        "The day on which a week begins, for \"next friday\" and due:week; \"next week\" is its Monday all the same",
        form: "a day such as monday",
        valueName: "day", standard: "monday")
    static let dayParts = Setting(
        "dayParts", .dates,
        "When morning, noon, afternoon, evening and night are, such as {morning: 08:00, evening: 18:30}; in the "
            + "environment morning=08:00,evening=18:30",
        form: "times of day behind morning, noon, afternoon, evening or night, such as morning=08:00,evening=18:30",
        valueName: "times", standard: "morning=09:00,noon=12:00,afternoon=15:00,evening=19:00,night=21:00",
        isMapping: true)
    static let dateOrder = Setting(
        "dateOrder", .dates, "How 3/4 is read: monthFirst is 4 March, dayFirst is 3 April",
        form: "monthFirst or dayFirst", valueName: "order", standard: nil,
        standardWords: "none: 3/4 is refused in English, and month first in Korean")
    static let clock = Setting(
        "clock", .dates, "Whether times are shown to people as 15:00 or as 3pm: 24 or 12", form: "24 or 12",
        valueName: "hours",
        standard: nil, standardWords: "the language's")

    static let columns = Setting(
        "columns", .habits,
        "The columns of lists: \(ListColumn.names), separated by commas",
        form: "names of columns: \(ListColumn.names)", valueName: "names", standard: nil,
        standardWords: "those that have something in them", isList: true)
    static let defaultView = Setting(
        "defaultView", .habits, "The view that taskd alone shows: today, week, or the name of a saved one",
        form: "the name of a view", valueName: "view", standard: "today")
    static let remind = Setting(
        "remind", .habits,
        "When new tasks with a due time remind, such as 30m before it, separated by commas; none for not at all",
        form: "offsets such as 30m or 1h, or none", valueName: "offsets", standard: "0m", standardWords: "at it",
        isList: true)
    static let suggest = Setting(
        "suggest", .habits,
        "Whether taskd add offers, on a terminal, what earlier tasks with the same words have: true or false",
        form: "true or false", valueName: "boolean", standard: "true")

    /// All settings, in the order in which they are listed.
    static let all = [
        url, tokenFile, caFile, zone, language, weekStart, dayParts, dateOrder, clock, columns, defaultView, remind,
        suggest,
    ]

    /// The variables beside those of settings that the commands read.
    static let otherVariables = [
        "TASKD_TOKEN", "TASKD_INSECURE", "TASKD_PROFILE", "TASKD_CLIENT_CONFIG",
    ]

    /// Those of the file.
    static let vocabulary = SettingsVocabulary(
        settings: all, sections: "profiles", listing: "taskd config list --client")
}

/// A column of a list of tasks.
enum ListColumn: String, CaseIterable, Sendable {
    case handle, due, title, repeats, project, tags, priority, status

    /// The names, as they are listed.
    static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }
}
