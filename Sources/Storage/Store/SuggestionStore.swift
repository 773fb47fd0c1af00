public import Recurrence

/// Reads what suggestions for new tasks are counted from.
public protocol SuggestionReader {
    /// The tasks made last in whose titles a word stands, latest first, with what suggestions are made of.
    ///
    /// What cannot be read is passed over. Cost: a look-up in the index of words, and one of each task that is looked at.
    ///
    /// - Parameter query: Which.
    /// - Returns: The tasks; none for what is no word.
    /// - Throws: ``StoreError``.
    func pastTasks(matching query: PastTaskQuery) throws -> [PastTask]
}

/// Which tasks suggestions are counted from.
public struct PastTaskQuery: Hashable, Sendable {
    /// The word that stands in their titles.
    public var word: String
    /// Those in this project, or in one that stands in it; nil for all.
    public var project: ProjectID?
    /// Those that have this tag; nil for all.
    public var tag: String?
    /// How many at most.
    public var limit = 100
    /// How many of those that have the word anywhere are looked at.
    public var lookedAt = 200

    /// Asks for the tasks with a word in their titles.
    public init(word: String) {
        self.word = word
    }
}

/// What suggestions are made of: a task as it is now, as far as it says how people file such tasks.
public struct PastTask: Hashable, Sendable {
    /// Its title.
    public var title: String
    /// The series that it is of; nil for none.
    public var series: SeriesID?
    /// When it is due; nil for never.
    public var due: CivilTime?
    /// The IANA name of its zone.
    public var timeZone: String
    /// When it was made.
    public var createdAt: UTCInstant
    /// How much it matters.
    public var priority: TaskPriority
    /// The project that it is in, where that is there.
    public var project: ProjectID?
    /// Its tags, as they are written.
    public var tags: [String]
    /// How far before its due time it reminds: its reminders that count from there.
    public var offsets: [CalendarDuration]

    /// Makes it from its parts.
    public init(
        title: String, series: SeriesID? = nil, due: CivilTime? = nil, timeZone: String, createdAt: UTCInstant,
        priority: TaskPriority = .none, project: ProjectID? = nil, tags: [String] = [],
        offsets: [CalendarDuration] = []
    ) {
        (self.title, self.series, self.due, self.timeZone) = (title, series, due, timeZone)
        (self.createdAt, self.priority, self.project) = (createdAt, priority, project)
        (self.tags, self.offsets) = (tags, offsets)
    }
}
