public import Recurrence

/// Reads what an export needs beside what others read.
public protocol TransferReader {
    /// Every series, those that have ended among them, in an order of the store.
    ///
    /// - Parameters:
    ///   - cursor: Where an earlier call ended; nil for the first.
    ///   - limit: How many at most.
    /// - Returns: The series, and where the next call begins; nil when there are no more.
    /// - Throws: ``StoreError``.
    func everySeries(after cursor: StoreCursor?, limit: Int) throws -> (series: [SeriesID], next: StoreCursor?)
}

/// Writes what an import needs beside what others write.
public protocol TransferWriter {
    /// Raises the instant up to which nothing of a reminder fires or is reported as missed again
    /// (``HistoryReader/firingFloor(of:)``); does nothing where it is there or later already, or there is no such reminder.
    func raiseFiringFloor(of reminder: ReminderID, to instant: UTCInstant) throws
}
