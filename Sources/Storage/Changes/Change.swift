public import Recurrence

/// What one command did, as it is kept to be undone.
///
/// A command is what somebody asked for at once: a creation, a batch as a whole, an edit of a series with every occurrence
/// that it reaches. What the clock does by itself (firings, occurrences that appear, bookkeeping) is no change.
public struct Change: Hashable, Sendable {
    /// What kind of command it was.
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        /// A task was made.
        case create
        /// A task was changed, and as much of its series as the scope reached.
        case update
        /// A task was completed.
        case complete
        /// An occurrence was skipped.
        case skip
        /// A closed task was opened again.
        case reopen
        /// A task was deleted, and as much of its series as the scope reached.
        case delete
        /// A task was brought back from the trash.
        case restore
        /// A reminder was snoozed.
        case snooze
        /// A reminder was acknowledged.
        case acknowledge
        /// A series was changed.
        case updateSeries
        /// A series was ended.
        case deleteSeries
        /// A pause was begun.
        case pause
        /// A pause was ended.
        case resume
        /// A project was made.
        case createProject
        /// A project was changed.
        case updateProject
        /// A project was deleted, and its tasks where they were to go with it.
        case deleteProject
        /// A tag was made.
        case createTag
        /// A tag was changed.
        case updateTag
        /// A tag was deleted.
        case deleteTag
        /// Several of these together.
        case batch
        /// A change was taken back.
        case undo
        /// An undo was taken back.
        case redo
    }

    /// Its id.
    public let id: ChangeID
    /// What kind of command it was.
    public let kind: Kind
    /// When it was.
    public let at: UTCInstant
    /// Who did it: the name of a token; nil when nobody is known.
    public var author: String?
    /// The change that it took back; nil unless it is an undo or a redo.
    public var undoes: ChangeID?

    /// Makes a change from its parts.
    ///
    /// The id is made before the closure that records it, so that a closure which runs again records the same change.
    public init(_ kind: Kind, id: ChangeID, at: UTCInstant, author: String? = nil, undoes: ChangeID? = nil) {
        (self.kind, self.id, self.at, self.author, self.undoes) = (kind, id, at, author, undoes)
    }
}

/// The id of a change.
public typealias ChangeID = Identifier<Change>

/// Something that a change wrote.
public struct ChangedRow: Hashable, Sendable {
    /// What was written.
    public enum Subject: Hashable, Sendable {
        /// A series, without its ledger.
        case series(SeriesID)
        /// The entry that a task has in the ledger of a series.
        case entry(of: TaskID)
        /// A task with all that is its own.
        case task(TaskID)
        /// A pause.
        case pause(PauseID)
        /// A project.
        case project(ProjectID)
        /// A tag.
        case tag(TagID)
    }

    /// What was written.
    public let subject: Subject
    /// Whether it was there before the change.
    public let wasThere: Bool

    /// Makes one from its parts.
    public init(_ subject: Subject, wasThere: Bool) {
        (self.subject, self.wasThere) = (subject, wasThere)
    }
}

/// Something that a change wrote, as a transaction remembers it that recorded the change.
public struct RecordedRow: Hashable, Sendable {
    /// What was written.
    public let subject: ChangedRow.Subject
    /// The change, which knows what was there before.
    public let change: ChangeID

    /// Makes one from its parts.
    public init(_ subject: ChangedRow.Subject, by change: ChangeID) {
        (self.subject, self.change) = (subject, change)
    }
}
