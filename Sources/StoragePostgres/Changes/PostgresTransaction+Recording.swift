import Basics
import Storage

/// The change that a transaction records.
struct Recording {
    let change: Change
    /// The key of its row; nil before it has written anything.
    var key: Int64?
    /// Whether it was looked for, and the key that it was found under, by an earlier transaction.
    var isLookedFor = false
    var found: Int64?
    /// What it has written so far, where the change was made here and no earlier transaction has written anything of it;
    /// nil where only the store knows.
    var noted: Set<ChangedRow.Subject>?
}

/// Notes what a change writes, each row before it is written for the first time; outside of a change this does nothing.
extension PostgresTransaction {
    var recordedChange: Change? { recording?.change }

    func recording<Value>(_ change: Change, _ body: () throws -> Value) throws -> Value {
        precondition(recording == nil, "one change is recorded at a time")
        recording = Recording(change: change)
        defer { recording = nil }
        return try body()
    }

    /// Notes a task; of one that is not there yet there is nothing to copy.
    func recordTask(_ id: TaskID, isNew: Bool = false) throws {
        guard let key = try recordingKey() else { return }
        let there = isNew ? nil : "SELECT 1 FROM task WHERE id = ?3"
        guard try noteRow(.task(id), there: there, key), !isNew else { return }
        post(BeforeImage.copyTask, [key, id])
        post(BeforeImage.copyReminders, [key, id])
    }

    func recordSeries(_ id: SeriesID) throws {
        guard let key = try recordingKey() else { return }
        guard try noteRow(.series(id), there: "SELECT 1 FROM series WHERE id = ?3", key) else { return }
        post(BeforeImage.copySeries, [key, id])
    }

    func recordPause(_ id: PauseID) throws {
        guard let key = try recordingKey() else { return }
        guard try noteRow(.pause(id), there: "SELECT 1 FROM pause WHERE id = ?3", key) else { return }
        post(BeforeImage.copyPause, [key, id])
    }

    func recordProject(_ id: ProjectID) throws {
        guard let key = try recordingKey() else { return }
        guard try noteRow(.project(id), there: "SELECT 1 FROM project WHERE id = ?3", key) else { return }
        post(BeforeImage.copyProject, [key, id])
    }

    /// Notes a tag; one that was just made was not there.
    func recordTag(_ id: TagID, isNew: Bool = false) throws {
        guard let key = try recordingKey() else { return }
        guard try noteRow(.tag(id), there: isNew ? nil : "SELECT 1", key) else { return }
        if !isNew { post(BeforeImage.copyTag, [key, id, id.number]) }
    }

    func putInTrash(_ id: TaskID) throws {
        guard let key = try recordingKey() else { return }
        // The handle of an occurrence is that of its series; the server knows no handles.
        let found = try value(
            UUIDValue.self, "SELECT coalesce(series_id, id) FROM task_before WHERE change_key = ? AND id = ?",
            [key, id])
        guard let found else { return }
        post(
            """
            INSERT INTO trash (task_id, change_key, handle) VALUES (?, ?, ?)
            ON CONFLICT (task_id) DO UPDATE SET change_key = excluded.change_key, handle = excluded.handle
            """, [id, key, Handle(high: found.high, low: found.low)])
    }

    /// Notes the entry at a slot of a series, or that there was none for the task.
    func recordEntry(of task: TaskID, in series: Int64, at slot: Int) throws {
        guard let key = try recordingKey() else { return }
        try recordEntries(where: "series_key = ?2 AND slot = ?3", series, slot)
        post(
            "INSERT INTO change_row (change_key, kind, id, was_there) VALUES (?, ?, ?, false) ON CONFLICT DO NOTHING",
            [key, ChangedRow.Subject.entry(of: task).key.kind, task.uuid])
    }

    /// Notes the entries of a series, its key as `?2`, that a condition holds for, which may have a value as `?3`.
    func recordEntries(where condition: String, _ series: Int64, _ value: Int = 0) throws {
        guard let key = try recordingKey() else { return }
        let condition = "\(condition) AND ?3 = ?3"
        post(BeforeImage.copyEntries(where: condition), [key, series, value])
        post(BeforeImage.noteEntries(where: condition), [key, series, value])
    }

    /// Notes that a change writes something.
    ///
    /// - Parameters:
    ///   - subject: What it writes.
    ///   - there: Selects a row where it was there before, whose id is `?3`; nil where it is new.
    ///   - key: The change's key.
    /// - Returns: Whether it does so for the first time.
    /// - Throws: ``StoreError``, ``UnfinishedUndo``.
    private func noteRow(_ subject: ChangedRow.Subject, there: String?, _ key: Int64) throws -> Bool {
        try requireUnclaimed(subject)
        let (kind, id) = subject.key
        let sql = """
            INSERT INTO change_row (change_key, kind, id, was_there)
            VALUES (?1, ?2, ?3, \(there.map { "EXISTS (\($0))" } ?? "false")) ON CONFLICT DO NOTHING
            """
        var isFirst = true
        if let inserted = recording?.noted?.insert(subject).inserted {
            isFirst = inserted
            if isFirst, there == nil { add([key, kind, id, false], to: .changeRow) }
            if isFirst, there != nil { post(sql, [key, kind, id]) }
        } else {
            isFirst = try run(sql, [key, kind, id]) == 1
        }
        if isFirst, let change = recording?.change { recordedRows.append(RecordedRow(subject, by: change.id)) }
        return isFirst
    }

    /// The key of the change that is recorded, which is written now if it was not; nil where none is recorded.
    private func recordingKey() throws -> Int64? {
        guard let recording else { return nil }
        if let key = recording.key { return key }
        if !recording.isLookedFor {
            postRecording()
            try sendPosted()
        }
        let change = recording.change
        let found = self.recording?.found
        // Numbered without gaps, which the lock of the log's head allows.
        let key = found ?? (findings.lastChange ?? 0) + 1
        if found == nil {
            findings.lastChange = key
            add(
                [key, change.id, change.kind.rawValue, change.at, change.author, change.undoes], to: .change,
                id: change.id.uuid)
        }
        self.recording?.key = key
        self.recording?.noted = found == nil ? [] : nil
        return key
    }

    /// Has it looked up together with others where the change stands that is recorded, where that is not known.
    func postRecording() {
        guard let recording, recording.key == nil, !recording.isLookedFor else { return }
        postClaim()
        let (sql, seesNew) = ("SELECT key FROM change WHERE id = ?", findings.newRows.holds(recording.change.id.uuid))
        postRows(sql, [recording.change.id], seesNew: seesNew) { [unowned self] in
            self.recording?.found = try $0.next(Int64.self)
        }
        if findings.lastChange == nil {
            post("SELECT key FROM change ORDER BY key DESC LIMIT 1") { [findings] answer in
                findings.lastChange = try answer.count > 0 ? answer.value(Int64.self, 0, 0) : 0
            }
        }
        self.recording?.isLookedFor = true
    }

    /// Forgets where the change stands that is recorded, and what an undo keeps: they may have gone with a unit.
    func forgetRecordingKey() {
        recording = recording.map { Recording(change: $0.change) }
        undoClaim = nil
    }
}
