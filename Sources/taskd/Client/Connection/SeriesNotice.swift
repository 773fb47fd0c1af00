import Basics
import TaskdClient

/// What a person should know of the series of a task that was changed: that it was split, has ended or is finished.
struct SeriesNotice {
    let daemon: DaemonClient

    /// The lines about it; empty where the series goes on as it was.
    ///
    /// - Parameters:
    ///   - series: The series that the task belonged to before the change; nil for a single task.
    ///   - now: The series that it belongs to now; nil where that is not known to have changed.
    ///   - printer: What writes the lines.
    /// - Returns: The lines.
    /// - Throws: `DaemonError`.
    func lines(_ series: String?, now: String? = nil, _ printer: TextFormatter) async throws -> String {
        guard let series else { return "" }
        if let now, now != series {
            let handles = [now, series].map { printer.style(.identifier, Handle(ofID: $0)?.description ?? $0) }
            return "\(printer.style(.good, "split")): this and the following ones are the new series "
                + "\(handles[0]), split from \(handles[1])\n"
        }
        do {
            let view = try await daemon.series(series)
            return view.state == "active" ? "" : printer.line("series", view)
        } catch DaemonError.refused(let problem) where problem.status == 404 || problem.status == 409 {
            // It went with its last task, or cannot be evaluated now; what was asked is done all the same.
            return ""
        }
    }
}

extension TaskView {
    /// The series that goes on with it; nil for a single task, and for one whose series has ended.
    var recurringSeriesID: String? { recurrence == nil ? nil : seriesId }
}
