/// A field that a filter can name, by the words of the HTTP interface.
enum FilterField: String, CaseIterable {
    case status, priority, tag, project, due, start, createdAt, updatedAt, completedAt
    case title, description, text, location, series, overdue, blocked, recurring
    /// Not fields themselves: they ask for the presence of others, or for what holds.
    case has, no, `is`

    /// Other names for fields: the members of a task's JSON, and short forms.
    static let aliases: [String: FilterField] = [
        "tags": .tag, "created": .createdAt, "updated": .updatedAt, "completed": .completedAt, "seriesid": .series,
    ]

    private static let byName = Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue.lowercased(), $0) })

    /// The field of a name, in capitals or not.
    init?(named name: String) {
        let name = name.lowercased()
        guard let field = Self.byName[name] ?? Self.aliases[name] else { return nil }
        self = field
    }

    /// The sign that a verb stands for behind the field, such as the colon of "title contains"; nil for any other word.
    func sign(of verb: String) -> String? {
        switch self {
        case .title, .description, .text, .location, .tag, .project:
            ["contains", "includes", "equals", "like", "matches", "has"].contains(verb) ? ":" : nil
        case .due, .start, .createdAt, .updatedAt, .completedAt: Self.relations[verb]
        default: verb == "equals" ? ":" : nil
        }
    }

    private static let relations = [
        "before": " < ", "after": " > ", "until": " <= ", "by": " <= ", "within": " <= ", "since": " >= ",
        "from": " >= ", "on": " = ", "equals": " = ",
    ]
}

/// Something that a filter names by one of a few words.
protocol FilterWord: RawRepresentable, CaseIterable where RawValue == String {}

extension FilterWord {
    /// The value of a word, in capitals or not.
    init?(word: String) {
        let word = word.lowercased()
        guard let value = Self.allCases.first(where: { $0.rawValue.lowercased() == word }) else { return nil }
        self = value
    }
}

/// Where a task stands, as a filter says it.
public enum FilterStatus: String, FilterWord, Hashable, Sendable {
    /// Not begun.
    case needsAction
    /// Begun.
    case inProcess
    /// Done.
    case completed
    /// Not to be done: given up, or skipped.
    case cancelled
    /// `needsAction` or `inProcess`.
    case open
    /// `completed` or `cancelled`.
    case closed
}

/// How much a task matters, from least to most.
public enum FilterPriority: String, FilterWord, Hashable, Comparable, Sendable {
    /// Nothing was said.
    case none
    /// Can wait.
    case low
    /// Ordinary.
    case medium
    /// Before others.
    case high
    /// Before all.
    case urgent

    /// Whether `left` matters less, and so comes first in the list above.
    public static func < (left: FilterPriority, right: FilterPriority) -> Bool {
        allCases.drop { $0 != left }.dropFirst().contains(right)
    }
}

/// A time of a task.
public enum FilterDateField: String, FilterWord, Hashable, Sendable {
    /// When it is to be done; a date counts from its midnight in the task's time zone.
    case due
    /// When it may begin; a date counts from its midnight in the task's time zone.
    case start
    /// When it was made.
    case createdAt
    /// When it was last changed.
    case updatedAt
    /// When it was completed or cancelled.
    case completedAt
}

/// A text of a task, in which words are looked for.
public enum FilterTextField: String, FilterWord, Hashable, Sendable {
    /// The title or the description.
    case text
    /// The title.
    case title
    /// The description.
    case description
}

/// What holds of a task or not.
public enum FilterFlag: String, FilterWord, Hashable, Sendable {
    /// Open, and its time has passed.
    case overdue
    /// Waits for another task.
    case blocked
    /// A further occurrence can still follow it.
    case recurring
}

/// A field that a task may be without.
public enum FilterPresence: String, FilterWord, Hashable, Sendable {
    /// A due time.
    case due
    /// A start.
    case start
    /// A time at which it was closed.
    case completedAt
    /// A priority other than `none`.
    case priority
    /// A tag.
    case tag
    /// A project.
    case project
    /// A description.
    case description
    /// A location.
    case location
    /// A series.
    case series
}

extension FilterPresence {
    /// What people call it.
    var shown: String { self == .completedAt ? "completed" : rawValue }
}
