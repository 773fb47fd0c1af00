import Recurrence
import Storage

/// What the closures of one commit have found of the store, so that those after them need not look again.
///
/// It holds within one transaction, and only as long as nothing of that is taken back.
final class CommitFindings {
    /// An event that is in the log, if the transaction was committed.
    struct AppendedEvent {
        let place: Int64
        let id: EventID
        let time: UTCInstant
    }

    /// What decides which hooks want an event; nil where nothing was appended, or the hooks have changed since.
    var appender: EventAppender?
    /// The place of the last event of the log; nil while nobody has asked.
    var lastSequence: Int64?
    /// The events that were appended, by which the transaction is known.
    private(set) var appended: [AppendedEvent] = []
    /// The key of the last change that was recorded; nil while nobody has asked.
    var lastChange: Int64?
    /// The rows that are to be written and were not sent yet.
    var newRows = NewRows()
    /// The version of the hooks in the head of the log; nil where it was not read.
    var hooksVersion: Int64?
    /// Which node leads, and in which term; known from the lock on.
    var lead: (node: ClaimOwner?, term: Int64) = (nil, 0)
    /// Why nothing may be written: the store is being moved, or was; nil where it may.
    var refusal: StoreError?
    /// The time zones that were noted so far.
    var notedZones: Set<String> = []
    /// The tags that were asked for so far, by the names that they were asked for by: their keys, and what they are called.
    var tagKeys: [String: (key: Int64, name: String)] = [:]

    /// Under which key of which token an answer is remembered.
    struct AnswerKey: Hashable {
        let token: TokenID
        let key: String
    }

    /// The keys under which answers were remembered.
    var rememberedKeys: Set<AnswerKey> = []

    /// The projects that were looked for and found so far, deleted ones among them.
    var knownProjects: Set<ProjectID> = []

    /// What had been written at some moment.
    struct Mark {
        fileprivate let writes: Int
        fileprivate let newRows: Int
    }

    /// How many statements were posted or sent that change what others may ask for.
    private var writes = 0
    /// How often new rows were sent.
    private var sentNewRows = 0

    /// What was written so far.
    var mark: Mark { Mark(writes: writes, newRows: sentNewRows) }

    /// Whether what was read at a moment is still so.
    ///
    /// - Parameters:
    ///   - mark: What had been written then.
    ///   - dependsOnNew: Whether it may be about rows that are new.
    /// - Returns: Whether nothing was written since that it might be about.
    func allows(_ mark: Mark, dependsOnNew: Bool) -> Bool {
        writes == mark.writes && (!dependsOnNew || newRows.isEmpty && sentNewRows == mark.newRows)
    }

    /// Notes that something is changed that others may ask for.
    func noteWrite() { writes += 1 }

    /// Takes the rows that are new, to be sent.
    func takeNewRows() -> Flight {
        sentNewRows += 1
        return newRows.take()
    }

    /// Notes that an event was appended, behind all others.
    func note(_ event: AppendedEvent) {
        lastSequence = event.place
        appended.append(event)
    }

    /// Forgets everything that may have been found in what was taken back.
    ///
    /// - Parameter count: How many events had been appended before it.
    func forget(appendedAfter count: Int) {
        appended.removeSubrange(count...)
        // What was taken back had been written, and answers from before may have been about it.
        writes += 1
        (appender, lastSequence, hooksVersion, notedZones, tagKeys) = (nil, nil, nil, [], [:])
        (knownProjects, rememberedKeys, lastChange, newRows) = ([], [], nil, NewRows())
    }
}
