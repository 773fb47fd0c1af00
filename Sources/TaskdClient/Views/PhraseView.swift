/// A text that is to be read: a task in one line, or a date in words.
public struct PhraseRequest: Encodable, Hashable, Sendable {
    /// What the text is.
    public enum Mode: String, Encodable, Hashable, Sendable {
        /// A task in one line.
        case task
        /// A date, a time, a range or a repetition alone.
        case phrase
    }

    /// The text, of at most 4,096 bytes.
    public var text: String
    /// What it is.
    public var mode: Mode
    /// The IANA name of the zone in which it is said; nil for the daemon's own.
    public var timeZone: String?
    /// `en` or `ko`; nil for Korean where the text has Hangul in it, and English elsewhere.
    public var language: String?
    /// When it is said: a local time, or an instant with `Z`; nil for now.
    public var now: String?
    /// The day on which weeks begin, such as `sunday`; nil for Monday.
    public var weekStart: String?
    /// The times that `morning`, `noon`, `afternoon`, `evening` and `night` stand for, such as `09:00`.
    public var dayParts: [String: String]?
    /// Whether 3/4 is `monthFirst` or `dayFirst`; nil refuses it in English.
    public var dateOrder: String?

    /// Asks for the meaning of a text.
    public init(_ text: String, mode: Mode = .task, timeZone: String? = nil) {
        (self.text, self.mode, self.timeZone) = (text, mode, timeZone)
    }
}

/// What a line or a phrase means.
public struct PhraseView: Decodable, Hashable, Sendable {
    /// How it recurs.
    public struct Recurrence: Decodable, Hashable, Sendable {
        /// The rules (RFC 5545 RRULE), without `RRULE:`.
        public var rrule: [String]
        /// Where the next occurrence is counted from: `due` or `completion`.
        public var anchor: String
    }

    /// When it reminds: at a distance from the due time, or at a time.
    public struct Reminder: Decodable, Hashable, Sendable {
        /// The distance, an RFC 5545 duration such as `-PT30M`.
        public var offset: String?
        /// The time.
        public var at: String?
    }

    /// The project that a line names.
    public struct Project: Decodable, Hashable, Sendable {
        /// A project that there is.
        public struct Named: Decodable, Hashable, Sendable {
            /// Its id.
            public var id: String
            /// Its name.
            public var name: String
        }

        /// The name as it was typed.
        public var typed: String
        /// The id of the project; nil where there is none of that name.
        public var id: String?
        /// Its name as it is written.
        public var name: String?
        /// What may have been meant, where there is none.
        public var nearest: Named?
    }

    /// Words that are not in the title.
    public struct Span: Decodable, Hashable, Sendable {
        /// What they are: `when`, `tag`, `project`, `priority`, `reminder`, `estimate` or `description`.
        public var part: String
        /// Their first byte in the text, in UTF-8.
        public var from: Int
        /// The byte behind their last one.
        public var to: Int
        /// The words.
        public var words: String
        /// What they were read as; nil of what could not be used.
        public var readAs: String?
    }

    /// Something that is worth saying before it is relied on.
    public struct Note: Decodable, Hashable, Sendable {
        /// Which it is, such as `hourWasTaken`.
        public var code: String
        /// What to say, in the language of the text.
        public var text: String
    }

    /// What is left of the line; nil of a date alone.
    public var title: String?
    /// When it is to be done.
    public var due: String?
    /// When it begins, of a range.
    public var start: String?
    /// The IANA name of the zone that these times are in.
    public var timeZone: String
    /// How it recurs; nil for once.
    public var recurrence: Recurrence?
    /// When it reminds.
    public var reminders: [Reminder]
    /// Its tags.
    public var tags: [String]
    /// The id of its project; nil where it names none, or none that there is.
    public var projectId: String?
    /// `none`, `low`, `medium`, `high` or `urgent`.
    public var priority: String
    /// How long it takes, as a duration of RFC 5545.
    public var estimatedDuration: String?
    /// What stands behind `//`.
    public var description: String?
    /// When, in the form of `taskd date`; nil where nothing is said of it.
    public var result: String?
    /// When, in words.
    public var words: String?
    /// The language in which it was read: `en` or `ko`.
    public var language: String
    /// The project that the line names; nil for none.
    public var project: Project?
    /// From which words each part comes, in the order of the text.
    public var spans: [Span]
    /// What is worth saying.
    public var notes: [Note]

    /// The task that the line is; of a date alone one without a title, which is still to be given.
    public var task: NewTask {
        var task = NewTask(title: title ?? "")
        (task.due, task.start, task.timeZone) = (due, start, timeZone)
        task.recurrence = recurrence.map { .init(rrule: $0.rrule, anchor: $0.anchor) }
        task.reminders = reminders.compactMap { reminder in
            reminder.offset.map { .init(offset: $0) } ?? reminder.at.map { .init(at: $0) }
        }
        (task.tags, task.projectId, task.priority) = (tags, projectId, priority)
        (task.estimatedDuration, task.description) = (estimatedDuration, description)
        return task
    }
}
