import Storage
import StoreFixtures

/// What a store did otherwise than it must.
public struct ConformanceFailure: Error, CustomStringConvertible {
    /// What differs.
    public let description: String
}

/// Fails unless a condition holds.
func expect(_ condition: Bool, _ what: String, line: Int = #line, file: String = #fileID) throws {
    if !condition { throw ConformanceFailure(description: "\(what) (\(file):\(line))") }
}

/// Fails unless two values are equal.
func expect<Value: Equatable>(
    _ actual: Value,
    is expected: Value,
    _ what: String,
    line: Int = #line,
    file: String = #fileID
) throws {
    // Describing values takes longer than all else that a case does, so it is done only where they differ.
    if actual == expected { return }
    try expect(false, "\(what): got \(actual), not \(expected)", line: line, file: file)
}

/// Fails unless a closure throws a store error with a code.
func expect(
    _ code: StoreError.Code,
    _ what: String,
    line: Int = #line,
    file: String = #fileID,
    from body: () async throws -> Void
) async throws {
    do {
        try await body()
    } catch let error as StoreError {
        return try expect(error.code == code, "\(what): got \(error.code): \(error)", line: line, file: file)
    }
    throw ConformanceFailure(description: "\(what): nothing was thrown (\(file):\(line))")
}

extension Store {
    /// Writes tasks in one transaction, each with its series and its entry where these are not there.
    func save(_ tasks: [TaskItem]) async throws {
        try await write { transaction in
            for task in tasks { try transaction.saveFixture(task) }
        }
    }

    /// Writes series in one transaction.
    func saveSeries(_ series: [Series]) async throws {
        try await write { transaction in
            for one in series {
                try transaction.saveProject(of: one.content)
                try transaction.save(one)
            }
        }
    }

    /// Writes entries of a series' ledger in one transaction.
    func save(_ entries: [LedgerEntry], of series: SeriesID) async throws {
        try await write { transaction in
            for entry in entries { try transaction.save(entry, of: series) }
        }
    }

    /// The whole ledger of a series.
    func ledger(of series: SeriesID) async throws -> [LedgerEntry] {
        try await read { try $0.entries(of: series, in: nil, from: nil, limit: 1_000) }
    }

    /// Writes hooks in one transaction.
    func save(_ hooks: [Hook]) async throws {
        try await write { transaction in
            for hook in hooks { try transaction.save(hook) }
        }
    }

    /// Appends events in one transaction.
    @discardableResult
    func append(_ drafts: [EventDraft]) async throws -> [Event] {
        try await write { try $0.append(drafts) }
    }

    /// The task with a number; it must be there.
    func task(_ number: Int) async throws -> TaskItem {
        guard let task = try await read({ try $0.task(.numbered(number)) }) else {
            throw ConformanceFailure(description: "the task \(number) is not in the store")
        }
        return task
    }
}
