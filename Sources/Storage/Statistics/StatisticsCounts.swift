public import Recurrence

/// How often things happened in some span of time.
public struct StatisticsCounts: Hashable, Sendable {
    /// Tasks that were made, also by their series, and were not taken back.
    public var created = 0
    /// Completions that were not taken back.
    public var completed = 0
    /// Open tasks whose time passed.
    public var overdue = 0
    /// Reminders that fired.
    public var fired = 0
    /// Snoozes that were not taken back.
    public var snoozed = 0
    /// Reminders that were reported as missed.
    public var missed = 0
    /// How many of the completions were of tasks with a due time.
    public var completedWithDue = 0
    /// How many of those were on time: before the task was overdue, or at that very instant.
    public var onTime = 0
    /// The sum of the times from due to done of those, in milliseconds; each is negative where the task was done early.
    public var lateness: Int64 = 0

    /// Nothing happened.
    public init() {}

    /// Adds what happened elsewhere, or takes it off.
    ///
    /// - Parameters:
    ///   - other: What happened.
    ///   - factor: 1 to add it, -1 to take it off.
    package mutating func add(_ other: StatisticsCounts, times factor: Int = 1) {
        created += factor * other.created
        completed += factor * other.completed
        overdue += factor * other.overdue
        fired += factor * other.fired
        snoozed += factor * other.snoozed
        missed += factor * other.missed
        completedWithDue += factor * other.completedWithDue
        onTime += factor * other.onTime
        lateness += Int64(factor) * other.lateness
    }
}

/// What the counts of statistics are kept for.
public enum StatisticsGroup: Hashable, Sendable {
    /// Everything.
    case all
    /// Tasks that had a tag when it happened.
    case tag(String)
    /// Tasks that were in a project when it happened.
    case project(ProjectID)

    /// What groups are told apart by.
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        /// Nothing: there is one.
        case all
        /// Tags.
        case tag
        /// Projects.
        case project
    }

    /// What it is told from others of its kind by.
    public var name: String {
        switch self {
        case .all: ""
        case .tag(let tag): tag
        case .project(let id): id.description
        }
    }

    /// What it is.
    public var kind: Kind {
        switch self {
        case .all: .all
        case .tag: .tag
        case .project: .project
        }
    }

    /// Makes a group from its kind and its name; nil where there is none of the name.
    public init?(_ kind: Kind, name: String) {
        switch kind {
        case .all: self = .all
        case .tag: self = .tag(name)
        case .project:
            guard let id = ProjectID(name) else { return nil }
            self = .project(id)
        }
    }
}

/// A quarter of an hour of UTC: what counts are kept by.
///
/// Every zone has been a whole number of them away from UTC since 1972, so that its days are made of whole ones.
public struct StatisticsSlot: Hashable, Sendable {
    /// Its length in milliseconds.
    package static let length: Int64 = 900_000

    /// How many of them lie between it and 1970.
    public let number: Int64

    /// The one that has a number.
    public init(number: Int64) {
        self.number = number
    }

    /// The one that an instant lies in.
    public init(of instant: UTCInstant) {
        let (quotient, rest) = instant.millisecondsSinceEpoch.quotientAndRemainder(dividingBy: Self.length)
        number = quotient - (rest < 0 ? 1 : 0)
    }
}
