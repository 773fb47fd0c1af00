public import Recurrence

/// Something that happened to a reminder beside going off on time; kept for its history.
public struct ReminderNote: Hashable, Sendable {
    /// What happened.
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        /// It was reported as missed.
        case missed
        /// It fired late.
        case late
        /// It was snoozed.
        case snoozed
        /// A person has seen it.
        case acknowledged
    }

    /// The reminder.
    public let reminder: ReminderID
    /// What happened.
    public let kind: Kind
    /// The firing that it happened to, by its scheduled instant; nil when there was none.
    public var scheduledAt: UTCInstant?
    /// When it happened.
    public var at: UTCInstant
    /// Until when it was snoozed; nil unless it was.
    public var until: UTCInstant?
    /// Why, one word such as `quietHours`; nil where nothing more is to say.
    public var reason: String?
    /// Who did it: the name of a token; nil when nobody is known.
    public var author: String?
    /// How many earlier firings had passed unsent; 0 unless it was missed.
    public var missedCount = 0

    /// Makes a note from its parts.
    public init(_ kind: Kind, of reminder: ReminderID, scheduledAt: UTCInstant?, at: UTCInstant) {
        self.reminder = reminder
        self.kind = kind
        self.scheduledAt = scheduledAt
        self.at = at
    }
}
