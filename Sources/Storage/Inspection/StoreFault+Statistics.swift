import Recurrence

extension StoreFault {
    /// A number of the statistics that is not what a recount gives.
    ///
    /// - Parameters:
    ///   - name: What is counted.
    ///   - slot: In which slot of time.
    ///   - group: Of which group of tasks, by its key.
    ///   - surplus: How many more the statistics have, or fewer where it is negative.
    ///   - recount: What they are compared with: `are recorded for tasks`.
    package init(counted name: String, slot: Int64, group: Int64, surplus: Int, than recount: String) {
        let instant = UTCInstant(millisecondsSinceEpoch: slot * StatisticsSlot.length)
        self.init(
            .statistics, "\(name) at \(instant) of group \(group)",
            "\(surplus > 0 ? "\(surplus) more" : "\(-surplus) fewer") than \(recount)")
    }

    /// The log is not counted up to where it was trimmed, or beyond its end.
    package static let impossibleProgress = StoreFault(
        .statistics, "log",
        "events were removed before they were counted, or the last counted event is after the end of the log")
}
