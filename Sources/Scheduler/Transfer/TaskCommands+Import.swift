package import Recurrence
package import Storage

/// What becomes of a record that is imported.
package enum ImportOutcome: Hashable, Sendable {
    /// There was none with its id.
    case new
    /// What is stored has the same content, or the record is of something that is over.
    case same
    /// What is stored has another content, which is replaced.
    case different
}

/// What to do with records.
package struct ImportOptions: Sendable {
    /// Whether what is stored with another content is replaced; else the record is refused.
    package var replaces = false
    /// Whether events are appended for imported records, as for commands.
    package var tells = false

    package init() {}
}

/// Why a record is not imported.
package struct ImportRefusal: Error {
    /// What is wrong with it.
    package let problems: [InputProblem]
    /// Whether nothing is wrong with it but that what is stored has another content.
    package var isDifferent = false
}

extension TaskCommands {
    /// Imports a record.
    ///
    /// - Parameters:
    ///   - record: The record.
    ///   - options: What to do with it.
    ///   - transaction: Where it comes to.
    ///   - now: The time.
    /// - Returns: What became of it.
    /// - Throws: ``ImportRefusal``; a ``StoreError`` of the store as a whole.
    package func bring<Record: TransferRecord>(
        _ record: Record, _ options: ImportOptions, in transaction: any StoreTransaction, now: UTCInstant
    ) throws -> ImportOutcome {
        let site = ImportSite(transaction, self, now: now, requiresReferences: true)
        let (settled, outcome) = try settle(record, at: site)
        guard outcome != .same else { return .same }
        guard outcome == .new || options.replaces else {
            let problem = InputProblem(
                pointer: "/\(Record.key)",
                detail: "exists already, in the store or earlier in this file, with different content; "
                    + "import with replace to overwrite it")
            throw ImportRefusal(problems: [problem], isDifferent: true)
        }
        do {
            try settled.save(at: site, in: transaction)
            guard options.tells else { return outcome }
            let event = try settled.event(isNew: outcome == .new, at: site, in: transaction)
            if let event { try transaction.append([event]) }
        } catch let error where error.isOfUnit {
            throw ImportRefusal(problems: [InputProblem(pointer: "", detail: error.wordsForUnit)])
        }
        return outcome
    }

    /// What would become of a record.
    ///
    /// What it names is not looked for, since it may stand in the same file.
    ///
    /// - Throws: ``ImportRefusal``; a ``StoreError`` of the store as a whole.
    package func outcome(of record: some TransferRecord, in reader: any StoreReader, now: UTCInstant) throws
        -> ImportOutcome
    {
        try settle(record, at: ImportSite(reader, self, now: now, requiresReferences: false)).outcome
    }

    private func settle<Record: TransferRecord>(
        _ record: Record, at site: ImportSite
    ) throws -> (record: Record, outcome: ImportOutcome) {
        var (settled, problems) = (record, [InputProblem]())
        do {
            try settled.settle(at: site, noting: &problems)
            guard problems.isEmpty else { throw ImportRefusal(problems: problems) }
            if settled.isOver(at: site.now) { return (settled, .same) }
            guard let stored = try record.stored(in: site.reader) else { return (settled, .new) }
            return (settled, stored.line == settled.line ? .same : .different)
        } catch let refusal as ImportRefusal {
            throw refusal
        } catch let error where error.isOfUnit {
            throw ImportRefusal(problems: [InputProblem(pointer: "", detail: error.wordsForUnit)])
        }
    }

    /// Works out when the due loop is to look at series that wait for nothing: those whose ledgers were imported, and those
    /// of which nothing comes.
    ///
    /// - Parameters:
    ///   - cursor: Where an earlier step ended; nil for the first.
    ///   - limit: How many are looked at.
    ///   - transaction: Where they are.
    ///   - now: The time.
    /// - Returns: Where the next step begins; nil when all were looked at.
    /// - Throws: A ``StoreError`` of the store as a whole.
    package func reviewProjections(
        after cursor: StoreCursor?, limit: Int, in transaction: any StoreTransaction, now: UTCInstant
    ) throws -> StoreCursor? {
        let page = try transaction.activeSeries(inZone: nil, after: cursor, limit: limit)
        for id in page.series {
            do {
                guard let series = try transaction.series(id), series.projectedAt == nil else { continue }
                var work = try SeriesTransaction(series, self, in: transaction, now: now)
                try work.updateProjection()
            } catch let error where error.isOfUnit {
                continue
            }
        }
        return page.next
    }
}
