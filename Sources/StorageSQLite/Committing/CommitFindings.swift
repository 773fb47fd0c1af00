/// What the changes of one commit have found of the store, so that those after them need not look again.
///
/// It holds within one transaction of SQLite, and only as long as nothing of that is taken back.
final class CommitFindings {
    /// What has appended events so far; nil where nothing has, or the hooks have changed since.
    var appender: EventAppender?
    /// The place of the last event of the log; nil while nobody has asked.
    var lastSequence: Int64?
    /// The time zones that were noted so far.
    var notedZones: Set<String> = []
    /// The tags that were asked for so far, by the names that they were asked for by: their keys, and what they are called.
    var tagKeys: [String: (key: Int64, name: String)] = [:]

    /// Forgets everything, since some of it was found in what was taken back.
    func forget() {
        (appender, lastSequence, notedZones, tagKeys) = (nil, nil, [], [:])
    }
}
