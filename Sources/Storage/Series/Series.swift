public import Basics
public import Recurrence

/// A recurring task as a whole: its rule set, how it is followed, and what its occurrences are made from.
///
/// Its ledger (``LedgerEntry``) stands beside it. What comes next follows from series, ledger and clock alone, never from
/// an earlier occurrence. In RFC 5545 it is the master component; entries of the ledger are its RECURRENCE-ID overrides.
public struct Series: TaskContentHolder, Hashable, Sendable {
    /// The series' id; that of one that was split off follows from the series that it was split from.
    public package(set) var id: SeriesID
    /// Counts the changes of the series itself, from 1.
    public var version: Int
    /// Counts those changes that each of its tasks shows, such as another rule; it is a part of each task's version.
    public var sharedChanges: Int
    /// The IANA name of the zone of its local times.
    public var timeZone: String
    /// The local start that the rule set counts from (RFC 5545 DTSTART); it says whether the series is one of whole days.
    public var start: CivilTime
    /// The rules, each with the start that it counts from.
    public var rules: [Rule]
    /// RDATE values (RFC 5545 §3.8.5.2), as written.
    public var dates: [String]
    /// EXDATE values (RFC 5545 §3.8.5.1), as written.
    public var exceptionDates: [String]
    /// Where the next occurrence is counted from.
    public var anchor: TaskRecurrence.Anchor
    /// What becomes of occurrences that are past.
    public var missed: TaskRecurrence.Missed
    /// When the next occurrence appears.
    public var respawn: TaskRecurrence.Respawn
    /// The slot from which on there is none, exclusive; nil where only the rules end it.
    public var before: CivilTime?
    /// What its occurrences say of themselves.
    public var content: TaskContent
    /// How the times of an occurrence lie to its slot.
    public var span: Span
    /// When its occurrences remind.
    public var reminders: [ReminderTemplate]
    /// The parts of its occurrences.
    public var subtasks: [SubtaskTemplate]
    /// Why it creates no more occurrences; nil while it is active.
    public var end: End?
    /// The series that it was split from; nil for one that was made with a task.
    public var splitFrom: SeriesID?
    /// How its tasks show the rule set; nil where they show none.
    ///
    /// Derived: rules that ``before`` cuts are shown with an UNTIL.
    public var shown: TaskRecurrence?
    /// The earliest instant at which an occurrence that no task exists for matters to the due loop: it would fire its
    /// first reminder then, or appears by itself.
    ///
    /// Derived; nil when there is nothing to watch.
    public var projectedAt: UTCInstant?
    /// When it was made.
    public package(set) var createdAt: UTCInstant
    /// When a person or client last changed it.
    public var updatedAt: UTCInstant

    /// Makes an active series without rules.
    ///
    /// - Parameters:
    ///   - id: The series' id.
    ///   - start: The local start of its first occurrence.
    ///   - timeZone: The IANA name of the zone of its local times.
    ///   - content: What its occurrences say of themselves.
    ///   - span: How the times of an occurrence lie to its slot.
    ///   - now: The time at which it is made.
    public init(
        id: SeriesID, start: CivilTime, timeZone: String, content: TaskContent, span: Span, now: UTCInstant
    ) {
        (self.id, self.start, self.timeZone, self.content, self.span) = (id, start, timeZone, content, span)
        (version, sharedChanges) = (1, 0)
        (rules, dates, exceptionDates) = ([], [], [])
        (anchor, missed, respawn) = (.due, .skip, .completion)
        (reminders, subtasks) = ([], [])
        (createdAt, updatedAt) = (now, now)
    }

    /// Whether it still creates occurrences.
    public var isActive: Bool { end == nil }
}

extension Series {
    /// One rule of a series.
    public struct Rule: Hashable, Sendable {
        /// The RRULE value (RFC 5545 §3.8.5.3), as written.
        public var text: String
        /// Where its phase, INTERVAL and COUNT count from: the series' start, but for what a split has left of a rule.
        public var start: CivilTime

        /// Makes a rule from its parts; the text is not checked here.
        public init(_ text: String, start: CivilTime) {
            (self.text, self.start) = (text, start)
        }
    }

    /// How the times of an occurrence lie to its slot: the first of them at the slot, the due time a span later.
    public struct Span: Hashable, Sendable {
        /// Whether occurrences have a start.
        public var hasStart: Bool
        /// Whether occurrences have a due time.
        public var hasDue: Bool
        /// From start to due in seconds of local time, whole days for dates; 0 where only one of them is there.
        public var seconds: Int

        /// Makes a span from its parts.
        public init(hasStart: Bool, hasDue: Bool, seconds: Int = 0) {
            (self.hasStart, self.hasDue, self.seconds) = (hasStart, hasDue, seconds)
        }
    }

    /// Why a series creates no more occurrences.
    public struct End: Hashable, Sendable {
        /// The reason.
        public enum Reason: String, CaseIterable, Hashable, Sendable {
            /// What came after is a series of its own.
            case split
            /// An occurrence, or the series, was deleted.
            case deleted
            /// An occurrence was given up.
            case cancelled
            /// Somebody took the recurrence off.
            case stopped
        }

        /// The reason.
        public var reason: Reason
        /// The occurrence that ended it, where it is `deleted` or `cancelled` by one.
        public var by: TaskID?

        /// Makes an end from its parts.
        public init(_ reason: Reason, by task: TaskID? = nil) {
            (self.reason, by) = (reason, task)
        }
    }
}

/// A reminder that every occurrence of a series gets.
public struct ReminderTemplate: Hashable, Sendable {
    /// When it fires.
    public enum Trigger: Hashable, Sendable {
        /// At an offset from the occurrence's time.
        case offset(CalendarDuration, from: Reminder.Base)
        /// At a local time that lies so many seconds of local time from the slot; a date counts from its midnight.
        case distance(Int)
    }

    /// The id that each occurrence's reminder has as its origin.
    public package(set) var id: ReminderID
    /// When it fires.
    public var trigger: Trigger
    /// How it repeats.
    public var repetition: Reminder.Repetition?
    /// How late it may be sent, in whole seconds; nil for the server's default.
    public var catchUpWindow: Swift.Duration?
    /// Whether it still fires when its task is completed.
    public var isKeptOnCompletion = false

    /// Makes a template from its parts.
    public init(id: ReminderID, trigger: Trigger, repetition: Reminder.Repetition? = nil) {
        (self.id, self.trigger, self.repetition) = (id, trigger, repetition)
    }
}

/// A part that every occurrence of a series gets.
public struct SubtaskTemplate: Hashable, Sendable {
    /// The id that those of the occurrences follow from.
    public package(set) var id: SubtaskID
    /// What there is to do.
    @Verbatim public var title: String

    /// Makes a template from its parts.
    public init(id: SubtaskID, title: String) {
        (self.id, self.title) = (id, title)
    }
}
