import Storage

/// What the closures of one commit have found of the store, so that those after them need not look again.
///
/// It holds within one transaction, and only as long as nothing of that is taken back.
final class CommitFindings {
    /// What decides which hooks want an event; nil where nothing was appended, or the hooks have changed since.
    var appender: EventAppender?
    /// The place of the last event of the log; nil while nobody has asked.
    var lastSequence: Int64?
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

    /// The projects that were looked for and found so far, deleted ones among them.
    var knownProjects: Set<ProjectID> = []

    /// Forgets everything that may have been found in what was taken back.
    func forget() {
        (appender, lastSequence, hooksVersion, notedZones, tagKeys) = (nil, nil, nil, [], [:])
        (knownProjects, lastChange, newRows) = ([], nil, NewRows())
    }
}
