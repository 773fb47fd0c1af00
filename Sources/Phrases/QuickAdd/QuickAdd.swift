public import Recurrence

/// A task as typed in one line: the title, and what was said beside it.
public struct QuickAdd: Hashable, Sendable {
    /// How urgent a task is.
    public enum Priority: String, Hashable, Sendable, CaseIterable {
        /// `p:none`.
        case none
        /// `p:low`, `p4`.
        case low
        /// `p:medium`, `p3`.
        case medium
        /// `p:high`, `p2`, `!high`, `!!`.
        case high
        /// `p:urgent`, `p1`, `!!!`.
        case urgent
    }

    /// When to remind.
    public enum Reminder: Hashable, Sendable {
        /// So long before the task is due: days on the calendar, then seconds by the clock; negative for after it.
        case before(CalendarDuration)
        /// At a time of its own.
        case at(PhraseTime)
    }

    /// What a part of the line was taken for.
    public enum Part: String, Hashable, Sendable, CaseIterable {
        /// A tag, a project, a priority.
        case tag, project, priority
        /// When it is due, and so how often; when to remind; how long it takes; what is said beside the title.
        case when, reminder, estimate, description
    }

    /// A part of the line that is not in the title.
    public struct Span: Hashable, Sendable {
        /// What it was taken for.
        public var part: Part
        /// Its bytes in the line's UTF-8.
        public var range: Range<Int>
    }

    /// The longest time that a task is said to take, in days.
    public static let longestEstimate = 3_660
    /// How many days before the task is due, or after it, a reminder may be.
    public static let longestReminder = 36_525

    /// What is left of the line; never empty, unless the line is.
    public internal(set) var title = ""
    /// Whether the line is nothing but a time, marks and the like, all of which is the title then.
    public internal(set) var lacksTitle = false
    /// The names behind `+` or `#`.
    public internal(set) var tags: [String] = []
    /// The name behind `@`.
    public internal(set) var project: String?
    /// The priority; nil where none was said.
    public internal(set) var priority: Priority?
    /// When to remind, in the order in which it was said.
    public internal(set) var reminders: [Reminder] = []
    /// Whether it is not to remind, as `remind none` says.
    public internal(set) var remindsNot = false
    /// How long it takes; nil where nothing was said.
    public internal(set) var estimate: CalendarDuration?
    /// What stands behind `//`.
    public internal(set) var description: String?
    /// When it is due.
    public internal(set) var when: PhraseReading?
    /// What was taken, in the order of the line.
    public internal(set) var spans: [Span] = []
    /// Why words at the end that speak of a time were not taken, with their place in the line: they are in the title.
    public internal(set) var refusal: PhraseRefusal?
    /// The bytes of all those words; nil where there are none.
    public internal(set) var refusedRange: Range<Int>?
    /// What may be a time or none, and is in the title without standing in the way, such as the "sat" of "Dentist sat"; with
    /// their places in the line, and how a time is said that is certain.
    public internal(set) var doubts: [PhraseRefusal] = []
    /// Why words that look like a priority, a project, a reminder or a second day were not taken, with their places in the
    /// line.
    public internal(set) var refusedTerms: [PhraseRefusal] = []

    /// The name of a tag in the words of its span.
    package static func tag(_ words: String) -> String { QuickAddReader.marker(words).name }

    /// The phrase in the words of the span of a time, without a mark such as `due:`.
    package static func phrase(_ words: String) -> String {
        QuickAddReader.Mark.of(words)?.phrase(words) ?? words
    }

    /// Makes a task of a title alone.
    public init(title: String = "") { self.title = title }

    /// A line that is nothing but when.
    package init(when reading: PhraseReading, of line: String) {
        when = reading
        spans = [Span(part: .when, range: 0..<line.utf8.count)]
    }
}

extension PhraseReader {
    /// Reads a line such as `Dentist +health @family p:high remind 30m sat 28 nov 3pm`.
    ///
    /// A phrase is taken only from the end of the line or, with a relative day, a weekday or a time in it, from its
    /// beginning; never a part of what speaks of a time. Words in quotation marks, words behind a backslash and words with an
    /// apostrophe are text.
    ///
    /// - Parameters:
    ///   - line: The line; of one that is longer than 4,096 bytes all is the title.
    ///   - moment: When and where it is said.
    /// - Returns: The task; nothing of the line is lost.
    public func quickAdd(_ line: String, at moment: PhraseMoment) -> QuickAdd {
        var reader = QuickAddReader(line, reader: self, moment: moment)
        return reader.read()
    }
}
