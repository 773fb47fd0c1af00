import HTTPTypes
import Storage

/// Where a reader of the event log goes on.
enum LogPlace {
    /// The place after which events are read.
    ///
    /// - Parameters:
    ///   - asked: The `seq` that the client knows; nil to begin with the first event that is kept.
    ///   - reader: The log.
    /// - Returns: The place.
    /// - Throws: A 410 ``Problem`` when events after it were removed, so that what follows would have a gap.
    static func resolve(_ asked: Int64?, in reader: any StoreReader) throws -> Int64 {
        let trimmed = try reader.trimmedSequence()
        guard let asked else { return trimmed }
        guard asked < trimmed else { return asked }
        var problem = Problem(
            .gone,
            """
            events after \(asked) are no longer kept: the log begins at \(trimmed + 1); read what you need anew, and go \
            on from there
            """
        )
        problem.members["firstSeq"] = trimmed + 1
        throw problem
    }
}
